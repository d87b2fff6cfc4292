"""What is slow to make and only read is made once, even when several workers run the tests."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path, Path], None]
) -> Path:
    """The directory `name` of this run. The first who asks makes it: `make(draft, directory)`.

    The draft is a place for what is needed on the way. Others wait until the directory is there, or its
    maker is gone.
    """
    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    made = place / f"{name}-shared"
    with open(place / f"{name}-is-made", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            draft = factory.mktemp(name)
            make(draft, draft / "made")
            (draft / "made").rename(made)
    return made
