"""The picture of the table: all that can be named is there, every floor and half card is readable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.kilt_castle.positions import BUILDING, ROOF_TO_CHOOSE, SECOND_BUILD

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.games.kilt_castle import GAME, KiltCastle
from rulekeep.games.kilt_castle.box.pieces import LETTERS, SHOWN, card_name
from rulekeep.games.kilt_castle.legal import eligible_colours
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.view.picture.scene import CARD, GAP, MARGIN, TAB, Places

Watch = Callable[[KiltCastle, int, Mapping[str, Any], int], Iterator[Any]]
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ann", "Bob", "Cleo", "Dan")
LOOK = Look(names=NAMES)


def drawn(
    state: State, viewer: int | None = None, look: Look = LOOK, game: KiltCastle = GAME
) -> ET.Element:
    return ET.fromstring(game.picture(state, viewer, look).svg())


def tips(root: ET.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def news(root: ET.Element) -> list[ET.Element]:
    return [shape for shape in root.iter() if "news" in shape.get("class", "").split()]


def called(root: ET.Element, name: str, value: str) -> ET.Element:
    (found,) = (shape for shape in root.iter() if shape.get(name) == value)
    return found


def texts(shape: ET.Element) -> list[str]:
    return [text.text or "" for text in shape.iter(f"{SVG}text")]


# -- what a move can name -------------------------------------------------------------------


def named(move: str) -> set[tuple[str, str]]:
    """What a move points at, as elements say it."""
    verb, *rest = move.split()
    match verb, rest:
        case "move", [card, _, to]:
            return {("data-card", card), ("data-position", to)}
        case "build", [cell, *floor]:
            return {("data-cell", cell), ("data-floor", " ".join(floor))}
    return {("data-cell", rest[0])}


def floors_from(state: State) -> tuple[int, ...]:
    """The colours whose floors may be placed."""
    if not state.is_building:
        return ()
    own = eligible_colours(state, state.colour)
    return tuple(colour for colour in own if state.left[colour])


def elements(root: ET.Element, legal: bool) -> set[tuple[str, str]]:
    return {
        (name, value)
        for shape in root.iter()
        if shape.get("data-part") is None and (not legal or shape.get("data-legal") == "yes")
        for name, value in shape.attrib.items()
        if name.startswith("data-") and name not in ("data-legal", "data-colour")
    }


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (2, {"floor_color_2p": "any_own"}), (3, {}), (4, {})]
)
def test_what_legal_moves_name_is_there_for_who_is_asked_alone(
    watch: Watch, pinned: KiltCastle, seats: int, options: dict[str, Any]
) -> None:
    verbs: set[str] = set()
    for number, moment in enumerate(watch(pinned, seats, options, 7)):
        if number % 9 and moment.after["phase"] != "roof":
            continue
        state = pinned.from_dict(moment.after)
        decisions = pinned.decisions(state)
        if not decisions:
            continue
        seat = decisions[0].seat
        moves = [pinned.notation(move) for move in pinned.legal_moves(state, seat)]
        verbs |= {move.split()[0] for move in moves}
        expected = {thing for move in moves for thing in named(move)}
        root = drawn(state, seat, game=pinned)
        assert elements(root, legal=True) == expected
        colours = {shape.get("data-colour") for shape in root.iter() if shape.get("data-legal")}
        assert colours - {None} == {LETTERS[colour] for colour in floors_from(state)}
        for viewer in ((seat + 1) % seats, None):
            assert not elements(drawn(state, viewer, game=pinned), legal=True)
    assert {"move", "build"} <= verbs


def test_a_roof_that_may_be_moved_can_be_named(pinned: KiltCastle) -> None:
    state = pinned.from_dict(ROOF_TO_CHOOSE)
    root = drawn(state, state.builder, game=pinned)
    assert elements(root, legal=True) == {("data-cell", "E1"), ("data-cell", "E2")}


def test_every_cell_card_position_and_floor_is_there() -> None:
    state = GAME.setup(3, {}, SeededChance(1)).state
    expected = {("data-cell", name) for name in GAME.board.cell_of}
    expected |= {("data-card", card_name(card)) for card in state.terms.cards}
    expected |= {("data-position", name) for name in GAME.board.position_names}
    expected |= {("data-floor", f"crest{crests}") for crests in range(3)}
    root = drawn(state)
    assert elements(root, legal=False) == expected
    clans = [shape.get("data-colour", "") for shape in root.iter() if shape.get("data-floor")]
    assert sorted(clans) == sorted(3 * [LETTERS[colour] for colour in state.terms.in_play])


# -- what is seen ---------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_floor_says_whose_it_is(watch: Watch, pinned: KiltCastle, seats: int) -> None:
    """In a cell: the floors from the bottom, the top or who shares the roof, the height, its name."""
    *_, last = watch(pinned, seats, {}, 11)
    state = pinned.from_dict(last.after)
    root = drawn(state, game=pinned)
    everybody = [LETTERS[colour] for colour in state.terms.in_play]
    assert last.after["roofs"]
    for cell, floors in last.after["towers"].items():
        letters = [floor[0] for floor in floors.split()]
        on_top = everybody if cell in last.after["roofs"] else letters[-1:]
        assert texts(called(root, "data-cell", cell)) == [
            *letters,
            *on_top,
            str(len(letters)),
            cell,
        ]


def test_tips_name_floors_owners_and_all_who_share_a_roof(pinned: KiltCastle) -> None:
    said = tips(drawn(pinned.from_dict(BUILDING), game=pinned))
    assert (
        "E3: 4 floors, from the bottom: orange, light gray, light gray, dark gray with 2 crests; "
        "roofed, belongs to Ann, Bob, Cleo and Dan"
    ) in said
    assert "B2: 1 floor: red; belongs to Ann" in said
    assert "A1: empty" in said


def test_a_crest_is_seen_on_top_and_not_under_a_roof(pinned: KiltCastle) -> None:
    towers = {"A1": "R2", "A2": "R1", "A3": "R2 O0", "A4": "O0 L2"}
    state = pinned.from_dict({"towers": towers, "roofs": ["A4"]})
    root = drawn(state, game=pinned)
    shields = {
        cell: sum(
            path.get("d", "").startswith("M-7 -8")
            for path in called(root, "data-cell", cell).iter(f"{SVG}path")
        )
        for cell in towers
    }
    assert shields == {"A1": 2, "A2": 1, "A3": 0, "A4": 0}


def test_the_half_of_a_card_that_faces_the_castle_lies_nearer_to_it(pinned: KiltCastle) -> None:
    cards = {"0": ["R", "R/O"], "6": ["O/L", "D/R"], "12": ["D/O", "L"], "17": ["L/D", "R/L"]}
    cards["18"] = ["O", "D"]
    root = drawn(pinned.from_dict({"cards": cards, "front": 18}), game=pinned)
    places = Places(pinned.board)
    middle = (places.left + places.right) / 2, (places.top + places.bottom) / 2
    for position, row in cards.items():
        axis = "y" if position in ("0", "12") else "x"
        centre = middle[axis == "y"]
        for shown in row:
            card = called(root, "data-card", card_name(SHOWN.index(shown) >> 1))
            halves = sorted(
                card.iter(f"{SVG}text"), key=lambda text: abs(float(text.get(axis, 0)) - centre)
            )
            assert [text.text for text in halves] == shown.split("/")


def test_purses_floors_left_and_prospects_stand_with_their_players(pinned: KiltCastle) -> None:
    state = pinned.from_dict({**SECOND_BUILD, "ducats": [10, 12, 101, 0]})
    picture = pinned.picture(state, 1, LOOK)
    said = tips(ET.fromstring(picture.svg()))
    for tip in (
        "Cleo has 101 ducats",
        "red: 14 floors left",
        "orange: 1 floor with 2 crests in stock",
        "light gray: 9 floors in stock",
        "a ducat day would bring dark gray 2 ducats: 1 tower and 1 crest (D3)",
    ):
        assert tip in said
    assert picture.title == "Kilt Castle, as Bob sees it"
    assert pinned.picture(state, None, LOOK).title == "Kilt Castle, as a spectator sees it"
    for words in (
        "Dan: build a dark gray floor. The red and dark gray card was moved and faces E1 E2 E3.",
        "Cleo has 101 ducats; light gray has ",
        "E1: R0 O2, roofed",
        (
            "Position 4, the front: the orange and dark gray card (dark gray faces the board), "
            "the red and dark gray card (red faces the board)"
        ),
        "1 roof beside the board",
        "Ann has the seal, seal side up",
    ):
        assert words in picture.words


def test_the_seal_shows_that_a_ducat_day_is_due(pinned: KiltCastle) -> None:
    due = pinned.from_dict(BUILDING)
    assert "the seal shows ducats: a ducat day follows" in tips(drawn(due, game=pinned))
    assert "ducat side up: a ducat day follows" in pinned.picture(due, None, LOOK).words
    calm = pinned.from_dict({**BUILDING, "seal": "seal"})
    assert "has the seal" in tips(drawn(calm, game=pinned))


def test_prices_stand_where_can_be_built(pinned: KiltCastle) -> None:
    root = drawn(pinned.from_dict(BUILDING), game=pinned)
    for cell, price in (("A2", "1"), ("B2", "0"), ("C2", "0"), ("D2", "2")):
        assert texts(called(root, "data-cell", cell))[-1] == price
        assert f"building on {cell} costs {price} ducat" in " ".join(tips(root))
    assert texts(called(root, "data-cell", "E2")) == ["E2"]


# -- what changed last ----------------------------------------------------------------------


def marks_of(event: Any) -> list[str]:
    """What the marks must say of an event."""
    match event.name:
        case "CardRelocated":
            who = NAMES[event.seat]
            name = "/".join(sorted(event.card.split("/"), key="ROLD".index))
            return [f"{name} came from here", f"just laid here by {who}"]
        case "FloorBuilt":
            return [f"just built by {NAMES[event.seat]}: {event.colour}"]
        case "RoofPlaced" if event.taken_from:
            return [
                f"just roofed by {NAMES[event.seat]}",
                f"its roof was just moved to {event.cell}",
            ]
        case "RoofPlaced":
            return [f"just roofed by {NAMES[event.seat]}"]
    return []


def test_what_the_last_turn_changed_is_marked(watch: Watch, pinned: KiltCastle) -> None:
    """Card, floors, roofs and purses, in dashes; nothing of the turns before."""
    lately: list[tuple[int, Any]] = []
    purses: list[int] = []
    kinds: set[str] = set()
    for moment in islice(watch(pinned, 4, {}, 5), 60):
        if moment.events[0].name == "CardRelocated":
            purses = moment.before["ducats"]
        lately = [*lately, *((moment.seat, event) for event in moment.events)][-30:]
        look = Look(names=NAMES, lately=tuple(lately))
        marks = news(drawn(pinned.from_dict(moment.after), None, look, pinned))
        assert all(mark.get("stroke-dasharray") for mark in marks)
        said = " | ".join(mark.findtext(f"{SVG}title", "") for mark in marks)
        for event in moment.events:
            assert all(words in said for words in marks_of(event))
        assert said.count("just laid here") == 1
        changed = sum(old != new for old, new in zip(purses, moment.after["ducats"], strict=True))
        assert said.count("just got") + said.count("just paid") == changed
        kinds |= {event.name for event in moment.events if marks_of(event)}
    assert kinds == {"CardRelocated", "FloorBuilt", "RoofPlaced"}


def test_without_new_events_nothing_is_marked(pinned: KiltCastle) -> None:
    assert not news(drawn(pinned.from_dict(SECOND_BUILD), game=pinned))


# -- other boards ---------------------------------------------------------------------------


def test_cards_find_room_round_every_board(
    pinned: KiltCastle, ring: KiltCastle, corrected: KiltCastle
) -> None:
    longest = TAB + 4 * (CARD + GAP)
    for game in (pinned, ring, corrected):
        places = Places(game.board)
        ends = [places.lane(p).along(longest) for p in range(game.board.positions)]
        assert len(set(ends)) == game.board.positions
        assert all(MARGIN <= x <= places.width - MARGIN for x, _ in ends)
        assert all(0 <= y <= places.height for _, y in ends)


def test_positions_without_a_place_at_the_board_lie_below_it(tmp_path: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(
        "missing: [A2]\ngrid: {columns: 2, rows: 2}\n"
        "start_positions: {4: 0, 3: 1, 2: 2, 1: 3}\n"
        "edge: [[A1], [B1, B2], [A1, B2], [B1, A1]]\n",
        encoding="utf-8",
    )
    game = GAME.with_data(tmp_path)
    state = game.setup(4, {}, SeededChance(1)).state
    places = Places(game.board)
    assert places.loose == [0, 2]
    assert all(places.lane(position).y > places.bottom for position in places.loose)
    root = drawn(state, game=game)
    shown = {called(root, "data-position", str(p)).findtext(f"{SVG}title") for p in range(4)}
    assert "position 0: 4 cards" in shown and "position 3, the front: 1 card" in shown


def test_the_same_table_gives_the_same_file() -> None:
    state = GAME.setup(4, {}, SeededChance(1)).state
    assert GAME.picture(state, 0, LOOK).svg() == GAME.picture(state.copy(), 0, LOOK).svg()
