"""Test set-up for the whole repository."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["rulekeep.testing.pytest_plugin", "pytester"]

# The same examples on every machine; no deadlines, since a busy machine is not a bug.
settings.register_profile(
    "rulekeep",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("rulekeep")

# What is collected stays; afterwards, looking for garbage as often as usual would be a twelfth of all work.
gc.disable()
BETWEEN = (20_000, 20, 20)
"""How much is made between two searches for garbage."""

LONG = (
    "tests/cli/test_cli_learn.py",
    "tests/static_site/test_site_in_browser.py",
    "tests/kings_and_castles/test_kings_and_castles_conformance.py",
    "tests/web/browser/test_browser_matches.py",
    "tests/carcassonne_castle/test_carcassonne_castle_conformance.py",
    "tests/cli/test_cli_window_sizes.py",
    "tests/web/browser/test_browser_access.py",
    "tests/web/browser/test_browser_picture.py",
    "tests/testing/test_conformance.py",
    "tests/static_site/test_site_links.py",
    "tests/cli/test_cli_screen_view.py",
    "tests/book/test_book_in_a_browser.py",
    "tests/web/browser/test_browser_table.py",
    "tests/testing/test_prover.py",
    "tests/castle_keep/test_castle_keep_invariants.py",
    "tests/kilt_castle/test_kilt_castle_conformance.py",
    "tests/web/browser/test_browser_history.py",
    "tests/testing/test_scenario_branches.py",
    "tests/cli/test_cli_review.py",
    "tests/web/browser/test_browser_ways.py",
    "tests/static_site/test_site_profile.py",
    "tests/static_site/test_browser_app.py",
    "tests/packaging/test_wheel.py",
    "tests/web/browser/test_browser_pages.py",
    "tests/castle_keep/test_castle_keep_conformance.py",
    "tests/cli/test_cli_start_screen.py",
    "tests/sim/test_sim_training.py",
    "tests/web/browser/test_browser_examples_and_links.py",
    "tests/kings_and_castles/test_kings_and_castles_data.py",
    "tests/sim/test_sim_learning.py",
    "tests/carcassonne_castle/test_carcassonne_castle_drawings.py",
    "tests/cli/test_cli_hostile.py",
    "tests/cli/test_cli_fullscreen.py",
    "tests/docs/test_examples.py",
    "tests/docs/test_site.py",
    "tests/web/browser/test_browser_review.py",
    "tests/sim/test_sim_cli.py",
    "tests/server_simulation/test_server_simulation.py",
    "tests/castle_keep/test_castle_keep_positions.py",
    "tests/cli/test_cli_gallery.py",
    "tests/sim/test_sim_cluster.py",
    "tests/match/test_json_schema.py",
    "tests/docs/test_types.py",
    "tests/cli/test_cli_crash_report.py",
    "tests/kings_and_castles/test_kings_and_castles_positions.py",
    "tests/cli/test_cli_matches.py",
    "tests/web/test_web_leaks.py",
    "tests/recorded/test_recorded.py",
    "tests/review/test_review_judgement.py",
    "tests/kilt_castle/test_kilt_castle_oracle.py",
    "tests/sentences/test_sentences.py",
)
"""The files that take longest, the longest first."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Workers begin with long files, so that none of them is alone with one at the end."""
    if hasattr(config, "workerinput"):
        ranks = {name: rank for rank, name in enumerate(LONG)}
        items.sort(key=lambda item: ranks.get(item.nodeid.partition("::")[0], len(LONG)))


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: collecting garbage skips it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Also in the process that hands out the tests, which collects none."""
    gc.set_threshold(*BETWEEN)
    gc.enable()
