"""Everything about one game on one page, so that it prints as one document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from rulekeep.cli.book_pages.example_files import ExampleFiles
from rulekeep.cli.book_pages.examples import Example, examples, show_example
from rulekeep.cli.book_pages.markup import Html, el, joined
from rulekeep.cli.book_pages.page_frame import page
from rulekeep.cli.terminal.game_summaries import player_count
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, spell
from rulekeep.core.rulebook import Rule
from rulekeep.match.guide import read_guide

Entry = dict[str, str]
"""What the search finds: page, name and text."""
ByRule = Mapping[str, Sequence[Example]]
_ID = re.compile(r"\b[A-Z]{2,4}-[0-9]{1,4}\b")


@frozen
class Chapters:
    """The chapters of a page, for its table of contents."""

    titles: list[tuple[str, str]] = field(factory=list)

    def heading(self, title: str) -> Html:
        anchor = f"chapter-{len(self.titles) + 1}"
        self.titles.append((anchor, title))
        return el("h2", title, id=anchor)

    def contents(self) -> Html:
        rows = joined(el("li", el("a", title, href=f"#{at}")) for at, title in self.titles)
        listed = el("details", el("summary", "Contents"), el("ol", rows), open="")
        printing = el("p", el("a", "All pictures, for printing", href="?print"), class_="faint")
        return el("aside", listed, printing, aria_label="Contents")


def game_page(
    game: AnyGame, games: Sequence[AnyGame], inside: ExampleFiles
) -> tuple[str, list[Entry]]:
    """The page, and what the search finds on it."""
    played = list(examples(game))
    by_rule: dict[str, list[Example]] = defaultdict(list)
    for example in played:
        for cited in example.played.cited:
            by_rule[cited].append(example)
    chapters = Chapters()
    body: list[Html] = [
        el("h1", game.title),
        el("p", game.blurb, class_="blurb"),
        el(
            "p",
            f"{player_count(game.seats)} · {len(game.book)} rules · {len(played)} examples",
            class_="faint",
        ),
    ]
    body += _guide(game, chapters)
    body += _options(game, by_rule, chapters)
    chapter = ""
    for rule in game.book:
        if rule.chapter != chapter:
            chapter = rule.chapter
            body.append(chapters.heading(chapter))
        own = [example for example in by_rule[rule.id] if example.scenario.home == rule.id]
        others = [example for example in by_rule[rule.id] if example.scenario.home != rule.id]
        body.append(_rule(game, rule, own, others, inside))
    further = [example for example in played if not example.scenario.home]
    if further:
        body.append(chapters.heading("Further examples"))
        body += [show_example(example, inside) for example in further]
    body += _provenance(game, chapters)
    text = page(game.title, game.id, games, body, chapters.contents())
    return text, list(_entries(game, played))


def _entries(game: AnyGame, played: Iterable[Example]) -> Iterator[Entry]:
    def entry(anchor: str, name: str, text: str) -> Entry:
        return {"page": f"{game.id}.html#{anchor}", "name": name, "text": text}

    for rule in game.book:
        yield entry(rule.id, rule.id, f"{rule.text} {rule.reading}".strip())
    for option in game.options:
        yield entry(f"option-{option.name}", f"{game.title}, option {option.name}", option.help)
    for example in played:
        yield entry(example.anchor, f"{game.title}, example", example.title)


def _guide(game: AnyGame, chapters: Chapters) -> Iterator[Html]:
    guide = read_guide(game)
    if guide is None:
        return
    for heading, paragraphs in guide.chapters():
        yield chapters.heading(heading)
        for paragraph in paragraphs:
            yield el("pre" if "\n" in paragraph else "p", _linked(game, paragraph))


def _linked(game: AnyGame, text: str) -> Html:
    """The text, with ids of rules leading to the rules."""
    parts: list[str] = []
    at = 0
    for found in _ID.finditer(text):
        parts.append(text[at : found.start()])
        rule = found[0]
        linked = el("a", rule, href=f"#{rule}", class_="id") if rule in game.book else rule
        parts.append(linked)
        at = found.end()
    return joined([*parts, text[at:]])


def _with_commas(parts: Iterable[Html]) -> Html:
    return joined(joined([", " if number else "", part]) for number, part in enumerate(parts))


# -- options ------------------------------------------------------------------------------------


def _options(game: AnyGame, by_rule: ByRule, chapters: Chapters) -> Iterator[Html]:
    if not game.options:
        return
    yield chapters.heading("Options")
    yield el("dl", joined(_option(game, option, by_rule) for option in game.options))
    if game.presets:
        rows = [
            el("li", el("b", name), f": {getattr(preset, 'text', '')} (", _settings(preset), ")")
            for name, preset in game.presets.items()
        ]
        yield joined([el("h3", "Presets"), el("ul", joined(rows))])


def _settings(preset: Mapping[str, object]) -> Html:
    return _with_commas(el("code", f"{name}={spell(value)}") for name, value in preset.items())


def _option(game: AnyGame, option: Option, by_rule: ByRule) -> Html:
    shown = {
        example.anchor: example
        for rule in option.rules
        for example in by_rule[rule]
        if example.played.start is not None
        and game.to_dict(example.played.start).get("options", {}).get(option.name) != option.default
    }
    rows = [
        el("p", option.help),
        el("p", _values(option), class_="values"),
        el(
            "p",
            el("i", "Rules: "),
            _with_commas(el("a", rule, href=f"#{rule}", class_="id") for rule in option.rules),
            class_="faint",
        ),
    ]
    if shown:
        links = _with_commas(el("a", e.title, href=f"#{anchor}") for anchor, e in shown.items())
        rows.append(el("p", el("i", "Examples: "), links, class_="faint"))
    return joined(
        [el("dt", el("code", option.name), id=f"option-{option.name}"), el("dd", joined(rows))]
    )


MOST_VALUES = 8


def _values(option: Option) -> Html:
    """The values, the usual one marked; where there are many, only what they are like."""
    if not option.values or len(option.values) > MOST_VALUES:
        return joined([el("code", option.spelled), f" (usually {spell(option.default)})"])
    return joined(
        el("code", spell(value), class_="usual", title="unless agreed otherwise")
        if value == option.default
        else el("code", spell(value))
        for value in option.values
    )


# -- rules --------------------------------------------------------------------------------------


def _rule(
    game: AnyGame,
    rule: Rule,
    own: Sequence[Example],
    others: Sequence[Example],
    inside: ExampleFiles,
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
        links = _with_commas(el("a", other.title, href=f"#{other.anchor}") for other in others)
        rows.append(el("p", el("i", "Also shown in: "), links))
    return el(
        "section",
        el("h3", el("a", rule.id, href=f"#{rule.id}")),
        el("p", _linked(game, rule.text), class_="rule"),
        el("div", joined(rows), class_="notes"),
        joined(show_example(example, inside) for example in own),
        id=rule.id,
        class_="ruling",
    )


def _provenance(game: AnyGame, chapters: Chapters) -> Iterator[Html]:
    by_source: dict[str, list[str]] = defaultdict(list)
    for datum, source in game.provenance():
        by_source[source].append(datum)
    if by_source:
        yield chapters.heading("Where the data come from")
        rows = [
            joined([el("dt", source), el("dd", ", ".join(data))])
            for source, data in by_source.items()
        ]
        yield el("dl", joined(rows), class_="provenance")
