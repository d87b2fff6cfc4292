"""Secret links: whoever has one sits at a seat, or looks on. They outlive the server.

A link holds which table and seat it is for and proves it with a digest under the key of the
directory, over the seat's generation too: counting that up makes the old link worthless. The key
lies in a file of its own; which table is which match file, and the generations, in another.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import hmac
import json
import os
import secrets
import threading
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from rulekeep.core.data_files import Node, open_regular, why_not
from rulekeep.core.errors import DataError
from rulekeep.match.safe_files import lock, replace_file

KEY_FILE = "web-key"
TABLES_FILE = "web-tables.json"
KEY_BYTES = 32
MAC_BYTES = 17
"""136 bits."""
ID_BYTES = 6
SPECTATOR = 255
"""How a link says that it is nobody's seat."""
LENGTH = (ID_BYTES + 1 + MAC_BYTES) * 4 // 3
MAX_BYTES = 8 << 20
FORMAT = 1

Seat = int | None
"""None is a spectator."""


@frozen
class LinkTarget:
    """Which table a link leads to, and to which seat of it."""

    table: str
    seat: Seat


@frozen
class _Entry:
    """What is remembered of a table."""

    file: str
    generations: Mapping[str, int] = field(factory=dict)
    """How often the link of a seat was made anew; those not here never were."""
    players: tuple[str, ...] = ()
    """Who decides from here on; empty: whoever the match file says."""
    next: str = ""
    """The table of another match with the same seats, once it is laid out."""

    def to_dict(self) -> dict[str, Any]:
        said: dict[str, Any] = {"file": self.file}
        if self.generations:
            said["generations"] = dict(self.generations)
        if self.players:
            said["players"] = list(self.players)
        if self.next:
            said["next"] = self.next
        return said


class SeatLinks:
    """The links of a directory of matches. One server at a time has them."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._lock, self._key = _key(directory / KEY_FILE)
        self._file = directory / TABLES_FILE
        try:
            self._tables = _read(self._file)
        except DataError:
            self.close()
            raise
        self._by_file = {entry.file: name for name, entry in self._tables.items()}
        self._changing = threading.RLock()

    def close(self) -> None:
        """Let another server have the directory."""
        with contextlib.suppress(OSError):
            self._lock.close()

    # -- the host ---------------------------------------------------------------------------

    @property
    def host_key(self) -> str:
        """What the host's address carries; the same after a restart."""
        return _text(self._mac(b"host")[:MAC_BYTES])

    def is_host(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self.host_key.encode())

    # -- tables -----------------------------------------------------------------------------

    def table_of(self, file: str) -> str:
        """The table of a match file; it gets one, kept on disk, if it has none yet."""
        with self._changing:
            known = self._by_file.get(file)
            if known is not None:
                return known
            name = secrets.token_hex(ID_BYTES)
            while name in self._tables:
                name = secrets.token_hex(ID_BYTES)
            self._change(name, _Entry(file))
            return name

    def known_file(self, file: str) -> str | None:
        """The table of a match file, if it has one."""
        return self._by_file.get(file)

    def file_of(self, table: str) -> str | None:
        entry = self._tables.get(table)
        return None if entry is None else entry.file

    def moved(self, table: str, file: str) -> None:
        """A match had to be written anew under another name; its links lead there."""
        with self._changing:
            self._change(table, evolve(self._tables[table], file=file))

    def players(self, table: str) -> tuple[str, ...]:
        """Who decides from here on, where that is not as the match file says."""
        return self._tables[table].players

    def seat_players(self, table: str, players: tuple[str, ...]) -> None:
        with self._changing:
            self._change(table, evolve(self._tables[table], players=players))

    def next_of(self, table: str) -> str | None:
        """The table where the same people go on playing, if it is laid out."""
        return self._tables[table].next or None

    def follow(self, table: str, follows: str) -> None:
        with self._changing:
            self._change(table, evolve(self._tables[table], next=follows))

    # -- links ------------------------------------------------------------------------------

    def link(self, table: str, seat: Seat) -> str:
        """The link of a seat, or of the spectators."""
        head = bytes.fromhex(table) + bytes([SPECTATOR if seat is None else seat])
        return _text(head + self._proof(head, table, seat))

    def meant(self, link: str) -> LinkTarget | None:
        """What a link leads to; None for one that was never given, or is not worth anything now."""
        if len(link) != LENGTH:
            return None
        try:
            raw = base64.b64decode(link.encode("ascii"), b"-_", validate=True)
        except (UnicodeEncodeError, binascii.Error):
            return None
        head, proof = raw[: ID_BYTES + 1], raw[ID_BYTES + 1 :]
        table = head[:ID_BYTES].hex()
        seat = None if head[-1] == SPECTATOR else head[-1]
        true = hmac.compare_digest(proof, self._proof(head, table, seat))
        return LinkTarget(table, seat) if true and table in self._tables else None

    def revoke(self, table: str, seat: Seat) -> None:
        """From now on the old link of a seat leads nowhere; on disk before this returns."""
        with self._changing:
            entry, key = self._tables[table], _seat_key(seat)
            counted = {**entry.generations, key: entry.generations.get(key, 0) + 1}
            self._change(table, evolve(entry, generations=counted))

    def _proof(self, head: bytes, table: str, seat: Seat) -> bytes:
        entry = self._tables.get(table)
        generation = 0 if entry is None else entry.generations.get(_seat_key(seat), 0)
        return self._mac(b"link" + head + generation.to_bytes(8, "big"))[:MAC_BYTES]

    def _mac(self, what: bytes) -> bytes:
        return hmac.digest(self._key, what, hashlib.sha256)

    def _change(self, table: str, entry: _Entry) -> None:
        """On disk first: a link is given out, or worthless, only once that cannot be forgotten."""
        tables = {**self._tables, table: entry}
        _write(self._file, tables)
        self._tables = tables
        self._by_file = {entry.file: name for name, entry in tables.items()}


def _seat_key(seat: Seat) -> str:
    return "spectators" if seat is None else str(seat)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def _key(path: Path) -> tuple[FileIO, bytes]:
    """The key, made where there is none, readable by its owner alone; and the lock on it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        stream = FileIO(handle, "r+")
    except (OSError, ValueError) as error:
        raise DataError(str(path), f"cannot be opened: {why_not(error)}") from None
    try:
        lock(stream, path)
    except DataError:
        raise DataError(
            str(path.parent), "another rulekeep server keeps its tables there; stop it first"
        ) from None
    found = stream.read(KEY_BYTES + 1)
    if not found:
        found = secrets.token_bytes(KEY_BYTES)
        stream.write(found)
        os.fsync(handle)
    if len(found) != KEY_BYTES:
        stream.close()
        raise DataError(str(path), "is not a key; without it all links are given out anew")
    os.chmod(path, 0o600)
    return stream, found


def _read(path: Path) -> dict[str, _Entry]:
    if not path.exists():
        return {}
    with open_regular(path) as stream:
        raw = stream.read(MAX_BYTES + 1)
    try:
        if len(raw) > MAX_BYTES:
            raise ValueError
        plain = json.loads(raw)
    except (ValueError, RecursionError):
        raise DataError(str(path), "is damaged; without it all links are given out anew") from None
    root = Node.of(plain, path.name).only("format", "tables")
    if root["format"].int() != FORMAT:
        raise DataError(str(path), f"has another format than {FORMAT}")
    return {name: _entry(name, node) for name, node in root["tables"].mapping().items()}


def _entry(name: str, node: Node) -> _Entry:
    node.only("file", "generations", "players", "next")
    if not _is_table(name):
        raise node.fail("not the name of a table")
    file = node["file"].str()
    if Path(file).name != file or file in ("", ".", ".."):
        raise node["file"].fail("expected the name of a file in this directory")
    counted, players = node.get("generations"), node.get("players")
    follows = node.get("next")
    if follows is not None and not _is_table(follows.str()):
        raise follows.fail("not the name of a table")
    return _Entry(
        file,
        {} if counted is None else {key: n.int(0) for key, n in counted.mapping().items()},
        () if players is None else tuple(player.str() for player in players),
        "" if follows is None else follows.str(),
    )


def _is_table(name: str) -> bool:
    return len(name) == 2 * ID_BYTES and set(name) <= set("0123456789abcdef")


def _write(path: Path, tables: dict[str, _Entry]) -> None:
    """Whole or not at all."""
    said = {"format": FORMAT, "tables": {name: entry.to_dict() for name, entry in tables.items()}}
    replace_file(path, json.dumps(said, indent=1) + "\n", 0o600)
