"""The simulation in small: schedules without a finding, and faults on purpose that are found."""

from __future__ import annotations

import functools
import sys

import pytest
from tests.campaigns.ledger import Unit
from tests.campaigns.simulate_server import work
from tests.server_simulation.planted import FAULTS, Fault
from tests.server_simulation.simulation import make_plan, shorten, simulate

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="files are read by their handle"),
    # A process that is killed ends no stream, and Python 3.14 warns of that.
    pytest.mark.filterwarnings(
        "ignore:Exception ignored while finalizing async generator"
        ":pytest.PytestUnraisableExceptionWarning"
    ),
]

SCHEDULES = 60
TRIES = 300
"""Schedules that are tried, from the remembered one on: a change of the server changes them all."""


@pytest.mark.parametrize("first", range(0, SCHEDULES, 20))
def test_schedules_find_nothing(first: int) -> None:
    found = {seed: simulate(seed).finding for seed in range(first, first + 20)}
    assert not {seed: what for seed, what in found.items() if what}


@pytest.mark.parametrize("seed", [1, 7, 32])
def test_a_seed_repeats_a_run(seed: int) -> None:
    assert simulate(seed) == simulate(seed)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_on_purpose_is_found(fault: Fault) -> None:
    seeds = range(fault.seed, fault.seed + TRIES)
    run = functools.partial(simulate, kinds=fault.kinds, game=fault.game)
    found = next((seed for seed in seeds if run(seed, fault=fault).finding), None)
    assert found is not None, "no schedule finds it"
    assert not run(found).finding, "it is found without the fault too"


def test_there_are_twenty_faults_or_more() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 20


def test_a_run_is_shortened() -> None:
    fault = next(fault for fault in FAULTS if fault.name == "Links are in the log")
    needed = shorten(fault.seed, lambda seed, only: simulate(seed, only, fault))
    assert len(needed) < len(make_plan(fault.seed))
    again = simulate(fault.seed, [action.number for action in needed], fault)
    assert again.finding == "a secret link is in the log"


def test_the_campaign_counts_schedules() -> None:
    done = work(Unit("schedule", 3))
    assert done.figures["schedules"] == 1 and done.figures["steps"] > 10 and not done.findings
