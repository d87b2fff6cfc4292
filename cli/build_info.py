"""Which build of the package runs: plain source, or extension modules made from the same source."""

from __future__ import annotations

from importlib.util import find_spec

PLAIN, COMPILED = "plain Python", "compiled"


def build() -> str:
    """What the rules run as here."""
    found = find_spec("rulekeep.core.primitives.bag")
    assert found is not None and found.origin is not None
    return PLAIN if found.origin.endswith(".py") else COMPILED
