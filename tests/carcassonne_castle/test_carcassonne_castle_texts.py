"""Notation, states as data, drawings and what is said about moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import BadNotation, DataError, IllegalMove, SetupError
from rulekeep.core.game import apply
from rulekeep.core.rulebook import Refusal
from rulekeep.games.carcassonne_castle import GAME
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.moves import PlaceFollower, PlaceTile, ScoreFeature
from rulekeep.games.carcassonne_castle.state import SCORE
from rulekeep.match.match import Match

Watch = Callable[..., Iterator[Any]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("place 2,2 r1", "place 2,2 r1"),
        ("  PLACE c06   2 , 2 R1 ", "place C06 2,2 r1"),
        ("follower HOUSE n", "follower house N"),
        ("follower court s1", "follower court S1"),
        ("Follower None", "follower none"),
        ("score tower 2,7 n DOUBLE", "score tower 2,7 N double"),
        ("score house 2,7 W double double", "score house 2,7 W double double"),
        ("END", "end"),
        ("again", "again"),
        ("draw", "draw"),
    ],
)
def test_notation_is_forgiving_about_case_and_blanks(text: str, said: str) -> None:
    move = GAME.parse(text)
    assert GAME.notation(move) == said
    assert GAME.parse(said) == move


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("", "say a move: place"),
        ("jump", "the moves are: place"),
        ("end now", "left over: 'now'"),
        ("place 2,2", "for example"),
        ("place", "for example"),
        ("place Z99 2,2 r1", "no tile 'Z99'"),
        ("place C06 2,2 r4", "no rotation 4; they run from 0 to 3"),
        ("place C06 0,0 r1", "not a space inside the castle"),
        ("place C06 99,2 r1", "not a space inside the castle"),
        ("place C06 22 r1", "write x,y"),
        ("place C06 2,2 1", "here comes rN, not '1'"),
        ("follower", "for example"),
        ("follower hut N", "hut"),
        ("follower house N3", "port"),
        ("score house 2,7", "for example"),
        ("score house 2,7 X", "side"),
        ("score house 2,7 N twice", "for example"),
        ("score house 2,7 N double double double", "for example"),
        ("place C06 ²,2 r1", "write x,y"),
    ],
)
def test_what_is_no_move_is_said_so(text: str, because: str) -> None:
    with pytest.raises(BadNotation, match=because):
        GAME.parse(text)


def test_the_tile_drawn_need_not_be_named() -> None:
    """One form is recorded; another tile than the one drawn stays named, and is refused."""
    state = GAME.from_dict({"board": {"2,1": "C08 r0"}, "drawn": "C06"})
    named = GAME.read(state, 0, "place c06 2,2 r0")
    assert named == GAME.read(state, 0, "place 2,2 r0")
    assert GAME.notation(named) == "place 2,2 r0"
    other = GAME.read(state, 0, "place A11 2,2 r0")
    assert GAME.notation(other) == "place A11 2,2 r0"
    assert GAME.check(state, 0, other) == Refusal(
        "CC-011", "the tile drawn shows a path, a house and 2 courts"
    )
    match = Match.new("carcassonne_castle", 2, seed=3)
    tile = match.game.to_dict(match.state)["drawn"]
    first = match.legal_moves()[0]
    match.play(first.replace("place", f"place {tile}"))
    assert match.plies[-1].move == first


@pytest.mark.parametrize(
    "move",
    [
        PlaceTile(76, 0),
        PlaceTile(-1, 0),
        PlaceTile(0, 4),
        PlaceTile(0, 0, 50),
        PlaceFollower(4, 0),
        PlaceFollower(0, 12),
        ScoreFeature(0, 99, 0),
        ScoreFeature(0, 0, 4),
        ScoreFeature(0, 0, 0, 3),
    ],
)
def test_what_is_not_in_the_box_is_refused(move: Any) -> None:
    state = GAME.from_dict({"drawn": "A11"})
    refusal = GAME.check(state, 0, move)
    assert refusal is not None
    assert refusal.rule == "CC-020"
    with pytest.raises(IllegalMove):
        apply(GAME, state, 0, move, SeededChance(0))


def test_nobody_sits_at_a_third_seat() -> None:
    state = GAME.from_dict({"drawn": "A11"})
    move = GAME.parse("place 8,0 r0")
    with pytest.raises(IllegalMove) as caught:
        apply(GAME, state, 9, move, SeededChance(0))
    assert caught.value.refusal.rule == "CC-001"


def test_a_feature_is_named_by_any_of_its_places() -> None:
    """And what the newest tile has completed follows from the board."""
    data = {
        "phase": "score",
        "board": {"2,8": "A03 r0", "2,7": "A05 r2"},
        "last": "2,7",
        "followers": [["2,8 house N"], []],
        "completed": ["house 2,8 S"],
    }
    state = GAME.from_dict(data)
    assert GAME.to_dict(state)["completed"] == ["house 2,7 S"]
    del data["completed"]
    assert GAME.from_dict(data) == state


def test_positions_may_be_written_in_other_forms() -> None:
    stock = {"A12": 1, "C06": 2}
    rest = {"board": {"02,1": "c08 r0"}, "drawn": "a11", "keeps": [None, {"size": 3, "at": None}]}
    state = GAME.from_dict({"stock": stock, **rest})
    assert state == GAME.from_dict({"stock": ["A12", "c06", "C06"], **rest})
    assert state == GAME.from_dict({"stock": stock, **rest, "last": None, "supply": None})
    assert state == GAME.from_dict({"stock": stock, **rest, "scores": {"0": 0, "1": 0}})


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ({"bord": {}}, "state.bord", "unknown key"),
        ({"seats": 3}, "state.seats", "3 is more than 2"),
        ({"options": {"start_match": "odd"}}, "state.options", "start_match"),
        ({"board": {"0,0": "C06 r1"}}, "state.board.0,0", "not a space"),
        ({"board": {"2,2": "C06"}}, "state.board.2,2", "rotation"),
        ({"board": {"2,1": "Z01 r0"}}, "state.board.2,1", "no tile"),
        ({"board": {"2,1": "C08 r1"}}, "state.board", "does not match at 2,1"),
        ({"board": {"4,4": "A11 r0"}}, "state.board", "touch no start space"),
        ({"board": {"2,1": "C08 r0", "2,2": "A11 r0"}}, "state.board", "does not match"),
        ({"board": {"8,0": "A11 r0", "7,0": "A11 r0"}}, "state.board", "only 1 tiles A11"),
        ({"drawn": "A11", "phase": "end"}, "state.phase", "a tile is drawn"),
        ({"phase": "place"}, "state.phase", "a tile is drawn"),
        ({"phase": "follower"}, "state.phase", "'last'"),
        ({"phase": "over"}, "state.phase", "not over"),
        ({"stock": [], "phase": "start"}, "state.phase", "no tile is left"),
        ({"stock": {"A11": 2}}, "state.stock", "only 1 tiles A11"),
        ({"stock": ["A11"], "removed": []}, "state.stock", "nowhere"),
        ({"last": "2,2"}, "state.last", "no tile lies there"),
        ({"followers": [[]]}, "state.followers", "there are 2 seats"),
        ({"followers": [["2,2 house N"], []]}, "state.followers[0][0]", "no tile lies"),
        ({"supply": [5, 6]}, "state.supply", "this is [6, 6]"),
        ({"scores": [-1, 0]}, "state.scores[0]", "less than 0"),
        ({"scores": [3, 0], "tally": [{}, {}]}, "state.scores", "give seat 0 0 points"),
        ({"tally": [{"luck": 1}, {}]}, "state.tally[0].luck", "'luck' is not one of"),
        ({"keeps": [{"size": 0}, None]}, "state.keeps[0].size", "less than 1"),
        ({"wall_tiles": [[1, 1, 1], []]}, "state.wall_tiles", "only 2 wall tiles 1"),
        ({"fresh": [[1], []]}, "state.fresh", "Black has no wall tile 1"),
        ({"towers": [12]}, "state.towers", "13 towers have theirs"),
        ({"towers": [13]}, "state.towers[0]", "not one of"),
        ({"phase": "score", "last": None}, "state.phase", "'last'"),
        ({"chosen": "house 2,2 N"}, "state.chosen", "no tile lies"),
        ({"phase": "end"}, "state.phase", "wall tile 1"),
        ({"phase": "end", "stock": [], "wall_tiles": [[1], []]}, "state.phase", "wall tile 1"),
        (
            {"phase": "end", "wall_tiles": [[1], []], "options": {"extra_turn_time": "turn_start"}},
            "state.phase",
            "wall tile 1",
        ),
        ({"extra": True, "drawn": "A11"}, "state.extra", "before drawing"),
        (
            {"extra": True, "options": {"extra_turn_time": "turn_start"}},
            "state.extra",
            "before drawing",
        ),
        ({"gathered": 3}, "state.gathered", "one move"),
        ({"used": [9]}, "state.used[0]", "more than 3"),
        ({"wall_tiles": [[1], []], "fresh": [[1], []]}, "state.fresh", "Black waits no longer"),
        (
            {"phase": "follower", "board": {"5,8": "D03 r2"}, "last": "5,8", "completed": []},
            "state.completed",
            "house 5,8 S",
        ),
        (
            {
                "phase": "follower",
                "board": {"5,8": "D03 r2", "8,0": "A09 r0"},
                "last": "5,8",
                "completed": ["house 5,8 S", "house 8,0 N"],
            },
            "state.completed",
            "has not completed the house 8,0 N",
        ),
        (
            {
                "phase": "double",
                "board": {"5,8": "D03 r2"},
                "last": "5,8",
                "followers": [[], ["5,8 house S"]],
                "completed": ["house 5,8 S"],
                "chosen": "house 5,8 S",
                "wall_tiles": [[], [3]],
            },
            "state.phase",
            "double",
        ),
        (
            {
                "board": {"2,1": "C08 r0", "3,1": "A03 r1", "8,0": "A12 r0", "2,8": "A11 r0"},
                "followers": [
                    ["2,8 house N"],
                    [
                        "2,1 path N",
                        "2,1 court N2",
                        "2,1 court N1",
                        "3,1 house E",
                        "3,1 court N",
                        "3,1 court S",
                        "8,0 tower S",
                    ],
                ],
            },
            "state.followers",
            "White has only 6 followers",
        ),
        (
            {
                "phase": "follower",
                "board": {"5,8": "A09 r0"},
                "last": "5,8",
                "followers": [["5,8 court E"], []],
            },
            "state.followers",
            "newest tile already",
        ),
        (
            {
                "phase": "score",
                "board": {"5,8": "D03 r2"},
                "last": "5,8",
                "followers": [["5,8 house S"], []],
                "completed": ["house 5,8 S", "house 5,8 S"],
            },
            "state.completed",
            "twice",
        ),
        ({"turn": True}, "state.turn", "whole number"),
        ({"active": 2}, "state.active", "more than 1"),
    ],
)
def test_a_wrong_state_is_refused_with_its_place(data: Any, where: str, what: str) -> None:
    with pytest.raises(DataError) as caught:
        GAME.from_dict(data)
    assert caught.value.where == where
    assert what in caught.value.what


def test_a_follower_in_a_settled_feature_is_refused() -> None:
    board = {"2,8": "A03 r0", "2,7": "A05 r2"}
    with pytest.raises(DataError, match="holds no follower any more"):
        GAME.from_dict({"board": board, "followers": [[], ["2,8 house N"]]})
    with pytest.raises(DataError, match="size 3, not 2"):
        GAME.from_dict({"board": board, "keeps": [{"size": 2, "at": "2,8 house N"}, None]})
    with pytest.raises(DataError, match="complete house"):
        GAME.from_dict({"board": board, "keeps": [{"size": 2, "at": "2,7 tower N"}, None]})


def test_the_empty_mapping_is_a_fresh_table() -> None:
    state = GAME.from_dict({})
    assert [GAME.notation(move) for move in GAME.legal_moves(state, 0)] == ["draw"]
    assert state.supply == [6, 6]
    assert not list(GAME.audit(state))


def test_unknown_options_are_refused() -> None:
    with pytest.raises(SetupError, match="start_match"):
        GAME.setup(2, {"start_match": "odd"}, SeededChance(0))


# -- words about moves ----------------------------------------------------------------------


def test_moves_are_described_by_what_they_do() -> None:
    state = GAME.from_dict(
        {"board": {"2,8": "A03 r0"}, "followers": [[], ["2,8 house N"]], "drawn": "A05"}
    )
    said = GAME.describe(state, 0, GAME.parse("place 2,7 r2"))
    assert said == "completes a house: 3 points for White"
    alone = GAME.from_dict({"board": {"2,8": "A03 r0"}, "drawn": "A05"})
    said = GAME.describe(alone, 0, GAME.parse("place 2,7 r2"))
    assert said == "completes an unclaimed house: 3 points"


@pytest.mark.parametrize(
    ("drawn", "move", "followers", "said"),
    [
        ("A06", "place 2,7 r1", "BW", "joins 2 houses, followers 1 to 1, now worth 5 points"),
        ("A06", "place 2,7 r1", "BB", "joins 2 of your houses, now worth 5 points"),
        ("A06", "place 2,7 r1", " W", "adds to White's house, now worth 5 points"),
        ("A06", "place 2,7 r1", "  ", "adds to an unclaimed house, now worth 5 points"),
        ("D01", "place 2,7 r1", "BW", "completes a house: a tie, no points"),
        ("D01", "place 2,7 r1", "B ", "completes a house: 5 points for you"),
        (
            "A12",
            "place 2,7 r0",
            "BW",
            "completes a house: 2 points for you; completes a house: 2 points for White",
        ),
        ("A12", "place 4,8 r0", "BW", "starts new features"),
        ("A10", "place 4,8 r0", "BW", "adds to an unclaimed court"),
    ],
)
def test_a_tile_is_described_by_what_it_joins_and_completes(
    drawn: str, move: str, followers: str, said: str
) -> None:
    """Two houses, of the start space and beside it, that meet in 2,7."""
    standing = list(zip(followers, ("3,7 house W", "2,8 house N"), strict=True))
    state = GAME.from_dict(
        {
            "board": {"2,8": "A03 r0", "3,8": "A09 r0", "3,7": "A01 r2"},
            "followers": [[at for who, at in standing if who == colour] for colour in "BW"],
            "drawn": drawn,
        }
    )
    assert GAME.describe(state, 0, GAME.parse(move)) == said


def test_what_is_said_of_moves_comes_true(watch: Watch) -> None:
    """Features are completed as described; followers score what was promised."""
    completions = payments = 0
    for moment in watch({}, 5):
        before = GAME.from_dict(moment.before)
        for move in GAME.legal_moves(before, moment.seat):
            said = GAME.describe(before, moment.seat, move)
            step = apply(GAME, before, moment.seat, move, SeededChance("what if"))
            if isinstance(move, PlaceTile):
                named = re.findall(r"completes an? (?:unclaimed )?(\w+)", said)
                done = [event for event in step.events if isinstance(event, e.FeatureCompleted)]
                completions += len(done)
                assert sorted(named) == sorted(event.feature.split()[0] for event in done)
            elif (found := re.search(r"scores (\d+) points? now", said)) and (
                len(before.closed) == 1
            ):
                if step.state.phase == SCORE:  # first asked whether a wall tile doubles it: no
                    plain = GAME.legal_moves(step.state, moment.seat)[0]
                    step = apply(GAME, step.state, moment.seat, plain, SeededChance("what if"))
                scored = [event for event in step.events if isinstance(event, e.FeatureScored)]
                payments += 1
                assert [(s.seat, s.points) for s in scored] == [(moment.seat, int(found[1]))]
    assert completions > 100
    assert payments > 5


@pytest.mark.parametrize(("wall_tiles", "tower", "court"), [([], 0, 6), ([5, 7], 2, 8)])
def test_a_follower_is_promised_what_it_would_earn(
    wall_tiles: list[int], tower: int, court: int
) -> None:
    state = GAME.from_dict(
        {"phase": "follower", "board": {"5,8": "A10 r0"}, "last": "5,8"}
        | {"wall_tiles": [wall_tiles, []]}
    )
    knight = GAME.describe(state, 0, GAME.parse("follower tower N"))
    assert knight == f"2 points when complete, {tower} if unfinished"
    merchant = GAME.describe(state, 0, GAME.parse("follower court E"))
    assert merchant == f"stays until the end; 2 markets so far, {court} points"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "2 points for you; the marker moves to 112 and takes the wall tile of 12/13"),
        ({"second_lap_pickup": "no"}, "2 points for you; the marker moves to 112"),
        ({"score_steps": "per_player_sum", "order_choice": "fixed"}, "2 points for you"),
    ],
)
def test_a_wall_tile_is_promised_only_where_it_is_taken(options: Any, said: str) -> None:
    state = GAME.from_dict(
        {
            "options": options,
            "scores": [110, 0],
            "phase": "score",
            "board": {"2,1": "C08 r0", "1,1": "A09 r2", "0,1": "A11 r0", "0,2": "A10 r1"}
            | {"1,2": "A01 r1"},
            "last": "1,2",
            "completed": ["house 1,1 S", "tower 0,2 E"],
            "followers": [["1,1 house S", "0,2 tower E"], []],
        }
    )
    assert GAME.describe(state, 0, GAME.parse("score tower 0,2 E")) == said
    told = GAME.render(state, 0, Look(80)).text()
    assert ("next wall tile at +2 or +3" in told) == (options.get("second_lap_pickup") != "no")


def test_a_lead_is_worth_more_than_none() -> None:
    ahead = GAME.from_dict({"scores": [40, 10], "drawn": "A11"})
    assert GAME.evaluate(ahead, 0) > 0.7
    assert GAME.evaluate(ahead, 0) + GAME.evaluate(ahead, 1) == pytest.approx(1)


def test_looking_one_move_ahead_beats_chance() -> None:
    """Matches of the greedy kind against random play; the margin is wide."""
    for seed in range(4):
        chance = SeededChance("greedy", seed)
        state = GAME.setup(2, {}, chance).state
        while decisions := GAME.decisions(state):
            seat = decisions[0].seat
            moves = list(GAME.legal_moves(state, seat))
            move = moves[chance.below(len(moves))]
            if seat == seed % 2:
                values = []
                for each in moves:
                    table = state.copy()
                    GAME.advance(table, seat, each, SeededChance("what if"))
                    values.append(GAME.evaluate(table, seat))
                move = moves[values.index(max(values))]
            GAME.advance(state, seat, move, chance)
        assert state.score[seed % 2] > 2 * state.score[1 - seed % 2]


# -- sentences ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            e.FeatureCompleted(("CC-051",), "house 8,0 E", 2, 0, 0),
            "The house at 8,0 (east side) is complete with size 2, but nobody has a follower in it.",
        ),
        (
            e.FeatureCompleted(("CC-051",), "house 8,0 E", 2, 0, 1),
            "The house at 8,0 (east side) is complete with size 2.",
        ),
        (e.NobodyScored(("CC-066",), "house 8,0 E", 0, 0), ""),
        (
            e.NobodyScored(("CC-066",), "house 8,0 E", 2, 2),
            "Nobody scores the house at 8,0 (east side): it is a tie, 2 followers each.",
        ),
        (
            e.FollowerPlaced(("CC-040",), 0, "herald", "8,0", "path S"),
            "Ada places a herald on the path at 8,0 (south side).",
        ),
        (
            e.FollowerPlaced(("CC-040",), 1, "merchant", "3,4", "court S1"),
            "Bo lays a merchant in the court at 3,4 (east half of the south side).",
        ),
        (e.MarkerMoved(("CC-068",), 0, 4, 11, 11), "Ada's marker moves from 7 to 11."),
        (
            e.MarkerMoved(("CC-068",), 0, 4, 102, 2),
            "Ada's marker moves from 98 to 102, which is space 2 on the next lap.",
        ),
        (
            e.FollowersReturned(("CC-049",), "house 8,0 E", 1, 0),
            "Ada takes back 1 follower from the house at 8,0 (east side).",
        ),
        (
            e.FollowersReturned(("CC-049",), "house 8,0 E", 1, 2),
            "Ada takes back 1 follower and Bo takes back 2 followers from the house at 8,0 "
            + "(east side).",
        ),
        (
            e.TowersPassed(("CC-091",), 1, ("12/13", "15/16")),
            "Bo's marker passes corner towers 12/13 and 15/16 without stopping and takes nothing.",
        ),
    ],
)
def test_events_are_sentences(event: Any, sentence: str) -> None:
    assert event.tell(("Ada", "Bo").__getitem__) == sentence


def test_a_move_object_that_names_the_tile_is_recorded_in_the_one_form() -> None:
    match = Match.new(GAME, 2, seed=1)
    text = match.legal_moves()[0]
    drawn = GAME.to_dict(match.state)["drawn"]
    match.play(GAME.parse(text.replace("place ", f"place {drawn} ")))
    assert match.plies[-1].move == text


def test_rules_from_the_rulebook_say_how_their_sentences_begin() -> None:
    printed = [rule for rule in GAME.book if "rulebook" in rule.source]
    assert len(printed) > 90
    assert [rule.id for rule in printed if not rule.begins] == []
    assert {language for rule in printed for language, _ in rule.begins} == {"fr"}


def test_the_rulebook_is_a_preset_and_its_former_name_is_still_understood() -> None:
    assert GAME.presets["usual"] == {}
    assert GAME.presets["rulebook"] == GAME.presets["literal"]
    assert GAME.presets["rulebook"]["court7_size"] == "tiles"
