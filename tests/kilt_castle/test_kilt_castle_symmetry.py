"""Other names and a mirrored board change nothing but the names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.games.kilt_castle import GAME, KiltCastle

Watch = Callable[..., Iterator[Any]]
SEEDS = st.integers(0, 10**6)
PINNED = Path(__file__).parent / "board_pinned" / "board.yaml"


def mirrored_cells(text: str) -> str:
    return re.sub(
        r"\b([A-E])([1-5])\b", lambda m: f"{chr(ord('F') + ord('@') - ord(m[1]))}{m[2]}", text
    )


def mirrored_data(data: dict[str, Any]) -> dict[str, Any]:
    """A state's data with its cells mirrored; floors have names like cells and are left alone."""
    cells = {key: json.loads(mirrored_cells(json.dumps(data[key]))) for key in ("first", "second")}
    towers = {mirrored_cells(cell): tower for cell, tower in data["towers"].items()}
    return {**data, **cells, "towers": towers, "roofs": [*map(mirrored_cells, data["roofs"])]}


def sorted_roofs(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "roofs": sorted(data["roofs"])}


@pytest.fixture(scope="session")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> KiltCastle:
    """West and east changed, and with them the direction of the loop on the table."""
    directory = tmp_path_factory.mktemp("mirrored")
    text = PINNED.read_text(encoding="utf-8")
    (directory / "board.yaml").write_text(mirrored_cells(text), encoding="utf-8")
    return GAME.with_data(directory)


@settings(max_examples=25)
@given(st.integers(2, 4), SEEDS)
def test_a_mirrored_board(
    pinned: KiltCastle, mirrored: KiltCastle, watch: Watch, seats: int, seed: int
) -> None:
    assert mirrored.board.lines != pinned.board.lines
    other = None
    for moment in watch(pinned, seats, {}, seed):
        if other is None:
            other = mirrored.from_dict(moment.before)
        moves = {mirrored.notation(m) for m in mirrored.legal_moves(other, moment.seat)}
        ours = pinned.from_dict(moment.before)
        listed = {mirrored_cells(pinned.notation(m)) for m in pinned.legal_moves(ours, moment.seat)}
        assert moves == listed
        said = mirrored.parse(mirrored_cells(moment.move))
        assert mirrored.check(other, moment.seat, said) is None
        mirrored.advance(other, moment.seat, said, None)  # type: ignore[arg-type]
        assert sorted_roofs(mirrored.to_dict(other)) == sorted_roofs(mirrored_data(moment.after))


@settings(max_examples=25)
@given(st.permutations("ROLD").map("".join), st.integers(2, 4), SEEDS)
def test_other_colours(pinned: KiltCastle, watch: Watch, order: str, seats: int, seed: int) -> None:
    """Seat by seat the same match in other colours."""
    new_name = dict(zip("ROLD", order, strict=True))

    def renamed(text: str) -> str:
        letters = re.compile(r"\b([ROLD])(?=/|\b|[0-2]\b)")
        return letters.sub(lambda m: new_name[m[1]], text)

    other = None
    for moment in watch(pinned, seats, {}, seed):
        before, after = (
            json.loads(renamed(json.dumps(data))) for data in (moment.before, moment.after)
        )
        # Names of cells look like floors; they are not renamed.
        for data, original in ((before, moment.before), (after, moment.after)):
            data["towers"] = {cell: renamed(tower) for cell, tower in original["towers"].items()}
            for key in ("roofs", "first", "second"):
                data[key] = original[key]
            data["options"]["colours"] = order
        if other is None:
            other = pinned.from_dict(before)
        move = moment.move if moment.move.startswith(("build", "roof")) else renamed(moment.move)
        said = pinned.parse(move)
        assert pinned.check(other, moment.seat, said) is None
        pinned.advance(other, moment.seat, said, None)  # type: ignore[arg-type]
        assert pinned.to_dict(other) == after


@settings(max_examples=20)
@given(SEEDS)
def test_everybody_one_seat_further(pinned: KiltCastle, watch: Watch, seed: int) -> None:
    other = None
    for moment in watch(pinned, 4, {}, seed):
        before, after = (moved_on(data, "DROL") for data in (moment.before, moment.after))
        if other is None:
            other = pinned.from_dict(before)
        said = pinned.parse(moment.move)
        assert pinned.check(other, (moment.seat + 1) % 4, said) is None
        pinned.advance(other, (moment.seat + 1) % 4, said, None)  # type: ignore[arg-type]
        assert pinned.to_dict(other) == after


def moved_on(data: dict[str, Any], order: str) -> dict[str, Any]:
    data = json.loads(json.dumps(data))
    data["options"]["colours"] = order
    data["active"] = (data["active"] + 1) % data["seats"]
    for amounts in (
        data["ducats"],
        *(data["accounts"][k] for k in data["accounts"] if k != "income"),
    ):
        amounts.insert(0, amounts.pop())
    return data
