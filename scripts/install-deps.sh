#!/usr/bin/env bash
# Installs the packages that are missing on Debian or Ubuntu, and nothing else.
# usage: install-deps.sh [build] [test] [python] [mpi] [web] [browser] [wasm] [fuzz] [bench] [paper] [instructions]
# (default: build test)
# TKL_SKIP_DEPS=1 makes it do nothing, for those who bring dependencies of their own.
set -euo pipefail

declare -A groups=(
  [build]="make g++ cmake ninja-build pkg-config libeigen3-dev libopenblas-pthread-dev
           libhwy-dev nlohmann-json3-dev libcli11-dev"
  [test]="libgtest-dev libbenchmark-dev libsvm-dev libsvm-tools coinor-csdp clang-format clang-tidy"
  [python]="pybind11-dev python3-dev python3-pip python3-setuptools python3-wheel python3-venv
            python3-build python3-numpy python3-scipy python3-joblib python3-sklearn python3-pandas
            python3-matplotlib python3-pytest python3-dask python3-distributed"
  [mpi]="libopenmpi-dev openmpi-bin"
  [web]="nodejs npm"
  [browser]="chromium fonts-dejavu-core"
  [wasm]="emscripten"
  [fuzz]="clang libclang-rt-dev"
  [bench]="libbenchmark-dev libsvm-dev libsvm-tools valgrind python3-sklearn python3-xgboost
           python3-matplotlib"
  [paper]="coinor-csdp python3-scipy python3-sklearn python3-xgboost python3-matplotlib"
  [instructions]="valgrind"
)

[[ -z "${TKL_SKIP_DEPS:-}" ]] || exit 0
[[ $# -gt 0 ]] || set -- build test

wanted=()
for group in "$@"; do
  if [[ -z "${groups[$group]:-}" ]]; then
    echo "install-deps: no group '$group'; there are: ${!groups[*]}" >&2
    exit 2
  fi
  # The names hold no blanks, so splitting at blanks is what is meant.
  # shellcheck disable=SC2206
  wanted+=(${groups[$group]})
done

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  {
    echo "install-deps: this system has no apt-get. tkl needs, under their Debian names:"
    echo "  ${wanted[*]}"
    echo "Install these with your package manager. Continuing as if they were there."
  } >&2
  exit 0
fi

# A node that is not Debian's brings its own npm, and Debian's package would contradict it.
has_npm=
if command -v node >/dev/null && command -v npm >/dev/null; then has_npm=yes; fi

missing=()
for package in "${wanted[@]}"; do
  [[ -n $has_npm && ($package == nodejs || $package == npm) ]] && continue
  # shellcheck disable=SC2016  # ${Status} is dpkg's, not the shell's
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $EUID -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: run this as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "install-deps: installing ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
"${apt[@]}" update
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
