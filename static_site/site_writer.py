"""Write the site into a directory, whole or not at all."""

from __future__ import annotations

import gzip
import json
import mimetypes
import os
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import resources
from pathlib import Path

from attrs import frozen

from rulekeep import __version__
from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError
from rulekeep.static_site import runtime
from rulekeep.static_site.icon_images import Icon
from rulekeep.static_site.module_archives import (
    compiled,
    licences,
    own_modules,
    pack,
    standard_library,
    without_library_metadata,
)
from rulekeep.static_site.page_printer import PrintedFile, print_pages
from rulekeep.web.pages.template_engine import STATIC

MARK = "rulekeep-site.json"
"""A directory with this file is a site of ours, which a new one may replace."""
SHOWN = ("bar.js", "moved.js", "site.css", "start.js")
"""Assets that a page needs before the site is stored in the browser."""
PARTS = {"book": "rule books", "docs": "documents"}
"""What the command calls the pages of a folder; all others are "pages"."""
WASM = "application/wasm"
SCRIPT = "text/javascript; charset=utf-8"
JSON = "application/json"
MANIFEST = {
    "name": "rulekeep",
    "short_name": "rulekeep",
    "description": "Castle board games: play them, learn them, look up the rules.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#fbfaf6",
    "theme_color": "#1b4f9c",
    "icons": [
        {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": "icon-mask.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    ],
}
SAFE = 0.75
"""The size of the castle on an icon that phones cut: the middle circle, 0.8 wide, always shows."""
Progress = Callable[[int, str], None]


@frozen
class SiteSummary:
    """What was written: bytes that a browser downloads, by part."""

    sizes: dict[str, int]
    late: int
    """Bytes of pictures that it downloads only when a page shows them."""
    is_compiled: bool


def write_site(
    out: Path, runtime_files: Path, book: Path, cache: Path, progress: Progress
) -> SiteSummary:
    """Write the site; `book` is a finished book. DataError, RulekeepError, and then nothing has changed."""
    need_replaceable(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".rulekeep-site-") as draft:
            site = _Site(Path(draft) / "site")
            progress(1, "pages")
            for page in print_pages(Path(draft) / "matches", book):
                site.add_page(page)
            progress(2, "Python")
            is_compiled = _add_python(site, runtime_files, cache)
            progress(3, "scripts")
            _add_assets(site)
            site.finish()
            if out.exists():
                os.rename(out, Path(draft) / "former")
            os.rename(site.directory, out)
            os.chmod(out, 0o755)
    except OSError as error:
        raise DataError(str(out), f"cannot be written: {why_not(error)}") from None
    return SiteSummary(site.sizes, site.late, is_compiled)


def need_replaceable(out: Path) -> None:
    """DataError if the directory exists and is neither empty nor a site of ours."""
    if out.exists() and (not out.is_dir() or (not (out / MARK).is_file() and any(out.iterdir()))):
        raise DataError(str(out), "exists and is not a site of rulekeep; it is left alone")


class _Site:
    """A site in the making: files for plain hosts, and packed files that browsers store."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.sizes: dict[str, int] = {}
        self.late = 0
        self._stored: dict[str, tuple[str, str, int, int]] = {}
        (directory / "files").mkdir(parents=True)

    def store(
        self, part: str, path: str, content: bytes, media_type: str, is_late: bool = False
    ) -> None:
        """Add a file that the browser stores; it is named by its digest and packed.

        A late file is stored when it is first shown.
        """
        digest = sha256(content).hexdigest()[:20]
        packed = gzip.compress(content, 9, mtime=0)
        self._write(f"files/{digest}.gz", packed)
        self._stored[path] = (digest, media_type, len(packed), int(is_late))
        if is_late:
            self.late += len(packed)
        else:
            self.sizes[part] = self.sizes.get(part, 0) + len(packed)

    def show(self, path: str, content: bytes) -> None:
        """Add a file that a plain host serves."""
        self._write(path, content)

    def add_page(self, page: PrintedFile) -> None:
        """Add what the application has made: for plain hosts and, if it is stored, for browsers."""
        if page.is_stored:
            part = PARTS.get(page.path.partition("/")[0], "pages")
            is_late = page.media_type == "image/png"
            self.store(part, page.path, page.content, page.media_type, is_late)
        for path, content in page.on_host():
            self.show(path, content)

    def finish(self) -> None:
        """Write the service worker, which knows all stored files, and the mark."""
        listed = json.dumps(self._stored, separators=(",", ":"))
        version = sha256(listed.encode()).hexdigest()[:16]
        script = _asset("sw.js").decode().replace("%VERSION%", version).replace("%FILES%", listed)
        self.show("sw.js", script.encode())
        mark = {"rulekeep": __version__, "version": version}
        self.show(MARK, json.dumps(mark).encode() + b"\n")

    def _write(self, path: str, content: bytes) -> None:
        place = self.directory / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _asset(name: str) -> bytes:
    return resources.files("rulekeep.static_site").joinpath("assets", name).read_bytes()


def _add_assets(site: _Site) -> None:
    for name in _asset_names():
        _add_asset(site, name, _asset(name), name in SHOWN)
    for name, content in _icons().items():
        _add_asset(site, name, content, True)
    _add_asset(site, "manifest.webmanifest", json.dumps(MANIFEST).encode(), True)


def _add_asset(site: _Site, name: str, content: bytes, is_shown: bool) -> None:
    media_type = mimetypes.guess_type(name)[0] or "application/manifest+json"
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    site.store("scripts", name, content, media_type + charset)
    if is_shown:
        site.show(name, content)


def _icons() -> dict[str, bytes]:
    svg = (STATIC / "icon.svg").read_bytes()
    icon = Icon.of_svg(svg.decode())
    return {
        "icon.svg": svg,
        "icon-192.png": icon.png(192),
        "icon-512.png": icon.png(512),
        "icon-mask.png": icon.inverted_png(512, SAFE),
        "apple-touch-icon.png": icon.inverted_png(180, SAFE),
    }


def _asset_names() -> Iterator[str]:
    for asset in resources.files("rulekeep.static_site").joinpath("assets").iterdir():
        if asset.name not in ("sw.js", "compile.mjs"):
            yield asset.name


def _add_python(site: _Site, files: Path, cache: Path) -> bool:
    """Add Python and the modules; whether they are compiled."""
    own, library = own_modules(), standard_library(files)
    site.show("licences.txt", licences(own).encode())
    plain = pack(library), pack(without_library_metadata(own))
    fast = (compiled(plain[0], files, cache), compiled(plain[1], files, cache))
    stdlib, modules = (quick or slow for quick, slow in zip(fast, plain, strict=True))
    site.store("standard library", f"runtime/{runtime.STDLIB}", stdlib, "application/zip")
    site.store("rulekeep and libraries", "runtime/modules.zip", modules, "application/zip")
    for name in runtime.DIGESTS.keys() - {runtime.STDLIB}:
        media_type = WASM if name.endswith(".wasm") else SCRIPT
        site.store("Python", f"runtime/{name}", (files / name).read_bytes(), media_type)
    site.store("Python", "runtime/pyodide-lock.json", runtime.LOCK.encode(), JSON)
    return None not in fast
