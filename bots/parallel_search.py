"""Search on several cores: each searches its own tree, and the results are added up.

A helper is a forked copy of this process, so the game and the state need not be sent. It only
searches, and uses no screen, no files and no locks of other threads. It sends its result as one
line of JSON. It ends when it has done its share, when it gets a message, or when the parent's end
of the pipe is closed.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import warnings
from collections.abc import Callable
from typing import Any

from rulekeep.bots.base import Stop

Found = list[Any]
"""The result of a search, as JSON data."""
Work = Callable[[Stop], Found]
"""What a helper does; it calls the argument often to see whether to stop."""

AVAILABLE = hasattr(os, "fork")
MAX_CORES = 64
POLL_MILLISECONDS = 50
"""Milliseconds between two checks whether to stop."""
MAX_READ = 1 << 16


class Helper:
    """A forked process that does some work. OSError if it cannot be started."""

    def __init__(self, work: Work) -> None:
        self._answer, their_answer = os.pipe()
        their_stop, self._stop_pipe = os.pipe()
        try:
            self.pid = _fork()
        except OSError:
            for end in (self._answer, their_answer, their_stop, self._stop_pipe):
                os.close(end)
            raise
        if not self.pid:
            os.close(self._answer)
            os.close(self._stop_pipe)
            _help(work, their_stop, their_answer)
        os.close(their_stop)
        os.close(their_answer)

    def answer(self, stop: Stop | None) -> Found | None:
        """Its result; None if it died. It must stop when `stop` returns True."""
        data = b""
        while not data.endswith(b"\n"):
            if stop is not None and stop():
                stop = None
                with contextlib.suppress(OSError):
                    os.write(self._stop_pipe, b".")
            if _is_there(self._answer, POLL_MILLISECONDS):
                piece = os.read(self._answer, MAX_READ)
                if not piece:
                    return None
                data += piece
        found: Found = json.loads(data)
        return found

    def end(self) -> None:
        """Kill it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        os.close(self._answer)
        os.close(self._stop_pipe)


def _fork() -> int:
    with warnings.catch_warnings():
        # Python warns of forks with threads: a lock that another thread holds stays locked in the
        # copy. A helper uses no locks.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _is_there(end: int, milliseconds: int = 0) -> bool:
    """Whether a pipe has data, or was closed."""
    waiting = select.poll()
    waiting.register(end, select.POLLIN)
    return bool(waiting.poll(milliseconds))


def _help(work: Work, stop_pipe: int, answer: int) -> None:
    """Do the work in the forked process; never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()
        data = json.dumps(work(lambda: _is_there(stop_pipe))).encode() + b"\n"
        while data:
            data = data[os.write(answer, data) :]
    finally:
        os._exit(0)
