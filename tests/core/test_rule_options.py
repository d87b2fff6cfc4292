from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.errors import SetupError
from rulekeep.core.rule_options import Option, settle, settle_only, spell
from rulekeep.match.house_rules import options_from_words

OPTIONS = (
    Option.choice("cap", (4, None), rules=["X-1"], help="how many"),
    Option.choice("lapping", ("forbidden", "allowed"), rules=["X-2"], help="round and round"),
    Option.flag("roofs", True, rules=[], help="roofs"),
    Option.integer("limit", 400, 1, 1000, rules=[], help="turns"),
)
PRESETS = {"loose": {"cap": None, "lapping": "allowed"}}


def test_silence_means_defaults() -> None:
    assert settle(OPTIONS, {}) == {"cap": 4, "lapping": "forbidden", "roofs": True, "limit": 400}


def test_words_of_the_command_line() -> None:
    chosen = options_from_words(OPTIONS, PRESETS, ["cap=4", "roofs=no", "limit=7"], "loose")
    assert chosen == {"cap": 4, "lapping": "allowed", "roofs": False, "limit": 7}
    assert options_from_words(OPTIONS, PRESETS, ["cap=none"]) == {"cap": None}


@pytest.mark.parametrize(
    ("words", "preset", "what"),
    [
        (["lappin=allowed"], None, "did you mean 'lapping'"),
        (["lapping=maybe"], None, r"cannot be 'maybe'; it is forbidden \| allowed"),
        (["lapping"], None, "write NAME=VALUE"),
        (["limit=0"], None, "cannot be '0'; it is 1…1000"),
        (["limit=x"], None, "cannot be 'x'"),
        (["limit=1_0"], None, "cannot be '1_0'"),
        (["limit=٧"], None, "cannot be"),
        (["limit=7", "limit=8"], None, "option 'limit' is given twice"),
        (["roofs=2"], None, r"true"),
        ([], "wild", "no preset 'wild'; the presets are: loose"),
    ],
)
def test_bad_words_are_reported(words: list[str], preset: str | None, what: str) -> None:
    with pytest.raises(SetupError, match=what):
        options_from_words(OPTIONS, PRESETS, words, preset)


@given(st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.text(max_size=9), st.floats()))
def test_a_value_is_one_of_the_listed_by_type_too(value: Any) -> None:
    for option in OPTIONS:
        try:
            kept = option.validate(value)
        except SetupError:
            continue
        assert kept == value and type(kept) is type(value)
        assert option.parse(spell(kept)) == kept


def test_not_a_mapping() -> None:
    with pytest.raises(SetupError, match="names and values"):
        settle_only(OPTIONS, ["cap"])  # type: ignore[arg-type]


def test_a_number_of_too_many_digits_is_refused_in_words() -> None:
    hands = Option.integer("hands", 3, 1, 9, rules=(), help="x")
    colour = Option.choice("colour", ("red", 1), rules=(), help="x")
    for option in (hands, colour):
        with pytest.raises(SetupError, match="cannot be 'a number of too many digits'"):
            settle([option], {option.name: 10**5000})
