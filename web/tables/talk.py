"""What was said at a table: the last messages, in a file beside the match file.

They are no part of the match. Whoever has the match file alone does not have them.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, frozen

from rulekeep.core.data_files import Node
from rulekeep.core.errors import DataError
from rulekeep.match.safe_files import PRIVATE_FILE, read_json, replace_file
from rulekeep.web.http_errors import HttpError
from rulekeep.web.tables.event_log import Viewer
from rulekeep.web.tables.open_table import TableClosed

SUFFIX = ".talk"
MAX_MESSAGES = 200
"""Messages that a table remembers; older ones are forgotten."""
MAX_LENGTH = 300
MAX_BYTES = 1 << 20
FORMAT = 1

log = logging.getLogger("rulekeep.web")


@frozen
class TalkMessage:
    """One message; a seat of None is a spectator."""

    number: int
    seat: Viewer
    text: str
    when: str
    reported: bool = False

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, node: Node) -> TalkMessage:
        """A message as `to_dict` writes it. DataError."""
        node.only("number", "seat", "text", "when", "reported")
        seat = node["seat"]
        return cls(
            node["number"].int(1),
            None if seat.plain() is None else seat.int(0, 998),
            node["text"].str(),
            node["when"].str(),
            node["reported"].bool(),
        )


class TableTalk:
    """The messages of one table. Threads may share it."""

    def __init__(self, match_file: Path) -> None:
        self._file = match_file.with_suffix(SUFFIX)
        self._lock = threading.Lock()
        self._messages: tuple[TalkMessage, ...] | None = None
        """None until the file was read."""
        self._is_closed = False

    def close(self) -> None:
        """Write nothing any more: another server, or the table opened again, has the file."""
        with self._lock:
            self._is_closed = True

    def since(self, number: int) -> list[TalkMessage]:
        """The messages after a number."""
        with self._lock:
            return [message for message in self._read() if message.number > number]

    def say(self, seat: Viewer, text: str) -> TalkMessage:
        """Add a message, on disk before this returns. DataError, TableClosed."""
        with self._lock:
            known = self._read()
            number = known[-1].number + 1 if known else 1
            now = datetime.now(UTC).isoformat(timespec="seconds")
            message = TalkMessage(number, seat, text, now)
            self._write((*known, message)[-MAX_MESSAGES:])
            return message

    def report(self, number: int) -> None:
        """Mark a message for the host. DataError, HttpError, TableClosed."""
        self._change(number, reported=True)

    def remove(self, number: int) -> None:
        """Remove the text of a message. DataError, HttpError, TableClosed."""
        self._change(number, text="", reported=False)

    def _change(self, number: int, **changes: Any) -> None:
        with self._lock:
            known = self._read()
            if number not in [message.number for message in known]:
                raise HttpError(404, "unknown_message", "This message is no longer there.")
            self._write(
                tuple(evolve(one, **changes) if one.number == number else one for one in known)
            )

    @contextlib.contextmanager
    def moving_to(self, match_file: Path) -> Iterator[None]:
        """Follow a match to another file; after an error the messages stay where they were."""
        with self._lock:
            before, messages = self._file, self._read()
            self._file = match_file.with_suffix(SUFFIX)
            try:
                if messages:
                    self._write(messages)
                yield
            except BaseException:
                self._file = before
                raise
        with contextlib.suppress(OSError):
            before.unlink(missing_ok=True)

    def _read(self) -> tuple[TalkMessage, ...]:
        if self._messages is None:
            try:
                self._messages = _load(self._file)
            except DataError as error:
                log.warning("the talk of a table begins anew: %s", error)
                self._messages = ()
        return self._messages

    def _write(self, messages: tuple[TalkMessage, ...]) -> None:
        if self._is_closed:
            raise TableClosed
        data = {"format": FORMAT, "messages": [message.to_dict() for message in messages]}
        replace_file(self._file, json.dumps(data, ensure_ascii=False) + "\n", PRIVATE_FILE)
        self._messages = messages


def _load(path: Path) -> tuple[TalkMessage, ...]:
    """The messages of a file; none if it is not there. DataError."""
    if not path.exists():
        return ()
    root = read_json(path, MAX_BYTES, "is damaged").only("format", "messages")
    root["format"].int(FORMAT, FORMAT)
    return tuple(map(TalkMessage.read, root["messages"]))[-MAX_MESSAGES:]
