"""The 27 problems on which solvers are compared: six sets, three costs, two tubes for regression."""

from bench import CLASSIFICATION, task

SETS = {"airfoil": 1300, "abalone": 4000, "ccpp": 8000, "pima_diabetes": 700, "svmguide1": 3000, "spambase": 3000}
QUICK_SETS = {"airfoil": 300, "pima_diabetes": 300}
COSTS = (1, 100, 10000)
TUBES = (0.01, 0.1)


def sets(quick):
    return QUICK_SETS if quick else SETS


def points(quick):
    found = []
    for name, rows in sets(quick).items():
        for cost in COSTS[:2] if quick else COSTS:
            for tube in (None,) if name in CLASSIFICATION else TUBES[1:] if quick else TUBES:
                found.append({"set": name, "rows": rows, "cost": cost, "tube": tube})
    return found


def measure(bench, verb, point, **options):
    files = bench.split(point["set"], point["rows"])
    return bench.measure(verb, train=files["train"], task=task(point["set"]), cost=point["cost"], tube=point["tube"],
                         **options)


def cells(point):
    return [f"{point['set']} {point['rows']}", point["cost"], point["tube"] if point["tube"] is not None else "–"]


def label(point):
    tube = f", ε {point['tube']}" if point["tube"] is not None else ""
    return f"{point['set']} {point['rows']}, C {point['cost']}{tube}"
