"""Reviews of finished matches: pages that a command makes, one after another, and stores."""

from __future__ import annotations

import asyncio
import logging
import shlex
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from rulekeep.web.background_command import BackgroundCommand, CommandRunner

PAGE_FORMAT = 2
"""Counts up when pages hold something new, so that stored ones are made again."""
MAX_WAITING = 20
"""Reviews that may wait for their turn."""
MAX_FAILED = 100
"""Matches of which it is remembered that they cannot be reviewed."""

log = logging.getLogger("rulekeep.web")


class ReviewMaker:
    """The review pages of a directory; without a command there are none."""

    def __init__(
        self,
        directory: Path | None = None,
        command: Sequence[str] = (),
        runner: CommandRunner | None = None,
    ) -> None:
        self._directory = directory
        self._command = tuple(command)
        self._tasks: dict[Path, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._running = runner or BackgroundCommand()
        self._failed: OrderedDict[Path, str] = OrderedDict()

    @property
    def are_offered(self) -> bool:
        return self._directory is not None and bool(self._command)

    @property
    def are_many(self) -> bool:
        """Whether no further review can wait."""
        return len(self._tasks) >= MAX_WAITING

    def page(self, match: Path, content: bytes) -> Path:
        """Where the page of a match is or will be; the same match has the same page."""
        assert self._directory is not None
        digest = sha256(b"%d\n" % PAGE_FORMAT + content).hexdigest()[:24]
        return self._directory / f"{match.stem}-{digest}.html"

    def why_not(self, page: Path) -> str:
        """Why a page could not be made; empty if it was not tried or is being made."""
        return self._failed.get(page, "")

    def want(self, match: Path, page: Path, data: Path | None = None) -> None:
        """Make a page unless it is being made or cannot be made; `data` has the match's data files."""
        if page not in self._tasks and page not in self._failed:
            task = self._tasks[page] = asyncio.create_task(self._make(match, page, data))
            task.add_done_callback(lambda _done: self._tasks.pop(page, None))

    async def _make(self, match: Path, page: Path, data: Path | None) -> None:
        box = () if data is None else ("--data", str(data))
        async with self._turn:
            draft = page.with_suffix(".draft")
            try:
                page.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                draft.unlink(missing_ok=True)
                await self._running.run((*self._command, str(draft), *box, str(match)))
                draft.replace(page)
            except OSError as error:
                self._failed[page] = str(error.strerror or error)
                if len(self._failed) > MAX_FAILED:
                    self._failed.popitem(last=False)
                log.warning("no review of %s: %s", shlex.quote(match.name), self._failed[page])

    async def close(self) -> None:
        """Stop making pages."""
        for task in [*self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
