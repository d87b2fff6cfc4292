"""What happened, and its sentence."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import Event, NameOf


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
