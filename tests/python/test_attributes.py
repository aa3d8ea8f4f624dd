"""What a fitted estimator shows."""

import numpy as np
import pytest

import tkl
from settings import QUICK


def test_expansion_predicts(step_data):
    X, y = step_data
    model = tkl.TKLRegressor(**QUICK).fit(X, y)
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    expansion = model.kernel(X, model.support_vectors_) @ model.dual_coef_.T + model.intercept_
    np.testing.assert_allclose(expansion[:, 0], model.predict(X), rtol=1e-9, atol=1e-9)


def test_expansion_decides(three_classes):
    X, labels = three_classes
    two = labels != "high"
    model = tkl.TKLClassifier(**QUICK).fit(X[two], labels[two])
    expansion = model.kernel(X, model.support_vectors_) @ model.dual_coef_.T + model.intercept_
    np.testing.assert_allclose(expansion[:, 0], model.decision_function(X), rtol=1e-9, atol=1e-9)


def test_a_machine_for_each_pair(three_classes):
    model = tkl.TKLClassifier(**QUICK).fit(*three_classes)
    assert model.dual_coef_.shape == (3, len(model.support_))
    assert model.intercept_.shape == (3,)
    assert len(model.P_) == 3
    assert model.decision_function(three_classes[0]).shape == (120, 3)
    assert tkl.TKLClassifier(multiclass="ovr", **QUICK).fit(*three_classes).intercept_.shape == (3,)


def test_certificate(step_data):
    model = tkl.TKLRegressor(tol=1e-4, **QUICK).fit(*step_data)
    assert model.status_ == "converged"
    assert 0 <= model.gap_ <= 1e-4
    history = model.history_
    assert np.all(history["lower"] <= history["upper"] + 1e-9)
    assert np.all(np.diff(history["upper"]) <= 0) and np.all(np.diff(history["lower"]) >= 0)
    assert model.duality_gap_ == history["upper"][-1] - history["lower"][-1]
    eigenvalues = np.linalg.eigvalsh(model.P_)
    assert eigenvalues.min() >= model.settings_["tau"] - 1e-9
    assert np.isclose(eigenvalues.sum(), len(eigenvalues))


def test_search_results(step_data):
    model = tkl.TKLRegressor(models=1).fit(*step_data)
    assert model.companions_ == [] and model.share_ == 1
    results = model.search_results_
    assert results["members"] == [results["chosen"]]
    assert results["rank_test_score"][results["chosen"]] == 1
    assert results["params"][results["chosen"]] == model.best_params_
    assert np.all(results["mean_test_score"] <= 0)  # of mean squared errors
    assert results["metric"] == "mse" and results["status"] == "converged"
    assert tkl.TKLRegressor(**QUICK).fit(*step_data).search_results_ is None


def test_companions(step_data):
    X, y = step_data
    rng = np.random.default_rng(5)
    y = y + rng.normal(size=len(y))
    model = tkl.TKLRegressor().fit(X, y)
    results = model.search_results_
    assert len(results["members"]) == 1 + len(model.companions_) > 1
    assert np.isclose(model.share_ + sum(other["share"] for other in model.companions_), 1)
    assert results["reached_score"] >= results["mean_test_score"][results["complete"]].max() - 1e-9
    alone = model.kernel(X, model.support_vectors_) @ model.dual_coef_.T + model.intercept_
    assert not np.allclose(alone[:, 0], model.predict(X))


def test_warp(step_data):
    X, y = np.exp(9 * step_data[0]), step_data[1]
    straight, warped = (tkl.TKLRegressor(warp=warp, **QUICK).fit(X, y) for warp in (False, True))
    assert not straight.settings_["warp"] and warped.settings_["warp"]
    assert warped.score(X, y) > straight.score(X, y)


def test_axes():
    rng = np.random.default_rng(6)
    size, difference = rng.normal(size=(2, 150))
    X, y = np.c_[size, size + 0.1 * difference], np.sin(2 * difference)
    plain, turned = (tkl.TKLRegressor(axes=axes, **QUICK).fit(X, y) for axes in ("features", "principal"))
    assert plain.settings_["axes"] == "features" and turned.settings_["axes"] == "principal"
    assert turned.score(X, y) > plain.score(X, y)
    found = tkl.TKLRegressor().fit(X, y)
    assert found.best_params_["axes"] == "principal"
    assert set(found.search_results_["param_axes"]) == {"features", "principal"}


def test_given_settings_stay(step_data):
    model = tkl.TKLRegressor(family="gaussian", cost=7.0, tube=0.1, loss="linear").fit(*step_data)
    results = model.search_results_
    assert set(results["param_family"]) == {"gaussian"}
    assert set(results["param_cost"]) == {7.0} and set(results["param_tube"]) == {0.1}
    assert model.settings_["cost"] == 7.0


def test_the_metric_is_maximised(three_classes):
    model = tkl.TKLClassifier(metric="log_loss", family="gaussian").fit(*three_classes)
    assert model.search_results_["metric"] == "log-loss"


@pytest.mark.parametrize("family", ["tessellated", "reflected", "gaussian", "matern", "polynomial"])
def test_families(step_data, family):
    model = tkl.TKLRegressor(family=family, **QUICK).fit(*step_data)
    assert model.settings_["family"] == family
    assert model.score(*step_data) > 0.7


def test_list_of_kernels(step_data):
    model = tkl.TKLRegressor(family="kernels", kernels="gaussian:0.2,polynomial:2", **QUICK)
    assert model.fit(*step_data).P_.shape == (2,)


def test_scales_for_each_feature(step_data):
    model = tkl.TKLRegressor(bound=[0.1, 1.0, 10.0], **QUICK).fit(*step_data)
    np.testing.assert_allclose(-model.settings_["lower"], [0.1, 1.0, 10.0])


@pytest.mark.parametrize("number", [np.float32, np.float64, np.int64, np.asarray])
def test_numbers_of_numpy(step_data, number):
    scale = [number(2)] * 3 if number is np.asarray else number(2)
    model = tkl.TKLRegressor(bound=scale, cost=number(2), degree=np.int64(0), **QUICK)
    assert model.fit(*step_data).settings_["cost"] == 2.0


def test_explanation(step_data):
    model = tkl.TKLRegressor(**QUICK).fit(*step_data)
    sobol = model.explain(step_data[0])
    assert sobol["names"] == ["x1", "x2", "x3"] and "shuffled" not in sobol
    assert np.argsort(sobol["total"])[::-1].tolist() == [0, 1, 2]
    assert np.all(sobol["main"] <= sobol["total"] + 1e-9)
    assert np.argmax(model.explain(*step_data)["shuffled"]) == 0


def test_the_order_of_rows_means_nothing(step_data, three_classes):
    for model, (X, y) in (
        (tkl.TKLRegressor(), step_data),
        (tkl.TKLClassifier(), three_classes),
    ):
        expected = model.fit(X, y).predict(X)
        order = np.random.default_rng(7).permutation(len(X))
        np.testing.assert_array_equal(model.fit(X[order], y[order]).predict(X), expected)
        np.testing.assert_array_equal(model.support_vectors_, X[order][model.support_])


def test_the_number_of_threads_means_nothing(step_data):
    X, y = step_data
    one, two = (tkl.TKLRegressor(n_jobs=jobs).fit(X, y).predict(X) for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


def test_random_state(step_data):
    fits = [tkl.TKLRegressor(random_state=seed).fit(*step_data) for seed in (3, 3, 4)]
    scores = [model.search_results_["mean_test_score"] for model in fits]
    np.testing.assert_array_equal(scores[0], scores[1])
    assert not np.array_equal(scores[0], scores[2])
    assert tkl.TKLRegressor(random_state=np.random.RandomState(0)).fit(*step_data).n_iter_ >= 1


def test_cells_beside_landmarks(step_data):
    X, y = step_data
    exact = tkl.TKLRegressor(**QUICK).fit(X, y)
    cells = tkl.TKLRegressor(landmarks=10, cells=20, **QUICK).fit(X, y)
    assert len(cells.companions_) == 1  # two divisions into cells
    assert np.mean((cells.predict(X) - exact.predict(X)) ** 2) < 0.1 * np.var(y)
    again = tkl.TKLRegressor(landmarks=10, cells=20, n_jobs=1, **{k: v for k, v in QUICK.items() if k != "n_jobs"})
    np.testing.assert_array_equal(cells.predict(X), again.fit(X, y).predict(X))
    with pytest.raises(ValueError, match="cells"):
        tkl.TKLRegressor(cells="many", **QUICK).fit(X, y)
