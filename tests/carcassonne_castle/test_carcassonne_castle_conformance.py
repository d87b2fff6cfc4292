"""The contract, on the shipped castle and on a castle of nine spaces."""

from tests.pace import EVERY

from rulekeep.games.carcassonne_castle import CarcassonneCastle
from rulekeep.testing import check_game, conformance_test

test_conformance = conformance_test("carcassonne_castle", probes=1)


def test_conformance_on_a_small_board(small: CarcassonneCastle) -> None:
    report = check_game(small, probes=1, every=EVERY)
    assert report.ok, "\n".join(report.lines())


def test_conformance_with_tiles_whose_half_edges_differ(odd: CarcassonneCastle) -> None:
    report = check_game(odd, probes=1, every=EVERY)
    assert report.ok, "\n".join(report.lines())
