#!/usr/bin/env bash
# Runs every `sh` block of a page in an empty folder, and checks that every `cpp` block stands in an
# example. usage: run_commands.sh page.md path/to/tkl examples-folder
set -euo pipefail
page=$(realpath "$1")
PATH=$(dirname "$(realpath "$2")"):$PATH
examples=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

blocks() { awk -v want="$1" '/^```/ { inside = ($0 == "```" want); next } inside' "$page"; }

blocks sh > commands.sh
if [[ ! -s commands.sh ]]; then
  echo "$page has no sh block" >&2
  exit 1
fi
bash -euo pipefail -x commands.sh

# Lines are compared without their indentation, in order and without gaps.
squeeze() { sed -e 's/^[[:space:]]*//' -e '/^$/d' "$@"; }
blocks cpp | squeeze > code.txt
if [[ -s code.txt ]]; then
  for example in "$examples"/*.cpp; do
    squeeze "$example" > example.txt
    if [[ $(< example.txt) == *"$(< code.txt)"* ]]; then exit 0; fi
  done
  echo "the C++ block of $page stands in no example" >&2
  exit 1
fi
