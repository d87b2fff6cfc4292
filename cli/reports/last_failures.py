"""Which scenarios failed in the last run, saved for the next one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from rulekeep.core.data_files import read_text
from rulekeep.core.errors import DataError
from rulekeep.match.safe_files import make_directory, replace_file
from rulekeep.testing.prover.result_store import cache_directory

MAX_KEYS = 10_000


def _file() -> Path:
    return cache_directory() / "failed.json"


def read() -> set[str]:
    """The keys of the scenarios that failed when they were last run; none if that is unknown."""
    try:
        keys = json.loads(read_text(_file()))
    except (DataError, ValueError, RecursionError):
        return set()
    return {key for key in keys if isinstance(key, str)} if isinstance(keys, list) else set()


def update(ran: Iterable[str], failed: Iterable[str]) -> None:
    """Record what failed this time; scenarios that were not run stay as they were. DataError."""
    now = (read() - set(ran)) | set(failed)
    path = _file()
    if not now and not path.exists():
        return
    make_directory(path.parent)
    replace_file(path, json.dumps(sorted(now)[:MAX_KEYS], ensure_ascii=False))
