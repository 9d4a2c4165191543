# Everything that people and CI do with this repository. `make` alone lists it.
# Needs Python 3.11+ and make; setup/ installs all else into .venv, from files that name every version and hash.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# Two workers: the suite is sized for two cores, and files that start servers or browsers stay in one worker each.
WORKERS ?= 2
# In the order of tests/conftest.py, which begins with what takes longest.
SPREAD := -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# A run of its own: Playwright keeps an event loop running in its process, and asyncio tests want theirs.
BROWSER := $(PYTEST) $(SPREAD) tests/browser
.DEFAULT_GOAL := help
.PHONY: help play tools test check steady soak bench bench-page load bounds mutants kernel docs lock page npm demo format release deploy-check audit clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set-up ---------------------------------------------------------------------------------------------------------

# What playing, tests, measuring and the documentation need is installed by setup/, once; then this takes a moment.
SETUP := VENV=$(VENV) $(PYTHON) setup

page: ## build the web page, if its sources changed
	@$(SETUP) run

demo: ## a copy of the page for any static host, with no server behind it, in build/demo
	@$(SETUP) run
	@$(BIN)/python hatch_build.py home
	@echo "build/demo is ready: docs/static-home.md says how to publish it"

# --- for people -----------------------------------------------------------------------------------------------------

play: page ## install, then open the table in your browser
	@exec $(BIN)/sixfold play

# --- for those who change it ----------------------------------------------------------------------------------------

test: tools page ## all tests: types, rules, kernel, bots, server, browser, wheel
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python hatch_build.py lint
	$(BIN)/mypy
	@# Both parts, so that one run tells all that fails; 2: somebody stopped it.
	$(PYTEST) $(SPREAD) --durations 40 --ignore tests/browser; first=$$?; test $$first -ne 2 || exit 2; \
	$(BROWSER) --durations 20 && exit $$first

tools:
	@$(SETUP) test

check: tools ## lint, types and the quick tests: some minutes at first, then about one
	$(BIN)/ruff check .
	$(BIN)/python hatch_build.py lint
	$(BIN)/mypy
	$(PYTEST) -q $(SPREAD) tests/arch tests/pieces tests/tiles tests/cards tests/spec tests/record tests/engine

deploy-check: ## lint the files of deploy/ and .github/
	@$(SETUP) release
	$(BIN)/hadolint --ignore DL3008 --ignore DL3066 deploy/Containerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

soak: tools page deploy-check ## the long forms of the tests (hours)
	SIXFOLD_SOAK=1 $(PYTEST) $(SPREAD) --ignore tests/browser
	SIXFOLD_SOAK=1 $(BROWSER)

audit: tools page ## each threat with the result of its tests, and known flaws of our parts, into docs/audit.md
	@$(SETUP) release
	$(BIN)/python -m bench.audit

# Two busy loops beside the suites that start servers and browsers: what depends on time or order shows itself.
steady: tools page ## the server, browser, wheel and kernel suites five times, in random order, on a busy machine
	$(BIN)/python bench/steady.py

kernel: tools ## compile the kernel to WebAssembly anew, into the package
	$(BIN)/python -m bench.kernel.build
	$(BIN)/python -m bench.kernel.door

npm: tools page ## the kernel as a package for other programs, with types and an example, into dist/npm
	$(BIN)/python -m bench.kernel.package

bounds: tools ## the kernel against the rules, with every array access checked
	NUMBA_BOUNDSCHECK=1 SIXFOLD_KERNEL=numba $(PYTEST) -q tests/twin tests/kernel

mutants: tools ## break the rules on purpose and see that the tests notice
	$(BIN)/python -m bench.mutants

bench: tools page ## measure speed, and write docs/performance.md
	@$(SETUP) bench
	$(BIN)/python -m bench.kernel --write docs/performance.md

bench-page: tools page ## measure the page in Chromium, four times slowed down, into docs/performance.md
	$(BIN)/python bench/browser.py --write docs/performance.md

load: tools page ## measure the server under load, and write docs/scale.md
	$(BIN)/python -m bench.load

docs: ## build the documentation site into site/
	@$(SETUP) docs
	$(BIN)/mkdocs build --strict

release: ## make a release: VERSION=0.3.0; DRY=--dry-run keeps nothing
	@$(SETUP) release
	$(BIN)/python -m release $(VERSION) $(DRY)

format: tools ## format the code, and wrap the documents
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python hatch_build.py format
	$(BIN)/python -m tests.docs.wrap

lock: tools ## resolve the dependencies anew, for every Python promised, and write their hashes
	$(BIN)/python -m setup.lock

clean: ## remove all that was built or installed
	rm -rf $(VENV) build dist site mutants artifacts web/node_modules src/sixfold/server/static
