"""The program in a process that is forked from one which has imported it, so that it starts at once.

Python and its libraries read some variables only when they start. For other values of those, start
the program anew, unless they are among `LATE`.
"""

from __future__ import annotations

import fcntl
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import termios
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path

LATE = {"PYTHONPATH", "RAISE"}
"""Variables that a forked program may be given as well."""
GAMES = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")


class Preloaded:
    """A process that has imported the program, and forks itself whenever it is to run."""

    def __init__(self, environment: dict[str, str], patience: float) -> None:
        self._door, inner = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(inner.fileno())],
            env=environment,
            pass_fds=[inner.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        inner.close()
        self._door.settimeout(patience)

    def run(
        self, words: tuple[str, ...], lines: str, environment: dict[str, str], cwd: Path
    ) -> subprocess.CompletedProcess[str]:
        """Run the program in pipes, as `subprocess.run` does."""
        (stdin, feed), (said, stdout), (complained, stderr) = os.pipe(), os.pipe(), os.pipe()
        request = json.dumps([words, environment, str(cwd)]).encode() + b"\n"
        socket.send_fds(self._door, [request[:1]], [stdin, stdout, stderr])
        for inner in (stdin, stdout, stderr):
            os.close(inner)
        self._door.sendall(request[1:])
        with ThreadPoolExecutor(2) as readers:
            texts = readers.map(_read_all, (said, complained))
            with suppress(BrokenPipeError), open(feed, "w", encoding="utf-8") as stream:
                stream.write(lines)
            try:
                code = json.loads(_line(self._door))
            except OSError:
                self.close()
                raise
        return subprocess.CompletedProcess(words, code, *texts)

    def open(
        self, words: list[str], environment: dict[str, str], cwd: Path, terminal: int
    ) -> Opened:
        """Run the program in a terminal, of which it gets this end; others may run meanwhile."""
        report, inner = socket.socketpair()
        report.settimeout(self._door.gettimeout())
        request = json.dumps([words, environment, str(cwd)]).encode() + b"\n"
        socket.send_fds(self._door, [request[:1]], [terminal, inner.fileno()])
        inner.close()
        os.close(terminal)
        self._door.sendall(request[1:])
        return Opened(report)

    def close(self) -> None:
        """End the process, and the program if it still runs."""
        self._door.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Opened:
    """A program in a terminal: its process, and its exit code once it has ended."""

    def __init__(self, report: socket.socket) -> None:
        self._report = report
        self.pid = int(_line(report))
        self._code: int | None = None

    def wait(self) -> int:
        """Wait until it has ended; its exit code, as `subprocess` gives it."""
        if self._code is None:
            self._code = int(_line(self._report))
            self._report.close()
        return self._code

    def kill(self, number: int) -> None:
        """Send it a signal, unless somebody else may have its number by now."""
        if self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


def _read_all(pipe: int) -> str:
    with open(pipe, encoding="utf-8") as stream:
        return stream.read()


def _line(door: socket.socket) -> bytes:
    """Read up to the end of a line."""
    line = b""
    while not line.endswith(b"\n"):
        part = door.recv(1 << 16)
        if not part:
            raise ConnectionError("the process that has imported the program is gone")
        line += part
    return line


def _serve(door: socket.socket) -> None:
    """Fork for every request; return in the forked process, which is then set up as requested."""
    while True:
        head, passed, _, _ = socket.recv_fds(door, 1, 3)
        if not head:
            os._exit(0)
        words, environment, cwd = json.loads(head + _line(door))
        in_terminal = len(passed) == 2
        forked = os.fork()
        if forked == 0:
            break
        for one in passed:
            os.close(one)
        if in_terminal:
            _reap()
        else:
            _, status = os.waitpid(forked, 0)
            door.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    door.close()
    if in_terminal:
        _keep(passed.pop())
        _sit_down_at(passed[0])
    for number in range(3):
        os.dup2(passed[number % len(passed)], number)
    for one in passed:
        os.close(one)
    os.chdir(cwd)
    _find_modules_along(environment.get("PYTHONPATH", ""))
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = cwd
    sys.argv[1:] = words


def _find_modules_along(path: str) -> None:
    """Python reads this variable when it starts; another path may lead to another tiny game."""
    before = os.environ.get("PYTHONPATH", "")
    if path == before:
        return
    known = before.split(os.pathsep)
    sys.path[1:] = [*path.split(os.pathsep), *(one for one in sys.path[1:] if one not in known)]
    for name in list(sys.modules):
        if name.partition(".")[0] == "lanterns":
            del sys.modules[name]


def _reap() -> None:
    """Let go of processes whose program has left its terminal."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _keep(report: int) -> None:
    """Fork once more, and return in the program; this process tells its number and how it ended."""
    program = os.fork()
    if program == 0:
        os.close(report)
        return
    os.closerange(0, report)  # or the terminal would stay open when the program has ended
    os.write(report, b"%d\n" % program)
    _, status = os.waitpid(program, 0)
    with suppress(OSError):  # whoever asked may be gone
        os.write(report, b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _sit_down_at(terminal: int) -> None:
    """Signals and keys of this terminal go to the program, and its lines are written at once."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def _import_all() -> None:
    from rulekeep.cli.main import COMMANDS

    for name in COMMANDS:
        import_module(f"rulekeep.cli.commands.{name}")
    for name in GAMES:
        import_module(f"rulekeep.games.{name}")
    import_module("lanterns")


if __name__ == "__main__":
    _import_all()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("rulekeep", run_name="__main__", alter_sys=True)
