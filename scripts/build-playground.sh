#!/usr/bin/env bash
# Builds the playground page to build/web/playground.html: the core by emscripten, the page by node.
# usage: build-playground.sh preset [jobs]; needs build/preset configured, whose npm packages it uses
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
jobs=${2:-2}
modules=build/$preset/web/node_modules

if ! command -v emcmake >/dev/null; then
  echo "build-playground: no emscripten; install it (Debian: emscripten)" >&2
  exit 1
fi
if [[ ! -d $modules/esbuild ]]; then
  echo "build-playground: no npm packages in $modules; install nodejs and npm, then: cmake --preset $preset" >&2
  exit 1
fi
# Debian keeps the packages that emscripten's own scripts need here.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
emcmake cmake -S web/playground/core -B build/web/core -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build build/web/core -j "$jobs"
node web/bundle.mjs playground "$modules" build/web/made/playground build/web/core/playground_core.js
# What is as before stays untouched, so that the program need not be built again.
for file in playground.html playground.cpp; do
  cmp -s "build/web/made/$file" "build/web/$file" || cp "build/web/made/$file" "build/web/$file"
done
