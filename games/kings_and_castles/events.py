"""What happened, in plain sentences; names of things, not their numbers."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core.game import Event, NameOf


def plural(number: int, word: str, many: str = "") -> str:
    return f"{number} {word}" if number == 1 else f"{number} {many or word + 's'}"


def listed(words: tuple[str, ...]) -> str:
    """a; a and b; a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def tally(markers: dict[str, int]) -> str:
    """Markers by name and number, for a sentence."""
    return listed(tuple(f"{n} {name}" for name, n in markers.items())) or "nothing"


# -- set-up and auction -------------------------------------------------------------------------


@frozen
class TableLaid(Event):
    """The material was handed out."""

    players: int
    houses: dict[str, int]
    """Colour -> seat."""
    household: dict[str, int]
    crowns: int
    tax_markers: int
    boxes: int

    def tell(self, name: NameOf) -> str:
        houses = listed(tuple(f"{name(seat)} runs {c}" for c, seat in self.houses.items()))
        return (
            f"{houses}; each house has {tally(self.household)} in its household, "
            f"{self.crowns} crowns and {self.tax_markers} TAX markers for {self.boxes} boxes."
        )


@frozen
class EnemyDrawn(Event):
    """An enemy came out of the bag."""

    seat: int
    unit: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws an enemy: {self.unit}."


@frozen
class EnemyPlaced(Event):
    """An enemy was put on the map."""

    seat: int
    """-1: by lot."""
    unit: str
    region: str

    def tell(self, name: NameOf) -> str:
        who = name(self.seat) if self.seat >= 0 else "The lot"
        return f"{who} puts the enemy {self.unit} on {self.region}."


@frozen
class BagFilled(Event):
    """The markers that nobody took went into the bag."""

    markers: int

    def tell(self, name: NameOf) -> str:
        return f"Mercenaries, castles and surplus units join the bag: {self.markers} markers."


@frozen
class AuctionOpened(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"The first crown is put up for auction; {name(self.seat)} bids first."


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
class SuccessionOpened(Event):
    first: int
    last: int
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"The succession of boxes {self.first} to {self.last}: {name(self.seat)} begins."


@frozen
class CrownPlaced(Event):
    seat: int
    colour: str
    box: int
    king: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} puts a {self.colour} crown on box {self.box} ({self.king})."


@frozen
class PlayerSkipped(Event):
    seat: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} has no crown left and is skipped."


@frozen
class CrownTaken(Event):
    seat: int
    colour: str
    box: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} takes the {self.colour} crown from box {self.box}."


# -- filling ------------------------------------------------------------------------------------


@frozen
class ChoiceSealed(Event):
    """A choice was made and stays hidden until all are made."""

    seat: int
    colour: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} has chosen for {self.colour}."


@frozen
class HouseholdChosen(Event):
    seat: int
    colour: str
    area: str
    units: dict[str, int]

    def tell(self, name: NameOf) -> str:
        where = "array" if self.area == "array" else "king's bonus"
        return f"{name(self.seat)} moves {tally(self.units)} to {self.colour}'s {where}."


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
class BagRefilled(Event):
    markers: int

    def tell(self, name: NameOf) -> str:
        return f"The bag is empty: {self.markers} markers from aside go back into it."


@frozen
class FillingStopped(Event):
    colour: str

    def tell(self, name: NameOf) -> str:
        return f"Bag and casualty pile are empty; {self.colour} cannot fill any more."


@frozen
class BonusKept(Event):
    """Markers of the bonus area that were not used moved into the array."""

    colour: str
    markers: dict[str, int]

    def tell(self, name: NameOf) -> str:
        return f"{self.colour} keeps {tally(self.markers)} of its bonus in the array."


@frozen
class ArrayKept(Event):
    """Markers wait for a later turn."""

    colour: str
    markers: int
    free: int

    def tell(self, name: NameOf) -> str:
        free = plural(self.free, "place")
        return f"{self.colour} keeps {plural(self.markers, 'marker')}; free: {free}."


@frozen
class MarkerDiscarded(Event):
    colour: str
    marker: str

    def tell(self, name: NameOf) -> str:
        return f"{self.colour} puts a surplus {self.marker} aside."


@frozen
class StartUnitMoved(Event):
    seat: int
    unit: str
    region: str
    origin: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} moves a {self.unit} from the {self.origin} to {self.region}."


# -- the turn -----------------------------------------------------------------------------------


@frozen
class TurnBegan(Event):
    seat: int
    colour: str
    box: int
    king: str
    country: str

    def tell(self, name: NameOf) -> str:
        return f"Box {self.box}: {name(self.seat)} ({self.colour}) is {self.king}, king in {self.country}."


@frozen
class FurtherCountryFixed(Event):
    country: str

    def tell(self, name: NameOf) -> str:
        return f"{self.country} is the one further country of this turn."


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
        castle = f" and castle {self.castle}" if self.castle else ""
        return (
            f"{name(self.seat)} attacks {self.region} with {tally(self.markers)}: {self.strength} "
            f"beat {self.defence} ({self.beaten}{castle}); the {self.settler} stays."
        )


@frozen
class StatusChanged(Event):
    country: str
    old: str
    new: str

    def tell(self, name: NameOf) -> str:
        return f"{self.country} was {self.old} and is {self.new} now."


@frozen
class StepEnded(Event):
    step: str

    def tell(self, name: NameOf) -> str:
        return {
            "attacks": "No further attack.",
            "castles": "No further castle.",
            "tax": "No tax is raised.",
        }[self.step]


@frozen
class StepSkipped(Event):
    step: str
    why: str

    def tell(self, name: NameOf) -> str:
        return f"No {self.step}: {self.why}."


@frozen
class CastlePlaced(Event):
    seat: int
    castle: int
    region: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} builds a castle of size {self.castle} on {self.region}."


@frozen
class TaxRaised(Event):
    seat: int
    colour: str
    left: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} gives up a {self.colour} TAX marker ({self.left} left)."


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
class MatchEnded(Event):
    box: int

    def tell(self, name: NameOf) -> str:
        return f"The turn of box {self.box} was the last."


@frozen
class FinalTaxPaid(Event):
    seat: int
    worth: int
    rate: int
    amount: int

    def tell(self, name: NameOf) -> str:
        times = f"{self.rate}×{self.worth} = " if self.rate > 1 else ""
        return f"Final tax: {name(self.seat)} receives {times}{self.amount}."
