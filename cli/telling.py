"""What is told at the table: the board, what happened, the score, why not, how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import evolve
from rich.text import Text

from rulekeep.cli import home
from rulekeep.cli.listing import SHOWN_AT_ONCE, Group
from rulekeep.cli.screen import Screen
from rulekeep.core.game import Game, Score
from rulekeep.core.guide import read_guide
from rulekeep.core.match import Match, Ply
from rulekeep.core.options import spell
from rulekeep.core.rulebook import Asked, Rule

AnyGame = Game[Any, Any]

FEW = 8
"""So few moves need no titles over their groups."""


def board(
    screen: Screen, match: Match, viewer: int | None, state: Any = None, used: int | None = None
) -> int:
    """The table as the viewer sees it, beside so many used rows; how many rows it takes."""
    shown = match.state if state is None else state
    look = evolve(screen.look(match.names, used), lately=match.lately(viewer, state))
    canvas = match.game.render(shown, viewer, look)
    screen.draw(canvas)
    return canvas.height


# -- what happened ------------------------------------------------------------------------------


def was_sealed(match: Match, number: int) -> bool:
    """Whether an act of the match was a choice that nobody else might see."""
    if number == 0:
        return False
    ply = match.plies[number]
    asked = match.game.decisions(match.plies[number - 1].state)
    return any(decision.sealed for decision in asked if decision.seat == ply.seat)


def is_public(match: Match, number: int) -> bool:
    """Whether everybody may know what exactly was played."""
    events = match.plies[number].events
    return not was_sealed(match, number) and all(event.seen_by is None for event in events)


def sentences(match: Match, number: int, viewer: int | None) -> list[str]:
    """One act in plain sentences, as far as the viewer may know."""
    ply: Ply = match.plies[number]
    told = [event.tell_to(viewer, match.name) for event in ply.events]
    told = [sentence for sentence in told if sentence]
    if told or number == 0:
        return told
    name = match.name(ply.seat)
    if ply.seat == viewer or is_public(match, number):
        return [f"{name}: {ply.move}"]
    return [f"{name} has chosen."]


def news(match: Match, since: int, viewer: int | None) -> list[str]:
    """Everything that happened from an act on."""
    return [
        sentence
        for number in range(since, len(match.plies))
        for sentence in sentences(match, number, viewer)
    ]


def tell_news(screen: Screen, told: Sequence[str], most: int | None = None) -> None:
    """The sentences, the oldest ones left out if there are too many."""
    told = _counted(told)
    left_out = max(0, len(told) - most) if most else 0
    if left_out:
        screen.say(f"… and {left_out} things before (log)", "dim", indent=2)
    screen.pairs((("›", sentence) for sentence in told[left_out:]), style="dim", gap=1)


def _counted(told: Sequence[str]) -> list[str]:
    """The same sentence several times over becomes one that says how often."""
    runs = [(sentence, len(list(run))) for sentence, run in groupby(told)]
    return [sentence if n == 1 else f"{sentence} ({n} times)" for sentence, n in runs]


def log(screen: Screen, match: Match, viewer: int | None, last: int | None = None) -> None:
    """The whole match so far, act by act."""
    first = 0 if last is None else max(0, len(match.plies) - last)
    for number in range(first, len(match.plies)):
        ply = match.plies[number]
        if number == 0:
            screen.say("Set-up", "bold")
        else:
            shown = ply.seat == viewer or is_public(match, number)
            move = f": {ply.move}" if shown else ""
            screen.say(f"{number}. {match.name(ply.seat)}{move}", "bold")
        for sentence in _counted(sentences(match, number, viewer)):
            screen.say(sentence, indent=4)


# -- scores -------------------------------------------------------------------------------------


def _score_rows(match: Match, scores: Sequence[Score]) -> Iterator[tuple[str, str]]:
    for score in scores:
        items = "; ".join(
            f"{item}" + (f" [{item.rule}]" if item.rule else "") for item in score.items
        )
        yield match.name(score.seat), f"{score.total}" + (f" = {items}" if items else "")


def score(screen: Screen, match: Match, viewer: int | None) -> None:
    """Points or money so far, item by item."""
    standing = match.game.standing(match.state, viewer)
    if not standing:
        screen.say("Nothing is counted in this game before the end.")
        return
    screen.pairs(_score_rows(match, standing))


def end(screen: Screen, match: Match, data: Path | None = None) -> None:
    """Places, itemised scores, length, and how to see it again."""
    outcome = match.outcome
    if outcome is None:
        return
    screen.say()
    winners = [match.name(seat) for seat in outcome.winners]
    if not winners:
        headline = "The match is over; nobody has won."
    elif len(winners) == 1:
        headline = f"The match is over: {winners[0]} wins."
    else:
        headline = f"The match is over: {' and '.join(winners)} share the victory."
    screen.say(headline, "bold green")
    look_up = f"rulekeep rules {match.header.game} {outcome.rule}"
    screen.say(f"It ended by {outcome.rule} ({outcome.reason}): {look_up}", indent=2)
    by_seat = dict(_score_rows(match, outcome.scores))
    order = sorted(range(match.header.seats), key=lambda seat: outcome.places[seat])
    screen.pairs(
        (f"{outcome.places[seat]}. {match.name(seat)}", by_seat.get(match.name(seat), ""))
        for seat in order
    )
    acts = len(match.plies) - 1
    screen.say(f"Length: {acts} moves.", indent=2)
    if match.path is not None:
        screen.say(f"See it again: rulekeep replay {home.spoken(match.path, data)}", indent=2)


# -- moves and rules ----------------------------------------------------------------------------


def moves(
    screen: Screen, match: Match, seat: int, groups: Sequence[Group], everything: bool = False
) -> None:
    """The legal moves, grouped, explained and numbered."""
    total = sum(len(group.moves) for group in groups)
    if not total:
        screen.say("There is no such move now.")
        return
    whole = everything or total <= SHOWN_AT_ONCE
    titled = len(groups) > 1 and total > FEW
    width = len(str(total))
    rows: list[tuple[str, str]] = []
    for group in groups:
        limit = len(group.moves) if whole else max(4, SHOWN_AT_ONCE // len(groups))
        if titled:
            screen.say(f"{group.title} ({len(group.moves)})", "bold")
        for listed in group.moves[:limit]:
            said = match.game.describe(match.state, seat, listed.move)
            rows.append((f"{listed.number:>{width}}  {listed.text}", said))
        if titled or group is groups[-1]:
            screen.pairs(rows, style="default")
            rows = []
        left = len(group.moves) - limit
        if left > 0:
            word = group.title if titled else "all"
            screen.say(f"… {left} more: '? {word}' lists them", "dim", indent=2)
    more = "" if total < screen.height - 4 else "; '? WORDS' lists only moves with these words"
    screen.say(f"Type a move or its number{more}.", "dim")


def why(screen: Screen, match: Match, text: str, asked: Sequence[Asked]) -> None:
    """Every rule that was asked about a move, and what it said."""
    objections = [answer for answer in asked if answer.objection is not None]
    verdict = "is legal now" if not objections else "is not allowed now"
    screen.say(f"{text} {verdict}.", "bold")
    # What stands in the way comes first; the rest is for those who want to know exactly.
    against = {answer.rule for answer in objections}
    content = {answer.rule: answer for answer in asked if answer.rule not in against}
    for answer in (*objections, *content.values()):
        refused = answer.objection is not None
        mark, style = ("✗", "bold red") if refused else ("✓", "green")
        line = Text(screen.spelled(f"{mark} {answer.rule} "), style=screen.style(style))
        rule = match.game.book.rules.get(answer.rule)
        line.append(screen.spelled(rule.text) if rule else "", style="default")
        screen.say(line, indent=2)
        if refused:
            screen.say(f"Here: {answer.objection}.".replace("..", "."), "bold", indent=6)
    if objections and objections[-1] is asked[-1]:
        screen.say(
            "✗ refuses the move, ✓ has nothing against it; further rules are asked only once "
            "these are content.",
            "dim",
            indent=2,
        )


def guide(screen: Screen, game: AnyGame) -> None:
    """The game for newcomers, on one page."""
    found = read_guide(game)
    if found is None:
        screen.say(game.blurb or "This game has no guide.")
        return
    for heading, paragraphs in found.chapters():
        screen.say(heading, "bold underline")
        for paragraph in paragraphs:
            screen.say(paragraph, indent=2)


def forms(screen: Screen, game: AnyGame) -> None:
    """How the moves of the game are written."""
    if game.language is not None:
        screen.say("Moves are written:", "bold")
        screen.pairs(
            (form, f"{meaning}; for example {example}" if meaning else f"for example {example}")
            for form, example, meaning in game.language.help()
        )


def show_rule(
    screen: Screen,
    game: AnyGame,
    found: Rule,
    proven_by: Sequence[str] = (),
    code: Sequence[tuple[str, str]] = (),
) -> None:
    """One rule with everything that is known about it, and the places of its code."""
    line = Text(screen.spelled(f"{found.id}  "), style=screen.style("bold cyan"))
    line.append(screen.spelled(found.text), style="default")
    screen.say(line, indent=2)
    notes = [("source", found.source)]
    notes += [("begins", f"“{words} …” ({language})") for language, words in found.begins]
    if found.reading:
        notes.append(("reading", found.reading))
    if found.options:
        notes.append(("option", ", ".join(_option(game, name) for name in found.options)))
    if found.when:
        notes.append(("only with", ", ".join(_when(*condition) for condition in found.when)))
    if found.untestable:
        notes.append(("untested", found.untestable))
    notes += code
    notes += [("shown by", scenario) for scenario in proven_by]
    screen.pairs(notes, indent=6, style="dim")


def _option(game: AnyGame, name: str) -> str:
    for option in game.options:
        if option.name == name:
            return f"{name} = {option.spelled} (default {spell(option.default)})"
    return name


def _when(name: str, values: Sequence[Any]) -> str:
    return f"{name} = {' | '.join(spell(value) for value in values)}"


def find_rules(game: AnyGame, wanted: str) -> list[Rule]:
    """The rules of these ids (`cc20` is CC-020), else all rules that speak of every word."""
    words = wanted.casefold().split()
    by_id = {_bare(rule.id): rule for rule in game.book}
    named = [by_id[_bare(word)] for word in words if _bare(word) in by_id]
    if len(named) == len(words):
        return list(dict.fromkeys(named))
    # Whole words or their beginnings: 'win' is not in 'drawing'.
    begins = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words]
    return [rule for rule in game.book if all(b.search(_words_of(rule)) for b in begins)]


def _bare(rule: str) -> str:
    """An id without what is easily forgotten: `CC-020`, `cc-20` and `cc20` are one."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", rule.casefold().replace("-", ""))


def _words_of(rule: Rule) -> str:
    parts = (rule.id, rule.chapter, rule.text, rule.reading, *rule.options)
    return " ".join(parts).casefold()
