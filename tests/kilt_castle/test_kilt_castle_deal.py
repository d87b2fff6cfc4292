"""The deal, counted out in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import ChanceError, SetupError
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.box.pieces import SHOWN
from rulekeep.match.recorded_chance import ScriptedChance

DOUBLES = {4: tuple(range(4, 10)), 3: (4, 5, 7)}


def deals(seats: int) -> Iterator[list[str]]:
    """Every order of the double cards, lying as named."""
    for order in permutations(DOUBLES[seats]):
        yield [SHOWN[2 * card] for card in order]


def is_star(cards: list[str]) -> bool:
    """Three cards that share a colour."""
    return any(count == 3 for count in Counter("".join(cards).replace("/", "")).values())


def is_triangle(cards: list[str]) -> bool:
    """Three cards of three colours."""
    return len(set("".join(cards).replace("/", ""))) == 3


def test_48_of_60_row_assignments_are_legal(pinned: KiltCastle) -> None:
    legal: set[tuple[frozenset[str], ...]] = set()
    every: set[tuple[frozenset[str], ...]] = set()
    for deal in deals(4):
        rows = (frozenset(deal[:3]), frozenset(deal[3:5]), frozenset(deal[5:]))
        every.add(rows)
        try:
            state = pinned.setup(4, {}, ScriptedChance(deal)).state
        except ChanceError:  # dealt anew, and the script has ended
            assert is_star(deal[:3])
            continue
        legal.add(rows)
        assert pinned.to_dict(state)["cards"]["1"] == deal[:3]
    assert (len(legal), len(every)) == (48, 60)


def test_with_three_players_every_deal_is_legal(pinned: KiltCastle) -> None:
    for deal in deals(3):
        state = pinned.setup(3, {}, ScriptedChance(deal)).state
        cards = pinned.to_dict(state)["cards"]
        assert cards == {"1": ["R", "O", "L"], "2": deal[:2], "3": deal[2:]}


def test_setting_aside_favours_triangles(pinned: KiltCastle) -> None:
    triangles = total = 0
    for deal in deals(4):
        state = pinned.setup(4, {"deal_violation": "skip"}, ScriptedChance(deal)).state
        cards = pinned.to_dict(state)["cards"]
        assert sorted(cards["1"] + cards["2"] + cards["3"]) == sorted(deal)
        assert not is_star(cards["1"])
        triangles += is_triangle(cards["1"])
        total += 1
    assert Fraction(triangles, total) == Fraction(4, 15)


def test_cards_lie_either_way(pinned: KiltCastle) -> None:
    seen = Counter(
        pinned.to_dict(pinned.setup(4, {}, SeededChance("side", seed)).state)["cards"]["3"][0]
        for seed in range(1200)
    )
    assert set(seen) == {text for text in SHOWN if "/" in text}
    assert min(seen.values()) > 60


def test_the_same_seed_deals_the_same_cards(pinned: KiltCastle) -> None:
    one, other = (pinned.setup(2, {}, SeededChance(5)) for _ in range(2))
    assert one.state == other.state
    assert one.events == other.events


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_seats_are_refused(pinned: KiltCastle, seats: int) -> None:
    with pytest.raises(SetupError) as error:
        pinned.setup(seats, {}, SeededChance(1))
    assert error.value.rule == "KC-001"


def test_unknown_options_are_refused(pinned: KiltCastle) -> None:
    with pytest.raises(SetupError, match="did you mean 'lapping'"):
        pinned.setup(2, {"laping": "allowed"}, SeededChance(1))
