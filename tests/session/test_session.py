"""A sitting without a screen: what it offers, what it refuses, whom it tells what."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.core.drawing.canvas import Canvas
from rulekeep.match.match import Match
from rulekeep.session.session import HUMAN, Session
from rulekeep.session.turn import ActionRefused, Turn


def lanterns(*players: str, seed: int = 3) -> Session:
    names = ("Ada", "Bo", "Cy")[: len(players)]
    match = Match.new("lanterns", len(players), seed, names=names, players=players)
    return Session(match, players, think=0.1)


def turn_of(sitting: Session) -> Turn:
    return sitting.turn(sitting.next())


def test_a_bot_answers_without_playing() -> None:
    sitting = lanterns(HUMAN, "greedy")
    assert sitting.people == (0,) and sitting.viewer == 0
    choice = sitting.choose(1)
    assert len(sitting.match.plies) == 1
    sitting.act(1, choice.move)
    assert sitting.match.plies[1].seat == 1


def test_moves_are_not_listed_before_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = lanterns(HUMAN, HUMAN)
    asked: list[int] = []
    known = sitting.match.game.legal_moves

    def legal_moves(state: object, seat: int) -> object:
        asked.append(seat)
        return known(state, seat)

    monkeypatch.setattr(sitting.match.game, "legal_moves", legal_moves)
    turn = turn_of(sitting)
    assert not asked
    assert turn.texts == ["show 1", "show 4"] and len(turn.legal) == 2 and asked == [0]


def test_what_is_meant_and_what_is_refused() -> None:
    turn = turn_of(lanterns(HUMAN, HUMAN))
    assert [(listed.number, listed.text) for listed in turn.legal] == [(1, "show 1"), (2, "show 4")]
    assert turn.match.game.notation(turn.meant("SHOW 4")) == "show 4"
    assert turn.numbered("02").text == "show 4"
    with pytest.raises(
        ActionRefused, match=r"'take 2' is not allowed by LA-009: .*legal instead: show 1"
    ):
        turn.meant("take 2")
    with pytest.raises(ActionRefused, match="did you mean 'show 4'"):
        turn.meant("shwo 4")
    with pytest.raises(ActionRefused, match="did you mean 'hint'"):
        turn.meant("hnit", ("hint", "undo"))
    with pytest.raises(ActionRefused) as refused:
        turn.meant("dance")
    assert "show" in f"{refused.value}" and "take" not in f"{refused.value}"
    with pytest.raises(ActionRefused, match="numbers 1 to 2"):
        turn.numbered("9" * 500)


def test_moves_are_found_by_notation_and_explanation() -> None:
    turn = turn_of(lanterns(HUMAN, HUMAN))
    assert [listed.text for listed, _ in turn.matching("hold 2")] == ["show 4"]
    assert [listed.text for listed, _ in turn.matching("4")] == ["show 4"]
    assert [listed.text for listed, _ in turn.matching("")] == ["show 1", "show 4"]
    assert turn.matching("nothing such") == []


def test_a_move_touches_the_places_it_names_the_longest_name_first() -> None:
    match = Match.new("castle_keep", 2, seed=5)
    turn = Turn(match, match.decisions[0])
    canvas = Canvas()
    for name in ("N", "2 N", "NW"):
        canvas.place(name, 0, 0, 1)
    place = turn.match.game.parse("place WRC N")
    attack = turn.match.game.parse("attack KY 2 N")
    assert turn.touched(place, canvas) == ["N"]
    assert turn.touched(attack, canvas) == ["2 N"]


def test_undo_says_how_many_acts_it_takes_and_redo_plays_them_again() -> None:
    sitting = lanterns(HUMAN, "greedy", "greedy")
    with pytest.raises(ActionRefused, match="nothing of yours"):
        sitting.way_back(0)
    while len([ply for ply in sitting.match.plies if ply.seat == 0]) < 3:
        seat = sitting.next().seat
        move = sitting.match.legal_moves(seat)[0] if seat == 0 else sitting.choose(seat).move
        sitting.act(seat, move)
    played = [(ply.seat, ply.move, ply.outcomes) for ply in sitting.match.plies]
    back = sitting.way_back(0, 2)
    assert back.own == 2 and back.acts > 2 and back.others == ()
    assert back.counted == f"2 of their acts ({back.acts} with the others' since)"
    sitting.undo(back)
    assert len(sitting.match.plies) == len(played) - back.acts
    assert sitting.way_forth(0).acts == back.acts
    sitting.redo()
    assert [(ply.seat, ply.move, ply.outcomes) for ply in sitting.match.plies] == played
    with pytest.raises(ActionRefused, match="nothing to do again"):
        sitting.way_forth(0)


def test_a_new_act_forgets_what_was_undone() -> None:
    sitting = lanterns(HUMAN, HUMAN)
    sitting.act(0, "show 1")
    sitting.undo(sitting.way_back(0))
    sitting.act(0, "show 4")
    with pytest.raises(ActionRefused):
        sitting.way_forth(0)


def test_people_whose_acts_are_concerned_have_a_say_both_ways() -> None:
    sitting = lanterns(HUMAN, HUMAN)
    sitting.act(0, "show 1")
    assert sitting.way_back(0).because is None
    sitting.act(1, sitting.match.legal_moves(1)[0])
    back = sitting.way_back(0)
    assert back.others == (1,) and back.because == "Bo has acted since"
    sitting.undo(back)
    assert sitting.way_forth(0).others == (1,)
    assert sitting.way_forth(1).others == (0,)


def test_each_is_told_once_and_only_what_is_for_them() -> None:
    sitting = lanterns(HUMAN, HUMAN)
    sitting.look_for_secrets()
    assert sitting.secret
    own = sitting.take_news(0)
    assert "Ada draws lantern 1." in own
    assert sitting.take_news(0) == []
    others = sitting.take_news(1)
    assert "Ada draws a lantern." in others and "Ada draws lantern 1." not in others
    sitting.act(0, "show 4")
    assert sitting.take_news(1) == ["Ada has chosen."]
    sitting.undo(sitting.way_back(0))
    sitting.act(0, "show 1")
    assert sitting.take_news(0) == ["Ada: show 1"]


def test_an_open_table_has_no_secrets() -> None:
    match = Match.new("kilt_castle", 2, seed=5)
    sitting = Session(match, (HUMAN, HUMAN))
    sitting.look_for_secrets()
    assert not sitting.secret


def test_the_quick_bot_goes_on_until_the_step_is_over() -> None:
    match = Match.new("kings_and_castles", 2, seed=5)
    sitting = Session(match, (HUMAN, HUMAN))
    first = sitting.next()
    assert not sitting.is_lent(first)
    sitting.lend(first)
    while sitting.asked(first.seat) is None or sitting.is_lent(match.decisions[0]):
        seat = match.decisions[0].seat
        sitting.act(seat, sitting.quick_choice(seat).move)
        if match.decisions[0].seat != first.seat:
            sitting.act(match.decisions[0].seat, sitting.match.legal_moves()[0])
    assert sum(ply.seat == first.seat for ply in match.plies[1:]) > 5
    assert all(decision.kind != first.kind for decision in match.decisions)


def test_what_is_lent_to_the_quick_bot_comes_back_with_an_undo() -> None:
    match = Match.new("kings_and_castles", 2, seed=5)
    sitting = Session(match, (HUMAN, "random"))
    decision = sitting.next()
    sitting.lend(decision)
    sitting.act(decision.seat, sitting.quick_choice(decision.seat).move)
    sitting.undo(sitting.way_back(decision.seat))
    assert not sitting.is_lent(sitting.next())


def test_advice_names_the_move_its_worth_and_others() -> None:
    sitting = lanterns(HUMAN, "greedy")
    advice = sitting.advise(0)
    assert advice.text in ("show 1", "show 4") and advice.said.startswith("you hold")
    assert 0 <= advice.value <= 1
    assert all(text != advice.text for _, text in advice.others)
    assert len(sitting.match.plies) == 1


def test_what_was_undone_can_be_done_again_after_a_pause(tmp_path: Path) -> None:
    match = Match.new("lanterns", 2, 3, players=("human", "human"), path=tmp_path / "m.rkm")
    first, second = match.legal_moves()[0], match.legal_moves()[1]
    match.play(first)
    match.undo()
    match.close()
    with Match.load(tmp_path / "m.rkm", resume=True) as again:
        sitting = Session(again, again.header.players)
        assert sitting.way_forth(again.decisions[0].seat).acts == 1
        sitting.redo()
        assert again.plies[-1].move == first
        again.undo()
        again.play(second)
    with (
        Match.load(tmp_path / "m.rkm") as later,
        pytest.raises(ActionRefused, match="nothing to do again"),
    ):
        Session(later, later.header.players).way_forth(later.decisions[0].seat)
