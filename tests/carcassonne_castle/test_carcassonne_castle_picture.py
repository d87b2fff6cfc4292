"""The picture of the table: all that can be named is there, and what is joined is seen joined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.drawing.picture import Picture
from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle
from rulekeep.games.carcassonne_castle.box.tiles import (
    COURT,
    HOUSE,
    PATH,
    PORTS,
    TOWER,
    Segment,
    clockwise_order,
    side_of,
)
from rulekeep.games.carcassonne_castle.view.picture_inks import FILLS, HEDGE, ROAD
from rulekeep.games.carcassonne_castle.view.picture_rim import CORNERS, rim
from rulekeep.games.carcassonne_castle.view.picture_tile import tile_art
from rulekeep.games.carcassonne_castle.view.picture_wall import BAND, Wall

Watch = Callable[..., Iterator[Any]]
SVG = "{http://www.w3.org/2000/svg}"
LOOK = Look(names=("Ann", "Bob"))


def drawn(state: Any, viewer: int | None = None, look: Look = LOOK) -> ET.Element:
    return ET.fromstring(GAME.picture(state, viewer, look).svg())


def tips(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def named(move: str) -> set[tuple[str, str]]:
    """What a move points at, as elements say it."""
    verb, *rest = move.split()
    match verb:
        case "place":
            return {("data-cell", rest[0]), ("data-rotation", rest[1])}
        case "follower" if len(rest) == 2:
            return {("data-segment", " ".join(rest))}
        case "score":
            doubled = {("data-word", " ".join(rest[3:]))} if rest[3:] else set()
            return {("data-feature", " ".join(rest[:3]))} | doubled
    return {("data-word", rest[0] if rest else verb)}


def legal_elements(root: ET.Element) -> set[tuple[str, str]]:
    return {
        (name, value)
        for element in root.iter()
        if element.get("data-legal") == "yes"
        for name, value in element.attrib.items()
        if name.startswith("data-") and name != "data-legal"
    }


@pytest.mark.parametrize(
    ("options", "seed"),
    [({}, 1), ({"extra_turn_time": "turn_start"}, 2), ({"wall_use_turn": "any_scoring"}, 3)],
)
def test_what_legal_moves_name_is_there_for_who_is_asked_alone(
    watch: Watch, options: dict[str, Any], seed: int
) -> None:
    verbs: set[str] = set()
    for number, moment in enumerate(watch(options, seed)):
        decisions = GAME.decisions(moment.state)
        if not decisions or number % 4:
            continue
        seat = decisions[0].seat
        moves = [GAME.notation(move) for move in GAME.legal_moves(moment.state, seat)]
        verbs |= {move.split()[0] for move in moves}
        expected = {thing for move in moves for thing in named(move)}
        assert legal_elements(drawn(moment.state, seat)) == expected
        for viewer in (1 - seat, None):
            assert legal_elements(drawn(moment.state, viewer)) == set()
    assert {"place", "follower"} <= verbs


@pytest.mark.parametrize("seed", [4, 5])
def test_what_the_last_turn_changed_is_marked(watch: Watch, seed: int) -> None:
    """A dashed outline round the tile, the follower, the marker, the keep, the wall tile."""
    lately: list[tuple[int, Any]] = []
    for moment in watch({}, seed):
        lately = [*lately, *((moment.seat, event) for event in moment.events)][-40:]
        happened = {event.name: event for event in moment.events}
        if not happened.keys() & {"KeepPlaced", "KeepMoved", "WallTileTaken", "FollowerPlaced"}:
            continue
        root = drawn(moment.state, None, Look(lately=tuple(lately)))
        news = [shape for shape in root.iter() if "news" in shape.get("class", "").split()]
        assert all(shape.get("stroke-dasharray") for shape in news)
        said = " ".join(shape.findtext(f"{SVG}title", "") for shape in news)
        on_board = set(moment.after["followers"][0] + moment.after["followers"][1])
        if "FollowerPlaced" in happened and any(
            spot.startswith(happened["FollowerPlaced"].at + " ") for spot in on_board
        ):
            assert "just put there: a" in said
        if "MarkerMoved" in happened:
            assert "just now" in said
        if "WallTileTaken" in happened:
            assert "just took wall tile" in said and "was just taken" in said
        if happened.keys() & {"KeepPlaced", "KeepMoved"}:
            assert "the keep was just put there" in said


def test_the_newest_tile_is_marked() -> None:
    state = GAME.setup(2, {}, SeededChance(1)).state
    events: list[Any] = []
    move = GAME.legal_moves(state, 0)[0]
    GAME.advance(state, 0, move, SeededChance(2), events.append)
    marked = tips(drawn(state, 0, Look(lately=tuple((0, event) for event in events))))
    at = GAME.notation(move).split()[1]
    assert f"the newest tile, at {at}" in marked
    assert f"the newest tile, at {at}" not in tips(drawn(state, 0))


def test_owners_and_places_are_drawn() -> None:
    state = GAME.from_dict(
        {
            "board": {"2,8": "A03 r0", "2,7": "A05 r2", "2,1": "C08 r0"},
            "followers": [["2,1 path N", "2,7 court E"], ["2,7 tower N"]],
            "keeps": [{"size": 3, "at": "2,8 house N"}, None],
            "wall_tiles": [[], [2]],
            "scores": [31, 102],
            "drawn": "A11",
        }
    )
    picture = GAME.picture(state, 1, LOOK)
    said = tips(ET.fromstring(picture.svg()))
    for tip in (
        "Black's herald on the path at 2,1 (north and south sides)",
        "Black's merchant on the court at 2,7 (east and west sides)",
        "White's knight on the tower at 2,7 (north side)",
        "Black's keep on the house at 2,7 (south side), size 3",
        "Black's marker: space 31",
        "White's marker: space 2, lap 2",
        "White's keep is in the supply",
        "4 followers in Black's supply",
        "wall tile 2: doubles a tower",
        "corner tower 15/16: wall tile face down",
        "corner tower 0/1: the start",
        "start space: court with a market",
    ):
        assert tip in said
    assert picture.title == "Carcassonne: The Castle, as Bob (White) sees it"
    for words in ("Ann plays Black: 31 points", "Bob plays White: 102 points", "is to move"):
        assert words in picture.words


# -- tiles ----------------------------------------------------------------------------------


def points(shape: Any) -> set[tuple[float, float]]:
    said = dict(shape.attributes).get("d") or dict(shape.attributes).get("points", "")
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", str(said))]
    return set(pairwise(numbers))


def filled(segments: tuple[Segment, ...], name: str, ink: Any) -> list[Any]:
    shapes = tile_art(segments).shapes
    return [shape for shape in shapes if (name, ink) in shape.attributes]


def reach_their_edges(segments: tuple[Segment, ...]) -> bool:
    for part in segments:
        for side in part.sides:
            if part.type == PATH:
                ways = filled(segments, "stroke", ROAD)
                if not any(rim(side + 0.5) in points(way) for way in ways):
                    return False
            elif part.type in (TOWER, HOUSE):
                ends = {CORNERS[side], CORNERS[(side + 1) % 4]}
                areas = filled(segments, "fill", FILLS.of[part.type])
                if not any(area.tag == "rect" or ends <= points(area) for area in areas):
                    return False
    return True


def test_features_reach_their_edges_in_full_so_that_they_join() -> None:
    assert all(reach_their_edges(oriented.segments) for oriented in GAME.box.oriented)


def any_tile(lot: SeededChance) -> tuple[Segment, ...]:
    """Whatever the data of a tile can say, sensible or not."""
    types = [lot.below(4) for _ in range(4)]
    found: list[Segment] = []
    for type_ in range(4):
        ports = [side for side in range(4) if types[side] == type_]
        if type_ == COURT:
            ports += [port for port in range(4, 12) if types[side_of(port)] == PATH]
        groups: dict[int, list[int]] = {}
        for port in ports:
            groups.setdefault(lot.below(3), []).append(port)
        for group in groups.values():
            alone = type_ == PATH and len(group) == 1
            end = ("square", "building")[lot.below(2)] if alone else ""
            well, market = type_ == PATH and not lot.below(3), type_ == COURT and not lot.below(3)
            in_order = tuple(sorted(group, key=clockwise_order))
            found.append(Segment(type_, in_order, well, market, end))
    return tuple(found)


def test_any_tile_that_data_can_say_is_drawn() -> None:
    lot = SeededChance("tiles")
    for _ in range(150):
        segments = any_tile(lot)
        assert reach_their_edges(segments)
        seats = tile_art(segments).seats
        assert len(seats) == len(segments) and all(0 < part < 100 for at in seats for part in at)


def segment(type_: int, *ports: str, end: str = "") -> Segment:
    return Segment(type_, tuple(map(PORTS.index, ports)), inner_end=end)


def hedges(segments: tuple[Segment, ...]) -> int:
    return len(filled(segments, "stroke", HEDGE))


def passages(segments: tuple[Segment, ...]) -> int:
    return len(filled(segments, "stroke-dasharray", "3 5"))


def test_what_only_data_part_or_join_is_seen() -> None:
    parted = segment(HOUSE, "N"), segment(TOWER, "S"), segment(COURT, "E"), segment(COURT, "W")
    joined = segment(HOUSE, "N"), segment(TOWER, "S"), segment(COURT, "E", "W")
    assert (hedges(parted), hedges(joined)) == (1, 0)
    through = segment(HOUSE, "N", "S"), segment(COURT, "E", "W")
    around = segment(HOUSE, "N", "S"), segment(COURT, "E"), segment(COURT, "W")
    assert (passages(through), passages(around)) == (1, 0)
    crossing = segment(HOUSE, "N", "S"), segment(TOWER, "E", "W")
    assert passages(crossing) == 1
    for tile in GAME.box.tiles:
        assert hedges(tile.segments) == passages(tile.segments) == 0


def test_the_two_sides_of_a_path_are_parted_by_it_alone() -> None:
    halves = [segment(COURT, f"{side}{half}") for side in "NS" for half in (1, 2)]
    ends = (
        segment(PATH, "N", end="square"),
        segment(PATH, "S", end="square"),
        *halves,
        segment(HOUSE, "E"),
        segment(HOUSE, "W"),
    )
    assert hedges(ends) == 2  # on each side of the path two courts that nothing else parts
    lone = segment(PATH, "S", end="building"), segment(COURT, "N", "E", "S1", "S2", "W")
    assert hedges(lone) == passages(lone) == 0


def test_followers_of_one_tile_stand_apart() -> None:
    for oriented in GAME.box.oriented:
        seats = tile_art(oriented.segments).seats
        assert all(10 < part < 90 for place in seats for part in place)
        assert all(dist(one, other) > 10 for n, one in enumerate(seats) for other in seats[:n])


def closed(board: dict[str, str]) -> int:
    root = drawn(GAME.from_dict({"board": board}))
    (walls,) = (p for p in root.iter(f"{SVG}path") if "closed" in p.get("class", "").split())
    return walls.get("d", "").count("M")


def test_a_building_is_closed_where_it_meets_another_thing() -> None:
    # A11 is a house on all sides, A06 on all but the west, A12 a tower.
    assert closed({"8,0": "A11 r0"}) == 0
    assert closed({"8,0": "A11 r0", "8,1": "A06 r0"}) == 0
    assert closed({"8,0": "A11 r0", "8,1": "A12 r0"}) == 1


# -- the wall -------------------------------------------------------------------------------


def test_every_number_of_the_track_has_its_place_on_the_wall() -> None:
    wall = Wall(GAME.box.board)
    on_towers = {space for tower in GAME.box.board.towers for space in tower.spaces}
    assert {*wall.spaces, *on_towers} == set(range(100))
    assert all(space.named for space in wall.spaces.values())
    places = [space.at for space in wall.spaces.values()] + [plate.at for plate in wall.plates]
    assert all(dist(one, other) > 17 for n, one in enumerate(places) for other in places[:n])
    inside = {(x // wall.cell, y // wall.cell) for x, y in places}
    assert not inside & set(GAME.box.cells)
    assert len({wall.marker_at(space).at for space in range(100)}) == 100


def test_other_boards_are_drawn_too(small: CarcassonneCastle) -> None:
    wall = Wall(small.box.board)
    assert set(wall.spaces) == set(range(4, 100))
    assert wall.spaces[5].named and not wall.spaces[6].named
    state = small.setup(2, {}, SeededChance(1)).state
    root = ET.fromstring(small.picture(state, 0, LOOK).svg())
    assert {e.get("data-cell") for e in root.iter()} - {None} == set(small.box.cell_names)
    assert BAND + max(x for stretch in wall.stretches for x in stretch.end) < 1000


def test_the_same_table_gives_the_same_file() -> None:
    state = GAME.setup(2, {}, SeededChance(1)).state
    one: Picture = GAME.picture(state, 0, LOOK)
    assert one.svg() == GAME.picture(state.copy(), 0, LOOK).svg()
