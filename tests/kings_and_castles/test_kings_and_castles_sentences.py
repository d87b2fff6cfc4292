"""Every sentence that people read is plain English: no codes, no gaps, no slips of grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.events import Event
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.moves import Attack, Bid, Castle
from rulekeep.games.kings_and_castles.state import State

NAMES = ("Ada", "Bo", "Cleo", "Dan")
OPTIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {"variant": "short"}),
    (2, {"bonus_fill": "optional", "tie": "map_value", "enemy_setup": "random"}),
    (3, {"array_overflow": "aside", "bag_refill": "immediate", "hidden_money": False}),
    (3, {"anchor_origin": "same_colour", "portcullis_origin": "same_colour"}),
    (4, {"variant": "short", "cross_border_attacks": False, "active_mix": "mix_12"}),
    (4, {"anchor_origin": "free", "enemy_in_contested": "anywhere"}),
]
CODES = "|".join(region.code for region in GAME.board.regions)
SLIPS = {
    "a code of a region": rf"\b({CODES})\b",
    "an identifier": r"[A-Za-z0-9]_[A-Za-z0-9]",
    "a code of markers": r"\b(merc|castle)[123]\b|\b\d[kfa]\b|\b[a-z]+-(knight|foot|archer)\b",
    "a rule": r"KG-\d",
    "a doubled word": r"\b(\w+) \1\b",
    "a gap": r"[{}]|None|  ",
    "a wrong plural": r"\b1 (?!for )(\w+ )?(markers|places|archers|knights|soldiers|crowns|regions|castles)\b",
    "a wrong singular": r"\b(0|[2-9]|\d\d) (marker|place|archer|knight|crown|castle)\b",
    "a wrong article": r"\ba [aeio]\w+|\ban [^aeiou\s]\w*",
}


def name(seat: int) -> str:
    return NAMES[seat]


def is_plain(text: str) -> None:
    for slip, pattern in SLIPS.items():
        found = re.search(pattern, text)
        assert found is None, f"{slip} ({found[0]}): {text}"


def is_sentence(text: str) -> None:
    is_plain(text)
    assert text[0].isupper(), text
    assert text.endswith("."), text


def is_instruction(text: str) -> None:
    is_plain(text)
    assert text[0].isupper(), text
    assert text[-1].isalnum() or text.endswith(")"), text


def is_clause(text: str) -> None:
    is_plain(text)
    assert not text.endswith("."), text
    assert text[0].islower() or text.split()[0].strip(",") in PROPER, text


PROPER = {
    *(word for region in GAME.board.regions for word in region.name.split()),
    *(country.name for country in GAME.board.countries),
    *NAMES,
}


def played(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[State, list[Event]]]:
    """The states of a random match with the events since the one before."""
    chance, random = SeededChance(seed), Random(seed)
    state, events = (step := GAME.setup(seats, options, chance)).state, list(step.events)
    yield state, events
    while decisions := GAME.decisions(state):
        decision = random.choice(decisions)
        move = random.choice(GAME.legal_moves(state, decision.seat))
        events = []
        GAME.advance(state, decision.seat, move, chance, events.append)
        yield state, events


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_a_match_reads_well(seats: int, options: dict[str, Any]) -> None:
    random = Random(seats)
    for state, events in played(seats, options, seats):
        for event in events:
            is_sentence(event.tell(name))
        for decision in GAME.decisions(state):
            seat = decision.seat
            is_instruction(decision.prompt)
            legal = list(GAME.legal_moves(state, seat))
            for move in random.sample(legal, min(8, len(legal))):
                is_instruction(GAME.sentence(state, seat, move))
                is_plain(GAME.describe(state, seat, move))
        for viewer in (None, 0):
            for score in GAME.standing(state, viewer):
                for item in score.items:
                    is_plain(item.label)
    is_clause(GAME.explain_end(state, name))


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_refusals_read_well(seats: int, options: dict[str, Any]) -> None:
    random = Random(seats)
    kinds: set[str] = set()
    for state, _ in played(seats, options, seats + 10):
        if random.random() < 0.7 and {d.kind for d in GAME.decisions(state)} <= kinds:
            continue
        for decision in GAME.decisions(state):
            kinds.add(decision.kind)
            moves = list(GAME.universe(state, decision.seat))
            for move in random.sample(moves, min(60, len(moves))):
                for seat in range(seats):
                    refusal = GAME.check(state, seat, move)
                    if refusal is not None:
                        is_instruction(GAME.sentence(state, seat, move))
                        is_clause(refusal.because)


def test_rules_options_and_presets_read_well() -> None:
    for rule in GAME.book:
        for text in (rule.text, rule.reading):
            if text:
                is_sentence(re.sub(r"KG-\d+", "this rule", text))
    for option in GAME.options:
        is_plain(option.help)
        assert option.title, option.name
        assert option.help[0].isupper(), option.help
        assert option.help[-1] in ".?", option.help
        for value in option.values:
            label = option.label_of(value)
            is_plain(label)
            assert label[0].isupper() or label[0].isdigit(), label
    for preset in GAME.book.presets.values():
        assert preset.label
        is_sentence(preset.text)
    assert len({preset.label for preset in GAME.book.presets.values()}) == len(GAME.presets)


def test_before_the_first_turn_no_country_is_the_kings() -> None:
    state = GAME.from_dict({"seats": 3, "phase": "auction"})
    for country in GAME.board.countries:
        assert "king's country" not in " ".join(GAME.look_at(state, 0, country.name))


# -- the list for people ------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_people_see_every_listed_move_and_only_legal_ones(
    seats: int, options: dict[str, Any]
) -> None:
    random = Random(seats)
    for state, _ in played(seats, options, seats + 20):
        for decision in GAME.decisions(state):
            seat = decision.seat
            choices = GAME.choices(state, seat)
            assert len(set(choices)) == len(choices)
            assert list(choices[: len(GAME.legal_moves(state, seat))]) == list(
                GAME.legal_moves(state, seat)
            )
            for move in random.sample(list(choices), min(3, len(choices))):
                assert GAME.check(state, seat, move) is None


def test_people_see_spare_markers_castles_in_any_order_and_mixed_bids() -> None:
    regions = {"rouen": "pink archer", "canterbury": "black archer"}
    array = {"blue-knight": 2, "castle3": 1, "castle1": 1}
    attack = GAME.from_dict({"seats": 4, "box": 1, "regions": regions, "arrays": {"blue": array}})
    wasteful = GAME.parse("attack CAN blue 2k")
    assert isinstance(wasteful, Attack)
    assert wasteful not in GAME.legal_moves(attack, 0)
    assert wasteful in GAME.choices(attack, 0)
    for move in ("end attacks", "castle 1 LON"):
        GAME.advance(attack, 0, GAME.parse(move), SeededChance(1))
    large = GAME.parse("castle 3 YOR")
    assert isinstance(large, Castle)
    assert large not in GAME.legal_moves(attack, 0)
    assert large in GAME.choices(attack, 0)
    assert GAME.parse("castle 3 LON") not in GAME.choices(attack, 0)
    auction = GAME.from_dict({"seats": 2, "phase": "auction"})
    mixed = GAME.parse("bid blue 1k pink 2a")
    assert isinstance(mixed, Bid)
    assert mixed in GAME.choices(auction, 0)
    assert GAME.sentence(auction, 0, mixed) == "Bid a blue knight and 2 pink archers"
    assert GAME.sentence(attack, 0, wasteful) == "Attack Canterbury with 2 blue knights"
