"""The rivals, each tuned by cross-validation on the training rows alone."""

import os

import numpy as np
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, WhiteKernel
from sklearn.linear_model import LogisticRegressionCV, RidgeCV
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, SVR
from sklearn.compose import TransformedTargetRegressor

JOBS = int(os.environ.get("JOBS") or os.cpu_count())
TUNING_ROWS = 1500  # a grid is searched on so many rows at most, then all are fitted
SVM_STEPS = 3_000_000  # LIBSVM's iterations are unlimited by default, and at a large C it uses the freedom for hours


def tuned(model, grid, x, y, task, rows=TUNING_ROWS):
    """The best of the grid by 5-fold cross-validation, fitted to all rows."""
    metric = "neg_mean_squared_error" if task == "regression" else "accuracy"
    search = GridSearchCV(model, grid, cv=5, scoring=metric, n_jobs=JOBS, refit=False)
    part = np.random.default_rng(0).permutation(len(y))[:rows]
    search.fit(x[part], y[part])
    return clone(model).set_params(**search.best_params_).fit(x, y)


def standardised(model):
    """Features and target of mean 0 and deviation 1, as every guide recommends."""
    return TransformedTargetRegressor(make_pipeline(StandardScaler(), model), transformer=StandardScaler())


def rbf_svm(x, y, task):
    gammas = [g / x.shape[1] for g in (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)]
    if task == "regression":
        # Two widths of the tube, of which the narrow one takes many times as long: only at the usual costs.
        return tuned(standardised(SVR(max_iter=SVM_STEPS, cache_size=500)),
                     [{"regressor__svr__C": [1, 10, 100, 1000], "regressor__svr__gamma": gammas,
                       "regressor__svr__epsilon": [0.1]},
                      {"regressor__svr__C": [10, 100], "regressor__svr__gamma": gammas,
                       "regressor__svr__epsilon": [0.02]}], x, y, task, 1000)
    return tuned(make_pipeline(StandardScaler(), SVC(max_iter=SVM_STEPS, cache_size=500)),
                 {"svc__C": [0.3, 1, 10, 100, 1000], "svc__gamma": gammas}, x, y, task, 1000)


def random_forest(x, y, task):
    model = (RandomForestRegressor if task == "regression" else RandomForestClassifier)(200, random_state=0)
    return tuned(model, {"max_features": [1.0, 0.5, "sqrt"], "min_samples_leaf": [1, 3]}, x, y, task)


def xgboost(x, y, task):
    import xgboost as xgb
    kind = xgb.XGBRegressor if task == "regression" else xgb.XGBClassifier
    # A tree for each class in every round: by exact splits a grid would take hours.
    several = task == "classification" and len(set(y)) > 2
    model = kind(n_jobs=1, random_state=0, subsample=0.8, colsample_bytree=0.8,
                 tree_method="hist" if several else "auto")
    return tuned(model, [{"max_depth": [3, 5, 8], "learning_rate": [rate], "n_estimators": [trees],
                          "min_child_weight": [1, 5]} for rate, trees in ((0.1, 300), (0.03, 1000))], x, y, task)


def neural_net(x, y, task):
    if task == "regression":
        return tuned(standardised(MLPRegressor((50, 50, 50), max_iter=500, random_state=0)),
                     {"regressor__mlpregressor__alpha": [1e-4, 1e-2, 1.0]}, x, y, task)
    return tuned(make_pipeline(StandardScaler(), MLPClassifier((50, 50, 50), max_iter=500, random_state=0)),
                 {"mlpclassifier__alpha": [1e-4, 1e-2, 1.0]}, x, y, task)


def linear(x, y, task):
    if task == "regression":
        return make_pipeline(StandardScaler(), RidgeCV(np.logspace(-4, 4, 17))).fit(x, y)
    return make_pipeline(StandardScaler(), LogisticRegressionCV(Cs=8, max_iter=1000, n_jobs=JOBS)).fit(x, y)


def neighbours(x, y, task):
    kind = KNeighborsRegressor if task == "regression" else KNeighborsClassifier
    name = kind.__name__.lower()
    return tuned(make_pipeline(StandardScaler(), kind()),
                 {f"{name}__n_neighbors": [1, 2, 3, 5, 8, 12, 20, 30],
                  f"{name}__weights": ["uniform", "distance"]}, x, y, task)


def gaussian_process(x, y, task):
    if len(y) > 1500:
        return None
    n = x.shape[1]
    if task == "classification":
        if len(set(y)) > 2 or len(y) > 700:
            return None
        return make_pipeline(StandardScaler(), GaussianProcessClassifier(ConstantKernel() * RBF(n ** 0.5))).fit(x, y)
    scales = np.full(n, n ** 0.5)
    kernel = ConstantKernel() * Matern(scales, (1e-2, 1e3), nu=1.5) + WhiteKernel(0.1)
    return standardised(GaussianProcessRegressor(kernel, n_restarts_optimizer=0, random_state=0)).fit(x, y)


RIVALS = {"RBF SVM": rbf_svm, "random forest": random_forest, "XGBoost": xgboost, "neural net": neural_net,
          "linear": linear, "neighbours": neighbours, "Gaussian process": gaussian_process}

