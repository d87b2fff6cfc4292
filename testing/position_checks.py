"""Check one position closely: every promise of the contract that can be seen from there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.drawing.canvas import ASCII, Look
from rulekeep.core.errors import BadNotation, RulekeepError
from rulekeep.core.game import AnyGame, apply
from rulekeep.testing.damaged_positions import damage_problems, redeal_leaks
from rulekeep.testing.kit_report import KitRun
from rulekeep.testing.secrecy_checks import check_move_events, check_secrets

WIDTHS = (80, 120)
DAMAGED_TRIES = 6
"""Changed positions tried per probe, and how far those that are accepted are played."""
DAMAGED_MOVES = 25
LEAK_TRIES = 2
"""Changes of each key of a position that might be hidden."""


def probe(run: KitRun, state: Any, rng: SeededChance, max_universe: int) -> None:
    """Check one position closely."""
    run.report.probes += 1
    game = run.game
    before = canonical_json(game.to_dict(state))
    seats = game.seats_of(state)
    deciding = {decision.seat for decision in game.decisions(state)}
    for seat in sorted(deciding):
        check_legality(run, state, seat, rng, max_universe)
        check_apply(run, state, seat, rng, before)
        _check_unknown_numbers(run, state, seat, rng)
        check_move_events(run, state, seat, rng)
    drawn = rng.below(seats)  # pictures take long, so those of one seat
    for seat in range(seats):
        if seat not in deciding:
            _check_idle_seat(run, state, seat, min(deciding))
        check_secrets(run, state, seat, rng, seat == drawn)
        value = game.evaluate(state, seat)
        if not 0.0 <= value <= 1.0:
            run.problem(f"evaluate gives {value} for seat {seat}")
    check_round_trip(run, state, before)
    _check_damaged(run, state, before, rng)
    _check_bad_notation(run, state)
    check_render(run, state, seats)
    if canonical_json(game.to_dict(state)) != before:
        run.problem("looking at a state changed it")


def check_legality(
    run: KitRun,
    state: Any,
    seat: int,
    rng: SeededChance,
    max_universe: int,
    also: Iterable[Any] = (),
) -> None:
    """`legal_moves` and `check` agree over every expressible move, and over some others."""
    game = run.game
    listed = list(game.legal_moves(state, seat))
    legal = set(listed)
    if len(legal) != len(listed):
        run.problem(f"legal_moves lists a move twice for seat {seat}")
    if list(game.legal_moves(state, seat)) != listed:
        run.problem("legal_moves gives another order the second time")
    universe = list(game.universe(state, seat))
    for move in legal.difference(universe):
        run.problem(f"the universe lacks the legal move {game.notation(move)!r}")
        break
    if len(universe) > max_universe:
        universe = [universe[rng.below(len(universe))] for _ in range(max_universe)]
    for move in dict.fromkeys((*listed, *universe, *also)):
        run.report.moves_compared += 1
        _check_move(run, state, seat, move, legal)
    for move in listed:
        if not isinstance(game.describe(state, seat, move), str):
            run.problem(f"describe says nothing printable of {game.notation(move)!r}")


def _check_move(run: KitRun, state: Any, seat: int, move: Any, legal: set[Any]) -> None:
    """One move is legal or refused with a rule and a reason, and `explain` agrees."""
    game = run.game
    if move not in run.report.parsed:
        run.report.parsed.add(move)
        _check_notation(run, move)
    refusal = game.check(state, seat, move)
    if refusal is None:
        listed_as = game.listed_as(state, seat, move)
        if listed_as is not None and listed_as not in legal:
            run.problem(f"{game.notation(move)!r} passes check but is not among the legal moves")
        return
    if move in legal:
        run.problem(f"{game.notation(move)!r} is listed as legal but refused: {refusal}")
    if refusal.rule not in game.book:
        run.problem(f"{game.notation(move)!r} is refused with {refusal.rule}, not in the book")
    if not refusal.because:
        run.problem(f"{game.notation(move)!r} is refused without a reason")
    objections = [a for a in game.book.explain(state, seat, move) if a.objection]
    if not objections or objections[0].rule != refusal.rule:
        run.problem(f"{game.notation(move)!r}: explain does not begin with the refusal {refusal}")


def _check_notation(run: KitRun, move: Any) -> None:
    """The text of a move can be shown and read back."""
    text = run.game.notation(move)
    if not text.isprintable():
        run.problem(f"the notation {text!r} is not printable")
    try:
        if run.game.parse(text) != move:
            run.problem(f"{text!r} is parsed as another move")
    except BadNotation as error:
        run.problem(f"the notation {text!r} is not understood: {error}")


def check_apply(run: KitRun, state: Any, seat: int, rng: SeededChance, before: str) -> None:
    """`apply` leaves its argument alone, and `advance` does the same with and without `emit`."""
    game = run.game
    moves = game.legal_moves(state, seat)
    move = moves[rng.below(len(moves))]
    copied = state.copy()
    if canonical_json(game.to_dict(copied)) != before:
        run.problem("a copy is not equal to its original")
    apply(game, state, seat, move, SeededChance("apply"))
    if canonical_json(game.to_dict(state)) != before:
        run.problem(f"apply of {game.notation(move)!r} changed its argument")
    game.advance(copied, seat, move, SeededChance("apply"), None)
    emitting = state.copy()
    game.advance(emitting, seat, move, SeededChance("apply"), lambda event: None)
    if game.to_dict(copied) != game.to_dict(emitting):
        run.problem(f"{game.notation(move)!r} does something else when events are wanted")


def _check_unknown_numbers(run: KitRun, state: Any, seat: int, rng: SeededChance) -> None:
    """A move made by a program that names what does not exist is refused like any other."""
    game = run.game
    moves = game.legal_moves(state, seat)
    move = moves[rng.below(len(moves))]
    if game.language is None or not attrs.has(type(move)):
        return
    for attribute in attrs.fields(type(move)):
        numbered = attribute.init and type(getattr(move, attribute.name)) is int
        for unknown in (99_999, -99) if numbered else ():
            changed = attrs.evolve(move, **{attribute.name: unknown})
            refusal = game.check(state, seat, changed)
            if refusal is None or refusal.rule not in game.book:
                run.problem(f"{changed} is not refused by a rule but answered with {refusal}")


def _check_idle_seat(run: KitRun, state: Any, seat: int, deciding: int) -> None:
    """A seat without a decision has no moves and is refused."""
    game = run.game
    if game.legal_moves(state, seat):
        run.problem(f"seat {seat} has no decision but legal moves")
    move = game.legal_moves(state, deciding)[0]
    refusal = game.check(state, seat, move)
    if refusal is None:
        run.problem(f"seat {seat} has no decision, but {game.notation(move)!r} passes check")
    elif refusal.rule not in game.book:
        run.problem(f"seat {seat} is refused with {refusal.rule}, not in the book")


def check_round_trip(run: KitRun, state: Any, before: str) -> None:
    """A state read back from JSON is the same state."""
    game = run.game
    again = game.from_dict(json.loads(before))
    if canonical_json(game.to_dict(again)) != before:
        run.problem("a state read back from JSON is another state")
    if again != state:
        run.problem("a state read back from JSON is not equal to the first")
    decisions = game.decisions(state)
    if game.decisions(again) != decisions:
        run.problem("a state read back from JSON asks other decisions")
    for seat in (decision.seat for decision in decisions):
        if list(game.legal_moves(again, seat)) != list(game.legal_moves(state, seat)):
            run.problem("a state read back from JSON has other legal moves")


def _check_damaged(run: KitRun, state: Any, before: str, rng: SeededChance) -> None:
    """Changed positions are refused or can be played, and hide what they should."""
    game, data = run.game, json.loads(before)
    try:
        game.from_dict({**data, "no such key": 1})
        run.problem("from_dict accepts a key that it does not know")
    except RulekeepError:
        pass
    if game.table is not None:
        for problem in (
            *damage_problems(game, data, rng, tries=DAMAGED_TRIES, moves=DAMAGED_MOVES),
            *redeal_leaks(game, state, data, rng, tries=LEAK_TRIES),
        ):
            run.problem(problem)


def _check_bad_notation(run: KitRun, state: Any) -> None:
    """Texts that are not moves are refused with BadNotation."""
    game = run.game
    malformed = [
        text for d in game.decisions(state) for text in _malformed_moves(game, state, d.seat)
    ]
    for text in ("", "x" * 500, "done done done", "\x00", "place", "0", "é ü", *malformed):
        try:
            game.parse(text)
        except BadNotation:
            continue
        except Exception as error:  # noqa: BLE001
            run.problem(f"parse stumbles over {text[:20]!r}: {error!r}")


def _malformed_moves(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """Moves with a word too few, too many or replaced."""
    for move in game.legal_moves(state, seat)[:3]:
        words = game.notation(move).split(" ")
        for count in range(1, len(words)):
            yield " ".join(words[:count])
        yield " ".join([*words, "x"])
        for at in range(len(words)):
            yield " ".join([*words[:at], "?", *words[at + 1 :]])


def check_render(run: KitRun, state: Any, seats: int) -> None:
    """Drawings keep to their width and to characters with an ASCII substitute."""
    game = run.game
    names = tuple(f"Player {seat}" for seat in range(seats))
    for width in WIDTHS:
        for viewer, known in ((None, ()), (0, names)):
            canvas = game.render(state, viewer, Look(width=width, names=known))
            widest = max((len(line) for line in canvas.lines()), default=0)
            if widest > width:
                run.problem(f"a line of the drawing is {widest} wide, not {width}")
            for place in canvas.places:
                if place.x + place.width > width or place.y + place.height > canvas.height:
                    run.problem(f"the place {place.name!r} reaches out of the drawing")
                    break
            for char in sorted(set(canvas.text()) - {"\n"}):
                if not char.isascii() and char not in ASCII:
                    run.problem(f"the drawing uses {char!r}, which has no ASCII stand-in")
