"""What the server says of itself is true: every answer of a whole match is held to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.json_schemas import sound_validator
from tests.web import patiently
from tests.web.client import Contract, Guest
from tests.web.reviewed import write_review
from tests.web.running import Running

from rulekeep.web.openapi import document
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.routes import ENDPOINTS


def schemas(node: Any) -> list[Any]:
    """Every schema in the document."""
    if isinstance(node, list):
        return [found for item in node for found in schemas(item)]
    if not isinstance(node, dict):
        return []
    inner = [found for item in node.values() for found in schemas(item)]
    return [node["schema"], *inner] if "schema" in node else inner


def test_the_document_holds_every_address_and_sound_schemas() -> None:
    said = document(ENDPOINTS)
    assert said["openapi"].startswith("3.1")
    assert sum(map(len, said["paths"].values())) == len(ENDPOINTS)
    found = schemas(said["paths"])
    assert len(found) > len(ENDPOINTS)
    for schema in found:
        sound_validator(schema)
    names = [way["operationId"] for path in said["paths"].values() for way in path.values()]
    assert len(set(names)) == len(names)
    assert all(
        way["summary"].endswith((".", "?"))
        for path in said["paths"].values()
        for way in path.values()
    )


def test_errors_that_every_client_may_meet_are_documented() -> None:
    for path in document(ENDPOINTS)["paths"].values():
        for method, operation in path.items():
            documented = set(operation["responses"])
            assert {"500", "429"} <= documented
            assert ("415" in documented) == (method == "post")


def ask_everything(guest: Guest, thing: str, move: str) -> None:
    """All that can be asked without changing anything, rightly and wrongly."""
    for what in ("look", "legend", "goal"):
        assert guest.get(what).status_code == 200
    guest.get("look", thing=thing)
    guest.get("look", thing="nothing of the kind")
    guest.get("why", move=move)
    guest.get("why", move="dance")
    guest.get("log", since=2)
    guest.get("picture.svg", theme="light", move=move)
    guest.get("picture.svg", theme="green")


def ask_the_review(guest: Guest, reviews: ReviewMaker, file: Path) -> None:
    """The review of a finished match, and one of its decisions."""
    _, judged = write_review(reviews, file)
    assert guest.get("review").status_code == 200
    where = f"review/{judged[0].number}"
    for what in ("", "/step", "/picture.svg", "/solution"):
        assert guest.get(f"{where}{what}").status_code == 200
    assert guest.post(f"{where}/try", moves=[], move=judged[0].best).json()["right"]
    assert guest.get("review/0/step").status_code == 404


def test_every_answer_of_a_whole_match(start: Callable[..., Running], tmp_path: Path) -> None:
    reviews = ReviewMaker(tmp_path / "reviews", ("nobody makes reviews",))
    server = start(reviews=reviews)
    contract = Contract(patiently.get(f"{server.base}/api/openapi.json").json())
    host = server.host(contract)
    host.get("/api/lobby")
    page = host.begin("castle_keep", "Ada", "Bo")
    guests = host.guests(page)
    spectator = guests[-1]
    with guests[0].listening(since=0) as own, spectator.listening(since=0) as others:
        number = 0
        while not (view := spectator.view())["over"]:
            seat = view["turn"][0]["seat"]
            guest = guests[seat]
            at = guest.view()
            moves = [move["text"] for group in at["moves"] for move in group["moves"]]
            move = moves[number % len(moves)]
            if number % 40 == 0:
                ask_everything(guest, "N", move)
                ask_everything(spectator, "N", move)
                guests[1 - seat].post("act", number=at["number"], move=move)
                guest.post("act", number=at["number"], move="dance")
                guest.post("hint", number=at["number"])
            number = guest.act(move, at["number"])["number"]
            if number == 5:
                assert guest.post("undo", number=number).status_code == 200
                waits = spectator.view()["question"]
                for other in waits["waits_for"] if waits else ():
                    guests[other].post("consent", number=number, agree=True)
                number = spectator.view()["number"]
                guest.post("redo", number=number)
                for other in (spectator.view()["question"] or {"waits_for": []})["waits_for"]:
                    guests[other].post("consent", number=number, agree=True)
        own.wait_for_number(view["number"])
        others.wait_for_number(view["number"])
        for heard in (own, others):
            assert heard.numbers == list(range(1, view["number"] + 1))
            for at_, _, data in heard.events:
                if at_ is not None:
                    contract.check_event(data)
    assert spectator.view()["result"]["places"]
    guests[0].post("auto", number=view["number"])
    assert guests[0].post("consent", number=0, agree=True).status_code == 409
    assert guests[0].post("rematch", number=view["number"]).status_code == 200
    assert spectator.get("events", since="x").status_code == 400
    name = page.removeprefix("/tables/")
    ask_the_review(spectator, reviews, server.directory / f"{name}.rkm")
    assert spectator.get("replay").status_code == 200
    assert spectator.get("replay/act", at=3).json()["at"] == 3
    spectator.get("replay/picture.svg", at=3)
    assert spectator.get("position").status_code == 200
    spectator.get("replay/position", at=3)
    spectator.get("replay/match.rkm")
    host.get("/share")
    link = spectator.get("replay/link").json()["link"]
    shared = host.post("/share", link=link).json()["page"]
    for part in ("", "/act", "/picture.svg", "/position", "/match.rkm"):
        assert host.get(f"{shared}{part}").status_code == 200
    host.post(f"{shared}/tables", at=3, seats=[{}, {}])
    host.get(page)
    host.get(f"{page}/qr/0.svg")
    host.post(f"{page}/revoke", seat=None)
    host.get(f"/replay/{name}")
    assert host.get(f"/replay/{name}/act", at=3).json()["at"] == 3
    assert host.get(f"/replay/{name}/act").json()["over"]
    host.get(f"/replay/{name}/picture.svg", at=3)
    host.get(f"/replay/{name}/position", at=3)
    host.get(f"/replay/{name}/link")
    file = host.get(f"/replay/{name}/match.rkm")
    assert host.post("/matches", text=file.text).status_code == 200
    host.get("/")
    host.get("/health")
    host.get("/metrics")
    host.get("/api/openapi.json")
    host.get("/static/pictures/kilt_castle.svg")
    host.get("/book/kilt_castle")
    host.get("/docs")
    host.get("/docs/web")
    host.get("/docs/pictures/web_lobby.png")
    host.get("/learn/kilt_castle")
    host.get("/learn/kilt_castle/1")
    step = host.get("/learn/kilt_castle/1/step").json()
    host.get("/learn/kilt_castle/1/picture.svg", moves="[]")
    assert host.get("/learn/kilt_castle/1/solution").json()["say"]
    move = step["moves"][0]["moves"][0]["text"]
    assert host.post("/learn/kilt_castle/1/try", moves=[], move=move).status_code == 200
    host.get("/book/kilt_castle/1")
    seat = host.get("/book/kilt_castle/20/view").json()["seat"]
    host.get("/book/kilt_castle/20/picture.svg", moves="[]")
    host.get("/book/kilt_castle/20/position", moves="[]")
    assert host.post("/book/kilt_castle/20/try", seat=seat, move="pass").status_code == 200
    host._checked(guests[0]._client.get(guests[0].link))
    guests[0].post("talk", text="Well played.")
    guests[0].post("handover", to="bot")
    guests[0].post("handover/answer", agree=False)
    guests[1].get("talk")
    guests[1].post("talk/report", number=1)
    host.get(f"{page}/links")
    host.post(f"{page}/talk/remove", number=1)
    host.post(f"{page}/settings", hints=False, paused=True)
    assert host.post(f"{page}/archive").status_code == 200
    assert host.post(host.begin("castle_keep", "Ada", "Bo") + "/delete").status_code == 200
    asked = {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    assert asked - contract.seen == set(), "nobody has asked there"
