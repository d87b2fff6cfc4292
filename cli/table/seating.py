"""Who sits where: people and bots, from the words of the command line or the menu."""

from __future__ import annotations

from rulekeep.bots import is_program, make_bot, split_seats
from rulekeep.bots import names as bot_names
from rulekeep.bots.seat_specs import bot_title
from rulekeep.core.errors import SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.session.session import HUMAN

__all__ = ["HUMAN", "Seating", "is_bot", "parse", "seated", "usual"]

MOST = 100
"""Seats that are looked at one by one; no table has so many."""


@frozen
class Seating:
    """Names and deciders by seat; a decider is `human` or what makes a bot."""

    names: tuple[str, ...]
    players: tuple[str, ...]


def is_bot(spec: str) -> bool:
    """Whether a word names a bot, with or without an argument."""
    return spec.partition(":")[0] in bot_names() or is_program(spec)


def seated(words: list[tuple[str, str]]) -> Seating:
    """From (name or nothing, decider) by seat; whoever has no name gets one."""
    taken = {name for name, _ in words if name}
    names: list[str] = []
    for seat, (name, player) in enumerate(words):
        if not name:
            stem = _stem(seat, player)
            name, number = stem, 2
            while name in taken:
                name, number = f"{stem} {number}", number + 1
            taken.add(name)
        names.append(name)
        if player != HUMAN:
            make_bot(player)
    return Seating(tuple(names), tuple(player for _, player in words))


def _stem(seat: int, player: str) -> str:
    """What somebody without a name is called, but for a number."""
    if player == HUMAN:
        return f"Player {seat + 1}"
    return bot_title(player) if is_program(player) else player.partition(":")[0].title()


def parse(text: str) -> Seating:
    """What `--seats Ada=human,greedy,mcts:500,run:./mybot` says."""
    parts = split_seats(text)
    if len(parts) > MOST:
        raise SetupError(f"--seats names {len(parts):,} seats; {MOST} are the most")
    words: list[tuple[str, str]] = []
    for part in parts:
        name, equals, player = part.partition("=")
        if not equals or is_program(name):
            name, equals, player = "", "", part
        name, player = name.strip(), player.strip()
        if not player or (equals and not name):
            raise SetupError(
                f"{part.strip()!r} in --seats names nobody; write human, a bot, or NAME=human"
            )
        words.append((name, player))
    return seated(words)


def usual(seats: range) -> Seating:
    """One person against a greedy bot, or as few of them as the game needs."""
    count = 2 if 2 in seats else seats[0]
    return seated([("", HUMAN), *[("", "greedy")] * (count - 1)])
