#!/usr/bin/env bash
# A kernel learned to a certified optimum, from the command line; then a canyon, with its picture.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/build/release
out=build/demo
mkdir -p "$out"
cd "$out"
tkl() { echo "\$ tkl $*"; "$bin/apps/tkl" "$@"; echo; }

echo "== 1. Learn a kernel with its SVM, and certify it =="
echo
tkl generate friedman1 --rows 500 --noise 1 --seed 1 -o train.csv
tkl generate friedman1 --rows 1000 --seed 2 -o test.csv
tkl train --bound 3 -e 1e-6 train.csv friedman1.tkl
tkl predict test.csv friedman1.tkl predictions.txt

echo "== 2. A canyon from 400 points: tessellated kernel against Gaussian SVM =="
echo
"$bin/examples/canyon" canyon.svg
echo
echo "Everything is in $out: look at $out/canyon.svg"
