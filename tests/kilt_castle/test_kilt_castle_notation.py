"""Moves as text."""

from __future__ import annotations

import pytest

from rulekeep.core.errors import BadNotation
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.moves import SKIP, Build, MoveRoof, Relocate


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("move R/O 6 9", "move R/O 6 9"),
        ("move O/R 6 9", "move R/O 6 9"),
        ("  MOVE  o / r 6   9 ", "move R/O 6 9"),
        ("move o/ r 6 9", "move R/O 6 9"),
        ("move o /r 6 9", "move R/O 6 9"),
        ("move d 0 019", "move D 0 19"),
        ("build c3 CREST2", "build C3 crest2"),
        ("build C3 r crest 0", "build C3 R crest0"),
        ("roof a5", "roof A5"),
        ("Skip", "skip"),
    ],
)
def test_case_and_spaces_do_not_matter(pinned: KiltCastle, said: str, written: str) -> None:
    assert pinned.notation(pinned.parse(said)) == written


@pytest.mark.parametrize(
    ("said", "because"),
    [
        ("", "say a move: move CARD ORIGIN TO, build CELL [COLOUR] crestN, roof CELL, skip"),
        ("move", "move R/O 6 9"),
        ("move R/R 6 9", "there is no card 'R/R'"),
        ("move X 6 9", "there is no card 'X'"),
        ("move R 6 20", "they run from 0 to 19"),
        ("move R 6 -1", "there is no edge position -1; they run from 0 to 19"),
        ("build E5 crest0", "there is no cell 'E5'"),
        ("build C3", "for example build C3 crest2"),
        ("build C3 crest3", "no number of crests 3; they run from 0 to 2"),
        ("build C3 X crest1", "there is no colour 'X'"),
        ("roof Z9", "there is no cell 'Z9'"),
        ("skip it", "there is something left over: 'it'"),
        ("move R ６ ９", "is no number; say the edge position"),
        ("buıld C3 creſt0", "is not a move"),
    ],
)
def test_what_is_no_move(pinned: KiltCastle, said: str, because: str) -> None:
    with pytest.raises(BadNotation) as error:
        pinned.parse(said)
    assert because in str(error.value)


def test_notation_and_parse_are_inverses(pinned: KiltCastle) -> None:
    for card in pinned.moves.relocate:
        for origin in range(pinned.board.positions):
            for relocation in card[origin]:
                assert pinned.parse(pinned.notation(relocation)) == relocation
    for build in pinned.moves.build.values():
        assert pinned.parse(pinned.notation(build)) == build
    for roof in pinned.moves.roof.values():
        assert pinned.parse(pinned.notation(roof)) == roof
    assert pinned.parse(pinned.notation(SKIP)) == SKIP


def test_moves_made_by_hand_equal_those_of_the_table(pinned: KiltCastle) -> None:
    cell = pinned.board.cell_of["C3"]
    assert pinned.parse("move L/D 1 2") == Relocate(9, 1, 2)
    assert pinned.parse("build C3 crest1") == Build(cell, 1)
    assert pinned.parse("build C3 O crest1") == Build(cell, 1, 1)
    assert pinned.parse("roof C3") == MoveRoof(cell)
