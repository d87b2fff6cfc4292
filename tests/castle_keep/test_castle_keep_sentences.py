"""Whatever is said about a match reads as plain English: no codes, no gaps, full sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.plain_english import check_labels, common_faults

from rulekeep.core.chance import SeededChance
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.box.castle import CELLS
from rulekeep.games.castle_keep.box.tiles import KINDS

NAMES = ("Ada", "Bo", "Cleo", "Dan")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (4, {"A1": True, "A2": True, "A3": True, "turn_limit": 30}),
    (3, {"discards": "face_down", "cross_type_attack": True}),
    (2, {"variant": "takeover", "takeover_choice": "each_tile", "takeover_timing": "immediate"}),
    (2, {"variant": "takeover", "takeover_store": "hand", "max_attacks": 1}),
    (3, {"variant": "empire", "empire_goal": "all_opponents", "empire_unlock": "player_total"}),
    (2, {"variant": "takeover_empire", "empire_transfer": "move_and_swap"}),
    (2, {"variant": "king", "king_destroy_wins": True}),
    (1, {"variant": "siege", "siege_trigger": "either", "siege_knights": "two"}),
    (1, {"variant": "siege", "siege_knight_first": False, "siege_strict_exhaustion": True}),
]
Text = tuple[str, str]
"""What kind of text, and the text."""


def name(seat: int) -> str:
    return NAMES[seat]


def texts(seats: int, options: dict[str, Any], seed: int) -> Iterator[Text]:
    """All that is said in a random match in which attacks, transfers and assaults are likely."""
    chance = SeededChance("sentences", seed)
    state, events = (step := GAME.setup(seats, options, chance)).state, step.events
    while decisions := GAME.decisions(state):
        yield from (("event", event.tell_to(seat, name)) for event in events for seat in (None, 0))
        seat = decisions[0].seat
        yield "sentence", decisions[0].prompt
        moves = GAME.choices(state, seat)
        for move in moves:
            yield "sentence", GAME.sentence(state, seat, move)
            yield "clause", GAME.describe(state, seat, move)
        every = list(GAME.universe(state, seat))
        for _ in range(20):
            move = every[chance.below(len(every))]
            yield "sentence", GAME.sentence(state, seat, move)
            refusal = GAME.check(state, seat, move)
            if refusal is not None:
                yield "clause", refusal.because
        rare = [m for m in moves if not GAME.notation(m).startswith(("place", "done"))]
        some = rare if rare and chance.below(2) else moves
        happened: list[Any] = []
        GAME.advance(state, seat, some[chance.below(len(some))], chance, happened.append)
        events = tuple(happened)
    yield from (("event", event.tell_to(None, name)) for event in events)
    yield "clause", GAME.explain_end(state, name)
    for score in GAME.standing(state, None):
        yield from (("clause", item.label) for item in score.items)


def faults(kind: str, text: str) -> Iterator[str]:
    """What a reader would stumble over."""
    words = re.findall(r"[\w'-]+", text)
    codes = {*KINDS, *CELLS, "PLAIN"} & {word for word in words if word not in ("A", "B")}
    if codes or "_" in text or re.search(r"\bCK-\d|-1\b", text):
        yield "a code"
    if re.search(r"\b1 \w+ ?\w* ?(tiles|towers|walls|knights|castles|attacks)\b", text):
        yield "a plural of one"
    if re.search(r"\ba [aeiou]|\ban [^aeiou]", text):
        yield "the wrong article"
    yield from common_faults(kind, text, words)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_everything_said_in_a_match_is_plain_english(seats: int, options: dict[str, Any]) -> None:
    found = {text for seed in range(4) for text in texts(seats, options, seed)}
    wrong = [(text, list(faults(*text))) for text in sorted(found) if any(faults(*text))]
    assert not wrong


def test_options_and_presets_have_labels_and_sentences() -> None:
    check_labels(GAME, faults)
