from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import ChanceError
from rulekeep.core.primitives.bag import Bag
from rulekeep.match.recorded_chance import RecordedChance, RecordingChance, ScriptedChance

KINDS = ("a", "b", "c")


def _always(value: int) -> Callable[[int], int]:
    return lambda size: value


def test_a_bag_is_counted_kind_by_kind() -> None:
    bag = Bag(("a", "b", "c", "d", "e"), (0, 3, 0, 2, 0))
    chance = SeededChance(0)
    found = []
    for value in range(5):
        chance._bits = _always(value)
        found.append(chance.pick(bag))
    assert found == [1, 1, 1, 3, 3]


def test_the_sequence_of_a_seed_is_pinned() -> None:
    """These numbers must never change: records and seeds of users depend on them."""
    chance = SeededChance("pinned", 1)
    assert [chance.below(10, "") for _ in range(12)] == PINNED
    bag = Bag(KINDS, [5, 3, 2])
    assert "".join(KINDS[bag.draw(chance, "")] for _ in range(10)) == PINNED_DRAWS


PINNED = [6, 3, 0, 2, 2, 1, 6, 2, 8, 2, 9, 4]
PINNED_DRAWS = "accaabbbaa"


@given(st.integers(1, 1000), st.integers())
def test_a_number_below(n: int, seed: int) -> None:
    assert 0 <= SeededChance(seed).below(n, "") < n


def test_every_kind_comes_by_its_share() -> None:
    chance, bag = SeededChance(4), Bag(KINDS, [6, 3, 1])
    seen = [0, 0, 0]
    for _ in range(5000):
        seen[chance.pick(bag, "")] += 1
    assert abs(seen[0] - 3000) < 150
    assert abs(seen[1] - 1500) < 150
    assert abs(seen[2] - 500) < 100


@given(st.integers(), st.lists(st.integers(1, 5), min_size=3, max_size=3))
def test_a_recording_repeats_itself(seed: int, counts: list[int]) -> None:
    bag = Bag(KINDS, counts)
    recording = RecordingChance(SeededChance(seed))
    first = [recording.pick(bag, ""), recording.below(7, ""), bag.draw(recording, "")]
    again = RecordedChance(recording.outcomes)
    bag = Bag(KINDS, counts)
    assert [again.pick(bag, ""), again.below(7, ""), bag.draw(again, "")] == first
    again.finish()


def test_impossible_outcomes_are_refused() -> None:
    bag = Bag(KINDS, [1, 0, 0])
    with pytest.raises(ChanceError, match="no b is left"):
        ScriptedChance(["b"]).pick(bag, "the tile")
    with pytest.raises(ChanceError, match="nothing is called 'z'"):
        ScriptedChance(["z"]).pick(bag, "the tile")
    with pytest.raises(ChanceError, match="no outcome is given for the tile"):
        ScriptedChance([]).pick(bag, "the tile")
    for word in ("4", "-1", "x", "", "٣"):
        with pytest.raises(ChanceError, match="not a number from 0 to 3"):
            ScriptedChance([word]).below(4, "the die")
    with pytest.raises(ChanceError, match="nothing asked for: b"):
        ScriptedChance(["b"]).finish()


def test_a_script_may_leave_the_rest_to_lot() -> None:
    bag = Bag(KINDS, [1, 1, 1])
    chance = ScriptedChance(["c"], rest=SeededChance(1))
    assert chance.pick(bag, "") == 2
    assert chance.pick(bag, "") in (0, 1, 2)
    assert chance.below(3, "") in (0, 1, 2)


def test_nothing_to_choose_from() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        SeededChance(1).below(0, "")
    with pytest.raises(ValueError, match="empty"):
        SeededChance(1).pick(Bag(KINDS), "")


def test_a_chance_with_another_seed_draws_like_a_new_one() -> None:
    chance = SeededChance("match", 1)
    chance.below(1000)
    chance.reseed("match", 2)
    new = SeededChance("match", 2)
    assert [chance.below(1000) for _ in range(20)] == [new.below(1000) for _ in range(20)]
