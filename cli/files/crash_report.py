"""Crashes of games and bots: sentences for the user, the traceback in a file."""

from __future__ import annotations

import contextlib
import platform
import traceback
from datetime import datetime
from pathlib import Path

from rulekeep import __version__
from rulekeep.cli.files import paths
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import plural
from rulekeep.match.library import stamped_name
from rulekeep.match.match import Match
from rulekeep.match.safe_files import (
    PRIVATE_DIRECTORY,
    FileTaken,
    make_directory,
    names_like,
    write_new_file,
)
from rulekeep.session.crash_origin import origin_of


class PluginCrash(Exception):
    """Foreign code failed; says which, what is saved, and how to report it."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        super().__init__("\n".join(lines))


def crash(
    error: BaseException, match: Match | None = None, data: Path | None = None
) -> PluginCrash:
    """A crash anywhere, or in the middle of a match."""
    lines = [origin_of(error)]
    where = None
    try:
        if match is not None:
            match.keep()
            where = match.path
    except RulekeepError as lost:
        lines.append(f"The match is not saved: {lost}")
    trace = _save_traceback(error, match)
    if match is None or where is None:
        return PluginCrash(*lines, f"{trace} Please report it to its author.")
    lines.append(f"The match is saved in {where}; no move is lost.")
    acts = len(match.plies) - 1
    words = f"rulekeep scenario {paths.spoken(where, data)} --at {acts - 1}"
    test = f", and what `{words}` prints, which is the last move as a test" if acts else ""
    return PluginCrash(*lines, f"{trace} Please report it with the match file{test}.")


def _save_traceback(error: BaseException, match: Match | None = None) -> str:
    """A sentence that says where the traceback is; the traceback itself if it cannot be saved."""
    text = "".join(traceback.format_exception(error))
    about = [f"rulekeep {__version__}, Python {platform.python_version()}", origin_of(error)]
    if match is not None:
        about.append(f"match of {match.header.game} after {plural(len(match.plies) - 1, 'move')}")
    name = "rulekeep" if match is None else match.header.game
    try:
        path = _write(name, "\n".join([*about, "", text]))
    except RulekeepError as lost:
        return f"The traceback cannot be saved ({lost}):\n{text}"
    return f"The traceback is in {path}."


def _write(name: str, text: str) -> Path:
    directory = make_directory(paths.faults(), PRIVATE_DIRECTORY)
    for path in names_like(directory / stamped_name(name, datetime.now(), ".txt")):
        with contextlib.suppress(FileTaken):
            write_new_file(path, text.encode("utf-8", "backslashreplace"))
            return path
    raise AssertionError("there is always another name")
