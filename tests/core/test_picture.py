import re
import xml.etree.ElementTree as ET
from typing import get_args

import pytest

import rulekeep
from rulekeep.core.drawing.picture import (
    INK_PAPER,
    INK_TEXT,
    Ink,
    Picture,
    Theme,
    in_rows,
    svg_number,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn() -> Picture:
    picture = Picture(200, 100, "A <table>", "Two & two")
    picture.rect(0, 0, 200, 100, fill=INK_PAPER)
    with picture.at(10, 20, turn=90, data_cell="c3", tip="cell c3"):
        picture.circle(0, 0, 5, fill=picture.hatching(Ink("#ff0000", "#aa0000")), stroke_width=2)
        picture.text(1, 2, 'a "b" <c>\x00', anchor="middle")
    return picture


def test_shapes_become_a_well_formed_file() -> None:
    root = ET.fromstring(drawn().svg())
    assert root.get("viewBox") == "0 0 200 100" and root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A <table>"
    assert root.findtext(f"{SVG}desc") == "Two & two"
    group = root.find(f"{SVG}g")
    assert group is not None
    assert group.get("data-cell") == "c3" and group.findtext(f"{SVG}title") == "cell c3"
    assert group.get("transform") == "translate(10 20) rotate(90)"
    circle, text = group.find(f"{SVG}circle"), group.find(f"{SVG}text")
    assert circle is not None and circle.get("stroke-width") == "2"
    assert text is not None and text.text == 'a "b" <c>'
    pattern = root.find(f"{SVG}defs/{SVG}pattern")
    assert pattern is not None and circle.get("fill") == f"url(#{pattern.get('id')})"


def test_the_same_shapes_give_the_same_bytes() -> None:
    assert drawn().svg() == drawn().svg()


def test_inks_have_a_tone_by_night() -> None:
    auto = drawn().svg()
    assert f'fill="{INK_PAPER.light}"' in auto
    assert f".f{INK_PAPER.dark[1:]}{{fill:{INK_PAPER.dark}}}" in auto
    assert f'fill="{INK_PAPER.dark}"' in drawn().svg("dark") and "<style>" not in drawn().svg(
        "dark"
    )
    assert INK_PAPER.dark not in drawn().svg("light")


def test_a_part_says_what_it_is_and_where() -> None:
    picture = Picture(200, 100, "A table")
    with picture.part("hand", 10, 20.5, 30, 40, mine=True, least=12, data_seat="1"):
        picture.rect(10, 20.5, 30, 40)
    group = ET.fromstring(picture.svg()).find(f"{SVG}g")
    assert group is not None and group.find(f"{SVG}rect") is not None
    assert {name: value for name, value in group.attrib.items() if name.startswith("data-")} == {
        "data-part": "hand",
        "data-area": "10 20.5 30 40",
        "data-least": "12",
        "data-mine": "yes",
        "data-seat": "1",
    }


SHIPPED = ("castle_keep", "kilt_castle", "carcassonne_castle", "kings_and_castles")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_parts_of_a_picture_lie_within_it(name: str) -> None:
    for seats in {2, max(rulekeep.games()[name].seats)}:
        match = rulekeep.Match.new(name, seats, "parts")
        for viewer in (0, None):
            root = ET.fromstring(match.svg(viewer))
            width, height = (float(root.get(side, "")) for side in ("width", "height"))
            parts = {
                (part.get("data-part"), area)
                for part in root.iter()
                if (area := part.get("data-area"))
            }
            assert {"legend", "signs"} & {part for part, _ in parts}
            for part, area in parts:
                x, y, wide, high = map(float, area.split())
                assert x >= -1 and x + wide <= width + 1, part
                assert y >= -1 and y + high <= height + 1, part


def test_a_stamp_is_drawn_once_and_put_often() -> None:
    picture = drawn()
    times = 0

    def star(picture: Picture) -> None:
        nonlocal times
        times += 1
        picture.circle(0, 0, 3, fill=INK_PAPER)

    for x in (1, 2):
        picture.stamp("star", star, x, 5, tip="a star", data_cell=f"a{x}")
    root = ET.fromstring(picture.svg())
    stars = root.findall(f"{SVG}use")
    assert times == 1
    assert [(star.get("x"), star.get("y"), star.get("data-cell")) for star in stars] == [
        ("1", "5", "a1"),
        ("2", "5", "a2"),
    ]
    assert stars[0].findtext(f"{SVG}title") == "a star"
    (stamp,) = root.findall(f"{SVG}defs/{SVG}g")
    assert {star.get("href") for star in stars} == {f"#{stamp.get('id')}"}
    assert stamp.find(f"{SVG}circle") is not None


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (0.125, "0.12"), (-0.001, "0"), (10, "10"), (2.5, "2.5")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert svg_number(value) == text


def test_a_game_without_a_picture_shows_what_can_be_known() -> None:
    picture = in_rows("Pig", [("points", "[3, 4]"), ("long", "x" * 500)])
    assert "points: [3, 4]" in picture.svg() and "…" in picture.svg()
    match = rulekeep.Match.new("lanterns", seats=2, seed=1)
    hand = str(match.observation(0)["hand"])
    assert hand in match.svg(0) and hand not in match.svg()
    assert match._repr_svg_() == match.svg(None)


def test_attributes_may_say_anything_that_xml_can() -> None:
    picture = Picture(10, 10, "Signs")
    picture.rect(0, 0, 1, 1, data_name="a \"b\" 'c' <d> & e\x01\n")
    (rect,) = ET.fromstring(picture.svg()).iter(f"{SVG}rect")
    assert rect.get("data-name") == "a \"b\" 'c' <d> & e"


def test_pictures_of_all_themes_stand_on_one_page() -> None:
    picture = Picture(100, 100, "two by two")
    picture.rect(0, 0, 50, 50, fill=picture.hatching(INK_TEXT, INK_PAPER))
    picture.stamp("disc", lambda sheet: sheet.circle(0, 0, 5, fill=INK_TEXT), 20, 20)
    names: list[str] = []
    for theme in get_args(Theme):
        svg = picture.svg(theme)
        defined = re.findall(r'id="([^"]+)"', svg)
        assert sorted(defined) == sorted(set(re.findall(r'(?:url\(|href=")#([^")]+)', svg)))
        names += defined
    assert len(names) == len(set(names)) == 6
