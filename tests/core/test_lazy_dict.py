"""Tables whose rows are computed when they are first needed."""

from __future__ import annotations

from rulekeep.core.lazy_dict import LazyDict


def test_what_was_made_is_made_once() -> None:
    table = LazyDict[int, list[int]](lambda key: [key])
    assert table[3] == [3]
    assert table[3] is table[3]


def test_a_cache_that_has_grown_to_its_limit_is_emptied() -> None:
    table = LazyDict[int, int](lambda key: key * key, most=2)
    assert [table[key] for key in (1, 2, 3, 1)] == [1, 4, 9, 1]
    assert table == {3: 9, 1: 1}
