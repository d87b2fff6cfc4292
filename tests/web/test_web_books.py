"""The rule books that are served: at once without examples, then with them, written only once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import sleep

import pytest
from tests.web import patiently
from tests.web.client import until
from tests.web.running import Running

from rulekeep.web.pages import rule_books
from rulekeep.web.pages.rule_books import Books, edition

BINDER = """
import pathlib, sys
place = pathlib.Path(sys.argv[-1])
with open(place.parent.parent / "made", "a") as made:
    made.write("once\\n")
place.mkdir()
(place / "kilt_castle.html").write_text("<p id='KC-055'>played")
(place / "style.css").write_text("p { color: red }")
"""


def shows(page: str, words: str) -> bool:
    return words in patiently.get(page).text


def binder(said: str) -> tuple[str, ...]:
    return (sys.executable, "-c", said)


def test_a_book_is_made_once_and_kept(start: Callable[..., Running], tmp_path: Path) -> None:
    kept = tmp_path / "books"
    for _ in range(2):
        server = start(books=Books(kept, binder(BINDER)))
        page = f"{server.base}/book/kilt_castle"
        assert "KC-055" in patiently.get(page).text  # with or without examples
        until(partial(shows, page, "played"))
        answer = patiently.get(page)
        assert "blob:" in answer.headers["content-security-policy"]
        style = patiently.get(f"{server.base}/book/style.css")
        assert style.headers["content-type"].startswith("text/css")
        assert patiently.get(f"{server.base}/book/made").status_code == 404
        assert patiently.get(f"{server.base}/book/..%2f..%2fmade").status_code == 404
        server.stop()
    assert (tmp_path / "made").read_text() == "once\n"
    assert [path.name for path in kept.iterdir()] == [edition()]


def test_a_book_that_is_made_very_quickly_is_served(
    start: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(_which: int, _who: int, _priority: int) -> None:
        raise ProcessLookupError(3, "No such process")

    monkeypatch.setattr("rulekeep.web.background_command.os.setpriority", ended)
    server = start(books=Books(tmp_path / "books", binder(BINDER)))
    until(partial(shows, f"{server.base}/book/kilt_castle", "played"))


def test_a_kept_book_is_there_at_once_though_it_takes_time_to_find(
    start: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly() -> str:
        sleep(0.5)
        return "kept"

    monkeypatch.setattr(rule_books, "edition", slowly)
    (tmp_path / "books" / "kept").mkdir(parents=True)
    (tmp_path / "books" / "kept" / "kilt_castle.html").write_text("kept for long")
    server = start(books=Books(tmp_path / "books", binder(BINDER)))
    assert shows(f"{server.base}/book/kilt_castle", "kept for long")


def test_without_examples_the_rules_are_there(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start(books=Books(tmp_path / "books", binder("raise SystemExit('no room')")))
    for _ in range(2):
        answer = patiently.get(f"{server.base}/book/kilt_castle")
        assert answer.status_code == 200 and 'id="KC-055"' in answer.text


def test_who_does_not_wait_for_the_book_need_not(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    server = start(books=Books(tmp_path / "books", binder("import time; time.sleep(600)")))
    assert "are being made" in patiently.get(f"{server.base}/book/castle_keep").text
    server.stop()
