"""Everything that can happen in a match, each event with its sentence."""

from __future__ import annotations

from rulekeep.core import (
    Event,
    NameOf,
    Seat,
    SeatEvent,
    SentenceEvent,
    frozen,
    listed,
    plural,
    upper_first,
    with_article,
)
from rulekeep.games.kilt_castle.box.board import Position
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FACES, SHOWN, as_it_lies, card_words


def ducats(amount: int) -> str:
    return plural(amount, "ducat")


def sum_of(*parts: tuple[int, str]) -> str:
    """What an amount is made of: 2 towers and 1 crest."""
    return listed(plural(number, one) for number, one in parts if number)


def paid(amount: int, due: int) -> str:
    """What the bank pays of an amount: all of it, unless the bank runs out."""
    return ducats(due) if amount == due else f"{amount} of {ducats(due)}"


def with_crests(crests: int) -> str:
    return f" with {plural(crests, 'crest')}" if crests else ""


# -- set-up ---------------------------------------------------------------------------------


@frozen
class PlayerSeated(SeatEvent):
    says = "{seat} plays {colours:and} and starts with {floors} floors and {ducats:ducat}."
    colours: tuple[str, ...]
    floors: int
    ducats: int


@frozen
class ColourLeftOut(SentenceEvent):
    says = "Nobody plays {colour}, so its floors and its {cards:card} leave the game."
    colour: str
    cards: tuple[str, ...]


@frozen
class TableLaid(Event):
    roofs: int
    bank: int | None

    def tell(self, name: NameOf) -> str:
        roofs = plural(self.roofs, "roof")
        bank = "never runs out" if self.bank is None else f"holds {ducats(self.bank)}"
        return f"There are {roofs} beside the board, and the bank {bank}."


@frozen
class CardsLaid(Event):
    position: Position
    cards: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        cards = listed(as_it_lies(SHOWN.index(card)) for card in self.cards)
        start = "starts" if len(self.cards) == 1 else "start"
        return f"{upper_first(cards)} {start} at position {self.position}."


@frozen
class _ThirdCard(SentenceEvent):
    card: str
    colour: str

    @property
    def third(self) -> str:
        return (
            f"The {card_words(SHOWN.index(self.card) >> 1)} would be the third with {self.colour}"
        )


@frozen
class CardsCollected(_ThirdCard):
    says = "{third} in its row, so all double cards are dealt again."


@frozen
class CardSetAside(_ThirdCard):
    says = "{third} in its row, so it goes into the next row instead."


@frozen
class SealTaken(SeatEvent):
    says = (
        "{seat} takes the seal and begins, because {colour} faces away from the board on the "
        "front card."
    )
    card: str
    colour: str
    """The one that faces away from the board."""


# -- the turn -------------------------------------------------------------------------------


@frozen
class CardRelocated(SeatEvent):
    card: str
    """As it lies now, the colour facing the board first."""
    origin: Position
    to: Position
    front: Position

    def tell(self, name: NameOf) -> str:
        lying = SHOWN.index(self.card)
        first, *other = FACES[lying]
        turns = f" and turns it: {COLOUR_NAMES[first]} faces the board" if other else ""
        ahead = ", the front" if self.to == self.front else ""
        way = f"from position {self.origin} to {self.to}{ahead}{',' if ahead and turns else ''}"
        return f"{name(self.seat)} moves the {card_words(lying >> 1)} {way}{turns}."


@frozen
class RowEmptied(SentenceEvent):
    says = "No card is left at position {position}, so a ducat day follows the building."
    position: Position


@frozen
class FloorBuilt(SeatEvent):
    colour: str
    crests: int
    cell: str
    price: int
    paid_to: Seat | None
    height: int
    """Of the tower now."""

    def tell(self, name: NameOf) -> str:
        if self.height == 1:
            where = f"on the empty cell {self.cell} for free"
        elif self.paid_to is None:
            where = f"on their own tower at {self.cell} for free"
        else:
            where = (
                f"on the tower at {self.cell} and pays {ducats(self.price)} to {name(self.paid_to)}"
            )
        floor = f"{with_article(self.colour)} floor{with_crests(self.crests)}"
        return f"{name(self.seat)} builds {floor} {where}."


@frozen
class BuilderExempt(SeatEvent):
    says = "{seat} cannot build for {colour}: {reason}."
    colour: str
    reason: str


@frozen
class RoofPlaced(SeatEvent):
    cell: str
    taken_from: str | None

    def tell(self, name: NameOf) -> str:
        source = self.taken_from
        roof = "puts a roof on" if source is None else f"moves the roof from {source} to"
        return f"{name(self.seat)} {roof} {self.cell}, which now belongs to everybody."


@frozen
class SealPassed(SeatEvent):
    says = "Turn {turn} begins, and {seat} gets the seal."
    turn: int


# -- money ----------------------------------------------------------------------------------


@frozen
class DucatsPaid(SeatEvent):
    """A colour's share of a ducat day."""

    colour: str
    cells: tuple[str, ...]
    towers: int
    roofs: int
    crests: int
    amount: int

    def tell(self, name: NameOf) -> str:
        gets = f"Ducat day: {name(self.seat)} gets"
        if not self.cells:
            return f"{gets} nothing for {self.colour}, which has no tower, and there is no roof."
        amount = paid(self.amount, self.towers + self.roofs + self.crests)
        items = sum_of((self.towers, "tower"), (self.roofs, "roof"), (self.crests, "crest"))
        area = f"{items} at {listed(self.cells)}"
        return f"{gets} {amount} for the best {self.colour} area, {area}."


@frozen
class BankRanDry(SeatEvent):
    says = "The bank is empty and cannot pay {seat} the remaining {missing:ducat}."
    missing: int


@frozen
class SealTurnedBack(SentenceEvent):
    says = "The ducat day is over, and the seal is turned back."


@frozen
class MatchEnded(Event):
    seats: tuple[Seat, ...]
    """Who built the last floor; nobody if the turn limit ended the match."""
    colours: tuple[str, ...]
    """The colours of which those players have no floor left."""
    turns: int

    def tell(self, name: NameOf) -> str:
        return f"{upper_first(self.why(name))}, so the match ends."

    def why(self, name: NameOf) -> str:
        """Why the match ended, as a clause."""
        if not self.seats:
            return f"the agreed limit of {plural(self.turns, 'turn')} was reached"
        floors = "floor" if len(self.colours) == 1 else "floors"
        who = listed(map(name, self.seats))
        return f"{who} built the last {listed(self.colours)} {floors} in turn {self.turns}"


@frozen
class FinalPaid(SeatEvent):
    """What a colour earns at the end."""

    colour: str
    towers: int
    crests: int
    amount: int

    def tell(self, name: NameOf) -> str:
        gets = f"At the end {name(self.seat)} gets"
        if not self.towers:
            return f"{gets} nothing for {self.colour}, which has no tower without a roof."
        amount = paid(self.amount, self.towers + self.crests)
        items = sum_of((self.towers, "tower"), (self.crests, "crest"))
        return f"{gets} {amount} for {self.colour}: {items}."


@frozen
class FinalRoofsPaid(SeatEvent):
    roofs: int
    amount: int

    def tell(self, name: NameOf) -> str:
        amount, what = paid(self.amount, self.roofs), plural(self.roofs, "roof")
        gets = f"{amount} for {what}" if self.roofs else "nothing for roofs, as there are none"
        return f"At the end {name(self.seat)} gets {gets}."
