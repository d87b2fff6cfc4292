"""The review of a finished match in the browser: made once, for everybody with a link."""

from __future__ import annotations

import asyncio
import gc
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.client import Guest, until
from tests.web.running import Running

from rulekeep.web.background_command import BackgroundCommand
from rulekeep.web.pages.review_maker import ReviewMaker

COMMAND = (sys.executable, "-m", "rulekeep", "review", "--depth", "quick", "--html")


def finished(server: Running) -> tuple[Guest, Guest]:
    """A match of two people that is over, and their links."""
    host = server.host()
    page = host.begin("castle_keep", "Ada", "Bo", seed="review")
    first, second = host.guests(page)[:2]
    while not first.view()["over"]:
        for guest in (first, second):
            if guest.view()["decision"]:
                guest.act(guest.moves()[0])
    return first, second


def command(script: str) -> tuple[str, ...]:
    return (sys.executable, "-c", script)


def test_a_finished_match_is_reviewed_for_its_players(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    first, second = finished(start(reviews=ReviewMaker(tmp_path / "pages", COMMAND)))
    waiting = first.get("review")
    assert waiting.status_code == 200 and "is being made" in waiting.text
    assert waiting.headers["refresh"]
    until(lambda: "refresh" not in first.get("review").headers)
    page = second.get("review")
    assert "Chance to win" in page.text and "Where the result came from" in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert len(list((tmp_path / "pages").iterdir())) == 1


def test_a_match_that_goes_on_has_no_review(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start(reviews=ReviewMaker(tmp_path / "pages", COMMAND))
    host = server.host()
    guest = host.guests(host.begin("castle_keep", "Ada", "Bo"))[0]
    answer = guest.get("review")
    assert answer.status_code == 409 and "when the match is over" in answer.text
    assert not (tmp_path / "pages").exists()


def test_a_review_that_fails_says_why_and_is_not_tried_for_ever(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    script = f"open({str(tmp_path / 'tried')!r}, 'a').write('x'); raise SystemExit('no room left')"
    guest, _ = finished(start(reviews=ReviewMaker(tmp_path / "pages", command(script))))
    guest.get("review")
    until(lambda: guest.get("review").status_code == 500)
    assert "no room left" in guest.get("review").text
    assert (tmp_path / "tried").read_text() == "x"


def test_a_server_stops_while_a_review_is_made(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    script = f"open({str(tmp_path / 'began')!r}, 'w').close(); import time; time.sleep(600)"
    server = start(reviews=ReviewMaker(tmp_path / "pages", command(script)))
    guest, _ = finished(server)
    assert guest.get("review").status_code == 200
    until((tmp_path / "began").exists)
    server.stop()
    assert not [path for path in (tmp_path / "pages").iterdir() if path.suffix == ".html"]


def test_a_command_that_is_cancelled_has_ended(tmp_path: Path) -> None:
    async def cancelled() -> None:
        script = f"open({str(tmp_path / 'began')!r}, 'w').close(); import time; time.sleep(600)"
        task = asyncio.create_task(BackgroundCommand().run(command(script)))
        while not (tmp_path / "began").exists():
            await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        asyncio.run(cancelled())
        gc.collect()
    assert not [one.message for one in warned if one.category is ResourceWarning]
