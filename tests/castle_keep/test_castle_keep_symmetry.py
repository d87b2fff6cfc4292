"""The symmetries of the square and of the colours and shapes, against slow definitions."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.box.castle import (
    CELL_ROLE,
    CELLS,
    CELLS_IN,
    ROWS,
    castle_of,
    occupied,
    tiles_of,
)
from rulekeep.games.castle_keep.box.symmetry import (
    IMAGE,
    SYMMETRIES,
    alike,
    canon,
    image,
    stabiliser,
)
from rulekeep.games.castle_keep.box.tiles import COLOUR, KINDS, ROLE, SHAPE, match
from rulekeep.games.castle_keep.legal.building import room_for
from rulekeep.games.castle_keep.moves import Attack, Choose, Discard, Move, Place, Swap, Transfer
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ATTACK, DISCARD, Terms
from rulekeep.games.castle_keep.universe import outcome_of
from rulekeep.testing.hypothesis_strategies import Playout


def _castle(kinds: list[int], picks: list[int]) -> int:
    """A castle of these kinds only; pick 0 leaves a cell empty."""
    tiles = {}
    for cell, pick in enumerate(picks):
        fitting = [kind for kind in kinds if ROLE[kind] == CELL_ROLE[cell]]
        if fitting and pick:
            tiles[cell] = fitting[pick % len(fitting)]
    return castle_of(tiles)


def castles() -> st.SearchStrategy[int]:
    """Any castle at all, of few kinds, so that symmetric ones come up."""
    kinds = st.lists(st.integers(0, len(KINDS) - 1), min_size=1, max_size=6)
    return st.builds(_castle, kinds, st.lists(st.integers(0, 6), min_size=9, max_size=9))


TERMS = [
    GAME.terms(
        2, {"A3": a3, "a3_scope": scope, "knight_supports_walls": wall, "knight_match": knight}
    )
    for a3, scope in ((False, "ninth_tile"), (True, "ninth_tile"), (True, "ring_closing"))
    for wall in (True, False)
    for knight in ("adjacent", "any_in_castle")
]

# -- the box may float --------------------------------------------------------------------------


def test_a_floating_window_is_always_a_mirror_image() -> None:
    """Whenever two windows fit what lies there, a symmetry leaving all of it exchanges them."""
    at = {cell: (x, y) for y, row in enumerate(ROWS) for x, cell in enumerate(row)}
    cell_at = {xy: cell for cell, xy in at.items()}
    ambiguous = 0
    for mask in range(1, 512):
        other_windows = []
        for dx in range(-2, 3):
            for dy in range(-2, 3):
                moved = {c: (at[c][0] + dx, at[c][1] + dy) for c in CELLS_IN[mask]}
                if (dx, dy) == (0, 0) or not all(xy in cell_at for xy in moved.values()):
                    continue
                if all(CELL_ROLE[cell_at[xy]] == CELL_ROLE[c] for c, xy in moved.items()):
                    other_windows.append({c: cell_at[xy] for c, xy in moved.items()})
        ambiguous += bool(other_windows)
        for window in other_windows:
            assert any(
                all(moved[cell] == target for cell, target in window.items())
                for moved in SYMMETRIES
            )
    assert ambiguous == 28


# -- INV-9: the square ----------------------------------------------------------------------------


def slow_image(castle: int, g: int) -> int:
    return castle_of({SYMMETRIES[g][cell]: kind for cell, kind in tiles_of(castle)})


@given(castles(), st.integers(0, 7), st.sampled_from(TERMS))
def test_inv_9_turning_a_castle_turns_what_fits(castle: int, g: int, terms: Terms) -> None:
    turned = image(castle, g)
    assert turned == slow_image(castle, g)
    assert canon(turned) == canon(castle)
    for kind in range(len(KINDS)):
        room = room_for(kind, castle, occupied(castle), terms)
        assert room_for(kind, turned, occupied(turned), terms) == IMAGE[g][room]


@given(castles())
def test_the_stabiliser_is_what_leaves_the_castle_alone(castle: int) -> None:
    keeping = {g for g in range(8) if slow_image(castle, g) == castle}
    assert set(CELLS_IN[stabiliser(castle, occupied(castle))]) == keeping


@given(castles(), castles())
def test_castles_are_alike_if_some_symmetry_takes_one_to_the_other(a: int, b: int) -> None:
    assert alike(a, b) == any(slow_image(a, g) == b for g in range(8))


@given(castles(), st.sampled_from(TERMS))
def test_what_fits_follows_the_text_of_the_rules(castle: int, terms: Terms) -> None:
    for kind in range(len(KINDS)):
        for cell in range(9):
            room = room_for(kind, castle, occupied(castle), terms)
            assert bool(room >> cell & 1) == fits(castle, kind, cell, terms)


def fits(castle: int, kind: int, cell: int, terms: Terms) -> bool:
    """CK-018 to CK-025 and A3 once more, word by word."""
    tiles = dict(tiles_of(castle))
    if cell in tiles or CELL_ROLE[cell] != ROLE[kind]:
        return False
    knight, wall = ROLE[kind] == 2, ROLE[kind] == 1
    if not tiles:
        return not knight
    if list(tiles) == [8]:
        return wall and COLOUR[tiles[8]] == COLOUR[kind]
    if knight:
        seen = (
            tiles.values()
            if terms.knight_anywhere
            else [tiles[c] for c in (1, 3, 5, 7) if c in tiles]
        )
        return any(COLOUR[other] == COLOUR[kind] for other in seen)
    ring = [tiles[c] for c in ((cell - 1) % 8, (cell + 1) % 8) if c in tiles]
    closing = len(tiles) == 8 or (terms.ring_closing and len(tiles.keys() - {8}) == 7)
    if terms.a3 and closing:
        return all(match(kind, other) for other in ring)
    beside = ring + ([tiles[8]] if wall and 8 in tiles and terms.knight_supports else [])
    return any(match(kind, other) for other in beside)


# -- canonical moves against all moves --------------------------------------------------------------

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {"A1": True, "cross_type_attack": True}),
    (3, {"A3": True}),
    (2, {"variant": "takeover", "takeover_timing": "immediate"}),
    (2, {"variant": "takeover", "takeover_choice": "each_tile"}),
    (2, {"variant": "empire", "empire_transfer": "move_and_swap"}),
    (3, {"variant": "empire", "empire_goal": "all_opponents", "empire_unlock": "player_total"}),
    (2, {"variant": "king"}),
    (1, {"variant": "siege", "siege_trigger": "either"}),
]


@st.composite
def positions(draw: st.DrawFn, settings_: list[tuple[int, dict[str, Any]]] = SETTINGS) -> State:
    seats, options = draw(st.sampled_from(settings_))
    playout = Playout(GAME, seats, options, draw(st.integers(0, 2**32 - 1)))
    state: State = playout.start()
    for act in playout.steps(draw(st.integers(0, 60))):
        if GAME.decisions(act.state):
            state = act.state
    return state


@settings(max_examples=40)
@given(positions())
def test_one_move_is_listed_for_each_outcome(state: State) -> None:
    _one_move_for_each_outcome(state)


EXCHANGING = GAME.terms(2, {"variant": "empire", "empire_transfer": "move_and_swap"})


@settings(max_examples=150)
@given(castles(), castles(), st.none() | st.integers(0, 7), st.integers(0, 511))
def test_one_transfer_or_exchange_is_listed_for_each_outcome(
    a: int, b: int, g: int | None, moved: int
) -> None:
    """Two castles of any tiles, or one and its mirror image, some tiles having been moved."""
    state = State(EXCHANGING)
    b = b if g is None else image(a, g)
    state.castles[:2] = a, b
    state.marks = moved & occupied(a)
    if g is not None and moved & 1:
        state.marks |= IMAGE[g][state.marks] << 9
    _one_move_for_each_outcome(state)


ATTACKING = [
    GAME.terms(2, options)
    for options in (
        {"A1": True},
        {"cross_type_attack": True},
        {"A1": True, "cross_type_attack": True},
        {"A1": True, "A2": True, "a1_target": "colour_and_shape"},
        {"A2": True, "variant": "takeover_empire", "takeover_choice": "each_tile"},
        {"variant": "takeover", "takeover_choice": "each_tile", "cross_type_attack": True},
        {"variant": "takeover_empire"},
        {"variant": "king"},
    )
]


@settings(max_examples=200)
@given(
    castles(),
    castles(),
    st.none() | st.integers(0, 7),
    st.lists(st.tuples(st.integers(0, 8), st.booleans()), max_size=6),
    st.sampled_from(ATTACKING),
    st.booleans(),
)
def test_one_attack_is_listed_for_each_outcome(
    a: int, b: int, g: int | None, held: list[tuple[int, bool]], terms: Terms, again: bool
) -> None:
    """A hand of tiles like those of the castle attacked, or of the other role, at a first attack
    or at a second."""
    state = State(terms)
    state.unlocked = True
    state.castles[-1] = a
    if terms.empire:
        state.castles[-2] = b if g is None else image(a, g)
    like = [kind for castle in state.castles[-2:] for _, kind in tiles_of(castle)]
    hand = [(like * 9)[at] for at, _ in held] if like else []
    turned = [
        (kind + 9) % 18 if other and kind < 18 else kind
        for kind, (_, other) in zip(hand, held, strict=False)
    ]
    state.hands[0] = tuple(sorted(turned))
    if again:
        state.phase, state.attacks, state.victim = ATTACK, 1, terms.victims[0][0]
    _one_move_for_each_outcome(state)


def _one_move_for_each_outcome(state: State) -> None:
    seat = state.active
    outcomes: dict[object, Move] = {}
    for move in GAME.universe(state, seat):
        whole = isinstance(move, Place | Attack | Transfer | Swap | Choose)
        if whole and GAME.check(state, seat, move) is None:
            outcomes.setdefault(outcome_of(state, seat, move), move)
    listed = [
        move
        for move in GAME.legal_moves(state, seat)
        if isinstance(move, Place | Attack | Transfer | Swap | Choose)
    ]
    assert {outcome_of(state, seat, move) for move in listed} == outcomes.keys()
    assert len(listed) == len(outcomes)
    assert set(listed) == set(outcomes.values())  # the lowest cells, castle A before B


@settings(max_examples=40)
@given(positions(), st.data())
def test_inv_9_turning_a_castle_leaves_the_number_of_moves(
    state: State, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(state.castles) - 1))
    g = data.draw(st.integers(0, 7))
    turned = state.copy()
    turned.castles[index] = image(state.castles[index], g)
    terms = state.terms
    if terms.empire and index // 2 == state.active:
        letter = index % 2
        marks = IMAGE[g][state.marks_on(state.active, letter)]
        turned.marks = turned.marks & ~(511 << 9 * letter) | marks << 9 * letter
    before = GAME.legal_moves(state, state.active)
    after = GAME.legal_moves(turned, state.active)
    assert len(before) == len(after)


# -- INV-10: colours and shapes -----------------------------------------------------------------


def relabelled(state: State, kinds: list[int]) -> State:
    """The same table with colours and shapes exchanged everywhere."""
    new = state.copy()
    new.castles = [
        castle_of({cell: kinds[kind] for cell, kind in tiles_of(castle)})
        for castle in state.castles
    ]
    for name in ("hands", "known", "reserves"):
        tiles = [tuple(sorted(kinds[kind] for kind in hand)) for hand in getattr(state, name)]
        setattr(new, name, tiles)
    new.discard = [kinds[kind] for kind in state.discard]
    new.flips = tuple(kinds[kind] for kind in state.flips)
    for kind, count in enumerate(state.bag.counts):
        new.bag.counts[kinds[kind]] = count
    return new


def relabelling(colours: tuple[int, ...], shapes: tuple[int, ...]) -> list[int]:
    def new(kind: int) -> int:
        if SHAPE[kind] < 0:
            return 18 + colours[COLOUR[kind]]
        return 9 * ROLE[kind] + 3 * colours[COLOUR[kind]] + shapes[SHAPE[kind]]

    return [new(kind) for kind in range(len(KINDS))]


@settings(max_examples=30)
@given(
    positions(),
    st.sampled_from(list(permutations(range(3)))),
    st.sampled_from(list(permutations(range(3)))),
)
def test_inv_10_colours_and_shapes_are_interchangeable(
    state: State, colours: tuple[int, ...], shapes: tuple[int, ...]
) -> None:
    if state.phase == DISCARD and not state.terms.a2:
        return  # offered in the order of kinds
    kinds = relabelling(colours, shapes)
    other = relabelled(state, kinds)
    assert not list(GAME.audit(other))

    def renamed(move: Move) -> str:
        text = GAME.notation(move)
        if isinstance(move, Place | Attack | Discard):
            return text.replace(f" {KINDS[move.kind]}", f" {KINDS[kinds[move.kind]]}")
        return text

    seat = state.active
    expected = {renamed(move) for move in GAME.legal_moves(state, seat)}
    assert {GAME.notation(move) for move in GAME.legal_moves(other, seat)} == expected


def test_the_nine_cells_are_where_the_catalogue_puts_them() -> None:
    assert [[CELLS[cell] for cell in row] for row in ROWS] == [
        ["NW", "N", "NE"],
        ["W", "C", "E"],
        ["SW", "S", "SE"],
    ]
    assert len(set(SYMMETRIES)) == 8
