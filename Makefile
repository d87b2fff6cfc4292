# Two commands do everything: `make play` and `make test`.
# Both create a virtual environment in .venv and install what they need into it.

VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
# Tests of the terminal wait for each other more than they compute.
TESTERS ?= 3
GAMES ?= carcassonne_castle castle_keep kilt_castle kings_and_castles

.PHONY: help play serve test lint proof proof-sample soak leaks determinism bench bench-peers golden \
  positions docs clean

help:
	@echo "make play         play a game at the terminal"
	@echo "make serve        play in a browser, alone or with others in the network"
	@echo "make test         everything a contributor must pass"
	@echo "make lint         formatting, style and types only"
	@echo "make proof        break the code of every rule and see whether a scenario notices"
	@echo "make proof-sample the same for a fixed sample of the faults"
	@echo "make soak         100,000 random matches with everything that must hold in them"
	@echo "make leaks        a million looks for what somebody is shown and must not know"
	@echo "make determinism  the same answers from every Python found here"
	@echo "make proof-changed the same for rules changed since the last commit, or SINCE=REVISION"
	@echo "make compiled     a wheel for this platform with the rules compiled, in dist"
	@echo "make test-compiled the same answers from the compiled rules"
	@echo "make bench        speed of every game on this machine"
	@echo "make bench-peers  the same for other engines, in their own environments"
	@echo "make fuzz         distorted inputs at every door: only documented errors, bounded"
	@echo "make crash        kills, full disks, meddlers: nothing that was shown is lost"
	@echo "make dependencies the tests at the lowest and the newest versions of the libraries"
	@echo "make pictures     draw the pictures of docs/pictures anew"
	@echo "make positions    write docs/positions.md anew from the declarations of the games"
	@echo "make docs         the documentation as a site, with the rule books: site/index.html"
	@echo "make golden       draw the golden screens of the tests anew"

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

play: $(VENV)/.play
	@$(BIN)/rulekeep play

# SERVE='--host 0.0.0.0' lets others come.
serve: $(VENV)/.web
	@$(BIN)/rulekeep serve $(SERVE)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src/rulekeep tests benchmarks tools conftest.py hatch_build.py

test: lint
	$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder --rule-coverage

# All games, though one of them fails. PROOF=--all-code proves the rooms of rules as a whole.
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

# Bounded and resumable: make soak CAMPAIGN='--seconds 300'; the same command goes on.
soak leaks determinism: $(VENV)/.dev
	$(BIN)/python -m tests.campaigns $@ --workers $(WORKERS) $(CAMPAIGN)

# The same source through mypyc; pip install . stays pure unless RULEKEEP_COMPILE=1.
.PHONY: compiled test-compiled
compiled: $(VENV)/.dev
	RULEKEEP_COMPILE=1 $(BIN)/python -m build --wheel --no-isolation --outdir dist

# Compiled in haste, since only the answers matter; what is tried is named by its files.
# Kits and properties take minutes; KITS= leaves them out.
KITS ?= $(wildcard tests/*/test_*_conformance.py tests/*/test_*_invariants.py)
SAME_ANSWERS := games tests/tools tests/recorded tests/campaigns/test_campaigns_determinism.py \
  $(wildcard tests/*/test_*_oracle.py) tests/bots/test_bots_choosing.py tests/match/test_determinism.py
test-compiled: $(VENV)/.dev
	@if ! command -v cc >/dev/null; then \
	  echo "test-compiled: there is no C compiler here, so nothing is compiled"; exit 0; fi; \
	rm -rf build/wheel build/installed && mkdir -p build && \
	RULEKEEP_COMPILE=1 RULEKEEP_COMPILE_OPT=0 \
	  $(BIN)/python -m build --wheel --no-isolation --outdir build/wheel >build/compiling.log 2>&1 \
	  || { tail -20 build/compiling.log; exit 1; }; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --target build/installed build/wheel/*.whl && \
	PYTHONPATH=build/installed RULEKEEP_EXPECTED_BUILD=compiled \
	  $(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --no-loadscope-reorder $(SAME_ANSWERS) $(KITS)

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

bench-peers: compiled
	$(BIN)/python -m benchmarks.peers --compiled $$(ls -t dist/rulekeep-*.whl | head -1)

# Campaigns go on where they were left; CAMPAIGN='--seconds 600' bounds one, --fresh begins anew.
.PHONY: fuzz crash dependencies
fuzz crash dependencies: $(VENV)/.dev
	$(BIN)/python -m tests.campaigns $@ --workers $(WORKERS) $(CAMPAIGN)

golden: $(VENV)/.dev
	$(BIN)/python -m tests.cli.golden

pictures: $(VENV)/.dev
	$(BIN)/python -m tests.cli.front_pictures

positions: $(VENV)/.dev
	$(BIN)/rulekeep positions --markdown > docs/positions.md

# What is wrong in a page is an error. The books lie in the site, so that one copy of it is the whole.
docs: $(VENV)/.dev
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d build/docs docs site
	$(BIN)/rulekeep book --out site/book
	@echo "open site/index.html"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build site
