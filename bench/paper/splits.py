"""Results of several models on several random splits."""

import statistics


def by_model(rows):
    """{set: {model: {split: row}}}"""
    found = {}
    for row in rows:
        point = row["point"]
        found.setdefault(point["set"], {}).setdefault(point["model"], {})[point["split"]] = row
    return found


def common_splits(models):
    """The splits that every model has been measured on."""
    return sorted(set.intersection(*(set(splits) for splits in models.values())))


def spread(values, digits):
    """Mean ± standard deviation."""
    text = f"{statistics.mean(values):.{digits}f}"
    return text + (f" ± {statistics.stdev(values):.{digits}f}" if len(values) > 1 else "")
