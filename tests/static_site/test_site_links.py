"""No link of the site leads nowhere: there is a file for it, or the application answers it."""

from __future__ import annotations

import asyncio
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

from tests.static_site.test_browser_app import Shelf, Visitor

_LINK = re.compile(r'<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"]+)"')


def links(page: str, text: str) -> set[tuple[str, str]]:
    """The links of a page to the site: paths below it, and fragments."""
    found = set()
    for link in _LINK.findall(re.sub(r"<(pre|script)\b.*?</\1>", _opening, text, flags=re.DOTALL)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = link.partition("#")
        address = posixpath.join(posixpath.dirname(page), unquote(path.partition("?")[0]))
        target = posixpath.normpath(address) if path else page
        found.add((target, fragment))
    return found


def _opening(element: re.Match[str]) -> str:
    return element[0][: element[0].index(">") + 1]


class Site:
    """The text behind the addresses of a site."""

    def __init__(self, directory: Path, application: Visitor) -> None:
        self._directory = directory
        self._application = application
        self._texts: dict[str, str | None] = {}

    async def text(self, path: str) -> str | None:
        """What is there; None if nothing is."""
        if path not in self._texts:
            self._texts[path] = self._file(path) or await self._answer(path)
        return self._texts[path]

    def _file(self, path: str) -> str | None:
        place = self._directory / path
        for file in (place.with_name(f"{place.name}.html"), place, place / "index.html"):
            if file.is_file():
                return file.read_text("utf-8", errors="replace") or " "
        return None

    async def _answer(self, path: str) -> str | None:
        status, _, text = await self._application.ask(path, accept="text/html")
        return text if status == 200 else None


async def dead_links(site: Path, application: Visitor) -> list[str]:
    known = Site(site, application)
    dead = []
    for path in sorted(site.rglob("*.html")):
        page = path.relative_to(site).as_posix()
        for target, fragment in sorted(links(page, path.read_text("utf-8"))):
            text = await known.text(target)
            if text is None or (fragment and f'id="{fragment}"' not in text):
                dead.append(f"{page}: {target}#{fragment}")
    return dead


def test_no_link_of_the_site_leads_nowhere(site: Path, tmp_path: Path) -> None:
    async def look() -> list[str]:
        visitor = Visitor(tmp_path, Shelf())
        await visitor.app.start()
        try:
            return await dead_links(site, visitor)
        finally:
            await visitor.app.stop()

    assert len(list(site.glob("docs/*/index.html"))) > 30
    assert asyncio.run(look()) == []
