"""Citations that are always there, and positions changed a little: the kit notices both."""

from __future__ import annotations

from collections.abc import Iterator

import lanterns
from attrs import evolve
from lanterns.moves import Move
from lanterns.plugin import Lanterns
from lanterns.state import State

from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.events import Emit, Event
from rulekeep.core.game import Outcome
from rulekeep.core.state.position_data import Fault
from rulekeep.testing import check_game
from rulekeep.testing.damaged_positions import damage, damage_problems


class Stamped(Lanterns):
    """Every event says the rule about who may act, and every outcome how many may play."""

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        def stamp(event: Event) -> None:
            if emit:
                emit(evolve(event, rules=(*event.rules, "LA-009")))

        super().advance(state, seat, move, chance, stamp)

    def outcome(self, state: State) -> Outcome | None:
        ended = super().outcome(state)
        return evolve(ended, rules=("LA-001",)) if ended else None


class Lax(Lanterns):
    """Nobody judges."""

    def audit(self, state: State) -> Iterator[Fault]:
        return iter(())


def test_the_tiny_game_has_no_stamps() -> None:
    report = check_game(lanterns.GAME, matches=3)
    assert report.ok and report.constant_citations == []


def test_ids_that_always_stand_there_are_reported() -> None:
    report = check_game(Stamped(), matches=3)
    assert "LA-009 by every PrizeTaken" in report.constant_citations
    assert "LA-001 by every outcome" in report.constant_citations
    assert "  always cited: LA-001 by every outcome" in report.lines()


def test_changed_positions_are_refused_or_can_be_played() -> None:
    game = lanterns.GAME
    lot = SeededChance("changed")
    for seats in game.seats:
        data = game.to_dict(game.setup(seats, {}, lot).state)
        assert list(damage_problems(game, data, lot, tries=400, moves=60)) == []


def test_a_game_without_a_judge_is_found_out() -> None:
    game = Lax()
    lot = SeededChance("lax")
    data = game.to_dict(game.setup(2, {}, lot).state)
    faults = list(damage_problems(game, data, lot, tries=400, moves=60))
    assert any("cannot be played" in fault or "no legal move" in fault for fault in faults)


def test_spoiling_leaves_the_original_alone() -> None:
    data = {"a": [1, 2, {"b": True}], "c": {"d": 3}}
    lot = SeededChance("spoil")
    changes = {damage(data, lot)[0] for _ in range(300)}
    assert data == {"a": [1, 2, {"b": True}], "c": {"d": 3}}
    assert any("removed" in change for change in changes)
    assert len(changes) > 20
