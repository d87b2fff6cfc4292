"""`rulekeep engine`: a real process, asked line by line."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import ROOT
from tests.patience import PATIENCE

from rulekeep.match.match import Match
from rulekeep.match.seat_events import sentences_since
from rulekeep.session.front_end import FrontEnd


class Engine:
    """A session with the program."""

    def __init__(self, environment: dict[str, str], directory: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulekeep", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=directory,
        )
        self.asked = 0

    def send(self, line: bytes) -> dict[str, Any]:
        """The reply to a raw line."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        return reply

    def ask(self, do: str, **more: Any) -> Any:
        """The result of a request that is carried out."""
        self.asked += 1
        reply = self.send(json.dumps({"id": self.asked, "do": do, **more}).encode())
        assert reply["ok"] and reply["id"] == self.asked, reply
        return reply["result"]

    def refused(self, do: Any, **more: Any) -> dict[str, Any]:
        """The error of a request that is not."""
        reply = self.send(json.dumps({"id": "x", "do": do, **more}).encode())
        assert not reply["ok"] and reply["id"] == "x" and reply["error"]["say"], reply
        error: dict[str, Any] = reply["error"]
        return error

    def end(self) -> int:
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


@pytest.fixture
def engine(environment: dict[str, str], tmp_path: Path) -> Iterator[Engine]:
    engine = Engine(environment, tmp_path)
    yield engine
    if not engine.process.stdin or not engine.process.stdin.closed:
        assert engine.end() == 0


def test_a_match_from_the_games_to_the_file(engine: Engine, tmp_path: Path) -> None:
    known = engine.ask("games")
    assert {"castle_keep", "lanterns"} <= {game["game"] for game in known["games"]}
    assert known["broken"] == {} and "greedy" in known["bots"]
    options = engine.ask("options", game="lanterns")
    assert options["options"][0]["option"] == "ties" and "generous" in options["presets"]

    begun = engine.ask("new", game="lanterns", seats=2, seed="7", names=["Ada", "Bo"])
    table = begun["table"]
    assert begun["names"] == ["Ada", "Bo"] and begun["acts"] == 0
    assert [decision["seat"] for decision in begun["decisions"]] == [0, 1]
    twin = Match.new("lanterns", 2, "7", names=("Ada", "Bo"))
    now = begun
    while not now["over"]:
        seat = now["decisions"][0]["seat"]
        moves = engine.ask("moves", table=table, seat=seat)["moves"]
        assert [move["move"] for move in moves] == twin.legal_moves(seat)
        now = engine.ask("play", table=table, seat=seat, move=moves[-1]["move"])
        twin.play(moves[-1]["move"], seat)
        assert now["act"]["number"] == now["acts"] == len(twin.plies) - 1
    assert twin.outcome and now["outcome"]["places"] == list(twin.outcome.places)
    assert engine.ask("moves", table=table, seat=0) == {"kind": None, "prompt": None, "moves": []}

    engine.ask("save", table=table, file="evening.rkm")
    assert Match.load(tmp_path / "evening.rkm").plies[-1].state == twin.state
    loaded = engine.ask("load", file="evening.rkm")
    assert loaded["over"] and loaded["recovered"] == "" and loaded["table"] != table
    assert engine.ask("view", table=loaded["table"]) == engine.ask("view", table=table)
    assert engine.ask("close", table=table) == {"tables": [loaded["table"]]}


def test_a_seat_is_shown_what_it_may_know(engine: Engine) -> None:
    table = engine.ask("new", game="lanterns", seats=2, seed="7")["table"]
    twin = Match.new("lanterns", 2, "7")
    for viewer in (0, 1, None):
        view = engine.ask("view", table=table, seat=viewer)
        assert view["observation"] == json.loads(json.dumps(twin.observation(viewer)))
        assert list(view["legal_moves"]) == ([] if viewer is None else [str(viewer)])
        assert "seed" not in json.dumps(view) and "players" not in view
        picture = engine.ask("picture", table=table, seat=viewer, theme="dark")
        assert picture["svg"] == twin.svg(viewer, "dark")
    assert engine.ask("view", table=table) == engine.ask("view", table=table, seat=None)
    # A sealed choice is known to whoever made it.
    engine.ask("play", table=table, seat=0, move_id=0)
    own = engine.ask("events", table=table, seat=0, since=1)
    theirs = engine.ask("events", table=table, seat=1, since=1)
    assert own["next"] == theirs["next"] == 2
    assert own["acts"][0]["move"] and theirs["acts"][0]["move"] is None
    dealt = engine.ask("events", table=table, seat=1)["acts"][0]
    assert dealt["seat"] is None and len(dealt["told"]) >= len(dealt["events"]) > 0


def test_refusals_name_their_rule(engine: Engine) -> None:
    table = engine.ask("new", game="castle_keep", seats=2, seed="7")["table"]
    where = {"table": table, "seat": 0, "move": "place KY C"}
    refusal = engine.ask("check", **where)
    assert refusal["legal"] is False and refusal["refusal"]["rule"] == "CK-018"
    why = engine.ask("why", **where)
    assert not why["legal"]
    assert [r["rule"] for r in why["rules"] if r["objection"]] == ["CK-018"]
    assert all(r["text"] for r in why["rules"])
    error = engine.refused("play", **where)
    assert (error["kind"], error["rule"]) == ("illegal_move", "CK-018")
    assert error["because"] == refusal["refusal"]["because"] and error["line"] == 4
    assert engine.ask("check", **{**where, "move": "place WRC N"}) == {
        "legal": True,
        "refusal": None,
    }
    assert engine.refused("new", game="castle_keep", seats=9)["rule"] == "CK-001"


def test_undo_asks_for_consent(engine: Engine) -> None:
    table = engine.ask("new", game="castle_keep", seats=2, seed="7")["table"]
    engine.ask("play", table=table, seat=0, move="place WRC N")
    assert engine.refused("undo", table=table, seat=1)["kind"] == "needs_consent"
    assert engine.ask("undo", table=table, seat=0)["acts"] == 0
    engine.ask("play", table=table, seat=0, move="place WRC N")
    assert engine.ask("undo", table=table, seat=1, agreed=True)["acts"] == 0
    assert engine.refused("undo", table=table, seat=0)["kind"] == "refused"


def test_a_hint_is_a_legal_move(engine: Engine) -> None:
    table = engine.ask("new", game="castle_keep", seats=2, seed="7")["table"]
    hint = engine.ask("hint", table=table, seat=0, bot="greedy")
    moves = engine.ask("moves", table=table, seat=0)["moves"]
    assert hint["move"] in [move["move"] for move in moves] and 0 <= hint["value"] <= 1
    assert engine.refused("hint", table=table, seat=0, bot="run:true")["key"] == "bot"
    assert engine.refused("hint", table=table, seat=0, seconds=3600)["key"] == "seconds"
    assert engine.refused("hint", table=table, seat=1)["kind"] == "refused"


def test_every_act_is_in_the_file_at_once(engine: Engine, tmp_path: Path) -> None:
    table = engine.ask("new", game="lanterns", seats=2, file="kept.rkm")["table"]
    engine.ask("play", table=table, seat=1, move_id=0)
    assert len(Match.load(tmp_path / "kept.rkm").plies) == 2
    engine.process.kill()
    engine.end()
    assert len(Match.load(tmp_path / "kept.rkm").plies) == 2


BAD_REQUESTS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"do": "fly"}, "unknown_request", "do"),
    ({"do": None}, "unknown_request", "do"),
    ({"do": ["new"]}, "unknown_request", "do"),
    ({"do": "view"}, "bad_request", None),
    ({"do": "view", "table": "t99"}, "unknown_table", "table"),
    ({"do": "view", "table": 1}, "bad_request", "table"),
    ({"do": "view", "table": "t1", "seat": 2}, "bad_request", "seat"),
    ({"do": "view", "table": "t1", "seat": True}, "bad_request", "seat"),
    ({"do": "view", "table": "t1", "seta": 1}, "bad_request", "seta"),
    ({"do": "moves", "table": "t1"}, "bad_request", None),
    ({"do": "moves", "table": "t1", "seat": -1}, "bad_request", "seat"),
    ({"do": "play", "table": "t1", "seat": 0}, "bad_request", "move"),
    ({"do": "play", "table": "t1", "seat": 0, "move": "fly"}, "bad_notation", "move"),
    ({"do": "play", "table": "t1", "seat": 0, "move": 7}, "bad_request", "move"),
    ({"do": "play", "table": "t1", "seat": 0, "move_id": 99}, "bad_request", "move_id"),
    ({"do": "events", "table": "t1", "since": -1}, "bad_request", "since"),
    ({"do": "picture", "table": "t1", "theme": "pink"}, "bad_request", "theme"),
    ({"do": "new", "game": "chess", "seats": 2}, "unknown_game", "game"),
    ({"do": "new", "game": "lanterns", "seats": "2"}, "bad_request", "seats"),
    ({"do": "new", "game": "lanterns", "seats": 2, "options": {"x": 1}}, "setup", None),
    ({"do": "new", "game": "lanterns", "seats": 2, "options": []}, "bad_request", "options"),
    ({"do": "new", "game": "lanterns", "seats": 2, "preset": "x"}, "bad_request", "preset"),
    ({"do": "new", "game": "lanterns", "seats": 2, "names": ["a"]}, "setup", None),
    ({"do": "new", "game": "lanterns", "seats": 2, "file": "no/where.rkm"}, "file", None),
    ({"do": "load", "file": "nowhere.rkm"}, "file", None),
    ({"do": "load", "file": "a\u0000b"}, "bad_request", "file"),
    ({"do": "save", "table": "t1", "file": "/"}, "file", None),
    ({"do": "undo", "table": "t1", "seat": 0, "acts": 0}, "bad_request", "acts"),
]


def test_bad_requests_are_answered(engine: Engine) -> None:
    engine.ask("new", game="lanterns", seats=2)
    for number, (request, kind, key) in enumerate(BAD_REQUESTS, 2):
        error = engine.refused(**request)
        assert (error["kind"], error.get("key"), error["line"]) == (kind, key, number), request
    assert engine.ask("view", table="t1")["moves"] == 0, "the session goes on"


HOSTILE_LINES: list[tuple[bytes, str]] = [
    (b"hello", "not_json"),
    (b'{"do": "games"', "not_json"),
    (b"\xff\xfe", "not_json"),
    (b"[" * 100_000, "not_json"),
    (b"7", "bad_request"),
    (b'["games"]', "bad_request"),
    (b'{"id": {}, "do": "games"}', "bad_request"),
    (b'{"id": 1e400, "do": "games"}', "bad_request"),
    (b'{"id": "' + b"x" * 300 + b'", "do": "games"}', "bad_request"),
    (b'{"do": "new", "game": "lanterns", "seats": ' + b"9" * 4000 + b"}", "setup"),
    (b'{"do": "new", "game": ' + b'{"a":' * 60 + b"1" + b"}" * 61, "bad_request"),
    (b'{"do": "games", "x": "' + b"y" * (2 << 20) + b'"}', "too_long"),
]


def test_hostile_lines_are_answered(engine: Engine) -> None:
    for number, (line, kind) in enumerate(HOSTILE_LINES, 1):
        reply = engine.send(line)
        assert reply["ok"] is False and reply["id"] is None, line[:60]
        assert (reply["error"]["kind"], reply["error"]["line"]) == (kind, number), line[:60]
    assert engine.ask("new", game="lanterns", seats=2)["table"] == "t1", "the session goes on"


KEYS = ["id", "do", "table", "seat", "move", "move_id", "game", "seats", "seed", "options", "names"]
KEYS += ["acts", "agreed", "bot", "since", "theme", "preset"]
WORDS = [*FrontEnd()._requests, "t1", "t2", "lanterns", "show 1", "take 1", "greedy", "nobody"]
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 9), st.floats(), st.text(max_size=5))
    | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)
REQUESTS = st.fixed_dictionaries(
    {"do": st.sampled_from([do for do in FrontEnd()._requests if do != "hint"])},
    optional={key: VALUES for key in KEYS if key != "do"},
)


@given(st.lists(st.one_of(st.binary(), REQUESTS.map(lambda r: json.dumps(r).encode())), max_size=8))
def test_whatever_is_asked_is_answered(lines: list[bytes]) -> None:
    session = FrontEnd()
    session.answer(b'{"do": "new", "game": "lanterns", "seats": 2, "seed": "1"}', 1)
    for number, line in enumerate(lines, 2):
        reply = json.loads(json.dumps(session.answer(line, number), allow_nan=False))
        assert reply["ok"] or reply["error"]["line"] == number
        assert reply["ok"] or reply["error"]["kind"] != "failed", reply


def test_files_are_refused_with_their_line(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "broken.rkm").write_text("rulekeep-match 1\n{}\n")
    error = engine.refused("load", file="broken.rkm")
    assert (error["kind"], error["file"], error["file_line"]) == ("file", "broken.rkm", 2)
    (tmp_path / "there.rkm").write_text("mine")
    table = engine.ask("new", game="lanterns", seats=2)["table"]
    assert engine.refused("save", table=table, file="there.rkm")["kind"] == "file"
    assert (tmp_path / "there.rkm").read_text() == "mine"


def test_a_front_end_in_javascript_plays_a_match(
    environment: dict[str, str], tmp_path: Path
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("match.js was not run: there is no node here")
    script = tmp_path / "rulekeep"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m rulekeep "$@"\n')
    script.chmod(0o755)
    front_end = ROOT / "examples" / "front_ends" / "match.js"
    done = subprocess.run(
        [node, front_end, "lanterns", "7", script],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    twin = Match.new("lanterns", 2, "7", names=("Ada", "Bo"))
    while not twin.is_over:
        moves = twin.legal_moves()
        twin.play(moves[(len(twin.plies) - 1) % len(moves)])
    assert twin.outcome is not None
    told = sentences_since(twin, 1, None)
    assert done.stdout.splitlines() == [*told, f"places: {','.join(map(str, twin.outcome.places))}"]


def test_only_so_many_tables_are_open(engine: Engine) -> None:
    for _ in range(64):
        engine.ask("new", game="lanterns", seats=2)
    assert engine.refused("new", game="lanterns", seats=2)["kind"] == "limit"
    engine.ask("close", table="t1")
    assert engine.ask("new", game="lanterns", seats=2)["table"] == "t65"
    assert engine.refused("close", table="t1")["kind"] == "unknown_table"
