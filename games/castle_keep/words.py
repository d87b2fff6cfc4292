"""Results and moves in words: the outcome, the standing, what a move would do."""

from __future__ import annotations

from rulekeep.core.game import Item, Outcome, Score
from rulekeep.games.castle_keep.castle import (
    CENTRE,
    CENTRE_MASK,
    FULL,
    KEEP,
    NEIGHBOURS,
    cells_in,
    group_of,
    kind_at,
    occupied,
)
from rulekeep.games.castle_keep.components import HAND, KINDS, tile_words
from rulekeep.games.castle_keep.components import match as tiles_match
from rulekeep.games.castle_keep.moves import (
    CASTLE_LETTERS,
    Attack,
    Choose,
    Discard,
    Draw,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import ACTION, ATTACK, PHASES, State

PROMPTS = {
    "draw": "take the top of the discard pile, or draw from the piles",
    "action": "build, attack or pass",
    "build": "build on, or end the turn",
    "attack": "attack again, or end the turn",
    "taken": "build the tiles you took, or end the turn",
    "discard": f"discard down to {HAND} tiles",
    "assault": "choose which tile the assault destroys",
    "over": "",
}
"""What is asked in each phase."""

SIEGE_PROMPT = "build, or leave it at that"


def prompt(state: State) -> str:
    """What is asked now."""
    if state.phase == ACTION and state.terms.siege:
        return SIEGE_PROMPT
    return PROMPTS[PHASES[state.phase]]


def outcome(state: State) -> Outcome | None:
    """How the match ended, once it has."""
    if not state.reason:
        return None
    terms = state.terms
    drawn = state.reason == "turn_limit"
    places = tuple(1 if drawn or seat == state.winner else 2 for seat in range(state.seats))
    rule = {
        "built": "CK-081"
        if terms.empire
        else "CK-097"
        if terms.king
        else "CK-107"
        if terms.siege
        else "CK-047",
        "destroyed": "CK-098" if terms.king else "CK-048",
        "two_castles": "CK-082",
        "last_standing": "CK-082",
        "siege_lost": "CK-108" if not state.castles[0] else "CK-109",
        "turn_limit": "CK-052",
    }[state.reason]
    further = ("CK-083",) if state.reason == "last_standing" else ()
    return Outcome(places, standing(state), rule, state.reason, further)


def standing(state: State) -> tuple[Score, ...]:
    """How far everybody has built: the tiles in the own castles. They decide nothing by count."""
    terms = state.terms
    scores = []
    for seat in range(state.seats):
        items = []
        for letter, castle in enumerate(state.castles_of(seat)):
            if terms.king:
                label = "common castle"
            elif terms.empire:
                label = f"castle {CASTLE_LETTERS[letter]}"
            else:
                label = "castle"
            items.append(Item(f"{label}, tiles", occupied(castle).bit_count(), rule="CK-019"))
        scores.append(Score(seat, sum(item.total for item in items), tuple(items)))
    return tuple(scores)


def describe(state: State, seat: int, move: Move) -> str:
    """What a legal move would do, in a few words."""
    match move:
        case Place():
            return _describe_place(state, seat, move)
        case Attack():
            return _describe_attack(state, move)
        case Transfer():
            return _describe_transfer(state, seat, move)
        case Swap():
            return _describe_swap(state, seat, move)
        case Draw():
            return _describe_draw(state, move)
        case Discard():
            return tile_words(move.kind)
        case Choose():
            return _describe_choose(state, move)
        case _:
            return _describe_done(state, seat)


def _describe_place(state: State, seat: int, move: Place) -> str:
    castle = state.castles[state.terms.castle_at(seat, move.castle)]
    cells = occupied(castle)
    if cells | 1 << move.cell == FULL:
        filled = sum(occupied(own).bit_count() for own in state.castles_of(seat))
        wins = filled + 1 == (18 if state.terms.empire else 9)
        return "completes the castle" + (" and wins" if wins else "")
    if not cells:
        return f"{tile_words(move.kind)}, the first tile"
    beside = [
        KINDS[kind_at(castle, n)]
        for n in NEIGHBOURS[move.cell]
        if cells >> n & 1 and tiles_match(move.kind, kind_at(castle, n))
    ]
    joined = f", matches {' '.join(beside)}" if beside else ""
    return f"{tile_words(move.kind)}{joined}; {cells.bit_count() + 1} of 9"


def _describe_attack(state: State, move: Attack) -> str:
    terms = state.terms
    castle = state.castles[0 if terms.king else terms.castle_at(move.seat, move.castle)]
    removed = group_of(castle, move.cell)
    lost = " ".join(KINDS[kind_at(castle, cell)] for cell in cells_in(removed))
    verb = "takes" if move.take else "destroys"
    two = move.cell == CENTRE and occupied(castle) != CENTRE_MASK
    price = f"plays two {KINDS[move.kind]}, " if two else ""
    end = ", the whole castle" if not castle & KEEP[removed] else ""
    return f"{price}{verb} {lost}{end}"


def _describe_transfer(state: State, seat: int, move: Transfer) -> str:
    kind = kind_at(state.castles[2 * seat + move.castle], move.cell)
    return f"moves {KINDS[kind]} to castle {CASTLE_LETTERS[1 - move.castle]}"


def _describe_swap(state: State, seat: int, move: Swap) -> str:
    a, b = state.castles_of(seat)
    return f"exchanges {KINDS[kind_at(a, move.cell_a)]} and {KINDS[kind_at(b, move.cell_b)]}"


def _describe_draw(state: State, move: Draw) -> str:
    if not move.discard:
        return "two unknown tiles"
    return f"take {KINDS[state.discard[-1]]}, which everybody sees, and one unknown tile"


def _describe_choose(state: State, move: Choose) -> str:
    castle = state.castles[0]
    lost = [KINDS[kind_at(castle, cell)] for cell in cells_in(group_of(castle, move.cell))]
    return f"lose {' '.join(lost)}"


def _describe_done(state: State, seat: int) -> str:
    surplus = len(state.hands[seat]) - HAND
    if state.terms.to_hand and state.phase == ATTACK:
        surplus += len(state.reserves[seat])
    then = f", then discard {surplus}" if surplus > 0 else ""
    return ("pass" if state.phase == ACTION else "end the action") + then
