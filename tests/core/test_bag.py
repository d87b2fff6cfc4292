import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.chance import SeededChance
from rulekeep.core.primitives.bag import Bag
from rulekeep.match.recorded_chance import ScriptedChance

KINDS = ("ruby", "pearl", "jade")
counts = st.lists(st.integers(0, 6), min_size=3, max_size=3)


@given(counts, st.integers(0, 10**6))
def test_drawing_everything_gives_everything_once(held: list[int], seed: int) -> None:
    bag = Bag(KINDS, held)
    chance = SeededChance(seed)
    drawn = [0, 0, 0]
    while bag.total:
        drawn[bag.draw(chance, "a gem")] += 1
    assert drawn == held
    assert bag.counts == [0, 0, 0]


@given(counts, counts)
def test_pouring_loses_nothing(one: list[int], other: list[int]) -> None:
    source, target = Bag(KINDS, one), Bag(KINDS, other)
    source.pour_into(target)
    assert source.total == 0 and not any(source.counts)
    assert target.counts == [a + b for a, b in zip(one, other, strict=True)]
    assert target.total == sum(one) + sum(other)


def test_a_copy_is_independent() -> None:
    bag = Bag.of(KINDS, {"ruby": 2})
    copied = bag.copy()
    copied.remove(0)
    assert bag.as_dict() == {"ruby": 2}
    assert copied.as_dict() == {"ruby": 1}
    assert bag != copied


@given(counts, st.lists(st.sampled_from(("draw", "add", "remove", "copy", "pour"))))
@pytest.mark.parametrize("more", [0, 300])
def test_things_lie_in_a_row_kind_by_kind(more: int, held: list[int], steps: list[str]) -> None:
    kinds = KINDS + tuple(f"stone {number}" for number in range(more))
    bag = Bag(kinds, [0] * more + held)
    chance = SeededChance(1)
    for step in steps:
        before, row = bag, list(bag.row or bag.laid_in_a_row())
        if step == "add":
            bag.add(more)
        elif step == "pour":
            bag.pour_into(bag := Bag(kinds, [0] * more + [1, 0, 2]))
        elif step == "copy":
            bag = bag.copy()
        elif bag.total and step == "draw":
            bag.draw(chance, "a gem")
        elif bag.counts[more]:
            bag.remove(more)
        assert list(bag.row or bag.laid_in_a_row()) == [
            kind for kind, number in enumerate(bag.counts) for _ in range(number)
        ]
        assert step != "copy" or list(before.row) == row


def test_a_draw_from_a_copy_leaves_the_first_bag_alone() -> None:
    bag = Bag(KINDS, [3, 2, 1])
    bag.draw(SeededChance(1), "a gem")
    row = list(bag.row)
    bag.copy().draw(SeededChance(2), "a gem")
    assert list(bag.row) == row


def test_a_draw_follows_the_script() -> None:
    bag = Bag(KINDS, [1, 1, 1])
    assert bag.draw(ScriptedChance(["jade"]), "a gem") == 2
    assert bag.as_dict() == {"ruby": 1, "pearl": 1}


@pytest.mark.parametrize("kind", [0, 1])
def test_what_is_not_there_cannot_be_taken(kind: int) -> None:
    bag = Bag(KINDS, [1, 0, 0])
    with pytest.raises(ValueError, match="does not hold"):
        bag.remove(kind, 2)
    assert bag.total == 1


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="none negative"):
        Bag(KINDS, [1, -1, 0])
    with pytest.raises(ValueError, match="one count per kind"):
        Bag(KINDS, [1])
    with pytest.raises(KeyError, match="opal"):
        Bag.of(KINDS, {"opal": 1})
    with pytest.raises(ValueError, match="another one of the same kinds"):
        Bag(KINDS).pour_into(Bag(("x",)))
    bag = Bag(KINDS, [1, 1, 1])
    with pytest.raises(ValueError, match="another one"):
        bag.pour_into(bag)
    assert bag.total == 3
    with pytest.raises(ValueError, match="same name"):
        Bag(("x", "x"))
    with pytest.raises(ValueError, match="negative"):
        Bag(KINDS).add(0, -1)
