"""The conformance kit: every seat count, every option by itself, both presets."""

from typing import Any

import pytest
from attrs import evolve
from tests.pace import EVERY

from rulekeep.core import Chance, Emit
from rulekeep.core.chance import SeededChance
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.events import TileDiscarded
from rulekeep.games.castle_keep.moves import Move
from rulekeep.games.castle_keep.plugin import CastleKeep
from rulekeep.games.castle_keep.state import State
from rulekeep.testing.conformance import conformance_test
from rulekeep.testing.kit_report import KitRun, Report
from rulekeep.testing.secrecy_checks import check_move_events

test_conformance = conformance_test("castle_keep", probes=1, every=EVERY, seed="castle")

HANDS = {"0": ["TRS", "TBS", "TYZ", "WYS", "KB"], "1": ["WRC"], "2": ["WBC"]}


def event_problems(game: CastleKeep, **given: Any) -> list[str]:
    """What the kit finds in the events of a move, with several seeds."""
    report = Report(game.id)
    state = game.from_dict({"seats": 3, "hands": HANDS, **given})
    for seed in range(3):
        check_move_events(KitRun(game, report, "here"), state, 0, SeededChance(seed))
    return report.problems


def test_passing_does_not_reveal_whether_the_hand_could_be_used() -> None:
    hands = {"0": ["KR"], "1": ["WRC"]}
    assert not event_problems(GAME, seats=2, hands=hands, castles={"0": {"NW": "TRC"}})


def test_a_discard_that_all_have_seen_may_be_shuffled_at_once() -> None:
    rest = GAME.from_dict({"seats": 3, "hands": HANDS}).bag.as_dict()
    discard = [kind for kind, count in rest.items() for _ in range(count)]
    assert not event_problems(GAME, phase="discard", discard=discard, piles={"tiles": {}})


class OpenDiscard(CastleKeep):
    """Names a tile that is discarded face down."""

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        def emit_openly(event: Any) -> None:
            assert emit is not None
            emit(evolve(event, seen_by=None) if isinstance(event, TileDiscarded) else event)

        super().advance(state, seat, move, chance, emit and emit_openly)


@pytest.mark.parametrize(("discards", "leak"), [("face_up", False), ("face_down", True)])
def test_a_discard_face_down_must_not_be_named(discards: str, leak: bool) -> None:
    found = event_problems(OpenDiscard(GAME.box), phase="discard", options={"discards": discards})
    assert bool(found) == leak
