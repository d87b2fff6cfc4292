"""Test set-up for the whole repository."""

from __future__ import annotations

import gc

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


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: collecting garbage skips it."""
    gc.collect()
    gc.freeze()
