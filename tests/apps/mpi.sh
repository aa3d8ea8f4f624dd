#!/usr/bin/env bash
# Several processes make the model of one; a run that is cut off goes on where it was.
# usage: mpi.sh TKL MPIRUN
set -euo pipefail
tkl=$1
mpirun=$2
# Tests may run as root, in containers, with fewer cores than processes.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Whether two files of predictions agree to a part in 1000 of their spread.
same() {
  paste "$1" "$2" | awk '
    { d = $1 - $2; s += $1; q += $1 * $1; e += d * d; n++ }
    END { exit !(n > 0 && sqrt(e / n) <= 1e-3 * sqrt(q / n - s * s / n / n)) }'
}

"$tkl" generate friedman1 --rows 2000 --noise 1 --seed 1 -o train.csv
"$tkl" generate friedman1 --rows 1000 --seed 2 -o test.csv
options=(--select none --bound 3 --landmarks 200 --threads 1 -q)

"$tkl" train "${options[@]}" train.csv one.tkl
"$tkl" predict -q test.csv one.tkl one.txt
for ranks in 2 3; do
  "$mpirun" -n $ranks "$tkl" train "${options[@]}" train.csv many.tkl
  "$tkl" predict -q test.csv many.tkl many.txt
  same one.txt many.txt || fail "$ranks ranks make another model than one"
  "$mpirun" -n $ranks "$tkl" predict -q test.csv one.tkl shared.txt
  cmp one.txt shared.txt || fail "$ranks ranks predict something else than one"
done

# Rows that memory has no room for are kept on disk, with the same result.
"$mpirun" -n 2 "$tkl" train "${options[@]}" -m 1 train.csv disk.tkl
"$tkl" predict -q test.csv disk.tkl disk.txt
same one.txt disk.txt || fail "rows on disk make another model than those in memory"
if timeout 60 "$mpirun" -n 2 env TMPDIR="$folder/absent" "$tkl" train "${options[@]}" -m 1 \
     train.csv disk.tkl 2> error.txt; then
  fail "rows were kept in a folder that is not there"
fi
grep -q "cannot create a scratch file" error.txt || fail "no word on the scratch file: $(cat error.txt)"

# An error of one rank ends all.
head -n 500 train.csv > broken.csv
echo "1,2" >> broken.csv
if timeout 60 "$mpirun" -n 2 "$tkl" train "${options[@]}" broken.csv broken.tkl 2> error.txt; then
  fail "a broken file was learned from"
fi
grep -q "found 2" error.txt || fail "no word about the broken line: $(cat error.txt)"
[[ ! -e broken.tkl ]] || fail "a model of a broken file"

# Killed in the middle, and resumed.
hard=(--select none --bound 0.3 --cost 300 --tube 0.01 -e 1e-4 --landmarks 300 --threads 1 -q
      --checkpoint-every 0.01)
"$mpirun" -n 4 "$tkl" train "${hard[@]}" train.csv whole.tkl
"$tkl" predict -q test.csv whole.tkl whole.txt
"$mpirun" -n 4 "$tkl" train "${hard[@]}" train.csv killed.tkl 2> /dev/null &
job=$!
for _ in $(seq 600); do
  [[ ! -e killed.tkl.checkpoint ]] || break
  sleep 0.05
done
[[ -e killed.tkl.checkpoint ]] || fail "no checkpoint was written"
pkill -KILL -n -f "train.csv killed.tkl" || fail "there was nobody to kill"
wait $job && fail "a run that lost a rank says it succeeded"
[[ ! -e killed.tkl ]] || fail "a model of a run that was cut off"
"$mpirun" -n 4 "$tkl" train "${hard[@]}" --resume train.csv killed.tkl
[[ ! -e killed.tkl.checkpoint ]] || fail "the checkpoint was left behind"
"$tkl" predict -q test.csv killed.tkl killed.txt
same whole.txt killed.txt || fail "a resumed run makes another model"

if "$mpirun" -n 2 "$tkl" train "${hard[@]}" --resume train.csv none.tkl 2> error.txt; then
  fail "resumed from nothing"
fi
grep -q "no checkpoint" error.txt || fail "no word about the missing checkpoint"

# The search is shared, too.
"$tkl" generate friedman1 --rows 300 --noise 1 --seed 3 -o small.csv
"$mpirun" -n 2 "$tkl" train --landmarks 100 --models 1 --threads 1 -q small.csv searched.tkl
"$tkl" predict test.csv searched.tkl searched.txt | awk '
  /Mean squared error/ { exit !($5 < 0.5) }' || fail "the search found nothing good"

# And it goes on where it was cut off.
search=(--landmarks 100 --models 1 --threads 1 -q --checkpoint-every 0.01)
"$mpirun" -n 2 "$tkl" train "${search[@]}" small.csv cut.tkl 2> /dev/null &
job=$!
for _ in $(seq 600); do
  [[ ! -e cut.tkl.checkpoint.search ]] || break
  sleep 0.05
done
[[ -e cut.tkl.checkpoint.search ]] || fail "no checkpoint of the search was written"
pkill -KILL -n -f "small.csv cut.tkl" || fail "nobody was searching"
wait $job && fail "a search that lost a rank says it succeeded"
"$mpirun" -n 2 "$tkl" train "${search[@]}" --resume small.csv cut.tkl
[[ ! -e cut.tkl.checkpoint.search ]] || fail "the checkpoint of the search was left behind"
"$tkl" predict -q test.csv searched.tkl searched.txt
"$tkl" predict -q test.csv cut.tkl cut.txt
same searched.txt cut.txt || fail "a resumed search finds another model"
echo "1 passed, 0 failed"
