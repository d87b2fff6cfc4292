"""Endpoints of the host: the lobby, the links of a table, replays, settings and old matches."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import quote, urlsplit

from rulekeep.bots import names as bot_names
from rulekeep.core import registry
from rulekeep.core.errors import DataError
from rulekeep.core.state.fields import Flag, Text, Whole
from rulekeep.match.house_rules import options_from_words
from rulekeep.match.library import SUFFIX, SavedMatch
from rulekeep.match.match import Match
from rulekeep.session.serialize import game_data, option_data
from rulekeep.session.session import HUMAN
from rulekeep.web import schemas
from rulekeep.web.endpoints import PICTURE, EndpointRequest, Result, endpoint, picture_response
from rulekeep.web.http_errors import HttpError
from rulekeep.web.middleware import is_local
from rulekeep.web.pages import render
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.replay_steps import declare_steps, page_of_steps
from rulekeep.web.schemas import PLAYER, RequestField, ShortList, ShortText
from rulekeep.web.tables import replay_view
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.replay_view import match_data
from rulekeep.web.tables.table_settings import MAX_MINUTES, TALK
from rulekeep.web.tables.talk import TableTalk


@endpoint("GET", "/", "host", PAGE)
async def lobby_page(request: EndpointRequest) -> Result:
    """The lobby: start a match, resume one, share links."""
    lists = await _matches(request)
    settings, datasets = request.tables.settings, request.tables.datasets.names
    return await request.tables.read(
        render.lobby, *lists, bot_names(), settings.hints, datasets, settings.in_browser
    )


@endpoint("GET", "/api/lobby", "host", schemas.LOBBY)
async def lobby(request: EndpointRequest) -> Result:
    """The same for programs: games with their options, bots, tables and saved matches."""
    tables, matches = await _matches(request)
    return {
        "games": await request.tables.read(_games, request.tables.datasets),
        "bots": bot_names(),
        "hints": request.tables.settings.hints,
        "tables": tables,
        "matches": matches,
    }


def _games(datasets: Datasets) -> list[dict[str, Any]]:
    return [
        {
            **game_data(game),
            "options": [option_data(option) for option in game.options],
            "presets": {name: dict(preset) for name, preset in game.presets.items()},
            "boxes": datasets.names(game.id),
        }
        for game in registry.games().values()
    ]


async def _matches(request: EndpointRequest) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The saved matches that have a table, and all saved matches."""
    newest = await request.tables.read(replay_view.newest, request.context.library)
    links = request.context.links
    tables: list[dict[str, Any]] = []
    matches: list[dict[str, Any]] = []
    for saved in newest:
        name = saved.path.name
        table = links.find_table(name)
        # A damaged file whose match goes on in another one is not shown. Addresses and JSON cannot
        # hold a name that is not UTF-8.
        if name.isprintable() and (table is None or links.file_of(table) == name):
            matches.append(match_data(saved))
            tables += [matches[-1]] if table is not None else []
    return tables, matches


@endpoint(
    "POST",
    "/tables",
    "host",
    schemas.PAGE_LINK,
    body={
        "match": RequestField(ShortText(200), "a saved match to resume", None),
        "players": RequestField(ShortList(PLAYER, 99), "who plays from now on, by seat", None),
        "game": RequestField(ShortText(60), "for a new match", None),
        "preset": RequestField(ShortText(60), "a set of options by its name", None),
        "options": RequestField(
            schemas.OptionValues(), "by name; the others have their defaults", None
        ),
        "seats": RequestField(ShortList(schemas.SEATING, 99), "the players, by seat", None),
        "box": RequestField(
            ShortText(200), "other data files, by the name the host gave them", None
        ),
        "seed": RequestField(ShortText(80), "the same random draws as every match with it", None),
    },
)
async def begin(request: EndpointRequest) -> Result:
    """Start a new match, or resume a saved one."""
    data, tables = request.data, request.tables
    if (data["match"] is None) == (data["game"] is None):
        raise HttpError(400, "bad_request", "Name either a match to resume or a game to start.")
    if data["match"] is not None:
        table = await tables.resume_match(data["match"], data["players"] or ())
    else:
        game, dataset, seats = data["game"], data["box"], data["seats"] or []
        table = await tables.write(
            tables.new_matches.start,
            game,
            [seat["name"].strip() for seat in seats],
            [seat["player"] or HUMAN for seat in seats],
            _options(game, data["preset"], data["options"] or {}),
            data["seed"] or None,
            None if dataset is None else tables.datasets.named(game, dataset),
        )
    file = request.context.links.file_of(table) or ""
    return {"page": f"/tables/{quote(file.removesuffix(SUFFIX))}"}


def _options(game: str, preset: str | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """The options of a match: texts are read as at the terminal, other values are taken as given."""
    plugin = registry.load(game)
    texts = [f"{name}={value}" for name, value in chosen.items() if isinstance(value, str)]
    plain = {name: value for name, value in chosen.items() if not isinstance(value, str)}
    return options_from_words(plugin.options, plugin.presets, texts, preset) | plain


@endpoint("GET", "/tables/{name}", "host", PAGE)
async def links_page(request: EndpointRequest) -> Result:
    """The links of a table, to share."""
    base = base_of(request)
    local = is_local(urlsplit(base).hostname or "")
    in_browser = request.tables.settings.in_browser
    found = await _links(request)
    return render.links(**found, base=base, is_local=local, in_browser=in_browser)


@endpoint("GET", "/tables/{name}/links", "host", schemas.LINKS)
async def links_of(request: EndpointRequest) -> Result:
    """The same for programs."""
    return await _links(request)


async def _links(request: EndpointRequest) -> dict[str, Any]:
    saved, table = await saved_match(request)
    seats = [_link(request, saved, table, seat) for seat in range(saved.header.seats)]
    spectators = _link(request, saved, table, None)
    settings = request.context.links.settings(table).to_dict()
    said = await request.tables.read(TableTalk(saved.path).since, 0)
    return {
        "table": match_data(saved),
        "seats": seats,
        "spectators": spectators,
        "settings": settings,
        "reported": [message.to_dict() for message in said if message.reported],
    }


async def saved_match(request: EndpointRequest) -> tuple[SavedMatch, str]:
    """The match of the path, and its table. HttpError."""
    path = request.tables.path_of(request.path("name"))
    table = await request.tables.table_of(path)
    try:
        return await request.tables.read(request.context.library.summary, path), table
    except (DataError, OSError):
        request.tables.path_of(request.path("name"))  # it may have been removed meanwhile
        raise


def _link(
    request: EndpointRequest, saved: SavedMatch, table: str, seat: int | None
) -> dict[str, Any]:
    """A seat, or the spectators (None), with the link; a bot has none."""
    name, player, which = "", HUMAN, "spectators"
    if seat is not None:
        players = request.context.links.players(table) or replay_view.players(saved)
        name, player, which = replay_view.names(saved)[seat], players[seat], str(seat)
    is_person = player == HUMAN
    return {
        "seat": seat,
        "name": name,
        "player": player,
        "link": _address(request, table, seat) if is_person else None,
        "qr": f"{replay_view.page_of(saved.path)}/qr/{which}.svg" if is_person else None,
    }


def _address(request: EndpointRequest, table: str, seat: int | None) -> str:
    return f"{base_of(request)}/t/{request.context.links.link(table, seat)}"


def base_of(request: EndpointRequest) -> str:
    """How links begin."""
    return request.context.base or str(request.http.base_url).rstrip("/")


@endpoint("GET", "/tables/{name}/qr/{which}.svg", "host", PICTURE)
async def qr(request: EndpointRequest) -> Result:
    """The link of a seat as a QR code."""
    import segno

    saved, table = await saved_match(request)
    which = request.path("which")
    is_seat = which.isdecimal() and len(which) < 4
    if which != "spectators" and not is_seat:
        raise _unknown_seat()
    seat = _check_seat(saved, int(which) if is_seat else None)
    out = io.BytesIO()
    code = segno.make(_address(request, table, seat), micro=False)
    code.save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return picture_response(request, out.getvalue())


def _check_seat(saved: SavedMatch, seat: int | None) -> int | None:
    """A seat of the match, or None for spectators. HttpError."""
    if seat is not None and seat >= saved.header.seats:
        raise _unknown_seat()
    return seat


def _unknown_seat() -> HttpError:
    return HttpError(404, "unknown_seat", "There is no such seat at this table.")


@endpoint(
    "POST", "/tables/{name}/revoke", "host", schemas.LINK, body={"seat": schemas.SEAT_OR_SPECTATORS}
)
async def revoke(request: EndpointRequest) -> Result:
    """Make a new link for a seat; the old one stops working."""
    saved, table = await saved_match(request)
    seat = _check_seat(saved, request.data["seat"])
    await request.tables.revoke(table, seat)
    return _link(request, saved, table, seat)


async def replayed_match(request: EndpointRequest) -> Match:
    """The saved match of the path. HttpError."""
    path = request.tables.path_of(request.path("name"))
    return await request.tables.read(request.context.library.match, path)


@endpoint("GET", "/replay/{name}", "host", PAGE)
async def replay_page(request: EndpointRequest) -> Result:
    """Step through a saved match."""
    return await page_of_steps(request, await replayed_match(request))


declare_steps("replay", "/replay/{name}", "host", replayed_match)


# -- looking after a table: its settings, archiving and deleting it ----------------------------------


@endpoint(
    "POST",
    "/tables/{name}/settings",
    "host",
    schemas.SETTINGS,
    body={
        "hints": RequestField(Flag(), "whether players may ask for hints", None),
        "undo": RequestField(Flag(), "whether players may undo moves", None),
        "talk": RequestField(Text(*TALK), "who may talk at the table", None),
        "paused": RequestField(Flag(), "nobody can move, and bots wait", None),
        "clock": RequestField(Flag(), "whether pages show a clock for each seat", None),
        "takeover": RequestField(
            Whole(0, MAX_MINUTES), "minutes after which a bot moves for a person; 0: never", None
        ),
    },
)
async def change_settings(request: EndpointRequest) -> Result:
    """Change settings of a table; those that are left out stay as they are."""
    _, table = await saved_match(request)
    changes = {name: value for name, value in request.data.items() if value is not None}
    return (await request.tables.change_settings(table, changes)).to_dict()


@endpoint("POST", "/tables/{name}/archive", "host", schemas.PAGE_LINK, body={})
async def archive(request: EndpointRequest) -> Result:
    """Move a match into the archive; its links stop working."""
    return await _remove(request, archive=True)


@endpoint("POST", "/tables/{name}/delete", "host", schemas.PAGE_LINK, body={})
async def delete(request: EndpointRequest) -> Result:
    """Delete a match for good; its links stop working."""
    return await _remove(request, archive=False)


async def _remove(request: EndpointRequest, *, archive: bool) -> dict[str, Any]:
    path = request.tables.path_of(request.path("name"))
    await request.tables.remove_match(path, archive=archive)
    return {"page": "/"}
