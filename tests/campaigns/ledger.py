"""What a campaign has done so far, kept in a small file: an interrupted run goes on from there."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulekeep.core.errors import DataError

ROOT = Path(__file__).parents[2]
FINDINGS_KEPT = 200
"""More would only fill the disk; their number is counted on."""


@frozen
class Unit:
    """A piece of work: a number in a series. The same number is the same work for ever."""

    series: str
    number: int

    def __str__(self) -> str:
        return f"{self.series}:{self.number}"


@frozen
class Finding:
    """Something that should not be, in a sentence, with files that show it."""

    what: str
    files: Mapping[str, str] = field(factory=dict)
    """Texts by the names they get in the state directory."""


@frozen
class Done:
    """What came of a unit."""

    unit: Unit
    figures: Mapping[str, int]
    findings: tuple[Finding, ...] = ()


def program() -> str:
    """A fingerprint of the sources: what was found with others may be mended."""
    digest = hashlib.sha256()
    for part in ("core", "match", "games", "bots", "sim", "session", "testing", "web", "cli"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix in (".py", ".yaml") and path.is_file():
                digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


@define
class Ledger:
    """Figures, what is done of each series, and what was found."""

    path: Path
    program: str
    figures: Counter[str] = field(factory=Counter)
    programs: dict[str, int] = field(factory=dict)
    """Units done by fingerprint of the sources."""
    seconds: float = 0.0
    found: list[dict[str, Any]] = field(factory=list)
    _ranges: dict[str, list[list[int]]] = field(factory=dict)

    @classmethod
    def open(cls, path: Path, fresh: bool = False) -> Ledger:
        """The ledger as it was left; what was found with other sources is to be tried again."""
        ledger = cls(path, program())
        if fresh or not path.exists():
            return ledger
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            ledger.figures = Counter(kept["figures"])
            ledger.programs = dict(kept["programs"])
            ledger.seconds = float(kept["seconds"])
            ledger._ranges = dict(kept["done"])
            ledger.found = list(kept["found"])
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(str(path), f"is no ledger ({error!r}); --fresh begins anew") from None
        for entry in [e for e in ledger.found if e["program"] != ledger.program]:
            ledger._forget(entry)
        return ledger

    def _forget(self, entry: dict[str, Any]) -> None:
        self.found.remove(entry)
        self.figures.subtract(entry["figures"])
        self._take_out(Unit(*entry["unit"]))
        for name in entry["files"]:
            (self.path.parent / name).unlink(missing_ok=True)

    # -- what is done -----------------------------------------------------------------------

    def is_done(self, unit: Unit) -> bool:
        return any(a <= unit.number <= b for a, b in self._ranges.get(unit.series, ()))

    def undone(self, series: str) -> Iterator[Unit]:
        """The numbers of a series that are left, from 0 on and without end."""
        number = 0
        while True:
            unit = Unit(series, number)
            if not self.is_done(unit):
                yield unit
            number += 1

    def _put_in(self, unit: Unit) -> None:
        ranges = sorted([*self._ranges.get(unit.series, []), [unit.number, unit.number]])
        merged = ranges[:1]
        for low, high in ranges[1:]:
            if low <= merged[-1][1] + 1:
                merged[-1][1] = max(merged[-1][1], high)
            else:
                merged.append([low, high])
        self._ranges[unit.series] = merged

    def _take_out(self, unit: Unit) -> None:
        parts: list[list[int]] = []
        for low, high in self._ranges.get(unit.series, []):
            if low <= unit.number <= high:
                parts += [[low, unit.number - 1], [unit.number + 1, high]]
            else:
                parts.append([low, high])
        self._ranges[unit.series] = [part for part in parts if part[0] <= part[1]]

    def add(self, done: Done) -> None:
        """Note a unit; the files of its findings are written next to the ledger."""
        self._put_in(done.unit)
        self.figures.update(done.figures)
        self.programs[self.program] = self.programs.get(self.program, 0) + 1
        if not done.findings:
            return
        files: dict[str, str] = {}
        if len(self.found) < FINDINGS_KEPT:
            for finding in done.findings:
                files |= finding.files
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (self.path.parent / name).write_text(text, encoding="utf-8")
        self.found.append(
            {
                "unit": [done.unit.series, done.unit.number],
                "program": self.program,
                "what": [finding.what for finding in done.findings],
                "files": sorted(files),
                "figures": dict(done.figures),
            }
        )

    def save(self) -> None:
        """The whole ledger, or the one from before."""
        kept = {
            "figures": dict(sorted(self.figures.items())),
            "programs": self.programs,
            "seconds": round(self.seconds, 1),
            "done": self._ranges,
            "found": self.found,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(draft, self.path)
