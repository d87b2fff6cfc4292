"""Differences between two readings of the rules, found by playing the same matches by both.

Both tables are set up with the same seed and get the same moves. At every position the decisions,
the legal moves and the result are compared; after every move the draws, the events and the state.
After a difference the second table is set up again from the first, so one match can find several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import evolve, frozen

from rulekeep.bots import Bot, make_bot
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Outcome, apply
from rulekeep.match.recorded_chance import RecordingChance
from rulekeep.match.smaller_positions import Position, smallest_position

BOTS = ("random", "greedy")
What = tuple[str, tuple[str, ...]]
"""A kind of difference, and what it is about."""


@frozen
class Reading:
    """One way to read the rules."""

    name: str
    game: AnyGame
    options: Mapping[str, Any]
    """Every option's value."""

    def table(self, position: Position) -> Any:
        """The state of a position by this reading. DataError if it is impossible."""
        return self.game.from_dict({**position, "options": dict(self.options)})

    def position(self, state: Any) -> dict[str, Any]:
        data = self.game.to_dict(state)
        return {key: value for key, value in data.items() if key != "options"}


@frozen
class Divergence:
    """A difference between two readings, with the position that shows it."""

    kind: str
    """`set-up`, `who decides`, `legal moves`, `what is drawn`, `what happens`, `the table` or
    `the result`."""
    about: tuple[str, ...]
    """What differs: verbs of moves, names of events, keys of the position."""
    seats: int
    moves: int
    """How many moves were played before."""
    seat: int
    move: str
    """The move that shows the difference; empty if it is there before a move."""
    position: Position
    rules: tuple[str, ...]
    """The rules that refuse, or are cited by the events or results that differ."""
    seed: tuple[object, ...]

    @property
    def what(self) -> What:
        return self.kind, self.about


@frozen
class MoveResult:
    """The result of a move by one reading."""

    state: Any
    events: tuple[Event, ...]
    outcomes: tuple[str, ...]


def carry_out(
    reading: Reading, state: Any, seat: int, move: str, seed: Sequence[object]
) -> MoveResult:
    chance = RecordingChance(SeededChance(*seed))
    parsed = reading.game.read(state, seat, move)
    step = apply(reading.game, state, seat, parsed, chance)
    return MoveResult(step.state, step.events, tuple(chance.outcomes))


# -- comparing --------------------------------------------------------------------------------


@frozen
class RuleDifference:
    kind: str
    about: tuple[str, ...]
    move: str = ""
    seat: int = 0
    rules: tuple[str, ...] = ()


def differences_before_move(
    first: Reading, one: Any, second: Reading, other: Any
) -> Iterator[RuleDifference]:
    """What differs in a position."""
    decisions = [
        [(d.seat, d.kind) for d in r.game.decisions(s)] for r, s in ((first, one), (second, other))
    ]
    if decisions[0] != decisions[1]:
        kinds = {kind for seat, kind in {*decisions[0]} ^ {*decisions[1]}}
        yield RuleDifference("who decides", tuple(sorted(kinds)), seat=-1)
    ends = first.game.outcome(one), second.game.outcome(other)
    if _result(ends[0]) != _result(ends[1]):
        rules = {rule for end in ends if end is not None for rule in (end.rule, *end.rules)}
        reasons = {end.reason if end is not None else "goes on" for end in ends}
        yield RuleDifference(
            "the result", tuple(sorted(reasons)), seat=-1, rules=tuple(sorted(rules))
        )
    if decisions[0] == decisions[1]:
        for seat, _ in decisions[0]:
            yield from _legal_move_differences(first, one, second, other, seat)


def _result(outcome: Outcome | None) -> Any:
    if outcome is None:
        return None
    return outcome.places, tuple((s.seat, s.total) for s in outcome.scores), outcome.reason


def legal(reading: Reading, state: Any, seat: int) -> list[str]:
    return [reading.game.notation(m) for m in reading.game.legal_moves(state, seat)]


def _legal_move_differences(
    first: Reading, one: Any, second: Reading, other: Any, seat: int
) -> Iterator[RuleDifference]:
    first_moves, second_moves = legal(first, one, seat), legal(second, other, seat)
    for only, others, reading, table, name in (
        (first_moves, set(second_moves), second, other, first.name),
        (second_moves, set(first_moves), first, one, second.name),
    ):
        by_verb: dict[str, str] = {}
        for move in only:
            if move not in others:
                by_verb.setdefault(move.partition(" ")[0], move)
        for verb, move in by_verb.items():
            rules = _refusing(reading, table, seat, move)
            yield RuleDifference("legal moves", (f"{verb} only by {name}",), move, seat, rules)


def _refusing(reading: Reading, state: Any, seat: int, move: str) -> tuple[str, ...]:
    try:
        refusal = reading.game.check(state, seat, reading.game.read(state, seat, move))
    except RulekeepError as error:
        refusal = getattr(error, "refusal", None)
    return (refusal.rule,) if refusal is not None else ()


def difference_after_move(
    first: Reading, one: MoveResult, second: Reading, other: MoveResult, seat: int, move: str
) -> RuleDifference | None:
    """What differs after both have played a move."""
    first_events, second_events = (
        [_event_text(e) for e in one.events],
        [_event_text(e) for e in other.events],
    )
    if first_events != second_events:
        differing = [e for e in one.events if _event_text(e) not in second_events]
        differing += [e for e in other.events if _event_text(e) not in first_events]
        differing = differing or [*one.events, *other.events]
        names = tuple(sorted({event.name for event in differing}))
        rules = tuple(sorted({rule for event in differing for rule in event.rules}))
        return RuleDifference("what happens", names, move, seat, rules)
    if one.outcomes != other.outcomes:
        return RuleDifference("what is drawn", (move.partition(" ")[0],), move, seat)
    keys = _differing_keys(first.position(one.state), second.position(other.state))
    return RuleDifference("the table", keys, move, seat) if keys else None


def _event_text(event: Event) -> str:
    """An event as text, without the rules it cites."""
    fields = event.to_dict()
    del fields["rules"]
    return canonical_json(fields)


def _differing_keys(one: Position, other: Position) -> tuple[str, ...]:
    keys = sorted(one.keys() | other.keys())
    return tuple(key for key in keys if one.get(key) != other.get(key))


# -- searching --------------------------------------------------------------------------------


@frozen
class DiffPlan:
    """The parameters of one match of the search."""

    number: int
    seed: str
    seats: int

    @property
    def bot(self) -> str:
        return BOTS[self.number % len(BOTS)]

    @property
    def leads(self) -> int:
        """Whether bots choose by the first reading or by the second: 0 or 1."""
        return self.number // len(BOTS) % 2


def divergences(first: Reading, second: Reading, plan: DiffPlan) -> Iterator[Divergence]:
    """Every difference in one match; none if neither reading allows the set-up."""
    seed = (plan.seed, plan.number)
    one, other = (_set_up(reading, plan.seats, (*seed, 0)) for reading in (first, second))
    if one is None or other is None:
        if one is not other:
            refused = RuleDifference("set-up", ("refused",), seat=-1)
            yield _divergence(refused, plan, -1, {}, seed)
        return
    pair = TwoTables((first, second), [one.state, other.state], plan.leads)
    found = difference_after_move(first, one, second, other, -1, "")
    if found is not None:
        yield _divergence(evolve(found, kind="set-up"), plan, -1, {}, seed)
    together = found is None or pair.synchronise()
    bot = make_bot(plan.bot, " ".join(map(str, seed)))
    moves = 0
    while together:
        position = pair.position
        differing = list(differences_before_move(first, pair.states[0], second, pair.states[1]))
        for difference in differing:
            yield _divergence(difference, plan, moves, position, seed)
        decisions = pair.leader.game.decisions(pair.leading_state)
        if not decisions or any(difference.seat < 0 for difference in differing):
            return
        seat = decisions[0].seat
        move = pair.choose(bot, seat)
        if move is None:
            return
        found = pair.carry_out(seat, move, (*seed, moves + 1))
        if found is not None:
            yield _divergence(found, plan, moves, position, seed)
            together = pair.synchronise()
        moves += 1


class TwoTables:
    """The same match by two readings; bots choose the moves by one of them."""

    def __init__(self, readings: tuple[Reading, Reading], states: list[Any], leads: int) -> None:
        self.readings = readings
        self.states = states
        self.leads = leads
        """The number of the reading by which moves are chosen."""
        self.leader = readings[leads]

    @property
    def leading_state(self) -> Any:
        """The state for which moves are chosen."""
        return self.states[self.leads]

    @property
    def position(self) -> Position:
        return self.leader.position(self.leading_state)

    def synchronise(self) -> bool:
        """Copy the leading position to the other table; False if it is impossible there."""
        follower = 1 - self.leads
        try:
            self.states[follower] = self.readings[follower].table(self.position)
        except RulekeepError:
            return False
        return True

    def choose(self, bot: Bot, seat: int) -> str | None:
        """A move that is legal at both tables: the bot's if possible."""
        here, there = (
            legal(*table, seat) for table in zip(self.readings, self.states, strict=True)
        )
        also = set(there)
        common = [move for move in here if move in also]
        chosen = bot.choose(self.leader.game, self.leading_state, seat).move
        move = self.leader.game.notation(chosen)
        if move in common:
            return move
        return common[0] if common else None

    def carry_out(self, seat: int, move: str, seed: Sequence[object]) -> RuleDifference | None:
        tables = zip(self.readings, self.states, strict=True)
        one, other = (carry_out(*table, seat, move, seed) for table in tables)
        self.states = [one.state, other.state]
        first, second = self.readings
        return difference_after_move(first, one, second, other, seat, move)


def _divergence(
    found: RuleDifference, plan: DiffPlan, moves: int, position: Position, seed: tuple[object, ...]
) -> Divergence:
    """With the seed of the move that shows it; the set-up has number -1."""
    return Divergence(
        found.kind,
        found.about,
        plan.seats,
        max(moves, 0),
        found.seat,
        found.move,
        position,
        found.rules,
        (*seed, moves + 1),
    )


def _set_up(reading: Reading, seats: int, seed: Sequence[object]) -> MoveResult | None:
    chance = RecordingChance(SeededChance(*seed))
    try:
        step = reading.game.setup(seats, reading.options, chance)
    except SetupError:
        return None
    return MoveResult(step.state, step.events, tuple(chance.outcomes))


# -- the smallest example ---------------------------------------------------------------------


def differs(first: Reading, second: Reading, divergence: Divergence, position: Position) -> bool:
    """Whether another position shows the same difference."""
    try:
        one, other = first.table(position), second.table(position)
        if divergence.kind in ("who decides", "the result", "legal moves"):
            return (
                any(
                    (d.kind, d.about) == divergence.what and d.move in ("", divergence.move)
                    for d in differences_before_move(first, one, second, other)
                    if d.seat in (-1, divergence.seat)
                )
                and first.game.seats_of(one) == divergence.seats
            )
        plays = [
            carry_out(reading, state, divergence.seat, divergence.move, divergence.seed)
            for reading, state in ((first, one), (second, other))
        ]
    except RulekeepError:
        return False
    found = difference_after_move(
        first, plays[0], second, plays[1], divergence.seat, divergence.move
    )
    return found is not None and (found.kind, found.about) == divergence.what


def smallest(first: Reading, second: Reading, divergence: Divergence) -> Divergence | None:
    """The same difference with the smallest position that shows it.

    None if the position does not show it by itself: it may be impossible by one reading.
    """
    if not differs(first, second, divergence, divergence.position):
        return None
    holds = partial(differs, first, second, divergence)
    return evolve(divergence, position=smallest_position(divergence.position, holds))
