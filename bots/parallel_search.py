"""One decision on several cores: each searches a tree of its own, and what they found is added up.

A helper is a forked copy of this process, so that any game and any table is there without being
sent. It does nothing but search: no screen, no files, no lock that another thread may have held.
It says what it found in one line of JSON. It ends when it has done its share, when it is told to,
or when whoever forked it is gone, which the pipe tells it.
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
"""What a search found, as JSON can say it."""
Work = Callable[[Stop], Found]
"""What a helper is to do; it asks again and again whether to stop."""

AVAILABLE = hasattr(os, "fork")
MOST = 64
PATIENCE = 50
"""Milliseconds between two looks at whether somebody has lost patience."""
PIECE = 1 << 16


class Helper:
    """A process that does some work and then is gone. OSError: there can be no more of them."""

    def __init__(self, work: Work) -> None:
        self._answer, theirs = os.pipe()
        ours, self._orders = os.pipe()
        try:
            self.pid = _fork()
        except OSError:
            for end in (self._answer, theirs, ours, self._orders):
                os.close(end)
            raise
        if not self.pid:
            os.close(self._answer)
            os.close(self._orders)
            _help(work, ours, theirs)
        os.close(ours)
        os.close(theirs)

    def answer(self, stop: Stop | None) -> Found | None:
        """What it found; None if it died without a word. It is hurried once `stop` says so."""
        said = b""
        while not said.endswith(b"\n"):
            if stop is not None and stop():
                stop = None
                with contextlib.suppress(OSError):
                    os.write(self._orders, b".")
            if _is_there(self._answer, PATIENCE):
                piece = os.read(self._answer, PIECE)
                if not piece:
                    return None
                said += piece
        found: Found = json.loads(said)
        return found

    def end(self) -> None:
        """Let it go, whatever it is at."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        os.close(self._answer)
        os.close(self._orders)


def _fork() -> int:
    with warnings.catch_warnings():
        # Python warns of forks beside threads: a lock that one of them holds is never opened in
        # the copy. A helper asks for none.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _is_there(end: int, milliseconds: int = 0) -> bool:
    """Whether a pipe has something to say, its end included."""
    waiting = select.poll()
    waiting.register(end, select.POLLIN)
    return bool(waiting.poll(milliseconds))


def _help(work: Work, orders: int, answer: int) -> None:
    """The whole life of a helper; it never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asked
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()
        said = json.dumps(work(lambda: _is_there(orders))).encode() + b"\n"
        while said:
            said = said[os.write(answer, said) :]
    finally:
        os._exit(0)
