"""Settings of estimators for tests."""

# Where the search is not the point.
QUICK = {"select": None, "reliability": False}
