# Everything that people and CI do with this repository. `make` alone lists it.
# Needs Python 3.11+ and make; all else is installed into .venv from files that name every version and hash.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
# Two workers: the suite is sized for two cores, and files that start servers or browsers stay in one worker each.
WORKERS ?= 2
# A run of its own: Playwright keeps an event loop running in its process, and asyncio tests want theirs.
BROWSER := $(PYTEST) -n $(WORKERS) --dist loadfile tests/browser
# Servers, browsers and clocks share two cores here: what failed is tried once more, alone, and has to pass then.
AGAIN := $(PYTEST) --last-failed --last-failed-no-failures none

.DEFAULT_GOAL := help
.PHONY: help play test check soak bench bench-page load bounds mutants docs lock page format clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set-up ---------------------------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Sixfold needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

# Two steps: the locked requirements with their hashes, then this package itself without looking at the network.
$(VENV)/installed-run: requirements/run.txt pyproject.toml hatch_build.py | $(BIN)/python
	@echo "Installing what Sixfold needs (once, a minute or two) ..."
	$(PIP) --require-hashes -r requirements/run.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/installed-test: requirements/test.txt $(VENV)/installed-run
	@echo "Installing what the tests need (once) ..."
	$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

page: $(VENV)/installed-run ## build the web page, if its sources changed
	@$(BIN)/python hatch_build.py

# --- for people -----------------------------------------------------------------------------------------------------

play: page ## install, then open the table in your browser
	@$(BIN)/sixfold warm
	@$(BIN)/sixfold play

# --- for those who change it ----------------------------------------------------------------------------------------

test: $(VENV)/installed-test page ## all tests: types, rules, kernel, bots, server, browser, wheel
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/sixfold warm
	$(PYTEST) -n $(WORKERS) --dist loadfile --ignore tests/browser || $(AGAIN) --ignore tests/browser
	$(BROWSER) || $(AGAIN) tests/browser

check: $(VENV)/installed-test ## lint, types and the quick tests, in about a minute
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) -q -n $(WORKERS) --dist loadfile tests/arch tests/pieces tests/tiles tests/cards tests/spec tests/record tests/engine

soak: $(VENV)/installed-test page ## the long forms of the tests (hours)
	SIXFOLD_SOAK=1 $(PYTEST) -n $(WORKERS) --dist loadfile --ignore tests/browser
	SIXFOLD_SOAK=1 $(BROWSER)

bounds: $(VENV)/installed-test ## the kernel against the rules, with every array access checked
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -q tests/twin tests/kernel

mutants: $(VENV)/installed-test ## break the rules on purpose and see that the tests notice
	$(BIN)/python bench/mutants.py

bench: $(VENV)/installed-test page ## measure speed, and write docs/performance.md
	$(BIN)/sixfold bench --write docs/performance.md

bench-page: $(VENV)/installed-test page ## measure the page in Chromium, four times slowed down
	$(BIN)/python bench/browser.py

load: $(VENV)/installed-test page ## measure the server under load
	$(BIN)/python bench/load.py

docs: $(VENV)/installed-test ## build the documentation site into site/
	$(BIN)/mkdocs build --strict

format: $(VENV)/installed-test ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

LOCK := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

lock: $(VENV)/installed-test ## resolve the dependencies anew and write their hashes
	$(PIP) pip-tools
	$(LOCK) -o requirements/run.txt pyproject.toml requirements/build.in
	$(LOCK) --extra ray --extra research --extra docs --extra test -c requirements/run.txt \
		-o requirements/test.txt pyproject.toml requirements/build.in

clean: ## remove all that was built or installed
	rm -rf $(VENV) build dist site mutants artifacts web/node_modules src/sixfold/server/static
