"""What must hold: clients are told only what is saved, once, in order, and nothing that is hidden."""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

if TYPE_CHECKING:
    from tests.server_simulation.simulation import World

NAMES = ("Ada", "Bo", "Cy")
MAX_UNDONE = 10
"""The bound of undone moves in a simulated server."""
EXPECTED = {200, 304, 403, 404, 409, 429, 503, 507}
"""What a request of a page may be answered; 422, 423 and 500 would mean a fault."""
_DRAWN = re.compile(r"(\w+) draws lantern \d")

Viewer = int | None


@define(eq=False)
class KnownTable:
    """A table as its clients know it."""

    id: str
    name: str
    """The name of its file, which changes when the file cannot be written any more."""
    seats: int
    players: tuple[str, ...] | None
    """Who plays, once it is certain; None while the host changes it."""
    links: dict[Viewer, str] = field(factory=dict)
    answered: dict[int, tuple[int, str]] = field(factory=dict)
    """Seat and move of every move that was answered, by number."""
    played: dict[tuple[int, int, str], int] = field(factory=dict)
    """The number that a move got, by seat, the number it answers, and the move."""
    sent: set[tuple[int, int, str]] = field(factory=set)
    helped: set[int] = field(factory=set)
    """Seats for which others may have moved: bots, autopilot, redo."""
    seen: dict[Viewer, int] = field(factory=dict)
    """The last number that a viewer has seen."""
    changing: int = 0
    """Changes of players or links that are not answered yet."""
    changes: int = 0


@functools.lru_cache(8)
def lines_of(raw: bytes | None) -> list[list[str]]:
    """The entries of a match file by columns; a torn last line is left out."""
    return [] if raw is None else [row.split("\t") for row in raw.decode().split("\n")[2:-1]]


class Checks:
    """Compares what clients are told with what would survive."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._tables: tuple[bytes, dict[str, Any]] = b"", {}
        """The file of the links as it was read last, and its tables."""

    def saved(self, table: KnownTable) -> list[list[str]]:
        """The entries of a table's match that would survive; the table gets the name of its file."""
        known = self.surviving_tables()
        if table.id not in known:
            return []
        table.name = known[table.id]["file"].removesuffix(".rkm")
        return lines_of(self._world.disk.surviving(known[table.id]["file"]))

    def surviving_tables(self) -> dict[str, Any]:
        """What the surviving file of the links says of each table."""
        raw = self._world.disk.surviving("web-tables.json") or b""
        if raw != self._tables[0]:
            with contextlib.suppress(ValueError):
                self._tables = raw, json.loads(raw)["tables"]
        return self._tables[1] if raw == self._tables[0] else {}

    def told(self, table: KnownTable, viewer: Viewer, number: int) -> None:
        """A viewer was told that the table has this number."""
        if number >= len(self.saved(table)):
            self._world.found(f"number {number} was told before it was saved")
        table.seen[viewer] = max(number, table.seen.get(viewer, 0))

    def status(self, what: str, status: int, data: dict[str, Any]) -> None:
        """An answer has a status that a page can handle."""
        kind = str(data.get("kind", ""))
        if status not in EXPECTED:
            self._world.found(f"{what} was answered {status} {kind}")
        if status == 507 and not self._world.disk_failed:
            self._world.found(f"{what} could not be saved on a good disk")

    def move(self, table: KnownTable, seat: int, base: int, move: str, number: int) -> None:
        """A move was answered with its number."""
        saved = self.saved(table)
        if number >= len(saved) or saved[number][1:3] != [str(seat), move]:
            self._world.found(f"move {number} was answered and is not saved")
        if table.played.setdefault((seat, base, move), number) != number:
            self._world.found(f"a repeated move was played as {number} too")
        if table.answered.setdefault(number, (seat, move)) != (seat, move):
            self._world.found(f"number {number} was given to two moves")
        self.told(table, seat, number)

    def text(self, viewer: Viewer, text: str) -> None:
        """A text for a viewer tells nothing that only others know."""
        for name in _DRAWN.findall(text):
            if viewer is None or name != NAMES[viewer]:
                self._world.found(f"viewer {viewer} was told what {name} has drawn")

    def view(
        self, table: KnownTable, viewer: Viewer, data: dict[str, Any], is_certain: bool
    ) -> None:
        """A view is that of its viewer, and has the viewer's moves."""
        self.told(table, viewer, data["number"])
        if data["viewer"] != viewer:
            self._world.found(f"viewer {viewer} was shown the view of {data['viewer']}")
        shown = {move["text"] for group in data["moves"] for move in group["moves"]}
        match = self._world.match_of(table)
        if match is not None and len(match.entries) - 1 == data["number"]:
            is_asked = any(one.seat == viewer for one in match.decisions)
            if shown != (set(match.legal_moves(viewer)) if is_asked else set()):
                self._world.found(f"viewer {viewer} was shown other moves than its own")
        bots = tuple("human" if seat["bot"] is None else seat["bot"] for seat in data["seats"])
        if is_certain and table.players is not None and bots != table.players:
            self._world.found(f"{bots} play, not {table.players}")

    def file(self, table: KnownTable, what: str) -> None:
        """The file has every move that was answered, and no move that nobody sent."""
        saved = self.saved(table)
        if not saved:
            self._world.found(f"{what}: a table that was answered is not saved")
            return
        for number, (seat, move) in table.answered.items():
            if number >= len(saved) or saved[number][1:3] != [str(seat), move]:
                self._world.found(f"{what}: move {number} was answered and is lost")
                return
        for seat in set(range(table.seats)) - table.helped:
            there = Counter(row[2] for row in saved if row[1] == str(seat))
            sent = Counter(move for who, _, move in table.sent if who == seat)
            if there - sent:
                self._world.found(f"{what}: a move is there more often than it was sent")
        last = max(table.seen.values(), default=0)
        if last >= len(saved):
            self._world.found(f"{what}: number {last} was told and is lost")

    def undone(self, table: KnownTable) -> None:
        """Undone moves do not fill the disk."""
        standing, most = 0, 0
        rows = self.saved(table)[1:]
        for _, who, moves, *_ in rows:
            standing = int(moves) if who == "undo" else standing + 1
            most = max(most, standing)
        if len(rows) - standing > MAX_UNDONE + most + 1:
            self._world.found(f"{len(rows) - standing} undone moves are in a file")

    def log(self, sentence: str, is_error: bool) -> None:
        """The log has no errors and no secret links."""
        if is_error:
            self._world.found(f"the server logged an error: {sentence[:300]}")
        if any(secret in sentence for secret in self._world.secrets):
            self._world.found("a secret link is in the log")


class StreamCheck:
    """The events of one stream come in order, without gaps, saved, and none after a revoke."""

    def __init__(self, world: World, table: KnownTable, viewer: Viewer, since: int | None) -> None:
        self._world, self._table, self._viewer = world, table, viewer
        self._last = since
        self.number_at_revoke: int | None = None

    def take(self, raw: bytes) -> None:
        for block in raw.decode().split("\n\n"):
            fields = dict(row.split(": ", 1) for row in block.split("\n") if row[:1].isalpha())
            if "data" not in fields:
                continue
            data = json.loads(fields["data"])
            self._world.checks.text(self._viewer, fields["data"])
            if fields.get("event") == "here":
                self._here(data["number"])
            elif "id" in fields:
                self._event(int(fields["id"]))

    def _here(self, number: int) -> None:
        if self._last is None:
            self._last = number
        elif number < self._last:
            self._world.found(f"a stream is at {number}, its viewer was at {self._last}")
        self._world.checks.told(self._table, self._viewer, number)

    def _event(self, number: int) -> None:
        if self._last is not None and number != self._last + 1:
            self._world.found(f"event {number} came after {self._last}")
        self._last = number
        if self.number_at_revoke is not None and number > self.number_at_revoke:
            self._world.found("a revoked link still receives events")
        self._world.checks.told(self._table, self._viewer, number)
