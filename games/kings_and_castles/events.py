"""What happened, in plain sentences; fields hold the names of things, not their numbers."""

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
from rulekeep.games.kings_and_castles.box.pieces import castle, marker, tally


@frozen
class _Sentence(SentenceEvent):
    words = SentenceEvent.words | {
        "marker": marker,
        "a marker": lambda kind: with_article(marker(kind)),
        "a castle": lambda size: with_article(castle(size)),
        "tally": tally,
        "units": lambda units: tally(units) if units else "no units",
        "are left": lambda left: plural(left, "marker is left", "markers are left"),
    }


@frozen
class _SeatSentence(_Sentence):
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
        runs = listed(f"{name(seat)} runs {listed(own)}" for seat, own in houses.items())
        two = " With two players, each player runs two houses." if self.players == 2 else ""
        crowns, tax = plural(self.crowns, "crown"), plural(self.tax_markers, "TAX marker")
        return (
            f"{runs}.{two} Each house starts with {tally(self.household)} in its household, "
            f"{crowns} and {tax}. The match has {self.boxes} boxes."
        )


@frozen
class EnemyDrawn(_SeatSentence):
    says = "{seat} draws an enemy: {unit:a marker}."
    unit: str


@frozen
class EnemyPlaced(_SeatSentence):
    """Placed by a player or, with seat -1, at random."""

    unit: str
    region: str

    def tell(self, name: NameOf) -> str:
        if self.seat < 0:
            return f"An enemy {marker(self.unit)} starts on {self.region}."
        return f"{name(self.seat)} puts the enemy {marker(self.unit)} on {self.region}."


@frozen
class BagFilled(SentenceEvent):
    says = (
        "Mercenaries, castles and the other units go into the bag: it holds {markers:marker} now."
    )
    markers: int


@frozen
class AuctionOpened(_SeatSentence):
    says = "The first crown is auctioned; {seat} bids first."


@frozen
class BidMade(_SeatSentence):
    says = "{seat} bids {units:tally}, worth {value}."
    units: dict[str, int]
    value: int


@frozen
class BidderPassed(_SeatSentence):
    forced: bool

    def tell(self, name: NameOf) -> str:
        why = " because no household can exceed the bid" if self.forced else ""
        return f"{name(self.seat)} passes{why}."


@frozen
class StartPlayerFound(_SeatSentence):
    paid: dict[str, int]

    def tell(self, name: NameOf) -> str:
        price = f"puts {tally(self.paid)} into the bag" if self.paid else "pays nothing"
        return f"{name(self.seat)} is the start player and {price}."


# -- crowns -------------------------------------------------------------------------------------


@frozen
class SuccessionOpened(SentenceEvent):
    says = "The players put crowns on boxes {first} to {last}; {seat} begins."
    first: int
    last: int
    seat: int


@frozen
class CrownPlaced(_SeatSentence):
    says = "{seat} puts {colour:a} crown on box {box}, {king}."
    colour: str
    box: int
    king: str


@frozen
class PlayerSkipped(_SeatSentence):
    says = "{seat} has no crown left and is skipped."


@frozen
class CrownTaken(_SeatSentence):
    says = "{seat} takes the {colour} crown back from box {box}."
    colour: str
    box: int


# -- filling ------------------------------------------------------------------------------------


@frozen
class ChoiceSealed(_SeatSentence):
    says = "{seat} has chosen units for {colour}."
    colour: str


@frozen
class HouseholdChosen(_SeatSentence):
    says = "{seat} moves {units:units} from the household to {colour}'s {area}."
    colour: str
    area: str
    units: dict[str, int]


@frozen
class MarkersDrawn(_SeatSentence):
    says = "{seat} draws {markers:tally} for {colour}'s {area}."
    colour: str
    area: str
    markers: dict[str, int]


@frozen
class BagRefilled(SentenceEvent):
    says = "The bag is empty, so the casualties go back into it: {markers:marker}."
    markers: int


@frozen
class FillingStopped(SentenceEvent):
    says = "The bag and the casualty pile are empty, so {colour} cannot draw any more."
    colour: str


@frozen
class BonusKept(_Sentence):
    says = "{colour:capital} moves the unused bonus to its array: {markers:tally}."
    colour: str
    markers: dict[str, int]


@frozen
class ArrayKept(Event):
    colour: str
    markers: int
    free: int

    def tell(self, name: NameOf) -> str:
        markers = plural(self.markers, "marker")
        free = plural(self.free, "place is", "places are")
        return f"{upper_first(self.colour)} keeps {markers} in its array; {free} free."


@frozen
class MarkerDiscarded(_Sentence):
    says = "{colour:capital} has too many markers and puts {marker:a marker} aside."
    colour: str
    marker: str


@frozen
class StartUnitMoved(_SeatSentence):
    says = "{seat} moves {unit:a marker} from the {origin} to {region}."
    unit: str
    region: str
    origin: str


# -- the turn -----------------------------------------------------------------------------------


@frozen
class TurnBegan(_SeatSentence):
    says = "Box {box}: {seat} ({colour}) is now {king}, king in {country}."
    colour: str
    box: int
    king: str
    country: str


@frozen
class FurtherCountryFixed(SentenceEvent):
    says = "{country} is the only further country that may be attacked this turn."
    country: str


@frozen
class RegionConquered(_SeatSentence):
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
        behind = f" behind {with_article(castle(self.castle))}" if self.castle else ""
        beaten = f"the {marker(self.beaten)}{behind} ({self.defence})"
        stays = " and stays" if alone else f"; {with_article(marker(self.settler))} stays"
        return (
            f"{name(self.seat)} attacks {self.region}: {tally(self.markers)} ({self.strength}) "
            f"{'beats' if alone else 'beat'} {beaten}{stays}."
        )


@frozen
class StatusChanged(SentenceEvent):
    country: str
    old: str
    new: str

    def tell(self, name: NameOf) -> str:
        means = {
            "enemy": "completely in enemy hands: players enter it at an anchor or a portcullis",
            "contested": "contested: players may attack only enemies there",
            "liberated": "liberated: players may attack each other there",
        }[self.new]
        return f"{self.country} is now {means}."


@frozen
class StepEnded(Event):
    """The active player chose to do no more in a step."""

    step: str
    king: str
    further: bool
    """Whether something was done in this step before."""

    def tell(self, name: NameOf) -> str:
        return f"{self.king} {_stops(self.step, self.further)}."


@frozen
class StepSkipped(Event):
    """There was nothing to decide."""

    step: str
    why: str
    who: str
    """The king, or the house whose household it is about."""
    further: bool = False

    def tell(self, name: NameOf) -> str:
        if self.step == "attack":
            return f"{self.who} cannot attack{' any more' if self.further else ''}."
        return f"{upper_first(self.who)} {_stops(self.step, self.further)}: {self.why}."


def _stops(step: str, further: bool) -> str:
    return {
        "attack": "ends the attacks" if further else "makes no attack",
        "castle": "places no more castles" if further else "places no castle",
        "tax": "raises no tax",
        "household choice": "chooses no units",
    }[step.removesuffix("s")]


@frozen
class CastlePlaced(_SeatSentence):
    says = "{seat} places {castle:a castle} on {region}."
    castle: int
    region: str


@frozen
class TaxRaised(_SeatSentence):
    says = "{seat} gives up {colour:a} TAX marker to raise a tax; {left:are left}."
    colour: str
    left: int


def _receives(amount: int, worth: int, twice: int) -> str:
    """What a tax pays for regions of this worth, a part of which counts twice."""
    if not worth:
        return "holds no regions and receives nothing"
    if twice == worth:
        return f"receives {plural(amount, 'coin')}, twice the value of regions worth {worth}"
    part = f", of which {twice} counts twice" if twice else ""
    return f"receives {plural(amount, 'coin')} for regions worth {worth}{part}"


@frozen
class TaxPaid(_SeatSentence):
    worth: int
    doubled: int
    """The part of the worth that is paid twice."""
    amount: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} {_receives(self.amount, self.worth, self.doubled)}."


@frozen
class MatchEnded(SentenceEvent):
    says = "The turn of box {box} was the last, so the match ends."
    box: int


@frozen
class FinalTaxPaid(_SeatSentence):
    worth: int
    rate: int
    amount: int

    def tell(self, name: NameOf) -> str:
        twice = self.worth if self.rate == 2 else 0
        return f"Final tax: {name(self.seat)} {_receives(self.amount, self.worth, twice)}."
