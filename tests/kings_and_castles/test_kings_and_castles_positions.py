"""Positions as data: what is accepted can be played to its end, and what is not is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError, IllegalMove
from rulekeep.core.game import apply
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.moves import (
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    Move,
    Place,
    Rouen,
    Take,
)
from rulekeep.games.kings_and_castles.state import State

SPOILED = 4000
"""Spoiled positions that are tried."""
LONGEST = 300
"""Moves played from an accepted one."""
NAMES = [
    *("blue", "green", "purple", "black", "archer", "knight", "dublin", "rouen", "england"),
    *("black archer", "blue knight, castle 2", "merc3", "castle1", "array", "bonus", "restock"),
    *("first bonus", "section array", "set-up", "auction", "succession", "filling", "attacks"),
    *("overflow", "over", "tax", "castles", "start region", "take 1k", "take nothing", "france"),
]


def positions(lot: SeededChance, matches: int) -> Iterator[dict[str, Any]]:
    """Positions of random play, in all lengths and readings."""
    for number in range(matches):
        chosen = {
            option.name: option.values[lot.below(len(option.values))]
            for option in GAME.options
            if not lot.below(3)
        }
        state = GAME.setup(2 + number % 3, chosen, lot).state
        while decisions := GAME.decisions(state):
            if not lot.below(6):
                yield GAME.to_dict(state)
            seat = decisions[lot.below(len(decisions))].seat
            moves = GAME.legal_moves(state, seat)
            GAME.advance(state, seat, moves[lot.below(len(moves))], lot)
        yield GAME.to_dict(state)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else ()
    for key, item in enumerate(value) if isinstance(value, list) else inner:
        yield from places(item, (*path, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def spoil(data: dict[str, Any], lot: SeededChance) -> None:
    """Change, remove or swap a value somewhere."""
    ways = [path for path in places(data) if path != ("seats",)]
    path = ways[lot.below(len(ways))]
    parent, key = at(data, path[:-1]), path[-1]
    old = parent[key]
    kind = lot.below(7)
    if kind == 0:
        del parent[key]
    elif kind == 1:
        parent[key] = None
    elif kind == 2:
        other = ways[lot.below(len(ways))]
        parent[key] = copy.deepcopy(at(data, other))
    elif kind == 3 and isinstance(parent, dict):
        parent[NAMES[lot.below(len(NAMES))]] = parent.pop(key)
    elif isinstance(old, bool):
        parent[key] = not old
    elif isinstance(old, int):
        parent[key] = old + (1, -1, 1, -1, 2, 200)[lot.below(6)]
    else:
        parent[key] = NAMES[lot.below(len(NAMES))]


def move_markers(data: dict[str, Any], lot: SeededChance) -> None:
    """Move a marker to another pool, or a number from one entry to another: sums stay."""
    pools = [data["bag"], data["aside"], *data["arrays"].values(), *data["bonus"].values()]
    groups = [pools, [data["tax"]], [data["spent"]], [data["unplaced"]], [data["crowns"]]]
    group = groups[lot.below(len(groups))]
    source, target = group[lot.below(len(group))], group[lot.below(len(group))]
    if not source or not target:
        return
    kind = list(source)[lot.below(len(source))]
    other = kind if source is not target else list(target)[lot.below(len(target))]
    if isinstance(source[kind], str):
        source[kind], target[other] = target[other], source[kind]
        return
    source[kind] -= 1
    target[other] = target.get(other, 0) + 1


def play_on(state: State, lot: SeededChance) -> None:
    for _ in range(LONGEST):
        decisions = GAME.decisions(state)
        if not decisions:
            assert GAME.outcome(state) is not None
            return
        seat = decisions[lot.below(len(decisions))].seat
        moves = GAME.legal_moves(state, seat)
        assert moves
        move = moves[lot.below(len(moves))]
        assert GAME.check(state, seat, move) is None
        GAME.advance(state, seat, move, lot)
        assert list(GAME.audit(state)) == []


def test_everything_that_is_accepted_can_be_played_to_an_end() -> None:
    lot = SeededChance("spoiled")
    whole = list(positions(lot, 24))
    accepted = 0
    for number in range(SPOILED):
        data = copy.deepcopy(whole[lot.below(len(whole))])
        moved = lot.below(3)
        for _ in range(moved):
            move_markers(data, lot)
        for _ in range(lot.below(3) if moved else 1 + lot.below(2)):
            spoil(data, lot)
        try:
            state = GAME.from_dict(data)
        except DataError:
            continue
        accepted += 1
        said = json.dumps(data)
        try:
            assert GAME.from_dict(GAME.to_dict(state)) == state
            if not number % 3:
                play_on(state, lot)
        except Exception as error:
            raise AssertionError(f"{error!r} after {said}") from error
    assert accepted > SPOILED // 20


@pytest.mark.parametrize(
    "data",
    [
        {"seats": 7},
        {"options": {"variant": "endless"}},
        {"options": {"no such thing": 1}},
        {"options": 5},
    ],
)
def test_impossible_terms_are_refused_as_data(data: dict[str, Any]) -> None:
    with pytest.raises(DataError):
        GAME.from_dict(data)


@pytest.mark.parametrize(
    "data",
    [
        {"phase": "set-up", "households": {"blue": {"knight": 3, "foot": 4, "archer": 4}}},
        {"phase": "set-up", "bag": {"black-knight": 16, "black-foot": 16, "black-archer": 14}},
        {"phase": "set-up", "bag": {"black-knight": 16, "merc3": 1}},
    ],
)
def test_a_set_up_without_all_markers_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="the box has"):
        GAME.from_dict(data)


STRANGE: list[tuple[dict[str, Any], Move]] = [
    ({"phase": "set-up"}, Place(99)),
    ({"phase": "auction"}, Bid(((7, 1, 0, 0),))),
    ({"phase": "auction"}, Bid(((-1, 999, 0, 0),))),
    ({"phase": "succession"}, Crown(99)),
    ({"phase": "succession"}, Crown(1, 9)),
    ({"phase": "filling"}, Take((999, 0, 0))),
    ({"phase": "filling"}, Take((0, 0, 0), 1000)),
    ({"phase": "start region"}, Rouen(5)),
    ({"box": 1}, Attack(99, 0, (1, 0, 0, 0, 0, 0))),
    ({"box": 1}, Attack(0, 9, (1, 0, 0, 0, 0, 0))),
    ({"box": 1}, Attack(0, 0, (999, 0, 0, 0, 0, -1))),
    ({"box": 1}, Attack(0, 0, 99)),  # type: ignore[arg-type]
    ({"phase": "castles"}, Castle(9, 0)),
    ({"phase": "castles"}, Castle(1, -40)),
    ({"phase": "tax"}, Discard(21)),
]


@pytest.mark.parametrize(("data", "move"), STRANGE)
def test_moves_with_parts_that_do_not_exist_are_refused(data: dict[str, Any], move: Move) -> None:
    state = GAME.from_dict(data)
    seat = GAME.decisions(state)[0].seat
    with pytest.raises(IllegalMove, match="there is no") as caught:
        apply(GAME, state, seat, move, SeededChance(0))
    assert caught.value.refusal.rule == GAME.box_rule
    with pytest.raises(IllegalMove, match="there is no seat 9"):
        apply(GAME, state, 9, move, SeededChance(0))


def test_a_huge_area_does_not_list_attacks_for_ever() -> None:
    """With `attack_enumeration: all`; every legal attack is accepted all the same."""
    kinds = [
        f"{colour}-{unit}"
        for colour in ("blue", "green", "pink")
        for unit in ("knight", "foot", "archer")
    ]
    area = {kind: 5 for kind in kinds} | {"merc3": 8, "merc2": 8, "merc1": 8}
    state = GAME.from_dict(
        {
            "options": {"attack_enumeration": "all"},
            "regions": {"rouen": "purple foot"},
            "arrays": {"blue": area},
            "households": {colour: {} for colour in ("blue", "green", "pink")},
        }
    )
    assert len(GAME.legal_moves(state, 0)) < 10_000
    wasteful = GAME.parse("attack CAN blue 5k 5f 5a 8m3")
    assert GAME.check(state, 0, wasteful) is None
    assert GAME.listed_as(state, 0, wasteful) is None
    lean = GAME.parse("attack CAN blue 1k")
    assert GAME.listed_as(state, 0, lean) == lean
    assert lean in GAME.legal_moves(state, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_an_auction_the_player_after_the_highest_bidder_decides(seats: int) -> None:
    """A position need not say whose turn it is, and cannot say it otherwise."""
    lot = SeededChance("auction")
    for _ in range(20):
        state = GAME.setup(seats, {"enemy_setup": "random"}, lot).state
        while GAME.decisions(state)[0].kind == "bid":
            data = GAME.to_dict(state)
            said = data.pop("turn")
            assert GAME.to_dict(GAME.from_dict(data)) == {**data, "turn": said}
            if data["auction"]["bidder"] is not None:
                for other in set(range(seats)) - {said}:
                    with pytest.raises(DataError, match="turn"):
                        GAME.from_dict({**data, "turn": other})
            moves = GAME.legal_moves(state, said)
            # Low bids and passing, so that the auction lasts.
            GAME.advance(state, said, moves[lot.below(min(4, len(moves)))], lot)


def test_what_is_kept_beside_the_map_is_not_trusted() -> None:
    """A bit too many or too few, or a defence that is not that of unit and castle, is noticed."""
    given = {
        "box": 10,
        "active": "blue",
        "regions": {"dublin": "blue knight, castle 2", "london": "green foot"},
        "arrays": {"blue": {"blue-knight": 1}},
    }
    dublin, london = (GAME.board.by_name[name] for name in ("dublin", "london"))
    state = GAME.from_dict(given)
    assert list(GAME.audit(state)) == []
    for colour in range(5):
        for spot in (dublin, london):
            wrong = GAME.from_dict(given)
            wrong.held[colour] ^= 1 << spot
            assert list(GAME.audit(wrong)), (colour, spot)
    for spot in (dublin, london):
        wrong = GAME.from_dict(given)
        wrong.castled ^= 1 << spot
        assert list(GAME.audit(wrong))
        wrong = GAME.from_dict(given)
        wrong.defence[spot] += 1
        assert list(GAME.audit(wrong))
    wrong = GAME.from_dict(given)
    wrong.ways = []
    assert list(GAME.audit(wrong))
    wrong = GAME.from_dict(given)
    wrong.hand = []
    assert list(GAME.audit(wrong))
