# A front for people; the build itself is CMake's (see CMakePresets.json).

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

CLANG_FORMAT := $(or $(shell command -v clang-format-14),clang-format)
CLANG_TIDY := $(or $(shell command -v clang-tidy-14),clang-tidy)

folders := $(wildcard include src apps python tests examples bench web)
formatted = $(shell find $(folders) -name '*.cpp' -o -name '*.hpp')
tidied = $(shell find src apps python/src -name '*.cpp')
# By hand or in the last commits; all of it takes ten minutes.
lately = $(shell git diff --name-only HEAD 2>/dev/null; git log -50 --name-only --format= 2>/dev/null)
tidied_lately = $(filter $(lately),$(tidied))
headers = $(shell find include src apps python/src -name '*.hpp')

.DEFAULT_GOAL := help
.PHONY: help deps build playground demo test lint format-check tidy format asan tsan fuzz bench bench-large accuracy paper classes instructions install wheel clean ci

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install what building and testing need (Debian, Ubuntu)
	scripts/install-deps.sh build test python mpi web browser wasm

build: ## Build the release: the library and the tkl program, in build/release
	scripts/install-deps.sh build web
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

playground: ## Build the playground page, to build/web/playground.html, and the program with it
	scripts/install-deps.sh build web wasm
	cmake --preset release
	scripts/build-playground.sh release $(JOBS)
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target tkl_cli
	@echo "The playground is in build/web/playground.html: open it in a browser"

demo: build ## Show what tkl does, in a minute
	scripts/demo.sh

# The playground comes first: the program has it inside, and the tests look at both.
test: deps ## Build, run all tests, lint what changed lately
	cmake --preset dev
	@if command -v emcmake >/dev/null; then scripts/build-playground.sh dev $(JOBS); \
	  else echo "No emscripten: the playground is neither built nor tested"; fi
	cmake --preset dev
	cmake --build --preset dev -j $(JOBS)
	ctest --preset dev -j $(JOBS)
	$(MAKE) --no-print-directory lint tidied='$(or $(tidied_lately),$(tidied))'

lint: ## Check the format of all sources and run clang-tidy on all
	@$(MAKE) --no-print-directory format-check
	@$(MAKE) --no-print-directory -j $(JOBS) -k tidy

format-check:
	$(CLANG_FORMAT) --dry-run --Werror $(formatted)

# A stamp a file, so that a second run costs nothing and the files are checked in parallel.
tidy: $(tidied:%=build/tidy/%.ok)

build/tidy/%.ok: % $(headers) .clang-tidy | build/dev/compile_commands.json
	@echo "clang-tidy $<"
	@found=$$($(CLANG_TIDY) --quiet -p build/dev --extra-arg=-Wno-unknown-warning-option $< 2>&1) || \
	  { echo "$$found"; exit 1; }
	@mkdir -p $(@D) && touch $@

build/dev/compile_commands.json:
	cmake --preset dev

format: ## Format the sources in place
	$(CLANG_FORMAT) -i $(formatted)

# FOLDERS='data|svm' takes only these of tests/, and what they need.
programs = $(if $(FOLDERS),OFF,ON)
asan: ## Run the quick tests under the address and undefined behaviour sanitizers
tsan: ## Run the quick tests under the thread sanitizer
asan tsan: deps
	cmake --preset $@ -DTKL_TEST_FOLDERS='$(FOLDERS)' -DTKL_BUILD_APPS=$(programs) -DTKL_BUILD_EXAMPLES=$(programs)
	cmake --build --preset $@ -j $(JOBS)
	ctest --preset $@ -j $(JOBS) || { ctest --preset $@ --rerun-failed; exit 1; }

fuzz: ## Fuzz every parser, each for FUZZ_SECONDS=60
	scripts/install-deps.sh build fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS)
	@set -e; for source in tests/fuzz/*.cpp; do \
	  name=$$(basename $$source .cpp); \
	  corpus=build/fuzz/corpus/$$name; mkdir -p $$corpus; \
	  seeds=tests/fuzz/corpus/$$name; [ -d $$seeds ] || seeds=; \
	  echo "$$name: $(FUZZ_SECONDS) seconds"; \
	  build/fuzz/tests/$$name -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
	    -artifact_prefix=build/fuzz/ $$corpus $$seeds; \
	done

# A python that has what the comparison needs; the first on the PATH may not be the system's.
python = $(or $(firstword $(foreach candidate,$(PYTHON) /usr/bin/python3 python3,\
  $(shell $(candidate) -c 'import numpy, matplotlib' 2>/dev/null && echo $(candidate)))),\
  $(error no python3 with numpy and matplotlib; set PYTHON))

bench: ## Benchmarks against LIBSVM and others, to docs/benchmarks.md; BENCH=--quick tries it
	scripts/install-deps.sh build bench
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS)
	@if [ -x build/bench/bench/tkl_bench ]; then build/bench/bench/tkl_bench; fi
	$(python) bench/compare $(BENCH)

bench-large: ## Many rows: landmarks, processes, rivals, to docs/large.md; LARGE=--quick tries it
	scripts/install-deps.sh build bench mpi web
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS) --target tkl_cli tkl_mpi
	$(python) bench/large $(LARGE)

accuracy: ## Accuracy of tkl train beside tuned rivals, to docs/accuracy.md; takes hours, and goes on where it stopped
	scripts/install-deps.sh build bench
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS) --target tkl_cli
	$(python) bench/accuracy $(ACCURACY)

paper: ## The paper's figures and tables beside the rivals it names, to docs/paper.md; ONLY=density,sdp for some, QUICK=1 to try
	scripts/install-deps.sh build bench paper
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS) --target tkl_cli
	$(python) bench/paper $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY)) $(PAPER)

classes: ## Probabilities and schemes for several classes, to docs/classes.md
	scripts/install-deps.sh build test python
	cmake --preset dev
	cmake --build --preset dev -j $(JOBS) --target tkl_core
	PYTHONPATH=build/dev/python $(python) bench/classes $(CLASSES)

instructions: ## Count the instructions of a fixed piece of work, and compare with bench/instructions.txt
	scripts/install-deps.sh build web instructions
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target tkl_instructions
	scripts/check-instructions.sh

install: build ## Install the release to PREFIX=/usr/local
	cmake --install build/release --prefix $(PREFIX)

wheel: ## Build the Python wheel, to dist, and try it in an environment of its own
	scripts/install-deps.sh build python web
	scripts/build-wheel.sh $(python)

clean: ## Remove everything that was built
	rm -rf build

ci: ## Run what continuous integration runs
	.ci/run
