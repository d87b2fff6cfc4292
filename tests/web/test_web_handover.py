"""A seat is handed over: to a person by a new link, to a bot if the others agree."""

from __future__ import annotations

from tests.web.client import Host, until


def test_a_seat_goes_to_another_person_with_a_new_link(host: Host) -> None:
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
    ada.act(ada.moves()[0])
    answer = ada.post("handover", to="person").json()
    assert ada.get("view").json()["kind"] == "unknown_link"
    heir = host.guest(answer["link"])
    assert heir.view()["viewer"] == 0 and heir.view()["acts"] == 1


def test_a_bot_takes_a_seat_once_the_others_agree(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo", "Cleo")
    ada, bo, cleo, spectator = host.guests(page)
    with bo.listening() as heard:
        assert ada.post("handover", to="bot").json() == {"link": None, "asked": True}
        heard.wait_for_event("question")
    assert bo.view()["handover"] == {"seat": 0, "waits_for": [1, 2]}
    assert cleo.post("handover", to="bot").json()["kind"] == "busy"
    assert ada.post("handover/answer", agree=True).json()["kind"] == "no_question"
    assert bo.post("handover/answer", agree=True).json() == {"asked": True}
    assert cleo.post("handover/answer", agree=True).json() == {"asked": False}
    assert ada.get("view").json()["kind"] == "seat_taken"
    assert spectator.view()["seats"][0]["bot"] == "greedy"
    until(lambda: spectator.view()["turn"][0]["seat"] == 1)
    # The host can give the seat back.
    players = ["human", "human", "human"]
    host.post("/tables", match=page.rpartition("/")[2], players=players)
    assert ada.view()["viewer"] == 0


def test_one_refusal_or_a_change_of_mind_ends_it(host: Host) -> None:
    ada, bo, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    for guest in (bo, ada):
        ada.post("handover", to="bot")
        assert guest.post("handover/answer", agree=False).json() == {"asked": False}
        assert ada.view()["handover"] is None
    assert bo.post("handover/answer", agree=True).json()["kind"] == "no_question"
    assert spectator.post("handover", to="bot").json()["kind"] == "spectator"


def test_against_bots_nobody_is_asked(host: Host) -> None:
    ada, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo=random"))
    assert ada.post("handover", to="bot").json() == {"link": None, "asked": False}
    assert spectator.view()["seats"][0]["bot"] == "greedy"
