"""Every text about a match reads as plain English: no codes, no gaps, full sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.plain_english import check_labels, common_faults

from rulekeep.core.chance import SeededChance
from rulekeep.games.kilt_castle import GAME
from rulekeep.games.kilt_castle.box.pieces import FLOOR_TEXT, LETTERS, SHOWN

NAMES = ("Ada", "Bo", "Cleo", "Dan")
CODES = ({*FLOOR_TEXT, *LETTERS, *SHOWN} | {f"crest{n}" for n in range(3)}) - {*GAME.board.cell_of}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"floor_color_2p": "any_own", "roof_same_owner_2p": "yes", "end_2p": "one_color"}),
    (3, {"colours": "DROL", "rule1_scope": "any_new_row"}),
    (3, {"lapping": "allowed", "roof_connects": False, "max_turns": 12}),
    (4, {"deal_violation": "skip", "final_roofs": "each_player", "max_turns": 1}),
    (4, {"final_roofs": "each_player", "bank_limit": 888}),
]
Text = tuple[str, str]
"""What kind of text, and the text."""


def name(seat: int) -> str:
    return NAMES[seat]


def texts(seats: int, options: dict[str, Any], seed: int) -> Iterator[Text]:
    """Every text of a random match in which roofs and overbuilding are likely."""
    chance = SeededChance("sentences", seed)
    step = GAME.setup(seats, options, chance)
    state, events = step.state, list(step.events)
    while decisions := GAME.decisions(state):
        yield from (("event", event.tell_to(None, name)) for event in events)
        (decision,) = decisions
        yield "sentence", decision.prompt
        moves = GAME.legal_moves(state, decision.seat)
        for move in moves:
            yield "sentence", GAME.sentence(state, decision.seat, move)
            yield "clause", GAME.describe(state, decision.seat, move)
        every = list(GAME.universe(state, decision.seat))
        for _ in range(20):
            move, seat = every[chance.below(len(every))], chance.below(seats)
            yield "sentence", GAME.sentence(state, seat, move)
            refusal = GAME.check(state, seat, move)
            if refusal is not None:
                yield "clause", refusal.because
        events = []
        # The last listed site is mostly a tower, often the one just built.
        move = moves[-1] if chance.below(2) else moves[chance.below(len(moves))]
        GAME.advance(state, decision.seat, move, chance, events.append)
    yield from (("event", event.tell_to(None, name)) for event in events)
    yield "clause", GAME.explain_end(state, name)
    for score in GAME.standing(state, None):
        yield from (("clause", item.label) for item in score.items)


def faults(kind: str, text: str) -> Iterator[str]:
    """What a reader would stumble over."""
    words = re.findall(r"[\w'/-]+", text)
    if CODES & {*words} or "_" in text or re.search(r"\bKC-\d|-1\b", text):
        yield "a code"
    if re.search(
        r"(?<!of )\b1 (\w+ )?(ducats|floors|crests|roofs|cards|towers|turns)\b(?! it)", text
    ):
        yield "a plural of one"
    if re.search(r"\b[Aa] [aeiou]|\b[Aa]n [^aeiou]", text):
        yield "the wrong article"
    yield from common_faults(kind, text, words)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_text_of_a_match_is_plain_english(seats: int, options: dict[str, Any]) -> None:
    found = {text for seed in range(2) for text in texts(seats, options, seed)}
    wrong = [(text, list(faults(*text))) for text in sorted(found) if any(faults(*text))]
    assert not wrong


def test_a_full_match_ends_with_a_reason() -> None:
    *_, last = (text for kind, text in texts(4, {}, 1) if kind == "event" and "match ends" in text)
    assert re.fullmatch(r"\w+ built the last [a-z ]+ floor in turn \d+, so the match ends\.", last)


def test_options_and_presets_have_labels_and_sentences() -> None:
    check_labels(GAME, faults)
