"""The map in characters and in words: every border of the map file, and no other."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.games.kings_and_castles import GAME

HOME = Path(__file__).parents[2] / "games" / "kings_and_castles"
HORIZONTAL, VERTICAL = set("─━┬┴┼┳┻╋"), set("│┃├┤┼┣┫╋")
WALLS = HORIZONTAL | VERTICAL | set("┌┐└┘┏┓┗┛")

Pairs = set[frozenset[str]]


@cache
def map_file() -> list[dict[str, Any]]:
    with (HOME / "map.yaml").open(encoding="utf-8") as file:
        regions: list[dict[str, Any]] = yaml.safe_load(file)["regions"]
    return regions


def borders() -> Pairs:
    code = {region["id"]: region["code"] for region in map_file()}
    return {
        frozenset((region["code"], code[other]))
        for region in map_file()
        for other in region["borders"]
    }


def floods(rows: list[str]) -> dict[tuple[int, int], str]:
    """By character: the code of the region whose walls stand round it, as one sees it."""
    codes = {region["code"]: region["name"] for region in map_file()}
    found: dict[tuple[int, int], str] = {}
    for code, name in codes.items():
        y = next(y for y, row in enumerate(rows) if f"{code} " in row and name in rows[y - 1])
        todo = [(rows[y].index(f"{code} "), y)]
        while todo:
            x, y = todo.pop()
            if (x, y) in found or rows[y][x] in WALLS:
                continue
            found[x, y] = code
            todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


def drawn_borders(rows: list[str]) -> Pairs:
    """Pairs of regions with one wall between them."""
    inside = floods(rows)
    pairs: Pairs = set()
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            sides = []
            if sign in VERTICAL:
                sides.append((inside.get((x - 1, y)), inside.get((x + 1, y))))
            if sign in HORIZONTAL:
                sides.append((inside.get((x, y - 1)), inside.get((x, y + 1))))
            pairs |= {frozenset((a, b)) for a, b in sides if a and b and a != b}
    return pairs


def test_every_border_is_drawn_and_none_invented() -> None:
    rows = GAME.render(GAME.from_dict({"seats": 4}), 0, Look(width=80)).lines()
    assert len(borders()) == 52
    assert drawn_borders([row.ljust(80) for row in rows]) == borders()


def said_borders(text: str) -> Pairs:
    words = text.partition("Neighbours")[2].replace("\n", " ").split()
    pairs: Pairs = set()
    whose = ""
    for word in words:
        if word.endswith(":"):
            whose = word.rstrip(":")
        elif len(word) == 3 and word.isupper() and word.isalpha():
            pairs.add(frozenset((whose, word)))
        elif word != "none":
            break
    return pairs


def test_a_narrow_drawing_says_them() -> None:
    text = GAME.render(GAME.from_dict({"seats": 4}), 0, Look(width=70)).text()
    assert said_borders(text) == borders()


def test_a_board_with_another_border_says_its_borders(tmp_path: Path) -> None:
    for name in ("kings.yaml", "counters.yaml"):
        (tmp_path / name).write_text((HOME / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (HOME / "map.yaml").read_text(encoding="utf-8")
    for old, new in (
        ("borders: [london, winchester]", "borders: [london, winchester, norwich]"),
        ("borders: [london, lincoln]", "borders: [london, lincoln, canterbury]"),
    ):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    game = GAME.with_data(tmp_path)
    drawn = game.render(game.from_dict({"seats": 4}), 0, Look(width=80)).text()
    assert said_borders(drawn) == {*borders(), frozenset(("CAN", "NOR"))}


ATTACKING = {
    "seats": 4,
    "box": 10,
    "active": "blue",
    "regions": {"dublin": "blue foot", "galway": "black archer, castle 2"},
    "arrays": {"blue": {"pink-knight": 1}},
}


def test_looking_at_a_region_says_all_of_it_and_its_neighbours() -> None:
    state = GAME.from_dict(ATTACKING)
    names = {region["id"]: region["name"] for region in map_file()}
    for region in map_file():
        said = GAME.look_at(state, 0, region["code"])
        assert said == GAME.look_at(state, None, region["name"].upper())
        assert f"worth {region['value']}" in said[0]
        by_land = next(line for line in said if line.startswith("By land"))
        assert {name for name in names.values() if f" {name} (" in by_land} == {
            names[other] for other in region["borders"]
        }
        by_sea = [line for line in said if line.startswith("By sea")]
        assert bool(by_sea) == region["coastal"]
        if by_sea:
            assert {name for name in names.values() if f" {name} (" in by_sea[0]} == {
                other["name"]
                for other in map_file()
                if other["anchor"] and other["country"] != region["country"]
            }
        for sign in ("anchor", "portcullis", "flag"):
            assert any(line.split()[1] == f"{sign}:" for line in said) == region[sign]


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("gal", "A black archer with a castle of strength 2 holds it, strength 3: it falls to an attack of 4"),
        ("Galway", "Dublin (blue foot soldier)"),
        ("rouen", "Calais (black"),
        ("ireland", "Ireland, the king's country, is contested: 4 enemies in 5 regions worth 6."),
        ("Ireland", "Blue holds Dublin."),
        ("france", "France is all in enemy hands"),
        ("blue", "a pink knight in its array"),
        ("box 10", "blue is king now"),
        ("10", "John, king in Ireland, bonus of 2"),
        ("henry ii", "Box 8: Henry II (2)"),
    ],
)  # fmt: skip
def test_words_name_things_on_the_table(thing: str, said: str) -> None:
    state = GAME.from_dict(ATTACKING)
    assert said in " ".join(GAME.look_at(state, 0, thing))


def test_nothing_is_said_of_what_is_not_there() -> None:
    state = GAME.from_dict(ATTACKING)
    for thing in ("", "atlantis", "0", "25", "box", "x", "·" * 5000):
        assert GAME.look_at(state, 0, thing) == []


def test_looking_reveals_nothing_hidden() -> None:
    state = GAME.from_dict({"seats": 3, "phase": "filling"})
    chance = SeededChance(5)
    GAME.advance(state, 2, GAME.parse("take 4k 2f"), chance)
    things = [*GAME.board.colours, *(region.id for region in GAME.board.regions), "1", "ireland"]
    for dealt in (GAME.determinize(state, 0, chance) for _ in range(5)):
        for thing in things:
            assert GAME.look_at(dealt, 0, thing) == GAME.look_at(state, 0, thing)


@pytest.mark.parametrize("width", [44, 60, 80])
def test_a_low_drawing_has_plain_walls_between_neighbours_only(width: int) -> None:
    look = Look(width=width, height=24)
    lines = GAME.render(GAME.from_dict({"seats": 4}), 0, look).lines()
    code = {region["code"] for region in map_file()}
    pairs: Pairs = set()
    for line in lines:
        for part in line.replace("┃", "╎").split("╎"):
            row = [cell[:3] for cell in part.split("│") if cell[:3] in code]
            pairs |= {frozenset(pair) for pair in pairwise(row)}
    assert pairs and pairs <= borders()
