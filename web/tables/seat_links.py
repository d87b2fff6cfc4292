"""Seat links: signed tokens that give access to a seat, or to a table as a spectator.

A link names its table and seat and is signed with the key of the directory. The signature covers
the generation of the seat: counting it up revokes the old link. The host's key is signed the same
way. The key has a file of its own; another file says which table is which match file, its settings
and the generations. Both outlive the server.
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

from rulekeep.core.data_files import Node, why_not
from rulekeep.core.errors import DataError
from rulekeep.match.safe_files import (
    PRIVATE_FILE,
    FileTaken,
    lock,
    read_json,
    replace_file,
    sweep,
    write_new_file,
)
from rulekeep.web.http_errors import unknown_match
from rulekeep.web.tables.table_settings import DEFAULT, TableSettings

KEY_FILE = "web-key"
TABLES_FILE = "web-tables.json"
KEY_BYTES = 32
MAC_BYTES = 17
"""136 bits."""
ID_BYTES = 6
SPECTATOR = 255
"""The seat number in the links of spectators."""
LENGTH = (ID_BYTES + 1 + MAC_BYTES) * 4 // 3
MAX_BYTES = 8 << 20
FORMAT = 1

Seat = int | None
"""None is a spectator."""


@frozen
class LinkTarget:
    """The table and the seat that a link leads to."""

    table: str
    seat: Seat


@frozen
class _Entry:
    """What the file says of a table."""

    file: str
    generations: Mapping[str, int] = field(factory=dict)
    """How often the link of a seat was revoked; 0 for seats that are not here."""
    players: tuple[str, ...] = ()
    """Who decides now; empty: those in the match file."""
    next: str = ""
    """The table of the next match with the same seats, once it was started."""
    settings: TableSettings = DEFAULT
    earlier: tuple[str, ...] = ()
    """Names of match files that could not be written any more; the match goes on in `file`."""

    def to_dict(self) -> dict[str, Any]:
        more = {
            "generations": dict(self.generations),
            "players": list(self.players),
            "next": self.next,
            "settings": self.settings.changes(),
            "earlier": list(self.earlier),
        }
        return {"file": self.file} | {key: value for key, value in more.items() if value}


class SeatLinks:
    """The links of a directory of matches; one server at a time may use it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._lock, self._key = _key(directory / KEY_FILE)
        self._file = directory / TABLES_FILE
        sweep(directory)
        try:
            self._host_generation, tables = _read(self._file)
            self._tables = _existing(directory, tables)
        except DataError:
            self.close()
            raise
        self._by_file = _by_file(self._tables)
        self.changing = threading.RLock()
        """Held while links change."""

    def close(self) -> None:
        """Release the directory for another server."""
        with contextlib.suppress(OSError):
            self._lock.close()

    # -- the host ---------------------------------------------------------------------------

    @property
    def host_key(self) -> str:
        """The key in the address of the lobby; the same after a restart."""
        renewed = b"%d" % self._host_generation if self._host_generation else b""
        return _text(self._mac(b"host" + renewed)[:MAC_BYTES])

    def renew_host_key(self) -> None:
        """Make the host's key worthless; links of seats stay valid. DataError."""
        with self.changing:
            _write(self._file, self._host_generation + 1, self._tables)
            self._host_generation += 1

    def is_host(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self.host_key.encode())

    # -- tables -----------------------------------------------------------------------------

    def table_of(self, file: str) -> str:
        """The table of a match file; a new one, written to disk, if it has none."""
        with self.changing:
            return self._by_file.get(file) or self.add_table(file)

    def add_table(self, file: str) -> str:
        """A table for a new match file, written to disk."""
        with self.changing:
            name = secrets.token_hex(ID_BYTES)
            while name in self._tables:
                name = secrets.token_hex(ID_BYTES)
            self._change(name, _Entry(file))
            return name

    def find_table(self, file: str) -> str | None:
        """The table of a match file, if it has one; an earlier file of its match counts too."""
        return self._by_file.get(file)

    def file_of(self, table: str) -> str | None:
        entry = self._tables.get(table)
        return None if entry is None else entry.file

    def set_file(self, table: str, file: str) -> None:
        """Point the links of a table to another match file."""
        with self.changing:
            entry = self._need(table)
            earlier = (*entry.earlier, entry.file)
            self._change(table, evolve(entry, file=file, earlier=earlier))

    def players(self, table: str) -> tuple[str, ...]:
        """Who decides now, if not those in the match file."""
        return self._entry_of(table).players

    def set_players(self, table: str, players: tuple[str, ...]) -> None:
        with self.changing:
            self._change(table, evolve(self._need(table), players=players))

    def settings(self, table: str) -> TableSettings:
        return self._entry_of(table).settings

    def change_settings(self, table: str, changes: Mapping[str, Any]) -> None:
        """Change settings of a table; the others stay as they are."""
        with self.changing:
            entry = self._need(table)
            self._change(table, evolve(entry, settings=evolve(entry.settings, **changes)))

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return tuple(self._tables)

    def forget(self, table: str) -> None:
        """Remove a table; its links are worthless. DataError."""
        with self.changing:
            self._replace({name: one for name, one in self._tables.items() if name != table})

    def next_of(self, table: str) -> str | None:
        """The table of the next match with the same seats, if it was started."""
        return self._entry_of(table).next or None

    def set_next(self, table: str, follows: str) -> None:
        with self.changing:
            self._change(table, evolve(self._need(table), next=follows))

    # -- links ------------------------------------------------------------------------------

    def link(self, table: str, seat: Seat) -> str:
        """The link of a seat, or of spectators."""
        head = bytes.fromhex(table) + bytes([SPECTATOR if seat is None else seat])
        return _text(head + self._sign(head, table, seat))

    def target(self, link: str) -> LinkTarget | None:
        """What a link leads to; None for a wrong or revoked one."""
        if len(link) != LENGTH:
            return None
        try:
            raw = base64.b64decode(link.encode("ascii"), b"-_", validate=True)
        except (UnicodeEncodeError, binascii.Error):
            return None
        head, signature = raw[: ID_BYTES + 1], raw[ID_BYTES + 1 :]
        table = head[:ID_BYTES].hex()
        seat = None if head[-1] == SPECTATOR else head[-1]
        if table in self._tables and hmac.compare_digest(signature, self._sign(head, table, seat)):
            return LinkTarget(table, seat)
        return None

    def revoke(self, table: str, seat: Seat) -> None:
        """Make the link of a seat worthless; on disk before this returns."""
        with self.changing:
            entry, key = self._need(table), _seat_key(seat)
            counted = {**entry.generations, key: entry.generations.get(key, 0) + 1}
            self._change(table, evolve(entry, generations=counted))

    def _sign(self, head: bytes, table: str, seat: Seat) -> bytes:
        entry = self._tables.get(table)
        generation = 0 if entry is None else entry.generations.get(_seat_key(seat), 0)
        return self._mac(b"link" + head + generation.to_bytes(8, "big"))[:MAC_BYTES]

    def _mac(self, data: bytes) -> bytes:
        return hmac.digest(self._key, data, hashlib.sha256)

    def _entry_of(self, table: str) -> _Entry:
        """What is known of a table; nothing if it was removed while a request used it."""
        return self._tables.get(table) or _Entry("")

    def _need(self, table: str) -> _Entry:
        """What is known of a table. HttpError if it was removed."""
        entry = self._tables.get(table)
        if entry is None:
            raise unknown_match()
        return entry

    def _change(self, table: str, entry: _Entry) -> None:
        """Write a changed entry, to disk first: only then a link is valid, or revoked."""
        self._replace({**self._tables, table: entry})

    def _replace(self, tables: dict[str, _Entry]) -> None:
        _write(self._file, self._host_generation, tables)
        self._tables = tables
        self._by_file = _by_file(tables)


def _by_file(tables: Mapping[str, _Entry]) -> dict[str, str]:
    """The tables by their match files, and by earlier files that no other table has now."""
    earlier = {file: name for name, entry in tables.items() for file in entry.earlier}
    return earlier | {entry.file: name for name, entry in tables.items()}


def _seat_key(seat: Seat) -> str:
    return "spectators" if seat is None else str(seat)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def _key(path: Path) -> tuple[FileIO, bytes]:
    """The locked file of the key, and the key; a new one if there is none. DataError."""
    try:
        if not path.exists():
            with contextlib.suppress(FileTaken):  # another server was faster
                write_new_file(path, secrets.token_bytes(KEY_BYTES), PRIVATE_FILE)
        stream = FileIO(path, "r+")
    except (OSError, ValueError) as error:
        raise DataError(str(path), f"cannot be opened: {why_not(error)}") from None
    try:
        lock(stream, path)
    except DataError:
        raise DataError(
            str(path.parent), "another rulekeep server uses this directory; stop it first"
        ) from None
    key = stream.read(KEY_BYTES + 1)
    if len(key) != KEY_BYTES:
        stream.close()
        raise DataError(str(path), "is not a key; without it all links must be sent again")
    os.chmod(path, PRIVATE_FILE)
    return stream, key


def _existing(directory: Path, tables: dict[str, _Entry]) -> dict[str, _Entry]:
    """The tables whose match file exists: links to others lead nowhere."""
    found = {name: entry for name, entry in tables.items() if (directory / entry.file).is_file()}
    return {
        name: entry if entry.next in found else evolve(entry, next="")
        for name, entry in found.items()
    }


def _read(path: Path) -> tuple[int, dict[str, _Entry]]:
    """How often the host's key was renewed, and the tables. DataError."""
    if not path.exists():
        return 0, {}
    damaged = "is damaged; without it all links must be sent again"
    root = read_json(path, MAX_BYTES, damaged).only("format", "host", "tables")
    if root["format"].int() != FORMAT:
        raise DataError(str(path), f"has another format than {FORMAT}")
    renewed = root.get("host")
    tables = {name: _entry(name, node) for name, node in root["tables"].mapping().items()}
    return 0 if renewed is None else renewed.int(0), tables


def _entry(name: str, node: Node) -> _Entry:
    node.only("file", "generations", "players", "next", "settings", "earlier")
    if not _is_table(name):
        raise node.fail("not the name of a table")
    counted, players = node.get("generations"), node.get("players")
    follows, settings, earlier = node.get("next"), node.get("settings"), node.get("earlier")
    if follows is not None and not _is_table(follows.str()):
        raise follows.fail("not the name of a table")
    return _Entry(
        _file_name(node["file"]),
        {} if counted is None else {key: n.int(0) for key, n in counted.mapping().items()},
        () if players is None else tuple(player.str() for player in players),
        "" if follows is None else follows.str(),
        DEFAULT if settings is None else TableSettings.read(settings),
        () if earlier is None else tuple(map(_file_name, earlier)),
    )


def _file_name(node: Node) -> str:
    """The name of a file in the directory of the links. DataError."""
    file = node.str()
    if Path(file).name != file or file in ("", ".", ".."):
        raise node.fail("expected the name of a file in this directory")
    return file


def _is_table(name: str) -> bool:
    return len(name) == 2 * ID_BYTES and set(name) <= set("0123456789abcdef")


def _write(path: Path, host_generation: int, tables: dict[str, _Entry]) -> None:
    """Replace the file, completely or not at all. DataError."""
    data: dict[str, Any] = {"format": FORMAT}
    if host_generation:
        data["host"] = host_generation
    data["tables"] = {name: entry.to_dict() for name, entry in tables.items()}
    text = json.dumps(data, indent=1) + "\n"
    if len(text) > MAX_BYTES:
        raise DataError(str(path), f"cannot be written: larger than {MAX_BYTES >> 20} MiB")
    replace_file(path, text, PRIVATE_FILE)
