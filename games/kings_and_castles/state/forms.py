"""How the parts of a table stand in data: pools, households, regions, sealed choices."""

from __future__ import annotations

from typing import Any

from rulekeep import core
from rulekeep.core import BadNotation, Bank, Node, Plain, SealedChoices
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.terms.phases import AREAS, Task


class Markers(core.Form[pieces.Pool]):
    """A pool: `{blue-knight: 2, merc3: 1}`."""

    says = "kinds of markers, each with how many"
    counts = core.Counts(lambda state: state.terms.board.kinds, pieces.MOST)

    def write(self, value: pieces.Pool, state: Any) -> Plain:
        return state.terms.board.named(value)

    def schema(self, state: Any) -> core.Schema:
        return self.counts.schema(state)

    def read(self, node: Node, state: Any) -> pieces.Pool:
        return pieces.pack(self.counts.read(node, state).counts)


MARKERS = Markers()


class Units(core.Form[pieces.Triple]):
    """The units of a household: `{knight: 4, foot: 2}`."""

    says = "knight, foot and archer, each with how many"
    written = core.schema_entries(pieces.TYPES, core.schema_whole())

    def write(self, value: pieces.Triple, state: Any) -> Plain:
        return pieces.named_units(value)

    def read(self, node: Node, state: Any) -> pieces.Triple:
        node.only(*pieces.TYPES)
        most = pieces.three(state.terms.household)
        return pieces.pack(
            node[unit].int(0, high) if unit in node else 0
            for unit, high in zip(pieces.TYPES, most, strict=True)
        )


class HouseName(core.Form[pieces.House]):
    says = "the colour of a house"

    def write(self, value: pieces.House, state: Any) -> Plain:
        return state.terms.colour(value)

    def schema(self, state: Any) -> core.Schema:
        return core.schema_one_of(state.terms.colour(house) for house in state.terms.houses)

    def read(self, node: Node, state: Any) -> pieces.House:
        houses = {state.terms.colour(house): house for house in state.terms.houses}
        found: pieces.House = houses[node.one_of(houses)]
        return found


HOUSE = HouseName()
HOUSE_OR_NONE = core.OrNone(HOUSE)


class PerHouse(core.Form[list[int]]):
    """By the colour of each house; one that is left out has what it begins with."""

    def __init__(self, field: str, form: core.Form[Any]) -> None:
        self.field, self.form = field, form
        self.says = f"houses, each with {form.says}"

    def schema(self, state: Any) -> core.Schema:
        colours = HOUSE.schema(state)["enum"]
        return core.schema_entries(colours, self.form.schema(state), required=True)

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


class Garrisons(core.Form[list[int]]):
    """Units and castles by region: `{dublin: "black archer, castle 2"}`."""

    says = "regions, each with its unit and castle: blue knight, castle 2"
    garrison = core.schema_text("[a-z]+ [a-z]+(, castle [123])?")

    def __init__(self, castles: bool) -> None:
        self.castles = castles

    def schema(self, state: Any) -> core.Schema:
        return core.schema_entries(state.terms.region_ids, self.garrison)

    def write(self, value: list[int], state: Any) -> Plain:
        units = state.terms.unit_names
        rows = zip(state.terms.region_ids, state.unit, state.castle, strict=True)
        return {
            name: f"{units[kind]}, castle {castle}" if castle else units[kind]
            for name, kind, castle in rows
            if kind >= 0
        }

    def read(self, node: Node, state: Any) -> list[int]:
        ids = state.terms.region_ids
        units = state.terms.unit_names
        found = [0 if self.castles else pieces.NOBODY] * len(ids)
        for name, inner in node.mapping().items():
            spot = ids.index(Node(name, inner.where).one_of(ids))
            words = " ".join(inner.str().replace(",", " ").split())
            unit, _, castle = words.partition(" castle ")
            if unit not in units or castle not in ("", "1", "2", "3"):
                raise inner.fail(
                    f"{inner.str()!r} is not like 'blue knight' or 'blue knight, castle 2'"
                )
            found[spot] = int(castle or 0) if self.castles else units.index(unit)
        return found


class BonusArea(core.Form[int]):
    """The one bonus area in use: `{green: {merc2: 1}}`. Read as the markers, or as the house."""

    says = "the house whose bonus area is in use, with its markers"

    def __init__(self, house: bool) -> None:
        self.house = house

    def schema(self, state: Any) -> core.Schema:
        colours = HOUSE.schema(state)["enum"]
        return core.schema_entries(colours, MARKERS.schema(state)) | {"maxProperties": 1}

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


PURSES = core.Packed(
    core.PerSeat(core.Whole(0, 1_000_000)),
    lambda purses, state: Bank(purses),
    lambda bank: bank.purses,
    "per seat its money",
)
REGION_IDS = core.Mask(lambda state: state.terms.region_ids, "regions")


class TakeText(core.Form[moves.Take]):
    """A choice of units as its move is written."""

    written = core.schema_text()

    def write(self, value: moves.Take, state: Any) -> Plain:
        if value is moves.SEALED:
            return "sealed"
        return moves.language(state.terms.board).notation(value)

    def read(self, node: Node, state: Any) -> moves.Take:
        try:
            move = moves.language(state.terms.board).parse(node.str())
        except BadNotation as error:
            raise node.fail(str(error)) from None
        if not isinstance(move, moves.Take):
            raise node.fail("expected a choice like 'take 1k'")
        return move


class Choices(core.Packed[SealedChoices[Task, moves.Take]]):
    """Household choices, one after the other as the markers are drawn afterwards."""

    def __init__(self) -> None:
        task = {"house": HOUSE, "area": core.Word(AREAS), "places": core.Whole(0)}
        super().__init__(
            core.Listed(core.Record({**task, "taken": core.OrNone(TakeText(), None)})),
            lambda rows, state: SealedChoices([row[:3] for row in rows], [row[3] for row in rows]),
            lambda choices: [(*task, taken) for task, taken in choices],
            "a list, each with house, area, places and what is taken (null: not yet chosen)",
        )
