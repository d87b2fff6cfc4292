"""The illustrated rule books: made once by a command, stored, and served as files.

Playing every example takes a while, so a process does it when the first reader comes; until then
readers get the rules without examples. Stored books are used as long as the games are the same.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from time import time

from rulekeep import __version__
from rulekeep.core import registry
from rulekeep.web.background_command import BackgroundCommand

FORM = 2
"""Counts the changes of the pages; stored books of another form are made again."""
EXPIRY = 30 * 24 * 3600
"""Seconds until an older edition is deleted: another server may still use it."""

log = logging.getLogger("rulekeep.web")


class Books:
    """The books of a directory; without a command there are none."""

    def __init__(self, directory: Path | None = None, command: Sequence[str] = ()) -> None:
        self._directory = directory
        self._command = tuple(command)
        self._files: dict[str, Path] = {}
        self._task: asyncio.Task[None] | None = None
        self._checked = asyncio.Event()
        """Set once it is known whether there are stored books."""
        self._binder = BackgroundCommand()

    @property
    def are_made(self) -> bool:
        """Whether they are being made."""
        return self._task is not None and not self._task.done()

    def file(self, name: str) -> Path | None:
        """A page, script or style by its name; None as long as there is none."""
        return self._files.get(name) or self._files.get(f"{name}.html")

    async def want(self) -> None:
        """Find stored books at once, or start making them."""
        if self._directory is not None and self._command:
            if self._task is None:
                self._task = asyncio.create_task(self._load(self._directory))
            await self._checked.wait()

    async def _load(self, directory: Path) -> None:
        try:
            target = directory / await asyncio.to_thread(edition)
            if not target.is_dir():
                self._checked.set()
                await self._make(target)
            self._files = {path.name: path for path in target.iterdir() if path.is_file()}
            for old in directory.iterdir():
                if old != target and old.stat().st_mtime < time() - EXPIRY:
                    shutil.rmtree(old, ignore_errors=True)
        except OSError as error:
            log.warning("the rule books are served without examples: %s", error.strerror or error)
        finally:
            self._checked.set()

    async def _make(self, target: Path) -> None:
        """Run the command that makes the books. OSError."""
        target.parent.mkdir(parents=True, exist_ok=True)
        await self._binder.run((*self._command, str(target)))

    async def close(self) -> None:
        """Stop making books."""
        self._binder.stop()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)


def edition() -> str:
    """A digest of all files of the games, as the name of their books."""
    stamps = sha256(f"{__version__} {FORM}".encode())
    for line in _stamps():
        stamps.update(line.encode())
    return stamps.hexdigest()[:16]


def _stamps() -> Iterator[str]:
    for name in sorted(registry.games()):
        package = import_module(registry.package_of(name))
        for root in map(Path, getattr(package, "__path__", ())):
            for path in sorted(root.rglob("*")):
                if path.is_file() and path.suffix != ".pyc":
                    found = path.stat()
                    yield f"{name} {path.relative_to(root)} {found.st_size} {found.st_mtime_ns}\n"
