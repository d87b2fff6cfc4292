"""Notation, letters, descriptions, drawings, what is hidden, and what bots know."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.bots import make_bot
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import ASCII, Look
from rulekeep.core.errors import BadNotation, IllegalMove
from rulekeep.core.game import apply
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.box.castle import FULL, tiles_of
from rulekeep.games.castle_keep.box.tiles import KINDS
from rulekeep.games.castle_keep.moves import (
    ATTACKS,
    CHOICES,
    DISCARDS,
    DONE,
    DRAWS,
    EVERY_KIND,
    NINE,
    SWAPS,
    TRANSFERS,
    Attack,
    Choose,
    Discard,
    Draw,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import State
from rulekeep.match.match import Match
from rulekeep.testing.hypothesis_strategies import Playout, playable_settings

# -- notation -------------------------------------------------------------------------------------


def every_move() -> list[Move]:
    moves: list[Move] = [DONE, *DRAWS, *DISCARDS, *CHOICES]
    moves += [move for row in SWAPS for move in row]
    moves += [move for castle in TRANSFERS for cells in castle for move in cells[FULL]]
    for castle, taken, kind in product((-1, 0, 1), (False, True), EVERY_KIND):
        moves += [Place(kind, cell, castle, taken) for cell in NINE]
        for seat in (-1, 0, 1, 2, 3):
            moves += ATTACKS[seat, castle, taken][kind]
    return moves


def test_notation_and_parse_are_inverses() -> None:
    texts = set()
    for move in every_move():
        text = GAME.notation(move)
        texts.add(text)
        assert GAME.parse(text) == move
        assert GAME.parse(f"  {text.lower()}  ".replace(" ", "  ")) == move
    assert len(texts) == len(every_move())


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "say a move"),
        ("fly", "'fly' is not a move; the moves are: draw .*, place .*, done"),
        ("place", "the tile is missing; write place .*, for example place WRC N"),
        ("place WXC N", "no tile 'WXC'; did you mean"),
        ("place a N", "no tile 'a'"),
        ("place WRC", "the cell is missing"),
        ("place WRC X", "no cell 'X'; there are NW, N, NE"),
        ("place WRC N C", "here comes 'reserve', not 'C'"),
        ("place WRC N reserve B", "'reserve'"),
        ("attack WRC 5 N", "no cell '5'|no player 5"),
        ("attack WRC 2", "the cell is missing"),
        ("transfer A NW A N", "from A to B"),
        ("transfer A NW", "the castle is missing"),
        ("transfer C NW B N", "no castle 'C'; there are A, B"),
        ("swap B NW A NW", "swap A CELL_A B CELL_B"),
        ("draw", "discard or pile"),
        ("draw card", "'card' is not discard or pile"),
        ("discard", "tile"),
        ("choose", "cell"),
        ("done now", "left over"),
    ],
)
def test_what_is_no_move_is_explained(text: str, hint: str) -> None:
    with pytest.raises(BadNotation, match=hint):
        GAME.parse(text)


@given(st.text(max_size=30))
def test_no_text_is_an_accident(text: str) -> None:
    try:
        move = GAME.parse(text)
    except BadNotation:
        return
    assert GAME.parse(GAME.notation(move)) == move


def test_a_letter_stands_for_the_tile_in_the_hand() -> None:
    state = GAME.from_dict({"hands": {"0": ["TRC", "WRC", "KR"]}, "castles": {"0": {"N": "WRC"}}})
    for text, named in [
        ("place a NW", "place TRC NW"),
        ("  PLACE  B nw a reserve", ""),
        ("discard C", "discard KR"),
        ("attack b 2 N B take", "attack WRC 2 N B take"),
        ("place WRC N", "place WRC N"),
        ("done", "done"),
    ]:
        if named:
            assert GAME.notation(GAME.read(state, 0, text)) == named
        else:
            with pytest.raises(BadNotation, match="by code"):
                GAME.read(state, 0, text)
    with pytest.raises(BadNotation, match="the cell is missing"):
        GAME.read(state, 0, "place a")
    with pytest.raises(BadNotation, match="no tile 'a'"):
        GAME.read(state, 9, "place a NW")


def test_a_letter_beyond_the_hand_is_refused() -> None:
    match = Match.new(GAME, 2, seed=1)
    match.play("place a NW" if match.check("place a NW") is None else "done")
    assert match.plies[-1].move.split()[-1] in ("NW", "done")
    assert " a " not in match.plies[-1].move
    refusal = match.check("discard z", 0)
    assert refusal is not None and refusal.rule == "CK-015" and "no tile z" in refusal.because
    assert [asked.objection for asked in match.explain("place z N")] == [
        "you have no tile z in your hand"
    ]
    waiting = match.check("discard z", 1)
    assert waiting is not None and waiting.rule == "CK-006"
    with pytest.raises(IllegalMove, match="CK-015"):
        match.play("discard z", 0)
    over = GAME.from_dict({"phase": "over", "reason": "turn_limit"})
    with pytest.raises(IllegalMove, match="CK-049"):
        GAME.read(over, 0, "place a N")


@pytest.mark.parametrize(
    "move",
    [
        Place(99, 0),
        Place(0, 9),
        Place(0, 0, 2),
        Place(-1, 0),
        Attack(9, 1, 9),
        Attack(9, 1, 1, 5),
        Transfer(0, 9, 1, 0),
        Transfer(0, 0, 7, 0),
        Swap(0, 9),
        Discard(21),
        Choose(-1),
        Draw(7),  # type: ignore[arg-type]
    ],
)
def test_a_move_of_things_that_do_not_exist_is_refused(move: Move) -> None:
    match = Match.new(GAME, 2, seed=1)
    with pytest.raises(IllegalMove, match="there is no"):
        match.play(move)
    with pytest.raises(IllegalMove, match="there is no seat 9"):
        apply(GAME, match.state, 9, DONE, SeededChance(0))


@pytest.mark.parametrize(("variant", "asked"), [("standard", False), ("empire", True)])
def test_only_rules_in_force_are_asked_about(variant: str, asked: bool) -> None:
    match = Match.new(GAME, 2, seed=1, options={"variant": variant})
    said = [answer.rule for answer in match.explain(match.legal_moves()[0])]
    assert "CK-015" in said and "CK-105" not in said
    assert ("CK-080" in said) is asked


# -- what a move would do -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("place KB C", "completes the castle and wins"),
        ("attack WBC 2 N", "destroys a blue curvy tower and a blue curvy wall"),
        ("attack KR 2 C", "destroys a red knight"),
        ("done", "then you discard 1 tile"),
    ],
)
def test_descriptions_say_what_a_move_does(move: str, said: str) -> None:
    full = {"NW": "TBZ", "N": "WBZ", "NE": "TBZ", "E": "WBS", "SE": "TBS", "S": "WBC", "SW": "TBC"}
    state = GAME.from_dict(
        {
            "castles": {"0": {**full, "W": "WYC"}, "1": {"N": "WBC", "NW": "TBC", "C": "KR"}},
            "hands": {"0": ["KB", "WBC", "KR", "KR", "TRC"]},
        }
    )
    assert GAME.describe(state, 0, GAME.parse(move)) == said


def test_the_twin_of_an_unfinished_castle_is_unfinished_too() -> None:
    eight = {"NW": "TBZ", "N": "WBZ", "NE": "TRZ", "E": "WRS", "SE": "TBS", "S": "WBC", "SW": "TBC"}
    state = GAME.from_dict(
        {
            "options": {"variant": "empire"},
            "castles": {"0": {"A": {**eight, "W": "WYC"}, "B": {**eight, "W": "WYC"}}},
            "hands": {"0": ["KB", "KB"]},
        }
    )
    assert GAME.describe(state, 0, GAME.parse("place KB C A")) == "completes the castle"
    GAME.advance(state, 0, GAME.parse("place KB C A"), SeededChance(0))
    assert GAME.describe(state, 0, GAME.parse("place KB C B")) == "completes the castle and wins"


@given(st.sampled_from(playable_settings(GAME)), st.integers(0, 2**32 - 1))
def test_every_legal_move_is_described_in_a_line(
    table: tuple[int, dict[str, object]], seed: int
) -> None:
    for act in Playout(GAME, *table, seed).steps(40):
        for move in GAME.legal_moves(act.before, act.seat):
            said = GAME.describe(act.before, act.seat, move)
            assert said and "\n" not in said and len(said) < 100


# -- drawings ---------------------------------------------------------------------------------------

LONG = ("Bartholomew the Long-Winded of Somewhere", "Cy", "Doña", "E")


@given(st.sampled_from(playable_settings(GAME)), st.integers(0, 2**32 - 1), st.integers(0, 60))
def test_drawings_fit_and_show_every_tile(
    table: tuple[int, dict[str, object]], seed: int, acts: int
) -> None:
    playout = Playout(GAME, *table, seed)
    state: State = playout.start()
    for act in playout.steps(acts):
        state = act.state
    for width in (80, 120, 60, 40):
        for viewer in (None, *range(playout.seats)):
            canvas = GAME.render(state, viewer, Look(width=width, names=LONG[: playout.seats]))
            text = canvas.text()
            assert canvas.width <= width
            strange = {char for char in text if not char.isascii()} - ASCII.keys() - set("ñ")
            assert not strange
            for castle in GAME.to_dict(state)["castles"].values():
                for tile in castle.values():
                    assert isinstance(tile, dict) or tile in text
            if viewer is not None:
                assert "Hand of" in text


TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (4, {"A2": True}),
    (2, {"variant": "empire"}),
    (4, {"variant": "empire"}),
    (2, {"variant": "takeover_empire", "A2": True}),
    (2, {"variant": "king"}),
    (1, {"variant": "siege"}),
]


@given(st.sampled_from(TABLES), st.integers(0, 2**32 - 1), st.integers(0, 200), st.integers(18, 24))
def test_with_few_rows_castles_and_hand_are_still_drawn(
    table: tuple[int, dict[str, object]], seed: int, acts: int, height: int
) -> None:
    playout = Playout(GAME, *table, seed)
    state: State = playout.start()
    for act in playout.steps(acts):
        state = act.state
    for width in (80, 100):
        canvas = GAME.render(state, state.active, Look(width, height=height))
        text = canvas.text()
        assert canvas.width <= width and canvas.height <= height
        for castle in state.castles:
            for _, kind in tiles_of(castle):
                assert KINDS[kind] in text
        for letter, kind in zip("abcdef", state.hands[state.active], strict=False):
            assert letter in text.split() and KINDS[kind] in text
        for kind in state.reserves[state.active]:
            assert KINDS[kind] in text
        named = [place for place in canvas.places if place.name in KINDS]
        assert [place.name for place in named] == [KINDS[k] for k in state.hands[state.active]]
        for place in named:
            rows = canvas.lines()[place.y : place.y + place.height]
            assert place.name in "".join(row[place.x : place.x + place.width] for row in rows)


def test_what_is_left_out_first_is_the_legend() -> None:
    state = GAME.setup(2, {}, SeededChance(5)).state
    whole = GAME.render(state, 0, Look()).lines()
    assert GAME.render(state, 0, Look(height=len(whole))).lines() == whole
    shorter = GAME.render(state, 0, Look(height=len(whole) - 1)).lines()
    assert shorter == whole[: len(shorter)] and "tower, corner" not in "".join(shorter)


def test_colour_and_shape_are_readable_without_colours() -> None:
    state = GAME.from_dict({"castles": {"0": {"NW": "TRC", "N": "WBZ", "C": "KB"}}})
    lines = GAME.render(state, 0, Look(ascii=True)).lines(ascii=True)
    text = "\n".join(lines)
    for sign in ("TRC", "(#)", "WBZ", "/\\/\\/", "KB", "T..", "W..", "NE", "SW"):
        assert sign in text
    assert text.isascii()


def test_an_end_without_a_winner_is_drawn_though_nobody_has_a_name() -> None:
    drawn = {"phase": "over", "turn": 5, "reason": "turn_limit", "options": {"turn_limit": 5}}
    state = GAME.from_dict(drawn)
    assert "the turn limit is reached: a draw" in GAME.render(state, None, Look()).text()
    assert "the turn limit is reached: a draw" in GAME.picture(state, None, Look()).svg()


def test_a_drawing_never_shows_another_hand() -> None:
    state = GAME.setup(2, {}, SeededChance(5)).state
    state.hands[1] = ()
    drawn = GAME.render(state, 0, Look()).text()
    assert drawn == GAME.render(state, 0, Look(names=("Player 1", "Player 2"))).text()
    assert "hand 0" in drawn


# -- hidden things ------------------------------------------------------------------------------------


def test_what_was_taken_openly_is_dealt_back() -> None:
    state = GAME.from_dict(
        {
            "options": {"A2": True},
            "phase": "draw",
            "discard": ["WYS", "KB"],
            "hands": {"0": ["TRC"], "1": ["TBS", "WRC", "KY"]},
        }
    )
    GAME.advance(state, 0, GAME.parse("draw discard"), SeededChance(0))
    assert GAME.observation(state, 1)["known"]["0"] == ["KB"]
    hands = set()
    for seed in range(30):
        other = GAME.determinize(state, 1, SeededChance(seed))
        assert other.hands[1] == state.hands[1]
        assert KINDS.index("KB") in other.hands[0]
        assert len(other.hands[0]) == 3
        hands.add(other.hands[0])
    assert len(hands) > 20


def test_the_unseen_tiles_are_counted() -> None:
    state = GAME.setup(3, {}, SeededChance(5)).state
    for seat in (None, 0, 1, 2):
        unseen = GAME.observation(state, seat)["unseen"]
        mine = 0 if seat is None else len(state.hands[seat])
        assert sum(unseen.values()) == 90 - mine


# -- for bots -----------------------------------------------------------------------------------------


def test_evaluation_does_not_look_at_hidden_tiles() -> None:
    for seed in range(5):
        for act in Playout(GAME, 3, {}, seed).steps(60):
            for seat in range(3):
                other = GAME.determinize(act.state, seat, SeededChance(seed))
                assert GAME.evaluate(act.state, seat) == GAME.evaluate(other, seat)


def test_evaluation_is_about_the_share_of_wins_of_any_seat() -> None:
    """Over matches of players who look one move ahead, at the beginning of each turn."""
    greedy = make_bot("greedy", seed=4)
    promised = {True: 0.0, False: 0.0}
    won = {True: 0, False: 0}
    turns = 0
    for number in range(60):
        chance = SeededChance("share", number)
        state = GAME.setup(2, {}, chance).state
        begun: list[tuple[int, float, float]] = []
        turn = -1
        while decisions := GAME.decisions(state):
            seat = decisions[0].seat
            if state.turn != turn:
                turn = state.turn
                begun.append((seat, GAME.evaluate(state, seat), GAME.evaluate(state, 1 - seat)))
            GAME.advance(state, seat, greedy.choose(GAME, state, seat).move, chance)
        turns += len(begun)
        for seat, moving, waiting in begun:
            promised[True] += moving
            promised[False] += waiting
            won[seat == state.winner] += 1
    for moves in (True, False):
        assert abs(promised[moves] - won[moves]) / turns < 0.07


def test_looking_one_move_ahead_beats_chance() -> None:
    wins = 0
    for number in range(30):
        chance = SeededChance("greedy", number)
        state = GAME.setup(2, {}, chance).state
        while decisions := GAME.decisions(state):
            seat = decisions[0].seat
            moves = GAME.legal_moves(state, seat)
            move = moves[chance.below(len(moves))]
            if seat == number % 2:
                table = GAME.determinize(state, seat, chance)
                values = []
                for candidate in moves:
                    after = table.copy()
                    GAME.advance(after, seat, candidate, chance)
                    values.append(GAME.evaluate(after, seat))
                move = moves[values.index(max(values))]
            GAME.advance(state, seat, move, chance)
        wins += state.winner == number % 2
    assert wins >= 22
