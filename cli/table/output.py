"""Output of the table: board, events, log, score, moves, hints, explanations, result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve

from rulekeep.cli.files import paths
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.game import AnyGame, Outcome, Score
from rulekeep.core.rulebook import RuleAnswer
from rulekeep.core.text import listed as in_a_row
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.session.hints import Hint
from rulekeep.session.move_list import SHOWN_AT_ONCE, MoveGroup
from rulekeep.session.turn import Turn

FEW_MOVES = 8
"""So few moves need no titles over their groups."""


def board(
    screen: Screen, match: Match, viewer: int | None, state: Any = None, used: int | None = None
) -> int:
    """Print the table as the viewer sees it, with some rows used otherwise; how tall it is."""
    shown = match.state if state is None else state
    look = evolve(screen.look(match.names, used), lately=match.lately(viewer, state))
    canvas = match.game.render(shown, viewer, look)
    screen.draw(canvas)
    return canvas.height


def show_events(screen: Screen, sentences: Sequence[str], rows: int | None = None) -> None:
    """Print sentences of events; the oldest are left out where all would take too many rows."""
    sentences = seat_events.merge_repeats(sentences)

    def show(left_out: int) -> None:
        if left_out:
            before = plural(left_out, "thing")
            screen.say(f"… and {before} before (log)", "dim", indent=2)
        screen.pairs((("›", sentence) for sentence in sentences[left_out:]), style="dim", gap=1)

    left_out = 0
    if rows is not None:
        while left_out < len(sentences) - 1 and len(screen.printed(partial(show, left_out))) > rows:
            left_out += 1
    show(left_out)


def log(screen: Screen, match: Match, viewer: int | None, last: int | None = None) -> None:
    """Print the match so far, move by move."""
    first = 0 if last is None else max(0, len(match.plies) - last)
    for number in range(first, len(match.plies)):
        ply = match.plies[number]
        if number == 0:
            screen.say("Set-up", "bold")
        else:
            shown = ply.seat == viewer or seat_events.is_public(match, number)
            move = f": {ply.move}" if shown else ""
            screen.say(f"{number}. {match.name(ply.seat)}{move}", "bold")
        for sentence in seat_events.merge_repeats(seat_events.sentences(match, number, viewer)):
            screen.say(sentence, indent=4)


def _score_rows(match: Match, scores: Sequence[Score]) -> Iterator[tuple[str, str]]:
    for score in scores:
        items = "; ".join(
            f"{item}" + (f" [{item.rule}]" if item.rule else "") for item in score.items
        )
        yield match.name(score.seat), f"{score.total}" + (f" = {items}" if items else "")


def score(screen: Screen, match: Match, viewer: int | None) -> None:
    """Print points or money so far, item by item."""
    standing = match.game.standing(match.state, viewer)
    if not standing:
        screen.say("Nothing is counted in this game before the end.")
        return
    screen.pairs(_score_rows(match, standing))


def end(screen: Screen, match: Match, data: Path | None = None) -> None:
    """Print places, itemised scores, length, and how to replay the match."""
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
    for sentence in _ties(match, outcome):
        screen.say(sentence, indent=2)
    screen.say(f"Length: {plural(len(match.plies) - 1, 'move')}.", indent=2)
    if match.path is not None:
        screen.say(f"See it again: rulekeep replay {paths.spoken(match.path, data)}", indent=2)


def saved(screen: Screen, match: Match, data: Path | None) -> None:
    """Where the match file is, and how to resume the match."""
    if match.path is None:
        return
    screen.say(f"The match is saved in {match.path}.")
    if not match.is_over:
        screen.say(f"Go on with it: rulekeep resume {paths.spoken(match.path, data)}")


def _ties(match: Match, outcome: Outcome) -> Iterator[str]:
    """Explain equal places with unequal points, and the reverse."""
    total = {score.seat: score.total for score in outcome.scores}
    seats = [seat for seat in range(match.header.seats) if seat in total]
    tie_broken = any(
        total[one] == total[other] and outcome.places[one] != outcome.places[other]
        for one in seats
        for other in seats
    )
    for rule in outcome.rules if tie_broken else ():
        yield f"Equal points are told apart by {rule}: {match.game.book[rule].text}"
    for place in sorted(set(outcome.places)):
        sharing = [seat for seat in seats if outcome.places[seat] == place]
        if len({total[seat] for seat in sharing}) > 1:
            names = in_a_row(match.name(seat) for seat in sharing)
            yield f"{names} share place {place}: what they have does not rank them ({outcome.rule})."


def moves(
    screen: Screen, turn: Turn, groups: Sequence[MoveGroup], everything: bool = False
) -> None:
    """Print legal moves, grouped, explained and numbered."""
    total = sum(len(group.moves) for group in groups)
    if not total:
        screen.say("There is no such move now.")
        return
    show_all = everything or total <= SHOWN_AT_ONCE
    titled = len(groups) > 1 and total > FEW_MOVES
    width = len(str(total))
    rows: list[tuple[str, str]] = []
    for group in groups:
        limit = len(group.moves) if show_all else max(4, SHOWN_AT_ONCE // len(groups))
        if titled:
            screen.say(f"{group.title} ({len(group.moves)})", "bold")
        for listed in group.moves[:limit]:
            rows.append((f"{listed.number:>{width}}  {listed.text}", turn.describe(listed.move)))
        if titled or group is groups[-1]:
            screen.pairs(rows, style="default")
            rows = []
        left = len(group.moves) - limit
        if left > 0:
            word = group.title if titled else "all"
            screen.say(f"… {left} more: '? {word}' lists them", "dim", indent=2)
    more = "" if total < screen.height - 4 else "; '? WORDS' lists only moves with these words"
    screen.say(f"Type a move or its number{more}.", "dim")
    if turn.leaves_out:
        screen.say("Moves that come to the same as a listed one may be played too.", "dim")


def hint(screen: Screen, advice: Hint) -> None:
    """Print what a bot would play, and its estimate."""
    meaning = f" ({advice.description})" if advice.description else ""
    screen.say(f"{advice.bot} would play: {advice.text}{meaning}", "bold")
    detail = f"; {advice.detail}" if advice.detail else ""
    screen.say(f"Estimated chance to win: {advice.value:.0%}{detail}.", indent=2)
    if advice.others:
        screen.say("It looked less at these, which makes their estimates rough:", indent=2)
    for value, text in advice.others:
        screen.say(f"{value:4.0%}  {text}", "dim", indent=4)


def why(screen: Screen, match: Match, text: str, answers: Sequence[RuleAnswer]) -> None:
    """Print every rule that was checked for a move, and its answer."""
    objections = [answer for answer in answers if answer.objection is not None]
    verdict = "is legal now" if not objections else "is not allowed now"
    screen.say(f"{text} {verdict}.", "bold")
    # Objections come first; the rest is for those who want to know exactly.
    against = {answer.rule for answer in objections}
    allowing = {answer.rule: answer for answer in answers if answer.rule not in against}
    for answer in (*objections, *allowing.values()):
        refused = answer.objection is not None
        rule = match.game.book.rules.get(answer.rule)
        text = rule.text if rule else ""
        if refused:
            here = f"Here: {answer.objection}.".replace("..", ".")
            screen.say(f"✗ {answer.rule} {here}", "bold red", indent=2)
        else:
            screen.say([(f"✓ {answer.rule} ", "green"), (text, "")], indent=2)
        if refused and text:
            screen.say(text, indent=6)
    if objections and objections[-1] is answers[-1]:
        screen.say(
            "✗ refuses the move, ✓ has nothing against it; further rules are asked only once "
            "these are content.",
            "dim",
            indent=2,
        )


def forms(screen: Screen, game: AnyGame) -> None:
    """Print how the moves of the game are written."""
    if game.language is not None:
        screen.say("Moves are written:", "bold")
        screen.pairs(
            (form, f"{meaning}; for example {example}" if meaning else f"for example {example}")
            for form, example, meaning in game.language.help()
        )
