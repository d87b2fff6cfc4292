"""Pages of the lobby, the links, the tables and the replays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from rulekeep.bots import LEVELS, level_of
from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, spell
from rulekeep.core.text import upper_first
from rulekeep.session.game_list import GameFacts, facts
from rulekeep.session.hints import QUICKEST
from rulekeep.session.sample_table import picture_size
from rulekeep.session.session import HUMAN
from rulekeep.web.pages.template_engine import render_template

Data = Mapping[str, Any]

HEADLINES = {
    403: "Host only",
    404: "Not found",
    409: "Not possible now",
    423: "Open in another program",
    429: "Too many requests",
}
DEFAULT_BOT = QUICKEST
TALK_LABELS = {"off": "nobody", "seats": "the players", "everyone": "players and spectators"}


def lobby(
    tables: Sequence[Data],
    matches: Sequence[Data],
    bots: Sequence[str],
    hints: bool,
    datasets: Callable[[str], Sequence[str]],
    in_browser: bool = False,
) -> str:
    """The page of the host: start a match, resume one, see all matches."""
    games = [{**_game(game), "boxes": datasets(game.id)} for game in registry.games().values()]
    return render_template(
        "lobby.html",
        games=games,
        open={table["name"] for table in tables},
        matches=matches,
        players=_players(bots),
        default_bot=DEFAULT_BOT,
        hints=hints,
        in_browser=in_browser,
    )


def _players(bots: Sequence[str]) -> list[dict[str, Any]]:
    """Who can take a seat: a person, the levels from the weakest to the strongest, other bots."""
    levels = [
        (level.spec, f"{level.name}: {level.text[0].lower()}{level.text[1:]}") for level in LEVELS
    ]
    known = {spec.partition(":")[0] for spec, _ in levels}
    others = [(bot, f"Bot: {bot}") for bot in bots if bot not in known]
    return [
        {"word": spec, "label": label.rstrip("."), "default": spec == DEFAULT_BOT}
        for spec, label in [(HUMAN, "Person"), *levels, *others]
    ]


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
    return {
        "name": name,
        "label": getattr(preset, "label", "") or upper_first(name.replace("_", " ")),
        "text": getattr(preset, "text", ""),
        "sets": json.dumps(sets),
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": option.label,
        "help": option.help,
        "usual": spell(option.default),
        "choices": [
            {"word": spell(value), "label": option.label_of(value)} for value in option.values
        ],
        "low": option.low,
        "high": option.high,
        "rules": option.rules,
    }


def links(
    table: Data,
    seats: Sequence[Data],
    spectators: Data,
    settings: Data,
    reported: Sequence[Data],
    *,
    base: str,
    is_local: bool,
    in_browser: bool = False,
) -> str:
    """The page with the links of one table, which begin with `base`."""
    shown = [{**seat, "level": _bot_title(seat["player"])} for seat in seats]
    return render_template(
        "links.html",
        table=table,
        seats=shown,
        spectators=spectators,
        settings=settings,
        reported=reported,
        talk=TALK_LABELS,
        base=base,
        is_local=is_local,
        in_browser=in_browser,
    )


def _bot_title(player: str) -> str:
    level = level_of(player)
    return player if level is None else level.name


def table(view: Data, links: str) -> str:
    """The page of a seat or a spectator; its script fetches the rest.

    `links` is the host's page with the links of the table.
    """
    name = "" if view["viewer"] is None else view["seats"][view["viewer"]]["name"]
    seated = f"{name}, your table is loading" if name else "Loading the table"
    agreed = _changed_options(registry.load(view["game"]), view["options"])
    return render_template(
        "table.html",
        view=view,
        seated=seated,
        agreed=agreed,
        links=links,
        **picture_size(view["game"], view["viewer"]),
    )


def _changed_options(game: AnyGame, options: Data) -> list[str]:
    """The options that do not have their default, by their labels."""
    return [
        f"{option.label}: {option.label_of(options[option.name])}"
        for option in game.options
        if options.get(option.name, option.default) != option.default
    ]


def replay(view: Data, table: str = "", bots: Sequence[str] | None = None) -> str:
    """The page that replays a saved match move by move; `table` is the address of its table.

    A match from a link comes with the bots that one can play on against.
    """
    return render_template(
        "replay.html",
        view=view,
        table=table,
        shared=bots is not None,
        players=_players(bots or ()),
        **picture_size(view["game"], None),
    )


def share() -> str:
    """The page that opens a link; its script sends the link to the server."""
    return render_template("share.html")


def review_waits(title: str) -> str:
    """The page of a review that is being made."""
    return render_template("review_waits.html", title=title)


def error(status: int, sentence: str) -> str:
    """The page of an error."""
    title = HEADLINES.get(status, "Something went wrong")
    return render_template("problem.html", title=title, sentence=sentence, games=_quick_facts())


@cache
def _quick_facts() -> tuple[GameFacts, ...]:
    """The games that are known without loading anything, for the page of an error."""
    names = registry.names()
    return tuple(facts(name) for name in names if registry.is_shipped(name))
