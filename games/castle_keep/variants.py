"""The standard game where variants differ from it, and what each variant does otherwise.

`VARIANTS` names them all. The terms of a match hold the one that is played; the turn, the
scoring and the audit ask it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rulekeep.core import Chance, Emit, Seat, SetupError
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box.castle import CENTRE, FULL, Castle, Cells, occupied
from rulekeep.games.castle_keep.box.tiles import codes
from rulekeep.games.castle_keep.legal.building import can_transfer
from rulekeep.games.castle_keep.moves import PLAIN, Attack
from rulekeep.games.castle_keep.state import NOBODY, State
from rulekeep.games.castle_keep.terms import DRAW, Terms
from rulekeep.games.castle_keep.turn.course import LARGER, assault, draw_from, draw_two, end

Rules = tuple[str, ...]


class Standard:
    """Two to four players, a castle each."""

    name: ClassVar = "standard"
    seats: ClassVar[range] = range(2, 5)
    castles_each: ClassVar = 1
    """0: one castle that all build on."""
    takeover: ClassVar = False
    draws: ClassVar = 2
    """Tiles drawn in a turn."""
    begins_with_a_tile: ClassVar = False
    castle_labels: ClassVar[tuple[str, ...]] = ("the castle",)

    placing: ClassVar = "CK-015"
    attacking: ClassVar = "CK-029"
    opening: ClassVar = "CK-028"
    """The rule that opens the attacks."""
    emptying: ClassVar = "CK-048"
    """The rule that says what comes of emptying a castle."""

    # -- set-up -----------------------------------------------------------------------------

    def played_by(self, seats: int) -> list[str]:
        """The variants for a number of seats."""
        return [name for name, variant in VARIANTS.items() if seats in variant.seats]

    def refuse(self, options: Mapping[str, Any]) -> None:
        """Options that do not go together. SetupError."""

    def victims(self, seat: Seat, seats: int) -> tuple[Seat, ...]:
        return tuple(other for other in range(seats) if other != seat)  # CK-029

    # -- the turn ---------------------------------------------------------------------------

    def draw(self, state: State, chance: Chance, emit: Emit | None) -> None:
        if state.terms.a2 and state.discard:  # CK-057 CK-059
            state.phase = DRAW
        else:
            draw_two(state, state.active, chance, emit)

    def can_reshuffle(self, state: State) -> bool:
        return bool(state.discard)  # CK-012

    def end_turn(self, state: State, chance: Chance, emit: Emit | None) -> bool:
        """What comes after the discard; whether the next turn can begin."""
        return True

    # -- building ---------------------------------------------------------------------------

    def is_built(self, state: State, at: int) -> bool:
        """Whether nothing is missing where a tile has just been placed, which wins."""
        return occupied(state.castles[at]) == FULL  # CK-047 CK-097 CK-107

    def can_rebuild(self, state: State, seat: Seat) -> bool:
        """Whether a turn of building may go on without placing tiles."""
        return False  # CK-020

    # -- attacking --------------------------------------------------------------------------

    def two_tiles_everywhere(self, state: State) -> bool:
        for castle in state.castles:  # CK-028
            cells = (castle | castle >> 9 | castle >> 18) & 511
            if not cells & (cells - 1):
                return False
        return True

    def why_open(self, state: State) -> Rules:
        """What the first attack of a turn shows of the rule that opened them."""
        shows = not state.terms.latch or not state.two_tiles_everywhere()
        return (self.opening,) if shows else ()

    def attacked(self, state: State, move: Attack, castle: Castle, removed: Cells) -> Rules:
        """The rule of an attack, and others it shows by the variant; asked beforehand."""
        return (self.attacking,)

    def castle_emptied(self, state: State, seat: Seat, move: Attack, emit: Emit | None) -> None:
        """An attack took the last tile of a castle."""
        end(state, "destroyed", seat, emit)  # CK-048

    # -- the end ----------------------------------------------------------------------------

    def ends(self, terms: Terms) -> Mapping[str, str]:
        """How a match can end, and by which rule."""
        return {"built": "CK-047", "destroyed": "CK-048", "turn_limit": "CK-052"}

    def rule_of_end(self, state: State) -> str:
        return self.ends(state.terms)[state.reason]


class Takeover(Standard):
    """Two players, who may keep what they destroy and build with it."""

    name = "takeover"
    seats = range(2, 3)
    takeover = True

    def refuse(self, options: Mapping[str, Any]) -> None:
        _refuse_takeover(options)

    def attacked(self, state: State, move: Attack, castle: Castle, removed: Cells) -> Rules:
        return super().attacked(state, move, castle, removed) + _taking(move, removed)


def _refuse_takeover(options: Mapping[str, Any]) -> None:
    agreed = options["takeover_store"], options["takeover_timing"]
    if agreed == ("hand", "immediate"):  # CK-073
        clash = "tiles that go to the hand cannot also be built at once"
        raise SetupError(f"{clash}; takeover_store=hand needs takeover_timing=subsequent", "CK-073")


def _taking(move: Attack, removed: Cells) -> Rules:
    """What an attack shows of taking the tiles that fall."""
    rules = ("CK-071",) if move.take else ()
    # All or none: that shows where tiles are left, or where several are taken.
    return rules if move.take and not removed & (removed - 1) else (*rules, "CK-070")


class Empire(Standard):
    """Two to four players with two castles each, between which they may move tiles."""

    name = "empire"
    castles_each = 2  # CK-080
    castle_labels = ("castle A", "castle B")
    opening = "CK-084"
    emptying = "CK-082"

    def is_built(self, state: State, at: int) -> bool:
        return super().is_built(state, at) and super().is_built(state, at ^ 1)  # CK-081

    def can_rebuild(self, state: State, seat: Seat) -> bool:
        return can_transfer(state, seat)  # CK-087

    # CK-084
    def two_tiles_everywhere(self, state: State) -> bool:
        tiles = [occupied(castle).bit_count() for castle in state.castles]
        if state.terms.opened_by == "player_total":
            return all(tiles[2 * seat] + tiles[2 * seat + 1] >= 2 for seat in state.playing)
        if state.terms.opened_by == "one_castle":
            return all(max(tiles[2 * seat], tiles[2 * seat + 1]) >= 2 for seat in state.playing)
        return all(count >= 2 or state.closed >> index & 1 for index, count in enumerate(tiles))

    def why_open(self, state: State) -> Rules:
        if state.terms.opened_by != "each_castle" and not super().two_tiles_everywhere(state):
            return (self.opening,)  # by fewer tiles
        return super().why_open(state)

    def attacked(self, state: State, move: Attack, castle: Castle, removed: Cells) -> Rules:
        rules = super().attacked(state, move, castle, removed)
        twin = state.castle(move.seat, 1 - move.castle)
        if move.cell == CENTRE and twin:  # whether a knight is alone does not depend on it
            rules += ("CK-085",)
        return (*rules, "CK-086") if occupied(castle) == FULL else rules

    def castle_emptied(self, state: State, seat: Seat, move: Attack, emit: Emit | None) -> None:
        state.razed[seat] += 1  # CK-082
        if not state.terms.all_opponents:
            if state.razed[seat] == 2:  # CK-082
                end(state, "two_castles", seat, emit)
            return
        state.closed |= 1 << state.terms.castle_at(move.seat, move.castle)  # CK-083
        if state.is_closed(move.seat, 0) and state.is_closed(move.seat, 1):  # CK-083
            _eliminate(state, move.seat, emit)
            if len(state.playing) == 1:  # CK-082
                end(state, "last_standing", seat, emit)

    def ends(self, terms: Terms) -> Mapping[str, str]:
        goal = "last_standing" if terms.all_opponents else "two_castles"
        return {"built": "CK-081", goal: "CK-082", "turn_limit": "CK-052"}


# CK-083
def _eliminate(state: State, seat: Seat, emit: Emit | None) -> None:
    """Both castles closed: the player is out, and the hand is discarded."""
    hand = state.hands[seat]
    state.out |= 1 << seat
    state.discard += hand
    state.hands[seat] = ()
    state.known[seat] = ()
    if emit is not None:
        emit(events.PlayerEliminated(("CK-083",), seat, tuple(codes(hand))))


class TakeoverEmpire(Empire):
    """Two players, two castles each, keeping what they destroy."""

    name = "takeover_empire"
    seats = range(2, 3)
    takeover = True

    def refuse(self, options: Mapping[str, Any]) -> None:
        _refuse_takeover(options)

    def attacked(self, state: State, move: Attack, castle: Castle, removed: Cells) -> Rules:
        return super().attacked(state, move, castle, removed) + _taking(move, removed)


class King(Standard):
    """Two players on one common castle: the player who places the ninth tile wins."""

    name = "king"
    seats = range(2, 3)
    castles_each = 0  # CK-095
    castle_labels = ("the common castle",)
    placing = "CK-095"
    attacking = "CK-096"
    opening = "CK-096"
    emptying = "CK-098"

    def victims(self, seat: Seat, seats: int) -> tuple[Seat, ...]:
        return (PLAIN,)  # CK-096

    def castle_emptied(self, state: State, seat: Seat, move: Attack, emit: Emit | None) -> None:
        if state.terms.king_wins:  # CK-098
            end(state, "destroyed", seat, emit)

    def ends(self, terms: Terms) -> Mapping[str, str]:
        won = {"destroyed": "CK-098"} if terms.king_wins else {}
        return {"built": "CK-097", **won, "turn_limit": "CK-052"}  # CK-097


class Siege(Standard):
    """One player against the falling tiles: each turn ends with an assault."""

    name = "siege"
    seats = range(1, 2)
    castles_each = 0
    draws = 1  # CK-101
    begins_with_a_tile = True  # CK-100
    placing = "CK-101"

    def refuse(self, options: Mapping[str, Any]) -> None:
        if options["A1"]:  # CK-103
            raise SetupError(
                "a siege is played without A1, as its assaults hit towers anyway", "CK-103"
            )
        if options["A2"]:  # CK-101
            raise SetupError(
                "a siege is played without A2, as you draw one tile in a turn", "CK-101"
            )
        if options["cross_type_attack"]:  # CK-033
            clash = "a siege is played without cross_type_attack, as you attack nobody"
            raise SetupError(f"{clash}; siege_match says what an assault hits", "CK-033")

    def victims(self, seat: Seat, seats: int) -> tuple[Seat, ...]:
        return ()  # CK-101

    def draw(self, state: State, chance: Chance, emit: Emit | None) -> None:
        if state.bag.total:
            piles = (LARGER,) * self.draws  # CK-101
            draw_from(state, state.active, piles, chance, emit, "CK-101")  # CK-101
            if not state.terms.strict_end or state.bag.total:  # CK-109
                return
        end(state, "siege_lost", NOBODY, emit)  # CK-109

    def can_reshuffle(self, state: State) -> bool:
        return False  # CK-106

    def end_turn(self, state: State, chance: Chance, emit: Emit | None) -> bool:
        return assault(state, chance, emit)  # CK-101

    def two_tiles_everywhere(self, state: State) -> bool:
        return False  # CK-101

    def ends(self, terms: Terms) -> Mapping[str, str]:
        return {"built": "CK-107", "siege_lost": "CK-109"}

    def rule_of_end(self, state: State) -> str:
        emptied = state.reason == "siege_lost" and not state.castles[0]
        return "CK-108" if emptied else super().rule_of_end(state)


VARIANTS: dict[str, Standard] = {
    variant.name: variant
    for variant in (Standard(), Takeover(), Empire(), King(), Siege(), TakeoverEmpire())
}
