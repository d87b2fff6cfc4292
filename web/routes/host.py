"""What the host can ask: the lobby, the links of a table, and matches act by act."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import quote

from rulekeep.bots import names as bot_names
from rulekeep.core import registry
from rulekeep.core.state.fields import Whole, schema_record
from rulekeep.match.house_rules import options_from_words
from rulekeep.match.library import SUFFIX, SavedMatch
from rulekeep.match.match import Match
from rulekeep.session.serialize import game_data, option_data
from rulekeep.session.session import HUMAN
from rulekeep.web import schemas
from rulekeep.web.endpoints import PICTURE, THEME, Answer, EndpointRequest, drawn, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.schemas import RequestField
from rulekeep.web.tables import replay_view
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.replay_view import match_data
from rulekeep.web.tables.seat_view import ended


@endpoint("GET", "/", "host", PAGE)
async def lobby_page(call: EndpointRequest) -> Answer:
    """The lobby: begin a match, go on with one, give out links."""
    tables, matches = await _matches(call)
    hints = call.hall.manners.hints
    pages = call.office.pages
    boxes = call.hall.boxes
    return str(await call.hall.look(pages.lobby, tables, matches, bot_names(), hints, boxes.names))


@endpoint("GET", "/api/lobby", "host", schemas.LOBBY)
async def lobby(call: EndpointRequest) -> Answer:
    """The same for programs: games with their options, bots, tables and kept matches."""
    tables, matches = await _matches(call)
    return {
        "games": await call.hall.look(_games, call.hall.boxes),
        "bots": bot_names(),
        "hints": call.hall.manners.hints,
        "tables": tables,
        "matches": matches,
    }


def _games(boxes: Datasets) -> list[dict[str, Any]]:
    return [
        {
            **game_data(game),
            "options": [option_data(option) for option in game.options],
            "presets": {name: dict(preset) for name, preset in game.presets.items()},
            "boxes": boxes.names(game.id),
        }
        for game in registry.games().values()
    ]


async def _matches(call: EndpointRequest) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What has links already, and everything."""
    found = await call.hall.look(replay_view.newest, call.office.library)
    links = call.office.links
    tables = [saved for saved in found if links.known_file(saved.path.name) is not None]
    return list(map(match_data, tables)), list(map(match_data, found))


@endpoint(
    "POST",
    "/tables",
    "host",
    schema_record({"page": schemas.TEXT}),
    body={
        "match": RequestField(schemas.ShortText(200), "a kept match to go on with", None),
        "players": RequestField(
            schemas.Few(schemas.PLAYER, 99), "who decides there from here on, seat by seat", None
        ),
        "game": RequestField(schemas.ShortText(60), "for a new match", None),
        "preset": RequestField(schemas.ShortText(60), "a set of options by its name", None),
        "options": RequestField(
            schemas.Values(), "by name; what is left out has its default", None
        ),
        "seats": RequestField(schemas.Few(schemas.SEATING, 99), "who sits where", None),
        "box": RequestField(
            schemas.ShortText(200), "other data files, by the name the host gave them", None
        ),
        "seed": RequestField(
            schemas.ShortText(80), "draw the same lots as every match with it", None
        ),
    },
)
async def begin(call: EndpointRequest) -> Answer:
    """Begin a new match, or go on with a kept one."""
    said = call.said
    if (said["match"] is None) == (said["game"] is None):
        raise HttpError(400, "bad_request", "Say either which match to go on with, or which game.")
    if said["match"] is not None:
        table = await call.hall.go_on(said["match"], said["players"] or ())
    else:
        seats = said["seats"] or []
        options = _options(said["game"], said["preset"], said["options"] or {})
        box = said["box"]
        data = None if box is None else call.hall.boxes.named(said["game"], box)
        table = await call.hall.begin(
            said["game"],
            [seat["name"].strip() for seat in seats],
            [seat["player"] or HUMAN for seat in seats],
            options,
            said["seed"] or None,
            data,
        )
    file = call.office.links.file_of(table) or ""
    return {"page": f"/tables/{quote(file.removesuffix(SUFFIX))}"}


def _options(game: str, preset: str | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """The options that words and values mean."""
    plugin = registry.load(game)
    words = [f"{name}={value}" for name, value in chosen.items() if isinstance(value, str)]
    plain = {name: value for name, value in chosen.items() if not isinstance(value, str)}
    return options_from_words(plugin.options, plugin.presets, words, preset) | plain


@endpoint("GET", "/tables/{name}", "host", PAGE)
async def links_page(call: EndpointRequest) -> Answer:
    """The links of a table, to be given out."""
    said = await _links(call)
    return str(call.office.pages.links(said["table"], said["seats"], said["spectators"]))


@endpoint("GET", "/tables/{name}/links", "host", schemas.LINKS)
async def links_of(call: EndpointRequest) -> Answer:
    """The same for programs."""
    return await _links(call)


async def _links(call: EndpointRequest) -> dict[str, Any]:
    saved, table = await _saved(call)
    players = call.office.links.players(table) or replay_view.players(saved)
    names = replay_view.names(saved)
    seats = [
        _link(call, saved, table, seat, name, player)
        for seat, (name, player) in enumerate(zip(names, players, strict=True))
    ]
    spectators = _link(call, saved, table, None, "", HUMAN)
    return {"table": match_data(saved), "seats": seats, "spectators": spectators}


async def _saved(call: EndpointRequest) -> tuple[SavedMatch, str]:
    """The match that an address names, and its table. Problem."""
    path = call.hall.path_of(_name(call))
    saved = await call.hall.look(call.office.library.summary, path)
    return saved, await call.hall.look(call.office.links.table_of, path.name)


def _link(
    call: EndpointRequest, saved: SavedMatch, table: str, seat: int | None, name: str, player: str
) -> dict[str, Any]:
    given = seat is None or player == HUMAN
    which = "spectators" if seat is None else str(seat)
    return {
        "seat": seat,
        "name": name,
        "player": player,
        "link": _address(call, call.office.links.link(table, seat)) if given else None,
        "qr": f"{replay_view.page(saved)}/qr/{which}.svg" if given else None,
    }


def _address(call: EndpointRequest, link: str) -> str:
    base = call.office.base or str(call.request.base_url).rstrip("/")
    return f"{base}/t/{link}"


@endpoint("GET", "/tables/{name}/qr/{which}.svg", "host", PICTURE)
async def qr(call: EndpointRequest) -> Answer:
    """The link of a seat as a QR code."""
    import segno

    saved, table = await _saved(call)
    which = call.request.path_params["which"]
    seat = _which_seat(which, saved.header.seats)
    out = io.BytesIO()
    code = segno.make(_address(call, call.office.links.link(table, seat)), micro=False)
    code.save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return drawn(call, out.getvalue())


def _which_seat(which: str, seats: int) -> int | None:
    if which == "spectators":
        return None
    if which.isdecimal() and len(which) < 4 and int(which) < seats:
        return int(which)
    raise HttpError(404, "unknown_seat", "There is no such seat at this table.")


@endpoint(
    "POST",
    "/tables/{name}/revoke",
    "host",
    schemas.LINK,
    body={"seat": RequestField(schemas.Either(Whole(0, 998)), "null: those who look on")},
)
async def revoke(call: EndpointRequest) -> Answer:
    """Make a new link for a seat; the old one leads nowhere from now on."""
    saved, table = await _saved(call)
    seat = call.said["seat"]
    if seat is not None and seat >= saved.header.seats:
        raise HttpError(404, "unknown_seat", "There is no such seat at this table.")
    await call.hall.revoke(table, seat)
    players = call.office.links.players(table) or replay_view.players(saved)
    player = HUMAN if seat is None else players[seat]
    name = "" if seat is None else replay_view.names(saved)[seat]
    return _link(call, saved, table, seat, name, player)


@endpoint("GET", "/replay/{name}", "host", PAGE)
async def replay_page(call: EndpointRequest) -> Answer:
    """Step through a kept match."""
    match = await _match(call)
    view = await call.hall.look(_replayed, match, len(match.plies) - 1)
    return str(await call.hall.look(call.office.pages.replay, _name(call), view))


def _name(call: EndpointRequest) -> str:
    return str(call.request.path_params["name"])


async def _match(call: EndpointRequest) -> Match:
    """The kept match that an address names. Problem."""
    return await call.hall.look(call.office.library.match, call.hall.path_of(_name(call)))


def _replayed(match: Match, acts: int) -> dict[str, Any]:
    said = replay_view.replay_data(match, acts)
    if said["result"] is not None:
        said["result"]["say"] = ended(match)
    return said


WHERE = RequestField(schemas.WHICH, "after so many acts", schemas.MOST)


@endpoint("GET", "/replay/{name}/act", "host", schemas.REPLAYED, query={"at": WHERE})
async def replay_act(call: EndpointRequest) -> Answer:
    """A position of a kept match, as those who look on saw it, and what had just happened."""
    match = await _match(call)
    return await call.hall.look(_replayed, match, call.said["at"])


@endpoint("GET", "/replay/{name}/picture.svg", "host", PICTURE, query={"at": WHERE, "theme": THEME})
async def replay_picture(call: EndpointRequest) -> Answer:
    """The same drawn."""
    match = await _match(call)
    then = replay_view.at(match, call.said["at"])
    svg = await call.hall.look(then.svg, None, call.said["theme"])
    return drawn(call, svg.encode())
