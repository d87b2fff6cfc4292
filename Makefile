# The main targets are `make play` and `make test`. Targets create .venv and install what they need.

VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
# More than the cores: tests of terminals and browsers wait more than they compute.
TESTERS ?= 8
EXAMPLES := $(notdir $(wildcard examples/games/*))
GAMES ?= carcassonne_castle castle_keep kilt_castle kings_and_castles

.PHONY: help play serve test style lint proof proof-sample proof-changed scenario-branches soak leaks determinism fuzz \
  crash simulate-server dependencies audit compiled test-compiled bench bench-peers golden pictures positions sentences \
  author-pages gallery docs site clean

help:
	@echo "make play          play a game at the terminal"
	@echo "make serve         play in a browser, alone or with others in the network"
	@echo "make test          run every check a contribution must pass"
	@echo "make lint          check formatting, style and types only"
	@echo "make proof         break the code of every rule and see whether a scenario fails"
	@echo "make proof-sample  the same for a fixed sample of the mutants"
	@echo "make proof-changed the same for rules changed since the last commit, or SINCE=REVISION"
	@echo "make scenario-branches  name the branches of the rules that no scenario takes"
	@echo "make soak          play 100,000 random matches and check every invariant"
	@echo "make leaks         look a million times for hidden information in what a player is shown"
	@echo "make determinism   compare the results of every Python installed here"
	@echo "make fuzz          feed distorted input to every parser: documented errors only, in bounded time"
	@echo "make crash         kill programs and fill disks: no move that was shown is lost"
	@echo "make simulate-server  run the server under 100,000 schedules of requests, faults and kills"
	@echo "make dependencies  test with the lowest and the newest versions of the libraries"
	@echo "make audit         look for known vulnerabilities in the libraries"
	@echo "make compiled      build a wheel with compiled rules for this platform, in dist"
	@echo "make test-compiled check that compiled rules give the same results"
	@echo "make bench         measure the speed of every game on this machine"
	@echo "make bench-peers   the same for other engines, in their own environments"
	@echo "make golden        write the expected screens of the tests again"
	@echo "make pictures      draw the pictures of docs/pictures again"
	@echo "make positions     write docs/positions.md again from the declarations of the games"
	@echo "make sentences     write every sentence that people read to build/sentences.txt"
	@echo "make author-pages  write the generated parts of the pages for game authors again"
	@echo "make gallery       test and prove the example games"
	@echo "make docs          build the documentation site with the rule books: site/index.html"
	@echo "make site          write the site that plays in the browser: build/site"
	@echo "make clean         remove everything that make has created"

# The first Python of 3.11 or newer; PYTHON=... names another.
$(BIN)/python:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "creating $(VENV) with $$python"; exec $$python -m venv $(VENV); \
	  fi; \
	done; echo "rulekeep needs Python 3.11 or newer (make PYTHON=/path/to/python)" >&2; exit 1

$(VENV)/.play: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.web: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web]'
	@touch $@ $(VENV)/.play

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play $(VENV)/.web

# The program suggests commands such as `rulekeep resume`, which a shell finds only in the environment.
play: $(VENV)/.play
	@$(BIN)/rulekeep play
	@command -v rulekeep >/dev/null || echo "Before you type rulekeep as shown here, run: . $(BIN)/activate"

# SERVE='--host 0.0.0.0' lets others in the network join.
serve: $(VENV)/.web
	@$(BIN)/rulekeep serve $(SERVE)

MYPY := $(BIN)/mypy src/rulekeep tests benchmarks tools conftest.py hatch_build.py \
  $(foreach game,$(EXAMPLES),examples/games/$(game)/$(game))

style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint: style
	$(MYPY)

# Tests start hundreds of processes: compiled modules are kept, whatever the environment says.
test test-compiled: export PYTHONDONTWRITEBYTECODE :=

# Types are checked during the tests, since mypy uses one core only. In a new environment one process
# prepares the test modules first, or every worker would do so.
test: style
	@mkdir -p build; $(MYPY) >build/types.log 2>&1 & types=$$!; \
	if [ ! -e $(VENV)/.collected ]; then \
	  $(BIN)/python -m pytest --collect-only -q >/dev/null && touch $(VENV)/.collected; fi; \
	$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder --rule-coverage; \
	tests=$$?; wait $$types; types=$$?; cat build/types.log; [ $$tests = 0 ] && [ $$types = 0 ]

# All games, even if one of them fails. PROOF=--all-code mutates all code of the rules.
proof: $(VENV)/.dev
	@good=true; for game in $(GAMES); do \
	  $(BIN)/rulekeep prove $$game --workers $(WORKERS) $(PROOF) || good=false; \
	done; $$good

proof-sample: PROOF := --sample 10 --at-least 95
proof-sample: proof

# Rules whose code or scenarios differ from an earlier revision.
SINCE ?= HEAD~1
proof-changed: PROOF := --since $(SINCE) --sample 10 --at-least 90
proof-changed: proof

scenario-branches: $(VENV)/.dev
	@good=true; for game in $(GAMES); do \
	  $(BIN)/python tools/scenario_branches.py $$game || good=false; \
	done; $$good

# Campaigns continue where they stopped. CAMPAIGN='--seconds 600' limits one, --fresh starts it again.
soak leaks determinism fuzz crash dependencies: $(VENV)/.dev
	$(BIN)/python -m tests.campaigns $@ --workers $(WORKERS) $(CAMPAIGN)

simulate-server: $(VENV)/.dev
	$(BIN)/python -m tests.campaigns simulate_server --workers $(WORKERS) $(CAMPAIGN)

# mypyc compiles the same source; without RULEKEEP_COMPILE=1 a wheel is pure Python.
compiled: $(VENV)/.dev
	RULEKEEP_COMPILE=1 $(BIN)/python -m build --wheel --no-isolation --outdir dist

# Compiled without optimisation, since only the results matter.
# Conformance kits and properties take minutes; KITS= leaves them out.
KITS ?= $(wildcard tests/*/test_*_conformance.py tests/*/test_*_invariants.py)
SAME_RESULTS := games tests/tools tests/recorded tests/campaigns/test_campaigns_determinism.py \
  $(wildcard tests/*/test_*_oracle.py) tests/bots/test_bots_choosing.py tests/match/test_determinism.py
test-compiled: $(VENV)/.dev
	@if ! command -v cc >/dev/null; then \
	  echo "test-compiled: skipped: there is no C compiler"; exit 0; fi; \
	rm -rf build/wheel build/installed && mkdir -p build && \
	RULEKEEP_COMPILE=1 RULEKEEP_COMPILE_OPT=0 \
	  $(BIN)/python -m build --wheel --no-isolation --outdir build/wheel >build/compiling.log 2>&1 \
	  || { tail -20 build/compiling.log; exit 1; }; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --target build/installed build/wheel/*.whl && \
	PYTHONPATH=build/installed RULEKEEP_EXPECTED_BUILD=compiled \
	  $(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder $(SAME_RESULTS) $(KITS)

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

bench-peers: compiled
	$(BIN)/python -m benchmarks.peers --compiled $$(ls -t dist/rulekeep-*.whl | head -1)

# pip-audit has its own environment, so that it does not change what it checks.
audit: $(VENV)/.dev
	@$(BIN)/python -m venv build/audit; \
	if build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit; then \
	  build/audit/bin/python tools/audit.py \
	    $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))'); \
	else echo "audit: skipped: pip-audit cannot be installed here"; fi

golden: $(VENV)/.dev
	$(BIN)/python -m tests.cli.golden

pictures: $(VENV)/.dev
	$(BIN)/python -m tests.cli.front_pictures

positions: $(VENV)/.dev
	$(BIN)/rulekeep positions --markdown > docs/positions.md

sentences: $(VENV)/.dev
	$(BIN)/python -m tests.sentences.collect

author-pages: $(VENV)/.dev
	$(BIN)/python -m tools.author_pages

# The example games are installed beside the environment, so that no other command lists them.
build/gallery/.installed: $(VENV)/.dev $(shell find examples/games -type f)
	rm -rf build/gallery
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
	  --target build/gallery $(addprefix ./examples/games/,$(EXAMPLES))
	@touch $@

gallery: export PYTHONPATH := build/gallery
gallery: build/gallery/.installed
	@for game in $(EXAMPLES); do \
	  $(BIN)/rulekeep check $$game && $(BIN)/rulekeep scenarios $$game --rule-coverage && \
	  $(BIN)/rulekeep prove $$game --workers $(WORKERS) || exit 1; \
	done

# Warnings are errors. The site contains the rule books, those of the example games too.
docs: build/gallery/.installed
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d build/docs docs site
	PYTHONPATH=build/gallery $(BIN)/rulekeep book --out site/book
	@echo "open site/index.html"

# Python for browsers is fetched by npm, once.
site: $(VENV)/.web
	$(BIN)/rulekeep site --out build/site

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build site
