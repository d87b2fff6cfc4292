"""Locks of files on systems without the usual ones."""

import os
import sys
from io import FileIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulekeep.core.errors import DataError
from rulekeep.match import safe_files


class Windows:
    """The part of `msvcrt` that locks: one holder of a byte of a file."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[tuple[int, int]] = set()

    def locking(self, descriptor: int, _mode: int, _bytes: int) -> None:
        place = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in self.held:
            raise PermissionError(13, "Permission denied")
        self.held.add(place)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    fake = Windows()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(safe_files, "sys", SimpleNamespace(platform="win32"))
    return fake


def test_windows_locks_a_byte_beyond_the_file(windows: Windows, tmp_path: Path) -> None:
    path = tmp_path / "match.rkm"
    draft, stream = safe_files.begin_draft(path)
    with stream:
        assert draft == path
        stream.write(b"rulekeep-match 1\n")
        assert path.read_bytes() == b"rulekeep-match 1\n"
        ((_, place),) = windows.held
        assert place == safe_files.WINDOWS_LOCK > 1 << 26
        other = FileIO(path, "r+")
        with pytest.raises(DataError, match="is open in another program"):
            safe_files.lock(other, path)
        assert other.closed


def test_a_python_without_links_names_a_draft_and_leaves_other_files_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "link")
    path, draft, late = tmp_path / "match.rkm", tmp_path / "draft", tmp_path / "late"
    draft.write_text("first")
    late.write_text("second")
    safe_files.give_name(draft, path)
    with pytest.raises(FileExistsError):
        safe_files.give_name(late, path)
    assert path.read_text() == "first" and not draft.exists()
