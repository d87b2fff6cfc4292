"""Sealed answers, prose, layout, places, whose turn comes next, terms."""

import textwrap
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.drawing.canvas import Canvas, Look, first_that_fits, within
from rulekeep.core.errors import SetupError
from rulekeep.core.game import places
from rulekeep.core.primitives.players import need_seats
from rulekeep.core.primitives.sealed_choices import SealedChoices
from rulekeep.core.primitives.turn_order import following, playing
from rulekeep.core.rule_options import Option, Terms, TermsCache
from rulekeep.core.text import fit, folded, in_lines, listed, plural, upper_first, with_article


def test_items_share_lines_as_long_as_they_fit() -> None:
    assert in_lines(["one", "two", "three"], " · ", 9) == ["one · two", "three"]
    assert in_lines(["very long", "b"], " · ", 4) == ["very long", "b"]
    assert in_lines(["a", "very long", "b"], " · ", 5, fold=True) == ["a", "very", "long", "b"]
    assert in_lines(["very long", "b"], "  ", 7, fold=True) == ["very", "long  b"]
    assert in_lines([], " · ", 4) == []


def test_sealed_answers_wait_for_each_other() -> None:
    asked: SealedChoices[str, int] = SealedChoices(("Ada", "Bob"))
    first = asked.with_answer(1, 7)
    assert asked.open == (0, 1) and not asked.complete
    assert first.open == (0,) and dict(first) == {"Ada": None, "Bob": 7}
    assert first.with_answer(0, 3).complete
    assert first.with_answer(0, 3) == SealedChoices(("Ada", "Bob"), (3, 7))
    with pytest.raises(ValueError, match="answered already"):
        first.with_answer(1, 2)
    with pytest.raises(ValueError, match="one answer for each"):
        SealedChoices((1, 2), (1,))
    assert not SealedChoices() and SealedChoices().complete and len(asked) == 2


@given(
    st.lists(st.sampled_from(["a", "bee", "well-known", "", "  ", "\t", "seventeen"]), max_size=9),
    st.integers(-1, 30),
    st.sampled_from(["", "  "]),
)
def test_texts_are_folded_as_the_standard_library_folds_them(
    words: list[str], width: int, indent: str
) -> None:
    later = indent if width > len(indent) else ""
    standard = textwrap.wrap(
        text := " ".join(words), max(width, 1), subsequent_indent=later, break_on_hyphens=False
    )
    assert folded(text, width, indent) == standard


def test_prose() -> None:
    assert [plural(n, "tile") for n in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert plural(2, "country", "countries") == "2 countries"
    assert [listed(iter(words)) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["a", "b"], "or") == "a or b"
    assert (with_article("tower"), with_article("orange floor")) == ("a tower", "an orange floor")
    assert (upper_first("red"), upper_first("")) == ("Red", "")
    assert [fit("castle", width) for width in (0, 1, 4, 6)] == ["", "…", "cas…", "castle"]
    assert folded("one two three", 8) == ["one two", "  three"]
    assert folded("one", 1) == ["o", "n", "e"]


def drawing(width: int, height: int) -> Canvas:
    canvas = Canvas()
    for _ in range(height):
        canvas.line("x" * width)
    return canvas


def test_the_first_drawing_that_fits() -> None:
    drawn: list[int] = []

    def drawings(*sizes: tuple[int, int]) -> list[Canvas]:
        return [drawing(*size) for size in sizes]

    look = Look(width=80, height=20)
    assert first_that_fits(drawings((80, 25), (80, 20), (40, 5)), look).height == 20
    assert first_that_fits(drawings((80, 25)), Look(width=80)).height == 25
    assert first_that_fits(drawings((80, 30), (90, 5), (80, 22)), look).height == 22
    assert first_that_fits(drawings((95, 5), (90, 30)), look).width == 90
    assert first_that_fits((), look).height == 0

    def lazily() -> Iterator[Canvas]:
        for height in (30, 10, 5):
            drawn.append(height)
            yield drawing(10, height)

    assert first_that_fits(lazily(), look).height == 10 and drawn == [30, 10]
    assert within(drawing(90, 2), 80).width == 80


def test_places_are_shared_by_equals() -> None:
    assert places([3, 9, 3, 1]) == (2, 1, 2, 4)
    assert places([(5, 1), (5, 2)]) == (2, 1)


def test_the_next_seat_is_past_those_who_are_out() -> None:
    assert following(3, 4) == 0
    assert following(0, 4, 0b0110) == 3
    assert following(2, 4, 0b1011) == 2
    assert playing(4, 0b0110) == (0, 3)
    with pytest.raises(ValueError, match="everybody is out"):
        following(0, 2, 0b11)


def test_terms_are_made_once_and_the_oldest_are_let_go() -> None:
    made: list[int] = []
    goal = Option.integer("goal", 10, 1, 200, rules=(), help="points")

    def make(seats: int, options: object) -> Terms[None]:
        made.append(seats)
        return Terms(None, seats, dict(options))  # type: ignore[call-overload]

    terms = TermsCache(make, (goal,))
    assert terms(2, {}) is terms(2, {"goal": 10})
    assert terms(2, {}) == Terms(None, 2, {"goal": 10}) != terms(3, {})
    assert made == [2, 3]
    for number in range(1, 100):
        terms(2, {"goal": number})
    assert len(terms._made) == TermsCache.MOST
    with pytest.raises(SetupError, match="no option 'gaol'; did you mean 'goal'"):
        terms(2, {"gaol": 1})


def test_seats_of_too_many_digits_are_refused_in_words() -> None:
    with pytest.raises(SetupError, match="for 2 to 4, not for a number of too many digits"):
        need_seats(10**5000, range(2, 5), "Lanterns")
