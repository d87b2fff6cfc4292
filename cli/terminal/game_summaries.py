"""Games and options in a few words, the same in lists and in the menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core.rule_options import Option, spell

if TYPE_CHECKING:
    from pathlib import Path

    from rulekeep.core.game import AnyGame
    from rulekeep.session.game_list import GameFacts


def list_games(
    screen: Screen, advice: str, about: Callable[[GameFacts], str] = lambda game: game.title
) -> None:
    """For a command without the name of a game: the games, and how to name one."""
    from rulekeep.session.game_list import facts_of_all

    loaded, broken = facts_of_all()
    screen.pairs((game.id, about(game)) for game in loaded)
    for reason in broken.values():
        warn(reason)
    screen.say(advice, "dim")


def games_for(what: str, out: Path) -> list[AnyGame]:
    """All games, for a book or a site of them. DataError if there is none."""
    from rulekeep.core.errors import DataError
    from rulekeep.session.game_list import load_all

    games, broken = load_all()
    for reason in broken.values():
        warn(f"{reason}; the {what} is made without it")
    if not games:
        raise DataError(str(out), f"would be a {what} without a game; it is not written")
    return games


def player_count(seats: Sequence[int]) -> str:
    """`2 to 4 players`"""
    low, high = seats[0], seats[-1]
    if low == high:
        return "1 player" if low == 1 else f"{low} players"
    return f"{low} to {high} players"


def value_labels(option: Option) -> str:
    """The values by their labels: `Forbidden (forbidden, standard); Allowed (allowed).`"""
    if option.kind == "integer":
        return f"{option.low} to {option.high} (standard {option.default})."
    parts = []
    for value in option.values:
        notes = [spell(value), *(["standard"] if value == option.default else [])]
        parts.append(f"{option.label_of(value)} ({', '.join(notes)})")
    return f"{'; '.join(parts)}."


def preset_text(game: AnyGame, name: str) -> str:
    """A preset: its label and its description, or what it changes if it has none."""
    preset = game.presets[name]
    label, text = getattr(preset, "label", ""), getattr(preset, "text", "")
    return ": ".join(filter(None, (label, text))) or setting_labels(game, preset)


def setting_labels(game: AnyGame, chosen: Mapping[str, Any]) -> str:
    """Options and their values by their labels: `Lapping: Allowed; Roofs connect: No.`"""
    labels = [f"{o.label}: {o.label_of(chosen[o.name])}" for o in game.options if o.name in chosen]
    return f"{'; '.join(labels) or 'No option changes'}."


def reconstructed(game: AnyGame) -> list[tuple[str, str]]:
    """The data of a game that are reconstructed, with how that was done."""
    return [(datum, source) for datum, source in game.provenance() if "reconstructed" in source]
