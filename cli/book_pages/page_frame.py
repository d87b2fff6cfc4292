"""The frame of every page of the book, and the front page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template

from rulekeep import __version__
from rulekeep.cli.book_pages.markup import Html, el, joined
from rulekeep.cli.book_pages.shared_pictures import SharedPictures
from rulekeep.cli.terminal.game_summaries import player_count
from rulekeep.core.game import AnyGame
from rulekeep.session.sample_table import random_table

_TEXT = resources.files("rulekeep.cli.book_pages").joinpath("page.html").read_text("utf-8")
_FRAME = Template("".join(line.strip() for line in _TEXT.splitlines()) + "\n")
"""Without the white space between elements, some of which a browser would show."""


def page(
    title: str, name: str, games: Sequence[AnyGame], body: Iterable[str], contents: str = ""
) -> str:
    """A whole page; `name` is its file without ending, `contents` is shown beside the body."""
    links = [el("a", "All games", href="index.html", **_current(name == "index"))]
    links += [
        el("a", game.title, href=f"{game.id}.html", **_current(name == game.id)) for game in games
    ]
    own = ("index.js",) if name == "index" else ()
    return _FRAME.substitute(
        title=escape(title),
        name=name,
        links=joined(links),
        contents=joined([contents]),
        body=joined(body),
        version=__version__,
        scripts=joined(el("script", src=script) for script in ("pictures.js", "search.js", *own)),
    )


def _current(is_it: bool) -> dict[str, str]:
    return {"aria_current": "page"} if is_it else {}


def front_page(games: Sequence[AnyGame], pictures: SharedPictures) -> str:
    cards = [
        el(
            "article",
            el("a", pictures.add(random_table(game)), href=f"{game.id}.html", class_="table"),
            el("h2", el("a", game.title, href=f"{game.id}.html")),
            el("p", f"{player_count(game.seats)} · {len(game.book)} rules", class_="faint"),
            el("p", game.blurb),
            class_="card",
        )
        for game in games
    ]
    body: list[Html] = [
        el("h1", "The rules, played"),
        el(
            "p",
            "Every rule of these games in our own words, with its source, the reading chosen where "
            "the sources leave a hole, and examples that the engine has played.",
            class_="blurb",
        ),
        el("div", joined(cards), class_="cards"),
    ]
    return page("Rule books", "index", games, body)
