"""The picture of the table: all that can be named is there, what is new is marked, what is hidden is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.games.castle_keep import GAME, events
from rulekeep.games.castle_keep.box.castle import CELLS
from rulekeep.games.castle_keep.box.tiles import WALL
from rulekeep.games.castle_keep.universe import universe
from rulekeep.games.castle_keep.view.picture.tiles import outline
from rulekeep.match.match import Match

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ann", "Bob", "Cy", "Di")
Things = set[tuple[str, ...]]

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"A1": True, "A2": True, "A3": True, "cross_type_attack": True}),
    (4, {"build_cap": None}),
    (2, {"variant": "empire", "empire_transfer": "move_and_swap"}),
    (3, {"variant": "empire", "empire_goal": "all_opponents"}),
    (2, {"variant": "takeover", "takeover_timing": "immediate", "takeover_choice": "each_tile"}),
    (2, {"variant": "takeover", "takeover_store": "hand", "A1": True}),
    (2, {"variant": "takeover_empire", "A2": True}),
    (2, {"variant": "king", "A1": True}),
    (3, {"discards": "face_down"}),
    (1, {"variant": "siege", "siege_trigger": "either"}),
]


def drawn(state: Any, viewer: int | None, look: Look | None = None) -> ET.Element:
    return ET.fromstring(GAME.picture(state, viewer, look or Look(names=NAMES)).svg())


def play(seats: int, options: dict[str, Any], seed: int, acts: int) -> Iterator[Match]:
    """A match at random, attacks preferred, after every act."""
    match = Match.new(GAME, seats=seats, options=options, seed=seed, names=NAMES[:seats])
    lot = SeededChance(seed)
    for _ in range(acts):
        yield match
        if match.outcome:
            return
        moves = [str(move) for move in match.legal_moves()]
        attacks = [move for move in moves if move.startswith(("attack", "transfer", "swap"))]
        some = attacks if attacks and lot.below(2) else moves
        match.play(some[lot.below(len(some))])


# -- what can be named ----------------------------------------------------------------------


def pointed_at(state: Any, seat: int, text: str) -> Things:
    """The things that a move names, as the picture calls them."""
    verb, *words = text.split()
    own = "" if state.terms.common else str(seat + 1)
    match verb:
        case "draw":
            return {("source", words[0])}
        case "discard":
            return {("hand", words[0])}
        case "choose":
            return {("cell", "", "", words[0])}
        case "place":
            letter = words[2] if len(words) > 2 and words[2] in "AB" else ""
            tile = "reserve" if words[-1] == "reserve" else "hand"
            return {(tile, words[0]), ("cell", own, letter, words[1])}
        case "attack":
            tile, *where = words
            said = {("word", word) for word in ("take", "only") if word in where}
            where = where[: where.index("take") if said else None]
            victim = where.pop(0) if where[0].isdigit() else ""
            letter = where[1] if len(where) > 1 else ""
            return said | {("hand", tile), ("cell", victim, letter, where[0])}
        case "transfer" | "swap":
            a, cell_a, b, cell_b = words
            return {("cell", own, a, cell_a), ("cell", own, b, cell_b)}
    return {("word", verb)}


def marked(root: ET.Element) -> Things:
    """The things that the picture says can be named now."""
    found: Things = set()
    for element in root.iter():
        if element.get("data-legal") != "yes":
            continue
        said = {name[5:]: value for name, value in element.attrib.items() if name[:5] == "data-"}
        if "cell" in said:
            found.add(("cell", said.get("player", ""), said.get("castle", ""), said["cell"]))
        elif "word" in said:
            found.add(("word", said["word"]))
        elif "tile" in said:
            found.add(("reserve" if said.get("source") else "hand", said["tile"]))
        else:
            found.add(("source", said["source"]))
    return found


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_may_be_named_says_so_to_who_is_asked_alone(
    seats: int, options: dict[str, Any]
) -> None:
    """All moves that the rules allow, not only those of equal ones that are listed."""
    for number, match in enumerate(play(seats, options, 1, 60)):
        state, seat = match.state, match.state.active
        attacks = any(str(move).startswith(("attack", "swap")) for move in match.legal_moves())
        if match.outcome or (number % 9 and not (attacks and number % 2)):
            continue
        allowed = [move for move in universe(state, seat) if GAME.check(state, seat, move) is None]
        named = [pointed_at(state, seat, GAME.notation(move)) for move in allowed]
        assert marked(drawn(state, seat)) == set().union(*named)
        for viewer in {None, *range(seats)} - {seat}:
            assert marked(drawn(state, viewer)) == set()


ASSAULT = {
    "options": {"variant": "siege"},
    "phase": "assault",
    "castles": {"common": {"N": "WRC", "NE": "TRC", "S": "WRC", "C": "KR"}},
    "flips": ["WRC", "TYS"],
}
CLOSED = {
    "seats": 3,
    "options": {"variant": "empire", "empire_goal": "all_opponents"},
    "castles": {
        "0": {"A": {"N": "WRC", "NE": "TRC"}, "B": {"N": "WYC", "NE": "TYC"}},
        "1": {"A": {"N": "WRC", "C": "KR"}},
    },
    "closed": ["1B", "2A", "2B"],
    "out": [2],
    "razed": {"0": 3},
    "unlocked": True,
    "hands": {"0": ["WRC", "KR", "KR"], "1": ["TYS", "TYS", "TYS", "TYZ"]},
}
KNOWN = {
    "options": {"variant": "takeover", "A2": True},
    "phase": "draw",
    "discard": ["TBS", "KY"],
    "castles": {"0": {"N": "WRC", "NE": "TRC"}, "1": {"N": "WRC", "NE": "TRC"}},
    "hands": {"0": ["KR", "KR"], "1": ["KY", "TYZ", "WYZ"]},
    "known": {"1": ["KY"]},
    "reserves": {"1": ["WBZ", "WBS"]},
}


@pytest.mark.parametrize(
    ("position", "things"),
    [
        (ASSAULT, {("cell", "", "", "N"), ("cell", "", "", "S")}),
        (KNOWN, {("source", "discard"), ("source", "pile")}),
    ],
)
def test_an_assault_and_a_draw_say_what_may_be_chosen(
    position: dict[str, Any], things: Things
) -> None:
    assert marked(drawn(GAME.from_dict(position), 0)) == things


# -- what is shown --------------------------------------------------------------------------


def tips(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SVG}title")]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_castle_is_there_with_its_nine_places_and_their_tiles(
    seats: int, options: dict[str, Any]
) -> None:
    *_, match = play(seats, options, 3, 40)
    state = match.state
    places = [e for e in drawn(state, None).iter() if e.get("data-cell")]
    assert [e.get("data-cell") for e in places] == [*CELLS] * len(state.castles)
    stand = [
        tip.split(", ")[0] for tip in map(str, map(first_title, places)) if " free " not in tip
    ]
    written = re.findall(r"'(\w+)': '(\w+)'", str(GAME.to_dict(state)["castles"]))
    assert sorted(stand) == sorted(f"{cell}: {kind}" for cell, kind in written)


def first_title(element: ET.Element) -> str | None:
    return element.findtext(f"{SVG}title")


def test_hands_are_seen_by_their_owner_others_as_backs_with_their_number() -> None:
    state = GAME.from_dict(KNOWN)
    own, other = drawn(state, 1), drawn(state, 0)
    assert [e.get("data-tile") for e in own.iter() if e.get("data-letter")] == ["TYZ", "WYZ", "KY"]
    assert "Bob holds 3 tiles, known to everybody: KY" in tips(other)
    assert "TYZ" not in ET.tostring(other, "unicode")
    reserve = [e.get("data-tile") for e in other.iter() if e.get("data-source") == "reserve"]
    assert reserve == ["WBZ", "WBS"]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_nothing_hidden_reaches_the_file(seats: int, options: dict[str, Any]) -> None:
    lot = SeededChance("again")
    for number, match in enumerate(play(seats, options, 4, 40)):
        if number % 13 == 0:
            for seat in range(seats):
                look = Look(names=NAMES, lately=match.lately(seat))
                other = GAME.determinize(match.state, seat, lot)
                one = GAME.picture(match.state, seat, look).svg()
                assert one == GAME.picture(other, seat, look).svg()
                assert len(one) < 120_000


def test_discards_that_lie_face_down_are_known_to_their_owner_alone() -> None:
    position = {
        "options": {"discards": "face_down"},
        "discard": ["TBS", "KY"],
        "buried": {"1": ["KY"]},
    }
    state = GAME.from_dict(position)
    for viewer, known in ((0, "TBS"), (1, "TBS KY"), (None, "TBS")):
        picture = GAME.picture(state, viewer, Look())
        assert f"2 discards, face down; known are {known}." in picture.words
        tip = f"2 discards, face down; known are: {known}"
        assert tip in tips(ET.fromstring(picture.svg()))
        assert ("KY" in picture.svg()) == (viewer == 1)


def test_what_is_lost_for_good_is_said() -> None:
    picture = GAME.picture(GAME.from_dict(CLOSED), 0, Look(names=NAMES))
    root = ET.fromstring(picture.svg())
    assert tips(root).count("destroyed for good") == 3
    assert {"out", "emptied 3 castles"} <= {e.text for e in root.iter(f"{SVG}text")}
    assert picture.title == "Castle Keep, as Ann sees it"
    for words in (
        "Ann: build, attack or pass",
        "Ann's castle A: N WRC, NE TRC",
        "Ann holds 3 tiles: WRC KR KR",
        "Bob's castle B: destroyed for good",
        "Bob holds 4 tiles.",
        "Cy is out",
    ):
        assert words in picture.words


def test_hatchings_do_not_turn_with_the_walls() -> None:
    """Red is upright and blue level on every side, since that tells them apart."""
    walls = {"N": "WRC", "E": "WRC", "S": "WRZ", "W": "WRZ"}
    root = drawn(GAME.from_dict({"castles": {"0": walls}}), None)
    assert not any("rotate" in e.get("transform", "") for e in root.iter())
    fills = {e.get("fill") for e in root.iter(f"{SVG}path") if "url" in e.get("fill", "")}
    assert len(fills) == 1
    for shape in range(3):
        assert outline(WALL, shape, upright=True) != outline(WALL, shape, upright=False)


# -- news -----------------------------------------------------------------------------------


def news(match: Match, viewer: int | None) -> list[str]:
    root = ET.fromstring(match.svg(viewer))
    shapes = [shape for shape in root.iter() if "news" in shape.get("class", "").split()]
    assert all(shape.get("stroke-dasharray") for shape in shapes)
    return [str(first_title(shape)) for shape in shapes]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_the_last_act_changed_is_marked(seats: int, options: dict[str, Any]) -> None:
    seen: set[str] = set()
    for match in play(seats, options, 5, 60):
        happened = match.plies[-1].events if match.plies else ()
        told = {event.name for event in happened}
        if not told - seen and len(match.plies) % 4:
            continue
        seen |= told
        seat, said = match.plies[-1].seat if match.plies else 0, news(match, None)
        for event in happened:
            match event:
                case events.TilePlaced():
                    assert f"{NAMES[seat]} just placed {event.kind}" in said
                case events.TilesDestroyed():
                    assert any(tip.startswith(f"{NAMES[seat]} just ") for tip in said)
                    left = [e.tiles for e in happened if isinstance(e, events.TilesLeft)]
                    kept = len(event.destroyed) - len(sum(left, ())) if event.taken else 0
                    assert said.count("just taken") == min(kept, len(match.state.reserves[seat]))
                case events.TileTransferred():
                    assert {f"{event.kind} just left", f"{event.kind} just came"} <= set(said)
                case events.TilesSwapped():
                    assert f"{event.kind_a} just came from A" in said
                case events.TileDiscarded() | events.TilesFlipped():
                    own = news(match, seat)  # face down nobody else sees it
                    assert any("just discarded" in tip or "assault turns" in tip for tip in own)
                case events.AssaultHit() if event.destroyed:
                    assert any("the assault just destroyed" in tip for tip in said)
                case events.TilesDrawn():
                    assert "just drawn" in news(match, event.seat)
                    assert "just drawn" not in said
    assert {"TilePlaced", "TilesDrawn"} <= seen


def test_a_pass_leaves_only_the_draw_marked() -> None:
    match = Match.new(GAME, seats=2, seed=1, names=NAMES[:2])
    for _ in range(2):
        match.play(next(str(m) for m in match.legal_moves() if str(m).startswith("place")))
    assert any("just placed" in tip for tip in news(match, None))
    position = GAME.from_dict({"hands": {"0": ["KR"], "1": ["KY"]}})
    look = Look(
        lately=((0, events.TilePlaced((), 0, 0, "", "WRC", "N", False)), (0, events.Passed((), 0)))
    )
    assert "news" not in GAME.picture(position, None, look).svg()


def test_the_same_table_gives_the_same_file() -> None:
    state = GAME.from_dict(CLOSED)
    one = GAME.picture(state, 0, Look()).svg()
    assert one == GAME.picture(state.copy(), 0, Look()).svg()
