"""A session without a screen: what it offers, what it refuses, who receives which event."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.bots import LEVELS
from rulekeep.core.drawing.canvas import Canvas
from rulekeep.match.match import Match
from rulekeep.session.session import HUMAN, Session
from rulekeep.session.turn import ActionRefused, Turn


def lanterns(*players: str, seed: int = 3) -> Session:
    names = ("Ada", "Bo", "Cy")[: len(players)]
    match = Match.new("lanterns", len(players), seed, names=names, players=players)
    return Session(match, players, think=0.1)


def turn_of(session: Session) -> Turn:
    return session.turn(session.next())


def test_a_bot_answers_without_playing() -> None:
    session = lanterns(HUMAN, "greedy")
    assert session.people == (0,) and session.viewer == 0
    choice = session.choose(1)
    assert len(session.match.plies) == 1
    session.play(1, choice.move)
    assert session.match.plies[1].seat == 1


def test_moves_are_not_listed_before_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = lanterns(HUMAN, HUMAN)
    asked: list[int] = []
    known = session.match.game.legal_moves

    def legal_moves(state: object, seat: int) -> object:
        asked.append(seat)
        return known(state, seat)

    monkeypatch.setattr(session.match.game, "legal_moves", legal_moves)
    turn = turn_of(session)
    assert not asked
    assert turn.texts == ["show 1", "show 4"] and len(turn.legal) == 2 and asked == [0]


def test_what_is_meant_and_what_is_refused() -> None:
    turn = turn_of(lanterns(HUMAN, HUMAN))
    assert [(listed.number, listed.text) for listed in turn.legal] == [(1, "show 1"), (2, "show 4")]
    assert turn.match.game.notation(turn.parse_move("SHOW 4")) == "show 4"
    assert turn.move_number("02").text == "show 4"
    with pytest.raises(
        ActionRefused, match=r"You cannot play 'take 2': .* \(LA-009\)\. You can play: show 1"
    ):
        turn.parse_move("take 2")
    with pytest.raises(ActionRefused, match="Did you mean 'show 4'"):
        turn.parse_move("shwo 4")
    with pytest.raises(ActionRefused, match="Did you mean 'hint'"):
        turn.parse_move("hnit", ("hint", "undo"))
    with pytest.raises(ActionRefused) as refused:
        turn.parse_move("dance")
    assert "show" in f"{refused.value}" and "take" not in f"{refused.value}"
    with pytest.raises(ActionRefused, match="from 1 to 2"):
        turn.move_number("9" * 500)


def test_moves_are_found_by_notation_and_explanation() -> None:
    turn = turn_of(lanterns(HUMAN, HUMAN))
    assert [listed.text for listed in turn.matching("hold 2")] == ["show 4"]
    assert [listed.text for listed in turn.matching("4")] == ["show 4"]
    assert [listed.text for listed in turn.matching("")] == ["show 1", "show 4"]
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
    session = lanterns(HUMAN, "greedy", "greedy")
    with pytest.raises(ActionRefused, match="no move to undo"):
        session.plan_undo(0)
    while len([ply for ply in session.match.plies if ply.seat == 0]) < 3:
        seat = session.next().seat
        move = session.match.legal_moves(seat)[0] if seat == 0 else session.choose(seat).move
        session.play(seat, move)
    played = [(ply.seat, ply.move, ply.outcomes) for ply in session.match.plies]
    back = session.plan_undo(0, 2)
    assert back.own == 2 and back.moves > 2 and back.others == ()
    assert back.counted == f"2 of their moves ({back.moves} with the others' since)"
    session.undo(back)
    assert len(session.match.plies) == len(played) - back.moves
    assert session.plan_redo(0).moves == back.moves
    session.redo()
    assert [(ply.seat, ply.move, ply.outcomes) for ply in session.match.plies] == played
    with pytest.raises(ActionRefused, match="nothing to redo"):
        session.plan_redo(0)


def test_a_new_act_forgets_what_was_undone() -> None:
    session = lanterns(HUMAN, HUMAN)
    session.play(0, "show 1")
    session.undo(session.plan_undo(0))
    session.play(0, "show 4")
    with pytest.raises(ActionRefused):
        session.plan_redo(0)


def test_people_whose_acts_are_concerned_have_a_say_both_ways() -> None:
    session = lanterns(HUMAN, HUMAN)
    session.play(0, "show 1")
    assert session.plan_undo(0).because is None
    session.play(1, session.match.legal_moves(1)[0])
    back = session.plan_undo(0)
    assert back.others == (1,) and back.because == "Bo has moved since"
    session.undo(back)
    assert session.plan_redo(0).others == (1,)
    assert session.plan_redo(1).others == (0,)


def test_each_seat_receives_each_event_once_and_only_its_own() -> None:
    session = lanterns(HUMAN, HUMAN)
    session.detect_secrets()
    assert session.secret
    own = session.unseen_sentences(0)
    assert "Ada draws lantern 1." in own
    assert session.unseen_sentences(0) == []
    others = session.unseen_sentences(1)
    assert "Ada draws a lantern." in others and "Ada draws lantern 1." not in others
    session.play(0, "show 4")
    assert session.unseen_sentences(1) == ["Ada has chosen."]
    session.undo(session.plan_undo(0))
    session.play(0, "show 1")
    assert session.unseen_sentences(0) == ["Ada chooses: Show 1."]


def test_an_open_table_has_no_secrets() -> None:
    match = Match.new("kilt_castle", 2, seed=5)
    session = Session(match, (HUMAN, HUMAN))
    session.detect_secrets()
    assert not session.secret


def test_the_quick_bot_goes_on_until_the_step_is_over() -> None:
    match = Match.new("kings_and_castles", 2, seed=5)
    session = Session(match, (HUMAN, HUMAN))
    first = session.next()
    assert not session.on_autopilot(first)
    session.start_autopilot(first)
    while session.decision_of(first.seat) is None or session.on_autopilot(match.decisions[0]):
        seat = match.decisions[0].seat
        session.play(seat, session.autopilot_choice(seat).move)
        if match.decisions[0].seat != first.seat:
            session.play(match.decisions[0].seat, session.match.legal_moves()[0])
    assert sum(ply.seat == first.seat for ply in match.plies[1:]) > 5
    assert all(decision.kind != first.kind for decision in match.decisions)


def test_what_is_lent_to_the_quick_bot_comes_back_with_an_undo() -> None:
    match = Match.new("kings_and_castles", 2, seed=5)
    session = Session(match, (HUMAN, "random"))
    decision = session.next()
    session.start_autopilot(decision)
    session.play(decision.seat, session.autopilot_choice(decision.seat).move)
    session.undo(session.plan_undo(decision.seat))
    assert not session.on_autopilot(session.next())


def test_advice_names_the_move_its_worth_and_others() -> None:
    session = lanterns(HUMAN, "greedy")
    advice = session.hint_for(0)
    assert advice.text in ("show 1", "show 4") and advice.description.startswith("you hold")
    assert 0 <= advice.value <= 1
    assert all(text != advice.text for _, text in advice.others)
    assert len(session.match.plies) == 1


def test_what_was_undone_can_be_done_again_after_a_pause(tmp_path: Path) -> None:
    match = Match.new("lanterns", 2, 3, players=("human", "human"), path=tmp_path / "m.rkm")
    first, second = match.legal_moves()[0], match.legal_moves()[1]
    match.play(first)
    match.undo()
    match.close()
    with Match.load(tmp_path / "m.rkm", resume=True) as again:
        session = Session(again, again.header.players)
        assert session.plan_redo(again.decisions[0].seat).moves == 1
        session.redo()
        assert again.plies[-1].move == first
        again.undo()
        again.play(second)
    with (
        Match.load(tmp_path / "m.rkm") as later,
        pytest.raises(ActionRefused, match="nothing to redo"),
    ):
        Session(later, later.header.players).plan_redo(later.decisions[0].seat)


def test_a_level_thinks_as_long_as_the_bot_behind_it() -> None:
    match = Match.new("kilt_castle", 2, seed=1)
    for level in LEVELS:
        by_word = Session(match, ("human", level.word), think=5.0)
        by_spec = Session(match, ("human", level.spec), think=5.0)
        assert by_word.budget(1) == by_spec.budget(1)
    assert Session(match, ("human", "medium")).budget(1) is None


def test_the_table_holds_bots_to_their_time_but_leaves_programs_to_their_own_limit() -> None:
    match = Match.new("castle_keep", 2, "pace")
    assert Session(match, ("human", "mcts"), think=0.1).patience(1) == 0.1
    program = Session(match, ("human", "run:true"), think=0.1)
    assert program.budget(1) == 0.1
    assert program.patience(1) is None
