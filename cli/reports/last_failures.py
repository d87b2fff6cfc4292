"""Which scenarios failed last time, kept from one run to the next."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import replace_file
from rulekeep.core.data_files import read_text
from rulekeep.core.errors import DataError

MOST = 10_000
"""Scenarios; whoever has more failures need not begin with them."""


def _file() -> Path:
    if os.environ.get("RULEKEEP_HOME"):
        return paths.home() / "failed.json"
    import platformdirs

    return Path(platformdirs.user_cache_dir("rulekeep")) / "failed.json"


def last_time() -> set[str]:
    """The keys of the scenarios that failed when they were last run; none if nobody knows."""
    try:
        kept = json.loads(read_text(_file()))
    except (DataError, ValueError, RecursionError):
        return set()
    return {key for key in kept if isinstance(key, str)} if isinstance(kept, list) else set()


def remember(tried: Iterable[str], failed: Iterable[str]) -> None:
    """What has not been tried this time stays as it was. DataError where it cannot be kept."""
    now = (last_time() - set(tried)) | set(failed)
    path = _file()
    if not now and not path.exists():
        return
    paths.made(path.parent)
    replace_file(path, json.dumps(sorted(now)[:MOST], ensure_ascii=False))
