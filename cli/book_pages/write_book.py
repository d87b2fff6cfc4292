"""Write the files of the book into their directory, whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from rulekeep import __version__
from rulekeep.cli.book_pages.example_files import ExampleFiles
from rulekeep.cli.book_pages.game_page import Entry, game_page
from rulekeep.cli.book_pages.page_frame import front_page
from rulekeep.cli.book_pages.shared_pictures import SharedPictures, for_script
from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame

MARK = "rulekeep-book.json"
"""A directory with this file is a book of ours, which a new one may replace."""
SCRIPTS = ("search.js", "pictures.js")


def write_book(
    games: Sequence[AnyGame], out: Path, progress: Callable[[int, str], None], tables: bool = False
) -> int:
    """The site in a directory; how many pages it has. DataError, and then nothing has changed.

    With `tables` every example has a link to `GAME/NUMBER`, where a server opens it at a table.
    """
    with _draft(out) as keep:
        files: dict[str, str] = {}
        index: list[Entry] = []
        for number, game in enumerate(games):
            progress(number, game.title)
            inside = ExampleFiles(game.id if tables else "")
            page, entries = game_page(game, games, inside)
            files[f"{game.id}.html"] = page
            files |= inside.scripts(game.id)
            index += entries
        pictures = SharedPictures()
        files["index.html"] = front_page(games, pictures)
        made = pictures.pictures_script(pictures.made_of)
        files["index.js"] = f"{pictures.parts_script()}{made}show(document);\n"
        files["found.js"] = f"const FOUND = {for_script(index)};\n"
        for name in ("style.css", *SCRIPTS):
            files[name] = (
                resources.files("rulekeep.cli.book_pages").joinpath(name).read_text("utf-8")
            )
        mark = {"rulekeep": __version__, "games": [game.id for game in games]}
        files[MARK] = json.dumps(mark) + "\n"
        keep(files)
    return len(games) + 1


@contextmanager
def _draft(out: Path) -> Iterator[Callable[[Mapping[str, str]], None]]:
    """A directory beside the book, so that a place that cannot be written fails before the work.

    `keep` writes the files there and then puts the directory in place of the old book.
    """
    place = Path(os.path.realpath(out))
    draft = place.parent / f".rulekeep-book-{secrets.token_hex(6)}"
    former = place.parent / f".rulekeep-book-{secrets.token_hex(6)}"

    def keep(files: Mapping[str, str]) -> None:
        try:
            for name, text in files.items():
                (draft / name).write_text(text, encoding="utf-8")
            _need_replaceable(out)
            if place.exists():
                os.rename(place, former)
            os.rename(draft, place)
        except OSError as error:
            if former.exists() and not place.exists():
                os.rename(former, place)
            raise DataError(str(out), f"cannot be written: {why_not(error)}") from None

    _need_replaceable(out)
    try:
        draft.mkdir(parents=True)
    except (OSError, ValueError) as error:
        raise DataError(str(out), f"cannot be written: {why_not(error)}") from None
    try:
        yield keep
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        shutil.rmtree(former, ignore_errors=True)


def _need_replaceable(out: Path) -> None:
    """DataError unless the place is free or holds a book of ours."""
    try:
        taken = out.exists() and not (out / MARK).is_file() and any(out.iterdir())
    except (OSError, ValueError) as error:
        raise DataError(str(out), f"cannot be read: {why_not(error)}") from None
    if taken:
        raise DataError(str(out), "is not empty and no book; it is left alone")
