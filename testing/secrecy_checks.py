"""Secrets: a seat learns nothing that is hidden from it, from observations, drawings or events.

Two states that look the same to a seat must give it the same observation, drawings, moves, sentences
and re-deals. Such pairs come from `determinize`, from another hidden draw, and from another sealed move.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from xml.etree import ElementTree

import attrs

from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.errors import ChanceError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Game, Step
from rulekeep.core.primitives.bag import Bag
from rulekeep.match.recorded_chance import RecordingChance, ScriptedChance
from rulekeep.testing.damaged_positions import same_redeal
from rulekeep.testing.kit_report import KitRun

PICTURE_BYTES = 200_000
REDEALS = 8
"""Re-deals until one differs: a small deck may be dealt the same way again."""
DESCRIBED = 40
"""Moves whose descriptions are compared."""
VARIANTS = 6
"""Other draws and other moves that are compared with those of a match."""
LATER = 300
"""Decisions until a kind of move counts as hidden from others."""


def check_secrets(run: KitRun, state: Any, seat: int, rng: SeededChance, pictures: bool) -> None:
    """What a seat cannot see may change without any change in what it or a spectator sees."""
    game = run.game
    other = game.determinize(state, seat, rng)
    _count_redeals(run, state, seat, other, rng)
    for fault in game.audit(other):
        run.problem(f"determinize for seat {seat}: {fault}")
    for viewer in (seat, None):
        who = "a spectator" if viewer is None else f"seat {viewer}"
        if type(game).as_known_to is not Game.as_known_to:
            _check_known(run, state, other, viewer, who)
        seen = _as_json(run, game.observation(state, viewer), f"the observation of {who}")
        if seen != _as_json(run, game.observation(other, viewer), "an observation"):
            run.problem(f"{who} observes what is hidden from seat {seat}")
        _check_aliases(run, state, viewer, who)
        look = Look()
        drawing, redrawn = game.render(state, viewer, look), game.render(other, viewer, look)
        if (drawing.text(), drawing.places) != (redrawn.text(), redrawn.places):
            run.problem(f"the drawing for {who} shows what is hidden from seat {seat}")
        if pictures:
            _check_looks(run, state, other, viewer, who, seat, drawing)
    _check_moves(run, state, other, seat)
    if not same_redeal(game, state, other, seat):
        run.problem(f"what determinize deals for seat {seat} depends on what is hidden from it")
    before = canonical_json(game.to_dict(state))
    if moves := game.legal_moves(state, seat):
        game.advance(other, seat, moves[rng.below(len(moves))], rng)
        if canonical_json(game.to_dict(state)) != before:
            run.problem(f"determinize for seat {seat} shares parts with the true state")


def _check_known(run: KitRun, state: Any, other: Any, viewer: int | None, who: str) -> None:
    """The state as a viewer knows it has no trace of what is hidden."""
    game = run.game
    before = state.copy()
    known = game.as_known_to(state, viewer)
    if state != before:
        run.problem(f"as_known_to for {who} changed its argument")
    if known != game.as_known_to(other, viewer):
        run.problem(f"as_known_to gives {who} what is hidden")
    if known != game.as_known_to(known, viewer):
        run.problem(f"as_known_to for {who} changes what it has given")


def _count_redeals(run: KitRun, state: Any, seat: int, other: Any, rng: SeededChance) -> None:
    game, report = run.game, run.report
    if game.seats_of(state) == 1:
        return  # nobody else holds anything
    report.secrets += game.observation(state, seat) != game.observation(state, None)
    if not report.redeals:
        redealt = (game.determinize(state, seat, rng) for _ in range(REDEALS))
        report.redeals += other != state or any(again != state for again in redealt)


def _check_looks(
    run: KitRun, state: Any, other: Any, viewer: int | None, who: str, seat: int, drawing: Canvas
) -> None:
    """Descriptions of places and the picture, which takes longest."""
    game, look = run.game, Look()
    for name in {place.name for place in drawing.places}:
        if game.look_at(state, viewer, name) != game.look_at(other, viewer, name):
            run.problem(f"looking at {name!r} tells {who} what is hidden from seat {seat}")
    picture = game.picture(state, viewer, look).svg()
    _check_picture(run, picture, who)
    if viewer is not None:
        _check_clickable(run, state, viewer, drawing, picture)
    if picture != game.picture(other, viewer, look).svg():
        run.problem(f"the picture for {who} shows what is hidden from seat {seat}")


def _check_moves(run: KitRun, state: Any, other: Any, seat: int) -> None:
    """Legal moves, decisions, standing and descriptions do not depend on hidden parts."""
    game = run.game
    moves = list(game.legal_moves(state, seat))
    if list(game.legal_moves(other, seat)) != moves:
        run.problem(f"determinize changes the legal moves of seat {seat}")
    if game.decisions(other) != game.decisions(state):
        run.problem(f"determinize for seat {seat} changes who must decide")
    if game.standing(other, seat) != game.standing(state, seat):
        run.problem(f"the standing for seat {seat} shows what is hidden from it")
    for move in moves[:DESCRIBED]:
        if game.describe(other, seat, move) != game.describe(state, seat, move):
            run.problem(f"describe tells seat {seat} what is hidden from it")
            break


# -- pictures -----------------------------------------------------------------------------------


def _check_picture(run: KitRun, svg: str, who: str) -> None:
    """A picture is well-formed, has a title and a description, and is not too large."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        run.problem(f"the picture for {who} is not well-formed: {error}")
        return
    texts = {child.tag.rpartition("}")[2]: (child.text or "").strip() for child in root}
    for tag in ("title", "desc"):
        if not texts.get(tag):
            run.problem(f"the picture for {who} has no <{tag}>")
    if len(svg.encode()) > PICTURE_BYTES:
        run.problem(f"the picture for {who} has {len(svg.encode())} bytes")


def _check_clickable(run: KitRun, state: Any, seat: int, drawing: Canvas, svg: str) -> None:
    """Every place of the drawing that a legal move names can be clicked in the picture."""
    game = run.game
    if type(game).picture is Game.picture and not game.drawn_by:
        return
    named = {word for m in game.legal_moves(state, seat) for word in game.notation(m).split()}
    places = named & {place.name for place in drawing.places}
    for name in sorted(places - set(re.findall(r' data-[a-z]+="([^"]*)"', svg))):
        run.problem(f"the place {name!r} cannot be clicked: no data attribute in the picture")
        return


# -- observations -------------------------------------------------------------------------------


def _as_json(run: KitRun, data: Any, what: str) -> str:
    try:
        return canonical_json(data)
    except (TypeError, ValueError) as error:
        run.problem(f"{what} is not JSON-able: {error}")
        return ""


def _check_aliases(run: KitRun, state: Any, viewer: int | None, who: str) -> None:
    """An observation holds no list or mapping of the state itself."""
    copied = state.copy()
    # Tables that copies share are constants; what a copy has of its own belongs to the state.
    shared = {id(value) for _, value in _containers(copied, "")}
    own = {id(value) for _, value in _containers(state, "")} - shared
    for path, value in _containers(run.game.observation(state, viewer), ""):
        if id(value) in own:
            run.problem(f"the observation of {who} hands out the state's own {path.lstrip('.')}")
            return


def _containers(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every list, set and mapping in a value, with its path; terms are never changed."""
    if isinstance(value, list | set | dict):
        yield path, value
    if isinstance(value, dict):
        parts = [(f"{path}.{key}", inner) for key, inner in value.items()]
    elif isinstance(value, list | tuple | set):
        parts = [(f"{path}[{number}]", inner) for number, inner in enumerate(value)]
    else:
        names = _fields(value.__class__)
        parts = [(f"{path}.{n}", getattr(value, n, None)) for n in names if n != "terms"]
    for inner_path, inner in parts:
        if not isinstance(inner, str | int | float | None):
            yield from _containers(inner, inner_path)


@cache
def _fields(kind: type) -> list[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    if attrs.has(kind):
        return [field.name for field in attrs.fields(kind)]
    return [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]


# -- events -------------------------------------------------------------------------------------


class _OneDrawChanged(Chance):
    """The outcomes of a match with one drawn again; later ones that are impossible then, too."""

    def __init__(self, outcomes: Sequence[str], changed: int, rng: Chance) -> None:
        self._outcomes = list(outcomes)
        self._changed = changed
        self._rng = rng
        self._next = 0

    def _recorded(self) -> str:
        number, self._next = self._next, self._next + 1
        known = number != self._changed and number < len(self._outcomes)
        return self._outcomes[number] if known else ""

    def below(self, n: int, what: str) -> int:
        recorded = self._recorded()
        usable = recorded.isdecimal() and int(recorded) < n
        return int(recorded) if usable else self._rng.below(n, what)

    def pick(self, bag: Bag, what: str) -> int:
        recorded = self._recorded()
        kind = bag.kinds.index(recorded) if recorded in bag.kinds else -1
        return kind if kind >= 0 and bag.counts[kind] else self._rng.pick(bag, what)


def check_setup_events(
    run: KitRun, options: Any, dealt: Step[Any], outcomes: Sequence[str], rng: SeededChance
) -> None:
    """The events of the set-up tell nobody what was dealt to others."""
    seats = run.game.seats_of(dealt.state)
    for number in _sample(range(len(outcomes)), 2 * VARIANTS, rng):
        again = run.game.setup(seats, options, _OneDrawChanged(outcomes, number, rng))
        _compare_events(run, dealt, again, "the set-up")


def check_move_events(run: KitRun, state: Any, seat: int, rng: SeededChance) -> None:
    """The events of a move tell nobody what is hidden: hands, draws and sealed moves."""
    game = run.game
    moves = game.legal_moves(state, seat)
    move = moves[rng.below(len(moves))]
    chance = RecordingChance(rng)
    played = _advanced(game, state, seat, move, chance)
    outcomes, what = tuple(chance.outcomes), repr(game.notation(move))
    decisions = game.decisions(state)
    # The last of several sealed choices reveals them all: that is no leak.
    sealed = any(decision.sealed for decision in decisions)
    for viewer in () if sealed else range(game.seats_of(state)):
        redealt = game.determinize(state, viewer, rng)
        if game.check(redealt, seat, move) is None:
            again = _replayed(game, redealt, seat, move, outcomes)
            _compare_events(run, played, again, what)
    for number in _sample(range(len(outcomes)), VARIANTS, rng):
        again = _advanced(game, state, seat, move, _OneDrawChanged(outcomes, number, rng))
        _compare_events(run, played, again, what)
    for other in _sample(moves, VARIANTS, rng):
        again = _replayed(game, state, seat, other, outcomes)
        difference = _told_apart(game, played, again)
        if difference and (sealed or not _made_openly(game, state, seat, (move, other), rng)):
            run.problem(f"the events of {what} or {game.notation(other)!r} {difference}")


def _made_openly(
    game: AnyGame, state: Any, seat: int, pair: tuple[Any, Any], rng: SeededChance
) -> bool:
    """Whether others see in a later position which of two such moves was made.

    A move that all have seen may leave no trace: a tile is discarded, then the discards are shuffled.
    """
    kinds = {decision.kind for decision in game.decisions(state) if decision.seat == seat}
    types = {type(move) for move in pair}
    state = state.copy()
    for _ in range(LATER):
        decisions = game.decisions(state)
        if not decisions:
            return False
        decider = decisions[0].seat
        moves = game.legal_moves(state, decider)
        move = moves[rng.below(len(moves))]
        if decisions[0].kind in kinds and type(move) in types:
            chance = RecordingChance(rng)
            made = _advanced(game, state, decider, move, chance)
            viewers = [viewer for viewer in range(game.seats_of(state)) if viewer != decider]
            for other in _sample(moves, VARIANTS, rng):
                again = _replayed(game, state, decider, other, chance.outcomes)
                if (
                    again is not None
                    and {type(move), type(other)} == types
                    and any(
                        not _look_alike(game, made.state, again.state, viewer) for viewer in viewers
                    )
                ):
                    return True
        game.advance(state, decider, move, rng)
    return False


def _sample(items: Sequence[Any], count: int, rng: SeededChance) -> Sequence[Any]:
    return items if len(items) <= count else [items[rng.below(len(items))] for _ in range(count)]


def _advanced(game: AnyGame, state: Any, seat: int, move: Any, chance: Chance) -> Step[Any]:
    new, events = state.copy(), list[Event]()
    game.advance(new, seat, move, chance, events.append)
    return Step(new, tuple(events))


def _replayed(
    game: AnyGame, state: Any, seat: int, move: Any, outcomes: Sequence[str]
) -> Step[Any] | None:
    """A move with the same draws; None where they are impossible."""
    try:
        chance = ScriptedChance(outcomes, SeededChance("rest"))
        return _advanced(game, state, seat, move, chance)
    except ChanceError:
        return None


def _compare_events(run: KitRun, one: Step[Any], other: Step[Any] | None, what: str) -> None:
    if difference := _told_apart(run.game, one, other):
        run.problem(f"the events of {what} {difference}")


def _told_apart(game: AnyGame, one: Step[Any], other: Step[Any] | None) -> str:
    """How events differ for a viewer who cannot see the difference between the states."""
    if other is None or one.state == other.state:
        return ""
    for seat in range(game.seats_of(one.state)):
        if not _look_alike(game, one.state, other.state, seat):
            continue
        for viewer in (seat, None):
            if viewer is None and not _look_alike(game, one.state, other.state, None):
                continue
            told, retold = _told(one.events, viewer), _told(other.events, viewer)
            if told != retold:
                who = "a spectator" if viewer is None else f"seat {viewer}"
                pair = next(
                    ((a, b) for a, b in zip(told, retold, strict=False) if a != b), (told, retold)
                )
                return f"tell {who} what is hidden: {pair[0]} or {pair[1]}"
    return ""


def _look_alike(game: AnyGame, one: Any, other: Any, viewer: int | None) -> bool:
    if game.observation(one, viewer) != game.observation(other, viewer):
        return False
    return viewer is None or same_redeal(game, one, other, viewer)


def _told(events: Sequence[Event], viewer: int | None) -> list[str]:
    """The sentences of events for a viewer, and the fields of those that the viewer sees."""
    told: list[str] = []
    for event in events:
        text = event.tell_to(viewer, "Seat {}".format)
        if event.seen_by is None or viewer in event.seen_by:
            told.append(f"{text} {event.to_dict()}")
        elif text:
            told.append(text)
    return told
