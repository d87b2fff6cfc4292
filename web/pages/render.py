"""The pages that show tables and matches."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, spell
from rulekeep.session.hints import QUICKEST, STRONGEST
from rulekeep.session.sample_table import picture_size
from rulekeep.session.session import HUMAN
from rulekeep.web.pages.template_engine import filled

Data = Mapping[str, Any]

HEADLINES = {
    403: "Not for everybody",
    404: "Nothing here",
    409: "Not now",
    423: "In use elsewhere",
    429: "A moment, please",
}
STRENGTHS = {
    "random": "Bot: plays by lot",
    QUICKEST: "Bot: quick, plays what looks best",
    STRONGEST: "Bot: strong, thinks two seconds",
}


def lobby(
    tables: Sequence[Data],
    matches: Sequence[Data],
    bots: Sequence[str],
    hints: bool,
    boxes: Callable[[str], Sequence[str]],
) -> str:
    """Where matches are begun and gone on with. The host decides about hints at the start."""
    games = [{**_game(game), "boxes": boxes(game.id)} for game in registry.games().values()]
    return filled(
        "lobby.html",
        games=games,
        open={table["name"] for table in tables},
        matches=matches,
        players=_players(bots),
        hints=hints,
    )


def _players(bots: Sequence[str]) -> list[dict[str, Any]]:
    """Who can sit at a seat: people first, then bots from the weakest to the strongest."""
    order = list(STRENGTHS)
    known = sorted(bots, key=lambda bot: order.index(bot) if bot in order else len(order))
    said = [{"word": HUMAN, "says": "A person", "usual": False}]
    for bot in known:
        says = STRENGTHS.get(bot, f"Bot: {bot}")
        said.append({"word": bot, "says": says, "usual": bot == QUICKEST})
        if bot == STRONGEST:
            says = "Bot: strong, thinks longer"
            said.append({"word": f"{STRONGEST}:2000", "says": says, "usual": False})
    return said


def _game(game: AnyGame) -> dict[str, Any]:
    low, high = game.seats[0], game.seats[-1]
    return {
        "id": game.id,
        "title": game.title,
        "blurb": game.blurb,
        "players": f"{low} players" if low == high else f"{low} to {high} players",
        "seats": list(game.seats),
        "most": high,
        "usual": max(low, min(2, high)),
        "seats_note": game.seats_note,
        "options": [_option(option) for option in game.options],
        "presets": [_preset(name, preset) for name, preset in game.presets.items()],
    }


def _preset(name: str, preset: Mapping[str, Any]) -> dict[str, str]:
    sets = {option: spell(value) for option, value in preset.items()}
    return {"name": name, "text": getattr(preset, "text", ""), "sets": json.dumps(sets)}


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "help": option.help,
        "usual": spell(option.default),
        "choices": [
            {"word": spell(value), "means": option.labels.get(value, "")} for value in option.values
        ],
        "low": option.low,
        "high": option.high,
        "rules": option.rules,
    }


def links(table: Data, seats: Sequence[Data], spectators: Data) -> str:
    """What the host gives out."""
    return filled("links.html", table=table, seats=seats, spectators=spectators)


def table(link: str, view: Data) -> str:
    """The page of a seat, or of those who look on; its script asks for the rest by its address."""
    name = "" if view["viewer"] is None else view["seats"][view["viewer"]]["name"]
    seated = f"{name}, your table is being laid out" if name else "The table is being laid out"
    agreed = _agreed(registry.load(view["game"]), view["options"])
    return filled(
        "table.html",
        view=view,
        seated=seated,
        agreed=agreed,
        **picture_size(view["game"], view["viewer"]),
    )


def _agreed(game: AnyGame, options: Data) -> list[str]:
    """What this match is played with that others are not."""
    usual = {option.name: option.default for option in game.options}
    return [
        f"{name.replace('_', ' ')} {spell(value)}"
        for name, value in options.items()
        if usual.get(name) != value
    ]


def replay(name: str, view: Data) -> str:
    """A kept match, act by act."""
    return filled("replay.html", name=name, view=view, **picture_size(view["game"], None))


def problem(status: int, sentence: str) -> str:
    """What is shown instead of a page."""
    title = HEADLINES.get(status, "That did not work")
    return filled("problem.html", title=title, sentence=sentence)
