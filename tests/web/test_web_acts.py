"""Moves, undo and events over a real connection, as pages use it."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.client import Host
from tests.web.running import Running

from rulekeep.match import match_file
from rulekeep.match.match import Match


def moves_in(server: Running, page: str) -> list[tuple[str, str]]:
    """Who did what, as the match file has it."""
    name = page.removeprefix("/tables/")
    saved = match_file.read(server.directory / f"{name}.rkm")
    return [(entry.who, entry.what) for entry in saved.entries[1:]]


def test_an_act_is_in_the_file_when_it_is_answered(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, bo, spectator = host.guests(page)
    view = ada.view()
    assert view["may"]["act"] and not bo.view()["may"]["act"]
    move = ada.moves()[0]
    answer = ada.act(move, view["number"])
    assert moves_in(server, page) == [("0", move)]
    assert answer["number"] == 1 and "Ada" in answer["news"][0]
    assert [guest.view()["number"] for guest in (ada, bo, spectator)] == [1, 1, 1]


def test_the_same_act_said_again_is_made_once(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    move = ada.moves()[0]
    first = ada.act(move, 0)
    again = ada.act(f"  {move.upper()} ", 0)
    assert first == again
    assert moves_in(server, page) == [("0", move)]


def test_another_act_with_an_old_number_is_refused(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    one, other = ada.moves()[:2]
    ada.act(one, 0)
    for number in (0, 5):
        refused = ada.post("act", number=number, move=other)
        assert refused.status_code == 409
        assert refused.json()["kind"] == "stale" and refused.json()["number"] == 1
    assert moves_in(server, page) == [("0", one)]


def test_a_move_out_of_turn_and_an_illegal_one_are_refused(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, bo, spectator = host.guests(page)
    move = ada.moves()[0]
    assert bo.post("act", number=0, move=move).json()["kind"] == "not_your_turn"
    assert spectator.post("act", number=0, move=move).status_code == 403
    refused = ada.post("act", number=0, move="build A1 crest0")
    assert refused.status_code == 422
    assert refused.json()["rule"].startswith("KC-") and "KC-020" in refused.json()["say"]
    assert ada.post("act", number=0, move="dance").status_code == 422
    assert moves_in(server, page) == []


def test_secret_choices_do_not_wait_for_each_other(server: Running, host: Host) -> None:
    """Whoever has not seen that another has chosen may still choose by the old number."""
    with Match.new("kings_and_castles", 3, 1, path=server.directory / "sealed.rkm") as match:
        while not match.decisions[0].sealed:
            match.play(match.legal_moves()[0])
    page = host.post("/tables", match="sealed").json()["page"]
    guests = host.guests(page)[:3]
    number = guests[0].view()["number"]
    asked = [decision["seat"] for decision in guests[0].view()["turn"]]
    assert len(asked) > 1
    moves = {seat: guests[seat].moves() for seat in asked}
    for order, seat in enumerate(asked):
        assert guests[seat].act(moves[seat][-1], number)["number"] == number + 1 + order
    again = guests[asked[0]].act(moves[asked[0]][-1], number)
    assert again["number"] == number + 1
    assert len(moves_in(server, page)) == number + len(asked)


def test_one_takes_back_and_plays_again_freely(server: Running, host: Host) -> None:
    ada, *_ = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    move = ada.moves()[0]
    ada.act(move, 0)
    assert ada.post("undo", number=1).json() == {"number": 2, "asked": False}
    assert ada.view()["acts"] == 0 and ada.view()["may"]["redo"]
    assert ada.post("redo", number=2).json() == {"number": 3, "asked": False}
    assert ada.view()["acts"] == 1
    # What was said before the undo is not an answer to the table after it.
    assert ada.post("undo", number=3).json()["number"] == 4
    assert ada.act(move, 0)["number"] == 1
    assert ada.view()["acts"] == 0


def test_others_are_asked_before_their_acts_are_taken_back(server: Running, host: Host) -> None:
    ada, bo, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    while ada.view()["may"]["act"]:
        ada.act(ada.moves()[0])
    bo.act(bo.moves()[0])
    number = ada.view()["number"]
    with bo.listening() as heard:
        assert ada.post("undo", number=number).json() == {"number": number, "asked": True}
        heard.wait_for_event("question")
        question = bo.view()["question"]
        assert question["waits_for"] == [1] and "Ada would like to undo" in question["say"]
        assert spectator.post("consent", number=number, agree=True).status_code == 403
        assert ada.post("consent", number=number, agree=True).status_code == 409
        # Bo says no: nothing happens. Asked again he agrees.
        assert bo.post("consent", number=number, agree=False).status_code == 200
        assert bo.view()["question"] is None and bo.view()["number"] == number
        ada.post("undo", number=number)
        assert bo.post("consent", number=number, agree=True).json()["number"] == number + 1
        heard.wait_for_number(number + 1)
    assert ada.view()["may"]["act"] and ada.view()["question"] is None
    assert ["2 moves were undone."] in [data.get("news") for _, _, data in heard.events]


def test_a_request_may_be_withdrawn_and_a_move_settles_it(server: Running, host: Host) -> None:
    ada, bo, _ = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    while ada.view()["may"]["act"]:
        ada.act(ada.moves()[0])
    bo.act(bo.moves()[0])
    number = ada.view()["number"]
    ada.post("undo", number=number)
    assert ada.post("consent", number=number, agree=False).status_code == 200
    assert ada.view()["question"] is None
    ada.post("undo", number=number)
    assert bo.view()["question"] is not None
    next_ = ada if ada.view()["may"]["act"] else bo
    next_.act(next_.moves()[0])
    assert bo.view()["question"] is None
    assert bo.post("consent", number=number, agree=True).json()["kind"] == "no_question"


def test_bots_do_not_mind_and_play_again(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo=random")
    ada = host.guests(page)[0]
    with ada.listening() as heard:
        while ada.view()["may"]["act"]:
            ada.act(ada.moves()[0])
        heard.wait(
            lambda: any(
                data.get("turn") == [0] and data.get("seat") == 1 for _, _, data in heard.events
            )
        )
        number = ada.view()["number"]
        assert ada.post("undo", number=number).json()["asked"] is False
    assert ada.view()["may"]["act"]


def test_a_match_of_the_terminal_goes_on_here_and_back(start: Callable[..., Running]) -> None:
    server = start()
    path = server.directory / "evening.rkm"
    with Match.new("kilt_castle", 2, 7, names=("Ada", "Bo"), path=path) as match:
        match.play(match.legal_moves()[0])
        locked = server.host().post("/tables", match="evening")
        assert locked.status_code == 423 and "another program" in locked.json()["say"]
    host = server.host()
    page = host.post("/tables", match="evening").json()["page"]
    ada = host.guests(page)[0]
    assert ada.view()["acts"] == 1
    ada.act(ada.moves()[0])
    host.close()
    server.stop()
    with Match.load(path, resume=True) as again:
        assert len(again.plies) == 3
        again.play(again.legal_moves()[0])
