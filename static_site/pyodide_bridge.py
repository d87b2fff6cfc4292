"""The bridge between the scripts of the site and the application: values of one in the other.

Only Pyodide can import this module.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyodide.ffi import JsException, to_js

from rulekeep.static_site.browser_app import BrowserApp, Changes, NotStored, PageRequest
from rulekeep.static_site.browser_bots import BrowserBots, BrowserReviews
from rulekeep.web.bots.bot_pool import BotWorkerFailure
from rulekeep.web.middleware import Message
from rulekeep.web.pages.review_maker import ReviewMaker

MATCHES = Path("/matches")
REVIEWS = Path("/reviews")


class _Worker:
    """A worker of the browser."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker

    async def ask(self, line: str, seconds: float) -> str:
        try:
            return str(await self._worker.ask(line, seconds))
        except JsException as error:
            raise BotWorkerFailure(error.js_error.message) from None

    def stop(self) -> None:
        self._worker.stop()


async def start(base: str, files: Any, save: Any, bots: Any, reviewer: Any) -> BrowserApp:
    """The application, started with the files of the browser's store."""

    async def save_changes(changes: Changes) -> None:
        try:
            await save(to_js(list(changes.items())))
        except JsException as error:
            raise NotStored(error.js_error.message) from None

    stored = {name: content.to_bytes() for name, content in files}
    reviews = ReviewMaker(REVIEWS, ("review",), BrowserReviews(_Worker(reviewer)))
    app = BrowserApp(MATCHES, base, stored, save_changes, BrowserBots(_Worker(bots)), reviews)
    await app.start()
    await app.save_changes()
    return app


def answer(
    app: BrowserApp, method: str, url: str, headers: Any, body: Any, post: Any
) -> Callable[[], None]:
    """Answer a request by calls of `post`; call what is returned when the page has gone."""
    request = PageRequest(method, url, dict(headers), body.to_bytes() if body else b"")
    gone = asyncio.Event()

    def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            pairs = [
                [name.decode("latin-1"), value.decode("latin-1")]
                for name, value in message["headers"]
            ]
            post("start", message["status"], to_js(pairs))
        else:
            post("body", to_js(message.get("body", b"")), message.get("more_body", False))

    task = asyncio.ensure_future(app.answer(request, send, gone))
    task.add_done_callback(lambda _done: post("end"))
    return gone.set
