"""The frame of every page of the book, and the front page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekeep import __version__
from rulekeep.cli.book_pages.markup import Html, el, joined
from rulekeep.cli.book_pages.shared_pictures import SharedPictures
from rulekeep.cli.terminal.game_summaries import player_count
from rulekeep.core.game import AnyGame
from rulekeep.session.sample_table import random_table

NO_SCRIPTS = "Without scripts there are no examples, no pictures and no search."


def page(
    title: str, name: str, games: Sequence[AnyGame], body: Iterable[str], contents: str = ""
) -> str:
    """A whole page; `name` is its file without ending, `contents` is shown beside the body."""
    head = joined(
        [
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("meta", name="color-scheme", content="light dark"),
            el("title", title),
            el("link", rel="stylesheet", href="style.css"),
        ]
    )
    links = [el("a", "All games", href="index.html", **_current(name == "index"))]
    links += [
        el("a", game.title, href=f"{game.id}.html", **_current(name == game.id)) for game in games
    ]
    search = el(
        "form",
        el(
            "input",
            type="search",
            id="search",
            autocomplete="off",
            placeholder="Search rules  ( / )",
            aria_label="Search rules and examples",
            aria_controls="hits",
        ),
        el("ol", id="hits"),
        role="search",
    )
    top = el("header", el("nav", el("div", joined(links), class_="games"), search))
    foot = el("footer", f"Made by rulekeep {__version__} from the rules it plays by.")
    own = ("index.js",) if name == "index" else ()
    scripts = joined(el("script", src=script) for script in ("pictures.js", "search.js", *own))
    content = el(
        "body",
        top,
        el("div", contents, el("main", joined(body), foot), class_="sheet"),
        el("noscript", el("p", NO_SCRIPTS)),
        el("dialog", id="large"),
        scripts,
        data_game=name,
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>{content}</html>\n'


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
