"""The process of a program that plays: pipes, limits and its end."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

MAX_LINE = 1 << 16
"""Bytes of one answer."""
MAX_OUTPUT = 16 << 20
"""Bytes a program may write in one match."""
MAX_LOG = 1 << 20
"""Bytes of its standard error that are kept."""
MAX_MEMORY = 2 << 20
"""KiB of data memory."""
MAX_CPU = 7200
"""Seconds of CPU time, for programs that survive a killed rulekeep."""
EXIT_SECONDS = 0.5
"""Seconds to exit after the last message."""
LOG_TAIL = 2000
MARK = "RULEKEEP_PROGRAM"
"""The environment variable by which all processes of a program are found."""
MAX_SWEEPS = 10
"""Searches for processes of a program that ended: they may start others meanwhile."""

# The shell sets the limits: Python code between fork and exec is not safe with threads. Data, not
# address space, is limited, because some languages reserve far more memory than they use.
_CONFINED = 'ulimit -d "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; ulimit -c 0; shift; exec "$@"'

Watch = Callable[[float], bool]
"""Gets the fraction of the time that has passed; True stops waiting."""


class ProgramFailure(Exception):
    """What a program did wrong, as the end of a sentence: `ended with exit code 1`.

    The detail may contain secrets of its seat; opponents must not see it.
    """

    def __init__(self, what: str, detail: str = "") -> None:
        self.what = what
        self.detail = detail
        super().__init__(what)


class AnswerNotWanted(Exception):
    """The caller stopped waiting for the answer."""


class Log:
    """A program's standard error: written to a file up to a limit, the end kept in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._tail = b""
        self._left = MAX_LOG
        if path is not None:
            with contextlib.suppress(OSError):
                self._left -= path.stat().st_size

    def write(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-LOG_TAIL:]
        if self.path is None or self._left <= 0:
            return
        # A log that cannot be written is no reason to stop a match.
        with contextlib.suppress(OSError), self.path.open("ab") as stream:
            stream.write(data[: self._left])
        self._left -= len(data)

    @property
    def last_line(self) -> str:
        lines = self._tail.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


class ProgramProcess:
    """A running program in its own process group."""

    def __init__(self, words: Sequence[str], log: Log) -> None:
        self._log = log
        environment = {k: v for k, v in os.environ.items() if not k.startswith("RULEKEEP")}
        mark = environment[MARK] = os.urandom(8).hex()
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _CONFINED, str(MAX_MEMORY), str(MAX_CPU), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFailure(f"cannot be started: {error.strerror}") from None
        self.end = weakref.finalize(self, _end, self._process, f"{MARK}={mark}".encode())
        """Kills it and its child processes; called at the latest when this object is collected."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._to = self._process.stdin.fileno()
        self._from = self._process.stdout.fileno()
        self._errors = self._process.stderr.fileno()
        self._outgoing = b""
        self._incoming = b""
        self._received = 0
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._from, self._errors):
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)
        os.set_blocking(self._to, False)

    def ask(self, line: str, timeout: float, watch: Watch | None = None) -> str:
        """Send a line and wait for the answer. ProgramFailure, AnswerNotWanted."""
        self._pump(0)
        if self._line() is not None:
            raise ProgramFailure("spoke without being asked")
        self._send(line)
        started = monotonic()
        while True:
            answer = self._line()
            if answer is not None:
                return answer
            passed = monotonic() - started
            if passed > timeout:
                raise ProgramFailure(f"did not answer within {timeout:.1f} seconds")
            if watch is not None and watch(passed / timeout):
                raise AnswerNotWanted
            self._pump(min(0.05, timeout))

    def finish(self, line: str) -> None:
        """Send a last line, wait shortly for the program to exit, and kill it."""
        with contextlib.suppress(ProgramFailure):
            self._send(line)
            started = monotonic()
            while self._process.poll() is None and monotonic() - started < EXIT_SECONDS:
                self._pump(0.02)
                if not self._outgoing and self._process.stdin is not None:
                    self._process.stdin.close()
        self.end()

    # -- the pipes ----------------------------------------------------------------------------

    def _send(self, line: str) -> None:
        if not self._outgoing:
            self._selector.register(self._to, selectors.EVENT_WRITE)
        self._outgoing += line.encode() + b"\n"

    def _line(self) -> str | None:
        """The next line that has arrived and is not empty."""
        line, end, rest = self._incoming.lstrip().partition(b"\n")
        if len(line) > MAX_LINE:
            raise ProgramFailure(f"wrote a line of more than {MAX_LINE // 1024} KiB")
        self._incoming = rest if end else line
        return line.decode("utf-8", "replace") if end else None

    def _pump(self, seconds: float) -> None:
        """Read and write the pipes, waiting at most so long."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._to:
                self._write()
            elif key.fd == self._errors:
                data = self._read(self._errors)
                if data:
                    self._log.write(data)
                elif data is not None:
                    self._selector.unregister(self._errors)
            else:
                data = self._read(self._from)
                if data is not None and not data:
                    raise self._ended()
                self._incoming += data or b""
                self._received += len(data or b"")
                if self._received > MAX_OUTPUT:
                    raise ProgramFailure(f"wrote more than {MAX_OUTPUT >> 20} MiB in one match")

    def _write(self) -> None:
        try:
            written = os.write(self._to, self._outgoing[:MAX_LINE])
        except BlockingIOError:
            return
        except OSError:
            raise self._ended() from None
        self._outgoing = self._outgoing[written:]
        if not self._outgoing:
            self._selector.unregister(self._to)

    @staticmethod
    def _read(descriptor: int) -> bytes | None:
        """The data that has arrived; empty at the end; None if there is none yet."""
        try:
            return os.read(descriptor, MAX_LINE)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _ended(self) -> ProgramFailure:
        """How the program ended; the rest of its standard error is logged first."""
        while data := self._read(self._errors):
            self._log.write(data)
        try:
            code = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return ProgramFailure("closed its pipes")
        if code < 0:
            with contextlib.suppress(ValueError):
                return ProgramFailure(f"was ended by {signal.Signals(-code).name}")
        return ProgramFailure(f"ended with exit code {code}")


def _end(process: subprocess.Popen[bytes], mark: bytes) -> None:
    # The group may outlive its leader, and processes may have left the group.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for _ in range(MAX_SWEEPS):
        if not _kill_marked(mark):
            break
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    process.wait()


def _kill_marked(mark: bytes) -> bool:
    """Kill all living processes with this in their environment; whether there were any.

    Only where the system shows environments in `/proc`.
    """
    found = False
    for environment in Path("/proc").glob("[0-9]*/environ"):
        # Processes of others cannot be read, and any may end meanwhile.
        with contextlib.suppress(OSError):
            if mark in environment.read_bytes().split(b"\0"):
                os.kill(int(environment.parent.name), signal.SIGKILL)
                found = True
    return found
