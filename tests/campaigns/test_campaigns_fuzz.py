"""The fuzz campaign in small: the kept corpus, some inputs at every door, and that it can find."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest
from attrs import evolve
from tests.campaigns import fuzz, guided
from tests.campaigns.confined import Desk, confined
from tests.campaigns.distorting import HUGE, LARGE
from tests.campaigns.doors import DOORS, leave
from tests.campaigns.ledger import Ledger, Unit

CORPUS = Path(__file__).parent / "corpus"
SOME = {
    "beginnings": 60,
    "boards": 20,
    "commands": 12,
    "houses": 100,
    "positions": 60,
    "sealed": 60,
    "scenarios": 60,
    "results": 200,
}


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_the_corpus_does_no_harm(path: Path) -> None:
    door = evolve(DOORS[path.stem], seconds=60.0)  # a busy machine is no finding here

    def knock_all(desk: Desk) -> list[str]:
        accidents = []
        for head, body in json.loads(path.read_text(encoding="utf-8")):
            desk.lay(body.encode())
            accident = fuzz.knock(door, head, body.encode("latin-1"))
            if accident is not None:
                accidents.append(f"{head} {body[:80]!r}: {accident}")
        leave()
        return accidents

    ended = confined(knock_all)
    assert ended.value == [], ended
    leave()


@pytest.mark.parametrize("name", DOORS)
def test_good_inputs_are_let_in_and_bad_ones_refused(name: str) -> None:
    door = evolve(DOORS[name], seconds=60.0)
    for head, body in fuzz.visitors(name)[:: max(1, len(fuzz.visitors(name)) // 5)]:
        assert fuzz.knock(door, head, body) is None
    ended = confined(lambda desk: fuzz.batch(door, 10**9, SOME.get(name, 400), desk))
    assert ended.value is not None, ended
    assert ended.value["found"] == []
    leave()


def _trip(_head: str, body: bytes) -> None:
    if b"7" in body:
        raise KeyError("seven")


def test_an_accident_is_found_and_cut_down() -> None:
    door = evolve(DOORS["seats"], knock=_trip)
    ended = confined(lambda desk: fuzz.batch(door, 0, 3000, desk))
    (what, text), *others = ended.value["found"]
    assert not others and what.startswith("KeyError: 'seven'")
    assert json.loads(text) == ["seats", "", "7"]


def test_the_same_number_is_the_same_input() -> None:
    for door in (DOORS["notation"], DOORS["positions"]):
        inputs = [fuzz.visitor(door, number) for number in range(200)]
        assert inputs == [fuzz.visitor(door, number) for number in range(200)]
        assert len(set(inputs)) > 190


def test_some_inputs_are_beyond_all_measure() -> None:
    sizes = [len(fuzz.visitor(DOORS["seats"], number)[1]) for number in range(20_000)]
    assert LARGE < max(sizes) <= HUGE


def test_who_hangs_or_dies_is_found_with_what_it_worked_on() -> None:
    def hang(desk: Desk) -> None:
        desk.lay(b"the last straw")
        signal.pause()

    def die(desk: Desk) -> None:
        desk.lay(b"poison")
        os._exit(9)

    ended = confined(hang, patience=3.0)
    assert ended.trouble == "silent for 3 seconds" and ended.last == b"the last straw"
    ended = confined(die)
    assert ended.trouble == "died with exit code 9" and ended.last == b"poison"


def test_batches_keep_the_shares_of_the_doors(tmp_path: Path) -> None:
    series = fuzz.units(Ledger.open(tmp_path / "fuzz.json"), list(DOORS))
    sent = [next(series) for _ in range(2000)]
    total = sum(DOORS[unit.series].batch for unit in sent)
    for name, door in DOORS.items():
        part = sum(door.batch for unit in sent if unit.series == name) / total
        assert abs(part - door.share) < 0.02
    assert sent[0] == Unit("notation", 0)


def test_missing_atheris_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    assert guided.run([]) == 2
    assert "pip install atheris" in capsys.readouterr().out


def test_only_functions_of_our_own_guide_the_search() -> None:
    names = {function.__module__ for function in guided._functions()}
    assert "rulekeep.core.notation" in names
    assert all(name.startswith("rulekeep.") for name in names)
