"""What happened, in plain sentences; names of things, not their numbers."""

from __future__ import annotations

from rulekeep.core.game import Event, NameOf
from rulekeep.core.prose import a, listed, plural, upper_first
from rulekeep.core.telling import OfSeat, Told
from rulekeep.core.values import frozen
from rulekeep.games.kings_and_castles.box.pieces import marker, tally

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
class EnemyDrawn(Event):
    seat: int
    unit: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws an enemy: {a(marker(self.unit))}."


@frozen
class EnemyPlaced(Event):
    seat: int
    """-1: by lot."""
    unit: str
    region: str

    def tell(self, name: NameOf) -> str:
        who = name(self.seat) if self.seat >= 0 else "The lot"
        return f"{who} puts the enemy {marker(self.unit)} on {self.region}."


@frozen
class BagFilled(Told):
    says = "Mercenaries, castles and surplus units join the bag: {markers} markers."
    markers: int


@frozen
class AuctionOpened(OfSeat):
    says = "The first crown is put up for auction; {seat} bids first."


@frozen
class BidMade(Event):
    seat: int
    units: dict[str, int]
    value: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} bids {tally(self.units)}, worth {self.value}."


@frozen
class BidderPassed(Event):
    seat: int
    forced: bool

    def tell(self, name: NameOf) -> str:
        why = ": no household can exceed the bid" if self.forced else ""
        return f"{name(self.seat)} passes{why}."


@frozen
class StartPlayerFound(Event):
    seat: int
    paid: dict[str, int]

    def tell(self, name: NameOf) -> str:
        price = f"puts {tally(self.paid)} into the bag" if self.paid else "pays nothing"
        return f"{name(self.seat)} is start player and {price}."


# -- crowns -------------------------------------------------------------------------------------


@frozen
class SuccessionOpened(Told):
    says = "The succession of boxes {first} to {last}: {seat} begins."
    first: int
    last: int
    seat: int


@frozen
class CrownPlaced(Event):
    seat: int
    colour: str
    box: int
    king: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} puts {a(self.colour)} crown on box {self.box} ({self.king})."


@frozen
class PlayerSkipped(OfSeat):
    says = "{seat} has no crown left and is skipped."


@frozen
class CrownTaken(OfSeat):
    says = "{seat} takes the {colour} crown from box {box}."
    colour: str
    box: int


# -- filling ------------------------------------------------------------------------------------


@frozen
class ChoiceSealed(OfSeat):
    says = "{seat} has chosen for {colour}."
    colour: str


@frozen
class HouseholdChosen(Event):
    seat: int
    colour: str
    area: str
    units: dict[str, int]

    def tell(self, name: NameOf) -> str:
        where = "array" if self.area == "array" else "king's bonus"
        units = tally(self.units) if self.units else "no household unit"
        return f"{name(self.seat)} moves {units} to {self.colour}'s {where}."


@frozen
class MarkersDrawn(Event):
    seat: int
    colour: str
    area: str
    markers: dict[str, int]

    def tell(self, name: NameOf) -> str:
        where = "array" if self.area == "array" else "king's bonus"
        return f"{name(self.seat)} draws {tally(self.markers)} for {self.colour}'s {where}."


@frozen
class BagRefilled(Told):
    says = "The bag is empty: {markers} markers from aside go back into it."
    markers: int


@frozen
class FillingStopped(Told):
    says = "Bag and casualty pile are empty; {colour} cannot fill any more."
    colour: str


@frozen
class BonusKept(Event):
    colour: str
    markers: dict[str, int]

    def tell(self, name: NameOf) -> str:
        return f"{upper_first(self.colour)} keeps {tally(self.markers)} of its bonus in the array."


@frozen
class ArrayKept(Event):
    colour: str
    markers: int
    free: int

    def tell(self, name: NameOf) -> str:
        kept = f"{upper_first(self.colour)} keeps {plural(self.markers, 'marker')} in its array"
        return f"{kept}; {plural(self.free, 'place is', 'places are')} free."


@frozen
class MarkerDiscarded(Event):
    colour: str
    marker: str

    def tell(self, name: NameOf) -> str:
        return f"{upper_first(self.colour)} puts a surplus {marker(self.marker)} aside."


@frozen
class StartUnitMoved(Event):
    seat: int
    unit: str
    region: str
    origin: str

    def tell(self, name: NameOf) -> str:
        unit = a(marker(self.unit))
        return f"{name(self.seat)} moves {unit} from the {self.origin} to {self.region}."


# -- the turn -----------------------------------------------------------------------------------


@frozen
class TurnBegan(OfSeat):
    says = "Box {box}: {seat} ({colour}) is {king}, king in {country}."
    colour: str
    box: int
    king: str
    country: str


@frozen
class FurtherCountryFixed(Told):
    says = "{country} is the one further country of this turn."
    country: str


@frozen
class RegionConquered(Event):
    seat: int
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
        force = a(marker(self.settler)) if alone else tally(self.markers)
        castle = f" behind a castle of {self.castle}" if self.castle else ""
        beaten = f"the {marker(self.beaten)}{castle} ({self.defence})"
        stays = " and stays" if alone else f"; {a(marker(self.settler))} stays"
        return (
            f"{name(self.seat)} attacks {self.region}: {force} ({self.strength}) "
            f"{'beats' if alone else 'beat'} {beaten}{stays}."
        )


@frozen
class StatusChanged(Event):
    country: str
    old: str
    new: str

    def tell(self, name: NameOf) -> str:
        old, new = ("in enemy hands" if s == "enemy" else s for s in (self.old, self.new))
        return f"{self.country} was {old} and is {new} now."


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
class CastlePlaced(OfSeat):
    says = "{seat} places a castle of {castle} on {region}."
    castle: int
    region: str


@frozen
class TaxRaised(Event):
    seat: int
    colour: str
    left: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} gives up {a(self.colour)} TAX marker ({self.left} left)."


@frozen
class TaxPaid(Event):
    seat: int
    worth: int
    doubled: int
    """The part of the worth that is paid twice."""
    amount: int

    def tell(self, name: NameOf) -> str:
        twice = f", {self.doubled} of it twice" if self.doubled else ""
        return f"{name(self.seat)} receives {self.amount} (regions worth {self.worth}{twice})."


@frozen
class MatchEnded(Told):
    says = "The turn of box {box} was the last."
    box: int


@frozen
class FinalTaxPaid(Event):
    seat: int
    worth: int
    rate: int
    amount: int

    def tell(self, name: NameOf) -> str:
        times = f"{self.rate}×{self.worth} = " if self.rate > 1 else ""
        return f"Final tax: {name(self.seat)} receives {times}{self.amount}."
