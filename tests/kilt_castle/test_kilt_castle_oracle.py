"""The rules written down a second time, slowly, on plain data; both must agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.core.primitives.graph import areas
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.box.pieces import LETTERS
from rulekeep.games.kilt_castle.events import BuilderExempt, CardRelocated, FloorBuilt
from rulekeep.games.kilt_castle.scoring import best_area, final_remuneration

Watch = Callable[..., Iterator[Any]]
SEATS = st.integers(2, 4)
SEEDS = st.integers(0, 10**6)
LAPPING = st.sampled_from(["forbidden", "allowed"])
SCOPE = st.sampled_from(["front_only", "any_new_row"])
ORDER = "ROLD"


def owner_of(letter: str, seats: int) -> int:
    return ORDER.index(letter) // 2 if seats == 2 else ORDER.index(letter)


def named(text: str) -> str:
    return "/".join(sorted(text.split("/"), key=ORDER.index))


# -- relocations ----------------------------------------------------------------------------


def slow_relocations(data: Mapping[str, Any], n: int) -> set[str]:
    found: set[str] = set()
    rows = {int(position): list(row) for position, row in data["cards"].items()}
    most, size = (4, 3) if data["seats"] == 3 else (5, 4)
    for origin, row in rows.items():
        for text in row:
            for to in range(n):
                others = {p: [t for t in r if t != text] for p, r in rows.items()}
                others = {p: r for p, r in others.items() if r}
                fits = len(others.get(to, [])) < size and len(others.keys() | {to}) <= most
                if fits and may_go(data, others, origin, to, n):
                    found.add(f"move {named(text)} {origin} {to}")
    return found


def may_go(
    data: Mapping[str, Any], others: Mapping[int, list[str]], origin: int, to: int, n: int
) -> bool:
    """The caravan and rule I, with the card in hand."""
    front = data["front"]
    if to == origin:
        return False
    if data["options"]["lapping"] == "allowed":
        while front not in others:
            front = (front - 1) % n
        length = max((front - position) % n for position in others)
        open_space = (front - to) % n > length and to != (front + 1) % n
        if open_space:
            return False
    else:
        steps = (to - origin) % n
        if steps > (front - origin) % n and to != (front + 1) % n:
            return False
    new_row = to not in others
    if new_row and to == (front + 1) % n and front not in others:
        return False
    scope = data["options"]["rule1_scope"]
    return not (new_row and scope == "any_new_row" and (to - 1) % n not in others)


@given(SEATS, LAPPING, SCOPE, SEEDS, st.booleans())
def test_relocations(
    pinned: KiltCastle,
    ring: KiltCastle,
    watch: Watch,
    seats: int,
    lapping: str,
    scope: str,
    seed: int,
    on_the_ring: bool,
) -> None:
    game = ring if on_the_ring else pinned
    options = {"lapping": lapping, "rule1_scope": scope}
    for moment in list(watch(game, seats, options, seed))[::3]:
        if moment.after["phase"] != "relocate":
            continue
        state = game.from_dict(moment.after)
        listed = {game.notation(move) for move in game.legal_moves(state, moment.after["active"])}
        assert listed == slow_relocations(moment.after, game.board.positions)
        assert listed


# -- builds ---------------------------------------------------------------------------------


def slow_builds(data: Mapping[str, Any], game: KiltCastle) -> set[str]:
    seats = data["seats"]
    stage = 0 if data["phase"] == "build_1" else 1
    colour = data["moved"].split("/")[stage]
    builder = owner_of(colour, seats)
    (position,) = (int(p) for p, row in data["cards"].items() if data["moved"] in row)
    line = [game.board.name(cell) for cell in game.board.lines[position]]
    empty = [cell for cell in line if cell not in data["towers"]]
    sites = empty[:1]
    for cell in line:
        if cell in data["towers"] and cell not in data["roofs"]:
            floors = data["towers"][cell].split()
            own = owner_of(floors[-1][0], seats) == builder
            if own or len(floors) <= data["ducats"][builder]:
                sites.append(cell)
    if seats == 2 and data["options"]["floor_color_2p"] == "any_own":
        own_colours = [letter for letter in ORDER if owner_of(letter, 2) == builder]
        kinds = [f"{c} crest{n}" for c in own_colours for n in range(3) if data["stock"][c][n]]
    else:
        kinds = [f"crest{n}" for n in range(3) if data["stock"][colour][n]]
    return {f"build {cell} {kind}" for cell in sites for kind in kinds}


@given(SEATS, st.sampled_from(["card", "any_own"]), SEEDS, st.booleans())
def test_builds(
    pinned: KiltCastle,
    ring: KiltCastle,
    watch: Watch,
    seats: int,
    floors: str,
    seed: int,
    on_the_ring: bool,
) -> None:
    game = ring if on_the_ring else pinned
    for moment in watch(game, seats, {"floor_color_2p": floors}, seed):
        if moment.after["phase"] not in ("build_1", "build_2"):
            continue
        state = game.from_dict(moment.after)
        (decision,) = game.decisions(state)
        listed = {game.notation(move) for move in game.legal_moves(state, decision.seat)}
        assert listed == slow_builds(moment.after, game)


def in_hand(moment: Any, stage: int) -> dict[str, Any]:
    """The position in which a builder was passed over: built, but no ducat day held yet."""
    before, after = moment.before, moment.after
    relocated = [event for event in moment.events if isinstance(event, CardRelocated)]
    moved = relocated[0].card if relocated else before["moved"]
    trade = [
        [got - paid for got, paid in zip(a["received"], a["paid"], strict=True)]
        for a in (before["accounts"], after["accounts"])
    ]
    return {
        **after,
        "phase": f"build_{stage + 1}",
        "moved": moved,
        "ducats": [
            purse + new - old for purse, old, new in zip(before["ducats"], *trade, strict=True)
        ],
    }


@given(SEATS, st.sampled_from(["card", "any_own"]), SEEDS)
def test_only_who_cannot_build_is_passed_over(
    ring: KiltCastle, watch: Watch, seats: int, floors: str, seed: int
) -> None:
    for moment in watch(ring, seats, {"floor_color_2p": floors}, seed):
        exempt = [event for event in moment.events if isinstance(event, BuilderExempt)]
        last = moment.events and isinstance(moment.events[0], FloorBuilt)
        for number, _ in enumerate(exempt):
            assert not slow_builds(in_hand(moment, 1 if last else number), ring)


@given(SEATS, SEEDS)
def test_who_pays_whom(pinned: KiltCastle, watch: Watch, seats: int, seed: int) -> None:
    for moment in watch(pinned, seats, {}, seed):
        for event in moment.events[:1]:
            if not isinstance(event, FloorBuilt):
                continue
            floors = moment.before["towers"].get(event.cell, "").split()
            owner = owner_of(floors[-1][0], seats) if floors else event.seat
            expected = [0] * seats
            expected[event.seat] -= len(floors)
            expected[owner] += len(floors)
            accounts = moment.before["accounts"], moment.after["accounts"]
            trade = [
                [got - paid for got, paid in zip(a["received"], a["paid"], strict=True)]
                for a in accounts
            ]
            if owner == event.seat:
                expected = [0] * seats
            assert [new - old for old, new in zip(*trade, strict=True)] == expected


# -- areas ----------------------------------------------------------------------------------


def beside(cell: str) -> list[str]:
    x, y = ord(cell[0]), int(cell[1])
    return [f"{chr(x + dx)}{y + dy}" for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]


def slow_value(data: Mapping[str, Any], letter: str) -> int:
    """A colour's most valuable area."""
    roofs = set(data["roofs"])
    tops = {cell: tower.split()[-1] for cell, tower in data["towers"].items()}
    own = {cell for cell, top in tops.items() if top[0] == letter and cell not in roofs}
    crests = {cell: int(tops[cell][1]) for cell in own}
    neighbours = {cell: beside(cell) for cell in tops}
    if data["options"]["roof_connects"]:
        values = [
            len(area) + sum(crests.get(cell, 0) for cell in area)
            for area in areas(sorted(own | roofs), neighbours)
        ]
    else:
        values = [min(1, len(roofs))]
        for area in areas(sorted(own), neighbours):
            touching = {roof for roof in roofs if set(beside(roof)) & area}
            values.append(len(area) + len(touching) + sum(crests[cell] for cell in area))
    return max(values, default=0)


@settings(max_examples=40)
@given(SEATS, st.booleans(), SEEDS)
def test_areas_and_the_final_remuneration(
    pinned: KiltCastle, watch: Watch, seats: int, joined: bool, seed: int
) -> None:
    for moment in list(watch(pinned, seats, {"roof_connects": joined}, seed))[::2]:
        state = pinned.from_dict(moment.after)
        for letter in moment.after["stock"]:
            colour = LETTERS.index(letter)
            area = best_area(state, colour)
            assert area.value == slow_value(moment.after, letter)
            assert area.value == area.towers + area.roofs + area.crests
            tops = [
                tower.split()[-1]
                for cell, tower in moment.after["towers"].items()
                if cell not in moment.after["roofs"] and tower.split()[-1][0] == letter
            ]
            assert final_remuneration(state, colour).value == sum(1 + int(t[1]) for t in tops)


@settings(max_examples=40)
@given(SEATS, SEEDS)
def test_payouts_depend_on_top_floors_and_roofs_alone(
    pinned: KiltCastle, watch: Watch, seats: int, seed: int
) -> None:
    for moment in list(watch(pinned, seats, {}, seed))[::7]:
        data = moment.after
        roofs = data["roofs"]
        flat = {
            "seats": seats,
            "roofs": roofs,
            "towers": {
                cell: " ".join(tower.split()[-2 if cell in roofs else -1 :])
                for cell, tower in data["towers"].items()
            },
        }
        high, low = pinned.from_dict(data), pinned.from_dict(flat)
        for letter in data["stock"]:
            colour = LETTERS.index(letter)
            assert best_area(high, colour) == best_area(low, colour)
