"""The pages of the book, and how they come to lie in their directory: whole or not at all."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path

from rulekeep import __version__
from rulekeep.cli.book.examples import Example, Pictures, examples, shown
from rulekeep.cli.book.markup import Html, el, joined
from rulekeep.cli.book.tables import table_by_lot
from rulekeep.cli.describing import player_count
from rulekeep.core.data import why_not
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame
from rulekeep.core.guide import read_guide
from rulekeep.core.options import Option, spell
from rulekeep.core.rulebook import Rule

MARK = "rulekeep-book.json"
"""A directory with this file is a book of ours, which a new one may replace."""
_ID = re.compile(r"\b[A-Z]{2,4}-[0-9]{1,4}\b")


def write_book(games: Sequence[AnyGame], out: Path, progress: Callable[[int, str], None]) -> int:
    """The site in a directory; how many pages it has. DataError, and then nothing has changed."""
    if out.exists() and not (out / MARK).is_file() and any(out.iterdir()):
        raise DataError(str(out), "is not empty and no book; it is left alone")
    files: dict[str, str] = {}
    found: list[dict[str, str]] = []
    pictures = Pictures()
    for number, game in enumerate(games):
        progress(number, game.title)
        page, entries = _game_page(game, pictures)
        files[f"{game.id}.html"] = page
        found += entries
    files["index.html"] = _front_page(games, pictures)
    files["found.js"] = f"const FOUND = {_for_script(found)};\n"
    for name in ("style.css", "search.js"):
        files[name] = resources.files("rulekeep.cli.book").joinpath(name).read_text("utf-8")
    files[MARK] = json.dumps({"rulekeep": __version__, "games": [game.id for game in games]}) + "\n"
    files |= {f"pictures/{name}": svg for name, svg in pictures.files.items()}
    _swap(files, out)
    return len(games) + 1


def _swap(files: Mapping[str, str], out: Path) -> None:
    """Written beside, then put in place of what was there."""
    draft = out.parent / f".rulekeep-book-{secrets.token_hex(6)}"
    former = out.parent / f".rulekeep-book-{secrets.token_hex(6)}"
    try:
        (draft / "pictures").mkdir(parents=True)
        for name, text in files.items():
            (draft / name).write_text(text, encoding="utf-8")
        if out.exists():
            os.rename(out, former)
        os.rename(draft, out)
    except (OSError, ValueError) as error:
        if former.exists() and not out.exists():
            os.rename(former, out)
        raise DataError(str(out), f"cannot be written: {why_not(error)}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        shutil.rmtree(former, ignore_errors=True)


def _for_script(data: object) -> str:
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")


# -- pages --------------------------------------------------------------------------------------


def _page(title: str, body: Iterable[str], game: str = "") -> str:
    head = joined(
        [
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", title),
            el("link", rel="stylesheet", href="style.css"),
        ]
    )
    search = el(
        "form",
        el("label", "Search ", el("input", type="search", id="search", autocomplete="off")),
        el("ol", id="hits"),
        role="search",
    )
    top = el("header", el("nav", el("a", "All games", href="index.html"), search))
    scripts = joined(el("script", src=name) for name in ("found.js", "search.js"))
    content = el("body", top, el("main", joined(body)), scripts, data_game=game)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>{content}</html>\n'


def _front_page(games: Sequence[AnyGame], pictures: Pictures) -> str:
    cards = [
        el(
            "article",
            el("h2", el("a", game.title, href=f"{game.id}.html")),
            el("p", f"{player_count(game.seats)}. {game.blurb}"),
            el("a", _table(game, pictures), href=f"{game.id}.html"),
            class_="card",
        )
        for game in games
    ]
    body = [
        el("h1", "The rules, played"),
        el(
            "p",
            "Every rule of these games in our own words, with its source, the reading chosen where "
            "the sources leave a hole, and examples that the engine has played.",
        ),
        *cards,
    ]
    return _page("Rule books", body)


def _table(game: AnyGame, pictures: Pictures) -> Html:
    picture = table_by_lot(game)
    return el("img", src=pictures.add(picture.svg()), alt=picture.words or game.title)


def _game_page(game: AnyGame, pictures: Pictures) -> tuple[str, list[dict[str, str]]]:
    """Everything about one game on one page, so that it prints as one document."""
    played = list(examples(game))
    by_rule: dict[str, list[Example]] = defaultdict(list)
    home: dict[str, str] = {}
    for example in played:
        for cited in sorted(example.story.cited):
            by_rule[cited].append(example)
            home.setdefault(example.anchor, cited)
    body: list[Html] = [el("h1", game.title), el("p", game.blurb, class_="blurb")]
    body += _guide(game)
    body.append(_options(game, by_rule))
    chapter = ""
    for rule in game.book:
        if rule.chapter != chapter:
            chapter = rule.chapter
            body.append(el("h2", chapter))
        own = [example for example in by_rule[rule.id] if home[example.anchor] == rule.id]
        others = [example for example in by_rule[rule.id] if home[example.anchor] != rule.id]
        body.append(_rule(game, rule, own, others, pictures))
    further = [example for example in played if example.anchor not in home]
    if further:
        body.append(el("h2", "Further examples"))
        body += [shown(example, pictures) for example in further]
    body.append(_provenance(game))
    entries = [
        {
            "page": f"{game.id}.html#{rule.id}",
            "name": rule.id,
            "text": f"{rule.text} {rule.reading}",
        }
        for rule in game.book
    ]
    entries += [
        {
            "page": f"{game.id}.html#{example.anchor}",
            "name": f"{game.title}, example",
            "text": example.title,
        }
        for example in played
    ]
    return _page(game.title, body, game.id), entries


def _guide(game: AnyGame) -> list[Html]:
    guide = read_guide(game)
    if guide is None:
        return []
    parts: list[Html] = []
    for heading, paragraphs in guide.chapters():
        parts.append(el("h2", heading))
        parts += [el("p", _linked(game, paragraph)) for paragraph in paragraphs]
    return parts


def _linked(game: AnyGame, text: str) -> Html:
    """The text, with ids of rules leading to the rules."""
    parts: list[str] = []
    at = 0
    for found in _ID.finditer(text):
        parts.append(text[at : found.start()])
        rule = found[0]
        parts.append(el("a", rule, href=f"#{rule}") if rule in game.book else rule)
        at = found.end()
    return joined([*parts, text[at:]])


def _options(game: AnyGame, by_rule: Mapping[str, Sequence[Example]]) -> Html:
    if not game.options:
        return Html("")
    rows = [_option(game, option, by_rule) for option in game.options]
    presets = [
        el("li", el("b", name), f": {getattr(preset, 'text', '')} (", _settings(preset), ")")
        for name, preset in game.presets.items()
    ]
    return el(
        "section",
        el("h2", "Options"),
        el("dl", joined(rows)),
        el("h3", "Presets") if presets else Html(""),
        el("ul", joined(presets)),
    )


def _settings(preset: Mapping[str, object]) -> Html:
    settings = [
        joined([", " if number else "", el("code", f"{name}={spell(value)}")])
        for number, (name, value) in enumerate(preset.items())
    ]
    return joined(settings)


def _option(game: AnyGame, option: Option, by_rule: Mapping[str, Sequence[Example]]) -> Html:
    rules = joined(
        joined([" ", el("a", rule, href=f"#{rule}", class_="cited")]) for rule in option.rules
    )
    examples = {
        example.anchor: example
        for rule in option.rules
        for example in by_rule[rule]
        if example.story.begin is not None
        and game.to_dict(example.story.begin).get("options", {}).get(option.name) != option.default
    }
    links = joined(
        joined([" ", el("a", example.title, href=f"#{anchor}")])
        for anchor, example in examples.items()
    )
    seen = el("p", "Examples:", links) if examples else Html("")
    return joined(
        [
            el("dt", el("code", option.name), id=f"option-{option.name}"),
            el(
                "dd",
                el(
                    "p", f"{option.help} ({option.spelled}; default {spell(option.default)})", rules
                ),
                seen,
            ),
        ]
    )


def _rule(
    game: AnyGame, rule: Rule, own: Sequence[Example], others: Sequence[Example], pictures: Pictures
) -> Html:
    notes = [("Source", rule.source)]
    notes += [("Begins", f"“{words} …” ({language})") for language, words in rule.begins]
    if rule.reading:
        notes.append(("Reading", rule.reading))
    for name, values in rule.when:
        notes.append(("Only with", f"{name} = {' | '.join(spell(value) for value in values)}"))
    if rule.untestable:
        notes.append(("No example", rule.untestable))
    rows = [el("p", el("i", f"{label}: "), _linked(game, text)) for label, text in notes]
    rows += [
        el("p", el("i", "Option: "), el("a", name, href=f"#option-{name}")) for name in rule.options
    ]
    if others:
        links = joined(
            joined([", " if number else "", el("a", other.title, href=f"#{other.anchor}")])
            for number, other in enumerate(others)
        )
        rows.append(el("p", el("i", "Also shown in: "), links))
    return el(
        "section",
        el("h3", el("a", rule.id, href=f"#{rule.id}"), " "),
        el("p", _linked(game, rule.text), class_="rule"),
        el("div", joined(rows), class_="notes"),
        joined(shown(example, pictures) for example in own),
        id=rule.id,
    )


def _provenance(game: AnyGame) -> Html:
    rows = [el("dt", datum) + el("dd", source) for datum, source in game.provenance()]
    if not rows:
        return Html("")
    return el(
        "section",
        el("h2", "Where the data come from"),
        el("dl", joined(Html(row) for row in rows)),
        class_="provenance",
    )
