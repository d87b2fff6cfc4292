"""A move in words: the instruction to make it, and what comes of it."""

from __future__ import annotations

from rulekeep.core import Seat, plural, with_article
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CELL_WORDS, CENTRE, at_cell
from rulekeep.games.castle_keep.box.tiles import (
    COLOUR,
    COLOUR_NAMES,
    HAND,
    UNSEEN,
    Kind,
    tile_words,
    tiles_words,
)
from rulekeep.games.castle_keep.legal import result_of
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ATTACK, BUILD, TAKEN

# -- the instruction --------------------------------------------------------------------------------


def sentence(state: State, seat: Seat, move: moves.Move) -> str:
    """The move as an instruction, also where it is not allowed."""
    match move:
        case moves.Place():
            source = " from your reserve" if move.reserve else ""
            return (
                f"Place the {tile_words(move.kind)}{source} {at_cell(move.cell)}{_of(move.castle)}"
            )
        case moves.Attack():
            return _attack(state, seat, move)
        case moves.Transfer():
            tile = _tile_at(state, seat, move.castle, move.cell)
            return f"Move {tile} to {CELL_WORDS[move.to_cell]}{_of(move.to_castle)}"
        case moves.Swap():
            own, other = (
                _tile_at(state, seat, letter, cell)
                for letter, cell in ((0, move.cell_a), (1, move.cell_b))
            )
            return f"Exchange {own} with {other}"
        case moves.Draw(discard=True):
            seen = state.discard and state.discard[-1] != UNSEEN
            top = f"the {tile_words(state.discard[-1])}" if seen else "a tile"
            return f"Take {top} from the discard pile and draw one tile"
        case moves.Draw():
            return "Draw two tiles from the piles"
        case moves.Discard():
            return f"Discard the {tile_words(move.kind)}"
        case moves.Choose():
            return f"Lose {_tile_at(state, seat, moves.PLAIN, move.cell)}"
    return {BUILD: "Stop building", TAKEN: "Stop building", ATTACK: "Stop attacking"}.get(
        state.phase, "Pass"
    )


def _attack(state: State, seat: Seat, move: moves.Attack) -> str:
    if move.seat == moves.PLAIN:
        whose = "the common" if state.terms.common else "a"
    elif move.seat == seat:
        whose = "your"
    else:
        whose = "your opponent's" if state.seats == 2 > move.seat else f"player {move.seat + 1}'s"
    letter = f" {moves.CASTLE_LETTERS[move.castle]}" if move.castle >= 0 else ""
    two = move.cell == CENTRE and plan.knights_needed(_castle(state, move.seat, move.castle)) == 2
    tiles = tiles_words([move.kind] * (2 if two else 1))
    taken = f"take only {tiles_words(move.only)}" if move.only else "take what falls"
    then = f" and {taken}" if move.take else ""
    return f"Attack {CELL_WORDS[move.cell]} of {whose} castle{letter} with {tiles}{then}"


def _of(letter: moves.Letter) -> str:
    return f" of castle {moves.CASTLE_LETTERS[letter]}" if letter >= 0 else ""


def _castle(state: State, seat: Seat, letter: moves.Letter) -> plan.Castle:
    """The castle that a move names; an empty one if there is no such castle."""
    index = state.terms.castle_at(seat, letter)
    return state.castles[index] if 0 <= index < len(state.castles) else 0


def _tile_at(state: State, seat: Seat, letter: moves.Letter, cell: plan.Cell) -> str:
    """The tile in a cell, and where that is."""
    castle = _castle(state, seat, letter)
    filled = plan.occupied(castle) >> cell & 1
    tile = tile_words(plan.kind_at(castle, cell)) if filled else "tile"
    return f"the {tile} {at_cell(cell)}{_of(letter)}"


# -- what comes of it -------------------------------------------------------------------------------


def describe(state: State, seat: Seat, move: moves.Move) -> str:
    """What a legal move leads to, in a few words."""
    match move:
        case moves.Place():
            return _describe_place(state, seat, move)
        case moves.Attack():
            return _describe_attack(state, seat, move)
        case moves.Transfer():
            tiles = plan.occupied(state.castle(seat, move.to_castle)).bit_count() + 1
            return f"castle {moves.CASTLE_LETTERS[move.to_castle]} then has {tiles} of 9 tiles"
        case moves.Swap():
            return "neither tile can move again in this turn"
        case moves.Draw():
            return "everybody sees which tile you take" if move.discard else "nobody else sees them"
        case moves.Discard():
            return f"leaves you {plural(len(state.hands[seat]) - 1, 'tile')}"
        case moves.Choose():
            return f"destroys {_fallen(plan.falling(state.castles[0], move.cell)[1])}"
    surplus = len(state.hands[seat]) - HAND
    if state.terms.to_hand and state.phase == ATTACK:
        surplus += len(state.reserves[seat])
    return f"then you discard {plural(surplus, 'tile')}" if surplus > 0 else "ends your turn"


def _describe_place(state: State, seat: Seat, move: moves.Place) -> str:
    castle = state.castle(seat, move.castle)
    cells = plan.occupied(castle)
    if cells | 1 << move.cell == plan.FULL:
        filled = sum(plan.occupied(own).bit_count() for own in state.castles_of(seat))
        wins = filled + 1 == 9 * (state.terms.per_seat or 1)
        return "completes the castle" + (" and wins" if wins else "")
    if not cells:
        return "the first tile of the castle"
    beside = [plan.kind_at(castle, at) for at in plan.matching(castle, move.cell, move.kind)]
    count = f"{cells.bit_count() + 1} of 9 tiles"
    if len(beside) == 1:
        return f"fits {with_article(tile_words(beside[0]))}; {count}"
    return f"fits {plural(len(beside), 'neighbour')}; {count}" if beside else count


def _describe_attack(state: State, seat: Seat, move: moves.Attack) -> str:
    terms, castle = state.terms, state.castle(move.seat, move.castle)
    removed, taken, left = result_of(castle, move)
    if castle & plan.KEEP[removed]:
        parts = (("takes", taken), ("destroys", left))
        return " and ".join(f"{verb} {_fallen(tiles)}" for verb, tiles in parts if tiles)
    wins = terms.king_wins if terms.common else not terms.empire
    wins = wins or (terms.empire and not terms.all_opponents and state.razed[seat] == 1)
    return "destroys the whole castle" + (" and wins" if wins else "")


def _fallen(tiles: list[Kind]) -> str:
    """Tiles of one chain, which have one colour: in full if they are few."""
    if len(tiles) < 3:
        return tiles_words(tiles)
    return f"{len(tiles)} {COLOUR_NAMES[COLOUR[tiles[0]]]} tiles"
