"""Whatever comes in that should not: the right status, one sentence, nothing changed, no secrets."""

from __future__ import annotations

import json
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests.web.client import Guest, Host, until
from tests.web.running import UNBOUNDED, Running

from rulekeep.match.match import Match
from rulekeep.web.application import ListenAddress, own_names
from rulekeep.web.middleware import HostNames, Limits, RateLimiter, RequestRate, without_secrets

JSON = {"content-type": "application/json"}


def a_sentence(response: httpx.Response, status: int, kind: str) -> None:
    assert response.status_code == status, response.text
    said = response.json()
    assert said["kind"] == kind
    assert said["say"][0].isupper() and said["say"].endswith(".")
    assert "Traceback" not in response.text


@pytest.fixture
def ada(host: Host) -> Guest:
    return host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]


@pytest.fixture(scope="module")
def idle(server: Running) -> Guest:
    """At a table where nothing may ever happen."""
    host = server.host()
    return host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]


def test_links_that_lead_nowhere(server: Running, idle: Guest) -> None:
    head, secret = idle.link.rsplit("/", 1)
    other = "A" if secret[-1] != "A" else "B"
    for wrong in (secret[:-1] + other, secret[:-1], "x", "é" * 32, "%2e%2e", secret.lower() + "="):
        a_sentence(httpx.get(f"{head}/{wrong}/view"), 404, "unknown_link")
    a_sentence(httpx.get(f"{server.base}/nothing"), 404, "nothing_here")
    a_sentence(httpx.delete(f"{idle.link}/view"), 405, "nothing_here")


def test_a_browser_is_shown_a_page(server: Running, idle: Guest) -> None:
    wanted = {"accept": "text/html"}
    for address in (f"{idle.link}x", f"{server.base}/", f"{server.base}/nothing"):
        shown = httpx.get(address, headers=wanted)
        assert shown.status_code in (403, 404) and "<html" in shown.text
        assert shown.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"{", 400, "not_json"),
        (b"[" * 60_000, 400, "not_json"),
        (b"\xff\xfe", 400, "not_json"),
        (b"[]", 400, "bad_request"),
        (b"{}", 400, "bad_request"),
        (b'{"number": "0", "move": "x"}', 400, "bad_request"),
        (b'{"number": true, "move": "x"}', 400, "bad_request"),
        (b'{"number": -1, "move": "x"}', 400, "bad_request"),
        (b'{"number": 0, "move": 5}', 400, "bad_request"),
        (b'{"number": 0, "move": "a\\u0007"}', 400, "bad_request"),
        (b'{"number": 0, "move": "\\ud800"}', 400, "bad_request"),
        (b'{"number": 0, "move": "x", "seat": 1}', 400, "bad_request"),
        (b'{"number": 0, "move": "' + b"x" * 600 + b'"}', 400, "bad_request"),
        (b'{"number": 1' + b"0" * 5000 + b', "move": "x"}', 400, "not_json"),
        (b'{"number": 0, "move": "' + b"x" * 70_000 + b'"}', 413, "too_large"),
    ],
)
def test_bodies_that_say_nothing(idle: Guest, body: bytes, status: int, kind: str) -> None:
    a_sentence(httpx.post(f"{idle.link}/act", content=body, headers=JSON), status, kind)
    assert idle.view()["number"] == 0


def test_a_body_that_does_not_say_how_long_it_is(idle: Guest) -> None:
    def endless() -> object:
        for _ in range(100):
            yield b" " * 1000

    response = httpx.post(f"{idle.link}/act", content=endless(), headers=JSON)  # type: ignore[arg-type]
    a_sentence(response, 413, "too_large")


def test_changes_are_said_in_json(idle: Guest) -> None:
    a_sentence(httpx.post(f"{idle.link}/act", data={"number": "0"}), 415, "not_json")
    for kind in ("Application/JSON", "application/json; charset=UTF-8", "APPLICATION/JSON ;x=y"):
        sent = httpx.post(f"{idle.link}/act", content=b"{}", headers={"content-type": kind})
        a_sentence(sent, 400, "bad_request")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_others_change_nothing(ada: Guest, headers: dict[str, str]) -> None:
    move = ada.moves()[0]
    said = {"number": 0, "move": move}
    a_sentence(httpx.post(f"{ada.link}/act", json=said, headers=headers), 403, "wrong_origin")
    assert ada.view()["number"] == 0
    own = {"origin": ada.link.partition("/t/")[0], "sec-fetch-site": "same-origin"}
    assert httpx.post(f"{ada.link}/act", json=said, headers=own).status_code == 200


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example:80", "10.0.0.1", ""])
def test_names_that_are_not_ours(server: Running, idle: Guest, name: str) -> None:
    a_sentence(httpx.get(f"{idle.link}/view", headers={"host": name}), 421, "wrong_host")


def test_under_which_names_a_server_answers() -> None:
    local = HostNames.of("127.0.0.1")
    assert all(map(local.has, ("127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LOCALHOST")))
    assert not any(map(local.has, ("192.168.1.5:8000", "evil.example", "", "[", "::1")))
    everywhere = HostNames.of("0.0.0.0", ["Games.Example"])
    assert all(map(everywhere.has, ("192.168.1.5:8000", "[fe80::1]:80", "games.example:80")))
    assert not any(map(everywhere.has, ("evil.example", "0.0.0.0.evil.example", "")))


def test_how_links_for_others_begin() -> None:
    assert ListenAddress("127.0.0.1", 8000).base == "http://127.0.0.1:8000"
    assert ListenAddress("::1", 8000).base == "http://[::1]:8000"
    assert ListenAddress("127.0.0.1", 8000, ("den",)).base == "http://den:8000"
    assert (
        ListenAddress("127.0.0.1", 8000, ("https://games.example/",)).base
        == "https://games.example"
    )
    assert list(own_names(ListenAddress("127.0.0.1", 1, ("https://games.example/", "den")))) == [
        "games.example",
        "den",
    ]


def test_the_lobby_is_the_hosts(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    for path in ("/", "/api/lobby", page, f"{page}/links", f"{page}/qr/0.svg", "/replay/x"):
        a_sentence(httpx.get(f"{server.base}{path}"), 403, "not_the_host")
    said = {"game": "kilt_castle", "seats": [{}, {}]}
    a_sentence(httpx.post(f"{server.base}/tables", json=said), 403, "not_the_host")
    a_sentence(httpx.get(f"{server.base}/?key=wrong"), 403, "not_the_host")
    wrong = {f"rulekeep-host-{server.port}": "é"}
    cookie = "; ".join(f"{name}=%C3%A9" for name in wrong)
    a_sentence(httpx.get(f"{server.base}/", headers={"cookie": cookie}), 403, "not_the_host")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, 400),
        ({"game": "kilt_castle", "match": "x"}, 400),
        ({"game": "chess", "seats": [{}, {}]}, 400),
        ({"game": "kilt_castle"}, 400),
        ({"game": "kilt_castle", "seats": [{}] * 9}, 400),
        ({"game": "kilt_castle", "seats": [{}] * 200}, 400),
        ({"game": "kilt_castle", "seats": [{"name": "x" * 41}, {}]}, 400),
        ({"game": "kilt_castle", "seats": [{"name": "A"}, {"name": "A"}]}, 400),
        ({"game": "kilt_castle", "seats": [{"name": "\n"}, {}]}, 400),
        ({"game": "kilt_castle", "seats": [{"player": "run:./evil"}, {}]}, 409),
        ({"game": "kilt_castle", "seats": [{"player": "nobody"}, {}]}, 422),
        ({"game": "kilt_castle", "seats": [{}, {}], "options": {"lapping": "perhaps"}}, 400),
        ({"game": "kilt_castle", "seats": [{}, {}], "options": {"lapping": [1]}}, 400),
        ({"game": "kilt_castle", "seats": [{}, {}], "options": {"nothing": 1}}, 400),
        ({"game": "kilt_castle", "seats": [{}, {}], "preset": "nothing"}, 400),
        ({"match": "../../etc/passwd"}, 404),
        ({"match": ".hidden"}, 404),
        ({"match": "no-such-match"}, 404),
    ],
)
def test_tables_that_cannot_be(server: Running, host: Host, said: object, status: int) -> None:
    before = sorted(server.directory.glob("*.rkm"))
    response = host.client.post("/tables", json=said)
    assert response.status_code == status, response.text
    assert response.json()["say"]
    assert sorted(server.directory.glob("*.rkm")) == before


def test_a_damaged_match_file(
    server: Running, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    path = server.directory / "damaged.rkm"
    with Match.new("kilt_castle", 2, 7, path=path) as match:
        match.play(match.legal_moves()[0])
    lines = path.read_text().split("\n")
    lines[3] = lines[3].replace("move", "mave")
    damaged = "\n".join(lines)
    path.write_text(damaged)
    with caplog.at_level(logging.WARNING, "rulekeep.web"):
        a_sentence(host.client.post("/tables", json={"match": "damaged"}), 500, "damaged")
    assert "damaged.rkm:4" in caplog.text
    assert path.read_text() == damaged
    assert "damaged" not in [match["name"] for match in host.get("/api/lobby").json()["matches"]]


def test_a_file_whose_name_is_no_text(server: Running, host: Host) -> None:
    Match.new("kilt_castle", 2, 7, path=server.directory / "fine.rkm").close()
    odd = os.path.join(os.fsencode(server.directory), b"odd-\xff.rkm")
    with open(server.directory / "fine.rkm", "rb") as fine, open(odd, "wb") as copy:
        copy.write(fine.read())
    names = [match["name"] for match in host.get("/api/lobby").json()["matches"]]
    assert "fine" in names and not any(name.startswith("odd") for name in names)
    assert host.get("/").status_code == 200
    os.unlink(odd)


def test_a_program_of_a_match_file_is_not_started(server: Running, host: Host) -> None:
    path = server.directory / "program.rkm"
    Match.new("kilt_castle", 2, 7, players=("human", "run:./evil"), path=path).close()
    a_sentence_like = host.client.post("/tables", json={"match": "program"})
    assert a_sentence_like.status_code == 409 and a_sentence_like.json()["kind"] == "program"
    wrong = host.client.post("/tables", json={"match": "program", "players": ["human"]})
    assert wrong.status_code == 400
    instead = {"match": "program", "players": ["human", "greedy"]}
    page = host.client.post("/tables", json=instead).json()["page"]
    assert [seat["player"] for seat in host.links(page)["seats"]] == ["human", "greedy"]


def test_a_seat_that_a_bot_has_taken(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    _, bo, _ = host.guests(page)
    assert bo.view()["viewer"] == 1
    name = page.removeprefix("/tables/")
    host.post("/tables", match=name, players=["human", "greedy"])
    refused = bo.get("view")
    assert refused.status_code == 409 and refused.json()["kind"] == "seat_taken"


def test_too_much_at_once(start: Callable[..., Running]) -> None:
    slow = RequestRate(10, 0.001)
    server = start(limits=Limits(UNBOUNDED.address, slow, slow))
    guests = server.host().guests(server.host().begin("kilt_castle", "Ada", "Bo"))
    answers = [guests[0].get("legend").status_code for _ in range(15)]
    assert answers == [200] * 10 + [429] * 5
    assert guests[1].get("legend").status_code == 200
    # Whoever guesses links is stopped, whatever he asks for then.
    guessed = [httpx.get(f"{guests[0].link[:-1]}{n}/view").status_code for n in "abcdefghijklm"]
    assert guessed.count(404) <= 11 and guessed[-1] == 429


def test_wrong_links_do_not_lock_out_right_ones(start: Callable[..., Running]) -> None:
    slow = RequestRate(5, 0.001)
    server = start(limits=Limits(slow, UNBOUNDED.link, slow))
    host = server.host()
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
    wrong = [httpx.get(f"{ada.link[:-1]}{n}/view").status_code for n in "abcdefghijklm"]
    asked = [httpx.get(f"{server.base}/api/openapi.json").status_code for _ in range(8)]
    assert wrong[-1] == asked[-1] == 429
    for _ in range(8):  # links, the host's cookie, and what a page needs
        assert ada.view()["number"] == 0
        assert host.get("/api/lobby").status_code == 200
        assert httpx.get(f"{server.base}/static/table.js").status_code == 200


def test_an_address_that_asks_too_much(start: Callable[..., Running]) -> None:
    server = start(limits=Limits(RequestRate(5, 0.001), UNBOUNDED.link, UNBOUNDED.misses))
    answers = [httpx.get(f"{server.base}/health") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert answers[-1].headers["retry-after"]


def test_rates_are_remembered_of_so_many_only() -> None:
    rates = RateLimiter(RequestRate(1, 0))
    assert rates.take("Ada") and not rates.take("Ada")
    for n in range(20_000):
        rates.take(str(n))
    assert rates.take("Ada")


def test_what_is_no_http_at_all(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(b"\x16\x03\x01\x02\x00hello\r\n\r\n")
        assert b"400" in line.recv(1000)
    assert httpx.get(f"{server.base}/health").json()["ok"]


def test_no_secret_is_logged_or_handed_on(
    server: Running, host: Host, ada: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    secret = ada.link.rsplit("/", 1)[1]
    with caplog.at_level(logging.DEBUG, "rulekeep.web"):
        page = ada._client.get(ada.link, headers={"accept": "text/html"})
        ada.get("why", move="dance")
        ada.post("act", number=7, move="dance")
        httpx.get(f"{server.base}/?key={server.key}x")
    assert "/t/…/act" in caplog.text and "409" in caplog.text
    assert secret not in caplog.text and server.key not in caplog.text
    assert page.headers["referrer-policy"] == "no-referrer"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert page.headers["cache-control"] == "no-store"
    assert without_secrets("/t/SECRET/act\n") == "/t/…/act\\n"


@pytest.mark.parametrize(
    "path",
    ["//t/{}", "/T/{}/act", "/games/t/{}", "/tables/{}", "/{}", "/t%2f{}", "/t/x/{}", "/t.{}/view"],
)
def test_no_link_is_logged_for_a_mistyped_path(
    server: Running, ada: Guest, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    secret = ada.link.rsplit("/", 1)[1]
    with caplog.at_level(logging.DEBUG, "rulekeep.web"):
        httpx.get(f"{server.base}{path.format(secret)}")
        until(lambda: bool(caplog.text))  # written after the response
    assert secret not in caplog.text


def test_names_of_people_are_only_text(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "<script>alert(1)</script>", 'B"o&')
    ada, *_ = host.guests(page)
    for shown in (
        host.client.get(page).text,
        host.client.get("/").text,
        ada._client.get(ada.link).text,
        ada.get("picture.svg").text,
    ):
        assert "<script>alert" not in shown


def test_nothing_of_the_seed_or_other_links_leaves_the_server(server: Running, host: Host) -> None:
    page = host.begin("castle_keep", "Ada", "Bo", seed="squirrel")
    ada, bo, spectator = host.guests(page)
    answers = [
        ada.get(what).text for what in ("view", "log", "goal", "legend", "picture.svg", "look")
    ]
    answers.append(ada._client.get(ada.link).text)
    answers.append(ada.post("act", number=0, move="dance").text)
    everything = "\n".join(answers)
    for secret in ("squirrel", bo.link.rsplit("/", 1)[1], spectator.link.rsplit("/", 1)[1]):
        assert secret not in everything
    assert str(server.directory) not in everything


def test_a_full_disk_loses_nothing(
    server: Running, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    move = ada.moves()[0]

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("rulekeep.match.match_file.os.fsync", full)
        a_sentence(ada.post("act", number=0, move=move), 507, "not_kept")
    assert ada.view()["number"] == 0
    assert ada.act(move, 0)["number"] == 1


def test_a_deleted_match_file_is_written_again_and_the_links_follow(
    start: Callable[..., Running],
) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    ada.act(ada.moves()[0])
    path = server.directory / f"{page.removeprefix('/tables/')}.rkm"
    path.unlink()
    ada.act(ada.moves()[0])
    assert ada.view()["acts"] == 2
    server.stop()
    again = start()
    there = again.host().guest(again.base + ada.link[ada.link.index("/t/") :])
    assert there.view()["acts"] == 2


def test_the_sidecar_is_data(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start()
    server.host().begin("kilt_castle", "Ada", "Bo")
    said = json.loads((server.directory / "web-tables.json").read_text())
    assert list(said) == ["format", "tables"]
    assert (server.directory / "web-key").stat().st_mode & 0o777 == 0o600
