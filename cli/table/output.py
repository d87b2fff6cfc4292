"""Output of the table: board, events, log, score, moves, hints, explanations, result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve

from rulekeep.cli.files import paths
from rulekeep.cli.terminal.screen import Screen, Spans
from rulekeep.core.game import AnyGame, Outcome, Score
from rulekeep.core.rulebook import RuleAnswer
from rulekeep.core.text import fit, plural, upper_first
from rulekeep.core.text import listed as in_a_row
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.match.result_text import ScoreRow, result_sentences, score_rows
from rulekeep.session.hints import Hint
from rulekeep.session.move_list import SHOWN_AT_ONCE, MoveGroup, NumberedMove
from rulekeep.session.turn import Turn

FEW_MOVES = 8
"""So few moves need no titles over their groups."""
AROUND = 14
"""Rows of a page with a result that are not items of the score."""


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
            before = plural(left_out, "event")
            screen.say(f"… {before} before; log shows them", "dim", indent=2)
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
        ply, sentences = match.plies[number], seat_events.sentences(match, number, viewer)
        if number == 0:
            screen.say("Set-up", "bold")
        else:
            shown = ply.seat == viewer or seat_events.is_public(match, number)
            sentence, notation = seat_events.move_sentence(match, number) if shown else ("", "")
            screen.say(
                [
                    (f"{number}. {match.name(ply.seat)}", "bold"),
                    (f": {sentence}" if sentence else "", "bold"),
                    (f" ({notation})" if notation else "", "dim"),
                ]
            )
            if shown:
                # The line above has the move, so one without events needs no second line.
                sentences = seat_events.event_sentences(ply.events, viewer, match.name)
        for sentence in seat_events.merge_repeats(sentences):
            screen.say(sentence, indent=4)


def _by_head(rows: Sequence[ScoreRow]) -> list[ScoreRow]:
    """Rows whose labels are the same up to a comma in one: `ducat days` for its towers and roofs."""
    found: dict[str, ScoreRow] = {}
    for row in rows:
        head = row.label.partition(",")[0]
        before = found.get(head, ScoreRow(head, (None,) * len(row.totals)))
        pairs = zip(before.totals, row.totals, strict=True)
        totals = tuple(a if b is None else (a or 0) + b for a, b in pairs)
        found[head] = ScoreRow(head, totals, tuple(dict.fromkeys(before.rules + row.rules)))
    return list(found.values())


def _score_table(
    screen: Screen, match: Match, scores: Sequence[Score], most: int | None = None
) -> None:
    """Print scores side by side: items in rows, `most` if possible, the total last."""
    rows = score_rows(scores, match.header.seats)
    if most is not None and len(rows) > most:
        rows = _by_head(rows)
    seats = [score.seat for score in scores]
    cells = [["", *(match.name(seat) for seat in seats)]]
    cells += [
        [upper_first(row.label), *(_number(row.totals[seat]) for seat in seats)] for row in rows
    ]
    cells.append(["Total", *(_number(score.total) for score in scores)])
    rules = ["", *(", ".join(row.rules) for row in rows), ""]
    most = max(8, (screen.width - 30) // len(seats) - 2) if screen.folds else screen.width
    cells[0] = [fit(name, most) for name in cells[0]]
    columns = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = screen.width - sum(columns[1:]) - 2 * len(columns) if screen.folds else columns[0]
    columns[0] = min(columns[0], max(12, room))
    for number, (row, cited) in enumerate(zip(cells, rules, strict=True)):
        label, *numbers = row
        text = f"{fit(label, columns[0]):<{columns[0]}}"
        for cell, width in zip(numbers, columns[1:], strict=True):
            text += f"  {cell:>{width}}"
        cited = f"  [{cited}]" if cited else ""
        if screen.folds and 2 + len(text) + len(cited) > screen.width:
            cited = ""
        style = "bold" if number in (0, len(cells) - 1) else ""
        screen.say([(text, style), (cited, "dim")], indent=2)


def _number(value: int | None) -> str:
    return "" if value is None else f"{value}"


def score(screen: Screen, match: Match, viewer: int | None) -> None:
    """Print points or money so far, item by item."""
    standing = match.game.standing(match.state, viewer)
    if not standing:
        screen.say("This game counts nothing before the end.")
        return
    _score_table(screen, match, standing)


def end(screen: Screen, match: Match, data: Path | None = None, rows: int | None = None) -> None:
    """Print the result, the scores, the length, and how to replay and review; in so many rows."""
    outcome = match.outcome
    if outcome is None:
        return
    screen.say()
    headline, *reasons = result_sentences(match)
    screen.say(headline, "bold green")
    for sentence in (*reasons, *_ties(match, outcome)):
        screen.say(sentence)
    if outcome.scores:
        screen.say()
        by_place = sorted(outcome.scores, key=lambda score: outcome.places[score.seat])
        _score_table(screen, match, by_place, None if rows is None else rows - AROUND)
        screen.say()
    screen.say(f"Length: {plural(len(match.plies) - 1, 'move')}.", "dim")
    screen.say(f"Rule: rulekeep rules {match.header.game} {outcome.rule}", "dim")
    if match.path is not None:
        spoken = paths.spoken(match.path, data)
        screen.say(f"Replay: rulekeep replay {spoken}", "dim")
        screen.say(f"Review: rulekeep review {spoken}", "dim")


def saved(screen: Screen, match: Match, data: Path | None) -> None:
    """Where the match file is, and how to resume the match."""
    if match.path is None:
        return
    screen.say(f"The match is saved in {match.path}.")
    if not match.is_over:
        screen.say(f"Resume with: rulekeep resume {paths.spoken(match.path, data)}")


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
        yield f"Tie-break: {match.game.book[rule].text} ({rule})"
    for place in sorted(set(outcome.places)):
        sharing = [seat for seat in seats if outcome.places[seat] == place]
        if len({total[seat] for seat in sharing}) > 1:
            names = in_a_row(match.name(seat) for seat in sharing)
            yield f"{names} share place {place}: their totals do not decide it ({outcome.rule})."


def _move_spans(turn: Turn, listed: NumberedMove) -> Spans:
    """The sentence of a move, its consequences, and the notation in small print."""
    consequences = turn.describe(listed.move)
    notation = turn.small_print(listed)
    return [
        (turn.sentence(listed.move), ""),
        (f": {consequences}" if consequences else "", ""),
        (f" ({notation})" if notation else "", "dim"),
    ]


def in_one_line(turn: Turn, listed: NumberedMove) -> str:
    """`Place the red curvy wall at N (place WRC N)`"""
    notation = turn.small_print(listed)
    return turn.sentence(listed.move) + (f" ({notation})" if notation else "")


def move_rows(screen: Screen, turn: Turn, listed: Sequence[NumberedMove], indent: int = 2) -> None:
    """Print moves with their numbers, one per line."""
    width = len(str(len(turn.legal)))
    rows = [(f"{move.number:>{width}}", _move_spans(turn, move)) for move in listed]
    screen.pairs(rows, indent, style="default")


def moves(
    screen: Screen, turn: Turn, groups: Sequence[MoveGroup], everything: bool = False
) -> None:
    """Print legal moves, grouped, explained and numbered."""
    total = sum(len(group.moves) for group in groups)
    if not total:
        screen.say("No legal move has these words.")
        return
    show_all = everything or total <= SHOWN_AT_ONCE
    titled = len(groups) > 1 and total > FEW_MOVES
    for group in groups:
        limit = len(group.moves) if show_all else max(4, SHOWN_AT_ONCE // len(groups))
        if titled:
            screen.say(f"{upper_first(group.title)} ({len(group.moves)})", "bold")
        move_rows(screen, turn, group.moves[:limit])
        left = len(group.moves) - limit
        if left > 0:
            word = group.title if titled else "all"
            screen.say(f"… {left} more: '? {word}' lists them", "dim", indent=2)
    more = "" if total < screen.height - 4 else " '? WORDS' lists only the moves with these words."
    screen.say(f"Type a number, or the move as in brackets.{more}", "dim")
    if turn.leaves_out:
        screen.say("Equivalent moves are not listed but are allowed.", "dim")


def hint(screen: Screen, turn: Turn, advice: Hint) -> None:
    """Print what a bot would play, and its estimate."""
    listed = turn.legal_move(advice.text) or NumberedMove(0, advice.text, advice.move)
    screen.say([("Best move: ", "bold"), *_move_spans(turn, listed)])
    detail = f"; {advice.detail}" if advice.detail else ""
    screen.say(f"Chance to win: {advice.value:.0%} ({advice.bot}{detail}).", indent=2)
    if advice.others:
        screen.say("Also considered, with rougher estimates:", indent=2)
    screen.pairs(
        ((f"{value:4.0%}", other_move(turn, text)) for value, text in advice.others),
        indent=4,
        style="dim",
    )


def other_move(turn: Turn, text: str) -> str:
    """A move of a hint as a sentence, with its notation."""
    listed = turn.legal_move(text)
    return in_one_line(turn, listed) if listed is not None else text


def why(screen: Screen, turn: Turn, text: str, answers: Sequence[RuleAnswer]) -> None:
    """Print every rule that was checked for a move, and its answer."""
    objections = [answer for answer in answers if answer.objection is not None]
    verdict = "Not allowed now" if objections else "Legal now"
    screen.say(f"{verdict}: {other_move(turn, text)}", "bold")
    # Objections come first; the rest is for those who want to know exactly.
    against = {answer.rule for answer in objections}
    allowing = {answer.rule: answer for answer in answers if answer.rule not in against}
    for answer in (*objections, *allowing.values()):
        refused = answer.objection is not None
        rule = turn.match.game.book.rules.get(answer.rule)
        text = rule.text if rule else ""
        if refused:
            because = upper_first(f"{answer.objection}.".replace("..", "."))
            screen.say(f"✗ {because} ({answer.rule})", "bold red", indent=2)
        else:
            screen.say([("✓ ", "green"), (text, ""), (f" ({answer.rule})", "dim")], indent=2)
        if refused and text:
            screen.say(text, indent=6)
    if objections and objections[-1] is answers[-1]:
        screen.say(
            "✗ forbids it, ✓ allows it; other rules are checked only after these pass.",
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
