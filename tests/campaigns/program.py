"""The program in a process of its own that can be killed, with pipes or a pseudo-terminal.

It is forked from one that has imported everything, so that a run takes hundredths of a second.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

from attrs import define, frozen
from tests.campaigns.confined import forked

import rulekeep.cli.commands.play
import rulekeep.cli.commands.resume
import rulekeep.cli.commands.simulate
import rulekeep.cli.main
import rulekeep.sim.result_files
import rulekeep.sim.run
import rulekeep.sim.stats
import rulekeep.sim.text_plots

GONE = -signal.SIGKILL
PATIENCE = 240.0
"""Seconds; a busy machine is no finding."""
STEPS = frozenset(("open", "os.link", "os.rename", "os.remove", "os.truncate", "fcntl.flock"))
"""Audit events that come just before a step to the disk."""
ESCAPE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")


@frozen
class Ended:
    """All that was said, without escape codes, and the exit code."""

    said: str
    code: int


@define
class Running:
    """A program under way."""

    child: int
    reading: int
    writing: int
    left: bytes
    """What is still to be typed."""
    slowly: bool
    said: bytes = b""
    over: bool = False

    def _exchange(self, seconds: float) -> None:
        """Take in what is said and type what there is to type, for so long or until it ends."""
        end = time.monotonic() + seconds
        while not self.over:
            rest = end - time.monotonic()
            if rest <= 0:
                return
            typing = [self.writing] if self.left else []
            ready, free, _ = select.select([self.reading], typing, [], min(rest, 0.05))
            if ready:
                self._read()
            elif free:
                self._type()

    def _read(self) -> None:
        try:
            part = os.read(self.reading, 1 << 16)
        except OSError:  # the other end of a pseudo-terminal is gone
            part = b""
        self.said += part
        self.over = not part

    def _type(self) -> None:
        line, newline, rest = self.left.partition(b"\n")
        part = line + newline if self.slowly or self.reading == self.writing else self.left
        try:
            written = os.write(self.writing, part)
        except OSError:
            self.left = b""
            return
        self.left = self.left[written:]
        if not self.left and self.reading != self.writing:
            os.close(self.writing)
        elif rest and self.slowly:
            time.sleep(0.01)

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.said and not self.over and time.monotonic() < end:
            self._exchange(0.005)

    def pause(self, seconds: float) -> None:
        self._exchange(seconds)

    def killed_after(self, seconds: float) -> Ended:
        self._exchange(seconds)
        os.kill(self.child, signal.SIGKILL)
        return self._end()

    def ended(self, patience: float = PATIENCE) -> Ended:
        self._exchange(patience)
        if not self.over:
            os.kill(self.child, signal.SIGKILL)
        return self._end()

    def _end(self) -> Ended:
        self.left = b"" if self.reading == self.writing else self.left
        while not self.over:
            self._read()
        _, status = os.waitpid(self.child, 0)
        os.close(self.reading)
        if self.left:
            os.close(self.writing)
        said = ESCAPE.sub("", self.said.decode("utf-8", "replace")).replace("\r\n", "\n")
        return Ended(said, os.waitstatus_to_exitcode(status))


def start(
    words: list[str],
    place: Path,
    lines: str,
    *,
    terminal: bool = False,
    slowly: bool = False,
    die_at_step: int = 0,
    most_bytes: int = 0,
    clock: int = 0,
    obeys: bool = False,
) -> Running:
    """`rulekeep WORDS` in a directory, with lines to type.

    It kills itself at a step to the disk, its files may have so many bytes, its clock may stand,
    it may be held to what files and directories permit though it is root's.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    if terminal:
        child, master = forked(pty.fork)
        if child:
            fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
            return Running(child, master, master, lines.encode().replace(b"\n", b"\r\n"), slowly)
    else:
        (into, typing), (hearing, out) = os.pipe(), os.pipe()
        child = forked(os.fork)
        if child:
            os.close(into)
            os.close(out)
            running = Running(child, hearing, typing, lines.encode(), slowly)
            if not lines:
                os.close(typing)
            return running
        for one, other in ((into, 0), (out, 1), (out, 2)):
            os.dup2(one, other)
        for one in (into, typing, hearing, out):
            os.close(one)
    if obeys:
        _obey_permissions()
    _be(words, place, die_at_step, most_bytes, clock)
    raise AssertionError("a program never returns")


def _be(words: list[str], place: Path, die_at_step: int, most_bytes: int, clock: int) -> None:
    """The life of the child."""
    code = 70
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(place)
        os.environ.update(RULEKEEP_HOME=str(place / "home"), TERM="xterm-256color", COLUMNS="200")
        for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
            setattr(sys, f"__{name}__", getattr(sys, name))
        sys.argv = ["rulekeep", *words]
        if most_bytes:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        if clock:
            _stop_clock(clock)
        if die_at_step:
            _die_at(die_at_step)
        rulekeep.cli.main.main()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    except BaseException as error:  # noqa: BLE001 (there is nobody above to tell)
        os.write(2, f"Traceback of the program itself: {error!r}\n".encode("utf-8", "replace"))
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


def _obey_permissions() -> None:
    """Root writes wherever it likes by a capability of Linux, which is given up here."""
    libc = ctypes.CDLL(None, use_errno=True)
    # Version 3 of the call, this process; effective, permitted, inheritable, in two halves each.
    header, held = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    asked = libc.capget(header, held)
    held[0] &= ~0b110  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    if asked or libc.capset(header, held):
        raise OSError(ctypes.get_errno(), "permissions cannot be obeyed")


def _stop_clock(clock: int) -> None:
    """Whoever asks for the date is told the same second of long ago."""
    from datetime import datetime

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.fromtimestamp(clock)

    rulekeep.cli.commands.play.datetime = Stopped  # type: ignore[attr-defined]
    time.time = lambda: float(clock)


def _die_at(step: int) -> None:
    """Die just before the n-th step to the disk after a file of ours is first touched."""
    left = step
    begun = False

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left, begun
        if event not in STEPS:
            return
        name = str(arguments[0]) if arguments else ""
        begun = begun or ".rulekeep-" in name or name.endswith((".rkm", ".csv", ".jsonl"))
        if begun and not name.endswith((".py", ".pyc")):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
