"""A forked process that does one thing, says one thing and ends."""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulekeep.core.errors import RulekeepError

Message = dict[str, Any]
"""What JSON can carry."""


@frozen
class ForkedChild:
    pid: int
    pipe: int
    """Can be read when the process has spoken or has ended."""

    @classmethod
    def fork(cls, work: Callable[[], Message]) -> ForkedChild:
        """Do some work elsewhere."""
        if not hasattr(os, "fork"):
            raise RulekeepError("mutants run in forked processes, which this system does not have")
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            # Threads of whoever calls us are not carried over, and not needed.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid:
            os.close(writing)
            return cls(pid, reading)
        # Nobody but the process itself may leave this block.
        try:
            _detach()
            try:
                said = work()
            except BaseException as error:  # noqa: BLE001
                said = {"error": f"{type(error).__name__}: {error}"}
            os.write(writing, json.dumps(said).encode())
        finally:
            os._exit(0)

    def told(self) -> Message:
        """What it said; nothing if it came to an end before. It is waited for."""
        parts: list[bytes] = []
        while part := os.read(self.pipe, 1 << 16):
            parts.append(part)
        self._bury()
        told: Message = json.loads(b"".join(parts)) if parts else {}
        return told

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._bury()

    def _bury(self) -> None:
        os.close(self.pipe)
        os.waitpid(self.pid, 0)


def limit_cpu_time(seconds: float) -> None:
    """From now on this process may take so many seconds of the processor, and then dies."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _detach() -> None:
    """No input, no output, no handlers; an interrupt is the parent's business."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
