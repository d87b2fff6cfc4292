"""Why an attack is not allowed: the checks of the chapters on attacks, in rulebook order."""

from __future__ import annotations

from rulekeep.core import Seat, forbids, listed, with_article
from rulekeep.games.kings_and_castles.box.board import Spots, bits
from rulekeep.games.kings_and_castles.box.pieces import BLACK, NOBODY, count, counts, holds, tally
from rulekeep.games.kings_and_castles.moves import Attack
from rulekeep.games.kings_and_castles.state import CONTESTED, ENEMY, LIBERATED, State, Status


@forbids("KG-091", Attack, gate=True)
def the_area_lacks_the_markers(state: State, seat: Seat, move: Attack) -> str | None:
    area = state.area()
    if not holds(area, move.force.markers):
        kinds = state.terms.board.kinds
        lacking = {
            kinds[kind]: n - count(area, kind)
            for kind, n in enumerate(counts(move.force.markers))
            if n > count(area, kind)
        }
        return f"your array and bonus lack {tally(lacking)}"
    return None


@forbids("KG-092", Attack, gate=True)
def mercenaries_attack_alone(state: State, seat: Seat, move: Attack) -> str | None:
    if move.force.settler == NOBODY:
        unit = with_article(state.terms.colour(move.colour))
        return f"mercenaries never attack alone; add {unit} unit"
    return None


@forbids("KG-211", Attack)
def the_second_colour_is_bound_too(state: State, seat: Seat, move: Attack) -> str | None:
    if move.colour == state.house or not _leaves_the_kings_country(state, move):
        return None
    king = state.terms.country(state.king)
    colour = state.terms.colour(move.colour)
    return f"{colour} is your colour too and may attack only in {king} this turn"


@forbids("KG-093", Attack)
def own_units_leave_the_kings_country(state: State, seat: Seat, move: Attack) -> str | None:
    if not _leaves_the_kings_country(state, move):
        return None
    return f"your own units may attack only in {state.terms.country(state.king)} this turn"


def _leaves_the_kings_country(state: State, move: Attack) -> bool:
    own = state.terms.own[state.house] >> move.colour & 1
    return bool(own) and state.terms.board.country_of[move.target] != state.king


@forbids("KG-094", Attack)
def a_third_country_is_attacked(state: State, seat: Seat, move: Attack) -> str | None:
    country = state.terms.board.country_of[move.target]
    if state.further >= 0 and country not in (state.king, state.further):
        king, further = state.terms.country(state.king), state.terms.country(state.further)
        return f"after an earlier attack this turn is limited to {king} and {further}"
    return None


@forbids("KG-100", Attack)
def the_colour_holds_the_region(state: State, seat: Seat, move: Attack) -> str | None:
    if state.holder(move.target) == move.colour and not state.terms.same_colour:
        colour = state.terms.colour(move.colour)
        return f"{colour} holds {state.terms.region(move.target)} itself; attack another colour"
    return None


# -- where the target lies ------------------------------------------------------------------------


def _status(state: State, move: Attack) -> Status:
    return state.status(state.terms.board.country_of[move.target])


def _country(state: State, move: Attack) -> str:
    return state.terms.country(state.terms.board.country_of[move.target])


def _one_of(state: State, spots: Spots) -> str:
    """Regions, one of which would have done: `(Dublin or Galway)`."""
    names = listed((state.terms.region(spot) for spot in bits(spots)), "or")
    return f"({names or 'none'})"


def _neighbours(state: State, move: Attack) -> str:
    return _one_of(state, state.terms.near[move.target])


def _bordered_by(state: State, move: Attack, holders: Spots) -> bool:
    return bool(state.terms.near[move.target] & holders)  # KG-097


def _holders(state: State, move: Attack) -> Spots:
    return state.supporters(move.colour, _status(state, move))


def _needs_origin(state: State, move: Attack) -> bool:
    """Whether this attack must come from a neighbouring region."""
    there = _status(state, move)
    if move.colour == BLACK:
        return there == CONTESTED and not state.terms.black_anywhere
    if there == CONTESTED:
        return state.holder(move.target) == BLACK
    return there == LIBERATED


def _is_cut_off(state: State, move: Attack, there: Status, *, black: bool = False) -> bool:
    """Whether players, or enemies, in a country of this status have no region to come from."""
    return (
        _status(state, move) == there
        and (move.colour == BLACK) == black
        and _needs_origin(state, move)
        and not _bordered_by(state, move, _holders(state, move))
    )


# -- countries of enemies -------------------------------------------------------------------------


@forbids("KG-115", Attack, gate=True)
def the_enemy_country_has_no_entry_there(state: State, seat: Seat, move: Attack) -> str | None:
    board = state.terms.board
    entries = board.anchors | board.portcullises
    if _is_invasion(state, move) and not entries >> move.target & 1:
        country = _country(state, move)
        ways_in = _one_of(state, entries & board.country_masks[board.country_of[move.target]])
        entry = f"enter it at an anchor or a portcullis {ways_in}"
        return f"enemies hold all of {country}; {entry}"
    return None


@forbids("KG-116", Attack)
def no_coast_to_sail_from(state: State, seat: Seat, move: Attack) -> str | None:
    if not _is_invasion(state, move) or _sea_way(state, move):
        return None
    board = state.terms.board
    if not board.anchors >> move.target & 1 or _gate_way(state, move):
        return None
    lacking = _no_region(state, move, state.terms.anchor_origin)
    return f"{lacking} on a coast to sail from"


@forbids("KG-117", Attack)
def no_player_stands_before_the_gate(state: State, seat: Seat, move: Attack) -> str | None:
    if not _is_invasion(state, move) or _sea_way(state, move) or _gate_way(state, move):
        return None
    near = _one_of(state, state.terms.board.borders[move.target])
    lacking = _no_region(state, move, state.terms.portcullis_origin)
    return f"{lacking} that borders {state.terms.region(move.target)} {near}"


def _is_invasion(state: State, move: Attack) -> bool:
    return _status(state, move) == ENEMY and move.colour != BLACK


def _no_region(state: State, move: Attack, origin: str) -> str:
    colour = state.terms.colour(move.colour)
    return f"{colour} holds no region" if origin == "same_colour" else "no player holds a region"


def _invaders(state: State, move: Attack, origin: str) -> Spots:
    """The regions that an invasion may come from, by the option for its way."""
    return state.held[move.colour] if origin == "same_colour" else state.player_held


def _sea_way(state: State, move: Attack) -> bool:
    terms = state.terms
    if not terms.board.anchors >> move.target & 1:
        return False
    coast = _invaders(state, move, terms.anchor_origin) & terms.board.coast  # KG-116
    return terms.anchor_origin == "free" or coast != 0  # KG-116


def _gate_way(state: State, move: Attack) -> bool:
    board = state.terms.board
    near = board.borders[move.target] & _invaders(state, move, state.terms.portcullis_origin)
    return bool(board.portcullises >> move.target & 1 and near)  # KG-117


# -- contested and liberated countries ------------------------------------------------------------


@forbids("KG-120", Attack)
def players_are_at_peace(state: State, seat: Seat, move: Attack) -> str | None:
    if _status(state, move) == CONTESTED and move.colour != BLACK:
        holder = state.holder(move.target)
        if holder != BLACK:
            country, name = _country(state, move), state.terms.colour(holder)
            return f"{country} is contested, and {name} is safe there while enemies are left"
    return None


@forbids("KG-099", Attack)
def the_border_is_not_crossed(state: State, seat: Seat, move: Attack) -> str | None:
    if state.terms.cross_border or not _needs_origin(state, move):
        return None
    holders = _holders(state, move)
    abroad = state.terms.board.borders[move.target] & holders
    if abroad and not _bordered_by(state, move, holders):
        return f"it could come only from another country {_one_of(state, abroad)}"
    return None


@forbids("KG-118", Attack)
def the_anchor_is_of_no_use(state: State, seat: Seat, move: Attack) -> str | None:
    if state.terms.board.anchors >> move.target & 1 and _is_cut_off(state, move, CONTESTED):
        needed = f"a player must hold a neighbouring region {_neighbours(state, move)}"
        return f"the anchor helps only while enemies hold all of {_country(state, move)}; {needed}"
    return None


@forbids("KG-121", Attack)
def no_player_is_next_to_it(state: State, seat: Seat, move: Attack) -> str | None:
    if _is_cut_off(state, move, CONTESTED):
        name = state.terms.region(move.target)
        return f"no player holds a region next to {name} {_neighbours(state, move)}"
    return None


@forbids("KG-124", Attack)
def the_flag_is_of_no_use(state: State, seat: Seat, move: Attack) -> str | None:
    flag = state.terms.board.flags >> move.target & 1
    if flag and _is_cut_off(state, move, CONTESTED, black=True):
        needed = f"enemies must hold a neighbouring region {_neighbours(state, move)}"
        return f"flags have no function while {_country(state, move)} is contested; {needed}"
    return None


@forbids("KG-123", Attack)
def no_enemy_is_next_to_it(state: State, seat: Seat, move: Attack) -> str | None:
    if move.colour == BLACK and _status(state, move) == ENEMY:
        return f"enemies hold all of {_country(state, move)} already"
    if _is_cut_off(state, move, CONTESTED, black=True):
        name = state.terms.region(move.target)
        return f"no enemy holds a region next to {name} {_neighbours(state, move)}"
    return None


@forbids("KG-212", Attack)
def the_neighbour_is_of_the_other_colour(state: State, seat: Seat, move: Attack) -> str | None:
    houses = state.terms.houses_of[seat]
    if move.colour not in houses or not _is_cut_off(state, move, LIBERATED):
        return None
    for other in houses:
        if _bordered_by(state, move, state.held[other]):
            names = state.terms.colour(other), state.terms.colour(move.colour)
            return (
                f"your neighbouring region is {names[0]}, so attack with {names[0]}, not {names[1]}"
            )
    return None


@forbids("KG-130", Attack)
def the_colour_is_not_next_to_it(state: State, seat: Seat, move: Attack) -> str | None:
    if not _is_cut_off(state, move, LIBERATED):
        return None
    colour, region = state.terms.colour(move.colour), state.terms.region(move.target)
    lacking = f"{colour} holds no region next to {region} {_neighbours(state, move)}"
    return f"{_country(state, move)} is liberated, and {lacking}"


@forbids("KG-133", Attack)
def the_country_has_no_flag(state: State, seat: Seat, move: Attack) -> str | None:
    board = state.terms.board
    flags = board.flags & board.country_masks[board.country_of[move.target]]
    if _comes_back(state, move) and not flags:
        return f"{_country(state, move)} is liberated and has no flag, so enemies never come back"
    return None


@forbids("KG-132", Attack)
def enemies_land_at_flags(state: State, seat: Seat, move: Attack) -> str | None:
    if _comes_back(state, move) and not state.terms.board.flags >> move.target & 1:
        board = state.terms.board
        flags = board.flags & board.country_masks[board.country_of[move.target]]
        country = _country(state, move)
        return (
            f"{country} is liberated, and enemies enter it only at a flag {_one_of(state, flags)}"
        )
    return None


def _comes_back(state: State, move: Attack) -> bool:
    return move.colour == BLACK and _status(state, move) == LIBERATED


@forbids("KG-102", Attack)
def the_attack_is_too_weak(state: State, seat: Seat, move: Attack) -> str | None:
    strength = state.terms.board.strength(move.force.markers)
    need = state.defence[move.target] + 1
    if strength < need:
        return f"it has strength {strength} and needs at least {need}"
    return None
