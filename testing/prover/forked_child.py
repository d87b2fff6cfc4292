"""Run one function in a forked process and receive its result as JSON."""

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
"""A result that JSON can carry."""


@frozen
class ForkedChild:
    """A forked process and the pipe that carries its result."""

    pid: int
    pipe: int
    """Readable once the process has written its result or has ended."""

    @classmethod
    def fork(cls, work: Callable[[], Message]) -> ForkedChild:
        """Start a process that runs `work`."""
        if not hasattr(os, "fork"):
            raise RulekeepError("mutants run in forked processes, which this system does not have")
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            # Threads of the caller are not carried over, and not needed.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid:
            os.close(writing)
            return cls(pid, reading)
        # The child must never return from here.
        try:
            _detach()
            try:
                message = work()
            except BaseException as error:  # noqa: BLE001
                message = {"error": f"{type(error).__name__}: {error}"}
            os.write(writing, json.dumps(message).encode())
        finally:
            os._exit(0)

    def result(self) -> Message:
        """Wait for the process; its result, empty if it ended without one."""
        parts: list[bytes] = []
        while part := os.read(self.pipe, 1 << 16):
            parts.append(part)
        self._reap()
        message: Message = json.loads(b"".join(parts)) if parts else {}
        return message

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._reap()

    def _reap(self) -> None:
        os.close(self.pipe)
        os.waitpid(self.pid, 0)


def limit_cpu_time(seconds: float) -> None:
    """Kill this process once it has used this much more processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _detach() -> None:
    """Close the standard streams and leave interrupts to the parent."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
