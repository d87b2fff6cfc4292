"""A command that makes a file or a folder while the server runs; players come first."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

MAX_ERROR = 300
"""Characters of the reason why a command failed."""


class CommandRunner(Protocol):
    """Runs a command to its end."""

    async def run(self, command: Sequence[str]) -> None:
        """Run a command. OSError with the reason if it fails."""
        ...

    def stop(self) -> None:
        """Stop the command that runs."""
        ...


class BackgroundCommand:
    """One process at low priority."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def run(self, command: Sequence[str]) -> None:
        """Run a command to its end. OSError with the last line that it printed as an error."""
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True
        )
        if hasattr(os, "setpriority"):
            with suppress(ProcessLookupError):  # it may have ended already
                os.setpriority(os.PRIO_PROCESS, self._process.pid, 10)
        _, errors = await self._process.communicate()
        if self._process.returncode:
            why = errors.decode(errors="replace").strip().rpartition("\n")[2]
            raise OSError(why[:MAX_ERROR] or f"ended with {self._process.returncode}")

    def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
