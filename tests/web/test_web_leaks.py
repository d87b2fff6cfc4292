"""Nobody receives what his seat may not know: everything a connection gets over whole matches.

The same table twice, the second time with all that a viewer cannot see dealt anew, or after
another secret choice of somebody else. Whatever the viewer asks for, byte by byte, must be the
same: pages, views, pictures, events, logs, refusals, hints.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from starlette.requests import Request
from tests.campaigns.leaks import _played, has_secrets

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.game import AnyGame
from rulekeep.core.match import Match
from rulekeep.core.record import Entry
from rulekeep.sitting import HUMAN, news
from rulekeep.web import pages
from rulekeep.web.api import ENDPOINTS
from rulekeep.web.asking import Office, answer
from rulekeep.web.desk import Desk
from rulekeep.web.guard import Limits, Rate
from rulekeep.web.hall import Hall, Manners, Seated
from rulekeep.web.links import Links
from rulekeep.web.table import Table

GAMES = ["castle_keep", "kings_and_castles", "kilt_castle", "carcassonne_castle"]
MOST_ACTS = 120
UNBOUNDED = Limits(Rate(1e9, 1e9), Rate(1e9, 1e9), Rate(1e9, 1e9))


def twin(match: Match, state: Any) -> Match:
    """The same match, the last table dealt otherwise."""
    other = Match(match.game, match.header, match.plies[0])
    other.plies = [*match.plies[:-1], evolve(match.plies[-1], state=state)]
    other._entries = list(match.entries)
    return other


def with_act(match: Match, seat: int, move: Any) -> Match:
    """The same match, one act later."""
    other = _played(match, seat, move, 1)
    ply = other.plies[-1]
    other._entries = [*match.entries, Entry(str(seat), ply.move, ply.outcomes, "")]
    return other


class Connection:
    """What one viewer gets of a table, whatever he asks for."""

    def __init__(self, hall: Hall, match: Match, name: str, viewer: int | None) -> None:
        self._office = Office.of(hall, pages, "http://table", "host", UNBOUNDED)
        self._hall = hall
        self._table = hall.links.table_of(f"{name}.rkm")
        people = (HUMAN,) * match.header.seats
        seated = Seated(Table(self._table, Path(f"{name}.rkm"), match, people, 0.05))
        hall._open[self._table] = seated
        self._link = hall.links.link(self._table, viewer)

    async def ask(self, method: str, what: str, query: str = "", body: Any = None) -> str:
        """Status, headers and body of an answer; the link in it has another name."""
        path = "/t/{link}" + (f"/{what}" if what else "")
        endpoint = next(e for e in ENDPOINTS if (e.method, e.path) == (method, path))
        raw = b"" if body is None else json.dumps(body).encode()
        got: list[bytes] = []

        async def send(message: Any) -> None:
            got.append(repr((message.get("status"), message.get("headers"))).encode())
            got.append(message.get("body", b""))

        scope = {
            "type": "http",
            "method": method,
            "path": f"/t/{self._link}/{what}",
            "path_params": {"link": self._link},
            "query_string": query.encode(),
            "headers": [(b"content-type", b"application/json")],
            "client": ("127.0.0.1", 1),
        }
        request = Request(scope, _receiver(raw))
        response = await answer(self._office, endpoint, request)
        await response(scope, _receiver(raw), send)
        return b"\n".join(got).decode().replace(self._link, "LINK")

    def close(self) -> None:
        self._hall._open.pop(self._table)


def _receiver(raw: bytes) -> Callable[[], Awaitable[dict[str, Any]]]:
    """The body, and then the guest is gone."""
    messages: Iterator[dict[str, Any]] = iter(
        [{"type": "http.request", "body": raw, "more_body": False}]
    )

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        return next(messages, {"type": "http.disconnect"})

    return receive


async def everything(
    hall: Hall, match: Match, name: str, viewer: int | None, strange: str, hint: bool
) -> dict[str, str]:
    """All that a viewer can get out of his link now."""
    connection = Connection(hall, match, name, viewer)
    number = len(match.entries) - 1
    asked = viewer is not None and any(d.seat == viewer for d in match.decisions)
    got = {}
    try:
        for what, query in (
            ("", ""),
            ("view", ""),
            ("picture.svg", "theme=light"),
            ("events", "since=0"),
            ("log", ""),
            ("legend", ""),
            ("look", ""),
            ("why", f"move={strange}"),
        ):
            got[f"{what}?{query}"] = await connection.ask("GET", what, query)
        drawing = match.game.render(match.state, viewer, match.look(viewer))
        for thing in sorted({place.name for place in drawing.places})[:40]:
            got[f"look {thing}"] = await connection.ask("GET", "look", f"thing={thing}")
        for what in ("redo", "auto") if not asked else ("redo",):
            got[what] = await connection.ask("POST", what, body={"number": number})
        for said in (strange, "dance"):
            # Whoever is asked must not act here: that may rightly reveal something.
            body = {"number": number + 7 if asked else number, "move": said}
            got[f"act {said}"] = await connection.ask("POST", "act", body=body)
        if hint and asked:
            got["hint"] = await connection.ask("POST", "hint", body={"number": number})
    finally:
        connection.close()
    return got


async def search(game: AnyGame, directory: Path, every: int, acts: int) -> int:
    """How many pairs of tables were held side by side in a match."""
    links = Links(directory)
    hall = Hall(directory, links, Manners(thinkers=1))
    for name in ("one", "other"):
        (directory / f"{name}.rkm").touch()
    compared = 0
    try:
        seats = min(3, game.seats[-1])
        match = Match.new(game, seats, "web")
        for act in range(acts):
            if match.is_over:
                break
            lot = SeededChance("web", act)
            sealed = any(decision.sealed for decision in match.decisions)
            if sealed or act % every == 0:
                for viewer in (*range(seats), None):
                    for one, other in pairs(match, viewer, lot):
                        strange = match.legal_moves()[0]
                        hint = compared % 25 == 0 and viewer is not None
                        first = await everything(hall, one, "one", viewer, strange, hint)
                        second = await everything(hall, other, "one", viewer, strange, hint)
                        for what, got in first.items():
                            assert got == second[what], f"{what} tells {viewer} after {act} acts"
                        compared += 1
            asked = match.decisions[lot.below(len(match.decisions))]
            moves = game.legal_moves(match.state, asked.seat)
            match.play(moves[lot.below(len(moves))], asked.seat)
    finally:
        await hall.close()
    return compared


def pairs(match: Match, viewer: int | None, lot: SeededChance) -> Iterator[tuple[Match, Match]]:
    """Tables that look alike to a viewer and are not the same."""
    game = match.game
    seats = range(match.header.seats) if viewer is None else (viewer,)
    dealt = match.state
    for seat in seats:
        dealt = game.determinize(dealt, seat, lot)
    if game.to_dict(dealt) != game.to_dict(match.state):
        yield match, twin(match, dealt)
    others = [d.seat for d in match.decisions if d.sealed and d.seat != viewer]
    if others and len(match.decisions) > 1:
        moves = game.legal_moves(match.state, others[0])
        one, other = (with_act(match, others[0], moves[n]) for n in (0, -1))
        if len(moves) > 1 and not news.is_public(one, len(one.plies) - 1):
            yield one, other


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that does not watch the clock gives the same hint every time."""
    monkeypatch.setattr("rulekeep.web.hall.known_as", lambda _bot: "greedy")


@pytest.mark.parametrize("name", GAMES)
def test_a_connection_tells_nothing_that_is_hidden(name: str, tmp_path: Path) -> None:
    game = registry.load(name)
    compared = asyncio.run(search(game, tmp_path, 30, MOST_ACTS))
    assert compared > 5 or not has_secrets(game)


def test_the_search_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that told the whole table would be found out."""

    def telling(self: Desk) -> dict[str, Any]:
        match = self._match
        return {"lines": [str(match.game.to_dict(match.state))]}

    monkeypatch.setattr(Desk, "legend", telling)
    with pytest.raises(AssertionError, match="legend"):
        asyncio.run(search(registry.load("castle_keep"), tmp_path, 9, 30))
