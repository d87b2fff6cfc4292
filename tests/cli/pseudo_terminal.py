"""The real program in a pseudo-terminal, with a screen that can be read."""

from __future__ import annotations

import fcntl
import pty
import re
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pyte
from pexpect.fdpexpect import fdspawn  # type: ignore[import-untyped]
from tests.cli.preloaded import Preloaded
from tests.patience import PATIENCE

DELAY = 0.05
"""Seconds."""
ESCAPE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")


def last_line(shown: str) -> str:
    return (shown.splitlines() or [""])[-1]


class ForkedProgram:
    """A program in a terminal, forked from one that is imported; has what is used of `spawn`."""

    def __init__(
        self,
        preloaded: Preloaded,
        words: list[str],
        env: dict[str, str],
        cwd: Path,
        size: tuple[int, int],
    ) -> None:
        window, inner = pty.openpty()
        self._window: Any = fdspawn(window, timeout=PATIENCE)
        self.setwinsize(*size)
        self._program = preloaded.open(words, env, cwd, inner)
        self.pid = self._program.pid
        self.exitstatus: int | None = None
        self.read_nonblocking = self._window.read_nonblocking
        self.kill = self._program.kill

    def setwinsize(self, rows: int, columns: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._window.child_fd, termios.TIOCSWINSZ, size)

    def send(self, keys: str | bytes) -> None:
        """Press keys as late as `spawn` does: the terminal may still be changing its mode."""
        time.sleep(DELAY)
        self._window.send(keys)

    def wait(self) -> None:
        self.exitstatus = self._program.wait()

    def close(self, force: bool) -> None:
        self.kill(signal.SIGKILL)
        self._program.wait()
        self._window.close()


class Terminal:
    """A window of a given size in which `rulekeep` runs."""

    def __init__(
        self,
        words: list[str],
        env: dict[str, str],
        cwd: Path,
        columns: int,
        rows: int,
        preloaded: Preloaded | None = None,
    ) -> None:
        """With a process that has imported the program, it is forked from that one."""
        self._screen = pyte.HistoryScreen(columns, rows, history=5000)
        self._stream = pyte.ByteStream(self._screen)
        self._drawn = 0
        self._text: str | None = None
        self.bytes = b""
        if preloaded is not None:
            self.child: Any = ForkedProgram(preloaded, words, env, cwd, (rows, columns))
            return
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "rulekeep", *words],
            env=env,
            cwd=str(cwd),
            dimensions=(rows, columns),
            timeout=PATIENCE,
        )
        self.child.ptyproc.delayafterclose = 0  # a program that has ended needs no time to end

    # -- reading ----------------------------------------------------------------------------

    def read(self, timeout: float = 0.05) -> bool:
        """Take in what has come; False once there is nothing more to come."""
        try:
            chunk = self.child.read_nonblocking(65536, timeout)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.bytes += chunk
        return True

    @property
    def screen(self) -> pyte.HistoryScreen:
        """The window as it is now; drawing is slow, so it waits until the window is read."""
        if self._drawn < len(self.bytes):
            self._stream.feed(self.bytes[self._drawn :])
            self._drawn = len(self.bytes)
            self._text = None
        return self._screen

    @property
    def said(self) -> str:
        """All that was ever written, without escape codes."""
        return ESCAPE.sub("", self.bytes.decode("utf-8", "replace"))

    @property
    def text(self) -> str:
        """What is in the window now."""
        screen = self.screen
        if self._text is None:
            rows = (screen.buffer[y] for y in range(screen.lines))
            self._text = self._lines(rows, screen.columns).rstrip()
        return self._text

    @property
    def scrollback(self) -> str:
        """What one would see by scrolling up."""
        return self._lines(self.screen.history.top, self.screen.columns)

    @staticmethod
    def _lines(rows: Iterable[Any], width: int) -> str:
        """Lines as text. A wide character fills two places; the second is empty."""
        return "\n".join("".join(row[x].data for x in range(width)).rstrip() for row in rows)

    @property
    def everything(self) -> str:
        return f"{self.scrollback}\n{self.text}"

    def until(self, seen: Callable[[str], bool], wanted: str) -> str:
        """Read until what is in the window will do; the window then."""
        deadline = time.monotonic() + PATIENCE
        more, quiet = True, False
        while not seen(self.text) or (self._half_drawn and more and not quiet):
            assert more and time.monotonic() < deadline, (
                f"never saw {wanted} in:\n{self.everything}"
            )
            before = len(self.bytes)
            more = self.read(0.2 if self._half_drawn else 0.05)
            quiet = len(self.bytes) == before
        return self.text

    @property
    def _half_drawn(self) -> bool:
        """A full screen hides the cursor while it draws, and a sheet for good: then silence tells."""
        drawing, drawn = self.bytes.rfind(b"\x1b[?25l"), self.bytes.rfind(b"\x1b[?25h")
        opened, closed = self.bytes.rfind(b"\x1b[?1049h"), self.bytes.rfind(b"\x1b[?1049l")
        return drawing > drawn and opened > closed

    @property
    def _is_busy(self) -> bool:
        """Whether the program computes, or waits for a core or a disk, where the system shows it."""
        states = []
        for thread in Path(f"/proc/{self.child.pid}/task").glob("*/stat"):
            with suppress(OSError):  # it has ended meanwhile
                states.append(thread.read_text(encoding="utf-8").rpartition(") ")[2][:1])
        return "R" in states or "D" in states

    def wait(self, *texts: str) -> str:
        """Wait until all the texts are in the window, wherever lines are folded; the window then."""
        return self.until(
            lambda shown: all(_unfolded(text) in _unfolded(shown) for text in texts), repr(texts)
        )

    def wait_last(self, *texts: str) -> str:
        """Wait until the last line of the window holds one of the texts; that line."""
        shown = self.until(
            lambda shown: any(text in last_line(shown) for text in texts), f"{texts} last"
        )
        return last_line(shown)

    def prompt(self, name: str) -> None:
        """Wait for an empty prompt that reads keys one by one."""
        self.until(lambda shown: last_line(shown) == f"{name}>", f"{name} asked")

    def play_first_moves(self, name: str, end: str) -> None:
        """Play the first move of every list, as this person, until a text marks the end."""

        def shows(line: str) -> Callable[[str], bool]:
            return lambda shown: end in shown or last_line(shown) == line

        while end not in self.until(shows(f"{name}>"), f"{name} asked, or {end!r}"):
            # Enter is pressed only when the number is there: at the end it would do something else.
            self.keys("1")
            if end in self.until(shows(f"{name}> 1"), f"the number, or {end!r}"):
                return
            self.keys("\r")
            self.until(lambda shown: last_line(shown) != f"{name}> 1", "the move played")

    def settles(self, text: str) -> bool:
        """Read until all that was typed ahead is used up; whether the text has come by then."""
        quiet, deadline = 0, time.monotonic() + PATIENCE
        while quiet < 4 and time.monotonic() < deadline:
            before = len(self.bytes)
            if not self.read(0.1):
                break
            quiet = quiet + 1 if len(self.bytes) == before and not self._is_busy else 0
        return text in self.said

    def end(self) -> int:
        """Wait until the program is over; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.read(0.05):
            assert time.monotonic() < deadline, f"the program does not end:\n{self.text}"
        self.child.wait()
        status = self.child.exitstatus
        return int(-self.child.signalstatus if status is None else status)

    # -- doing ------------------------------------------------------------------------------

    def keys(self, keys: str) -> None:
        """Press keys. Escape is over before the next: both at once would be a key with Alt."""
        self.child.send(keys)
        if keys == "\x1b":
            self.settles("")

    def line(self, text: str = "") -> None:
        self.keys(f"{text}\r")

    def resize(self, columns: int, rows: int) -> None:
        self.child.setwinsize(rows, columns)
        self.screen.resize(rows, columns)
        self._text = None

    def kill(self) -> None:
        """As a power cut would."""
        self.child.kill(signal.SIGKILL)
        while self.read(0.05):
            pass
        self.child.wait()

    def close(self) -> None:
        try:
            self.child.close(force=True)
        except pexpect.ExceptionPexpect:
            self.child.wait()  # it was killed, and a busy machine takes its time


def _unfolded(text: str) -> str:
    return " ".join(text.split())
