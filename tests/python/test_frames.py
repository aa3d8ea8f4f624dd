"""Data frames with text, categories and missing values mean what the same file means."""

import numpy as np
import pandas as pd
import pytest

import tkl
from settings import QUICK


@pytest.fixture
def frame():
    rng = np.random.default_rng(2)
    rows = 90
    table = pd.DataFrame(
        {
            "age": rng.integers(1, 9, rows),
            "price": np.where(rng.random(rows) < 0.1, np.nan, rng.random(rows)),
            "kind": rng.choice(["cat", "dog", "owl"], rows),
            "code": pd.Categorical(rng.choice([1, 2, 3], rows)),
            "old": rng.random(rows) < 0.5,
        }
    )
    table.loc[::11, "kind"] = None
    return table


@pytest.fixture
def target(frame):
    kind = frame["kind"].map({"cat": 1.0, "dog": 2.0, "owl": 4.0}).fillna(0.0)
    return (kind + frame["age"] / 4 + frame["code"].astype(int) * frame["old"]).rename("worth")


def test_recipe(frame, target):
    model = tkl.TKLRegressor(**QUICK).fit(frame, target)
    assert model.n_features_in_ == 5
    assert model.feature_names_in_.tolist() == list(frame.columns)
    assert model.kernel_features_ == [
        "age", "price", "price is missing", "kind is missing", "kind=cat", "kind=dog", "kind=owl",
        "code=1", "code=2", "code=3", "old",
    ]
    assert model.score(frame, target) > 0.9


def test_same_as_the_command_line(frame, target, program, tmp_path):
    """Trained here, used there; and the program reads the same columns from the same file."""
    model = tkl.TKLRegressor(**QUICK).fit(frame, target)
    model.save(tmp_path / "model.tkl")
    numbers = frame.assign(old=frame["old"].astype(int), worth=target)
    numbers.to_csv(tmp_path / "data.csv", index=False)
    program("predict", "-q", tmp_path / "data.csv", tmp_path / "model.tkl", tmp_path / "out.txt")
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "out.txt"), model.predict(frame))
    program("train", "-q", "--select", "none", "--categorical", "code", tmp_path / "data.csv",
            tmp_path / "theirs.tkl")
    theirs = tkl.load(tmp_path / "theirs.tkl")
    assert theirs.kernel_features_ == model.kernel_features_
    np.testing.assert_allclose(theirs.predict(frame), model.predict(frame), atol=0.1)


def test_nullable_types(frame, target):
    expected = tkl.TKLRegressor(**QUICK).fit(frame, target).predict(frame)
    nullable = frame.convert_dtypes().assign(code=frame["code"])
    model = tkl.TKLRegressor(**QUICK).fit(nullable, target)
    np.testing.assert_array_equal(model.predict(nullable), expected)


def test_rows_of_objects(frame, target):
    model = tkl.TKLRegressor(**QUICK).fit(frame, target)
    with pytest.warns(UserWarning, match="feature names"):
        predicted = model.predict(frame.to_numpy(dtype=object))
    np.testing.assert_array_equal(predicted, model.predict(frame))


def test_unknown_levels_are_like_none(frame, target):
    model = tkl.TKLRegressor(**QUICK).fit(frame, target)
    assert np.all(np.isfinite(model.predict(frame.assign(kind="yak"))))


def test_classification(frame, target):
    worthy = np.where(target > target.median(), "yes", "no")
    model = tkl.TKLClassifier().fit(frame, worthy)
    assert model.score(frame, worthy) > 0.85
    assert model.explain(frame, worthy)["names"] == list(frame.columns)
    assert model.kernel(frame.head(3), frame.head(2)).shape == (3, 2)


def test_frames_of_numbers_are_arrays(step_data):
    X, y = step_data
    frame = pd.DataFrame(X, columns=["east", "north", "up"])
    model = tkl.TKLRegressor(**QUICK).fit(frame, y)
    assert model.kernel_features_ == ["east", "north", "up"]
    plain = tkl.TKLRegressor(**QUICK).fit(X, y)
    np.testing.assert_array_equal(model.predict(frame), plain.predict(X))


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda f: f.assign(day=pd.date_range("2020-01-01", periods=len(f))), "date"),
        (lambda f: f.assign(name=[f"name {i}" for i in range(len(f))]), "different values"),
        (lambda f: f.assign(price=np.inf), "price"),
        (lambda f: f.assign(price=np.nan), "every value is missing"),
    ],
)
def test_bad_columns(frame, target, change, message):
    with pytest.raises(ValueError, match=message):
        tkl.TKLRegressor(**QUICK).fit(change(frame), target)


def test_missing_where_training_missed_none(frame, target):
    model = tkl.TKLRegressor(**QUICK).fit(frame, target)
    with pytest.raises(ValueError, match="age"):
        model.predict(frame.assign(age=np.nan))


def test_other_columns(frame, target):
    model = tkl.TKLRegressor(**QUICK).fit(frame, target)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"age": "years"}))
