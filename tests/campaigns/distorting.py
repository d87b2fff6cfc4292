"""Good inputs made bad: bytes, words, lines and values changed, few at a time, at times very many."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random

from rulekeep.core.chance import SeededChance
from rulekeep.testing.damaged_positions import damage

LARGE = 1 << 20
"""Inputs up to this size must be answered within the limits."""
HUGE = 3 * LARGE
"""And these must be refused at once, or within the limits too."""

TEXTS = (
    *("", " ", "\t", "\n", "\r", "\0", "\x1b[2J", "\x9b5n", "\u202e", "\u2028", "\x85", "\xa0"),
    *("0", "-1", "1", "2", "007", "+1", "1.0", "1e999", "1_000", "nan", "inf", "-0", "0x10"),
    *("99", "999", "4294967296", "9" * 30, "9" * 5000, "²", "１", "𝟙", "٣", "½"),
    *("null", "true", "false", "no", "~", "[]", "{}", "[[]]", '""', "''", '"', "'", "\\"),
    *("#:-%|>?,=;", "---", "...", "&a", "*a", "!!int", "%", "|", ">", "?", ",", "=", "=,", ":"),
    *("ä", "a\u0301", "é" * 9, "字", "🏰", "\ud800", "\ufeff", "\uffff", "x" * 300),
    *("setup", "undo", "human", "greedy", "random:3", "mcts:", "mcts:nan", "mcts:1e9s"),
    *("..", "/", "~nobody", "/dev/zero", "--help", "--", "-h", "$HOME", "%s", "{0}"),
)
WORDS: tuple[bytes, ...] = (
    *(text.encode("utf-8", "surrogatepass") for text in TEXTS),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
)
"""What programs stumble over."""

_TOKEN = re.compile(rb"[0-9A-Za-z_]+|\s+|[^0-9A-Za-z_\s]")

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def distorted(body: bytes, lot: Random, others: Sequence[bytes]) -> bytes:
    """One to four changes; one input in a thousand grows large."""
    for _ in range(1 + min(lot.getrandbits(2), lot.getrandbits(2))):
        body = CHANGES[lot.randrange(len(CHANGES))](body, lot, others)
    if not lot.randrange(1000):
        body = _grown(body, lot)
    return body[:HUGE]


def spoilt_json(body: bytes, lot: Random) -> bytes:
    """JSON with one to three values changed, moved or taken away: it stays JSON."""
    data = json.loads(body)
    chance = SeededChance(lot.getrandbits(64))
    for _ in range(1 + min(lot.getrandbits(1), lot.getrandbits(1)) + (not lot.randrange(8))):
        if isinstance(data, dict | list) and data:
            _, data = damage(data, chance)
    return json.dumps(data).encode()


def _cut(size: int, lot: Random, most: int = 64) -> tuple[int, int]:
    """A short stretch of something of this size."""
    start = lot.randrange(size + 1)
    return start, min(size, start + lot.randrange(1, most))


def _flip(body: bytes, lot: Random, _others: Sequence[bytes]) -> bytes:
    if not body:
        return bytes([lot.getrandbits(8)])
    place = lot.randrange(len(body))
    value = body[place] ^ (1 << lot.randrange(8)) if lot.getrandbits(1) else lot.getrandbits(8)
    return body[:place] + bytes([value]) + body[place + 1 :]


def _remove(body: bytes, lot: Random, _others: Sequence[bytes]) -> bytes:
    start, end = _cut(len(body), lot)
    return body[:start] + body[end:]


def _repeat(body: bytes, lot: Random, _others: Sequence[bytes]) -> bytes:
    start, end = _cut(len(body), lot)
    return body[:end] + body[start:end] * lot.randrange(1, 4) + body[end:]


def _splice(body: bytes, lot: Random, others: Sequence[bytes]) -> bytes:
    other = others[lot.randrange(len(others))]
    start, end = _cut(len(other), lot)
    place = lot.randrange(len(body) + 1)
    return body[:place] + other[start:end] + body[place + lot.randrange(16) :]


def _put_word(body: bytes, lot: Random, _others: Sequence[bytes]) -> bytes:
    word = WORDS[lot.randrange(len(WORDS))]
    place = lot.randrange(len(body) + 1)
    # A stretch is enough to find a token in; long inputs have thousands of them.
    found = _TOKEN.search(body, place)
    if found is None or not lot.randrange(3):
        return body[:place] + word + body[place:]
    return body[: found.start()] + word + body[found.end() :]


def _swap_words(body: bytes, lot: Random, _others: Sequence[bytes]) -> bytes:
    places = sorted(lot.randrange(len(body) + 1) for _ in range(2))
    one, other = (_TOKEN.search(body, place) for place in places)
    if one is None or other is None or one.end() > other.start():
        return body
    head, middle, tail = body[: one.start()], body[one.end() : other.start()], body[other.end() :]
    return head + other[0] + middle + one[0] + tail


def _change_number(body: bytes, lot: Random, _others: Sequence[bytes]) -> bytes:
    found = re.compile(rb"[0-9]{1,18}").search(body, lot.randrange(len(body) + 1))
    if found is None:
        return body
    new = str(int(found[0]) + (-1, 1, 2, -2, 10, 1000)[lot.randrange(6)]).encode()
    return body[: found.start()] + new + body[found.end() :]


def _change_lines(body: bytes, lot: Random, others: Sequence[bytes]) -> bytes:
    """A line taken out, doubled, moved, indented, or taken from another input."""
    lines = body.split(b"\n")
    place = lot.randrange(len(lines))
    kind = lot.randrange(5)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        lines.insert(place, lines[place])
    elif kind == 2:
        lines.insert(lot.randrange(len(lines)), lines.pop(place))
    elif kind == 3:
        lines[place] = b" " * lot.randrange(1, 5) + lines[place]
    else:
        other = others[lot.randrange(len(others))].split(b"\n")
        lines[place] = other[lot.randrange(len(other))]
    return b"\n".join(lines)


CHANGES: tuple[Change, ...] = (
    _flip,
    _remove,
    _repeat,
    _splice,
    _put_word,
    _put_word,
    _swap_words,
    _change_number,
    _change_lines,
)


def _grown(body: bytes, lot: Random) -> bytes:
    """One stretch, or one bracket, again and again: up to a megabyte, at times beyond."""
    start, end = _cut(len(body), lot, 40)
    part = (body[start:end], b"[", b"{", b"(", b" ", b"9", b'"a",', b"- ")[lot.randrange(8)] or b"x"
    size = (10_000, 100_000, LARGE, HUGE)[lot.randrange(4)] - len(body)
    return body[:end] + part * max(0, size // len(part)) + body[end:]
