"""Pages of the lobby, the links, the tables and the replays."""

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
from rulekeep.web.pages.template_engine import render_template

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
    datasets: Callable[[str], Sequence[str]],
) -> str:
    """The page of the host: start a match, resume one, see all matches."""
    games = [{**_game(game), "boxes": datasets(game.id)} for game in registry.games().values()]
    return render_template(
        "lobby.html",
        games=games,
        open={table["name"] for table in tables},
        matches=matches,
        players=_players(bots),
        hints=hints,
    )


def _players(bots: Sequence[str]) -> list[dict[str, Any]]:
    """Who can take a seat: a person, then bots from the weakest to the strongest."""
    order = list(STRENGTHS)
    known = sorted(bots, key=lambda bot: order.index(bot) if bot in order else len(order))
    players = [{"word": HUMAN, "says": "A person", "usual": False}]
    for bot in known:
        says = STRENGTHS.get(bot, f"Bot: {bot}")
        players.append({"word": bot, "says": says, "usual": bot == QUICKEST})
        if bot == STRONGEST:
            says = "Bot: strong, thinks longer"
            players.append({"word": f"{STRONGEST}:2000", "says": says, "usual": False})
    return players


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
    """The page with the links of one table."""
    return render_template("links.html", table=table, seats=seats, spectators=spectators)


def table(view: Data) -> str:
    """The page of a seat or a spectator; its script fetches the rest."""
    name = "" if view["viewer"] is None else view["seats"][view["viewer"]]["name"]
    seated = f"{name}, your table is being laid out" if name else "The table is being laid out"
    agreed = _changed_options(registry.load(view["game"]), view["options"])
    return render_template(
        "table.html",
        view=view,
        seated=seated,
        agreed=agreed,
        **picture_size(view["game"], view["viewer"]),
    )


def _changed_options(game: AnyGame, options: Data) -> list[str]:
    """The options that do not have their default."""
    defaults = {option.name: option.default for option in game.options}
    return [
        f"{name.replace('_', ' ')} {spell(value)}"
        for name, value in options.items()
        if defaults.get(name) != value
    ]


def replay(name: str, view: Data) -> str:
    """The page that replays a saved match move by move."""
    return render_template("replay.html", name=name, view=view, **picture_size(view["game"], None))


def error(status: int, sentence: str) -> str:
    """The page of an error."""
    title = HEADLINES.get(status, "That did not work")
    return render_template("problem.html", title=title, sentence=sentence)
