"""A program at the other end of a pipe: started, asked line by line, held to bounds, and ended."""

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
MAX_SAID = 16 << 20
"""Bytes a program may say in one match."""
MAX_LOG = 1 << 20
"""Bytes of its standard error that are kept."""
MAX_MEMORY = 2 << 20
"""KiB of memory it may fill with data."""
MAX_CPU = 7200
"""Seconds of one core; only for what goes on after its rulekeep was killed."""
FAREWELL = 0.5
"""Seconds to end by itself once it is told to."""
LAST_WORDS = 2000

# The limits are set between fork and exec by the shell: Python code there would not be safe beside
# threads. Data, not address space: engines of other languages reserve far more than they use.
_CONFINED = 'ulimit -d "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; ulimit -c 0; shift; exec "$@"'

Watch = Callable[[float], bool]
"""Told which part of the time has passed; True: whoever waits will wait no longer."""


class ProgramFailure(Exception):
    """What a program did wrong, as the end of a sentence: `ended with exit code 1`.

    The detail may tell what its seat alone knows, and is not for an opponent's eyes.
    """

    def __init__(self, what: str, detail: str = "") -> None:
        self.what = what
        self.detail = detail
        super().__init__(what)


class AnswerCutShort(Exception):
    """Whoever waited for the answer will wait no longer."""


class Log:
    """What a program says on standard error, kept in a file, bounded; its end is remembered."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._tail = b""
        self._left = MAX_LOG
        if path is not None:
            with contextlib.suppress(OSError):
                self._left -= path.stat().st_size

    def write(self, said: bytes) -> None:
        self._tail = (self._tail + said)[-LAST_WORDS:]
        if self.path is None or self._left <= 0:
            return
        # A log that cannot be kept is no reason to stop a match.
        with contextlib.suppress(OSError), self.path.open("ab") as stream:
            stream.write(said[: self._left])
        self._left -= len(said)

    @property
    def last_line(self) -> str:
        lines = self._tail.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


class ProgramProcess:
    """A running program, the leader of a process group of its own."""

    def __init__(self, words: Sequence[str], log: Log) -> None:
        self._log = log
        kept = {k: v for k, v in os.environ.items() if not k.startswith("RULEKEEP")}
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _CONFINED, str(MAX_MEMORY), str(MAX_CPU), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=kept,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFailure(f"cannot be started: {error.strerror}") from None
        self.end = weakref.finalize(self, _end, self._process)
        """Kills it with all that it has started; also when nobody holds it any more."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._to = self._process.stdin.fileno()
        self._from = self._process.stdout.fileno()
        self._errors = self._process.stderr.fileno()
        self._outgoing = b""
        self._incoming = b""
        self._said = 0
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._from, self._errors):
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)
        os.set_blocking(self._to, False)

    def ask(self, line: str, patience: float, watch: Watch | None = None) -> str:
        """Say a line and wait for the line that answers it."""
        self._pump(0)
        if self._line() is not None:
            raise ProgramFailure("spoke without being asked")
        self._say(line)
        begun = monotonic()
        while True:
            answer = self._line()
            if answer is not None:
                return answer
            passed = monotonic() - begun
            if passed > patience:
                raise ProgramFailure(f"did not answer within {patience:.1f} seconds")
            if watch is not None and watch(passed / patience):
                raise AnswerCutShort
            self._pump(min(0.05, patience))

    def take_leave(self, line: str) -> None:
        """Say a last line, let the program end by itself if it does so soon, and end it."""
        with contextlib.suppress(ProgramFailure):
            self._say(line)
            begun = monotonic()
            while self._process.poll() is None and monotonic() - begun < FAREWELL:
                self._pump(0.02)
                if not self._outgoing and self._process.stdin is not None:
                    self._process.stdin.close()
        self.end()

    # -- the pipes --------------------------------------------------------------------------

    def _say(self, line: str) -> None:
        if not self._outgoing:
            self._selector.register(self._to, selectors.EVENT_WRITE)
        self._outgoing += line.encode() + b"\n"

    def _line(self) -> str | None:
        """The next line that is there and not empty."""
        line, end, rest = self._incoming.lstrip().partition(b"\n")
        if len(line) > MAX_LINE:
            raise ProgramFailure(f"wrote a line of more than {MAX_LINE // 1024} KiB")
        self._incoming = rest if end else line
        return line.decode("utf-8", "replace") if end else None

    def _pump(self, seconds: float) -> None:
        """Move what can be moved through the pipes, waiting at most so long for anything."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._to:
                self._write()
            elif key.fd == self._errors:
                said = self._read(self._errors)
                if said:
                    self._log.write(said)
                elif said is not None:
                    self._selector.unregister(self._errors)
            else:
                said = self._read(self._from)
                if said is not None and not said:
                    raise self._ended()
                self._incoming += said or b""
                self._said += len(said or b"")
                if self._said > MAX_SAID:
                    raise ProgramFailure(f"wrote more than {MAX_SAID >> 20} MiB in one match")

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
        """What is there; nothing at the end; None if there is nothing yet."""
        try:
            return os.read(descriptor, MAX_LINE)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _ended(self) -> ProgramFailure:
        """Why nothing more is to be expected; what it said at last is read first."""
        while said := self._read(self._errors):
            self._log.write(said)
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return ProgramFailure("closed its pipes")
        if code < 0:
            with contextlib.suppress(ValueError):
                return ProgramFailure(f"was ended by {signal.Signals(-code).name}")
        return ProgramFailure(f"ended with exit code {code}")


def _end(process: subprocess.Popen[bytes]) -> None:
    # The group may outlive its leader.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    process.wait()
