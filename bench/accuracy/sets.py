"""The data sets, their sizes, and the splits that all models share."""

import random

# name: rows to train on, four fifths of the set or fewer; at most 4000, but for the two sizes that the paper has
REGRESSION = {
    "airfoil": 1300, "ccpp": 8000, "abalone": 3341, "yacht": 246, "energy_efficiency_y1": 614,
    "energy_efficiency_y2": 614, "forestfires": 413, "winequality_red": 1279, "winequality_white": 3918,
    "space_ga": 2485, "california_housing": 4000, "gas_turbine": 4000, "protein_casp": 4000, "volcano": 2000,
    "grand_canyon": 750,
}
CLASSIFICATION = {
    "liver_disorders": 276, "breast_cancer_wisconsin": 546, "heart_statlog": 216, "pima_diabetes": 614,
    "sonar": 166, "australian": 552, "spambase": 3000, "banknote": 1097, "haberman": 244, "fourclass": 689,
    "svmguide1": 3000, "svmguide3": 994, "higgs_sample": 3000,
    "iris": 120, "wine": 142, "segment": 1848, "satimage": 4435, "digits": 1437,
}
MOST_TEST_ROWS = 5000


def task_of(name):
    return "regression" if name in REGRESSION else "classification"


def split(name, count, seed):
    """Indices of training and test rows, shuffled by the seed."""
    order = list(range(count))
    random.Random(1000 + seed).shuffle(order)
    wanted = (REGRESSION | CLASSIFICATION)[name]
    size = wanted if wanted < count else count * 4 // 5
    return order[:size], order[size:size + MOST_TEST_ROWS]
