"""Sentences of Kilt Castle about the end of a match."""

from __future__ import annotations

import re

from tests.sentences.collect import Table, match_texts

from rulekeep.games.kilt_castle import GAME


def test_a_full_match_ends_with_a_reason() -> None:
    *_, last = (
        text.words
        for text in match_texts(GAME, Table(4, {}), 2)
        if text.kind == "event" and "match ends" in text.words
    )
    assert re.fullmatch(r"\w+ built the last [a-z ]+ floor in turn \d+, so the match ends\.", last)
