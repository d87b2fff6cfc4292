"""Lanterns: a tiny complete game with hidden hands, two bags, chance and a sealed choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulekeep.core.agenda import Agenda
from rulekeep.core.bag import Bag
from rulekeep.core.chance import Chance
from rulekeep.core.data import Node
from rulekeep.core.errors import BadNotation
from rulekeep.core.game import (
    Decision,
    Emit,
    Event,
    Game,
    Item,
    NameOf,
    Option,
    Outcome,
    Score,
    Step,
)
from rulekeep.core.options import settle
from rulekeep.core.rulebook import Rulebook
from rulekeep.core.seats import clockwise, need_seats

LANTERNS = ("1", "2", "3", "4")
PRIZES = ("1p", "2p", "3p")
ROUNDS = 6
FIELDS = (
    "seats",
    "options",
    "deck",
    "stock",
    "hands",
    "points",
    "prizes",
    "round",
    "shown",
    "asked",
    "sealed",
)
BOOK = Rulebook.load("lanterns")


@frozen
class Show:
    """Choose a lantern of the hand, by its number."""

    lantern: int


@frozen
class Take:
    """Take a prize worth this much."""

    prize: int


Move = Show | Take
SHOW = tuple(Show(n) for n in range(1, 5))
TAKE = tuple(Take(n) for n in range(1, 4))


@frozen
class LanternsShown(Event):
    shown: tuple[int, ...]

    def tell(self, name: NameOf) -> str:
        parts = [f"{name(seat)} {n}" for seat, n in enumerate(self.shown) if n]
        return "Lanterns shown: " + ", ".join(parts) + "."


@frozen
class LanternDrawn(Event):
    seat: int
    lantern: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws lantern {self.lantern}."

    def rumour(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws a lantern."


@frozen
class PrizesShown(Event):
    prizes: tuple[int, ...]

    def tell(self, name: NameOf) -> str:
        return "Prizes: " + " and ".join(map(str, self.prizes)) + "."


@frozen
class PrizeTaken(Event):
    seat: int
    prize: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} takes the prize worth {self.prize}."


@frozen
class NobodyWon(Event):
    def tell(self, name: NameOf) -> str:
        return "The highest lantern was shown twice: nobody takes a prize."


class State:
    __slots__ = (
        "agenda",
        "deck",
        "hands",
        "options",
        "points",
        "prizes",
        "round",
        "shown",
        "stock",
    )

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.options = options
        self.deck = Bag(LANTERNS, [5] * 4)
        self.stock = Bag(PRIZES, [6, 4, 3])
        self.hands = [[0] * 4 for _ in range(seats)]
        self.points = [0] * seats
        self.prizes: tuple[int, ...] = ()
        self.round = 0
        self.agenda = Agenda()
        self.shown: tuple[int, ...] = ()

    def copy(self) -> State:
        new = State.__new__(State)
        new.options = self.options
        new.deck = self.deck.copy()
        new.stock = self.stock.copy()
        new.hands = [hand[:] for hand in self.hands]
        new.points = self.points[:]
        new.prizes = self.prizes
        new.round = self.round
        new.agenda = self.agenda.copy()
        new.shown = self.shown
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and GAME.to_dict(self) == GAME.to_dict(other)

    __hash__ = None  # type: ignore[assignment]


@BOOK.forbids("LA-009", gate=True)
def the_player_is_not_asked(state: State, seat: int, move: Move) -> str | None:
    decision = state.agenda.decision(seat)
    if decision is None:
        return "you are not asked anything now"
    if decision.kind != ("show" if isinstance(move, Show) else "take"):
        return f"now is the time to {decision.kind}"
    return None


@BOOK.forbids("LA-005", Show)
def the_lantern_is_not_in_hand(state: State, seat: int, move: Show) -> str | None:
    if not state.hands[seat][move.lantern - 1]:
        return f"you hold no lantern {move.lantern}"
    return None


@BOOK.forbids("LA-006", Take)
def the_prize_is_not_there(state: State, seat: int, move: Take) -> str | None:
    if move.prize not in state.prizes:
        return f"no prize worth {move.prize} is shown"
    return None


class Lanterns(Game[State, Move]):
    id = "lanterns"
    title = "Lanterns"
    blurb = "Show the highest lantern, and show it alone."
    seats = range(2, 5)
    book = BOOK
    options = (
        Option.choice(
            "ties",
            ("nobody", "next"),
            rules=["LA-007"],
            help="who takes the prize when the highest number is shown twice",
        ),
    )
    presets: Mapping[str, Mapping[str, Any]] = {"generous": {"ties": "next"}}

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        need_seats(seats, self.seats, self.title, "LA-001")
        state = State(seats, settle(self.options, options))
        events: list[Event] = []
        for seat in clockwise(seats):
            for _ in range(3):
                self._draw(state, seat, "LA-002", chance, events.append)
        self._begin_round(state, chance, events.append)
        return Step(state, tuple(events))

    def _draw(self, state: State, seat: int, rule: str, chance: Chance, emit: Emit | None) -> None:
        kind = state.deck.draw(chance, "the lantern drawn")
        state.hands[seat][kind] += 1
        if emit:
            emit(LanternDrawn((rule,), seat, kind + 1, seen_by=(seat,)))

    def _begin_round(self, state: State, chance: Chance, emit: Emit | None) -> None:
        holders = [seat for seat, hand in enumerate(state.hands) if any(hand)]
        if state.round == ROUNDS or not holders:
            state.prizes = ()
            return
        state.round += 1
        drawn = [state.stock.draw(chance, "a prize") + 1 for _ in range(2)]
        state.prizes = tuple(sorted(drawn))
        if emit:
            emit(PrizesShown(("LA-004",), state.prizes))
        state.agenda.then(
            *(Decision(seat, "show", "Choose a lantern to show.", True) for seat in holders)
        )

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return state.agenda.open

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        decision = state.agenda.decision(seat)
        if decision is None:
            return ()
        if decision.kind == "take":
            return [TAKE[n - 1] for n in sorted(set(state.prizes))]
        return [SHOW[i] for i, n in enumerate(state.hands[seat]) if n]

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return (*SHOW, *TAKE)

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        if isinstance(move, Take):
            state.agenda.answer(seat)
            self._take(state, seat, move.prize, ("LA-006",), emit)
            self._end_round(state, chance, emit)
            return
        revealed = state.agenda.seal(seat, move.lantern)
        if revealed is None:
            return
        state.shown = tuple(revealed.get(s, 0) for s in range(len(state.hands)))
        if emit:
            emit(LanternsShown(("LA-005",), state.shown))
        for holder, lantern in revealed.items():
            state.hands[holder][lantern - 1] -= 1
        winner, rules = self._winner(state)
        if winner is None:
            if emit:
                emit(NobodyWon(("LA-007",)))
            self._end_round(state, chance, emit)
        elif state.prizes[0] == state.prizes[1]:
            self._take(state, winner, state.prizes[0], rules, emit)
            self._end_round(state, chance, emit)
        else:
            state.agenda.first(Decision(winner, "take", "Choose a prize."))

    def _winner(self, state: State) -> tuple[int | None, tuple[str, ...]]:
        for number in (4, 3, 2, 1):
            who = [seat for seat, n in enumerate(state.shown) if n == number]
            if len(who) == 1:
                tied = number < max(state.shown)
                return who[0], ("LA-006", "LA-007") if tied else ("LA-006",)
            if who and state.options["ties"] == "nobody":
                return None, ()
        return None, ()

    def _take(
        self, state: State, seat: int, prize: int, rules: tuple[str, ...], emit: Emit | None
    ) -> None:
        state.points[seat] += prize
        left = list(state.prizes)
        left.remove(prize)
        state.prizes = tuple(left)
        if emit:
            emit(PrizeTaken(rules, seat, prize))

    def _end_round(self, state: State, chance: Chance, emit: Emit | None) -> None:
        state.stock.extend(prize - 1 for prize in state.prizes)
        for seat, shown in enumerate(state.shown):
            if shown and state.deck.total:
                self._draw(state, seat, "LA-008", chance, emit)
        state.shown = ()
        self._begin_round(state, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.agenda:
            return None
        places = tuple(1 + sum(p > mine for p in state.points) for mine in state.points)
        return Outcome(places, self.standing(state, None), "LA-010", "most points", ("LA-011",))

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return tuple(
            Score(seat, points, (Item("prizes", 1, points, "LA-011"),))
            for seat, points in enumerate(state.points)
        )

    def parse(self, text: str) -> Move:
        words = text.split()
        if len(words) == 2 and words[0] == "show" and words[1] in LANTERNS:
            return SHOW[int(words[1]) - 1]
        if len(words) == 2 and words[0] == "take" and words[1] in ("1", "2", "3"):
            return TAKE[int(words[1]) - 1]
        raise BadNotation(
            f"{text!r} is not a move; write 'show 1' to 'show 4' or 'take 1' to 'take 3'"
        )

    def notation(self, move: Move) -> str:
        return f"show {move.lantern}" if isinstance(move, Show) else f"take {move.prize}"

    def describe(self, state: State, seat: int, move: Move) -> str:
        if isinstance(move, Take):
            return f"{move.prize} points"
        return f"you hold {state.hands[seat][move.lantern - 1]} of them"

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        sealed = state.agenda.sealed
        return {
            "hand": state.hands[seat][:] if seat is not None else None,
            "hand_sizes": [sum(hand) for hand in state.hands],
            "answered": sorted(sealed),
            "chosen": sealed.get(seat) if seat is not None else None,
            "points": state.points[:],
            "prizes": list(state.prizes),
            "round": state.round,
            "asked": [decision.seat for decision in state.agenda.open],
        }

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        new = state.copy()
        others = [s for s in range(len(new.hands)) if s != seat]
        sizes = [sum(hand) for hand in new.hands]
        sealed = new.agenda.sealed
        for other in others:
            for kind, count in enumerate(new.hands[other]):
                new.deck.add(kind, count)
            new.hands[other] = [0] * 4
        for other in others:
            for _ in range(sizes[other]):
                new.hands[other][new.deck.draw(chance, "a hidden lantern")] += 1
            if other in sealed:
                hand = Bag(LANTERNS, new.hands[other])
                sealed[other] = chance.pick(hand, "a sealed choice") + 1
        new.agenda.restore_sealed(sealed.items())
        return new

    def evaluate(self, state: State, seat: int) -> float:
        if not state.agenda:
            best = max(state.points)
            winners = [s for s, p in enumerate(state.points) if p == best]
            return 1 / len(winners) if seat in winners else 0.0
        lead = state.points[seat] - max(p for s, p in enumerate(state.points) if s != seat)
        return min(0.95, max(0.05, 0.5 + lead / 12 + state.hands[seat][3] / 40))

    def audit(self, state: State) -> Iterable[str]:
        for kind, name in enumerate(LANTERNS):
            if state.deck.counts[kind] + sum(hand[kind] for hand in state.hands) > 5:
                yield f"more than five lanterns {name}"

    def to_dict(self, state: State) -> dict[str, Any]:
        return {
            "seats": len(state.hands),
            "options": dict(state.options),
            "deck": state.deck.as_dict(),
            "stock": state.stock.as_dict(),
            "hands": [hand[:] for hand in state.hands],
            "points": state.points[:],
            "prizes": list(state.prizes),
            "round": state.round,
            "shown": list(state.shown),
            "asked": [[d.seat, d.kind] for d in state.agenda.open],
            "sealed": [list(pair) for pair in state.agenda.sealed.items()],
        }

    def from_dict(self, data: Mapping[str, Any]) -> State:
        node = Node.of(data, "state").only(*FIELDS)
        seats = node["seats"].int(2, 4) if "seats" in node else 2
        options = settle(self.options, node["options"].plain() if "options" in node else {})
        state = State(seats, options)
        for name, bag in (("deck", state.deck), ("stock", state.stock)):
            if found := node.get(name):
                counts = {
                    kind: n.int(0, 20) for kind, n in found.only(*bag.kinds).mapping().items()
                }
                setattr(state, name, Bag.of(bag.kinds, counts))
        if hands := node.get("hands"):
            state.hands = [[n.int(0, 5) for n in hand] for hand in hands]
            if len(state.hands) != seats or any(len(hand) != 4 for hand in state.hands):
                raise hands.fail("one hand per seat, four counts each")
        if points := node.get("points"):
            state.points = [n.int(0) for n in points]
            if len(state.points) != seats:
                raise points.fail("one number per seat")
        if prizes := node.get("prizes"):
            state.prizes = tuple(sorted(n.int(1, 3) for n in prizes))
        state.round = node["round"].int(0, ROUNDS) if "round" in node else 1
        if shown := node.get("shown"):
            state.shown = tuple(n.int(0, 4) for n in shown)
        if asked := node.get("asked"):
            group = [_asked(pair, seats) for pair in asked]
        else:
            group = [(seat, "show") for seat in range(seats)]
        prompts = {"show": "Choose a lantern to show.", "take": "Choose a prize."}
        state.agenda.first(*(Decision(s, k, prompts[k], k == "show") for s, k in group))
        if sealed := node.get("sealed"):
            state.agenda.restore_sealed(_sealed(pair, seats) for pair in sealed)
        return state


def _asked(pair: Node, seats: int) -> tuple[int, str]:
    seat, kind = pair.list(2)
    return seat.int(0, seats - 1), kind.one_of(("show", "take"))


def _sealed(pair: Node, seats: int) -> tuple[int, int]:
    seat, lantern = pair.list(2)
    return seat.int(0, seats - 1), lantern.int(1, 4)


GAME = Lanterns()
