#!/usr/bin/env bash
# Counts the instructions of bench/instructions.cpp and compares them with bench/instructions.txt: a
# guard against slower code that works on a busy machine, where seconds tell nothing.
# usage: check-instructions.sh [--update]
set -euo pipefail
cd "$(dirname "$0")/.."
program=build/release/bench/tkl_instructions
stored=bench/instructions.txt
tolerance=5 # percent

[[ $# -eq 0 || ($# -eq 1 && $1 == --update) ]] || { echo "usage: $0 [--update]" >&2; exit 2; }
[[ -x $program ]] || { echo "check-instructions: $program is not built; run make instructions" >&2; exit 2; }

# Which code is taken must not depend on the machine: valgrind shows every program the same CPU with
# AVX2, and OpenBLAS is told so. Only main counts, not the loader.
run=$(OPENBLAS_CORETYPE=Haswell OPENBLAS_NUM_THREADS=1 valgrind --tool=callgrind --toggle-collect=main \
  --callgrind-out-file=/dev/null "$program" 2>&1) || { echo "$run" >&2; exit 1; }
count=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<<"$run")
[[ -n $count && $count -gt 0 ]] || { echo "$run" >&2; echo "check-instructions: no count" >&2; exit 1; }

# Another compiler makes other code; there is nothing to compare then.
about=$(cat build/release/CMakeFiles/*/CMakeCXXCompiler.cmake)
compiler=$(sed -n 's/set(CMAKE_CXX_COMPILER_ID "\(.*\)")/\1/p' <<<"$about")
compiler+=" $(sed -n 's/set(CMAKE_CXX_COMPILER_VERSION "\([0-9]*\).*/\1/p' <<<"$about")"

if [[ ${1:-} == --update ]]; then
  {
    echo "# Instructions of bench/instructions.cpp, counted and rewritten by scripts/check-instructions.sh --update"
    echo "compiler: $compiler"
    echo "instructions: $count"
  } >"$stored"
  echo "check-instructions: $count instructions stored in $stored"
  exit 0
fi

expected=$(sed -n 's/^instructions: //p' "$stored")
expected_compiler=$(sed -n 's/^compiler: //p' "$stored")
if [[ $compiler != "$expected_compiler" ]]; then
  echo "check-instructions: NOT COMPARED: built by $compiler, $stored is for $expected_compiler ($count instructions)"
  exit 0
fi
change=$(awk "BEGIN { printf \"%+.1f\", 100 * ($count / $expected - 1) }")
echo "check-instructions: $count instructions, $change% against $stored (allowed +$tolerance%)"
if awk "BEGIN { exit !($change > $tolerance) }"; then
  cat >&2 <<TEXT
check-instructions: more instructions than allowed. If the change is worth it, say why in its commit
and store the new count:   scripts/check-instructions.sh --update
To see where they went:    valgrind --tool=callgrind $program   and then callgrind_annotate
TEXT
  exit 1
elif awk "BEGIN { exit !($change < -$tolerance) }"; then
  echo "check-instructions: a good deal fewer; keep that with scripts/check-instructions.sh --update"
fi
