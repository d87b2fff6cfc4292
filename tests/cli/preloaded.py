"""The program in a process that is forked from one which has imported it, so that it starts at once.

Python and its libraries read some variables only when they start. For other values of those, start
the program anew.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path

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

    def close(self) -> None:
        """End the process, and the program if it still runs."""
        self._door.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


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
        head, streams, _, _ = socket.recv_fds(door, 1, 3)
        if not head:
            os._exit(0)
        words, environment, cwd = json.loads(head + _line(door))
        if os.fork() == 0:
            break
        for stream in streams:
            os.close(stream)
        _, status = os.wait()
        door.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    door.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = cwd
    sys.argv[1:] = words


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
