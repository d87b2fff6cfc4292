"""The kit's one line, for the shipped board and for others."""

from __future__ import annotations

from tests.pace import EVERY

from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.testing.conformance import check_game, conformance_test

test_conformance = conformance_test("kilt_castle", probes=1, every=EVERY)


def test_a_tiny_board_conforms_too(ring: KiltCastle) -> None:
    report = check_game(ring, probes=1, every=3, only_seats=2)
    assert report.ok, "\n".join(report.lines())


def test_a_corrected_board_conforms_too(corrected: KiltCastle) -> None:
    report = check_game(corrected, probes=1, every=3, only_seats=3)
    assert report.ok, "\n".join(report.lines())
