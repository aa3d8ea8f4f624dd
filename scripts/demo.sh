#!/usr/bin/env bash
# A model from data alone, a kernel learned to a certified optimum, a canyon with its picture, and a
# report page.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/build/release
out=build/demo
mkdir -p "$out"
cd "$out"
tkl() { echo "\$ tkl $*"; "$bin/apps/tkl" "$@"; echo; }

echo "== 1. Give it data; it finds the rest =="
echo
tkl generate friedman1 --rows 400 --noise 1 --seed 1 -o train.csv
tkl generate friedman1 --rows 1000 --seed 2 -o test.csv
tkl train train.csv friedman1.tkl
tkl predict --interval 0.9 test.csv friedman1.tkl predictions.txt

echo "== 2. A tessellated kernel with its SVM, certified to a millionth =="
echo
tkl train --select none --bound 3 -e 1e-6 train.csv certified.tkl

echo "== 3. A canyon from 400 points: tessellated kernel against Gaussian SVM =="
echo
"$bin/examples/canyon" canyon.svg
echo
echo "== 4. What the first model learned, how sure it is and where it fails, on one page =="
echo
tkl report friedman1.tkl test.csv -o report.html || true  # without node there is none, and it says so
echo "Everything is in $out: look at $out/canyon.svg, and open $out/report.html in a browser"
