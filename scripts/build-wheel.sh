#!/usr/bin/env bash
# Builds the wheel of the Python package to dist/ and tries it in an environment of its own.
# usage: build-wheel.sh python
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

rm -f dist/tkl-*.whl
"$python" -m build --wheel --no-isolation
TKL_WHEEL=$(realpath dist/tkl-*.whl) "$python" -m pytest -q -p no:cacheprovider tests/python/test_wheel.py
ls -l dist/tkl-*.whl
