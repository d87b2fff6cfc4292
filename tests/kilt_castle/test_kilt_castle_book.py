"""The rule book against the printed ones: sources, presets, colours."""

from __future__ import annotations

from itertools import permutations

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.rulebook import Rule
from rulekeep.games.kilt_castle import GAME, KiltCastle
from rulekeep.games.kilt_castle.box.pieces import DRAWN, SHOWN, as_it_lies, card_name, card_words

NOTHING_PRINTED = ("nothing printed", "no version", "derived", "a guard of this engine")


@pytest.mark.parametrize("rule", GAME.book, ids=lambda rule: rule.id)
def test_a_rule_says_how_its_sentence_begins_or_that_there_is_none(rule: Rule) -> None:

    if "rulebook, " in rule.source:
        assert rule.begins
    assert rule.begins or rule.source.startswith(NOTHING_PRINTED)


def test_the_preset_literal_changes_what_the_words_decide_otherwise() -> None:
    defaults = {option.name: option.default for option in GAME.options}
    literal = GAME.presets["literal"]
    assert all(value != defaults[name] for name, value in literal.items())
    assert set(literal) == {"lapping", "floor_color_2p", "roof_connects", "final_roofs"}
    assert GAME.presets["rulebook"] == {}


def test_colours_may_be_given_to_the_seats_in_every_way(pinned: KiltCastle) -> None:
    (option,) = (option for option in pinned.options if option.name == "colours")
    assert set(option.values) == {"".join(order) for order in permutations("ROLD")}
    for order in option.values:
        words = dict(zip("ROLD", ("red", "orange", "light gray", "dark gray"), strict=True))
        assert option.labels[order] == ", ".join(words[letter] for letter in order)
        step = pinned.setup(3, {"colours": order}, SeededChance("colours"))
        seated = [event.tell(lambda seat: f"seat {seat}") for event in step.events[:3]]
        assert seated == [
            f"seat {seat} plays {words[letter]} and starts with 16 floors and 10 ducats."
            for seat, letter in enumerate(order[:3])
        ]


def test_a_card_has_one_name_whichever_way_it_lies(pinned: KiltCastle) -> None:
    assert as_it_lies(SHOWN.index("R/O")) == "the red and orange card (red faces the board)"
    assert as_it_lies(SHOWN.index("O/R")) == "the red and orange card (orange faces the board)"
    assert as_it_lies(SHOWN.index("L")) == "the light gray card"
    for number, (shown, name) in enumerate(zip(SHOWN, DRAWN, strict=True)):
        assert name.upper() == card_name(number >> 1)
        assert as_it_lies(number).startswith(f"the {card_words(number >> 1)}")
        assert [letter for letter in name if letter.isupper()] == [shown[0]]
        assert pinned.parse(f"move {name} 0 1") == pinned.parse(f"move {shown} 0 1")
