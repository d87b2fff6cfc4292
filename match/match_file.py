"""The match file: plain text, one entry per line, appended and flushed with every move.

    rulekeep-match 1
    {"game": "kilt_castle", "seats": 3, "seed": "7", "options": {"lapping": …}, "edition": 2, …}
    0	setup		["R/O"]	3f0c19aa.90d1b2c3
    1	0	move R/O 2 4	[]	8a11c2d3.5be0f1a2
    2	undo	0	[]	77aa00bb.90d1b2c3

The columns: entry number, who (a seat, `setup` or `undo`), what (a move, or the number of moves to
go back to), chance outcomes, and two digests: one of this line and all before it, one of the state.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any

from attrs import field

from rulekeep.core.data_files import canonical_json, open_regular
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.primitives.players import Players
from rulekeep.core.text import shortened
from rulekeep.match.safe_files import (
    PRIVATE_FILE,
    FileTaken,
    append,
    creating,
    lock,
    names_like,
    replacing,
)


class Diverged(DataError):
    """A match file that the present rules do not replay to the same states."""

    def __init__(self, where: str, what: str, entry: int, rules: tuple[str, ...] = ()) -> None:
        super().__init__(where, what)
        self.entry = entry
        """The number of the entry that differs; 0 is the set-up."""
        self.rules = rules
        """The rules of the events there, as far as they are known."""


MAGIC = "rulekeep-match"
VERSION = 1
MAX_BYTES = 32 << 20
MAX_LINE = 1 << 20
MAX_SEATS = 999
MAX_DEPTH = 40
END = 64
"""Bytes compared at the end of a file to see whether it was changed; they include two digests."""

_DIGESTS = re.compile(r"[0-9a-f]{8}\.[0-9a-f]{8}\Z")


def _is_text(text: str) -> bool:
    """Whether a text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def state_digest(data: Mapping[str, Any]) -> str:
    """Eight hex digits for a state given as data."""
    return sha256(canonical_json(data).encode()).hexdigest()[:8]


def _chain(before: str, line: str) -> str:
    return sha256(f"{before}\n{line}".encode()).hexdigest()[:8]


@frozen
class MatchHeader:
    """The header: everything that is fixed before the set-up."""

    game: str
    seats: int
    seed: str
    options: Mapping[str, Any] = field(factory=dict)
    data: str = ""
    """The fingerprint of the game's data files."""
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """Who decides for each seat: `human` or a bot's name."""
    rulekeep: str = ""
    form: int = 1
    """Which form of the game's states the digests are made of."""
    edition: int = 1
    """The edition of the rule book that was in force."""
    given: Mapping[str, Any] | None = None
    """The position that the match started from, if not from the set-up."""
    house: Mapping[str, str] | None = None
    """Name and comment of the house rules that the options came from."""

    def to_line(self) -> str:
        fields: dict[str, Any] = {
            "game": self.game,
            "seats": self.seats,
            "seed": self.seed,
            "options": dict(self.options),
            "data": self.data,
            "names": list(self.names),
            "players": list(self.players),
            "rulekeep": self.rulekeep,
            "form": self.form,
            "edition": self.edition,
        }
        # Left out if empty, so that other files stay as they were.
        if self.given is not None:
            fields["given"] = dict(self.given)
        if self.house is not None:
            fields["house"] = dict(self.house)
        return json.dumps(fields, ensure_ascii=False, allow_nan=False)


@frozen
class FileEntry:
    """One line: the set-up, a move or an undo, with the outcomes of chance."""

    who: str
    what: str
    outcomes: tuple[str, ...]
    state: str
    """The digest of the state reached."""
    line: int = field(default=0, eq=False)

    @property
    def seat(self) -> int:
        return int(self.who)


class MatchFileWriter:
    """Appends entries to a match file and holds its lock."""

    def __init__(self, path: Path, stream: FileIO, number: int = 0, chain: str = "") -> None:
        self.path = path
        self._stream = stream
        self._number = number
        self._chain = chain
        self._size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, self._size - END))
        self._end = stream.read()
        """The last bytes of the file as we wrote them."""

    @classmethod
    def create(
        cls, path: Path, header: MatchHeader, entries: Iterable[FileEntry]
    ) -> MatchFileWriter:
        """Write a new file with these entries; an existing file is never overwritten.

        The file gets its name when it is complete, so it can be loaded at any time.
        """
        with creating(path, PRIVATE_FILE) as stream:
            writer = cls(path, stream)
            writer._begin(header, entries)
        return writer

    @classmethod
    def create_beside(
        cls, path: Path, header: MatchHeader, entries: Iterable[FileEntry]
    ) -> MatchFileWriter:
        """The same under the first free name like this one."""
        entries = tuple(entries)
        for free in names_like(path):
            with contextlib.suppress(FileTaken):
                return cls.create(free, header, entries)
        raise AssertionError("there is always another name")

    @classmethod
    def resume(cls, path: Path, record: MatchFile) -> MatchFileWriter:
        """Append to a file that was read; an incomplete last line is cut off."""
        try:
            stream = FileIO(path, "r+")
        except OSError as error:
            raise DataError(str(path), f"cannot be written: {error.strerror}") from None
        with contextlib.ExitStack() as undo:
            undo.callback(stream.close)
            lock(stream, path)
            # The file may have changed before it was locked.
            if sha256(_read_bytes(path)).hexdigest() != record.digest:
                raise DataError(str(path), "has changed since it was read")
            try:
                if record.torn:
                    stream.truncate(record.intact)
                # A program that was killed may have written without syncing.
                os.fsync(stream.fileno())
            except OSError as error:
                raise DataError(str(path), f"cannot be written: {error.strerror}") from None
            undo.pop_all()
        return cls(path, stream, len(record.entries), record.chain)

    def _begin(self, header: MatchHeader, entries: Iterable[FileEntry]) -> None:
        """Write the header and the first entries."""
        lines, chain = _lines(header, entries)
        self._need_line(*lines)
        self._write("\n".join(lines) + "\n")
        self._number, self._chain = len(lines) - 1, chain

    def append(self, *entries: FileEntry) -> None:
        """Write all of these entries or none. DataError."""
        lines, chain = _entry_lines(entries, self._number, self._chain)
        self._need_line(*lines)
        self._write("".join(f"{line}\n" for line in lines))
        self._chain = chain
        self._number += len(lines)

    def _need_line(self, *lines: str) -> None:
        """Refuse lines that a reader would refuse. DataError."""
        if any(len(line) > MAX_LINE // 4 and len(line.encode()) > MAX_LINE for line in lines):
            raise DataError(str(self.path), "cannot be written: a line would be too long")

    def problem(self) -> str:
        """How the file was changed by others, as the end of a sentence; empty if it was not."""
        if self._stream.closed:
            return "can no longer be written to"
        try:
            ours, there = os.fstat(self._stream.fileno()), os.stat(self.path)
            self._stream.seek(max(0, self._size - END))
            end = self._stream.read()
        except FileNotFoundError:
            return "is no longer there"
        except OSError as error:
            return f"cannot be read any more ({error.strerror})"
        if not os.path.samestat(ours, there):
            return "is another file now"
        return "" if end == self._end else "was changed by another program"

    def _write(self, text: str) -> None:
        if self._stream.closed:
            raise DataError(str(self.path), "is closed; the match is no longer written to it")
        raw = text.encode()
        if self._size + len(raw) > MAX_BYTES:
            raise DataError(str(self.path), f"cannot be written: larger than {MAX_BYTES >> 20} MiB")
        append(self._stream, raw, self.path, sync=True)
        self._size += len(raw)
        self._end = (self._end + raw)[-END:]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._stream.close()


def _head(header: MatchHeader) -> str:
    return f"{MAGIC} {VERSION}\n{header.to_line()}"


def _lines(header: MatchHeader, entries: Iterable[FileEntry]) -> tuple[list[str], str]:
    """The head and a line for each entry, and the chain's digest after them."""
    head = _head(header)
    lines, chain = _entry_lines(entries, 0, _chain("", head))
    return [head, *lines], chain


def _entry_lines(entries: Iterable[FileEntry], first: int, chain: str) -> tuple[list[str], str]:
    """A line for each entry, numbered from `first`, and the chain's digest after them."""
    lines = []
    for number, entry in enumerate(entries, first):
        line, chain = _line(number, entry, chain)
        lines.append(line)
    return lines, chain


def to_bytes(header: MatchHeader, entries: Iterable[FileEntry]) -> bytes:
    """The contents of a match file."""
    lines, _ = _lines(header, entries)
    return ("\n".join(lines) + "\n").encode()


def _line(number: int, entry: FileEntry, before: str) -> tuple[str, str]:
    """The line of an entry, and the chain's digest after it."""
    for word in (entry.what, *entry.outcomes):
        if not _is_text(word) or "\t" in word or "\n" in word:
            raise DataError("", f"{word!r} cannot stand in a match file")
    outcomes = json.dumps(list(entry.outcomes), ensure_ascii=False)
    text = f"{number}\t{entry.who}\t{entry.what}\t{outcomes}"
    chain = _chain(before, f"{text}\t{entry.state}")
    return f"{text}\t{chain}.{entry.state}", chain


@frozen
class MatchFile:
    """The contents of a match file."""

    header: MatchHeader
    entries: tuple[FileEntry, ...]
    chain: str
    size: int
    """Bytes in the file."""
    intact: int
    """Bytes up to the end of the last complete entry."""
    digest: str
    """Of all bytes of the file."""

    @property
    def torn(self) -> int:
        """Bytes of an incomplete last line."""
        return self.size - self.intact


def write_new(
    path: Path, header: MatchHeader, entries: Iterable[FileEntry], overwrite: bool = False
) -> None:
    """Write a match file: complete, or not at all."""
    if not overwrite:
        MatchFileWriter.create(path, header, entries).close()
        return
    with replacing(path, PRIVATE_FILE) as stream:
        MatchFileWriter(path, stream)._begin(header, entries)
    stream.close()


def read(path: Path) -> MatchFile:
    """Read a match file. DataError with the line for all damage but an incomplete last line."""
    return from_bytes(_read_bytes(path), path)


def read_part(path: Path) -> tuple[MatchFile, str]:
    """The same up to the first damaged entry, and what is wrong there; empty if nothing is."""
    raw = _read_bytes(path)
    try:
        return from_bytes(raw, path), ""
    except DataError as error:
        lines = raw.split(b"\n")
        line = error.where.rpartition(":")[2]
        entries = int(line) - 3 if line.isdecimal() else 0
        if entries < 1:
            raise
        return from_bytes(b"\n".join([*lines[: entries + 2], b""]), path), str(error)


def from_bytes(raw: bytes, path: Path) -> MatchFile:
    """The same from the contents of a file; `path` is what errors call it. DataError."""
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
    _need_format(texts[0], path)
    if len(texts) < 2:
        raise DataError(f"{path}:2", "the header is missing")
    header = _read_header(texts[1], f"{path}:2")
    chain = _chain("", f"{texts[0]}\n{texts[1]}")
    entries: list[FileEntry] = []
    for number, text in enumerate(texts[2:]):
        entry, chain = _read_entry(text, number, chain, f"{path}:{number + 3}", number + 3)
        entries.append(entry)
    digest = sha256(raw).hexdigest()
    return MatchFile(header, tuple(entries), chain, len(raw), intact, digest)


def _need_format(line: str, path: Path) -> None:
    """Refuse the first line of another kind of file, or of another format. DataError."""
    magic, _, version = line.partition(" ")
    if magic != MAGIC:
        raise DataError(f"{path}:1", f"not a match file: it does not begin with {MAGIC!r}")
    if version.isdecimal() and len(version) < 10 and int(version) > VERSION:
        needs = f"format {version} needs a newer rulekeep; this one reads format {VERSION}"
        raise DataError(f"{path}:1", needs)
    if version != str(VERSION):
        raise DataError(
            f"{path}:1", f"format {version[:20]!r} is unknown; this is format {VERSION}"
        )


def _read_bytes(path: Path) -> bytes:
    raw = _read_up_to(path, MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise DataError(str(path), f"larger than {MAX_BYTES >> 20} MiB")
    return raw


def _read_up_to(path: Path, size: int) -> bytes:
    with open_regular(path) as stream:
        try:
            return stream.read(size)
        except OSError as error:
            raise DataError(str(path), f"cannot be read: {error.strerror}") from None


def read_header(path: Path) -> MatchHeader:
    """Read only the header."""
    head = _read_up_to(path, MAX_LINE)
    lines = head.split(b"\n", 2)
    _need_format(lines[0].decode("utf-8", "replace"), path)
    if len(lines) < 3:
        raise DataError(f"{path}:2", "the header is missing")
    return _read_header(lines[1].decode("utf-8", "replace"), f"{path}:2")


def read_summary(path: Path) -> tuple[MatchHeader, int]:
    """Read the header and the number of moves that are not undone, without replaying them."""
    lines = _read_bytes(path).split(b"\n")[:-1]
    _need_format(lines[0].decode("utf-8", "replace") if lines else "", path)
    if len(lines) < 2:
        raise DataError(f"{path}:2", "the header is missing")
    header = _read_header(lines[1].decode("utf-8", "replace"), f"{path}:2")
    moves = 0
    for line in lines[3:]:
        who, _, rest = line.partition(b"\t")[2].partition(b"\t")
        what = rest.partition(b"\t")[0]
        if who != b"undo":
            moves += 1
        elif what.isdigit() and len(what) < 10:
            moves = min(moves, int(what))
    return header, moves


_KINDS: dict[str, type] = {
    "game": str,
    "seats": int,
    "seed": str,
    "options": dict,
    "data": str,
    "names": list,
    "players": list,
    "rulekeep": str,
    "form": int,
    "edition": int,
}
"""The keys that every header has."""
_OPTIONAL = ("given", "house")


def _read_header(text: str, where: str) -> MatchHeader:
    try:
        fields = json.loads(text, object_pairs_hook=_unique_keys)
    except (ValueError, RecursionError):
        raise DataError(where, "the header is not JSON, or has a key twice") from None
    if not isinstance(fields, dict):
        raise DataError(where, "the header is not a mapping")
    for name in ("form", "edition"):  # missing in the first files
        fields.setdefault(name, 1)
    _check_kinds(fields, where)
    if not 1 <= fields["seats"] <= MAX_SEATS:
        raise DataError(where, f"the header's 'seats' must be a number from 1 to {MAX_SEATS}")
    if not all(_is_text(value) for value in _texts(fields, where)):
        raise DataError(where, "the header holds what is not text")
    for name in ("names", "players"):
        if not all(isinstance(item, str) for item in fields[name]):
            raise DataError(where, f"the header's {name!r} must be texts")
        if fields[name] and len(fields[name]) != fields["seats"]:
            raise DataError(where, f"the header's {name!r} must be one per seat")
        fields[name] = tuple(fields[name])
    try:
        Players(fields["names"])
    except SetupError as error:
        raise DataError(where, f"the header's names: {error}") from None
    return MatchHeader(**fields)


def _check_kinds(fields: Mapping[str, Any], where: str) -> None:
    """DataError unless the header has exactly the known keys, with values of the right kind."""
    for name, kind in _KINDS.items():
        if not isinstance(fields.get(name), kind) or isinstance(fields[name], bool):
            raise DataError(where, f"the header's {name!r} is missing or of the wrong kind")
    for name in _OPTIONAL:
        if name in fields and not isinstance(fields[name], dict):
            raise DataError(where, f"the header's {name!r} is of the wrong kind")
    house = fields.get("house", {}).items()
    if not all(k.isprintable() and isinstance(v, str) and v.isprintable() for k, v in house):
        raise DataError(where, "the header's 'house' must be printable texts")
    unknown = fields.keys() - {*_KINDS, *_OPTIONAL}
    if unknown:
        version = shortened(fields["rulekeep"])
        raise DataError(
            where,
            f"the header has an unknown key {shortened(min(unknown))!r} "
            f"(made with rulekeep version {version!r})",
        )


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key is there twice")
    return fields


def _texts(fields: Mapping[str, Any], where: str) -> Iterator[str]:
    """Every text inside the header."""
    level: list[Any] = [fields]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict):
                yield from value
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        level = inner
    if level:
        raise DataError(where, f"the header is nested deeper than {MAX_DEPTH} levels")


def _read_entry(text: str, number: int, chain: str, where: str, line: int) -> tuple[FileEntry, str]:
    columns = text.split("\t")
    if len(columns) != 5:
        raise DataError(where, f"an entry has 5 columns, this line has {len(columns)}")
    found, who, what, outcomes_text, digests = columns
    if found != str(number):
        raise DataError(where, f"entry {number} is expected here, found {found[:20]!r}")
    if who not in ("setup", "undo") and not (who.isascii() and who.isdecimal() and len(who) < 4):
        raise DataError(where, f"{who[:20]!r} is neither a seat nor 'setup' nor 'undo'")
    if (who == "setup") != (number == 0):
        raise DataError(where, "the set-up is entry 0 and no other")
    outcomes = () if outcomes_text == "[]" else _read_outcomes(outcomes_text, where)
    if not _DIGESTS.match(digests):
        raise DataError(where, "the digest is damaged")
    state = digests[9:]
    chain = _chain(chain, f"{text[: -len(digests) - 1]}\t{state}")
    if digests[:8] != chain:
        raise DataError(where, "the line, or one before it, is not what was written")
    return FileEntry(who, what, outcomes, state, line), chain


def _read_outcomes(text: str, where: str) -> tuple[str, ...]:
    """A list of texts, written as we write it."""
    try:
        outcomes = json.loads(text)
    except (ValueError, RecursionError):
        outcomes = None
    if not isinstance(outcomes, list) or not all(
        isinstance(outcome, str) and _is_text(outcome) for outcome in outcomes
    ):
        raise DataError(where, "the outcomes of chance are not a list of texts")
    if json.dumps(outcomes, ensure_ascii=False) != text or any(
        "\t" in outcome or "\n" in outcome for outcome in outcomes
    ):
        raise DataError(where, "the line, or one before it, is not what was written")
    return tuple(outcomes)
