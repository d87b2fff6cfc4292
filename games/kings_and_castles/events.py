"""What happened, in plain sentences; names of things, not their numbers."""

from __future__ import annotations

from rulekeep.core import (
    Event,
    NameOf,
    Seat,
    SentenceEvent,
    frozen,
    listed,
    plural,
    upper_first,
    with_article,
)
from rulekeep.games.kings_and_castles.box.pieces import marker, tally


@frozen
class _Told(SentenceEvent):
    words = SentenceEvent.words | {
        "marker": marker,
        "a marker": lambda kind: with_article(marker(kind)),
        "tally": tally,
        "units": lambda units: tally(units) if units else "no household unit",
        "price": lambda paid: f"puts {tally(paid)} into the bag" if paid else "pays nothing",
        "area": {"array": "array", "bonus": "king's bonus"}.__getitem__,
        "status": lambda status: "in enemy hands" if status == "enemy" else status,
        "why": lambda forced: ": no household can exceed the bid" if forced else "",
        "twice": lambda part: f", {part} of it twice" if part else "",
    }


@frozen
class _OfSeat(_Told):
    seat: Seat


# -- set-up and auction -------------------------------------------------------------------------


@frozen
class TableLaid(Event):
    players: int
    houses: dict[str, int]
    """Colour -> seat."""
    household: dict[str, int]
    crowns: int
    tax_markers: int
    boxes: int

    def tell(self, name: NameOf) -> str:
        houses: dict[int, list[str]] = {}
        for colour, seat in self.houses.items():
            houses.setdefault(seat, []).append(colour)
        runs = ", ".join(f"{name(seat)} runs {listed(own)}" for seat, own in houses.items())
        two = " (with two players everybody runs two houses)" if self.players == 2 else ""
        crowns, tax = plural(self.crowns, "crown"), plural(self.tax_markers, "TAX marker")
        return (
            f"{runs}{two}; each house has {tally(self.household)} in its household, "
            f"{crowns} and {tax} for {self.boxes} boxes."
        )


@frozen
class EnemyDrawn(_OfSeat):
    says = "{seat} draws an enemy: {unit:a marker}."
    unit: str


@frozen
class EnemyPlaced(_OfSeat):
    """By a player, or, with seat -1, by lot."""

    unit: str
    region: str

    def tell(self, name: NameOf) -> str:
        who = name(self.seat) if self.seat >= 0 else "The lot"
        return f"{who} puts the enemy {marker(self.unit)} on {self.region}."


@frozen
class BagFilled(SentenceEvent):
    says = "Mercenaries, castles and surplus units join the bag: {markers} markers."
    markers: int


@frozen
class AuctionOpened(_OfSeat):
    says = "The first crown is put up for auction; {seat} bids first."


@frozen
class BidMade(_OfSeat):
    says = "{seat} bids {units:tally}, worth {value}."
    units: dict[str, int]
    value: int


@frozen
class BidderPassed(_OfSeat):
    says = "{seat} passes{forced:why}."
    forced: bool


@frozen
class StartPlayerFound(_OfSeat):
    says = "{seat} is start player and {paid:price}."
    paid: dict[str, int]


# -- crowns -------------------------------------------------------------------------------------


@frozen
class SuccessionOpened(SentenceEvent):
    says = "The succession of boxes {first} to {last}: {seat} begins."
    first: int
    last: int
    seat: int


@frozen
class CrownPlaced(_OfSeat):
    says = "{seat} puts {colour:a} crown on box {box} ({king})."
    colour: str
    box: int
    king: str


@frozen
class PlayerSkipped(_OfSeat):
    says = "{seat} has no crown left and is skipped."


@frozen
class CrownTaken(_OfSeat):
    says = "{seat} takes the {colour} crown from box {box}."
    colour: str
    box: int


# -- filling ------------------------------------------------------------------------------------


@frozen
class ChoiceSealed(_OfSeat):
    says = "{seat} has chosen for {colour}."
    colour: str


@frozen
class HouseholdChosen(_OfSeat):
    says = "{seat} moves {units:units} to {colour}'s {area:area}."
    colour: str
    area: str
    units: dict[str, int]


@frozen
class MarkersDrawn(_OfSeat):
    says = "{seat} draws {markers:tally} for {colour}'s {area:area}."
    colour: str
    area: str
    markers: dict[str, int]


@frozen
class BagRefilled(SentenceEvent):
    says = "The bag is empty: {markers} markers from aside go back into it."
    markers: int


@frozen
class FillingStopped(SentenceEvent):
    says = "Bag and casualty pile are empty; {colour} cannot fill any more."
    colour: str


@frozen
class BonusKept(_Told):
    says = "{colour:capital} keeps {markers:tally} of its bonus in the array."
    colour: str
    markers: dict[str, int]


@frozen
class ArrayKept(Event):
    colour: str
    markers: int
    free: int

    def tell(self, name: NameOf) -> str:
        kept = f"{upper_first(self.colour)} keeps {plural(self.markers, 'marker')} in its array"
        return f"{kept}; {plural(self.free, 'place is', 'places are')} free."


@frozen
class MarkerDiscarded(_Told):
    says = "{colour:capital} puts a surplus {marker:marker} aside."
    colour: str
    marker: str


@frozen
class StartUnitMoved(_OfSeat):
    says = "{seat} moves {unit:a marker} from the {origin} to {region}."
    unit: str
    region: str
    origin: str


# -- the turn -----------------------------------------------------------------------------------


@frozen
class TurnBegan(_OfSeat):
    says = "Box {box}: {seat} ({colour}) is {king}, king in {country}."
    colour: str
    box: int
    king: str
    country: str


@frozen
class FurtherCountryFixed(SentenceEvent):
    says = "{country} is the one further country of this turn."
    country: str


@frozen
class RegionConquered(_OfSeat):
    region: str
    colour: str
    markers: dict[str, int]
    strength: int
    beaten: str
    castle: int
    defence: int
    settler: str

    def tell(self, name: NameOf) -> str:
        alone = sum(self.markers.values()) == 1
        force = with_article(marker(self.settler)) if alone else tally(self.markers)
        castle = f" behind a castle of {self.castle}" if self.castle else ""
        beaten = f"the {marker(self.beaten)}{castle} ({self.defence})"
        stays = " and stays" if alone else f"; {with_article(marker(self.settler))} stays"
        return (
            f"{name(self.seat)} attacks {self.region}: {force} ({self.strength}) "
            f"{'beats' if alone else 'beat'} {beaten}{stays}."
        )


@frozen
class StatusChanged(_Told):
    says = "{country} was {old:status} and is {new:status} now."
    country: str
    old: str
    new: str


@frozen
class StepEnded(Event):
    """The active player chose to do no more in a step."""

    step: str
    king: str
    further: bool
    """Whether something was done in this step before."""

    def tell(self, name: NameOf) -> str:
        return f"{self.king} {_leaves(self.step, self.further)}."


@frozen
class StepSkipped(Event):
    """There was nothing to decide."""

    step: str
    why: str
    who: str
    """The king, or the house whose household it is about."""
    further: bool = False

    def tell(self, name: NameOf) -> str:
        return f"{upper_first(self.who)} {_leaves(self.step, self.further)}: {self.why}."


def _leaves(step: str, further: bool) -> str:
    no = "no further" if further else "no"
    return {
        "attack": f"makes {no} attack",
        "castle": f"places {no} castle",
        "tax": "raises no tax",
        "household choice": "chooses nothing",
    }[step.removesuffix("s")]


@frozen
class CastlePlaced(_OfSeat):
    says = "{seat} places a castle of {castle} on {region}."
    castle: int
    region: str


@frozen
class TaxRaised(_OfSeat):
    says = "{seat} gives up {colour:a} TAX marker ({left} left)."
    colour: str
    left: int


@frozen
class TaxPaid(_OfSeat):
    says = "{seat} receives {amount} (regions worth {worth}{doubled:twice})."
    worth: int
    doubled: int
    """The part of the worth that is paid twice."""
    amount: int


@frozen
class MatchEnded(SentenceEvent):
    says = "The turn of box {box} was the last."
    box: int


@frozen
class FinalTaxPaid(_OfSeat):
    worth: int
    rate: int
    amount: int

    def tell(self, name: NameOf) -> str:
        times = f"{self.rate}×{self.worth} = " if self.rate > 1 else ""
        return f"Final tax: {name(self.seat)} receives {times}{self.amount}."
