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

LONG = (
    "tests/kings_and_castles/test_kings_and_castles_conformance.py",
    "tests/cli/test_cli_learn.py",
    "tests/static_site/test_site_in_browser.py",
    "tests/kilt_castle/test_kilt_castle_conformance.py",
    "tests/carcassonne_castle/test_carcassonne_castle_conformance.py",
    "tests/web/browser/test_browser_matches.py",
    "tests/web/browser/test_browser_access.py",
    "tests/castle_keep/test_castle_keep_conformance.py",
    "tests/kings_and_castles/test_kings_and_castles_positions.py",
    "tests/recorded/test_recorded.py",
    "tests/review/test_review_judgement.py",
    "tests/docs/test_types.py",
    "tests/cli/test_cli_window_sizes.py",
    "tests/web/browser/test_browser_history.py",
    "tests/web/browser/test_browser_pages.py",
    "tests/web/browser/test_browser_picture.py",
    "tests/testing/test_conformance.py",
    "tests/testing/test_prover.py",
    "tests/kilt_castle/test_kilt_castle_oracle.py",
    "tests/cli/test_cli_fullscreen.py",
    "tests/packaging/test_wheel.py",
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
