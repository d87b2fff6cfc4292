"""Entry points are found as the standard library finds them."""

from __future__ import annotations

import importlib.metadata
import sys
import zipfile
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from rulekeep.core.plugged import plugged

POINTS = """
[console_scripts]
moon = moon:main
[rulekeep.games]
# a remark
moon = os:path.join
sun=os : sep

[other]
moon = nowhere:GAME
"""


def said(group: str) -> list[tuple[str, str]]:
    return [(point.name, point.value) for point in plugged(group)]


def standard(group: str) -> list[tuple[str, str]]:
    points = sorted(importlib.metadata.entry_points(group=group))
    return [(point.name, point.value) for point in points]


def package(folder: Path, name: str, points: str | bytes) -> Path:
    info = folder / f"{name}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.partition('-')[0]}\n")
    text = points.encode() if isinstance(points, str) else points
    (info / "entry_points.txt").write_bytes(text)
    return folder


@pytest.mark.parametrize("group", ["rulekeep.games", "rulekeep.bots", "pytest11", "none"])
def test_what_is_installed_is_what_the_standard_library_finds(group: str) -> None:
    assert said(group) == standard(group)
    assert bool(said(group)) == (group != "none")


def test_sections_remarks_and_spaces_are_read_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(package(tmp_path, "moon-1.0", POINTS)), "/nowhere"])
    assert said("rulekeep.games") == standard("rulekeep.games")
    moon, sun = plugged("rulekeep.games")
    import os.path

    assert (moon.name, moon.module, moon.load()) == ("moon", "os", os.path.join)
    assert (sun.name, sun.load()) == ("sun", os.sep)


def test_the_first_of_two_packages_of_a_name_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = package(tmp_path / "a", "moon_race-1.0", "[rulekeep.games]\nm = first:GAME\n")
    second = package(tmp_path / "b", "Moon.Race-2.0", "[rulekeep.games]\nm = second:GAME\n")
    monkeypatch.setattr(sys, "path", [str(first), str(second)])
    assert said("rulekeep.games") == standard("rulekeep.games") == [("m", "first:GAME")]


def test_a_file_that_is_no_text_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = package(tmp_path / "a", "bad-1.0", b"[rulekeep.games]\n\xff = x\n")
    good = package(tmp_path / "b", "good-1.0", "[rulekeep.games]\nm = good:GAME\n")
    monkeypatch.setattr(sys, "path", [str(bad), str(good)])
    # Other tools of the tests may have brought their own reader, which would be asked.
    monkeypatch.setattr(sys, "meta_path", [PathFinder])
    assert said("rulekeep.games") == [("m", "good:GAME")]


def test_in_an_archive_they_are_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("moon-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: moon\n")
        packed.writestr("moon-1.0.dist-info/entry_points.txt", POINTS)
    monkeypatch.setattr(sys, "path", [str(archive)])
    assert said("rulekeep.games") == standard("rulekeep.games") != []


def test_other_finders_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder(importlib.metadata.DistributionFinder):
        def find_distributions(
            self, context: object = None
        ) -> list[importlib.metadata.Distribution]:
            return [Found()]

    class Found(importlib.metadata.Distribution):
        def read_text(self, filename: str) -> str | None:
            return {"METADATA": "Name: found\n", "entry_points.txt": POINTS}.get(filename)

        def locate_file(self, path: object) -> Path:
            return Path(str(path))

    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert [name for name, _ in said("rulekeep.games")] == ["moon", "sun"]
