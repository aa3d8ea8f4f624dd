"""docs/accuracy.md and its picture, from the results."""

import collections
import statistics

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend must be chosen first)

import sets  # noqa: E402
from common.rivals import RIVALS  # noqa: E402

matplotlib.rcParams.update({"svg.hashsalt": "tkl", "svg.fonttype": "none", "font.size": 9,
                            "axes.spines.top": False, "axes.spines.right": False})

ABOUT = """# Accuracy

Written by `make accuracy` (`python3 bench/accuracy`); do not edit by hand. `tkl train` with nothing but the task, beside
rivals that are tuned by 5-fold cross-validation over a grid on the same training rows (on 1500 of them at most, the SVM on
1000; then all are fitted). All see the same rows; numbers are means over random splits, as many as the table says, ± the
standard deviation over them where there is more than one. Text columns become one column a level for all of them. Where a
set is larger than shown, the rows are random. The Gaussian process is left
out above 1500 rows (700 and two classes in classification); XGBoost splits by histograms where there are more than two classes. The
last column has the processor seconds of tkl on the first split, search and all. Bold is best; the rank of a model is its mean place among all
models on a set.
"""


def table_of(results):
    """{set: {model: [errors by split]}}, of splits that every model has, where there are any."""
    return {name: models for name in dict.fromkeys(key.split("|")[0] for key in results)
            if (models := on_common_splits(results, name, ("tkl", *RIVALS)))["tkl"]}


def on_common_splits(results, name, models):
    """{model: [errors by split]}, of splits that all of these have."""
    measured = {}
    for key, value in results.items():
        at, split, model = key.split("|")
        if at == name and model in models:
            measured.setdefault(model, {})[int(split)] = value["error"]
    common = sorted(set.intersection(*(set(measured.get(model, {})) for model in models)))
    return {model: [measured[model][split] for split in common] for model in models}


def mean(errors):
    return None if None in errors else statistics.mean(errors)


def ranks(rows, models):
    """Mean place of each model; ties share it. A model that was left out of a set has no place there."""
    places = {model: [] for model in models}
    for row in rows.values():
        values = {model: mean(row[model]) for model in models if model in row and mean(row[model]) is not None}
        for model, value in values.items():
            better = sum(other < value for other in values.values())
            equal = sum(other == value for other in values.values())
            places[model].append(better + (equal + 1) / 2)
    return {model: statistics.mean(place) for model, place in places.items() if place}


def cell(errors, best, percent):
    value = mean(errors)
    if value is None:
        return "–"
    factor = 100 if percent else 1
    text = f"{factor * value:.3g}"
    if len(errors) > 1:
        text += f" ±{factor * statistics.stdev(errors):.2g}"
    return f"**{text}**" if value == best else text


def section(title, rows, models, percent, results):
    lines = [f"\n## {title}\n", "| data | rows | splits | " + " | ".join(models) + " | tkl chose (first split) | CPU s |",
             "|---|---|---|" + "---|" * (len(models) + 2)]
    for name, row in rows.items():
        best = min(mean(row[model]) for model in models if model in row and mean(row[model]) is not None)
        about = results.get(f"{name}|0|tkl", {})
        choice = about.get("chosen", {})
        scales = "per axis" if choice.get("axes") == "principal" else "per feature"
        words = f"{choice.get('family', '?')} {scales if choice.get('per_feature') else ''}".strip()
        lines.append(f"| {name} | {(sets.REGRESSION | sets.CLASSIFICATION)[name]} | "
                     + f"{len(row['tkl'])} | "
                     + " | ".join(cell(row[model], best, percent) if model in row else "–" for model in models)
                     + f" | {words} | {about.get('cpu', 0):.0f} |")
    place = ranks(rows, models)
    lines.append("| **mean rank** | | | " + " | ".join(f"{place[model]:.2f}" if model in place else "–" for model in models)
                 + " | | |")
    return "\n".join(lines) + "\n"


def difference(ours, theirs):
    """Of errors on the same splits, and how far chance could have moved it."""
    by_split = [a - b for a, b in zip(ours, theirs)]
    text = f"difference {statistics.mean(by_split):.2g}"
    if len(by_split) > 1:
        text += f", standard error {statistics.stdev(by_split) / len(by_split) ** 0.5:.2g}"
    return text


LIMITS = """
The sixth and eighth columns of Energy are codes, for orientation and for how the glazing is distributed, which trees cut up
as they like and kernels would take for quantities: the search tries both ([math.md](math.md) §11). On the wines, whose targets are
whole numbers and 15 and 19% of whose rows are repeats of others, trees are hard to beat. Of the small sets of classes most differences
are within the noise of five splits: one test row of Iris is 3%. On Abalone neither learning P nor other kernels, weights for a noise that grows with the age,
logarithms of the target or polynomials moved a kernel's error by more than 1%; kernels along principal axes of its sizes and weights do.
"""


def bars(results, table, models, cost):
    """What was set as a goal beforehand, and what came of it."""
    lines = ["\n## Bars\n", "| bar | measured | |", "|---|---|---|"]

    def add(bar, measured, passed):
        lines.append(f"| {bar} | {measured} | {'pass' if passed else '**fail**'} |")

    def best_rival(row):
        taking_part = [model for model in models if model != "tkl" and model in row and mean(row[model]) is not None]
        return min(taking_part, key=lambda model: mean(row[model]))

    for title, names, place in (("regression", sets.REGRESSION, 1), ("classification", sets.CLASSIFICATION, 2)):
        rows = {name: table[name] for name in names if name in table}
        if not rows:
            continue
        # Only models that were run on every set can be compared by their mean place.
        everywhere = [model for model in models
                      if all(model in row and mean(row[model]) is not None for row in rows.values())]
        order = sorted(ranks(rows, everywhere).items(), key=lambda item: item[1])
        own = [model for model, _ in order].index("tkl") + 1
        add(f"{title}: mean rank {'best' if place == 1 else 'best or second'} of the models that ran on all sets",
            ", ".join(f"{model} {rank:.2f}" for model, rank in order[:3]), own <= place)
    for name, limit, share in (("airfoil", 1.46, 0.75), ("ccpp", 9.70, 1.0)):
        if name in table and "XGBoost" in table[name]:
            ours, theirs = mean(table[name]["tkl"]), mean(table[name]["XGBoost"])
            add(f"{name}: below {limit} and at most {share} of XGBoost", f"{ours:.3g}, {ours / theirs:.2f} of XGBoost",
                ours < limit and ours <= share * theirs)
    for name in ("abalone", "yacht", "energy_efficiency_y1", "energy_efficiency_y2"):
        if name in table:
            rival = best_rival(table[name])
            ours, theirs = mean(table[name]["tkl"]), mean(table[name][rival])
            add(f"{name}: at or below the best rival", f"{ours:.3g} against {theirs:.3g} ({rival}); "
                + difference(table[name]["tkl"], table[name][rival]), ours <= theirs)
    if cost:
        tkl, grid = cost["tkl"], cost["grid"]
        fits = tkl["seconds"] / tkl["last_fit"]
        add("airfoil: the search takes at most 40 fits at the chosen point, each with learning its scales and all models of its mean",
            f"{fits:.1f}", fits <= 40)
        add(f"airfoil: and less time than a grid search of an RBF SVM over {grid['points']} points",
            f"{tkl['seconds']:.1f} s against {grid['seconds']:.1f} s (errors {tkl['error']:.3g} and {grid['error']:.3g})",
            tkl["seconds"] < grid["seconds"])
    pair = ("tkl", "RBF SVM")
    many = {name: row for name in ("iris", "wine", "segment", "satimage", "digits")
            if (row := on_common_splits(results, name, pair))["tkl"]}
    if many:
        ours, theirs = (statistics.mean(mean(row[model]) for row in many.values()) for model in pair)
        splits = ", ".join(f"{name} {len(row['tkl'])}" for name, row in many.items())
        add("several classes: at or above the RBF SVM's accuracy on average",
            f"wrong {100 * ours:.2f}% against {100 * theirs:.2f}% (splits that both have: {splits})", ours <= theirs)
    return "\n".join(lines) + "\n" + LIMITS


def versions(results):
    """Which versions of tkl the numbers are of, and how many of them."""
    found = collections.Counter(value["measured"].split("; ")[1].split(", ")[1] for key, value in results.items()
                                if key.endswith("|tkl") and "measured" in value)
    return ("\nVersions of tkl by the splits that they were measured on: "
            + ", ".join(f"{version} {count}" for version, count in found.most_common()) + ".\n")


def plot(file, rows, models):
    """For each set every model's error over the best of all."""
    figure, axes = plt.subplots(figsize=(7, 0.8 + 0.25 * len(rows)))
    for index, (name, row) in enumerate(rows.items()):
        values = {model: mean(row[model]) for model in models if model in row and mean(row[model]) is not None}
        best = max(min(values.values()), 1e-4)
        for model, value in values.items():
            ours = model == "tkl"
            axes.scatter(max(value, best) / best, -index, color="#1f6f8b" if ours else "#999999", s=36 if ours else 14,
                         zorder=3 if ours else 2, label=None)
    axes.set_yticks([-index for index in range(len(rows))], list(rows))
    axes.set_xscale("log")
    axes.set_xlabel("error / error of the best model (blue: tkl)")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(file, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def write(folder, results, cost):
    table = table_of(results)
    if not table:
        print("no results yet")
        return
    models = sorted({model for row in table.values() for model in row}, key=lambda model: (model != "tkl", model))
    text = ABOUT
    for title, names, percent in (("Regression: mean squared error", sets.REGRESSION, False),
                                  ("Classification: wrong, in percent", sets.CLASSIFICATION, True)):
        rows = {name: table[name] for name in names if name in table}
        if rows:
            text += section(title, rows, models, percent, results)
    if len(models) > 1:
        text += bars(results, table, models, cost)
    missing = [name for name in (*sets.REGRESSION, *sets.CLASSIFICATION) if name not in table]
    if missing:
        text += f"\nNot measured yet with all models: {', '.join(missing)}.\n"
    text += versions(results)
    plot(folder / "accuracy.svg", table, models)
    (folder / "accuracy.md").write_text(text + "\n![Error over the best model's, by data set](accuracy.svg)\n")
    print(f"wrote {folder / 'accuracy.md'}")
