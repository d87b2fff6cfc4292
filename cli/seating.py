"""Who sits where: people and bots, from the words of the command line or the menu."""

from __future__ import annotations

from attrs import frozen

from rulekeep.bots import make_bot
from rulekeep.bots import names as bot_names
from rulekeep.core.errors import SetupError
from rulekeep.sitting import HUMAN

__all__ = ["HUMAN", "Seating", "is_bot", "parse", "seated", "usual"]


@frozen
class Seating:
    """Names and deciders by seat; a decider is `human` or what makes a bot."""

    names: tuple[str, ...]
    players: tuple[str, ...]


def is_bot(spec: str) -> bool:
    """Whether a word names a bot, with or without an argument."""
    return spec.partition(":")[0] in bot_names()


def seated(words: list[tuple[str, str]]) -> Seating:
    """From (name or nothing, decider) by seat; whoever has no name gets one."""
    taken = {name for name, _ in words if name}
    names: list[str] = []
    for seat, (name, player) in enumerate(words):
        if not name:
            stem = f"Player {seat + 1}" if player == HUMAN else player.partition(":")[0].title()
            name, number = stem, 2
            while name in taken:
                name, number = f"{stem} {number}", number + 1
            taken.add(name)
        names.append(name)
        if player != HUMAN:
            make_bot(player)
    return Seating(tuple(names), tuple(player for _, player in words))


def parse(text: str) -> Seating:
    """What `--seats Ada=human,greedy,mcts:500` says."""
    words: list[tuple[str, str]] = []
    for part in text.split(","):
        name, equals, player = part.partition("=")
        if not equals:
            name, player = "", part
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
