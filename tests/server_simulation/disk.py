"""A disk: real files in a directory, and which of their changes would survive a power cut."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator
from io import FileIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from attrs import define, field
from tests.server_simulation.loop import Killed

_open, _fsync, _link, _replace, _unlink = os.open, os.fsync, os.link, os.replace, os.unlink


@define(eq=False)
class StoredFile:
    """A file with its contents since it was synced."""

    handle: int
    """Holds the file open, so that it can be read after it was removed."""
    states: list[bytes] = field(factory=lambda: [b""])
    """First what would survive, then what each later write made of it."""
    number: int = field(init=False)
    """The number of the file on the real disk."""

    def __attrs_post_init__(self) -> None:
        self.number = os.fstat(self.handle).st_ino

    @property
    def synced(self) -> bytes:
        return self.states[0]

    def read(self) -> bytes:
        return os.pread(self.handle, os.fstat(self.handle).st_size, 0)

    def changed(self) -> None:
        self.states.append(self.read())

    def sync(self) -> None:
        self.states = [self.read()]

    def after_power_cut(self, rng: Random) -> bytes:
        """One of the contents since the last sync, perhaps torn at a byte."""
        number = rng.randrange(len(self.states))
        content, before = self.states[number], self.states[max(0, number - 1)]
        if content.startswith(before):
            return content[: rng.randint(len(before), len(content))]
        return content


Change = dict[str, StoredFile | None]
"""Names with their new files; None: the name is gone."""


class SimulatedDisk:
    """The directory of a server. Its operations may fail, and kill the server."""

    def __init__(self, root: Path, rng: Random) -> None:
        self.root = root
        self.rng = rng
        self.names: dict[str, StoredFile] = {}
        self.durable: dict[str, StoredFile] = {}
        """The names that would survive."""
        self.pending: list[Change] = []
        """Changes of names since the directory was synced."""
        self.streams: list[FileIO] = []
        self.dead = False
        self.full = False
        self.fail_sync = False
        self.fail_truncate = False
        self.kill_in: int | None = None
        """After how many operations the server is killed."""
        self.on_kill: Callable[[], None] = lambda: None
        self.operations = 0

    # -- what would survive -------------------------------------------------------------------

    def surviving(self, name: str) -> bytes | None:
        """The contents of a file that are safe by now; None if the file may vanish."""
        stored = self.durable.get(name)
        return None if stored is None else stored.synced

    @property
    def fails(self) -> bool:
        return self.full or self.fail_sync or self.fail_truncate

    @property
    def open_streams(self) -> list[FileIO]:
        self.streams = [stream for stream in self.streams if not stream.closed]
        return self.streams

    def crash(self, power_cut: bool) -> None:
        """Leave what survives: after a power cut only what was synced is certain."""
        for stream in self.open_streams:
            FileIO.close(stream)
        names: dict[str, StoredFile] = dict(self.durable if power_cut else self.names)
        if power_cut:
            for change in self.pending[: self.rng.randint(0, len(self.pending))]:
                _apply(names, change)
        contents = {
            name: stored.after_power_cut(self.rng) if power_cut else stored.read()
            for name, stored in names.items()
        }
        for name in os.listdir(self.root):
            _unlink(self.root / name)
        self._forget()
        for name, content in contents.items():
            handle = _open(self.root / name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            os.write(handle, content)
            self.names[name] = StoredFile(handle, [content])
        self.durable = dict(self.names)
        self.dead = self.full = self.fail_sync = self.fail_truncate = False
        self.kill_in = None

    def _forget(self) -> None:
        stored = {*self.names.values(), *self.durable.values()}
        stored |= {one for change in self.pending for one in change.values() if one is not None}
        for one in stored:
            os.close(one.handle)
        self.names, self.durable, self.pending = {}, {}, []

    def close(self) -> None:
        for stream in self.open_streams:
            FileIO.close(stream)
        self._forget()

    # -- operations ---------------------------------------------------------------------------

    def step(self) -> None:
        """One operation begins; it may be the last of this life."""
        if self.dead:
            raise Killed
        self.operations += 1
        if self.kill_in is not None:
            self.kill_in -= 1
            if self.kill_in < 0:
                self.dead = True
                self.on_kill()
                raise Killed

    def need_room(self) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")

    def is_here(self, path: Any) -> bool:
        return bool(os.path.dirname(os.fspath(path)) == str(self.root))

    def change(self, change: Change) -> None:
        _apply(self.names, change)
        self.pending.append(change)

    def find(self, handle: int) -> StoredFile | None:
        """The file of an open handle."""
        number = os.fstat(handle).st_ino
        known = chain(self.names.values(), self.durable.values())
        return next((stored for stored in known if stored.number == number), None)

    def open(self, path: Any, flags: int, mode: int = 0o777, **rest: Any) -> int:
        is_new = bool(flags & os.O_CREAT) and self.is_here(path) and not os.path.exists(path)
        if is_new:
            self.step()
            self.need_room()
        handle = _open(path, flags, mode, **rest)
        if is_new:
            stored = StoredFile(_open(path, os.O_RDWR))
            self.change({os.path.basename(path): stored})
        return handle

    def fsync(self, handle: int) -> None:
        self.step()
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            self.durable, self.pending = dict(self.names), []
            return
        if self.fail_sync:
            self.fail_sync = False
            raise OSError(errno.EIO, "Input/output error")
        stored = self.find(handle)
        if stored is not None:
            stored.sync()

    def link(self, source: Any, target: Any, **rest: Any) -> None:
        self.step()
        self.need_room()
        _link(source, target, **rest)
        self.change({os.path.basename(target): self.names[os.path.basename(source)]})

    def replace(self, source: Any, target: Any, **rest: Any) -> None:
        if not self.is_here(target):
            _replace(source, target, **rest)
            return
        self.step()
        _replace(source, target, **rest)
        name = os.path.basename(source)
        self.change({os.path.basename(target): self.names[name], name: None})

    def unlink(self, path: Any, **rest: Any) -> None:
        if not self.is_here(path):
            _unlink(path, **rest)
            return
        self.step()
        _unlink(path, **rest)
        self.change({os.path.basename(path): None})

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Let the server use this disk."""
        disk = self

        class DiskFile(FileIO):
            """A file whose writes are operations of the disk."""

            def __init__(self, *args: Any, **kwargs: Any) -> None:
                super().__init__(*args, **kwargs)
                disk.streams.append(self)

            def write(self, data: Any) -> int:
                disk.step()
                if disk.full:
                    part = bytes(data)[: disk.rng.randrange(len(data) + 1)]
                    if not part or disk.rng.random() < 0.5:
                        disk.need_room()
                    data = part
                written = super().write(data)
                self._note()
                return written

            def truncate(self, size: int | None = None) -> int:
                disk.step()
                if disk.fail_truncate:
                    raise OSError(errno.EIO, "Input/output error")
                left = super().truncate(size)
                self._note()
                return left

            def _note(self) -> None:
                stored = disk.find(self.fileno())
                if stored is not None:
                    stored.changed()

        modules = ("match.safe_files", "match.match_file", "web.tables.seat_links")
        with contextlib.ExitStack() as patches:
            for name in ("open", "fsync", "link", "replace", "unlink"):
                patches.enter_context(patch.object(os, name, getattr(disk, name)))
            for module in modules:
                patches.enter_context(patch(f"rulekeep.{module}.FileIO", DiskFile))
            yield


def _apply(names: dict[str, StoredFile], change: Change) -> None:
    for name, stored in change.items():
        if stored is None:
            names.pop(name, None)
        else:
            names[name] = stored
