"""Pages rendered when the site is written, by the application itself: readable before Python is there."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.match.lessons import PUZZLES, lessons_of
from rulekeep.static_site.browser_app import BrowserApp, Changes, PageRequest
from rulekeep.web.bots.bot_pool import BotAnswer, BotTask, BotWorkerFailure
from rulekeep.web.middleware import Message
from rulekeep.web.pages.document_pages import address_of, document_pictures, documents
from rulekeep.web.pages.example_pages import example_count
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.pages.template_engine import STATIC, STATIC_DIGEST

ROOT = "/@root@"
"""Stands for the path of the site, which is known only where it is served."""
PICTURES = "docs/pictures/"
BASE = f"http://localhost{ROOT}"
START = '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'; style-src \'self\' \'unsafe-inline\'; img-src \'self\' data: blob:; object-src \'none\'; base-uri \'none\'"><meta name="theme-color" content="#1b4f9c"><link rel="manifest" href="{root}/manifest.webmanifest"><link rel="apple-touch-icon" href="{root}/apple-touch-icon.png"><link rel="stylesheet" href="{root}/site.css"><script type="module" src="{root}/start.js"></script></head>'

MOVED = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rule book</title>'
    '<meta http-equiv="refresh" content="1; url={page}">'
    '<script type="module" src="../../moved.js"></script></head>'
    '<body><a href="{page}">The rule book</a></body></html>'
)
"""Leads to a page beside its directory; the script does so at once and keeps the fragment."""
_ASKING = re.compile(r'<script type="module" src="[^"]*/(?:example|lesson|share)\.js"></script>')
"""Scripts that ask the application as soon as they run."""


@frozen
class PrintedFile:
    """A file of the site that the application has made."""

    path: str
    """Where it is served; the page of a directory ends with index.html."""
    content: bytes
    media_type: str
    is_stored: bool = True
    """Whether browsers store it. If not, the application makes the page when it is there."""

    def on_host(self) -> Iterator[tuple[str, bytes]]:
        """The files for a plain host. Links lead upwards from where a page is.

        A page of the book names its scripts beside it, so it is a file instead of a directory.
        A script that asks the application is left out, and the page waits until that is there.
        """
        if not self.path.endswith(".html"):
            yield self.path, self.content
            return
        path = self.path
        content, asking = _ASKING.subn("", self.content.decode())
        if asking:
            content = content.replace("<html data-printed ", '<html data-printed="waits" ', 1)
        if re.fullmatch("book/[^/]+/index.html", path):
            path = f"{path.removesuffix('/index.html')}.html"
            yield self.path, MOVED.format(page=f"../{Path(path).name}").encode()
        up = "/".join([".."] * path.count("/")) or "."
        yield path, content.replace(ROOT, up).encode()


class _NoBots:
    async def ask(self, task: BotTask) -> BotAnswer:
        raise BotWorkerFailure("does not play while pages are rendered")

    async def close(self) -> None:
        return


def print_pages(directory: Path, book: Path) -> list[PrintedFile]:
    """The lobby, documents, lessons, the book of a directory and the scripts of all pages. RulekeepError."""
    return asyncio.run(_print_pages(directory, book))


async def _print_pages(directory: Path, book: Path) -> list[PrintedFile]:
    async def save(changes: Changes) -> None:
        return

    app = BrowserApp(directory, BASE, {}, save, _NoBots(), books=_FinishedBooks(book))
    await app.start()
    try:
        stored = [await _printed(app, address) for address in _addresses(book)]
        return stored + [await _printed(app, one, is_stored=False) for one in _examples(book)]
    finally:
        await app.stop()
        shutil.rmtree(directory)


class _FinishedBooks(Books):
    """Books that were made before."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._files = {path.name: path for path in directory.iterdir()}


def _addresses(book: Path) -> Iterator[str]:
    yield from ("", "share")
    yield from map(address_of, documents())
    yield from (f"{PICTURES}{name}" for name in document_pictures())
    for game in registry.games().values():
        yield f"static/pictures/{game.id}.svg"
        yield f"learn/{game.id}"
        count = len(lessons_of(game)) + len(lessons_of(game, PUZZLES))
        yield from (f"learn/{game.id}/{n + 1}" for n in range(count))
    for path in sorted(book.iterdir()):
        if path.suffix in (".html", ".js", ".css"):
            yield f"book/{path.name.removesuffix('.html')}"
    for path in sorted(STATIC.iterdir()):
        yield f"static/{STATIC_DIGEST}/{path.name}"


def _examples(book: Path) -> Iterator[str]:
    """Addresses of the examples of the book at a table, which people send to each other."""
    for game in registry.games().values():
        if (book / f"{game.id}.html").is_file():
            yield from (f"book/{game.id}/{n + 1}" for n in range(example_count(game.id)))


async def _printed(app: BrowserApp, address: str, is_stored: bool = True) -> PrintedFile:
    messages: list[Message] = []
    request = PageRequest("GET", f"{BASE}/{address}", {"accept": "text/html"})
    await app.answer(request, messages.append, asyncio.Event())
    start, *rest = messages
    if start["status"] != 200:
        raise RulekeepError(f"the page {address!r} of the site could not be rendered")
    media_type = dict(start["headers"])[b"content-type"].decode()
    content = b"".join(part.get("body", b"") for part in rest)
    if not media_type.startswith("text/html"):
        return PrintedFile(address, content, media_type)
    text = content.decode().replace("</head>", START.format(root=ROOT), 1)
    text = re.sub("<html ", "<html data-printed ", text, count=1)
    path = f"{address}/index.html".lstrip("/")
    return PrintedFile(path, text.encode(), media_type, is_stored)
