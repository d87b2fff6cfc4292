"""A command that makes a file or a folder while the server runs; players come first."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

MAX_ERROR = 300
"""Characters of the reason why a command failed."""


class CommandRunner(Protocol):
    """Runs a command to its end."""

    async def run(self, command: Sequence[str]) -> None:
        """Run a command. OSError with the reason if it fails. Cancelling stops the command."""
        ...


class BackgroundCommand:
    """One process at low priority."""

    async def run(self, command: Sequence[str]) -> None:
        """Run a command to its end. OSError with the last line that it printed as an error."""
        process = await asyncio.create_subprocess_exec(
            *command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True
        )
        if hasattr(os, "setpriority"):
            with suppress(ProcessLookupError):  # it may have ended already
                os.setpriority(os.PRIO_PROCESS, process.pid, 10)
        try:
            _, errors = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        if process.returncode:
            why = errors.decode(errors="replace").strip().rpartition("\n")[2]
            raise OSError(why[:MAX_ERROR] or f"ended with {process.returncode}")
