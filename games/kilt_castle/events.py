"""What can happen, each with a sentence that tells it."""

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
from rulekeep.games.kilt_castle.box.pieces import SHOWN, as_it_lies, card_name


def ducats(amount: int) -> str:
    return plural(amount, "ducat")


def sum_of(*parts: tuple[int, str]) -> str:
    """What an amount is made of: 2 towers + 1 crest."""
    return " + ".join(plural(number, one) for number, one in parts if number)


def paid(amount: int, due: int) -> str:
    """What the bank pays of an amount; an empty one does not pay it all."""
    return ducats(due) if amount == due else f"{amount} of {ducats(due)}"


def _called(card: str) -> str:
    """The name of a card, given as it lies."""
    return card_name(SHOWN.index(card) >> 1)


def with_crests(crests: int) -> str:
    return f" with {plural(crests, 'crest')}" if crests else ""


# -- set-up ---------------------------------------------------------------------------------


@frozen
class PlayerSeated(SeatEvent):
    says = "{seat} plays {colours:and}: {floors} floors, {ducats:ducat}."
    colours: tuple[str, ...]
    floors: int
    ducats: int


@frozen
class ColourLeftOut(Event):
    colour: str
    cards: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        cards = listed(self.cards)
        return f"{upper_first(self.colour)} is not played; its cards {cards} leave the game."


@frozen
class TableLaid(Event):
    roofs: int
    bank: int | None

    def tell(self, name: NameOf) -> str:
        roofs = plural(self.roofs, "roof")
        bank = "never runs out" if self.bank is None else f"holds {ducats(self.bank)}"
        return f"{roofs} lie beside the board, the seal lies seal side up, the bank {bank}."


@frozen
class CardsLaid(Event):
    position: Position
    cards: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        cards = listed(as_it_lies(SHOWN.index(card)) for card in self.cards)
        said = f"The card {cards} lies" if len(self.cards) == 1 else f"The cards {cards} lie"
        return f"{said} at edge position {self.position}."


@frozen
class _ThirdCard(SentenceEvent):
    card: str
    colour: str

    @property
    def called(self) -> str:
        return _called(self.card)


@frozen
class CardsCollected(_ThirdCard):
    says = "{called} would be the third {colour} card of its row: all double cards are dealt anew."


@frozen
class CardSetAside(_ThirdCard):
    says = "{called} would be the third {colour} card of its row: it opens the next row instead."


@frozen
class SealTaken(SeatEvent):
    card: str
    colour: str
    """The one that faces away from the board."""

    def tell(self, name: NameOf) -> str:
        lies = f"on the lone card {_called(self.card)}, {self.colour} faces away from the board"
        return f"{name(self.seat)} takes the seal and begins: {lies}."


# -- the turn -------------------------------------------------------------------------------


@frozen
class CardRelocated(SeatEvent):
    card: str
    """As it lies now, the colour facing the board first."""
    origin: Position
    to: Position
    front: Position

    def tell(self, name: NameOf) -> str:
        moves = f"moves {'and turns ' if '/' in self.card else ''}the card"
        ahead = ", the front" if self.to == self.front else ""
        way = f"from position {self.origin} to {self.to}{ahead}"
        return f"{name(self.seat)} {moves} {as_it_lies(SHOWN.index(self.card))} {way}."


@frozen
class RowEmptied(SentenceEvent):
    says = "No card is left at position {position}: a ducat day will be held after the builds."
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
            where = f"on their own tower {self.cell} for free"
        else:
            where = f"on {self.cell} and pays {ducats(self.price)} to {name(self.paid_to)}"
        floor = f"{with_article(self.colour)} floor{with_crests(self.crests)}"
        return f"{name(self.seat)} builds {floor} {where}."


@frozen
class BuilderExempt(SeatEvent):
    says = "{seat} does not build for {colour}: {reason}."
    colour: str
    reason: str


@frozen
class RoofPlaced(SeatEvent):
    cell: str
    taken_from: str | None

    def tell(self, name: NameOf) -> str:
        source = "" if self.taken_from is None else f", taken from {self.taken_from}"
        roof = f"{name(self.seat)} puts a roof on {self.cell}{source}"
        return f"{roof}; {self.cell} now belongs to everybody."


@frozen
class SealPassed(SeatEvent):
    says = "Turn {turn}: the seal goes to {seat}."
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
            return f"{gets} nothing for {self.colour}: it has no tower, and there is no roof."
        amount = paid(self.amount, self.towers + self.roofs + self.crests)
        items = sum_of((self.towers, "tower"), (self.roofs, "roof"), (self.crests, "crest"))
        return f"{gets} {amount} for {self.colour}: {items} ({' '.join(self.cells)})."


@frozen
class BankRanDry(SeatEvent):
    says = "The bank is empty: {seat} goes without {missing:ducat}."
    missing: int


@frozen
class SealTurnedBack(SentenceEvent):
    says = "The ducat day is over; the seal is turned back."


@frozen
class MatchEnded(Event):
    seats: tuple[Seat, ...]
    """Who has built the last floor; nobody if the match was stopped."""
    colours: tuple[str, ...]
    """The floors those players have used up."""
    turns: int

    def tell(self, name: NameOf) -> str:
        turns = plural(self.turns, "turn")
        if not self.seats:
            return f"The match is stopped after {turns}."
        have = "has" if len(self.seats) == 1 else "have"
        who = listed(map(name, self.seats))
        floors = listed(self.colours)
        return f"{who} {have} built the last floor of {floors}: the match ends after {turns}."


@frozen
class FinalPaid(SeatEvent):
    """A colour's final remuneration."""

    colour: str
    towers: int
    crests: int
    amount: int

    def tell(self, name: NameOf) -> str:
        amount = paid(self.amount, self.towers + self.crests) if self.towers else "nothing"
        items = sum_of((self.towers, "tower"), (self.crests, "crest"))
        what = f"{self.colour}: {items}" if items else self.colour
        return f"Final remuneration: {name(self.seat)} gets {amount} for {what}."


@frozen
class FinalRoofsPaid(SeatEvent):
    roofs: int
    amount: int

    def tell(self, name: NameOf) -> str:
        amount, what = paid(self.amount, self.roofs), plural(self.roofs, "roof")
        gets = f"{amount} for {what}" if self.roofs else "nothing for roofs"
        return f"Final remuneration: {name(self.seat)} gets {gets}."
