"""The application in a browser: requests come by message, and files are stored by the page.

A response leaves only after every change of a file is stored. If the browser cannot store a change,
the request is refused, and the application starts again from what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from attrs import frozen

from rulekeep.core.errors import RulekeepError
from rulekeep.match.safe_files import PRIVATE_DIRECTORY, is_draft
from rulekeep.web.application import ListenAddress, make_app
from rulekeep.web.bots.bot_pool import BotService
from rulekeep.web.middleware import Limits, Message, RequestRate, Scope
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings
from rulekeep.web.tables.subscribers import message as stream_message

Files = dict[str, bytes]
"""The content of files by their paths below the directory."""
Changes = dict[str, bytes | None]
"""The same for files that have changed; None for one that is gone."""
Save = Callable[[Changes], Awaitable[None]]
"""Stores changes, all of them or none. NotStored."""
Send = Callable[[Message], None]

UNBOUNDED = Limits(RequestRate(1e9, 1e9), RequestRate(1e9, 1e9), RequestRate(1e9, 1e9))
"""One person uses this application."""
SETTINGS = ServerSettings(bot_processes=1, idle_seconds=120.0, in_browser=True)
SAVE_EVERY = 1.0
"""Seconds between two looks for changes that no response has waited for: the moves of bots."""
DROPPED = (b"x-frame-options", b"content-length")


class NotStored(RulekeepError):
    """The browser could not store a change."""


@frozen
class PageRequest:
    """A request of a page."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes = b""


class BrowserApp:
    """The application, started on a directory that is filled from the browser's store."""

    def __init__(
        self,
        directory: Path,
        base: str,
        files: Files,
        save: Save,
        bots: BotService,
        reviews: ReviewMaker | None = None,
        books: Books | None = None,
        settings: ServerSettings = SETTINGS,
    ) -> None:
        self._directory = directory
        self._base = base
        self._stored = files
        self._save = save
        self._bots = bots
        self._reviews = reviews
        self._books = books
        self._settings = settings
        self._saving = asyncio.Lock()
        self._running = asyncio.Event()
        self._marks: dict[str, tuple[int, int, int]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._not_stored = ""
        """Why the application was started again the last time."""

    # -- starting and stopping ----------------------------------------------------------------

    async def start(self) -> None:
        """Fill the directory and start the application."""
        shutil.rmtree(self._directory, ignore_errors=True)
        self._directory.mkdir(PRIVATE_DIRECTORY, parents=True)
        for name, content in self._stored.items():
            path = self._directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self._marks = dict(self._found())
        links = SeatLinks(self._directory)
        address = ListenAddress(known_as=(self._base,))
        self._cookie = f"rulekeep-host-{address.port}={links.host_key}"
        self._app = make_app(
            self._directory,
            address,
            self._settings,
            UNBOUNDED,
            links,
            self._books,
            reviews=self._reviews,
            bots=self._bots,
        )
        self._lifespan: asyncio.Queue[Message] = asyncio.Queue()
        done: asyncio.Queue[Message] = asyncio.Queue()
        scope: Scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
        living = asyncio.ensure_future(self._app(scope, self._lifespan.get, done.put))
        self._lifespan.put_nowait({"type": "lifespan.startup"})
        await done.get()
        self._tasks = [living, asyncio.create_task(self._keep_saving())]
        self._running.set()

    async def stop(self) -> None:
        """Stop the application; files stay as they are."""
        self._running.clear()
        living, saver = self._tasks
        saver.cancel()
        self._app.before_shutdown()
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        await asyncio.gather(living, saver, return_exceptions=True)

    async def _restart(self, failure: str) -> None:
        """Start again from what is stored: what could not be stored has not happened."""
        if self._running.is_set():
            self._not_stored = failure
            await self.stop()
            await self.start()

    # -- requests -------------------------------------------------------------------------------

    async def answer(self, request: PageRequest, send: Send, gone: asyncio.Event) -> None:
        """Answer a request; `gone` is set when its page no longer waits."""
        await self._running.wait()
        started = False
        failure = ""
        body = iter([{"type": "http.request", "body": request.body, "more_body": False}])

        async def receive() -> Message:
            for first in body:
                return first
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send_stored(message: Message) -> None:
            nonlocal started, failure
            try:
                await self.save_changes()
            except NotStored as error:
                failure = str(error)
                raise
            started = True
            send(_for_frame(message))

        app = self._app
        try:
            await app(self._scope(request), receive, send_stored)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            runs = app is self._app and self._running.is_set()
            if runs or not self._not_stored or task is None or task.cancelling():
                raise
            failure = self._not_stored  # the application was stopped while it answered
        if failure:
            for message in _refusal(failure, started):
                send(message)
            if app is self._app:
                await self._restart(failure)

    def _scope(self, request: PageRequest) -> Scope:
        url = urlsplit(request.url)
        headers = {
            **request.headers,
            "host": url.netloc,
            "cookie": self._cookie,
            "content-length": str(len(request.body)),
        }
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": url.scheme,
            "path": unquote(url.path),
            "raw_path": url.path.encode(),
            "query_string": url.query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode(), value.encode("latin-1", "replace"))
                for name, value in headers.items()
            ],
            "client": ("127.0.0.1", 0),
            "server": (url.hostname, url.port),
        }

    # -- files ----------------------------------------------------------------------------------

    async def save_changes(self) -> None:
        """Store what has changed since the last time. NotStored."""
        async with self._saving:
            marks = dict(self._found())
            if marks == self._marks:
                return
            names = [name for name, mark in marks.items() if self._marks.get(name) != mark]
            changes: Changes = {name: (self._directory / name).read_bytes() for name in names}
            changes |= dict.fromkeys(self._marks.keys() - marks.keys())
            await self._save(changes)
            self._marks = marks
            for name, content in changes.items():
                self._stored.pop(name, None)
                if content is not None:
                    self._stored[name] = content

    async def _keep_saving(self) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY)
            # Whoever asks next is told.
            with contextlib.suppress(NotStored):
                await self.save_changes()

    def _found(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        """The files of the directory; each with a mark that changes with its content."""
        for path in self._directory.rglob("*"):
            if path.is_file() and not is_draft(path.name):
                about = path.stat()
                mark = about.st_ino, about.st_size, about.st_mtime_ns
                yield path.relative_to(self._directory).as_posix(), mark


def _for_frame(message: Message) -> Message:
    """A part of a response, with headers that let a page of this site show it in a frame."""
    if message["type"] != "http.response.start":
        return message
    headers = [
        (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors 'self'"))
        for name, value in message["headers"]
        if name not in DROPPED
    ]
    return {**message, "headers": headers}


def _refusal(why: str, started: bool) -> Iterator[Message]:
    """What a page gets that asked for a change which could not be stored."""
    if started:  # a stream of events
        note = stream_message(json.dumps({"say": [why]}).encode(), event="note")
        yield {"type": "http.response.body", "body": note}
        return
    body = json.dumps({"kind": "not_kept", "say": why}).encode()
    headers: list[Any] = [(b"content-type", b"application/json")]
    yield {"type": "http.response.start", "status": 507, "headers": headers}
    yield {"type": "http.response.body", "body": body}
