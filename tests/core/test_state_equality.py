"""When two states are equal."""

from __future__ import annotations

from dataclasses import dataclass

from rulekeep.core.rule_options import Terms
from rulekeep.core.state.declaration import DeclaredState, derived, kept, remembered
from rulekeep.core.state.fields import Whole
from rulekeep.core.state.position_data import write_position


@dataclass(slots=True, eq=False, init=False)
class Shelf(DeclaredState[Terms[None]]):
    books: int = kept(0, Whole())
    label: int = kept(0, Whole(), compared=False)
    weight: int = derived(0)
    lent: int = remembered(0)


def test_a_kept_field_may_be_left_out_of_comparison() -> None:
    one, other = Shelf(Terms(None, 2, {})), Shelf(Terms(None, 2, {}))
    other.label, other.lent = 7, 7
    assert one == other
    assert write_position(other)["label"] == 7
    other.books = 1
    assert one != other
    other.books, other.weight = 0, 1
    assert one != other
