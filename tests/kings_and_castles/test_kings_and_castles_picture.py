"""The picture: borders are where the map says, whatever moves name is there, nothing hidden is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.moves import Attack, Castle
from rulekeep.games.kings_and_castles.plugin import KingsAndCastles
from rulekeep.match.match import Match

SVG = "{http://www.w3.org/2000/svg}"
HOME = Path(__file__).parents[2] / "games" / "kings_and_castles"
ISLES = HOME / "scenarios" / "isles"
NAMES = ("Ann", "Bob", "Cid", "Dee")

Spot = tuple[str, ...]
Edge = frozenset[str]


def given(game: KingsAndCastles = GAME, **data: Any) -> Any:
    return game.from_dict(data)


def drawn(
    state: Any, viewer: int | None = None, look: Look | None = None, game: KingsAndCastles = GAME
) -> ET.Element:
    picture = game.picture(state, viewer, look or Look(names=NAMES))
    return ET.fromstring(picture.svg())


def edges(polygon: ET.Element) -> set[Edge]:
    points = polygon.get("points", "").split()
    return {frozenset(ends) for ends in zip(points, points[1:] + points[:1], strict=True)}


def outlines(root: ET.Element) -> dict[str, set[Edge]]:
    """By region, the edges of the polygon that is drawn for it."""
    return {
        polygon.get("data-region", ""): edges(polygon)
        for polygon in root.iter(f"{SVG}polygon")
        if polygon.get("data-region")
    }


def borders(game: KingsAndCastles) -> set[Edge]:
    regions = game.board.regions
    return {
        frozenset((region.code, regions[other].code))
        for region in regions
        for other in region.borders
    }


# -- the map ------------------------------------------------------------------------------------


def test_regions_touch_where_they_border_and_nowhere_else() -> None:
    shapes = outlines(drawn(given(seats=4)))
    corners = {code: frozenset().union(*edges) for code, edges in shapes.items()}
    pairs = {frozenset((one, other)) for one in shapes for other in shapes if one != other}
    side_by_side = {pair for pair in pairs if set.intersection(*(shapes[code] for code in pair))}
    touching = {pair for pair in pairs if frozenset.intersection(*(corners[c] for c in pair))}
    assert len(shapes) == 32
    assert side_by_side == borders(GAME)
    assert touching == side_by_side


def test_regions_reach_the_sea_where_they_have_a_coast() -> None:
    root = drawn(given(seats=4))
    shapes = outlines(root)
    abroad = [edges(p) for p in root.iter(f"{SVG}polygon") if "abroad" in p.get("class", "")]
    assert abroad
    for region in GAME.board.regions:
        others = [shape for code, shape in shapes.items() if code != region.code]
        wet = shapes[region.code].difference(*others, *abroad)
        assert bool(wet) == region.coastal, region.name


def ends(line: ET.Element) -> tuple[tuple[float, ...], tuple[float, ...]]:
    numbers = [float(word) for word in line.get("d", "").split() if word not in "MQ"]
    return tuple(numbers[:2]), tuple(numbers[-2:])


def lines_between_cards(root: ET.Element) -> set[Edge]:
    """The borders drawn as lines: which cards their ends lie in."""
    cards: dict[str, tuple[float, ...]] = {}
    for code, shape in outlines(root).items():
        points = [tuple(map(float, point.split(","))) for edge in shape for point in edge]
        low, high = min(points), max(points)
        cards[code] = (*low, *high)

    def card_at(x: float, y: float) -> str:
        (found,) = [c for c, (x1, y1, x2, y2) in cards.items() if x1 < x < x2 and y1 < y < y2]
        return found

    paths = [path for path in root.iter(f"{SVG}path") if "border" in path.get("class", "")]
    return {frozenset(card_at(*end) for end in ends(path)) for path in paths}


def with_one_border_more(directory: Path, *, places: bool) -> KingsAndCastles:
    """The shipped map, but Calais borders Angers."""
    text = (HOME / "map.yaml").read_text(encoding="utf-8")
    text = text.replace("borders: [rouen]", "borders: [rouen, angers]")
    text = text.replace(
        "borders: [rouen, rennes, poitiers]", "borders: [rouen, rennes, poitiers, calais]"
    )
    lines = [line for line in text.split("\n") if places or not line.startswith("    at:")]
    (directory / "map.yaml").write_text("\n".join(lines), encoding="utf-8")
    return GAME.with_data(directory)


@pytest.mark.parametrize("board", ["isles", "changed", "changed and without places"])
def test_other_boards_have_a_card_for_each_region_and_a_line_for_each_border(
    board: str, tmp_path: Path
) -> None:
    game = (
        GAME.with_data(ISLES)
        if board == "isles"
        else with_one_border_more(tmp_path, places=board == "changed")
    )
    root = drawn(given(game, seats=3), game=game)
    assert set(outlines(root)) == {region.code for region in game.board.regions}
    assert lines_between_cards(root) == borders(game)


def test_outlines_serve_countries_of_other_names(tmp_path: Path) -> None:
    text = (HOME / "map.yaml").read_text(encoding="utf-8")
    text = text.replace("id: ireland", "id: hibernia").replace(
        "country: ireland", "country: hibernia"
    )
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    kings = (HOME / "kings.yaml").read_text(encoding="utf-8")
    kings = kings.replace("country: ireland", "country: hibernia")
    (tmp_path / "kings.yaml").write_text(kings, encoding="utf-8")
    game = GAME.with_data(tmp_path)
    root = drawn(given(game, seats=3), game=game)
    assert outlines(root) == outlines(drawn(given(seats=3)))


# -- what moves name ----------------------------------------------------------------------------


def legal_words(root: ET.Element) -> set[tuple[str, str]]:
    """What is marked as legal to name: sort and word."""
    return {
        (name.removeprefix("data-"), word)
        for element in root.iter()
        if element.get("data-legal") == "yes"
        for name, word in element.items()
        if name.startswith("data-") and name != "data-legal"
    }


def named(notation: str) -> set[tuple[str, str]]:
    """What a move names, as it is written."""
    verb, *words = notation.split()
    match verb:
        case "place":
            return {("region", words[0])}
        case "crown":
            return {("box", words[0]), *(("colour", colour) for colour in words[1:])}
        case "attack":
            return {("region", words[0]), ("colour", words[1]), *map(_key, words[2:])}
        case "castle":
            return {("castle", words[0]), ("region", words[1])}
        case "bid" | "take":
            words = words[: words.index("draw")] if "draw" in words else words
            return {
                _key(word) if word[0].isdigit() else ("colour", word)
                for word in words
                if word != "nothing"
            }
        case "rouen":
            return {("unit", words[0])}
        case "aside":
            return {("marker", " ".join(words))}
        case "tax":
            return {("tax", "tax")}
        case _:
            assert notation in ("pass", "end attacks", "end castles", "no tax"), notation
            return set()


def _key(counted: str) -> tuple[str, str]:
    return "key", counted.lstrip("0123456789")


def some_of(moves: list[Any], lot: SeededChance) -> list[Any]:
    """The last, which ends a step, and a few others: lists are long."""
    return [moves[-1], *(moves[lot.below(len(moves))] for _ in range(12))]


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"array_overflow": "aside"}), (4, {"variant": "short"})]
)
def test_whatever_moves_name_is_there_and_marked(seats: int, options: dict[str, str]) -> None:
    lot = SeededChance(seats)
    match = Match.new(GAME, seats, seats, options)
    verbs: set[str] = set()
    while match.outcome is None:
        state = match.state
        seat = GAME.decisions(state)[0].seat
        moves = list(GAME.legal_moves(state, seat))
        move = moves[lot.below(len(moves))]
        if not lot.below(10) or GAME.notation(move).split()[0] not in verbs:
            marked = legal_words(ET.fromstring(match.svg(seat)))
            for other in some_of(moves, lot):
                notation = GAME.notation(other)
                verbs.add(notation.split()[0])
                assert named(notation) <= marked, notation
            assert not legal_words(ET.fromstring(match.svg(None)))
        match.play(move, seat)
    assert {"place", "crown", "attack", "castle", "bid", "take", "tax"} <= verbs


def test_the_unit_for_the_start_region_is_named_by_its_type() -> None:
    state = given(
        seats=4, phase="start region", start="blue", arrays={"blue": {"blue-archer": 2, "merc1": 1}}
    )
    assert [GAME.notation(move) for move in GAME.legal_moves(state, 0)] == ["rouen archer"]
    marked = legal_words(drawn(state, 0))
    assert {word for sort, word in marked if sort == "marker"} == {"blue archer"}
    assert ("unit", "archer") in marked


def test_only_what_is_legal_is_marked() -> None:
    state = given(
        seats=4,
        box=10,
        active="blue",
        regions={"dublin": "blue foot", "galway": "black archer, castle 2"},
        arrays={"blue": {"pink-knight": 1, "blue-knight": 1, "castle1": 1}},
    )
    marked = legal_words(drawn(state, 0))
    targets = {move.target for move in GAME.legal_moves(state, 0) if isinstance(move, Attack)}
    codes = {GAME.board.regions[target].code for target in targets}
    assert {word for sort, word in marked if sort == "region"} == codes
    assert {word for sort, word in marked if sort == "colour"} == {"blue", "pink"}
    assert not {word for sort, word in marked if sort in ("castle", "box", "tax")}
    assert not legal_words(drawn(state, 1))
    GAME.advance(state, 0, GAME.parse("end attacks"), SeededChance(0))
    marked = legal_words(drawn(state, 0))
    free = {
        region.code
        for spot, region in enumerate(GAME.board.regions)
        if GAME.check(state, 0, Castle(1, spot)) is None
    }
    assert {word for sort, word in marked if sort == "region"} == free
    assert "GAL" not in free
    assert {word for sort, word in marked if sort == "castle"} == {"1"}


# -- what changed -------------------------------------------------------------------------------


def news(root: ET.Element) -> list[ET.Element]:
    return [element for element in root.iter() if "news" in element.get("class", "").split()]


def test_what_the_last_act_changed_is_marked() -> None:
    match = Match.new(GAME, 4, 7, {"enemy_setup": "random"}, names=NAMES)
    lot = SeededChance(3)
    seen: set[str] = set()
    while match.outcome is None:
        seat = GAME.decisions(match.state)[0].seat
        moves = list(GAME.legal_moves(match.state, seat))
        for event in match.play(moves[lot.below(len(moves))], seat):
            kind = type(event).__name__
            if kind in seen or kind not in (
                *("RegionConquered", "CastlePlaced", "CrownPlaced", "TaxPaid", "MarkersDrawn"),
                *("BidMade", "StatusChanged", "TurnBegan"),
            ):
                continue
            seen.add(kind)
            root = ET.fromstring(match.svg(seat))
            tips = {str(mark.findtext(f"{SVG}title")): mark for mark in news(root)}
            said = event.tell(Look(names=NAMES).name)
            about = [mark for tip, mark in tips.items() if said in tip]
            assert about, (kind, sorted(tips))
            region = getattr(event, "region", None)
            if region is not None:
                code = next(r.code for r in GAME.board.regions if r.name == region)
                assert edges(about[0]) == outlines(root)[code]
    assert len(seen) == 8


def test_only_the_last_move_is_marked() -> None:
    match = Match.new(GAME, 4, 7, names=NAMES)
    match.play("place LON")
    match.play("place YOR")
    tips = [mark.findtext(f"{SVG}title") for mark in news(ET.fromstring(match.svg()))]
    assert len(tips) == 1 and "York" in str(tips[0])
    assert not news(drawn(match.state))


# -- who may see what ---------------------------------------------------------------------------


def test_coins_of_others_are_a_digit() -> None:
    state = given(seats=3, box=2, phase="tax", money=[947, 838, 729])
    svg = GAME.picture(state, 0, Look()).svg()
    assert "947" in svg and "…8" in svg and "…9" in svg
    assert "838" not in svg and "729" not in svg
    nobody = GAME.picture(state, None, Look()).svg()
    assert "947" not in nobody and "…7" in nobody
    over = GAME.picture(given(seats=3, phase="over", money=[947, 838, 729]), None, Look()).svg()
    assert all(purse in over for purse in ("947", "838", "729"))
    assert "Player 1 wins with 947" in over


def test_ones_own_question_comes_first() -> None:
    state = given(seats=3, phase="filling")
    for viewer, name in enumerate(NAMES[:3]):
        said = GAME.picture(state, viewer, Look(names=NAMES)).words
        first = min(NAMES[:3], key=lambda other: said.index(f"{other}: Choose"))
        assert first == name


def test_sealed_choices_stay_sealed() -> None:
    svgs: set[str] = set()
    for choice in ("take 4k 2f", "take 1a"):
        state = given(seats=3, phase="filling")
        GAME.advance(state, 2, GAME.parse(choice), SeededChance(1))
        svgs |= {GAME.picture(state, viewer, Look()).svg() for viewer in (0, None)}
    assert len(svgs) == 2
    assert all("has chosen" in svg for svg in svgs)


def test_the_words_tell_the_table() -> None:
    state = given(
        seats=2,
        box=10,
        active="blue",
        regions={"dublin": "blue foot, castle 2"},
        arrays={"blue": {"merc2": 1}},
        crowns={str(box): "blue" if box % 2 else "green" for box in range(11, 17)},
        tax={"green": 1},
    )
    picture = GAME.picture(state, 0, Look(names=NAMES))
    assert picture.title == "Kings & Castles, seen by Ann"
    for words in (
        "Ann: Attack, or end the attacks (John, king in Ireland)",
        "Dublin blue foot soldier, castle of strength 2, defence 4",
        "Ireland, the king's country (contested",
        "array a mercenary of strength 2",
        "Box 11, Henry III, king in France, bonus 1: blue crown",
        "1 TAX marker",
    ):
        assert words in picture.words
    assert all(region.name in picture.words for region in GAME.board.regions)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_piece_is_drawn_where_it_lies(seats: int) -> None:
    state = given(
        seats=seats,
        box=7,
        active="green",
        households={"blue": {"knight": 2, "archer": 1}},
        arrays={"blue": {"blue-knight": 1, "merc3": 2, "castle1": 1}},
        bonus={"green": {"black-foot": 1}},
    )
    root = drawn(state)
    panels = {
        panel.get("data-colour"): panel
        for panel in root.iter(f"{SVG}g")
        if panel.get("data-colour") and not panel.get("data-marker")
    }
    lying = {
        colour: sorted(
            element.get("data-marker", "")
            for element in panel.iter(f"{SVG}use")
            if element.get("data-marker")
        )
        for colour, panel in panels.items()
    }
    assert lying["blue"] == ["blue knight", "castle1", "merc3", "merc3"]
    assert lying["green"] == ["black foot"]
    at_home = [
        (group.get("data-marker"), group.findtext(f"{SVG}text"))
        for group in panels["blue"].iter(f"{SVG}g")
        if group.get("data-unit")
    ]
    assert at_home == [("blue knight", "2"), ("blue foot", "0"), ("blue archer", "1")]
    boxes = {group.get("data-box") for group in root.iter(f"{SVG}g") if group.get("data-box")}
    assert boxes == {str(box) for box in range(1, 25)}
