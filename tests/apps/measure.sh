#!/usr/bin/env bash
# The program behind `make bench` measures, and what it measures is right.
# usage: measure.sh TKL TKL_MEASURE
set -euo pipefail
tkl=$1
measure=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$tkl" generate friedman1 --rows 120 --noise 1 --seed 1 -o train.csv
"$tkl" generate friedman1 --rows 60 --seed 2 -o test.csv
options=(--train train.csv --test test.csv --folder . --least 2 --most 2 --budget 1)

for verb in opt-a learning fit prediction peers; do
  "$measure" "$verb" "${options[@]}" >"$verb.json"
done
"$measure" fit "${options[@]}" --threads 1 2 >threads.json

python3 - <<'PYTHON'
import json
from pathlib import Path

answers = {file.stem: json.loads(file.read_text()) for file in Path().glob("*.json")}
print(json.dumps(answers, indent=1))
assert answers["threads"]["same_bits"] is True
assert answers["fit"]["threads"]["2"]["gap"] <= 1e-3
for verb in "opt-a", "learning":
    for side in "tkl", "libsvm":
        assert len(answers[verb][side]["seconds"]) == 2, verb
        assert 0 <= answers[verb][side]["gap"] <= 1e-3, verb
for side in "tkl", "libsvm":
    assert answers["prediction"][side]["support_vectors"] > 50
    assert answers["peers"][side]["error"] < 0.1  # 1 is the mean's
PYTHON
