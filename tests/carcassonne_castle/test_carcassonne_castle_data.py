"""The data files: what they say, and what the loader says of wrong ones, with file and line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError
from rulekeep.games import carcassonne_castle
from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle
from rulekeep.games.carcassonne_castle.box.contents import HEAD_ENDS
from rulekeep.games.carcassonne_castle.box.tiles import (
    COURT,
    HOUSE,
    PATH,
    PORTS,
    TOWER,
    Segment,
    edge_types,
)

SHIPPED = Path(carcassonne_castle.__file__).parent
Spoil = Callable[[str, str, str], DataError]


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    """Change one place of a shipped file, load it, and catch what the loader says."""

    def change(name: str, old: str, new: str) -> DataError:
        text = (SHIPPED / name).read_text(encoding="utf-8")
        head, ends, rest = text.partition(HEAD_ENDS)
        assert old in rest
        (tmp_path / name).write_text(head + ends + rest.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            GAME.with_data(tmp_path)
        return caught.value

    return change


def line_of(name: str, text: str) -> int:
    head, _, rest = (SHIPPED / name).read_text(encoding="utf-8").partition(HEAD_ENDS)
    return head.count("\n") + 1 + rest.split(text)[0].count("\n") + 1


def test_the_shipped_set_is_the_one_the_rules_describe() -> None:
    tables = GAME.box
    assert (tables.total, len(tables.kinds), len(tables.cells)) == (60, 50, 76)
    edges = [
        edge.type
        for kind, count in enumerate(tables.counts)
        for edge in tables.sides[4 * kind] * count
    ]
    assert [edges.count(t) for t in (PATH, HOUSE, TOWER, COURT)] == [91, 53, 51, 45]
    segments = [s for tile in tables.tiles for s in tile.segments * tile.count]
    assert sum(s.markets for s in segments) == 12
    assert sum(s.well for s in segments) == 8
    squares = {
        t.id: t.count for t in tables.tiles if any(s.inner_end == "square" for s in t.segments)
    }
    assert sum(squares.values()) == 5
    assert len(tables.starts) == 7
    assert [tower.name for tower in tables.board.towers][:2] == ["0/1", "12/13"]
    assert len(tables.wall_towers) == 13
    assert tables.left_over == 5


PINNED = """
A01 1 HHCC H(N E) Cm(S W)
A02 1 TTCC T(N E) Cm(S W)
A03 1 HCHC H(N S) C(E) Cm(W)
A04 1 TCTC T(N S) Cm(E) C(W)
A05 1 HCTC H(N) T(S) Cm(E W)
A06 2 HHHC H(N E S) C(W)
A07 2 TTTC T(N E S) C(W)
A08 1 HHTT H(N E) T(S W)
A09 1 HCCC H(N) Cm(E S W)
A10 1 TCCC T(N) Cm(E S W)
A11 1 HHHH H(N E S W)
A12 1 TTTT T(N E S W)
B01 1 HHPH Pb(S) H(N E W) C(S1) C(S2)
B02 1 TTPT Pb(S) T(N E W) C(S1) C(S2)
B03 1 HCPC Pb(S) H(N) C(E S1) C(S2 W)
B04 1 HCPC Pb(S) H(N) Cm(E S1) C(S2 W)
B05 1 TCPC Pb(S) T(N) C(E S1) C(S2 W)
B06 1 TCPC Pb(S) T(N) C(E S1) Cm(S2 W)
B07 1 HHPC Pb(S) H(N E) C(S1) C(S2 W)
B08 1 TTPC Pb(S) T(N E) C(S1) C(S2 W)
B09 1 HTPT Pb(S) H(N) T(E) T(W) C(S1) C(S2)
B10 1 THPH Pb(S) T(N) H(E) H(W) C(S1) C(S2)
C01 1 PHPH P(N S) H(E) H(W) C(N2 S1) C(S2 N1)
C02 1 PHPH Pw(N S) H(E) H(W) C(N2 S1) C(S2 N1)
C03 1 PTPT P(N S) T(E) T(W) C(N2 S1) C(S2 N1)
C04 1 PTPT Pw(N S) T(E) T(W) C(N2 S1) C(S2 N1)
C05 1 PHPT P(N S) H(E) T(W) C(N2 S1) C(S2 N1)
C06 2 PHPC P(N S) H(E) C(N2 S1) C(S2 W N1)
C07 2 PTPC P(N S) T(E) C(N2 S1) C(S2 W N1)
C08 1 PCPC Pw(N S) C(N2 E S1) C(S2 W N1)
C09 1 PCPC P(N S) Cm(N2 E S1) C(S2 W N1)
D01 3 HHPP P(S W) H(N E) C(S1 W2) C(S2 W1)
D02 3 TTPP P(S W) T(N E) C(S1 W2) C(S2 W1)
D03 1 HHPP P(S W) H(N) H(E) C(S1 W2) C(S2 W1)
D04 1 TTPP P(S W) T(N) T(E) C(S1 W2) C(S2 W1)
D05 1 HTPP P(S W) H(N) T(E) C(S1 W2) C(S2 W1)
D06 1 HTPP Pw(S W) H(N) T(E) C(S1 W2) C(S2 W1)
D07 1 THPP P(S W) T(N) H(E) C(S1 W2) C(S2 W1)
D08 1 THPP Pw(S W) T(N) H(E) C(S1 W2) C(S2 W1)
D09 1 HCPP P(S W) H(N) Cm(E S1 W2) C(S2 W1)
D10 1 CHPP P(S W) H(E) C(S1 W2 N) C(S2 W1)
D11 1 TCPP P(S W) T(N) Cm(E S1 W2) C(S2 W1)
D12 1 CCPP Pw(S W) C(S1 W2 N E) C(S2 W1)
E01 2 HPPP Pq(E) Pq(S) Pq(W) H(N) C(W2 E1) C(E2 S1) C(S2 W1)
E02 2 TPPP Pq(E) Pq(S) Pq(W) T(N) C(W2 E1) C(E2 S1) C(S2 W1)
E03 1 CPPP Pq(E) Pq(S) Pq(W) C(W2 N E1) C(E2 S1) C(S2 W1)
E04 1 HPPP P(E S W) H(N) C(W2 E1) C(E2 S1) C(S2 W1)
E05 1 TPPP P(E S W) T(N) C(W2 E1) C(E2 S1) C(S2 W1)
E06 1 CPPP Pw(E S W) C(W2 N E1) C(E2 S1) C(S2 W1)
E07 1 HPPP Pw(E S W) H(N) C(W2 E1) C(E2 S1) C(S2 W1)
"""
"""Id, number, edges N E S W, segments: P path, H house, T tower, C court; w well, q ends in a
square, b ends at a building, m market."""


def test_the_shipped_tiles_are_pinned() -> None:
    """Scenarios rely on these very tiles; a correction of the files is made on purpose."""
    letters = "PTHC"
    told = []
    for tile in GAME.box.tiles:
        edges = "".join(letters[type_] for type_ in edge_types(tile.segments))
        told.append((tile.id, tile.count, edges, {_told(segment) for segment in tile.segments}))
    pinned = []
    for line in PINNED.strip().splitlines():
        name, count, edges, *segments = re.findall(r"[^ (]+(?:\([^)]*\))?", line)
        pinned.append((name, int(count), edges, {_as_told(text) for text in segments}))
    assert sorted(told) == sorted(pinned)


def _told(segment: Segment) -> tuple[str, frozenset[str]]:
    marks = "w" * segment.well + "m" * segment.markets
    marks += {"square": "q", "building": "b", "": ""}[segment.inner_end]
    return "PTHC"[segment.type] + marks, frozenset(PORTS[port] for port in segment.ports)


def _as_told(text: str) -> tuple[str, frozenset[str]]:
    kind, _, ports = text.rstrip(")").partition("(")
    return kind, frozenset(ports.split())


def test_every_datum_has_a_source() -> None:
    rows = list(GAME.provenance())
    assert all(datum and source for datum, source in rows)
    data = [datum for datum, _ in rows]
    assert "interior: outline" in data
    assert "corner tower 32/33" in data
    assert sum(datum.endswith(")") and datum[:5] == "tile " for datum in data) == 50


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("cell_count: 76", "cell_count: 75", "shows 76 spaces"),
        ("{id: ST1, cell: [2, 1]", "{id: ST1, cell: [2, 0]", "2,0 is not a space"),
        ('cell: [2, 1], side: "N"', 'cell: [2, 1], side: "S"', "lies on the wall"),
        ("{id: ST2,", "{id: ST1,", "ST1 is in the list twice"),
        ("feature: path}", "feature: road}", "'road' is not one of"),
        ('side: "N", feature: house}', 'side: "N", feature: house, market: true}', "in a court"),
        ("{spaces: [12, 13]", "{spaces: [12, 14]", "consecutive"),
        ("{spaces: [15, 16]", "{spaces: [13, 14]", "13 does not come after 13"),
        ("corner: [5, 1]", "corner: [4, 1]", "no corner at 4,1"),
        ("corner: [7, 2]", "corner: [10, 8]", "not next clockwise"),
        ("{between: [27, 28]", "{between: [24, 25]", "inside the corner tower 24"),
        ("{number: 3, count: 2", "{number: 3, count: 3", "3 is more than 2"),
        ("{number: 4, count: 2", "{number: 5, count: 2", "5 is more than 4"),
        ("effect: keep_plus_2", "effect: keep_plus_3", "is not one of"),
        ("followers_per_player: 7", "followers_per_player: none", "whole number"),
        ("last: 99", "last: 99\n  colour: red", "unknown key 'colour'"),
        ("  count: 7\n", "  count: 8\n", "holds 7 start spaces"),
    ],
)
def test_a_wrong_board_is_refused_with_its_line(
    spoil: Spoil, old: str, new: str, what: str
) -> None:
    error = spoil("board.yaml", old, new)
    assert what in error.what
    place, _, line = error.where.rpartition(":")
    assert place.endswith("board.yaml")
    assert abs(int(line) - line_of("board.yaml", old)) <= 1


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("total: 60", "total: 61", "holds 60 tiles"),
        ("- id: A02", "- id: A01", "A01 is in the list twice"),
        ("- id: A02", "- id: 'A 2'", "not a tile id"),
        ('{type: house, ports: ["N", "E"]}', '{type: house, ports: ["N"]}', "edge E"),
        ('ports: ["N", "E"]}', 'ports: ["N", "E", "S"]}', "two segments"),
        ('ports: ["N", "E"]}', 'ports: ["N", "E1"]}', "nothing fills the half edge E2"),
        ('path, ports: ["S"]', 'path, ports: ["S1"]', "reaches no half of it"),
        ('"S": court, "W": court}', '"S": court, "W": tower}', "given as tower"),
        ('{type: court, ports: ["S1"]}', '{type: court, ports: ["N1"]}', "a house fills"),
        ('{type: court, ports: ["S1"]}', '{type: court, ports: ["S2"]}', "two segments"),
        ('      - {type: court, ports: ["S1"]}\n', "", "beside the path at S1"),
        ('["S"], inner_end: building}', '["S"]}', "inner_end"),
        ('["S"], inner_end: building}', '["S"], inner_end: door}', "'door' is not one of"),
        ('ports: ["N", "S"], well: true}', 'ports: ["N", "S"], market: true}', "in a court"),
        ('ports: ["S", "W"], market: true}', 'ports: ["S", "W"], well: true}', "on a path"),
        ("count: 1", "count: 0", "0 is less than 1"),
        ("type: house", "type: hut", "'hut' is not one of"),
    ],
)
def test_a_wrong_tile_is_refused_with_its_line(spoil: Spoil, old: str, new: str, what: str) -> None:
    error = spoil("tiles.yaml", old, new)
    assert what in error.what
    place, _, line = error.where.rpartition(":")
    assert place.endswith("tiles.yaml")
    assert abs(int(line) - line_of("tiles.yaml", old)) <= 12


def test_every_part_of_the_interior_needs_a_start_space(
    tmp_path: Path, small_directory: Path
) -> None:
    text = (small_directory / "board.yaml").read_text(encoding="utf-8")
    text = text.replace("    ###\n    ###\n    ###", "    ###.#\n    ###\n    ###")
    (tmp_path / "board.yaml").write_text(text.replace("cell_count: 9", "cell_count: 10"))
    with pytest.raises(DataError, match=r"board\.yaml:\d+: no start space leads to the space 4,0"):
        GAME.with_data(tmp_path)


def test_a_directory_without_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has none of"):
        GAME.with_data(tmp_path)


def test_an_owner_may_correct_one_file_only(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "tiles.yaml", tmp_path)
    text = (tmp_path / "tiles.yaml").read_text(encoding="utf-8")
    text = text.replace("  - id: A01\n    count: 1", "  - id: A01\n    count: 2")
    (tmp_path / "tiles.yaml").write_text(text.replace("total: 60", "total: 61"), encoding="utf-8")
    corrected = GAME.with_data(tmp_path)
    assert corrected.box.total == 61
    assert corrected.data_digest != GAME.data_digest


def test_the_head_of_a_data_file_is_no_part_of_its_fingerprint(tmp_path: Path) -> None:
    """So that matches on the files as they were first shipped go on loading."""
    recorded = Path(__file__).parents[1] / "recorded" / "v0.1.0" / "carcassonne_castle" / "data"
    assert GAME.with_data(recorded).data_digest == GAME.data_digest
    text = (SHIPPED / "tiles.yaml").read_text(encoding="utf-8")
    assert HEAD_ENDS in text
    (tmp_path / "tiles.yaml").write_text("# Ours.\n" + text, encoding="utf-8")
    assert GAME.with_data(tmp_path).data_digest == GAME.data_digest
    (tmp_path / "tiles.yaml").write_text(text + "# Ours.\n", encoding="utf-8")
    assert GAME.with_data(tmp_path).data_digest != GAME.data_digest


def test_the_stretches_of_the_wall_cannot_all_follow_one_pattern() -> None:
    """Two spaces an edge, one less for each corner that turns inwards; see the head of the file."""
    towers = GAME.box.board.towers
    corners = [tower.corner for tower in towers]
    inward = [_turns_inward(corners, at) for at in range(len(corners))]
    assert sum(inward) == 5
    strange = []
    for at, tower in enumerate(towers):
        after = (at + 1) % len(towers)
        (x, y), (u, v) = corners[at], corners[after]
        spaces = (towers[after].spaces[0] - tower.spaces[1] - 1) % GAME.box.track
        if spaces != 2 * (abs(u - x) + abs(v - y)) - inward[at] - inward[after]:
            strange.append((tower.name, towers[after].name))
    assert strange == [("58/59", "64/65"), ("67/68", "82/83")]


def _turns_inward(corners: list[tuple[int, int]], at: int) -> bool:
    (a, b), (x, y), (u, v) = corners[at - 1], corners[at], corners[(at + 1) % len(corners)]
    return (x - a) * (v - y) - (y - b) * (u - x) < 0


def test_a_castle_of_nine_spaces_is_played_to_the_end(small: CarcassonneCastle) -> None:
    for seed in range(30):
        chance = SeededChance(seed)
        state = small.setup(2, {}, chance).state
        while decisions := small.decisions(state):
            moves = small.legal_moves(state, decisions[0].seat)
            move = moves[chance.below(len(moves))]
            small.advance(state, decisions[0].seat, move, chance)
            assert not list(small.audit(state))
        assert small.outcome(state) is not None
