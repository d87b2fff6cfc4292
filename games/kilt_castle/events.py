"""What can happen, each with a sentence that tells it."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core.game import Event, NameOf


def ducats(amount: int) -> str:
    return f"{amount} ducat" if amount == 1 else f"{amount} ducats"


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


def listed(words: tuple[str, ...]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1]) if len(words) > 1 else words)


def a(word: str) -> str:
    """The word with its article."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def with_crests(crests: int) -> str:
    return f" with {counted(crests, 'crest')}" if crests else ""


# -- set-up ---------------------------------------------------------------------------------


@frozen
class PlayerSeated(Event):
    seat: int
    colours: tuple[str, ...]
    floors: int
    ducats: int

    def tell(self, name: NameOf) -> str:
        return (
            f"{name(self.seat)} plays {listed(self.colours)}: {self.floors} floors, "
            f"{ducats(self.ducats)}."
        )


@frozen
class ColourLeftOut(Event):
    colour: str
    cards: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        return f"{self.colour.capitalize()} is not played; its cards {listed(self.cards)} leave."


@frozen
class TableLaid(Event):
    roofs: int
    bank: int | None

    def tell(self, name: NameOf) -> str:
        bank = "does not run out" if self.bank is None else f"holds {ducats(self.bank)}"
        return f"{counted(self.roofs, 'roof')} lie ready, the seal shows its seal; the bank {bank}."


@frozen
class CardsLaid(Event):
    position: int
    cards: tuple[str, ...]

    def tell(self, name: NameOf) -> str:
        return f"At {self.position}: {', '.join(self.cards)}."


@frozen
class CardsCollected(Event):
    card: str
    colour: str

    def tell(self, name: NameOf) -> str:
        return f"{self.card} would be the third {self.colour} card of its row: all are dealt anew."


@frozen
class CardSetAside(Event):
    card: str
    colour: str

    def tell(self, name: NameOf) -> str:
        return f"{self.card} would be the third {self.colour} card of its row: it opens the next."


@frozen
class SealTaken(Event):
    seat: int
    card: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} takes the seal: the lone card lies {self.card}."


# -- the turn -------------------------------------------------------------------------------


@frozen
class CardRelocated(Event):
    seat: int
    card: str
    """As it lies now, the colour facing the board first."""
    origin: int
    to: int
    front: int

    def tell(self, name: NameOf) -> str:
        ahead = ", the front" if self.to == self.front else ""
        return f"{name(self.seat)} relocates {self.card} from {self.origin} to {self.to}{ahead}."


@frozen
class RowEmptied(Event):
    position: int

    def tell(self, name: NameOf) -> str:
        return f"No card is left at {self.position}: a ducat day will be held after the builds."


@frozen
class FloorBuilt(Event):
    seat: int
    colour: str
    crests: int
    cell: str
    price: int
    paid_to: int | None
    height: int
    """Of the tower now."""

    def tell(self, name: NameOf) -> str:
        if self.height == 1:
            how = "for free"
        elif self.paid_to is None:
            how = "on an own tower, for free"
        else:
            how = f"and pays {ducats(self.price)} to {name(self.paid_to)}"
        floor = f"{a(self.colour)} floor{with_crests(self.crests)}"
        return f"{name(self.seat)} builds {floor} on {self.cell} {how}."


@frozen
class BuilderExempt(Event):
    seat: int
    colour: str
    reason: str

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} does not build for {self.colour}: {self.reason}."


@frozen
class RoofPlaced(Event):
    seat: int
    cell: str
    taken_from: str | None

    def tell(self, name: NameOf) -> str:
        source = "" if self.taken_from is None else f", taken from {self.taken_from}"
        return f"{name(self.seat)} puts a roof on {self.cell}{source}."


@frozen
class SealPassed(Event):
    seat: int
    turn: int

    def tell(self, name: NameOf) -> str:
        return f"Turn {self.turn}: the seal goes to {name(self.seat)}."


# -- money ----------------------------------------------------------------------------------


@frozen
class DucatsPaid(Event):
    """A colour's share of a ducat day."""

    seat: int
    colour: str
    cells: tuple[str, ...]
    towers: int
    roofs: int
    crests: int
    amount: int

    def tell(self, name: NameOf) -> str:
        if not self.cells:
            return f"Ducat day: {name(self.seat)} gets nothing for {self.colour}."
        items = f"towers {self.towers} + roofs {self.roofs} + crests {self.crests}"
        return (
            f"Ducat day: {name(self.seat)} gets {ducats(self.amount)} for {self.colour} "
            f"({items}; {' '.join(self.cells)})."
        )


@frozen
class BankRanDry(Event):
    seat: int
    missing: int

    def tell(self, name: NameOf) -> str:
        return f"The bank is empty: {name(self.seat)} goes without {ducats(self.missing)}."


@frozen
class SealTurnedBack(Event):
    def tell(self, name: NameOf) -> str:
        return "The ducat day is over; the seal is turned back."


@frozen
class MatchEnded(Event):
    seat: int | None
    turns: int

    def tell(self, name: NameOf) -> str:
        if self.seat is None:
            return f"The match is stopped after {counted(self.turns, 'turn')}."
        return f"{name(self.seat)} has built the last floor: the match ends."


@frozen
class FinalPaid(Event):
    """A colour's final remuneration."""

    seat: int
    colour: str
    towers: int
    crests: int
    amount: int

    def tell(self, name: NameOf) -> str:
        return (
            f"Final remuneration: {name(self.seat)} gets {ducats(self.amount)} for {self.colour} "
            f"(towers {self.towers} + crests {self.crests})."
        )


@frozen
class FinalRoofsPaid(Event):
    seat: int
    roofs: int
    amount: int

    def tell(self, name: NameOf) -> str:
        roofs = counted(self.roofs, "roof")
        return f"Final remuneration: {name(self.seat)} gets {ducats(self.amount)} for {roofs}."
