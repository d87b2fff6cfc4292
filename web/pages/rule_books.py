"""The illustrated rule books: written once by a command of the host's, kept, and then served.

Playing every example takes a while, so a process of its own does it when the first reader comes;
until it has, readers get the rules without examples. What is kept is found again as long as the
games are the same.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from time import time

from rulekeep import __version__
from rulekeep.core import registry

MOST_SAID = 300
FORGOTTEN = 30 * 24 * 3600
"""Seconds that an older edition is kept: another server may still read it."""

log = logging.getLogger("rulekeep.web")


class Books:
    """The books in a directory; without a command there are none."""

    def __init__(self, directory: Path | None = None, command: Sequence[str] = ()) -> None:
        self._directory = directory
        self._command = tuple(command)
        self._files: dict[str, Path] = {}
        self._binding: asyncio.Task[None] | None = None
        self._looked = asyncio.Event()
        """Whether it is known what was made before."""
        self._process: Process | None = None

    @property
    def are_made(self) -> bool:
        """Whether somebody is at work on them."""
        return self._binding is not None and not self._binding.done()

    def file(self, name: str) -> Path | None:
        """A page, script or style of the books by its name; None as long as there is none."""
        return self._files.get(name) or self._files.get(f"{name}.html")

    async def want(self) -> None:
        """Somebody reads: what was made before is there at once, anything else soon."""
        if self._directory is not None and self._command:
            if self._binding is None:
                self._binding = asyncio.create_task(self._bind(self._directory))
            await self._looked.wait()

    async def _bind(self, directory: Path) -> None:
        try:
            place = directory / await asyncio.to_thread(edition)
            if not place.is_dir():
                self._looked.set()
                await self._make(place)
            self._files = {path.name: path for path in place.iterdir() if path.is_file()}
            for former in directory.iterdir():
                if former != place and former.stat().st_mtime < time() - FORGOTTEN:
                    shutil.rmtree(former, ignore_errors=True)
        except OSError as error:
            log.warning("the rule books are served without examples: %s", error.strerror or error)
        finally:
            self._looked.set()

    async def _make(self, place: Path) -> None:
        """Run the command. OSError."""
        place.parent.mkdir(parents=True, exist_ok=True)
        command = (*self._command, str(place))
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True
        )
        if hasattr(os, "setpriority"):  # whoever plays comes before whoever reads
            os.setpriority(os.PRIO_PROCESS, self._process.pid, 10)
        _, said = await self._process.communicate()
        if self._process.returncode:
            why = said.decode(errors="replace").strip().rpartition("\n")[2]
            raise OSError(why[:MOST_SAID] or f"ended with {self._process.returncode}")

    async def close(self) -> None:
        """A book that is half made is given up."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
        if self._binding is not None:
            await asyncio.gather(self._binding, return_exceptions=True)


def edition() -> str:
    """A name for the books of the games as they are: another as soon as a file of theirs changes."""
    stamps = sha256(__version__.encode())
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
