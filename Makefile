# Every target makes its own environment; nothing but Python, Git and make is needed beforehand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Nothing is installed but what has a hash in requirements/, and the package itself, which is built from here.
INSTALL = -m pip --disable-pip-version-check install --quiet
LOCKED = --require-hashes --requirement
EDITABLE = --no-build-isolation --no-deps --editable .

.PHONY: help demo test lint types unit test-all test-lowest audit docs rule-pages command-pages conformance research-scan comparison screenshots bench fuzz coverage faults mutants stress lock clean

help:
	@echo "make demo         the main job in a temporary repository"
	@echo "make test         lint, types, documentation and the whole test suite"
	@echo "make test-all     the test suite on every CPython from 3.10 that is here; TESTS=tests/git for a part of it"
	@echo "make test-lowest  the test suite with the oldest dependencies that the package admits"
	@echo "make audit        known vulnerabilities of the locked dependencies, where the index answers"
	@echo "make conformance  real readers of CSL, the research-scan package, and other long checks"
	@echo "make research-scan  of these, only the research-scan package on 2,500 faulty files"
	@echo "make comparison   what other tools notice and keep"
	@echo "make bench        timings beside other tools"
	@echo "make fuzz         fuzzing guided by coverage: SECONDS=60 for each target"
	@echo "make coverage     branch coverage of what rewrites, stages and merges: at least 95 % of each"
	@echo "make faults       every error, signal, kill and power cut at every call that writes, of 23 commands and situations"
	@echo "make mutants      mutation testing of the modules that could lose evidence"
	@echo "make stress       10,000 random histories merged, each result judged: nothing may be lost"
	@echo "make docs         the documentation site, in site/"
	@echo "make rule-pages   the rule pages and tables that are made from the rules"
	@echo "make command-pages  the pages that are made from the command line"
	@echo "make lock         the locked environments anew"

$(VENV)/.package: pyproject.toml requirements/package.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(INSTALL) $(LOCKED) requirements/package.txt
	$(BIN)/python $(INSTALL) $(EDITABLE)
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.package
	$(BIN)/python $(INSTALL) $(LOCKED) requirements/dev.txt
	@touch $@

demo: $(VENV)/.package
	$(BIN)/python -m sourceright_lint demo

test: lint types docs unit

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/pytest -n auto --dist worksteal

# It says which versions were found; those that were not are no failure.
test-all: $(VENV)/.dev
	$(BIN)/python -m tests.versions $(TESTS)

test-lowest: $(VENV)/.dev
	$(BIN)/python -m tests.versions --lowest $(TESTS)

$(VENV)-audit/.ready: requirements/audit.txt
	$(PYTHON) -m venv $(VENV)-audit
	$(VENV)-audit/bin/python $(INSTALL) $(LOCKED) requirements/audit.txt
	@touch $@

# Not those of lowest.txt: they are old to be tried, and nobody is given them who does not ask for them.
audit: $(VENV)-audit/.ready
	$(PYTHON) tests/audit.py $(VENV)-audit/bin/python $(filter-out %/lowest.txt,$(wildcard requirements/*.txt))

docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir site

rule-pages: $(VENV)/.dev
	$(BIN)/python -m tests.rule_pages

$(VENV)-bench/.ready: requirements/bench.txt requirements/package.txt
	$(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/python $(INSTALL) $(LOCKED) requirements/bench.txt $(LOCKED) requirements/package.txt
	@touch $@

bench: $(VENV)-bench/.ready
	$(VENV)-bench/bin/python $(INSTALL) --no-build-isolation --no-deps --force-reinstall .
	$(VENV)-bench/bin/python -m tests.benchmarks.bench --write

command-pages: $(VENV)/.dev
	$(BIN)/python -m tests.command_pages

# About ten minutes; a round that fails tells its seed.
stress: $(VENV)/.dev
	$(BIN)/python -m tests.merging.stress 10000

# Guided by coverage where atheris has a wheel for this Python, else by chance. Counts add up in build/fuzz.
SECONDS ?= 60

$(VENV)-fuzz/.ready: pyproject.toml requirements/package.txt requirements/fuzz.txt
	$(PYTHON) -m venv $(VENV)-fuzz
	$(VENV)-fuzz/bin/python $(INSTALL) $(LOCKED) requirements/package.txt
	$(VENV)-fuzz/bin/python $(INSTALL) $(EDITABLE)
	$(VENV)-fuzz/bin/python $(INSTALL) --only-binary :all: $(LOCKED) requirements/fuzz.txt \
		|| echo "there is no atheris for this Python: by chance, without a guide"
	@touch $@

fuzz: $(VENV)-fuzz/.ready
	$(VENV)-fuzz/bin/python -m tests.fuzz $(SECONDS)

# Branches of what rewrites files, their index entries, and merges: pyproject.toml says where 95 % is asked for.
COVERED := jsontext fixing fuzz git install/test_push.py merging properties reliability source

coverage: $(VENV)/.dev
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n auto --dist worksteal $(addprefix tests/,$(COVERED))
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report
	@mkdir -p build
	$(BIN)/python -m coverage json --quiet -o build/coverage.json
	$(BIN)/python -m tests.branches < build/coverage.json

# Some minutes; a short form of it is part of the test suite.
faults: $(VENV)/.dev
	SOURCERIGHT_LINT_FAULTS=all $(BIN)/pytest -n auto --dist worksteal tests/reliability

# The modules whose wrong byte would lose evidence: pyproject.toml names them. Takes hours for all of them; what is
# known is kept in mutants/ between runs. MODULES="jsontext/skip git/staging" are some of them.
$(VENV)-mutants/.ready: pyproject.toml requirements/package.txt requirements/mutants.txt
	$(PYTHON) -m venv $(VENV)-mutants
	$(VENV)-mutants/bin/python $(INSTALL) $(LOCKED) requirements/package.txt $(LOCKED) requirements/mutants.txt
	$(VENV)-mutants/bin/python $(INSTALL) $(EDITABLE)
	@touch $@

mutants: $(VENV)-mutants/.ready
	$(VENV)-mutants/bin/python -m tests.mutation all $(MODULES)

COMPILE := uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --quiet

lock:
	$(COMPILE) --python-version 3.10 requirements/dev.in --output-file requirements/dev.txt
	$(COMPILE) --python-version 3.10 pyproject.toml requirements/package.in --constraint requirements/dev.txt \
		--output-file requirements/package.txt
	for name in audit bench comparison fuzz mutants; do \
		$(COMPILE) --python-version 3.10 requirements/$$name.in --constraint requirements/dev.txt \
			--output-file requirements/$$name.txt || exit 1; done
	$(COMPILE) --python-version 3.10 --no-deps requirements/lowest.in --output-file requirements/lowest.txt
	$(COMPILE) --python-version 3.11 requirements/research-scan.in --output-file requirements/research-scan.txt

# Needs a Chromium.
screenshots: docs
	$(BIN)/python -m tests.screenshots

# Kept between runs; what is not to be had here is left out, and the run says so.
CONFORMANCE := .conformance

$(CONFORMANCE)/.ready: tests/conformance/package-lock.json
	@mkdir -p $(CONFORMANCE)/js
	@cp tests/conformance/package.json tests/conformance/package-lock.json $(CONFORMANCE)/js/
	@if command -v npm >/dev/null; then npm ci --prefix $(CONFORMANCE)/js --no-audit --no-fund --silent; \
		else echo "there is no npm: citation.js is left out"; fi
	@touch $@

# The package needs Python 3.11; an older one leaves it out, and the run says so.
RESEARCH_SCAN := $(CONFORMANCE)/research-scan

$(RESEARCH_SCAN)/.ready: requirements/research-scan.txt
	$(PYTHON) -m venv --clear $(RESEARCH_SCAN)
	@if $(RESEARCH_SCAN)/bin/python -c "import sys; sys.exit(sys.version_info < (3, 11))"; then \
		$(RESEARCH_SCAN)/bin/python $(INSTALL) $(LOCKED) requirements/research-scan.txt; \
		else echo "this Python is older than 3.11: research-scan is left out"; fi
	@touch $@

conformance: $(VENV)/.dev $(CONFORMANCE)/.ready audit $(RESEARCH_SCAN)/.ready
	SOURCERIGHT_LINT_CONFORMANCE=$(CONFORMANCE) $(BIN)/python -m tests.conformance
	SOURCERIGHT_LINT_CONFORMANCE=$(CONFORMANCE) RESEARCH_SCAN_MUTANTS=2500 $(BIN)/pytest -m "conformance or slow" -rs

research-scan: $(VENV)/.dev $(RESEARCH_SCAN)/.ready
	RESEARCH_SCAN_MUTANTS=2500 $(BIN)/pytest tests/research_scan/test_differential.py -rs

COMPARISON := .comparison

$(COMPARISON)/.ready: tests/comparison/package-lock.json requirements/comparison.txt
	@mkdir -p $(COMPARISON)
	@cp tests/comparison/package.json tests/comparison/package-lock.json $(COMPARISON)/
	npm ci --prefix $(COMPARISON) --no-audit --no-fund --silent
	$(BIN)/python $(INSTALL) $(LOCKED) requirements/comparison.txt
	@touch $@

comparison: $(VENV)/.dev $(COMPARISON)/.ready
	SOURCERIGHT_LINT_COMPARISON=$(COMPARISON) $(BIN)/python -m tests.comparison
	SOURCERIGHT_LINT_COMPARISON=$(COMPARISON) $(BIN)/pytest tests/comparison

clean:
	rm -rf $(VENV) $(VENV)-* $(CONFORMANCE) $(COMPARISON) site build dist mutants
