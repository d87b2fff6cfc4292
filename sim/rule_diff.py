"""Where two readings of the rules part: the same seeds and moves by both, until something differs.

Both tables are set up with the same lots and get the same moves. At every position who is asked, the
legal moves and the result are compared, after every move what was drawn, what happened and the table.
Where they part the second table is set up anew from the first, so that one match finds several partings.
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
        """The position by this reading; DataError where it is impossible by it."""
        return self.game.from_dict({**position, "options": dict(self.options)})

    def position(self, state: Any) -> dict[str, Any]:
        data = self.game.to_dict(state)
        return {key: value for key, value in data.items() if key != "options"}


@frozen
class Divergence:
    """A place where two readings differ."""

    kind: str
    """`set-up`, `who decides`, `legal moves`, `what is drawn`, `what happens`, `the table`, `the result`."""
    about: tuple[str, ...]
    """What differs: verbs of moves, names of events, keys of the table."""
    seats: int
    acts: int
    """How many acts were played before."""
    seat: int
    move: str
    """The move by which they part; empty where they differ before any."""
    position: Position
    rules: tuple[str, ...]
    """Those that refuse, stand on events that differ, or make the result."""
    seed: tuple[object, ...]

    @property
    def what(self) -> What:
        return self.kind, self.about


@frozen
class Played:
    """A move carried out by one reading."""

    state: Any
    events: tuple[Event, ...]
    outcomes: tuple[str, ...]


def carry_out(reading: Reading, state: Any, seat: int, move: str, seed: Sequence[object]) -> Played:
    chance = RecordingChance(SeededChance(*seed))
    meant = reading.game.read(state, seat, move)
    step = apply(reading.game, state, seat, meant, chance)
    return Played(step.state, step.events, tuple(chance.outcomes))


# -- comparing -----------------------------------------------------------------------------------


@frozen
class RuleDifference:
    kind: str
    about: tuple[str, ...]
    move: str = ""
    seat: int = 0
    rules: tuple[str, ...] = ()


def at_a_table(first: Reading, one: Any, second: Reading, other: Any) -> Iterator[RuleDifference]:
    """What differs before anybody has moved."""
    asked = [
        [(d.seat, d.kind) for d in r.game.decisions(s)] for r, s in ((first, one), (second, other))
    ]
    if asked[0] != asked[1]:
        kinds = {kind for seat, kind in {*asked[0]} ^ {*asked[1]}}
        yield RuleDifference("who decides", tuple(sorted(kinds)), seat=-1)
    ends = first.game.outcome(one), second.game.outcome(other)
    if _result(ends[0]) != _result(ends[1]):
        rules = {rule for end in ends if end is not None for rule in (end.rule, *end.rules)}
        reasons = {end.reason if end is not None else "goes on" for end in ends}
        yield RuleDifference(
            "the result", tuple(sorted(reasons)), seat=-1, rules=tuple(sorted(rules))
        )
    if asked[0] == asked[1]:
        for seat, _ in asked[0]:
            yield from _of_moves(first, one, second, other, seat)


def _result(outcome: Outcome | None) -> Any:
    if outcome is None:
        return None
    return outcome.places, tuple((s.seat, s.total) for s in outcome.scores), outcome.reason


def legal(reading: Reading, state: Any, seat: int) -> list[str]:
    return [reading.game.notation(m) for m in reading.game.legal_moves(state, seat)]


def _of_moves(
    first: Reading, one: Any, second: Reading, other: Any, seat: int
) -> Iterator[RuleDifference]:
    mine, theirs = legal(first, one, seat), legal(second, other, seat)
    for only, others, reading, table, name in (
        (mine, set(theirs), second, other, first.name),
        (theirs, set(mine), first, one, second.name),
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


def by_a_move(
    first: Reading, one: Played, second: Reading, other: Played, seat: int, move: str
) -> RuleDifference | None:
    """What differs after both have carried out a move."""
    mine, theirs = [_said(e) for e in one.events], [_said(e) for e in other.events]
    if mine != theirs:
        apart = [e for e in one.events if _said(e) not in theirs]
        apart += [e for e in other.events if _said(e) not in mine]
        apart = apart or [*one.events, *other.events]
        names = tuple(sorted({event.name for event in apart}))
        rules = tuple(sorted({rule for event in apart for rule in event.rules}))
        return RuleDifference("what happens", names, move, seat, rules)
    if one.outcomes != other.outcomes:
        return RuleDifference("what is drawn", (move.partition(" ")[0],), move, seat)
    keys = _apart(first.position(one.state), second.position(other.state))
    return RuleDifference("the table", keys, move, seat) if keys else None


def _said(event: Event) -> str:
    """An event as people see it: whatever rules it cites."""
    fields = event.to_dict()
    del fields["rules"]
    return canonical_json(fields)


def _apart(one: Position, other: Position) -> tuple[str, ...]:
    keys = sorted(one.keys() | other.keys())
    return tuple(key for key in keys if one.get(key) != other.get(key))


# -- searching -----------------------------------------------------------------------------------


@frozen
class DiffPlan:
    """What one match of the search is played with."""

    number: int
    seed: str
    seats: int

    @property
    def bot(self) -> str:
        return BOTS[self.number % len(BOTS)]

    @property
    def second_leads(self) -> bool:
        """Bots choose now by one reading, now by the other."""
        return self.number // len(BOTS) % 2 == 1


def divergences(first: Reading, second: Reading, plan: DiffPlan) -> Iterator[Divergence]:
    """Every parting along one match; set-ups that neither reading allows have none."""
    seed = (plan.seed, plan.number)
    pair = Pair(first, second, plan.second_leads)
    begun = [_set_up(reading, plan.seats, (*seed, 0)) for reading in (first, second)]
    one, other = begun
    if one is None or other is None:
        if one is not other:
            refused = RuleDifference("set-up", ("refused",), seat=-1)
            yield _parting(refused, plan, -1, {}, seed)
        return
    pair.one, pair.other = one.state, other.state
    found = by_a_move(first, one, second, other, -1, "")
    if found is not None:
        yield _parting(evolve(found, kind="set-up"), plan, -1, {}, seed)
    together = found is None or pair.set_up_anew()
    bot = make_bot(plan.bot, " ".join(map(str, seed)))
    acts = 0
    while together:
        position = pair.position
        differing = list(at_a_table(first, pair.one, second, pair.other))
        for difference in differing:
            yield _parting(difference, plan, acts, position, seed)
        asked = pair.lead.game.decisions(pair.led)
        if not asked or any(difference.seat < 0 for difference in differing):
            return
        seat = asked[0].seat
        move = pair.choose(bot, seat)
        if move is None:
            return
        found = pair.carry_out(seat, move, (*seed, acts + 1))
        if found is not None:
            yield _parting(found, plan, acts, position, seed)
            together = pair.set_up_anew()
        acts += 1


class Pair:
    """The same match at two tables; the moves are chosen at one of them."""

    def __init__(self, first: Reading, second: Reading, second_leads: bool) -> None:
        self.first, self.second = first, second
        self.second_leads = second_leads
        self.one: Any = None
        self.other: Any = None

    @property
    def lead(self) -> Reading:
        return self.second if self.second_leads else self.first

    @property
    def led(self) -> Any:
        """The table at which moves are chosen."""
        return self.other if self.second_leads else self.one

    @property
    def position(self) -> Position:
        return self.lead.position(self.led)

    def set_up_anew(self) -> bool:
        """Make the following table like the leading one; False where it is impossible there."""
        position = self.position
        try:
            if self.second_leads:
                self.one = self.first.table(position)
            else:
                self.other = self.second.table(position)
        except RulekeepError:
            return False
        return True

    def choose(self, bot: Bot, seat: int) -> str | None:
        """A move that is legal at both tables: the bot's, if it is."""
        mine, theirs = legal(self.first, self.one, seat), legal(self.second, self.other, seat)
        there = set(theirs)
        common = [move for move in mine if move in there]
        move = self.lead.game.notation(bot.choose(self.lead.game, self.led, seat).move)
        if move in common:
            return move
        return common[0] if common else None

    def carry_out(self, seat: int, move: str, seed: Sequence[object]) -> RuleDifference | None:
        one = carry_out(self.first, self.one, seat, move, seed)
        other = carry_out(self.second, self.other, seat, move, seed)
        self.one, self.other = one.state, other.state
        return by_a_move(self.first, one, self.second, other, seat, move)


def _parting(
    found: RuleDifference, plan: DiffPlan, acts: int, position: Position, seed: tuple[object, ...]
) -> Divergence:
    """With the seed of the act that shows it; the set-up is the act before the first."""
    return Divergence(
        found.kind,
        found.about,
        plan.seats,
        max(acts, 0),
        found.seat,
        found.move,
        position,
        found.rules,
        (*seed, acts + 1),
    )


def _set_up(reading: Reading, seats: int, seed: Sequence[object]) -> Played | None:
    chance = RecordingChance(SeededChance(*seed))
    try:
        step = reading.game.setup(seats, reading.options, chance)
    except SetupError:
        return None
    return Played(step.state, step.events, tuple(chance.outcomes))


# -- the smallest example ------------------------------------------------------------------------


def differs(first: Reading, second: Reading, parting: Divergence, position: Position) -> bool:
    """Whether the same difference is there in another position."""
    try:
        one, other = first.table(position), second.table(position)
        if parting.kind in ("who decides", "the result", "legal moves"):
            return any(
                (d.kind, d.about) == parting.what and d.move in ("", parting.move)
                for d in at_a_table(first, one, second, other)
                if d.seat in (-1, parting.seat)
            ) and _seated(first, one, parting)
        plays = [
            carry_out(reading, state, parting.seat, parting.move, parting.seed)
            for reading, state in ((first, one), (second, other))
        ]
    except RulekeepError:
        return False
    found = by_a_move(first, plays[0], second, plays[1], parting.seat, parting.move)
    return found is not None and (found.kind, found.about) == parting.what


def _seated(reading: Reading, state: Any, parting: Divergence) -> bool:
    return reading.game.seats_of(state) == parting.seats


def smallest(first: Reading, second: Reading, parting: Divergence) -> Divergence | None:
    """The parting with all keys left out of its position that it does without.

    None where the position by itself does not show it: it may be impossible by one reading.
    """
    if not differs(first, second, parting, parting.position):
        return None
    holds = partial(differs, first, second, parting)
    return evolve(parting, position=smallest_position(parting.position, holds))
