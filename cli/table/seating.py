"""Seating: which people and bots play, as --seats or the menu says."""

from __future__ import annotations

from rulekeep.bots import is_program, level_of, make_bot, split_seats
from rulekeep.bots import names as bot_names
from rulekeep.bots.seat_specs import bot_title
from rulekeep.core.errors import SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.session.session import HUMAN, fill_names

__all__ = ["HUMAN", "Seating", "default_seating", "is_bot", "parse_seats", "seated"]

MAX_SEATS = 100
"""More than any game has."""


@frozen
class Seating:
    """Names and players by seat; a player is `human` or the specification of a bot."""

    names: tuple[str, ...]
    players: tuple[str, ...]


def is_bot(spec: str) -> bool:
    """Whether a specification names a bot, with or without an argument."""
    return level_of(spec) is not None or spec.partition(":")[0] in bot_names() or is_program(spec)


def seated(players: list[tuple[str, str]]) -> Seating:
    """From (name or nothing, player) by seat; players without a name get one."""
    for _, player in players:
        if player != HUMAN:
            make_bot(player)
    stems = [_default_name(seat, player) for seat, (_, player) in enumerate(players)]
    names = fill_names([name for name, _ in players], stems)
    return Seating(names, tuple(player for _, player in players))


def _default_name(seat: int, player: str) -> str:
    """The name of a player who has none, before a number is added."""
    if player == HUMAN:
        return f"Player {seat + 1}"
    return bot_title(player) if is_program(player) else player.partition(":")[0].title()


def parse_seats(text: str) -> Seating:
    """Read `Ada=human,greedy,mcts:500,run:./mybot`."""
    parts = split_seats(text)
    if len(parts) > MAX_SEATS:
        raise SetupError(f"--seats names {len(parts):,} seats; at most {MAX_SEATS} are possible")
    players: list[tuple[str, str]] = []
    for part in parts:
        name, equals, player = part.partition("=")
        if not equals or is_program(name):
            name, equals, player = "", "", part
        name, player = name.strip(), player.strip()
        if not player or (equals and not name):
            raise SetupError(
                f"{part.strip()!r} in --seats names nobody; write human, a bot, or NAME=human"
            )
        players.append((name, player))
    return seated(players)


def default_seating(seats: range) -> Seating:
    """One person against greedy bots, as few as the game needs."""
    count = 2 if 2 in seats else seats[0]
    return seated([("", HUMAN), *[("", "greedy")] * (count - 1)])
