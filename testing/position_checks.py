"""One position examined closely: every promise of the contract that can be seen from there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

import attrs

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.drawing.canvas import ASCII, Look
from rulekeep.core.errors import BadNotation, RulekeepError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, apply
from rulekeep.testing.damaged_positions import damage_problems, redeal_leaks, same_redeal
from rulekeep.testing.kit_report import KitRun

WIDTHS = (80, 120)
DAMAGED_TRIES = 6
"""Changed positions tried per probe, and how far those that are accepted are played."""
DAMAGED_MOVES = 25


def probe(table: KitRun, state: Any, lot: SeededChance, max_universe: int) -> None:
    """Examine one position closely."""
    table.report.probes += 1
    game = table.game
    before = canonical_json(game.to_dict(state))
    seats = game.seats_of(state)
    asked = {decision.seat for decision in game.decisions(state)}
    for decision in game.decisions(state):
        check_legality(table, state, decision.seat, lot, max_universe)
        check_apply(table, state, decision.seat, lot, before)
        _check_unknown_numbers(table, state, decision.seat, lot)
        _check_event_texts(table, state, decision.seat, lot)
    drawn = lot.below(seats)  # pictures take long, so those of one seat
    for seat in range(seats):
        if seat not in asked:
            _check_idle_seat(table, state, seat, asked)
        _check_hidden(table, state, seat, lot, seat == drawn)
        value = game.evaluate(state, seat)
        if not 0.0 <= value <= 1.0:
            table.complain(f"evaluate gives {value} for seat {seat}")
    check_round_trip(table, state, before)
    _check_damaged(table, state, before, lot)
    check_render(table, state, seats)
    if canonical_json(game.to_dict(state)) != before:
        table.complain("looking at a state changed it")


def check_legality(
    table: KitRun,
    state: Any,
    seat: int,
    lot: SeededChance,
    max_universe: int,
    also: Iterable[Any] = (),
) -> None:
    """`legal_moves` and `check` agree over every expressible move, and over some others."""
    game = table.game
    listed = list(game.legal_moves(state, seat))
    legal = set(listed)
    if len(legal) != len(listed):
        table.complain(f"legal_moves lists a move twice for seat {seat}")
    if list(game.legal_moves(state, seat)) != listed:
        table.complain("legal_moves gives another order the second time")
    universe = list(game.universe(state, seat))
    for move in legal.difference(universe):
        table.complain(f"the universe lacks the legal move {game.notation(move)!r}")
        break
    if len(universe) > max_universe:
        universe = [universe[lot.below(len(universe))] for _ in range(max_universe)]
    for move in dict.fromkeys((*listed, *universe, *also)):
        table.report.moves_compared += 1
        text = game.notation(move)
        if move not in table.report.understood:
            table.report.understood.add(move)
            _check_notation(table, move, text)
        refusal = game.check(state, seat, move)
        if refusal is not None:
            if move in legal:
                table.complain(f"{text!r} is listed as legal but refused: {refusal}")
            if refusal.rule not in game.book:
                table.complain(f"{text!r} is refused with {refusal.rule}, not in the book")
            if not refusal.because:
                table.complain(f"{text!r} is refused without a reason")
            objections = [a for a in game.book.explain(state, seat, move) if a.objection]
            if not objections or objections[0].rule != refusal.rule:
                table.complain(f"{text!r}: explain does not begin with the refusal {refusal}")
        else:
            stands_for = game.listed_as(state, seat, move)
            if stands_for is not None and stands_for not in legal:
                table.complain(f"{text!r} passes check but is not among the legal moves")
    for move in listed:
        if not isinstance(game.describe(state, seat, move), str):
            table.complain(f"describe says nothing printable of {game.notation(move)!r}")


def _check_notation(table: KitRun, move: Any, text: str) -> None:
    """The text of a move can be shown and read back."""
    if not text.isprintable():
        table.complain(f"the notation {text!r} is not printable")
    try:
        if table.game.parse(text) != move:
            table.complain(f"{text!r} is parsed as another move")
    except BadNotation as error:
        table.complain(f"the notation {text!r} is not understood: {error}")


def check_apply(table: KitRun, state: Any, seat: int, lot: SeededChance, before: str) -> None:
    """`apply` leaves its argument alone and refuses what `check` refuses."""
    game = table.game
    moves = game.legal_moves(state, seat)
    move = moves[lot.below(len(moves))]
    copied = state.copy()
    if canonical_json(game.to_dict(copied)) != before:
        table.complain("a copy is not equal to its original")
    apply(game, state, seat, move, SeededChance("apply"))
    if canonical_json(game.to_dict(state)) != before:
        table.complain(f"apply of {game.notation(move)!r} changed its argument")
    game.advance(copied, seat, move, SeededChance("apply"), None)
    heard = state.copy()
    game.advance(heard, seat, move, SeededChance("apply"), lambda event: None)
    if game.to_dict(copied) != game.to_dict(heard):
        table.complain(f"{game.notation(move)!r} does something else when somebody listens")


def _check_unknown_numbers(table: KitRun, state: Any, seat: int, lot: SeededChance) -> None:
    """A move made by a program that names what does not exist is refused like any other."""
    game = table.game
    moves = game.legal_moves(state, seat)
    move = moves[lot.below(len(moves))]
    if game.language is None or not attrs.has(type(move)):
        return
    for attribute in attrs.fields(type(move)):
        numbered = attribute.init and type(getattr(move, attribute.name)) is int
        for strange in (99_999, -99) if numbered else ():
            odd = attrs.evolve(move, **{attribute.name: strange})
            refusal = game.check(state, seat, odd)
            if refusal is None or refusal.rule not in game.book:
                table.complain(f"{odd} is not refused by a rule but answered with {refusal}")


def _check_event_texts(table: KitRun, state: Any, seat: int, lot: SeededChance) -> None:
    """The rumour of an event does not depend on what those who did not see it cannot know."""
    game = table.game
    moves = game.legal_moves(state, seat)
    move = moves[lot.below(len(moves))]
    heard: list[list[str]] = [[], []]
    for one, rumours in zip((state, game.determinize(state, seat, lot)), heard, strict=True):
        events: list[Event] = []
        game.advance(one.copy(), seat, move, SeededChance("rumour"), events.append)
        for event in events:
            if event.seen_by is not None and seat not in event.seen_by:
                rumours.append(event.rumour("Seat {}".format))
    for one_text, other_text in zip(*heard, strict=False):
        if one_text != other_text:
            table.complain(f"a rumour tells too much: {one_text!r} or {other_text!r}")
            break


def _check_idle_seat(table: KitRun, state: Any, seat: int, asked: set[int]) -> None:
    """A seat that is not asked has no moves and is refused."""
    game = table.game
    if game.legal_moves(state, seat):
        table.complain(f"seat {seat} is not asked and has legal moves")
    move = game.legal_moves(state, min(asked))[0]
    refusal = game.check(state, seat, move)
    if refusal is None:
        table.complain(f"seat {seat} is not asked and {game.notation(move)!r} passes check")
    elif refusal.rule not in game.book:
        table.complain(f"seat {seat} is refused with {refusal.rule}, not in the book")


def _check_hidden(table: KitRun, state: Any, seat: int, lot: SeededChance, drawn: bool) -> None:
    """What a seat cannot see may change without its seeing, or a spectator's, changing."""
    game = table.game
    other = game.determinize(state, seat, lot)
    # Whoever plays alone holds what a spectator does not see; there is nobody else to deal to.
    shared = game.seats_of(state) > 1
    table.report.secrets += shared and game.observation(state, seat) != game.observation(
        state, None
    )
    table.report.dealt_anew += other != state
    for complaint in game.audit(other):
        table.complain(f"determinize for seat {seat}: {complaint}")
    for viewer in (seat, None):
        who = "a spectator" if viewer is None else f"seat {viewer}"
        seen = _as_json(table, game.observation(state, viewer), f"the observation of {who}")
        if seen != _as_json(table, game.observation(other, viewer), "an observation"):
            table.complain(f"{who} observes what is hidden from seat {seat}")
        look = Look()
        now, then = game.render(state, viewer, look), game.render(other, viewer, look)
        if (now.text(), now.places) != (then.text(), then.places):
            table.complain(f"the drawing for {who} shows what is hidden from seat {seat}")
        if drawn:
            for name in {place.name for place in now.places}:
                if game.look_at(state, viewer, name) != game.look_at(other, viewer, name):
                    table.complain(
                        f"looking at {name!r} tells {who} what is hidden from seat {seat}"
                    )
            picture = game.picture(state, viewer, look).svg()
            _check_picture(table, picture, who)
            if picture != game.picture(other, viewer, look).svg():
                table.complain(f"the picture for {who} shows what is hidden from seat {seat}")
    moves = list(game.legal_moves(state, seat))
    if list(game.legal_moves(other, seat)) != moves:
        table.complain(f"determinize changes the legal moves of seat {seat}")
    if game.decisions(other) != game.decisions(state):
        table.complain(f"determinize for seat {seat} changes who must decide")
    if game.standing(other, seat) != game.standing(state, seat):
        table.complain(f"the standing for seat {seat} shows what is hidden from it")
    for move in moves[:40]:
        if game.describe(other, seat, move) != game.describe(state, seat, move):
            table.complain(f"describe tells seat {seat} what is hidden from it")
            break
    if not same_redeal(game, state, other, seat):
        table.complain(f"what determinize deals for seat {seat} depends on what is hidden from it")
    before = canonical_json(game.to_dict(state))
    if moves:
        game.advance(other, seat, moves[lot.below(len(moves))], lot)
        if canonical_json(game.to_dict(state)) != before:
            table.complain(f"determinize for seat {seat} shares parts with the true state")


PICTURE_BYTES = 200_000


def _check_picture(table: KitRun, svg: str, who: str) -> None:
    """A picture is a good file, not too large, and says the table in words too."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        table.complain(f"the picture for {who} is not well-formed: {error}")
        return
    said = {child.tag.rpartition("}")[2]: (child.text or "").strip() for child in root}
    for tag in ("title", "desc"):
        if not said.get(tag):
            table.complain(f"the picture for {who} has no <{tag}>")
    if len(svg.encode()) > PICTURE_BYTES:
        table.complain(f"the picture for {who} has {len(svg.encode())} bytes")


def _as_json(table: KitRun, data: Any, what: str) -> str:
    try:
        return canonical_json(data)
    except (TypeError, ValueError) as error:
        table.complain(f"{what} is not JSON-able: {error}")
        return ""


def check_round_trip(table: KitRun, state: Any, before: str) -> None:
    """States survive JSON."""
    game = table.game
    again = game.from_dict(json.loads(before))
    if canonical_json(game.to_dict(again)) != before:
        table.complain("a state read back from JSON is another state")
    if again != state:
        table.complain("a state read back from JSON is not equal to the first")
    if game.decisions(again) != game.decisions(state):
        table.complain("a state read back from JSON asks other decisions")
    for decision in game.decisions(state):
        if list(game.legal_moves(again, decision.seat)) != list(
            game.legal_moves(state, decision.seat)
        ):
            table.complain("a state read back from JSON has other legal moves")


def _check_damaged(table: KitRun, state: Any, before: str, lot: SeededChance) -> None:
    """Damaged states, and texts that are no moves, are refused without an accident."""
    game = table.game
    try:
        game.from_dict({**json.loads(before), "no such key": 1})
        table.complain("from_dict accepts a key that it does not know")
    except RulekeepError:
        pass
    if game.table is not None:
        data = json.loads(before)
        for fault in damage_problems(game, data, lot, tries=DAMAGED_TRIES, acts=DAMAGED_MOVES):
            table.complain(fault)
        for fault in redeal_leaks(game, state, data, lot, tries=DAMAGED_TRIES):
            table.complain(fault)
    words = [w for d in game.decisions(state) for w in _malformed_moves(game, state, d.seat)]
    for text in ("", "x" * 500, "done done done", "\x00", "place", "0", "é ü", *words):
        try:
            game.parse(text)
        except BadNotation:
            continue
        except Exception as error:  # noqa: BLE001
            table.complain(f"parse stumbles over {text[:20]!r}: {error!r}")


def _malformed_moves(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """Moves with a word too few, too many or spoilt."""
    for move in game.legal_moves(state, seat)[:3]:
        words = game.notation(move).split(" ")
        for count in range(1, len(words)):
            yield " ".join(words[:count])
        yield " ".join([*words, "x"])
        for at in range(len(words)):
            yield " ".join([*words[:at], "?", *words[at + 1 :]])


def check_render(table: KitRun, state: Any, seats: int) -> None:
    game = table.game
    names = tuple(f"Somebody {seat}" for seat in range(seats))
    for width in WIDTHS:
        for viewer, known in ((None, ()), (0, names)):
            canvas = game.render(state, viewer, Look(width=width, names=known))
            for line in canvas.lines():
                if len(line) > width:
                    table.complain(f"a line of the drawing is {len(line)} wide, not {width}")
                    break
            for place in canvas.places:
                if place.x + place.width > width or place.y + place.height > canvas.height:
                    table.complain(f"the place {place.name!r} reaches out of the drawing")
                    break
            for char in sorted(set(canvas.text()) - {"\n"}):
                if not char.isascii() and char not in ASCII:
                    table.complain(f"the drawing uses {char!r}, which has no ASCII stand-in")
