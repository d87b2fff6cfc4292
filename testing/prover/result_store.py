"""Results of trials in a file, so that a run can be interrupted and continued.

The key of a result is a fingerprint of the function, the change in it and the scenarios. When one
of them changes, the trial is run again. Other code may matter too: `--fresh` ignores the file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import DataError
from rulekeep.core.text import shortened
from rulekeep.testing.prover.mutants import Mutant
from rulekeep.testing.scenario_format import Scenario

_FORMAT = "1"
"""Increase it when stored results change their meaning."""


def cache_directory() -> Path:
    """Where results of tests are stored that can be made again: RULEKEEP_HOME, or the cache."""
    home = os.environ.get("RULEKEEP_HOME")
    if home:
        try:
            return Path(home).expanduser()
        except RuntimeError:
            raise DataError(shortened(home), "there is no such user's home") from None
    import platformdirs

    return Path(platformdirs.user_cache_dir("rulekeep"))


def default_path(game: str) -> Path:
    """The results file of a game in the user's cache."""
    return cache_directory() / "proof" / f"{game}.jsonl"


class TrialKeys:
    """Fingerprints of trials; each scenario is hashed once."""

    def __init__(self) -> None:
        self._scenarios: dict[str, str] = {}

    def of(self, mutant: Mutant, scenarios: Sequence[Scenario]) -> str:
        parts = [_FORMAT, mutant.file, mutant.function, mutant.context, str(mutant.offset)]
        parts += [str(mutant.end - mutant.start), mutant.new]
        parts += sorted(map(self._fingerprint, scenarios))
        return _digest("\0".join(parts).encode())

    def _fingerprint(self, scenario: Scenario) -> str:
        known = self._scenarios.get(scenario.where)
        if known is None:
            text = canonical_json(scenario.node.plain()).encode()
            known = _digest(text + b"".join(_data(scenario)))
            self._scenarios[scenario.where] = known
        return known


def _data(scenario: Scenario) -> Iterator[bytes]:
    """The data files that a scenario names."""
    data = scenario.node.get("data")
    if data is not None and scenario.directory is not None:
        for path in sorted((scenario.directory / data.str()).glob("*")):
            yield b"\0" + path.read_bytes()


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:24]


class ResultStore:
    """A file of results, one per line, each written as soon as it is known."""

    def __init__(self, path: Path | None = None, fresh: bool = False) -> None:
        """Without a path nothing is written; `fresh` ignores what is in the file."""
        self._path = path
        known = _read(path) if path is not None and not fresh else ()
        self._killed_by: dict[str, str] = dict(known)
        self._stream: TextIO | None = None

    def __len__(self) -> int:
        return len(self._killed_by)

    def get(self, key: str) -> str | None:
        """What killed the mutant, an empty text if it survived, None if it was not tried."""
        return self._killed_by.get(key)

    def add(self, key: str, killed_by: str) -> None:
        self._killed_by[key] = killed_by
        if self._path is None:
            return
        try:
            if self._stream is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._stream = self._path.open("a", encoding="utf-8")
            self._stream.write(json.dumps([key, killed_by], ensure_ascii=False) + "\n")
            self._stream.flush()
        except OSError as error:
            raise DataError(str(self._path), f"cannot be written: {error.strerror}") from None

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()


def _read(path: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), f"cannot be read: {error}") from None
    for line in lines:
        # The last line of a run that was killed may be half a line.
        try:
            key, killed_by = json.loads(line)
        except ValueError:
            continue
        if isinstance(key, str) and isinstance(killed_by, str):
            yield key, killed_by
