"""What must hold: clients are told only what is saved, once, in order, and nothing that is hidden."""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulekeep.match.match_file import MatchHeader, read_header
from rulekeep.session.serialize import move_data
from rulekeep.web.tables.event_log import LogEntry
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.table_settings import TableSettings

if TYPE_CHECKING:
    from tests.server_simulation.simulation import World

NAMES = ("Ada", "Bo", "Cy")
MAX_UNDONE = 10
"""The bound of undone moves in a simulated server."""
MAX_MESSAGES = 6
"""Messages that a simulated server remembers."""
EXPECTED = {200, 304, 403, 404, 409, 429, 503, 507}
"""What a request of a page may be answered; 422, 423 and 500 would mean a fault."""
REFUSED_BY = {
    "no_hints": ("hints", (False,)),
    "no_undo": ("undo", (False,)),
    "no_talk": ("talk", ("off", "seats")),
    "paused": ("paused", (True,)),
}
"""The setting that refuses a request, and its values that do so."""
_DRAWN = re.compile(r"(\w+) draws lantern \d")
_sentences = LogEntry.sentences

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
    header: MatchHeader
    """The header of its match file."""
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
    settings: dict[str, Any] = field(factory=lambda: TableSettings().to_dict())
    """The settings that are certain while nobody changes them."""
    setting_changes: Counter[str] = field(factory=Counter)
    settings_changing: Counter[str] = field(factory=Counter)
    """Changes of settings that are not answered yet."""
    is_pausing: bool = False
    """Whether a host has paused it and will let it go on."""
    spectators_talk: bool = False
    """Whether spectators were ever allowed to talk."""
    messages: dict[int, tuple[Viewer, str]] = field(factory=dict)
    """Viewer and text of every message that was answered, by number."""
    texts: set[str] = field(factory=set)
    """Texts that were sent."""
    removed_messages: set[int] = field(factory=set)
    next: str = ""
    """The table of the next match, once it was answered."""
    is_removed: bool = False
    """Whether the host has archived or deleted it, or may have."""

    def certain_settings(self) -> dict[str, tuple[Any, int]]:
        """The settings that are certain now, with the number of their changes so far."""
        return {
            name: (value, self.setting_changes[name])
            for name, value in self.settings.items()
            if not self.settings_changing[name]
        }

    def still_certain(self, before: dict[str, tuple[Any, int]]) -> dict[str, Any]:
        """Those of some settings that nobody has changed meanwhile."""
        now = self.certain_settings()
        return {name: value for name, (value, _) in before.items() if before[name] == now.get(name)}


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
        if table.is_removed:
            return
        if number >= len(self.saved(table)):
            self._world.found(f"number {number} was told before it was saved")
        table.seen[viewer] = max(number, table.seen.get(viewer, 0))

    def status(self, what: str, status: int, data: dict[str, Any]) -> None:
        """An answer has a status that a page can handle."""
        kind = str(data.get("kind", ""))
        nothing_to_undo = (what, status, kind) == ("POST undo", 422, "refused")
        if status not in EXPECTED and not nothing_to_undo:
            self._world.found(f"{what} was answered {status} {kind}")
        if status == 507 and not self._world.disk_failed:
            self._world.found(f"{what} could not be saved on a good disk")

    def move(self, table: KnownTable, seat: int, base: int, move: str, number: int) -> None:
        """A move was answered with its number."""
        if table.is_removed:
            return
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

    def refused(self, what: str, kind: str, certain: dict[str, Any]) -> None:
        """A request was refused by a setting of its table."""
        if kind in REFUSED_BY:
            name, values = REFUSED_BY[kind]
            if name in certain and certain[name] not in values:
                self._world.found(f"{what} was refused ({kind}), but {name} is {certain[name]}")

    def accepted(self, viewer: Viewer, what: str, certain: dict[str, Any]) -> None:
        """A request was carried out, so no setting of its table forbids it."""
        is_change = what in ("act", "undo", "redo", "auto", "consent", "hint")
        talk = certain.get("talk")
        if is_change and certain.get("paused"):
            self._world.found(f"{what} was carried out at a paused table")
        if what in ("undo", "redo") and certain.get("undo") is False:
            self._world.found(f"{what} was carried out although undo is off")
        if what == "hint" and certain.get("hints") is False:
            self._world.found("a hint was given although hints are off")
        if what == "talk" and (talk == "off" or (talk == "seats" and viewer is None)):
            self._world.found(f"viewer {viewer} talks although talk is for {talk}")

    def view(
        self,
        table: KnownTable,
        viewer: Viewer,
        data: dict[str, Any],
        is_certain: bool,
        settings: dict[str, Any],
    ) -> None:
        """A view is that of its viewer, and has the viewer's moves and the table's settings."""
        self.told(table, viewer, data["number"])
        if data["viewer"] != viewer:
            self._world.found(f"viewer {viewer} was shown the view of {data['viewer']}")
        opened = self._world.open_table(table)
        if opened is not None and opened.number == data["number"]:
            self._same_view(opened, viewer, data)
        bots = tuple("human" if seat["bot"] is None else seat["bot"] for seat in data["seats"])
        if is_certain and table.players is not None and bots != table.players:
            self._world.found(f"{bots} play, not {table.players}")
        for name, value in settings.items():
            if data["settings"][name] != value:
                self._world.found(f"{name} is shown as {data['settings'][name]}, not {value}")
        if settings.get("paused") and data["clock"] is not None and data["clock"]["running"]:
            self._world.found("a clock runs at a paused table")

    def _same_view(self, opened: OpenTable, viewer: Viewer, data: dict[str, Any]) -> None:
        """A view has the moves and the standing that its viewer may know."""
        match = opened.match
        shown = {move["text"] for group in data["moves"] for move in group["moves"]}
        decision = None if viewer is None else opened.session.decision_of(viewer)
        groups = () if decision is None else opened.session.turn(decision).groups
        if shown != {move.text for group in groups for move in group.moves}:
            self._world.found(f"viewer {viewer} was shown other moves than its own")
        known = [one.total for one in match.game.standing(match.state, viewer)]
        if [one["total"] for one in data["standing"]] != known:
            self._world.found(f"viewer {viewer} was shown another standing than its own")

    def log_of_moves(self, table: KnownTable, viewer: Viewer, data: dict[str, Any]) -> None:
        """The log has what its viewer may know of the moves."""
        match = self._world.match_of(table)
        if match is not None and len(match.entries) - 1 == data["number"]:
            known = [move_data(match, n, viewer) for n in range(len(match.plies))]
            if data["acts"] != json.loads(json.dumps(known)):
                self._world.found(f"viewer {viewer} was shown another log than its own")

    def event(self, table: KnownTable, viewer: Viewer, data: dict[str, Any]) -> None:
        """An event says what its viewer may know of an entry."""
        opened = self._world.open_table(table)
        if opened is None or data["number"] > opened.number:
            return
        entry = opened.events.since(data["number"] - 1)[0]
        if entry.ply is not None and data["news"] != _sentences(entry, opened.match, viewer):
            self._world.found(f"viewer {viewer} was told what only others know")

    # -- talk ---------------------------------------------------------------------------------

    def message(self, table: KnownTable, viewer: Viewer, number: int, text: str) -> None:
        """A message was answered with its number."""
        if table.messages.setdefault(number, (viewer, text)) != (viewer, text):
            self._world.found(f"message number {number} was given twice")
        self.talk_file(table, "an answered message")

    def talk_file(self, table: KnownTable, what: str) -> None:
        """The file has the last messages that were answered, and none that nobody sent."""
        if table.is_removed:
            return
        self.saved(table)
        raw = self._world.disk.surviving(f"{table.name}.talk")
        self.talk(table, [] if raw is None else json.loads(raw)["messages"], what)

    def talk(
        self,
        table: KnownTable,
        messages: list[dict[str, Any]],
        what: str,
        needed: Collection[int] | None = None,
        removed: Collection[int] | None = None,
    ) -> None:
        """Messages are in order and without gaps, with all that is `needed`."""
        needed = table.messages if needed is None else needed
        removed = table.removed_messages if removed is None else removed
        found = {one["number"]: one for one in messages}
        last = max(found, default=0)
        if [*found] != list(range(last - len(messages) + 1, last + 1)):
            self._world.found(f"{what}: messages have gaps")
        if len(messages) > MAX_MESSAGES:
            self._world.found(f"{what}: {len(messages)} messages are remembered")
        if max(needed, default=0) > last:
            self._world.found(f"{what}: a message that was answered is lost")
        for number, one in found.items():
            viewer, text = table.messages.get(number, (one["seat"], one["text"]))
            if number in removed and one["text"]:
                self._world.found(f"{what}: a message that the host removed is there")
            if one["text"] and (one["seat"], one["text"]) != (viewer, text):
                self._world.found(f"{what}: message {number} is another one")
        texts = [one["text"] for one in messages if one["text"]]
        if len(set(texts)) != len(texts) or not table.texts.issuperset(texts):
            self._world.found(f"{what}: a message is there more often than it was sent")

    # -- files --------------------------------------------------------------------------------

    def file(self, table: KnownTable, what: str) -> None:
        """The file has every move that was answered, and no move that nobody sent."""
        if table.is_removed:
            return
        saved = self.saved(table)
        if not saved:
            self._world.found(f"{what}: a table that was answered is not saved")
            return
        self.talk_file(table, what)
        self._has_moves(table, what, saved)
        for seat in set(range(table.seats)) - table.helped:
            there = Counter(row[2] for row in saved if row[1] == str(seat))
            sent = Counter(move for who, _, move in table.sent if who == seat)
            if there - sent:
                self._world.found(f"{what}: a move is there more often than it was sent")
        last = max(table.seen.values(), default=0)
        if last >= len(saved):
            self._world.found(f"{what}: number {last} was told and is lost")

    def _has_moves(self, table: KnownTable, what: str, saved: list[list[str]]) -> None:
        for number, (seat, move) in table.answered.items():
            if number >= len(saved) or saved[number][1:3] != [str(seat), move]:
                self._world.found(f"{what}: move {number} was answered and is lost")
                return

    def removed(self, table: KnownTable, how: str, what: str) -> None:
        """An archived match is in the archive with all its moves; a deleted one is nowhere."""
        disk = self._world.disk
        left = [name for name in (*disk.names, *disk.durable) if name.startswith(f"{table.name}.")]
        if left and not self._is_new(table):
            self._world.found(f"{what}: {left[0].rpartition('.')[2]} of a removed match is there")
        if how == "archive":
            self._has_moves(table, what, lines_of(disk.surviving(f"archive/{table.name}.rkm")))

    def _is_new(self, removed: KnownTable) -> bool:
        """Whether another match has the name of one that was removed in the same second."""
        path = self._world.disk.root / f"{removed.name}.rkm"
        return path.is_file() and read_header(path) != removed.header

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
            elif fields.get("event") == "talk":
                if self._viewer is None and not self._table.spectators_talk:
                    self._world.found("a spectator was told of talk that is for the seats")
            elif "id" in fields:
                self._event(int(fields["id"]))
                self._world.checks.event(self._table, self._viewer, data)

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
