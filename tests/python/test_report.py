"""The report page from Python. What the page shows is tested in C++ and in a browser."""

import html
import json
import re

import numpy as np
import pytest

import tkl
from settings import QUICK

PART = re.compile(r'<script type="application/json" id="report">(.*?)</script>', re.DOTALL)


def numbers_of(report):
    return json.loads(PART.search(report.html)[1])


@pytest.fixture(scope="module")
def model(step_data):
    try:
        fitted = tkl.TKLRegressor(select=None).fit(*step_data)
        fitted.report()
    except tkl.Error as error:
        if "no report page" in str(error):
            pytest.skip("built without node and npm")
        raise
    return fitted


def test_numbers(model, step_data):
    X, y = step_data
    quality = numbers_of(model.report(X, y, name="steps"))["quality"]
    assert np.isclose(quality["mean_squared_error"], np.mean((model.predict(X) - y) ** 2), rtol=1e-12)


def test_without_data(model):
    assert numbers_of(model.report())["data"]["rows"] == 0


def test_save(model, tmp_path):
    report = model.report()
    report.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == report.html
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_notebook(model):
    report = model.report()
    frame = re.fullmatch(r'<iframe srcdoc="([^"]*)"[^<>]*></iframe>', report._repr_html_())
    assert html.unescape(frame[1]) == report.html


def test_same_as_the_command_line(model, step_data, program, tmp_path):
    X, y = step_data
    model.save(tmp_path / "m.tkl")
    np.savetxt(tmp_path / "d.csv", np.column_stack([X, y]), fmt="%.17g", delimiter=",",
               header=",".join([*model.kernel_features_, "target"]), comments="")
    theirs = json.loads(program("report", "--json", tmp_path / "m.tkl", tmp_path / "d.csv"))
    ours = numbers_of(model.report(X, y))
    for part in ("certificate", "quality", "influence", "kernel"):
        assert ours[part] == theirs[part], part


def test_classes(three_classes):
    X, labels = three_classes
    fitted = tkl.TKLClassifier(**QUICK).fit(X, labels)
    quality = numbers_of(fitted.report(X, labels))["quality"]
    assert quality["correct"] == np.sum(fitted.predict(X) == labels)


def test_wrong_use(model, step_data):
    X, y = step_data
    with pytest.raises(ValueError, match="needs the X"):
        model.report(y=y)
    with pytest.raises(ValueError):
        model.report(X, y[:-1])
