"""The match file: plain text, one entry a line, appended and flushed as the match goes.

    rulekeep-match 1
    {"game": "kilt_castle", "seats": 3, "options": {}, "seed": "7", "data": "…", …}
    0	setup		["R/O"]	3f0c19aa.90d1b2c3
    1	0	move R/O 2 4	[]	8a11c2d3.5be0f1a2
    2	undo	0	[]	77aa00bb.90d1b2c3

The columns: entry number, who (a seat, `setup` or `undo`), what (a move, or the entry count to go
back to), chance outcomes, and two digests: one that chains the lines, one of the state reached.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from attrs import field, frozen

from rulekeep.core.errors import DataError

MAGIC = "rulekeep-match"
VERSION = 1
MAX_BYTES = 32 << 20
MAX_LINE = 1 << 20

_DIGEST = re.compile(r"[0-9a-f]{8}\.[0-9a-f]{8}\Z")


def canonical_json(data: Any) -> str:
    """One text per value: sorted keys, no spaces, no NaN."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def state_digest(data: Mapping[str, Any]) -> str:
    """Eight hex digits for a state given as data."""
    return hashlib.sha256(canonical_json(data).encode()).hexdigest()[:8]


def _chain(before: str, line: str) -> str:
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()[:8]


@frozen
class Header:
    """What a match is about, before anything happens."""

    game: str
    seats: int
    seed: str
    options: Mapping[str, Any] = field(factory=dict)
    data: str = ""
    """The fingerprint of the game's data files."""
    data_from: str = ""
    """Where other data files came from, if they did."""
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """Who decides for each seat: `human` or a bot's name."""
    rulekeep: str = ""

    def to_line(self) -> str:
        fields = {
            "game": self.game,
            "seats": self.seats,
            "seed": self.seed,
            "options": dict(self.options),
            "data": self.data,
            "data_from": self.data_from,
            "names": list(self.names),
            "players": list(self.players),
            "rulekeep": self.rulekeep,
        }
        return json.dumps(fields, ensure_ascii=False, allow_nan=False)


@frozen
class Entry:
    """One line: a move with the outcomes chance gave it, the set-up, or an undo."""

    who: str
    what: str
    outcomes: tuple[str, ...]
    state: str
    """The digest of the state reached."""
    line: int = field(default=0, eq=False)

    @property
    def seat(self) -> int:
        return int(self.who)


class Writer:
    """Appends entries to a match file, flushing each; holds a lock while it is open."""

    def __init__(self, path: Path, stream: IO[bytes], number: int, chain: str) -> None:
        self.path = path
        self._stream = stream
        self._number = number
        self._chain = chain

    @classmethod
    def create(cls, path: Path, header: Header) -> Writer:
        """A new file with its header; an existing file is never overwritten."""
        try:
            stream = path.open("xb")
        except FileExistsError:
            raise DataError(str(path), "exists already; it is left alone") from None
        except OSError as error:
            raise DataError(str(path), f"cannot be written: {error.strerror}") from None
        _lock(stream, path)
        head = _head(header)
        writer = cls(path, stream, 0, _chain("", head))
        writer._write(head + "\n")
        return writer

    @classmethod
    def resume(cls, path: Path, record: Record) -> Writer:
        """Go on with a file that was read; a torn last line is cut off."""
        try:
            stream = path.open("r+b")
        except OSError as error:
            raise DataError(str(path), f"cannot be written: {error.strerror}") from None
        _lock(stream, path)
        if os.fstat(stream.fileno()).st_size != record.size:
            stream.close()
            raise DataError(str(path), "has changed since it was read")
        stream.truncate(record.intact)
        stream.seek(record.intact)
        return cls(path, stream, len(record.entries), record.chain)

    def append(self, entry: Entry) -> None:
        line, chain = _line(self._number, entry, self._chain)
        self._write(line + "\n")
        self._chain = chain
        self._number += 1

    def _write(self, text: str) -> None:
        begin = self._stream.tell()
        try:
            self._stream.write(text.encode())
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            # A full disk may have taken half the line: leave the file as it was before.
            with contextlib.suppress(OSError):
                self._stream.truncate(begin)
            raise DataError(str(self.path), f"cannot be written: {error.strerror}") from None

    def close(self) -> None:
        self._stream.close()


def _head(header: Header) -> str:
    return f"{MAGIC} {VERSION}\n{header.to_line()}"


def _line(number: int, entry: Entry, before: str) -> tuple[str, str]:
    """The line of an entry, and the chain's digest after it."""
    outcomes = json.dumps(list(entry.outcomes), ensure_ascii=False)
    text = f"{number}\t{entry.who}\t{entry.what}\t{outcomes}"
    chain = _chain(before, f"{text}\t{entry.state}")
    return f"{text}\t{chain}.{entry.state}", chain


def _lock(stream: IO[bytes], path: Path) -> None:
    """One writer at a time, where the system has advisory locks."""
    if sys.platform == "win32":  # pragma: no cover
        return
    import fcntl

    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise DataError(str(path), "is open in another program") from None


@frozen
class Record:
    """A match file that was read: the header, the entries, and whether its end was torn."""

    header: Header
    entries: tuple[Entry, ...]
    chain: str
    size: int
    """Bytes in the file."""
    intact: int
    """Bytes up to the end of the last whole entry."""

    @property
    def torn(self) -> int:
        """Bytes of a last line that was not written to its end."""
        return self.size - self.intact


def write_new(path: Path, header: Header, entries: list[Entry], overwrite: bool = False) -> None:
    """A whole match file at once: either complete or not there at all."""
    if path.exists() and not overwrite:
        raise DataError(str(path), "exists already; it is left alone")
    head = _head(header)
    chain = _chain("", head)
    lines = [head]
    for number, entry in enumerate(entries):
        line, chain = _line(number, entry, chain)
        lines.append(line)
    try:
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as stream:
            stream.write(("\n".join(lines) + "\n").encode())
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(stream.name, path)
    except OSError as error:
        raise DataError(str(path), f"cannot be written: {error.strerror}") from None


def read(path: Path) -> Record:
    """Read a match file; damage anywhere but in a torn last line is refused with its line."""
    raw = _read_bytes(path)
    intact = raw.rfind(b"\n") + 1
    if not intact:
        raise DataError(f"{path}:1", f"not a match file: it does not begin with {MAGIC!r}")
    lines = raw[:intact].split(b"\n")[:-1]
    texts: list[str] = []
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise DataError(f"{path}:{number}", "the line is too long for a match file")
        try:
            texts.append(line.decode())
        except UnicodeDecodeError:
            raise DataError(f"{path}:{number}", "not UTF-8 text") from None
    magic, _, version = texts[0].partition(" ")
    if magic != MAGIC:
        raise DataError(f"{path}:1", f"not a match file: it does not begin with {MAGIC!r}")
    if version != str(VERSION):
        raise DataError(f"{path}:1", f"format {version!r} is unknown; this is format {VERSION}")
    if len(texts) < 2:
        raise DataError(f"{path}:2", "the header is missing")
    header = _read_header(texts[1], f"{path}:2")
    chain = _chain("", f"{texts[0]}\n{texts[1]}")
    entries: list[Entry] = []
    for number, text in enumerate(texts[2:]):
        entry, chain = _read_entry(text, number, chain, f"{path}:{number + 3}", number + 3)
        entries.append(entry)
    return Record(header, tuple(entries), chain, len(raw), intact)


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise DataError(str(path), f"cannot be read: {error.strerror}") from None
    if len(raw) > MAX_BYTES:
        raise DataError(str(path), f"larger than {MAX_BYTES >> 20} MiB")
    return raw


def read_header(path: Path) -> Header:
    """Only the header, for lists of matches."""
    try:
        with path.open("rb") as stream:
            head = stream.read(MAX_LINE)
    except OSError as error:
        raise DataError(str(path), f"cannot be read: {error.strerror}") from None
    lines = head.split(b"\n", 2)
    if len(lines) < 3 or lines[0] != f"{MAGIC} {VERSION}".encode():
        raise DataError(f"{path}:1", "not a match file")
    return _read_header(lines[1].decode("utf-8", "replace"), f"{path}:2")


def _read_header(text: str, where: str) -> Header:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise DataError(where, "the header is not JSON") from None
    if not isinstance(fields, dict):
        raise DataError(where, "the header is not a mapping")
    wanted: dict[str, type] = {
        "game": str,
        "seats": int,
        "seed": str,
        "options": dict,
        "data": str,
        "data_from": str,
        "names": list,
        "players": list,
        "rulekeep": str,
    }
    for name, kind in wanted.items():
        if not isinstance(fields.get(name), kind) or isinstance(fields[name], bool):
            raise DataError(where, f"the header's {name!r} is missing or of the wrong kind")
    unknown = fields.keys() - wanted.keys()
    if unknown:
        raise DataError(where, f"the header has an unknown key {min(unknown)!r}")
    for name in ("names", "players"):
        if not all(isinstance(item, str) for item in fields[name]):
            raise DataError(where, f"the header's {name!r} must be texts")
        if fields[name] and len(fields[name]) != fields["seats"]:
            raise DataError(where, f"the header's {name!r} must be one per seat")
        fields[name] = tuple(fields[name])
    return Header(**fields)


def _read_entry(text: str, number: int, chain: str, where: str, line: int) -> tuple[Entry, str]:
    columns = text.split("\t")
    if len(columns) != 5:
        raise DataError(where, f"an entry has 5 columns, this line has {len(columns)}")
    said, who, what, outcomes_text, digests = columns
    if said != str(number):
        raise DataError(where, f"entry {number} is expected here, found {said[:20]!r}")
    if who not in ("setup", "undo") and not (who.isascii() and who.isdecimal() and len(who) < 4):
        raise DataError(where, f"{who[:20]!r} is neither a seat nor 'setup' nor 'undo'")
    if (who == "setup") != (number == 0):
        raise DataError(where, "the set-up is entry 0 and no other")
    try:
        outcomes = json.loads(outcomes_text)
    except (ValueError, RecursionError):
        outcomes = None
    if not isinstance(outcomes, list) or not all(isinstance(o, str) for o in outcomes):
        raise DataError(where, "the outcomes of chance are not a list of texts")
    if not _DIGEST.match(digests):
        raise DataError(where, "the digest is damaged")
    state = digests.split(".")[1]
    entry = Entry(who, what, tuple(outcomes), state, line)
    line_again, chain = _line(number, entry, chain)
    if line_again != text:
        raise DataError(where, "the line, or one before it, is not what was written")
    return entry, chain
