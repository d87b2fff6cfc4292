"""Match files hold the seed and all hands: only their owner may read them, and they last."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.web.running import Running

from rulekeep.match.match import Match

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files are those of Unix")


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_reads_a_match(start: Callable[..., Running]) -> None:
    server = start()
    host = server.host()
    host.begin("kilt_castle", "Ada", "Bo")
    for path in server.directory.iterdir():
        assert mode(path) == 0o600, path.name


def test_copies_are_private_too(tmp_path: Path) -> None:
    match = Match.new("kilt_castle", 2, 1)
    match.save(tmp_path / "a.rkm")
    match.save(tmp_path / "a.rkm", overwrite=True)
    assert mode(tmp_path / "a.rkm") == 0o600


def test_a_seed_cannot_be_guessed() -> None:
    seeds = [int(Match.new("kilt_castle", 2).header.seed) for _ in range(20)]
    assert max(seeds).bit_length() > 120 and len(set(seeds)) == 20


def test_the_directory_is_synced_when_a_file_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(handle).st_mode))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    Match.new("kilt_castle", 2, 1, path=tmp_path / "a.rkm").close()
    assert synced[-1]
    synced.clear()
    Match.new("kilt_castle", 2, 1).save(tmp_path / "a.rkm", overwrite=True)
    assert synced[-1]
