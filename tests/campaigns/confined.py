"""A function in a process of its own, that may neither hang, nor take all memory, nor fall silent."""

from __future__ import annotations

import json
import mmap
import os
import resource
import select
import signal
import struct
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

from attrs import frozen

T = TypeVar("T")

SPARE = 3 << 30
"""Address space beyond what is in use; more is refused with a MemoryError."""
PATIENCE = 30.0
"""Seconds without a sign of life before a process is taken for hanging."""
ROOM = 4 << 20


class Desk:
    """Where a confined process lays what it is working on, so that one knows when it dies."""

    def __init__(self) -> None:
        self._room = mmap.mmap(-1, ROOM)
        self._count = 0

    def lay(self, work: bytes) -> None:
        self._count += 1
        work = work[: ROOM - 16]
        self._room[:16] = struct.pack("=QQ", self._count, len(work))
        self._room[16 : 16 + len(work)] = work

    def look(self) -> tuple[int, bytes]:
        """How often something was laid here, and the last of it."""
        count, size = struct.unpack("=QQ", self._room[:16])
        return count, self._room[16 : 16 + size]

    def close(self) -> None:
        self._room.close()


@frozen
class Ended:
    """How it went: what the function returned, or why there is nothing."""

    value: Any = None
    trouble: str = ""
    last: bytes = b""
    """What it was working on when it was stopped."""


def peak() -> int:
    """The most memory this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def forked(fork: Callable[[], T]) -> T:
    """Fork beside the threads of a test runner or a progress bar: the child asks nothing of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return fork()


def confined(function: Callable[[Desk], Any], patience: float = PATIENCE) -> Ended:
    """What a function returns, as JSON; it is stopped when it lays nothing new on its desk."""
    desk = Desk()
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = forked(os.fork)
    if not child:
        os.close(reading)
        _live(function, desk, writing)
    os.close(writing)
    try:
        said, silent = _listen(reading, desk, patience)
        if silent:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if not silent and code == 0:
            return Ended(json.loads(said))
        trouble = f"silent for {patience:.0f} seconds" if silent else f"died with exit code {code}"
        return Ended(None, trouble, desk.look()[1])
    finally:
        os.close(reading)
        desk.close()


def _live(function: Callable[[Desk], Any], desk: Desk, writing: int) -> None:
    """The life of the child; it never returns."""
    code = 70
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with open("/proc/self/statm", encoding="ascii") as sizes:
            used = int(sizes.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + SPARE, used + SPARE))
        value = json.dumps(function(desk)).encode()
        while value:
            value = value[os.write(writing, value) :]
        code = 0
    except BaseException as error:  # noqa: BLE001 (there is nobody above to tell)
        os.write(2, f"a confined process failed: {error!r}\n".encode("utf-8", "replace"))
    finally:
        os._exit(code)


def _listen(reading: int, desk: Desk, patience: float) -> tuple[bytes, bool]:
    """What the child says, and whether it has fallen silent instead."""
    said = b""
    seen, since = desk.look()[0], time.monotonic()
    while True:
        if select.select([reading], [], [], 0.5)[0]:
            part = os.read(reading, 1 << 16)
            if not part:
                return said, False
            said += part
            since = time.monotonic()
        count = desk.look()[0]
        if count != seen:
            seen, since = count, time.monotonic()
        elif time.monotonic() - since > patience:
            return said, True
