"""`rulekeep serve` as a program: what it says, how it ends, what it needs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.web import patiently
from tests.web.client import Host, until, until_it_answers
from tests.web.patiently import SECONDS

from rulekeep.web.limit_options import with_limits
from rulekeep.web.middleware import Limits, RequestRate
from rulekeep.web.tables.server_settings import ServerSettings

ROOT = Path(__file__).parents[2]


@contextmanager
def serving(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "rulekeep", "serve", "--no-browser", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulekeep", "serve", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env={**os.environ, **environment},
    )


def test_the_extra_asks_for_versions_without_known_holes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {Requirement(text).name: text for text in project["optional-dependencies"]["web"]}
    starlette = Requirement(wanted["starlette"])
    assert "0.49.0" not in starlette.specifier  # CVE-2025-62727
    assert "3.1.5" not in Requirement(wanted["jinja2"]).specifier  # CVE-2025-27516
    for text in wanted.values():
        requirement = Requirement(text)
        assert version(requirement.name) in requirement.specifier


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_with_a_sentence_while_clients_are_connected(
    tmp_path: Path, end: signal.Signals
) -> None:
    with serving("--matches", str(tmp_path)) as server:
        assert server.stdout is not None
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\?key=(\S+)", server.stdout.readline())
        assert found
        until_it_answers(found[1])
        host = Host(found[1], found[2])
        ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
        with ada.listening() as heard:
            server.send_signal(end)
            heard.wait_for_end()
        out, errors = server.communicate(timeout=SECONDS)
        host.close()
        assert "The server has stopped" in out and server.returncode == 0
        assert errors == ""


def test_it_says_where_it_is_and_what_that_means(tmp_path: Path) -> None:
    with serving("--matches", str(tmp_path / "new"), "--host", "0.0.0.0") as server:
        assert server.stdout is not None
        lobby = server.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\?key=\S{20,}", lobby)
        assert found, lobby
        assert "can try links there" in server.stdout.readline()
        assert str(tmp_path / "new") in server.stdout.readline()
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
        taken = run("--matches", str(tmp_path / "new"))
        assert taken.returncode == 2 and "another rulekeep server" in taken.stderr
        port = found[1].rpartition(":")[2]
        busy = run("--matches", str(tmp_path / "other"), "--port", port)
        assert busy.returncode == 2 and "cannot listen" in busy.stderr
        until_it_answers(found[1])
        page = patiently.get(found[0], follow_redirects=True, headers={"accept": "text/html"})
        assert page.status_code == 200 and "<html" in page.text


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError('no', name='uvicorn')\n")
    said = run("--matches", str(tmp_path / "m"), PYTHONPATH=str(tmp_path))
    assert said.returncode == 2
    assert "install rulekeep[web]" in said.stderr and "Traceback" not in said.stderr


def test_what_cannot_be_listened_at_or_written(tmp_path: Path) -> None:
    nowhere = run("--host", "no.such.name.invalid", "--matches", str(tmp_path))
    assert nowhere.returncode == 2 and "no.such.name.invalid" in nowhere.stderr
    (tmp_path / "file").write_text("")
    assert run("--matches", str(tmp_path / "file")).returncode == 2
    assert run("--port", "70000").returncode == 2


def lobby_key(server: subprocess.Popen[str]) -> tuple[str, str]:
    """The address and the key that a server prints first."""
    assert server.stdout is not None
    found = re.search(r"(http://127\.0\.0\.1:\d+)/\?key=(\S+)", server.stdout.readline())
    assert found
    until_it_answers(found[1])
    return found[1], found[2]


def test_the_key_of_the_lobby_is_renewed_alone(tmp_path: Path) -> None:
    with serving("--matches", str(tmp_path)) as server:
        base, old = lobby_key(server)
        host = Host(base, old)
        link = host.links(host.begin("kilt_castle", "Ada", "Bo"))["seats"][0]["link"]
        host.close()
    with serving("--matches", str(tmp_path), "--new-key") as server:
        base, new = lobby_key(server)
        assert new != old
        assert patiently.get(f"{base}/", params={"key": old}).status_code == 403
        assert patiently.get(f"{base}/", params={"key": new}).status_code == 303
        token = link.rpartition("/")[2]
        assert patiently.get(f"{base}/t/{token}/view").status_code == 200
    with serving("--matches", str(tmp_path)) as server:
        assert lobby_key(server)[1] == new


def test_a_log_file_may_be_moved_away(tmp_path: Path) -> None:
    file, moved = tmp_path / "server.log", tmp_path / "old.log"
    with serving("--matches", str(tmp_path / "matches"), "--log", str(file)) as server:
        base, _ = lobby_key(server)
        assert patiently.get(f"{base}/first").status_code == 404
        until(lambda: "/first" in file.read_text())
        file.rename(moved)
        assert patiently.get(f"{base}/second").status_code == 404
        until(lambda: file.exists() and "/second" in file.read_text())
    assert "/second" not in moved.read_text()
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d{4} GET /first 404", moved.read_text())


def test_limits_are_set_by_name() -> None:
    limits, settings = with_limits(
        ["tables=20", "connections=300", "requests-per-link=40", "request-seconds=2.5"],
        Limits(),
        ServerSettings(),
    )
    assert settings.max_open == 20
    assert limits.connections == 300 and limits.request_seconds == 2.5
    assert limits.link == RequestRate(240, 40)
    assert limits.address == Limits().address


@pytest.mark.parametrize("text", ["speed=3", "tables", "tables=0", "tables=1.5", "tables=many"])
def test_a_limit_that_is_none(text: str) -> None:
    found = run("--limit", text)
    assert found.returncode == 2 and found.stderr.startswith(f"rulekeep: --limit '{text}'")
    assert found.stderr.count("\n") == 1
