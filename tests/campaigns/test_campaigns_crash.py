"""The crash campaign in small: one accident of each kind, and that it can find."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.campaigns import crash
from tests.campaigns.ledger import Ledger, Unit
from tests.campaigns.program import GONE, Ended, start

from rulekeep.match.match import Match


@pytest.mark.parametrize("name", crash.ACCIDENTS)
def test_nothing_is_lost(name: str) -> None:
    done = crash.work(Unit(name, 10**6))
    assert not done.findings, done.findings[0].what


def test_the_program_answers_and_can_be_killed(tmp_path: Path) -> None:
    words = ["play", "lanterns", "--seed", "3", "--seats", "Ada=human,random", "--file", "m.rkm"]
    ended = start(words, tmp_path, "1\nundo\n1\nquit\n").ended()
    assert ended.code == 0 and crash._shown(ended) == ["show 1", "undo", "show 1"]
    assert not list(crash.complaints(tmp_path, ended))
    (tmp_path / "m.rkm").unlink()
    ended = start(words, tmp_path, "1\n", die_at_step=1).killed_after(30)
    assert ended.code == GONE and not list(tmp_path.glob("*.rkm"))


def test_what_is_missing_is_found(tmp_path: Path) -> None:
    Match.new("lanterns", 2, 3, path=tmp_path / "m.rkm").close()
    shown = Ended("Ada: Show 1.\nSaved a copy of the match in c1.rkm.\n", 0)
    lost, gone = crash.complaints(tmp_path, shown)
    assert lost == "shown ['show 1'], kept [[]]"
    assert gone == "said to be in c1.rkm, which is not there"
    (tmp_path / "m.rkm").write_text("rulekeep-match 1\n{}\n")
    assert any("does not load" in said for said in crash.complaints(tmp_path, shown))


def test_a_draft_that_stays_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".rulekeep-0123456789abcdef").write_text("")
    monkeypatch.setattr("rulekeep.match.safe_files.sweep", lambda _directory: None)
    assert list(crash.swept(tmp_path)) == [".rulekeep-0123456789abcdef is left behind"]


def test_kills_come_most_often(tmp_path: Path) -> None:
    series = crash.units(Ledger.open(tmp_path / "crash.json"))
    sent = [next(series).series for _ in range(300)]
    assert set(sent) == set(crash.ACCIDENTS)
    assert sum(name.startswith("kill") for name in sent) > 200
