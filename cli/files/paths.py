"""Where matches are kept, what their files are called, and how one is found again."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from datetime import datetime
from pathlib import Path

from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.text import listed, shortened
from rulekeep.match.match import Match
from rulekeep.match.safe_files import FileTaken, names_like

SUFFIX = ".rkm"


def home() -> Path:
    """The user's data directory, or what RULEKEEP_HOME says."""
    said = os.environ.get("RULEKEEP_HOME")
    if said:
        return _expanded(said)
    if sys.platform == "linux":  # where it is known without asking a library, which takes longer
        base = os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")
        if os.path.isabs(base):
            return Path(base, "rulekeep")
    import platformdirs

    return Path(platformdirs.user_data_dir("rulekeep"))


def _expanded(text: str) -> Path:
    """The path that a text means; `~` is the user's home."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise DataError(shortened(text), "there is no such user's home") from None


def named(text: str) -> Path:
    """The match file that a text names, with the usual suffix if it has none."""
    path = _expanded(text)
    try:
        if not text.isprintable():
            raise DataError(shortened(text), "not the name of a file")
        if path.is_dir():
            raise DataError(text, "is a directory; name a file")
    except (OSError, ValueError) as error:
        raise DataError(shortened(text), f"not the name of a file: {why_not(error)}") from None
    return path if path.suffix else path.with_suffix(SUFFIX)


def matches() -> Path:
    """The directory of match files."""
    return home() / "matches"


def faults() -> Path:
    """The directory of what is known about failures of games and bots."""
    return home() / "faults"


def books() -> Path:
    """The directory of the rule books that the server has made."""
    return home() / "books"


def made(directory: Path) -> Path:
    """The directory, which exists from now on."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise DataError(str(directory), f"cannot be made: {why_not(error)}") from None
    return directory


def stamped(name: str, now: datetime, suffix: str) -> str:
    """`kilt_castle-2026-11-16-193205.rkm`"""
    return f"{name}-{now:%Y-%m-%d-%H%M%S}{suffix}"


def record(match: Match, now: datetime) -> None:
    """Keep a match among the others, under a name that is made and taken in one step."""
    path = made(matches()) / stamped(match.header.game, now, SUFFIX)
    for free in names_like(path):
        with contextlib.suppress(FileTaken):
            match.record_to(free)
            return


def recorded() -> list[Path]:
    """All kept matches, newest first."""
    files: list[tuple[int, Path]] = []
    for path in matches().glob(f"*{SUFFIX}"):
        # A file may go while we look, or be a link to nothing.
        with contextlib.suppress(OSError):
            found = path.stat()
            if stat.S_ISREG(found.st_mode):
                files.append((found.st_mtime_ns, path))
    return [path for _, path in sorted(files, reverse=True)]


def find(text: str) -> Path:
    """The match file that a path, the name of a kept match or the beginning of one means."""
    for path in (Path(text), matches() / text, matches() / f"{text}{SUFFIX}"):
        # A name may be too long for a file, or none at all.
        with contextlib.suppress(OSError, ValueError):
            if text and path.exists():
                return path
    begun = [path for path in recorded() if text and path.name.startswith(text)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        some = listed([path.stem for path in begun[:3]], "or") if len(begun) < 4 else ""
        which = some or f"{', '.join(path.stem for path in begun[:3])} or {len(begun) - 3} more"
        raise DataError(shortened(text), f"which match of that beginning? {which}")
    raise DataError(shortened(text), "there is no such match file, nor a kept match of that name")


def spoken(path: Path, data: Path | None = None) -> str:
    """The shortest text that finds the match again, ready for a shell."""
    import shlex

    kept = path.parent.resolve() == matches().resolve() and path.suffix == SUFFIX
    words = [path.stem if kept else str(path)]
    if data is not None:
        words += ["--data", str(data)]
    return shlex.join(words)
