"""The search for leaks in short, and whether it would notice each kind of leak."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from lanterns.events import LanternDrawn
from lanterns.moves import Move
from lanterns.plugin import Lanterns
from lanterns.state import State
from tests.campaigns import leaks
from tests.campaigns.crew import sum_up
from tests.campaigns.ledger import Done, Ledger, Unit

from rulekeep.bots import Choice
from rulekeep.core import registry
from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.events import Emit, Event, NameOf
from rulekeep.core.game import Score
from rulekeep.core.rulebook import Refusal
from rulekeep.match.match import Match


def test_nothing_leaks_in_some_matches_of_every_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [name for name in registry.names() if leaks.has_secrets(registry.load(name))]
    assert {"castle_keep", "kings_and_castles", "lanterns"} <= set(games)
    assert "kilt_castle" not in games
    code = leaks.run(["--count", "2000", "--state", str(tmp_path), "--quiet"])
    said = capsys.readouterr().out
    assert code == 0, said
    for kind in ("drawings", "refusals", "exported records", "choices of mcts", "news"):
        assert f"{kind}\n" in said


class Observed(Lanterns):
    def observation(self, state: State, seat: int | None) -> dict[str, Any]:
        return {**super().observation(state, seat), "all": [hand[:] for hand in state.hands]}


class Drawn(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = super().render(state, viewer, look)
        if look.width == 60:
            canvas.line(str(state.hands))
        return canvas


class Coloured(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = super().render(state, viewer, look)
        canvas.line("hands", "red" if state.hands[0][0] else "")
        return canvas


class Described(Lanterns):
    def describe(self, state: State, seat: int, move: Move) -> str:
        return f"against {state.hands}"


class Listed(Lanterns):
    def legal_moves(self, state: State, seat: int) -> Any:
        moves = super().legal_moves(state, seat)
        strong = sum(hand[3] for hand in state.hands) % 2
        return moves[::-1] if strong else moves


class Refused(Lanterns):
    def check(self, state: State, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(state, seat, move)
        return refusal and Refusal(refusal.rule, f"the hands are {state.hands}")


class Counted(Lanterns):
    def standing(self, state: State, viewer: int | None = None) -> tuple[Score, ...]:
        return tuple(Score(seat, hand[0]) for seat, hand in enumerate(state.hands))


class Peeking(Lanterns):
    """Deals again, depending on the true hands."""

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        lot = SeededChance(chance.below(1 << 30, "a lot"), state.hands)
        return super().determinize(state, seat, lot)


@frozen
class Whispered(LanternDrawn):
    def rumour(self, name: NameOf) -> str:
        return f"{name(self.seat)} draws lantern {self.lantern}, they say."


class Rumoured(Lanterns):
    def advance(
        self, state: State, seat: int, move: Any, chance: Chance, emit: Emit | None = None
    ) -> None:
        def whisper(event: Event) -> None:
            assert emit is not None
            if isinstance(event, LanternDrawn):
                event = Whispered(event.rules, event.seat, event.lantern, seen_by=event.seen_by)
            emit(event)

        super().advance(state, seat, move, chance, whisper if emit else None)


@frozen
class Chosen(Event):
    seat: int
    lantern: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} has chosen {self.lantern}."


class Unsealed(Lanterns):
    def advance(
        self, state: State, seat: int, move: Any, chance: Chance, emit: Emit | None = None
    ) -> None:
        if emit and hasattr(move, "lantern"):
            emit(Chosen(("LA-005",), seat, move.lantern))
        super().advance(state, seat, move, chance, emit)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (Observed, "observation"),
        (Drawn, "drawings"),
        (Coloured, "drawings"),
        (Described, "words of moves"),
        (Listed, "legal moves"),
        (Refused, "refusals"),
        (Counted, "standing"),
        (Peeking, "deals by the same lot"),
        (Rumoured, "news"),
        (Unsealed, "news"),
    ],
)
def test_each_kind_of_leak_is_found(
    game: type[Lanterns], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaks, "EVERY", 1)
    for number in range(6):
        search = leaks.Search(game(), number)
        search.run()
        if any(finding.what.startswith(f"{kind} of ") for finding in search.findings):
            return
    raise AssertionError(f"no leak of {kind}")


def test_bots_that_know_too_much_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(self: Any, game: Any, state: State, seat: int, *_: Any) -> Any:
        moves = game.legal_moves(state, seat)
        return Choice(moves[0], state.hands[1 - seat if seat < 2 else 0][0] / 10)

    monkeypatch.setattr("rulekeep.bots.base.Bot.choose", choose)
    monkeypatch.setattr(leaks, "BOTS_EVERY", 1)
    search = leaks.Search(Lanterns(), 0)
    search.run()
    assert search.findings and "choices of" in search.findings[0].what


class Clumsy(Lanterns):
    def describe(self, state: State, seat: int, move: Move) -> str:
        return str(1 // 0)


def test_an_accident_is_a_finding() -> None:
    search = leaks.Search(Clumsy(), 0)
    search.run()
    (finding,) = search.findings
    assert "ZeroDivisionError" in finding.what
    (trace,) = finding.files.values()
    assert "in describe" in trace


def test_a_finding_comes_with_a_match_file_that_loads(tmp_path: Path) -> None:
    search = leaks.Search(Described(), 0)
    search.run()
    for name, text in search.findings[0].files.items():
        (tmp_path / name).write_text(text)
    (path,) = tmp_path.glob("*.rkm")
    assert len(Match.load(path, game=Lanterns()).plies) > 0


def test_hidden_keys_that_never_vary_are_reported(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path / "ledger.json")
    figures: Mapping[str, int] = {
        "lanterns/hidden hands": 900,
        "lanterns/varied hands": 7,
        "lanterns/hidden deck": 900,
        "lanterns/hidden choices": 3,
    }
    ledger.add(Done(Unit("lanterns", 0), figures))
    (told,) = leaks.unvaried(ledger)
    assert told.startswith("lanterns: 'deck' is hidden")
    assert sum_up(ledger, "leaks", [], whole=True, also=[told]) == 1


def test_a_restarted_worker_knows_the_tiny_game() -> None:
    asked = "from tests.campaigns.leaks import registry; registry.load('lanterns')"
    subprocess.run([sys.executable, "-c", asked], cwd=Path(__file__).parents[2], check=True)
