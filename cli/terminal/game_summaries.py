"""Games and options in a few words, the same in lists and in the menu."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core.rule_options import spell

if TYPE_CHECKING:
    from rulekeep.core.game import AnyGame


def list_games(screen: Screen, usage: str) -> None:
    """For a command without the name of a game: the games, and how to name one."""
    from rulekeep.session.game_list import facts_of_all

    loaded, broken = facts_of_all()
    screen.pairs((facts.id, facts.title) for facts in loaded)
    for reason in broken.values():
        warn(reason)
    screen.say(f"Name one of them: {usage}", "dim")


def player_count(seats: Sequence[int]) -> str:
    """`2 to 4 players`"""
    low, high = seats[0], seats[-1]
    if low == high:
        return "1 player" if low == 1 else f"{low} players"
    return f"{low} to {high} players"


def option_rows(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Each option with its values, the default first, and what it is for."""
    for option in game.options:
        default = spell(option.default)
        yield option.name, f"{option.spelled} (default {default}). {option.help}"


def preset_text(preset: Mapping[str, Any]) -> str:
    """What a preset changes: its description, then option by option."""
    sets = ", ".join(f"{name}={spell(value)}" for name, value in preset.items())
    text = getattr(preset, "text", "")
    return f"{text} ({sets})" if text and sets else text or sets or "nothing"


def reconstructed(game: AnyGame) -> list[tuple[str, str]]:
    """The data of a game that are reconstructed, with how that was done."""
    return [(datum, source) for datum, source in game.provenance() if "reconstructed" in source]
