"""What can be asked of the server: every address declared once, with what it is told and answers.

The contract with the pages, and with programs (`/api/openapi.json` says it in full):

- Every answer is JSON but for pages, pictures and the stream. What goes wrong has a status of 400
  and more and is `{"kind": …, "say": "A sentence.", …}`; to a browser that wants a page, a page.
- `number` counts all that ever happened at a table, taking back as well, and never comes back;
  `acts` is how many acts stand. A change says the number it answers. The same move said again with
  the same number is not made twice; another move with an old number is answered 409 `stale`,
  unless nothing came since then but secret choices of others.
- `GET /t/<link>/events` is a stream of server-sent events. A message without an event name is
  something that happened: its id is its number, its data are `forms.EVENT` (number, acts, kind,
  seat, news, marks, turn). `Last-Event-ID`, or `?since=`, brings all that came after it; without
  either the stream begins now. Named events have no id and are true only now: `here` (the first:
  `{"number"}`), `question` (somebody asks, or it is settled: fetch the view), `thinking`
  (`{"seats"}`), `note` (`{"say": […]}`: what befell a bot), `rematch` (somebody has laid out
  another match with the same seats: `POST …/rematch` leads there). A stream that ends is to be opened
  again; a browser does so by itself.
- `GET /t/<link>/picture.svg?theme=light|dark|auto&move=TEXT`: for a page that puts the picture into
  its document `light` or `dark`, since `auto` brings a style element, which the page's policy does
  not allow. What `move` touches bears `data-touched="yes"`. It has an ETag.
- The lobby belongs to the host: `/?key=…` sets a cookie and leads to `/`. All below `/tables`,
  `/replay` and `/api/lobby` needs it; what lies below `/t/<link>` needs nothing but the link.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal
from urllib.parse import quote

from attrs import define, frozen
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from rulekeep import __version__
from rulekeep.bots import names as bot_names
from rulekeep.core import registry
from rulekeep.core.data import Node
from rulekeep.core.errors import RulekeepError
from rulekeep.core.forms import Schema, Whole, record
from rulekeep.sitting import HUMAN
from rulekeep.sitting.saying import game_said, option_said
from rulekeep.web import forms, shelf
from rulekeep.web.channel import message
from rulekeep.web.desk import Desk, ended
from rulekeep.web.forms import AT, NUMBER, Field, Fields, One
from rulekeep.web.guard import ABORT, PICTURE_POLICY, Limits, Message, Rates, address, too_many
from rulekeep.web.hall import Hall, Seated
from rulekeep.web.journal import Happening
from rulekeep.web.links import Links
from rulekeep.web.problems import Problem, problem
from rulekeep.web.shelf import Kept, Shelf

PATIENCE = 20.0
"""Seconds a listener may keep a message from being sent."""
MOST_READERS = 200
"""Streams at one table."""

log = logging.getLogger("rulekeep.web")


@define(eq=False)
class Office:
    """What every address can turn to."""

    hall: Hall
    shelf: Shelf
    pages: Any
    """The module that makes pages; see its docstring."""
    base: str
    """How links for others begin: `http://192.168.1.5:8000`; empty: as the host came himself."""
    cookie: str
    limits: Limits
    rates: Rates
    misses: Rates

    @classmethod
    def of(cls, hall: Hall, pages: Any, base: str, cookie: str, limits: Limits) -> Office:
        return cls(
            hall,
            Shelf(hall.directory),
            pages,
            base,
            cookie,
            limits,
            Rates(limits.link),
            Rates(limits.misses),
        )

    @property
    def links(self) -> Links:
        return self.hall.links


@define(eq=False)
class Call:
    """One request, as far as it has been understood."""

    office: Office
    request: Request
    said: dict[str, Any]
    seated: Seated | None = None
    desk: Desk | None = None

    @property
    def hall(self) -> Hall:
        return self.office.hall

    def at_table(self) -> tuple[Seated, Desk]:
        assert self.seated is not None and self.desk is not None
        return self.seated, self.desk

    def seat(self) -> int:
        """The seat of the link. Problem for those who only look on."""
        _, desk = self.at_table()
        if desk.viewer is None:
            raise Problem(403, "spectator", "Whoever looks on decides nothing.")
        return desk.viewer


Answer = dict[str, Any] | str | Response
Who = Literal["anybody", "guest", "host"]


@frozen
class Endpoint:
    """An address, who may ask there, what is said and what is answered."""

    method: str
    path: str
    who: Who
    summary: str
    answer: Schema | str
    """The form of the JSON, or another type of media."""
    query: Fields
    body: Fields | None
    carry_out: Callable[[Call], Awaitable[Answer]]


ENDPOINTS: list[Endpoint] = []


def at(
    method: str,
    path: str,
    who: Who,
    answer: Schema | str,
    *,
    query: Fields | None = None,
    body: Fields | None = None,
) -> Callable[[Callable[[Call], Awaitable[Answer]]], Callable[[Call], Awaitable[Answer]]]:
    """Declare an address; the docstring of what carries it out is its summary."""

    def declare(carry_out: Callable[[Call], Awaitable[Answer]]) -> Any:
        summary = " ".join((carry_out.__doc__ or "").split())
        ENDPOINTS.append(Endpoint(method, path, who, summary, answer, query or {}, body, carry_out))
        return carry_out

    return declare


PAGE = "text/html"
PICTURE = "image/svg+xml"
STREAM = "text/event-stream"
THEME = Field(One("auto", "light", "dark"), "for which surroundings", "auto")

# -- a seat, or somebody who looks on -------------------------------------------------------------


@at("GET", "/t/{link}", "guest", PAGE)
async def table_page(call: Call) -> Answer:
    """The page of a seat, or of those who look on."""
    view = await _view(call)
    link = call.request.path_params["link"]
    return str(await call.hall.look(call.office.pages.table, link, view))


@at("GET", "/t/{link}/view", "guest", forms.VIEW)
async def table_view(call: Call) -> Answer:
    """Everything a page needs to know of the table as it is now."""
    return await _view(call)


async def _view(call: Call) -> dict[str, Any]:
    seated, desk = call.at_table()
    view = await call.hall.look(desk.view)
    here = sorted(seated.channel.viewers, key=lambda seat: -1 if seat is None else seat)
    return {**view, "thinking": sorted(seated.thinking), "here": here}


@at(
    "GET",
    "/t/{link}/picture.svg",
    "guest",
    PICTURE,
    query={"theme": THEME, "move": Field(forms.MOVE_WORDS, "mark what it touches", "")},
)
async def table_picture(call: Call) -> Answer:
    """The table drawn as the viewer may see it."""
    _, desk = call.at_table()
    move = call.said["move"]
    tag, svg = await call.hall.look(desk.picture, call.said["theme"], move)
    return _picture(call, svg, "" if move else f'"{tag}"')


def _picture(call: Call, svg: bytes, tag: str = "") -> Response:
    headers = {"content-security-policy": PICTURE_POLICY}
    if tag:
        headers |= {"etag": tag, "cache-control": "private, no-cache"}
        if call.request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
    return Response(svg, media_type=PICTURE, headers=headers)


@at(
    "POST",
    "/t/{link}/act",
    "guest",
    forms.DONE,
    body={"number": AT, "move": Field(forms.MOVE_WORDS, "in notation")},
)
async def act(call: Call) -> Answer:
    """Play a move. Answered once it is written down."""
    seated, _ = call.at_table()
    seat, number, move = call.seat(), call.said["number"], call.said["move"]
    happened = await call.hall.change(seated, seated.table.act, seat, number, move)
    return _done(call, happened)


def _done(call: Call, happened: list[Happening]) -> dict[str, Any]:
    seated, desk = call.at_table()
    said = [json.loads(item.said(seated.table.match, desk.viewer)) for item in happened]
    number = happened[-1].number if happened else seated.table.number
    return {"number": number, "news": [sentence for item in said for sentence in item["news"]]}


@at(
    "POST",
    "/t/{link}/undo",
    "guest",
    forms.SETTLED,
    body={"number": AT, "acts": Field(Whole(1, 999), "how many of one's own acts", 1)},
)
async def undo(call: Call) -> Answer:
    """Take back one's last acts; where others have a say in it they are asked."""
    seated, _ = call.at_table()
    seat, number, acts = call.seat(), call.said["number"], call.said["acts"]
    happened = await call.hall.change(seated, seated.table.take_back, seat, number, acts)
    return {"number": seated.table.number, "asked": not happened}


@at("POST", "/t/{link}/redo", "guest", forms.SETTLED, body={"number": AT})
async def redo(call: Call) -> Answer:
    """Play again what was taken back last; where others have a say in it they are asked."""
    seated, _ = call.at_table()
    seat, number = call.seat(), call.said["number"]
    happened = await call.hall.change(seated, seated.table.do_again, seat, number)
    return {"number": seated.table.number, "asked": not happened}


@at(
    "POST",
    "/t/{link}/consent",
    "guest",
    forms.SETTLED,
    body={"number": Field(forms.WHICH, "that of the question"), "agree": forms.AGREE},
)
async def consent(call: Call) -> Answer:
    """Answer somebody who wants to take back or play again; whoever asked may withdraw it."""
    seated, _ = call.at_table()
    seat, number, agree = call.seat(), call.said["number"], call.said["agree"]
    await call.hall.change(seated, seated.table.consent, seat, number, agree)
    return {"number": seated.table.number, "asked": seated.table.question is not None}


@at("POST", "/t/{link}/hint", "guest", forms.HINT, body={"number": AT})
async def hint(call: Call) -> Answer:
    """What the strongest bot would do in one's place, if the host allows it."""
    seated, _ = call.at_table()
    return await call.hall.hint(seated, call.seat(), call.said["number"])


@at("POST", "/t/{link}/auto", "guest", record({"number": NUMBER}), body={"number": AT})
async def auto(call: Call) -> Answer:
    """Let the quick bot decide until the step is over."""
    seated, _ = call.at_table()
    await call.hall.change(seated, seated.table.lend, call.seat(), call.said["number"])
    return {"number": seated.table.number}


@at("POST", "/t/{link}/rematch", "guest", record({"page": forms.TEXT}), body={"number": AT})
async def rematch(call: Call) -> Answer:
    """After the end: one's page at another table with the same seats, laid out by who asks first."""
    seated, desk = call.at_table()
    table = await call.hall.rematch(seated, desk.viewer)
    return {"page": f"/t/{call.office.links.link(table, desk.viewer)}"}


@at("GET", "/t/{link}/why", "guest", forms.WHY, query={"move": Field(forms.MOVE_WORDS)})
async def why(call: Call) -> Answer:
    """Every rule that is asked about a move, and what it has against it."""
    _, desk = call.at_table()
    return await call.hall.look(desk.why, call.said["move"])


@at(
    "GET",
    "/t/{link}/look",
    "guest",
    forms.LOOK,
    query={"thing": Field(forms.MOVE_WORDS, "nothing: what there is to look at", "")},
)
async def look(call: Call) -> Answer:
    """What stands at a place of the drawing, and one's moves that concern it."""
    _, desk = call.at_table()
    return await call.hall.look(desk.look, call.said["thing"])


@at(
    "GET",
    "/t/{link}/log",
    "guest",
    forms.LOG,
    query={"since": Field(forms.WHICH, "the first act to tell of", 0)},
)
async def table_log(call: Call) -> Answer:
    """The acts that stand, as far as the viewer may know them."""
    _, desk = call.at_table()
    return await call.hall.look(desk.log, call.said["since"])


@at("GET", "/t/{link}/legend", "guest", forms.LEGEND)
async def legend(call: Call) -> Answer:
    """What the signs of the drawing mean."""
    _, desk = call.at_table()
    return await call.hall.look(desk.legend)


@at("GET", "/t/{link}/goal", "guest", forms.GOAL)
async def goal(call: Call) -> Answer:
    """The game for newcomers."""
    _, desk = call.at_table()
    return await call.hall.look(desk.goal)


@at(
    "GET",
    "/t/{link}/events",
    "guest",
    STREAM,
    query={"since": Field(forms.WHICH, "the number seen last; else Last-Event-ID", None)},
)
async def events(call: Call) -> Answer:
    """What happens, as it happens, as far as the viewer may know it."""
    seated, desk = call.at_table()
    if len(seated.channel.readers) >= MOST_READERS:
        raise Problem(503, "full", "Too many look at this table now; try again in a while.")
    since = call.said["since"]
    last = call.request.headers.get("last-event-id", "")
    if last.isdecimal() and len(last) < 10:
        since = int(last)
    return Stream(call.hall, seated, desk, since)


class Stream(Response):
    """Sends a reader what it has missed and then what comes; a reader who does not read is let go."""

    media_type = STREAM

    def __init__(self, hall: Hall, seated: Seated, desk: Desk, since: int | None) -> None:
        super().__init__()
        self._hall = hall
        self._seated = seated
        self._desk = desk
        self._since = since

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        channel = self._seated.channel
        reader = channel.join(self._desk.viewer)
        gone = asyncio.create_task(_until_gone(receive, reader.drop))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [
                        (b"content-type", b"text/event-stream; charset=utf-8"),
                        (b"x-accel-buffering", b"no"),
                    ],
                }
            )
            number = self._seated.table.number
            missed: list[tuple[int, bytes]] = []
            if self._since is not None and self._since < number:
                missed = await self._hall.look(self._desk.events, self._since)
                number = missed[-1][0] if missed else number
            head = message(json.dumps({"number": number}).encode(), event="here")
            told = b"".join(message(said, number=at_) for at_, said in missed)
            await _sent(send, b"retry: 1000\n\n" + head + told)
            async for raw in reader.messages(number):
                await _sent(send, raw)
            await send({"type": "http.response.body", "body": b""})
        except (TimeoutError, OSError):
            log.info("a listener did not read and was let go")
            scope.get(ABORT, _nothing)()
        finally:
            channel.leave(reader)
            gone.cancel()


def _nothing() -> None:
    return


async def _sent(send: Any, raw: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": raw, "more_body": True})


async def _until_gone(receive: Callable[[], Awaitable[Message]], drop: Callable[[], None]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    drop()


# -- the host -------------------------------------------------------------------------------------


@at("GET", "/", "host", PAGE)
async def lobby_page(call: Call) -> Answer:
    """The lobby: begin a match, go on with one, give out links."""
    tables, matches = await _matches(call)
    hints = call.hall.manners.hints
    pages = call.office.pages
    return str(await call.hall.look(pages.lobby, tables, matches, bot_names(), hints))


@at("GET", "/api/lobby", "host", forms.LOBBY)
async def lobby(call: Call) -> Answer:
    """The same for programs: games with their options, bots, tables and kept matches."""
    tables, matches = await _matches(call)
    return {
        "games": await call.hall.look(_games),
        "bots": bot_names(),
        "hints": call.hall.manners.hints,
        "tables": tables,
        "matches": matches,
    }


def _games() -> list[dict[str, Any]]:
    return [
        {
            **game_said(game),
            "options": [option_said(option) for option in game.options],
            "presets": {name: dict(preset) for name, preset in game.presets.items()},
        }
        for game in registry.games().values()
    ]


async def _matches(call: Call) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What has links already, and everything."""
    kept = await call.hall.look(call.office.shelf.matches)
    links = call.office.links
    tables = [one.to_dict() for one in kept if links.known_file(one.file) is not None]
    return tables, [one.to_dict() for one in kept]


@at(
    "POST",
    "/tables",
    "host",
    record({"page": forms.TEXT}),
    body={
        "match": Field(forms.Words(200), "a kept match to go on with", None),
        "players": Field(
            forms.Few(forms.PLAYER, 99), "who decides there from here on, seat by seat", None
        ),
        "game": Field(forms.Words(60), "for a new match", None),
        "preset": Field(forms.Words(60), "a set of options by its name", None),
        "options": Field(forms.Values(), "by name; what is left out has its default", None),
        "seats": Field(forms.Few(forms.SEATING, 99), "who sits where", None),
        "seed": Field(forms.Words(80), "draw the same lots as every match with it", None),
    },
)
async def begin(call: Call) -> Answer:
    """Begin a new match, or go on with a kept one."""
    said = call.said
    if (said["match"] is None) == (said["game"] is None):
        raise Problem(400, "bad_request", "Say either which match to go on with, or which game.")
    if said["match"] is not None:
        table = await call.hall.go_on(said["match"], said["players"] or ())
    else:
        seats = said["seats"] or []
        options = _options(said["game"], said["preset"], said["options"] or {})
        table = await call.hall.begin(
            said["game"],
            [seat["name"].strip() for seat in seats],
            [seat["player"] or HUMAN for seat in seats],
            options,
            said["seed"] or None,
        )
    file = call.office.links.file_of(table) or ""
    return {"page": f"/tables/{quote(file.removesuffix('.rkm'))}"}


def _options(game: str, preset: str | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """The options that words and values mean."""
    plugin = registry.load(game)
    known = {option.name: option for option in plugin.options}
    found: dict[str, Any] = {}
    if preset is not None:
        if preset not in plugin.presets:
            raise Problem(400, "bad_request", f"There is no preset {preset!r}.", key="preset")
        found |= plugin.presets[preset]
    for name, value in chosen.items():
        words = isinstance(value, str) and name in known
        found[name] = known[name].parse(value) if words else value
    return found


@at("GET", "/tables/{name}", "host", PAGE)
async def links_page(call: Call) -> Answer:
    """The links of a table, to be given out."""
    said = await _links(call)
    return str(call.office.pages.links(said["table"], said["seats"], said["spectators"]))


@at("GET", "/tables/{name}/links", "host", forms.LINKS)
async def links_of(call: Call) -> Answer:
    """The same for programs."""
    return await _links(call)


async def _links(call: Call) -> dict[str, Any]:
    kept, table = await _kept(call)
    links = call.office.links
    players = links.players(table) or kept.players
    seats = [
        _link(call, kept, table, seat, name, player)
        for seat, (name, player) in enumerate(zip(kept.names, players, strict=True))
    ]
    spectators = _link(call, kept, table, None, "", HUMAN)
    return {"table": kept.to_dict(), "seats": seats, "spectators": spectators}


async def _kept(call: Call) -> tuple[Kept, str]:
    """The match that an address names, and its table. Problem."""
    path = call.hall.path_of(_name(call))
    kept = await call.hall.look(call.office.shelf.kept, path)
    return kept, await call.hall.look(call.office.links.table_of, path.name)


def _link(
    call: Call, kept: Kept, table: str, seat: int | None, name: str, player: str
) -> dict[str, Any]:
    given = seat is None or player == HUMAN
    which = "spectators" if seat is None else str(seat)
    return {
        "seat": seat,
        "name": name,
        "player": player,
        "link": _address(call, call.office.links.link(table, seat)) if given else None,
        "qr": f"{kept.page}/qr/{which}.svg" if given else None,
    }


def _address(call: Call, link: str) -> str:
    base = call.office.base or str(call.request.base_url).rstrip("/")
    return f"{base}/t/{link}"


@at("GET", "/tables/{name}/qr/{which}.svg", "host", PICTURE)
async def qr(call: Call) -> Answer:
    """The link of a seat as a QR code."""
    import segno

    kept, table = await _kept(call)
    which = call.request.path_params["which"]
    seat = _which_seat(which, len(kept.names))
    out = io.BytesIO()
    code = segno.make(_address(call, call.office.links.link(table, seat)), micro=False)
    code.save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return _picture(call, out.getvalue())


def _which_seat(which: str, seats: int) -> int | None:
    if which == "spectators":
        return None
    if which.isdecimal() and len(which) < 4 and int(which) < seats:
        return int(which)
    raise Problem(404, "unknown_seat", "There is no such seat at this table.")


@at(
    "POST",
    "/tables/{name}/revoke",
    "host",
    forms.LINK,
    body={"seat": Field(forms.Either(Whole(0, 998)), "null: those who look on")},
)
async def revoke(call: Call) -> Answer:
    """Make a new link for a seat; the old one leads nowhere from now on."""
    kept, table = await _kept(call)
    seat = call.said["seat"]
    if seat is not None and seat >= len(kept.names):
        raise Problem(404, "unknown_seat", "There is no such seat at this table.")
    await call.hall.revoke(table, seat)
    players = call.office.links.players(table) or kept.players
    player = HUMAN if seat is None else players[seat]
    name = "" if seat is None else kept.names[seat]
    return _link(call, kept, table, seat, name, player)


@at("GET", "/replay/{name}", "host", PAGE)
async def replay_page(call: Call) -> Answer:
    """Step through a kept match."""
    match = await call.hall.look(call.office.shelf.match, call.hall.path_of(_name(call)))
    view = await call.hall.look(_replayed, match, len(match.plies) - 1)
    return str(await call.hall.look(call.office.pages.replay, _name(call), view))


def _name(call: Call) -> str:
    return str(call.request.path_params["name"])


def _replayed(match: Any, acts: int) -> dict[str, Any]:
    said = shelf.replayed(match, acts)
    if said["result"] is not None:
        said["result"]["say"] = ended(match)
    return said


WHERE = Field(forms.WHICH, "after so many acts", forms.MOST)


@at("GET", "/replay/{name}/act", "host", forms.REPLAYED, query={"at": WHERE})
async def replay_act(call: Call) -> Answer:
    """A position of a kept match, as those who look on saw it, and what had just happened."""
    match = await call.hall.look(call.office.shelf.match, call.hall.path_of(_name(call)))
    return await call.hall.look(_replayed, match, call.said["at"])


@at("GET", "/replay/{name}/picture.svg", "host", PICTURE, query={"at": WHERE, "theme": THEME})
async def replay_picture(call: Call) -> Answer:
    """The same drawn."""
    match = await call.hall.look(call.office.shelf.match, call.hall.path_of(_name(call)))
    then = shelf.at(match, call.said["at"])
    svg = await call.hall.look(then.svg, None, call.said["theme"])
    return _picture(call, svg.encode())


# -- everybody ------------------------------------------------------------------------------------


@at("GET", "/health", "anybody", forms.HEALTH)
async def health(call: Call) -> Answer:
    """Whether the server is there."""
    return {"ok": True, "rulekeep": __version__, "open_tables": len(call.hall.open_tables)}


@at("GET", "/api/openapi.json", "anybody", {"type": "object"})
async def openapi(call: Call) -> Answer:
    """All of this for programs."""
    from rulekeep.web.openapi import document

    return document(ENDPOINTS)


# -- carrying out ---------------------------------------------------------------------------------


async def answer(office: Office, endpoint: Endpoint, request: Request) -> Response:
    """Whatever was asked there, answered in one way or the other."""
    try:
        call = Call(office, request, {})
        await _admit(call, endpoint)
        call.said = await _said(endpoint, request)
        given = await endpoint.carry_out(call)
    except RulekeepError as error:
        return refused(office, problem(error), wants_page(request))
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception:
        log.exception("%s %s failed", endpoint.method, endpoint.path)
        said = "Something went wrong on the server; nothing of the match is lost."
        return refused(office, Problem(500, "failed", said), wants_page(request))
    if isinstance(given, Response):
        return given
    if isinstance(given, str):
        return Response(given, media_type=PAGE)
    return JSONResponse(given)


async def _admit(call: Call, endpoint: Endpoint) -> None:
    """Only who may ask there. Problem."""
    office, request = call.office, call.request
    if endpoint.who == "host":
        if not office.links.is_host(request.cookies.get(office.cookie, "")):
            said = "The lobby is the host's; its address stands where the server was started."
            raise Problem(403, "not_the_host", said)
    elif endpoint.who == "guest":
        link, who = request.path_params["link"], address(request.scope)
        if not office.misses.has_left(who):
            raise too_many()
        try:
            call.seated, call.desk = await call.hall.desk(link)
        except Problem as missed:
            if missed.kind == "unknown_link":
                office.misses.take(who)
            raise
        if not office.rates.take(link):
            raise too_many()


async def _said(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """What the request says. DataError."""
    plain: Any
    if endpoint.body is not None:
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        if kind != "application/json":
            raise Problem(415, "not_json", "A change is said in JSON (application/json).")
        try:
            plain = json.loads(await request.body())
        except (ValueError, RecursionError):
            raise Problem(400, "not_json", "The request is not JSON.") from None
        if not isinstance(plain, dict):
            raise Problem(400, "bad_request", "The request is not a JSON object.")
        return forms.read(endpoint.body, Node.of(plain, "request"))
    plain = {}
    for name, words in request.query_params.items():
        field = endpoint.query.get(name)
        if field is None:
            continue  # browsers and people add what they like to an address
        number = isinstance(field.form, Whole) and words.isdecimal() and len(words) < 12
        plain[name] = int(words) if number else words
    return forms.read(endpoint.query, Node.of(plain, "request"))


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def refused(office: Office, what: Problem, page: bool) -> Response:
    headers = {"retry-after": "2"} if what.status == 429 else {}
    if page:
        html = str(office.pages.problem(what.status, str(what)))
        return Response(html, what.status, headers, PAGE)
    return JSONResponse(what.to_answer(), what.status, headers)
