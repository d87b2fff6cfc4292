"""The soak in short, and whether it would notice, stop, go on and tell where to look."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lanterns
import pytest
from lanterns.plugin import Lanterns
from lanterns.state import State
from tests.campaigns import crew, soak
from tests.campaigns.ledger import Done, Finding, Ledger, Unit
from tests.campaigns.soak import Sitting
from tests.campaigns.tables import random_table

from rulekeep.core import registry
from rulekeep.core.chance import Chance
from rulekeep.core.events import Emit
from rulekeep.core.state.position_data import Fault
from rulekeep.match.match import Match


def kept(state: Path, campaign: str = "soak") -> dict[str, Any]:
    data: dict[str, Any] = json.loads((state / campaign / "ledger.json").read_text())
    return data


def test_some_matches_of_every_game_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = [name for name in registry.names() if name != "lanterns"]
    games = [word for name in shipped for word in ("--game", name)]
    code = soak.run([*games, "--count", "8", "--state", str(tmp_path)])
    said = capsys.readouterr().out
    assert code == 0, said
    assert "8 of 8 matches" in said and "Nothing was found." in said
    for name in shipped:
        assert kept(tmp_path)["figures"][f"{name}/matches"] == 2


def test_a_run_goes_on_where_it_stopped_and_keeps_its_figures(tmp_path: Path) -> None:
    only = ["--game", "lanterns", "--quiet"]
    for count in ("4", "9", "9"):
        assert soak.run([*only, "--count", count, "--state", str(tmp_path / "parts")]) == 0
    assert soak.run([*only, "--count", "9", "--state", str(tmp_path / "whole")]) == 0
    parts, whole = kept(tmp_path / "parts"), kept(tmp_path / "whole")
    assert parts["figures"] == whole["figures"]
    assert parts["done"] == whole["done"] == {"lanterns": [[0, 8]]}


def test_several_processes_do_the_same_as_one(tmp_path: Path) -> None:
    words = ["--game", "castle_keep", "--count", "3", "--workers", "2", "--quiet"]
    assert soak.run([*words, "--state", str(tmp_path)]) == 0
    here: Counter[str] = Counter()
    for first, last in kept(tmp_path)["done"]["castle_keep"]:
        for number in range(first, last + 1):
            here.update(soak.soak(Unit("castle_keep", number)).figures)
    assert kept(tmp_path)["figures"] == here


def test_an_interrupted_run_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(unit: Unit) -> Done:
        if unit.number == 3:
            raise KeyboardInterrupt
        return Done(unit, {"lanterns/matches": 1})

    monkeypatch.setattr(soak, "soak", interrupted)
    words = ["--game", "lanterns", "--count", "5", "--state", str(tmp_path), "--quiet"]
    assert soak.run(words) == crew.INTERRUPTED
    assert "3 of 5 matches" in capsys.readouterr().out
    assert kept(tmp_path)["done"] == {"lanterns": [[0, 2]]}


def test_time_is_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "lanterns", "--seconds", "0", "--state", str(tmp_path), "--quiet"]
    assert soak.run(words) == 0
    assert "0 of 100,000 matches" in capsys.readouterr().out


def test_the_same_number_is_the_same_match_for_ever() -> None:
    assert random_table(lanterns.GAME, "soak", "lanterns", 8) == (3, {"ties": "nobody"})
    seats, options = random_table(registry.load("castle_keep"), "soak", "castle_keep", 5)
    assert (seats, options["variant"], options["turn_limit"]) == (4, "empire", 288)
    session = Sitting(lanterns.GAME, 8)
    session.play()
    moves = " ".join(lanterns.GAME.notation(move) for _, move, _ in session.acts[:6])
    assert moves == "show 1 show 4 show 1 take 2 show 2 show 2"


# -- what it notices ------------------------------------------------------------------------------


class Miscounted(Lanterns):
    """From the third round on the judge objects."""

    def audit(self, state: State) -> Iterator[Fault]:
        if state.round >= 3:
            yield Fault("round", "the third round cannot be")


class Stumbling(Lanterns):
    """The rules cannot carry out an act of the second round."""

    def advance(
        self, state: State, seat: int, move: Any, chance: Chance, emit: Emit | None = None
    ) -> None:
        if state.round == 2:
            raise ZeroDivisionError("nothing to divide by")
        super().advance(state, seat, move, chance, emit)


class Amnesic(Lanterns):
    """What comes back from data has lost its points."""

    def from_dict(self, data: Any) -> State:
        state = super().from_dict(data)
        state.points = [0] * len(state.points)
        return state


def found(game: Lanterns, tmp_path: Path, numbers: int = 40) -> tuple[dict[str, Any], Match]:
    """The first finding in some matches: what is said of it, and its match file."""
    for number in range(numbers):
        session = Sitting(game, number)
        session.play()
        if session.report.problems:
            finding = session.shortest().finding()
            texts = {name.rpartition(".")[2]: text for name, text in finding.files.items()}
            path = tmp_path / "found.rkm"
            path.write_text(texts["rkm"])
            return json.loads(texts["json"]), Match.load(path, game=lanterns.GAME)
    raise AssertionError("nothing was found")


def test_an_impossible_table_is_found_at_the_act_that_made_it(tmp_path: Path) -> None:
    about, match = found(Miscounted(), tmp_path)
    assert "the third round cannot be" in about["problems"][0]
    assert match.state.round == 3
    assert match.plies[-2].state.round == 2
    assert about["acts"] == len(match.plies) - 1


def test_an_accident_is_found_and_the_file_ends_before_it(tmp_path: Path) -> None:
    about, match = found(Stumbling(), tmp_path)
    assert "ZeroDivisionError" in about["problems"][0]
    assert match.state.round == 2
    assert match.plies[-2].state.round == 1


def test_a_fault_seen_only_now_and_then_is_cut_to_its_first_act(tmp_path: Path) -> None:
    about, match = found(Amnesic(), tmp_path)
    assert "read back from JSON" in about["problems"][0]
    assert any(match.state.points)
    assert not any(any(ply.state.points) for ply in match.plies[:-1])


def test_what_was_found_is_tried_again_with_other_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "soak" / "ledger.json"
    ledger = Ledger.open(path)
    for number in range(5):
        bad = (Finding("broken", {"it.txt": "how"}),) if number == 2 else ()
        ledger.add(Done(Unit("lanterns", number), {"lanterns/matches": 1}, bad))
    ledger.save()
    assert Ledger.open(path).found and (path.parent / "it.txt").exists()
    monkeypatch.setattr("tests.campaigns.ledger.program", lambda: "mended")
    mended = Ledger.open(path)
    assert not mended.found and not (path.parent / "it.txt").exists()
    assert mended.figures["lanterns/matches"] == 4
    assert next(mended.undone("lanterns")) == Unit("lanterns", 2)


def test_findings_make_the_run_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "load", lambda name: Miscounted())
    words = ["--game", "lanterns", "--count", "1", "--state", str(tmp_path), "--quiet"]
    assert soak.run(words) == 1
    assert "FOUND in lanterns:0" in capsys.readouterr().out
    assert (tmp_path / "soak" / "lanterns-0.rkm").exists()
    assert soak.run(["--only", "lanterns:0"]) == 1
