"""How the parts of a table stand in data: pools, households, regions, sealed choices."""

from __future__ import annotations

from typing import Any

from rulekeep.core.bank import Bank
from rulekeep.core.data import Node, Plain
from rulekeep.core.errors import BadNotation
from rulekeep.core.forms import (
    Form,
    Mask,
    OrNone,
    Packed,
    PerSeat,
    Schema,
    Whole,
    array,
    entries,
    one_of,
    or_null,
    record,
    text,
    whole,
)
from rulekeep.core.sealed import Sealed
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.terms.phases import AREAS, Task


class Markers(Form[pieces.Pool]):
    """A pool: `{blue-knight: 2, merc3: 1}`."""

    says = "kinds of markers, each with how many"

    def write(self, value: pieces.Pool, state: Any) -> Plain:
        return state.terms.board.named(value)

    def schema(self, state: Any) -> Schema:
        return entries(state.terms.board.kinds, whole(0, pieces.MOST))

    def read(self, node: Node, state: Any) -> pieces.Pool:
        numbers = [0] * pieces.KINDS
        kinds = state.terms.board.kinds
        for name, number in node.mapping().items():
            kind = kinds.index(Node(name, number.where).one_of(kinds))
            numbers[kind] = number.int(0, pieces.MOST)
        return pieces.pack(numbers)


class Units(Form[pieces.Triple]):
    """The units of a household: `{knight: 4, foot: 2}`."""

    says = "knight, foot and archer, each with how many"
    written = entries(pieces.TYPES, whole())

    def write(self, value: pieces.Triple, state: Any) -> Plain:
        return pieces.named_units(value)

    def read(self, node: Node, state: Any) -> pieces.Triple:
        node.only(*pieces.TYPES)
        most = pieces.three(state.terms.household)
        return pieces.pack(
            node[unit].int(0, high) if unit in node else 0
            for unit, high in zip(pieces.TYPES, most, strict=True)
        )


class HouseName(Form[pieces.House]):
    says = "the colour of a house"

    def write(self, value: pieces.House, state: Any) -> Plain:
        return state.terms.colour(value)

    def schema(self, state: Any) -> Schema:
        return one_of(state.terms.colour(house) for house in state.terms.houses)

    def read(self, node: Node, state: Any) -> pieces.House:
        houses = {state.terms.colour(house): house for house in state.terms.houses}
        found: pieces.House = houses[node.one_of(houses)]
        return found


class PerHouse(Form[list[int]]):
    """By the colour of each house; one that is left out has what it begins with."""

    def __init__(self, field: str, form: Form[Any]) -> None:
        self.field, self.form = field, form
        self.says = f"houses, each with {form.says}"

    def schema(self, state: Any) -> Schema:
        colours = HOUSE.schema(state)["enum"]
        return entries(colours, self.form.schema(state), required=True)

    def write(self, value: list[int], state: Any) -> Plain:
        terms = state.terms
        return {terms.colour(h): self.form.write(value[h], state) for h in terms.houses}

    def read(self, node: Node, state: Any) -> list[int]:
        found: list[int] = getattr(state, self.field)[:]
        for name, inner in node.mapping().items():
            house = HOUSE.read(Node(name, inner.where), state)
            if inner.value is not None:
                found[house] = self.form.read(inner, state)
        return found


class Garrisons(Form[list[int]]):
    """Units and castles by region: `{dublin: "black archer, castle 2"}`."""

    says = "regions, each with its unit and castle: blue knight, castle 2"
    garrison = text("[a-z]+ [a-z]+(, castle [123])?")

    def __init__(self, castles: bool) -> None:
        self.castles = castles

    def schema(self, state: Any) -> Schema:
        return entries(state.terms.region_ids, self.garrison)

    def write(self, value: list[int], state: Any) -> Plain:
        units = state.terms.unit_names
        words: dict[str, str] = {}
        rows = zip(state.terms.region_ids, state.unit, state.castle, strict=True)
        for name, kind, castle in rows:
            if kind >= 0:
                words[name] = f"{units[kind]}, castle {castle}" if castle else units[kind]
        return words

    def read(self, node: Node, state: Any) -> list[int]:
        ids = state.terms.region_ids
        units = state.terms.unit_names
        found = [0 if self.castles else pieces.NOBODY] * len(ids)
        for name, inner in node.mapping().items():
            spot = ids.index(Node(name, inner.where).one_of(ids))
            words = inner.str().replace(",", " ").split()
            unit, castle = " ".join(words[:2]), words[2:]
            sizes = {(): 0, ("castle", "1"): 1, ("castle", "2"): 2, ("castle", "3"): 3}
            if unit not in units or tuple(castle) not in sizes:
                raise inner.fail(
                    f"{inner.str()!r} is not like 'blue knight' or 'blue knight, castle 2'"
                )
            found[spot] = sizes[tuple(castle)] if self.castles else units.index(unit)
        return found


class BonusArea(Form[int]):
    """The one bonus area in use: `{green: {merc2: 1}}`. Read as the markers, or as the house."""

    says = "the house whose bonus area is in use, with its markers"

    def __init__(self, house: bool) -> None:
        self.house = house

    def schema(self, state: Any) -> Schema:
        return entries(HOUSE.schema(state)["enum"], MARKERS.schema(state)) | {"maxProperties": 1}

    def write(self, value: int, state: Any) -> Plain:
        if state.bonus_house < 0:
            return {}
        return {state.terms.colour(state.bonus_house): state.terms.board.named(state.bonus)}

    def read(self, node: Node, state: Any) -> int:
        owner, pool = pieces.NOBODY, 0
        for name, inner in node.mapping().items():
            house = HOUSE.read(Node(name, inner.where), state)
            markers = MARKERS.read(inner, state) if inner.value is not None else 0
            if markers and pool:
                raise inner.fail("only one house has markers in its bonus area")
            if markers:
                owner, pool = house, markers
        return owner if self.house else pool


PURSES = Packed(
    PerSeat(Whole(0, 1_000_000)),
    lambda purses, state: Bank(purses),
    lambda bank: bank.purses,
    "per seat its money",
)


class Choices(Form[Sealed[Task, moves.Take]]):
    """Household choices, one after the other as the markers are drawn afterwards."""

    says = "a list, each with house, area, places and what is taken (null: not yet chosen)"

    def schema(self, state: Any) -> Schema:
        fields = {"house": HOUSE.schema(state), "area": one_of(AREAS), "places": whole()}
        return array(record(fields | {"taken": or_null(text())}))

    def write(self, value: Sealed[Task, moves.Take], state: Any) -> Plain:
        terms = state.terms
        return [
            {
                "house": terms.colour(house),
                "area": AREAS[area],
                "places": places,
                "taken": moves.language(terms.board).notation(taken) if taken is not None else None,
            }
            for (house, area, places), taken in value
        ]

    def read(self, node: Node, state: Any) -> Sealed[Task, moves.Take]:
        tasks: list[Task] = []
        taken: list[moves.Take | None] = []
        for item in node:
            item.only("house", "area", "places", "taken")
            house = HOUSE.read(item["house"], state)
            area = AREAS.index(item["area"].one_of(AREAS))
            tasks.append((house, area, item["places"].int(0)))
            answer = item.get("taken")
            given = answer is not None and answer.value is not None
            taken.append(self._take(answer, state) if answer is not None and given else None)
        return Sealed(tasks, taken)

    def _take(self, node: Node, state: Any) -> moves.Take:
        try:
            move = moves.language(state.terms.board).parse(node.str())
        except BadNotation as error:
            raise node.fail(str(error)) from None
        if not isinstance(move, moves.Take):
            raise node.fail("expected a choice like 'take 1k'")
        return move


MARKERS = Markers()
HOUSE = HouseName()
HOUSE_OR_NONE = OrNone(HOUSE)
REGION_IDS = Mask(lambda state: state.terms.region_ids, "regions")
