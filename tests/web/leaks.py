"""Whether a connection receives what its seat may not know, over whole matches.

The same table twice, the second time with all that a viewer cannot see dealt again, or after
another secret choice of somebody else. Whatever the viewer asks for, byte by byte, must be the
same: pages, views, pictures, events, logs, refusals, hints.

    python -m tests.web.leaks --seconds 600

searches random tables, one match after the other, and tells what it held side by side.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

from attrs import evolve
from starlette.requests import Request
from tests.campaigns.leaks import _played, has_secrets
from tests.campaigns.tables import random_table

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.game import AnyGame
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.match.match_file import FileEntry
from rulekeep.session.session import HUMAN
from rulekeep.web.context import AppContext
from rulekeep.web.endpoints import respond
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.routes import ENDPOINTS
from rulekeep.web.tables import table_bots
from rulekeep.web.tables.managed_table import ManagedTable
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings
from rulekeep.web.tables.talk import TableTalk

MOST_ACTS = 1500
HINT_EVERY = 25


def played(game: AnyGame, seats: int, options: Mapping[str, Any], seed: str) -> Match:
    """A whole match at random."""
    match = Match.new(game, seats, seed, options)
    for act in range(MOST_ACTS):
        if match.is_over:
            break
        lot = SeededChance(seed, act)
        asked = match.decisions[lot.below(len(match.decisions))]
        moves = game.legal_moves(match.state, asked.seat)
        match.play(moves[lot.below(len(moves))], asked.seat)
    return match


def after(match: Match, acts: int) -> Match:
    """The match as it stood after this many moves."""
    cut = Match(match.game, match.header, match.plies[0])
    cut.plies = match.plies[: acts + 1]
    cut._entries = list(match.entries[: acts + 1])
    return cut


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
    other._entries = [*match.entries, FileEntry(str(seat), ply.move, ply.outcomes, "")]
    return other


class Connection:
    """What one viewer gets of a table, whatever he asks for."""

    def __init__(self, tables: TableManager, match: Match, name: str, viewer: int | None) -> None:
        self._context = AppContext(tables, Books(), "http://table", "host")
        self._tables = tables
        self._table = tables.links.table_of(f"{name}.rkm")
        people = (HUMAN,) * match.header.seats
        path = Path(f"{name}.rkm")
        table = OpenTable(self._table, path, match, people, 0.05)
        managed = ManagedTable(table, TableTalk(path))
        tables._open[self._table] = managed
        self._link = tables.links.link(self._table, viewer)

    async def ask(self, method: str, what: str, query: str = "", body: Any = None) -> str:
        """Status, headers and body of an answer; the link in it has another name."""
        path = "/t/{link}" + (f"/{what}" if what else "")
        endpoint = next(e for e in ENDPOINTS if (e.method, e.path) == (method, path))
        raw = b"" if body is None else json.dumps(body).encode()
        got: list[bytes] = []

        async def send(message: Any) -> None:
            # Who has a page open is no secret, and comes before or after the guest has left.
            body = re.sub(
                rb"event: presence\n.*?\n\n", b"", message.get("body", b""), flags=re.DOTALL
            )
            if body or not message.get("body"):
                got.append(repr((message.get("status"), message.get("headers"))).encode())
                got.append(body)

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
        response = await respond(self._context, endpoint, request)
        await response(scope, _receiver(raw), send)
        return b"\n".join(got).decode().replace(self._link, "LINK")

    def close(self) -> None:
        self._tables._open.pop(self._table)


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
    tables: TableManager, match: Match, name: str, viewer: int | None, strange: str, hint: bool
) -> dict[str, str]:
    """All that a viewer can get out of his link now."""
    connection = Connection(tables, match, name, viewer)
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
            ("picture.svg", f"at={len(match.plies) - 1}"),
            ("picture.svg", f"at={len(match.plies) - 2}"),
            ("legend", ""),
            ("look", ""),
            ("why", f"move={strange}"),
        ):
            got[f"{what}?{query}"] = await connection.ask("GET", what, query)
        with patch("rulekeep.match.share_link.token_hex", lambda _size: "the same"):
            for query in ("", f"at={len(match.plies) - 2}"):
                got[f"position?{query}"] = await connection.ask("GET", "position", query)
        drawing = match.game.render(match.state, viewer, match.look(viewer))
        for thing in sorted({place.name for place in drawing.places})[:40]:
            got[f"look {thing}"] = await connection.ask("GET", "look", f"thing={thing}")
        if asked and viewer is not None:
            for move in match.legal_moves(viewer)[:3]:
                query = f"preview={quote(move)}"
                got[query] = await connection.ask("GET", "picture.svg", query)
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


async def search(match: Match, directory: Path, looks: int) -> Counter[str]:
    """Hold tables of a match side by side, at so many places on its way, and as many with secret
    choices; what was compared. AssertionError."""
    directory.mkdir(exist_ok=True)
    tables = TableManager(directory, SeatLinks(directory), ServerSettings(bot_processes=1))
    (directory / "one.rkm").touch()
    figures: Counter[str] = Counter()
    try:
        for acts in _places(match, looks):
            await _compare(tables, after(match, acts), acts, figures)
    finally:
        await tables.close()
    return figures


def _places(match: Match, looks: int) -> list[int]:
    """From the set-up to the end, evenly: tables of all kinds, and those with secret choices."""
    every = range(len(match.plies))
    sealed = [n for n in every if any(d.sealed for d in after(match, n).decisions)]
    return sorted({*_evenly(every, looks), *_evenly(sealed, looks)})


def _evenly(places: Sequence[int], wanted: int) -> list[int]:
    if len(places) <= wanted:
        return list(places)
    return [places[n * (len(places) - 1) // max(1, wanted - 1)] for n in range(wanted)]


async def _compare(tables: TableManager, match: Match, acts: int, figures: Counter[str]) -> None:
    lot = SeededChance("web", acts)
    strange = match.legal_moves()[0] if not match.is_over else "pass"
    for viewer in (*range(match.header.seats), None):
        for one, other in pairs(match, viewer, lot):
            hint = figures["pairs"] % HINT_EVERY == 0 and viewer is not None
            first = await everything(tables, one, "one", viewer, strange, hint)
            second = await everything(tables, other, "one", viewer, strange, hint)
            for what, got in first.items():
                assert got == second[what], f"{what} tells {viewer} after {acts} acts"
            figures["pairs"] += 1
            figures["answers"] += len(first)
            figures["bytes"] += sum(map(len, first.values()))


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
        if len(moves) > 1 and not seat_events.is_public(one, len(one.plies) - 1):
            yield one, other


# -- a long search --------------------------------------------------------------------------------


def main() -> None:
    asked = argparse.ArgumentParser(description="search random tables for leaks of the server")
    asked.add_argument("--seconds", type=float, default=600)
    asked.add_argument("--looks", type=int, default=12, help="places of a match that are compared")
    asked.add_argument("--first", type=int, default=0, help="the number of the first match")
    said = asked.parse_args()
    # A bot that does not watch the clock gives the same hint every time.
    setattr(table_bots, "bot_label", lambda _bot: "greedy")  # noqa: B010 (imported there)
    games = [game for game in registry.games().values() if has_secrets(game)]
    until = monotonic() + said.seconds
    whole: Counter[str] = Counter()
    for number in count(said.first):
        if monotonic() > until:
            break
        game = games[number % len(games)]
        seats, options = random_table(game, "web leaks", game.id, number)
        match = played(game, seats, options, f"web leaks {number}")
        with tempfile.TemporaryDirectory() as directory:
            try:
                found = asyncio.run(search(match, Path(directory), said.looks))
            except AssertionError as error:
                raise SystemExit(f"{game.id} {number}, {seats} seats, {options}: {error}") from None
        whole += found + Counter(matches=1, acts=len(match.plies) - 1)
        print(number, game.id, seats, len(match.plies) - 1, dict(found), flush=True)
    print(", ".join(f"{value:,} {name}" for name, value in whole.items()))


if __name__ == "__main__":
    main()
