"""What can be asked about a table, of a match and of a position alike."""

from __future__ import annotations

import pytest

import rulekeep
from rulekeep.core.errors import DataError, IllegalMove, RulekeepError, SetupError
from rulekeep.match.match import Match
from rulekeep.match.position import position
from rulekeep.match.view import ReadOnlyTable

GAMES = ["carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles"]


def tables(game: str) -> list[ReadOnlyTable]:
    match = Match.new(game, 2, "questions")
    return [match, position(game, match.game.to_dict(match.state))]


@pytest.mark.parametrize("game", GAMES)
def test_match_and_position_answer_alike(game: str) -> None:
    match, alone = tables(game)
    seat = match.decisions[0].seat
    assert alone.decisions == match.decisions
    assert alone.seats == match.seats == 2
    assert alone.options == match.options
    assert alone.legal_moves() == match.legal_moves()
    assert list(alone.moves()) == list(match.moves())
    assert alone.observation(seat) == match.observation(seat)
    for text in match.legal_moves()[:5]:
        assert alone.check(text) is None
        assert alone.explain(text) == match.explain(text)


@pytest.mark.parametrize("game", GAMES)
def test_moves_say_themselves(game: str) -> None:
    match = Match.new(game, 2, "questions")
    touched: set[str] = set()
    for _ in range(40):
        moves = list(match.moves())
        if match.is_over:
            break
        assert set(match.legal_moves()) <= {move.text for move in moves}
        assert all(str(move) == move.text for move in moves)
        assert all(rule in match.game.book.rules for move in moves for rule in move.rules)
        touched.update(place for move in moves for place in move.touches)
        match.play(moves[0].move, moves[0].seat)
    assert len(touched) > 3


def test_a_view_is_of_one_seat() -> None:
    match = Match.new("castle_keep", 3, "view")
    decider = match.decisions[0].seat
    own, other, spectator = match.view(decider), match.view((decider + 1) % 3), match.view()
    assert own.decision is not None and set(match.legal_moves()) <= {str(m) for m in own.moves}
    assert other.decision is None and other.moves == ()
    assert own.observation["hand"] != other.observation["hand"]
    assert spectator.observation["hand"] == []
    assert own.text() != spectator.text() and own.svg() != spectator.svg()
    assert own.standing == match.game.standing(match.state, decider)
    with pytest.raises(RulekeepError, match="no seat 7"):
        match.view(7)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_prints_what_a_spectator_sees(game: str) -> None:
    for table in tables(game):
        assert str(table) == table.text() == table.view().text() == str(table.view())
        assert str(table).count("\n") > 5
        assert table.text(1, width=60) == table.view(1).text(60) != ""
        with pytest.raises(RulekeepError, match="no seat 5"):
            table.text(5)


def test_a_table_is_shown_in_a_line() -> None:
    match = Match.new("castle_keep", 2, 7, names=("Ada", "Bo"))
    assert repr(match) == "<Match of castle_keep: 2 seats, seed '7', 0 moves, Ada to decide>"
    match.play("done")
    assert ", 1 move, Ada to decide>" in repr(match)
    assert repr(match.view(1)) == "<SeatView of seat 1 at castle_keep>"
    assert repr(match.view()) == "<SeatView of a spectator at castle_keep>"
    kings = {"seats": 3, "phase": "over", "money": [47, 38, 47]}
    assert repr(position("kings_and_castles", kings)).startswith(
        "<Position of kings_and_castles: 3 seats, over, won by Player "
    )
    assert repr(Match.new("lanterns", 3, 1)).endswith("Player 1, Player 2 and Player 3 to decide>")


def test_a_match_has_the_events_of_its_set_up() -> None:
    match = Match.new("castle_keep", 2, 7)
    names = [event.name for event in match.setup_events]
    assert names == ["PilesFormed", "HandDealt", "HandDealt", "TurnBegan", "TilesDrawn"]
    match.play(match.legal_moves()[0])
    assert [event.name for event in match.setup_events] == names
    given = match.game.to_dict(match.state)
    assert Match.from_position("castle_keep", given).setup_events == ()


def test_a_match_iterates_its_plies() -> None:
    match = Match.new("kilt_castle", 2, "plies")
    match.play(match.legal_moves()[0])
    assert [ply.seat for ply in match] == [-1, match.plies[1].seat]
    assert len(match) == 2


def test_a_position_refuses_like_a_match() -> None:
    for table in tables("castle_keep"):
        refusal = table.check("place KY N", table.decisions[0].seat)
        assert refusal is not None and refusal.rule.startswith("CK-")


def test_errors_say_their_parts() -> None:
    match = Match.new("kilt_castle", 2, "errors")
    with pytest.raises(IllegalMove) as illegal:
        match.play("skip")
    said = illegal.value.to_dict()
    assert said["error"] == "IllegalMove" and said["rule"].startswith("KC-")
    assert said["move"] == "skip" and said["because"] in said["message"]
    with pytest.raises(DataError) as broken:
        rulekeep.position("kilt_castle", {"phase": "tea"})
    said = broken.value.to_dict()
    assert said["where"] == "state.phase" and "tea" in said["what"]
    with pytest.raises(SetupError) as unplayable:
        Match.new("kilt_castle", 7)
    assert unplayable.value.to_dict()["rule"].startswith("KC-")
    assert RulekeepError("no").to_dict() == {"error": "RulekeepError", "message": "no"}
