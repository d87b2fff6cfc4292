"""What is slow to make and only read is made once, even when several workers run the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.patience import PATIENCE


def made_once(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path, Path], None]
) -> Path:
    """The directory `name` of this run. The first who asks makes it: `make(draft, directory)`.

    The draft is a place for what is needed on the way. Others wait until the directory is there.
    """
    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    made, lock = place / f"{name}-shared", place / f"{name}-is-made"
    deadline = time.monotonic() + PATIENCE
    while not made.exists():
        try:
            lock.mkdir()
        except FileExistsError:
            assert time.monotonic() < deadline, f"{lock}: somebody else never got ready"
            time.sleep(0.05)
            continue
        try:
            if not made.exists():
                draft = factory.mktemp(name)
                make(draft, draft / "made")
                (draft / "made").rename(made)
        finally:
            lock.rmdir()
    return made
