"""Damage to a match file: the torn end is recovered, everything else refused with its line."""

from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

import lanterns
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.errors import DataError
from rulekeep.match import match_file, safe_files
from rulekeep.match.match import Match

GAME = lanterns.GAME


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("match") / "m.rkm"
    with Match.new(GAME, 2, seed=8, path=path) as match:
        for _ in range(4):
            match.play(match.legal_moves()[0])
        match.undo(1)
        while not match.is_over:
            match.play(match.legal_moves()[-1])
    return path.read_bytes()


def test_what_a_file_looks_like(whole: bytes) -> None:
    lines = whole.decode().splitlines()
    assert lines[0] == "rulekeep-match 1"
    assert lines[1].startswith('{"game": "lanterns", "seats": 2, "seed": "8"')
    assert lines[2].startswith("0\tsetup\t\t[")
    assert lines[3].startswith("1\t0\tshow ")
    assert any("\tundo\t3\t[]" in line for line in lines)


@given(data=st.data())
def test_a_file_cut_anywhere_is_recovered_or_refused(
    whole: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(whole)))
    path = tmp_path_factory.mktemp("cut") / "m.rkm"
    path.write_bytes(whole[:cut])
    entries = whole[:cut].count(b"\n") - 2
    if entries < 1:
        with pytest.raises(DataError, match=r"not a match file|header|never began"):
            Match.load(path)
        return
    match = Match.load(path, resume=True)
    torn = not whole[:cut].endswith(b"\n")
    assert bool(match.recovered) == torn
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    match.close()
    assert Match.load(path).is_over
    assert not Match.load(path).recovered


@given(data=st.data())
def test_any_changed_byte_is_noticed(
    whole: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != whole[at]))
    path = tmp_path_factory.mktemp("bit") / "m.rkm"
    path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
    if at == len(whole) - 1:
        assert Match.load(path).recovered  # the last line end itself: a torn line
        return
    with pytest.raises(DataError) as caught:
        Match.load(path)
    assert str(path) in caught.value.where


def swap(lines: list[str]) -> None:
    lines[3], lines[4] = lines[4], lines[3]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda lines: lines.pop(4), r":5: entry 2 is expected here, found '3'"),
        (swap, r":4: entry 1 is expected here, found '2'"),
        (lambda lines: lines.insert(3, ""), r":4: an entry has 5 columns, this line has 1"),
        (
            lambda lines: lines.__setitem__(0, "rulekeep-match 9"),
            ":1: format 9 needs a newer rulekeep",
        ),
        (lambda lines: lines.__setitem__(1, "{"), ":2: the header is not JSON"),
        (lambda lines: lines.__setitem__(1, "[]"), ":2: the header is not a mapping"),
        (lambda lines: lines.__setitem__(1, "{}"), ":2: the header's 'game' is missing"),
        (
            lambda lines: lines.__setitem__(1, lines[1].replace('"seats": 2', '"seats": "2"')),
            ":2: the header's 'seats' is missing or of the wrong kind",
        ),
        (
            lambda lines: lines.__setitem__(1, lines[1].replace('"seed"', '"x": 1, "seed"')),
            ":2: the header has an unknown key 'x'",
        ),
        (
            lambda lines: lines.__setitem__(1, lines[1].replace('"seed"', '"seats": 2, "seed"')),
            ":2: the header is not JSON, or has a key twice",
        ),
        (
            lambda lines: lines.__setitem__(1, lines[1].replace('"8"', '"\\ud800"')),
            ":2: the header holds what is not text",
        ),
        (
            lambda lines: lines.__setitem__(3, lines[3].replace("[]", '["\\ud800"]')),
            ":4: the outcomes of chance are not a list of texts",
        ),
        (
            lambda lines: lines.__setitem__(3, lines[3].replace("\t0\t", "\tnobody\t", 1)),
            ":4: 'nobody' is neither a seat nor",
        ),
        (
            lambda lines: lines.__setitem__(3, lines[3].replace("show", "shew")),
            ":4: the line, or one before it, is not what was written",
        ),
    ],
)
def test_damage_is_named_with_its_line(
    whole: bytes, tmp_path: Path, change: Callable[[list[str]], object], what: str
) -> None:
    lines = whole.decode().split("\n")
    change(lines)
    path = tmp_path / "m.rkm"
    path.write_text("\n".join(lines))
    with pytest.raises(DataError, match=what):
        Match.load(path)
    assert path.read_text() == "\n".join(lines)


def rewrite(
    path: Path, whole: bytes, tmp_path: Path, header: dict[str, Any], entry: dict[str, Any]
) -> None:
    """A well-formed file with another content; `entry` names its number under "at"."""
    source = tmp_path / "source.rkm"
    source.write_bytes(whole)
    saved = match_file.read(source)
    entries = list(saved.entries)
    if entry:
        entries[entry["at"]] = evolve(
            entries[entry["at"]], **{key: value for key, value in entry.items() if key != "at"}
        )
    match_file.write_new(path, evolve(saved.header, **header), entries)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"entry": {"at": 2, "state": "00000000"}}, ":5: the replay diverges at entry 2"),
        ({"entry": {"at": 0, "state": "00000000"}}, ":3: the replay diverges at entry 0"),
        (
            {"entry": {"at": 1, "what": "take 9"}},
            ":4: entry 1 cannot be replayed: there is no prize 9",
        ),
        ({"entry": {"at": 1, "what": "take 1"}}, ":4: entry 1 cannot be replayed: .*LA-009"),
        (
            {"entry": {"at": 1, "outcomes": ("1",)}},
            ":4: entry 1 cannot be replayed: outcomes that nothing",
        ),
        ({"entry": {"at": 0, "outcomes": ()}}, ":3: the set-up cannot be repeated: no outcome"),
        ({"entry": {"at": 5, "what": "99"}}, ":8: cannot go back to move '99'"),
        ({"entry": {"at": 5, "what": "9" * 5000}}, ":8: cannot go back to move '99999"),
        ({"entry": {"at": 5, "what": "٠"}}, ":8: cannot go back to move"),
        ({"entry": {"at": 5, "outcomes": ("1",)}}, ":8: cannot go back to move"),
        ({"header": {"names": ("A", "A")}}, ":2: the header's names: two players"),
        ({"header": {"names": ("A\x1b[2J", "B")}}, ":2: the header's names: .* is not a name"),
        ({"header": {"game": "castle_keep"}}, ":2: a match of 'castle_keep', not of lanterns"),
        ({"header": {"data": "abc"}}, ":2: played on other data files"),
        (
            {"header": {"options": {"x": 1}}},
            ":3: the set-up cannot be repeated: there is no option",
        ),
    ],
)
def test_a_replay_that_goes_wrong_says_where(
    whole: bytes, tmp_path: Path, changes: dict[str, dict[str, Any]], what: str
) -> None:
    path = tmp_path / "m.rkm"
    rewrite(path, whole, tmp_path, changes.get("header", {}), changes.get("entry", {}))
    with pytest.raises(DataError, match=what):
        Match.load(path, game=GAME)


def test_strange_files(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with pytest.raises(DataError, match=r"m\.rkm: cannot be read"):
        Match.load(path)
    with pytest.raises(DataError, match="cannot be read"):
        Match.load(tmp_path)
    path.write_bytes(b"\x00" * 100)
    with pytest.raises(DataError, match=":1: not a match file"):
        Match.load(path)
    path.write_bytes(b"rulekeep-match 1\n" + b"x" * (2 << 20) + b"\n")
    with pytest.raises(DataError, match=":2: the line is too long"):
        Match.load(path)
    path.write_bytes(b"rulekeep-match 1\n" + b"[" * 100_000 + b"\n")
    with pytest.raises(DataError, match=":2: the header is not JSON"):
        Match.load(path)
    with path.open("wb") as stream:
        stream.truncate(33 << 20)
    with pytest.raises(DataError, match="larger than 32 MiB"):
        Match.load(path)


def test_a_file_changed_behind_the_back_is_not_appended_to(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    path.write_bytes(whole)
    saved = match_file.read(path)
    path.write_bytes(whole + b"x")
    with pytest.raises(DataError, match="has changed since it was read"):
        match_file.MatchFileWriter.resume(path, saved)


@pytest.mark.parametrize("what", ["show\t1", "show\n1", "\udcff"])
def test_what_cannot_stand_in_a_line_is_not_written(tmp_path: Path, what: str) -> None:
    path = tmp_path / "m.rkm"
    entry = match_file.FileEntry("0", what, (), "00000000")
    with pytest.raises(DataError, match="cannot stand in a match file"):
        match_file.write_new(path, match_file.MatchHeader("lanterns", 2, "1"), [entry])
    assert list(tmp_path.iterdir()) == []


def test_drafts_of_killed_programs_are_swept(tmp_path: Path) -> None:
    stale = tmp_path / ".rulekeep-0123456789abcdef"
    stale.write_text("rulekeep-match 1\n")
    held = tmp_path / ".rulekeep-fedcba9876543210"
    other = tmp_path / ".rulekeep-of-somebody-else"
    other.write_text("")
    with FileIO(held, "x+") as stream:
        safe_files.lock(stream, held)
        Match.new("lanterns", 2, 3, path=tmp_path / "m.rkm").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [held.name, other.name, "m.rkm"]


def test_a_draft_deleted_before_it_was_locked_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = safe_files.lock
    seen: list[Path] = []

    def swept_first(stream: FileIO, path: Path) -> None:
        if path.name == "m.rkm" and not seen:
            seen.append(path)
            safe_files.sweep(tmp_path)
        lock(stream, path)

    monkeypatch.setattr(safe_files, "lock", swept_first)
    Match.new("lanterns", 2, 3, path=tmp_path / "m.rkm").close()
    assert seen and [path.name for path in tmp_path.iterdir()] == ["m.rkm"]
    assert len(Match.load(tmp_path / "m.rkm").plies) == 1
