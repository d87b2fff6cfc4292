"""Directories and files of the user: where they are and what they are called."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.text import shortened
from rulekeep.match.library import SUFFIX, MatchLibrary


def home() -> Path:
    """The user's data directory, or RULEKEEP_HOME."""
    chosen = os.environ.get("RULEKEEP_HOME")
    if chosen:
        return _expanded(chosen)
    if sys.platform == "linux":  # where it is known without asking a library, which takes longer
        base = os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share")
        if os.path.isabs(base):
            return Path(base, "rulekeep")
    import platformdirs

    return Path(platformdirs.user_data_dir("rulekeep"))


def _expanded(text: str) -> Path:
    """The path of a text; `~` is the user's home."""
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
    """The directory of tracebacks of games and bots."""
    return home() / "faults"


def reviews() -> Path:
    """The directory of reviews, which can be made again."""
    return home() / "reviews"


def books() -> Path:
    """The directory of the server's rule books."""
    return home() / "books"


def site_cache() -> Path:
    """The directory of what sites are made from, which can be fetched and made again."""
    return home() / "site"


def library() -> MatchLibrary:
    """The user's saved matches."""
    return MatchLibrary(matches(), home() / "over.txt", explain=_origin)


def _origin(error: BaseException) -> str:
    from rulekeep.session.crash_origin import origin_of  # takes long to load

    return origin_of(error)


def spoken(path: Path, data: Path | None = None) -> str:
    """The shortest text that names the match in a command, quoted for a shell."""
    import shlex

    saved = path.parent.resolve() == matches().resolve() and path.suffix == SUFFIX
    words = [path.stem if saved else str(path)]
    if data is not None:
        words += ["--data", str(data)]
    return shlex.join(words)
