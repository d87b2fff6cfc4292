"""A match file under a running match: deleted, replaced, cut short, taken, never half begun."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

import lanterns
import pytest

from rulekeep.core.errors import DataError, RulekeepError, SetupError
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.safe_files import FileTaken

GAME = lanterns.GAME


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    with Match.new(GAME, 2, seed=5, path=tmp_path / "m.rkm") as match:
        match.play(match.legal_moves()[0])
        yield match


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.replace(other, path)


def overwrite(path: Path) -> None:
    """Other bytes, but as many."""
    path.write_bytes(b"x" * path.stat().st_size)


@pytest.mark.parametrize(
    ("harm", "told", "anew"),
    [
        (lambda path: path.unlink(), "is no longer there", "m.rkm"),
        (lambda path: path.rename(path.with_name("away")), "is no longer there", "m.rkm"),
        (replace, "is another file now", "m-2.rkm"),
        (lambda path: os.truncate(path, 40), "was changed by another program", "m-2.rkm"),
        (overwrite, "was changed by another program", "m-2.rkm"),
    ],
)
def test_a_file_damaged_during_a_match_is_written_again(
    match: Match, tmp_path: Path, harm: Callable[[Path], object], told: str, anew: str
) -> None:
    path = tmp_path / "m.rkm"
    harm(path)
    left = path.read_bytes() if path.exists() else None
    match.play(match.legal_moves()[0])
    assert match.rescued == f"{path} {told}; the whole match is in {tmp_path / anew} now"
    assert match.path == tmp_path / anew
    match.rescued = ""
    match.play(match.legal_moves()[0])
    assert not match.rescued
    match.close()
    assert Match.load(tmp_path / anew).plies == match.plies
    if left is not None and anew != "m.rkm":
        assert path.read_bytes() == left


def test_keep_sees_to_it_without_an_act(match: Match, tmp_path: Path) -> None:
    match.keep()
    assert not match.rescued
    (tmp_path / "m.rkm").unlink()
    match.keep()
    assert match.rescued and Match.load(tmp_path / "m.rkm").plies == match.plies


def test_what_can_be_kept_nowhere_does_not_happen(match: Match, tmp_path: Path) -> None:
    away = tmp_path.with_name(tmp_path.name + "-away")
    tmp_path.rename(away)
    before = len(match.plies)
    with pytest.raises(DataError, match="cannot be written"):
        match.play(match.legal_moves()[0])
    assert len(match.plies) == before
    elsewhere = tmp_path.with_name(tmp_path.name + "-copy.rkm")
    match.save(elsewhere)
    assert Match.load(elsewhere).plies == match.plies
    away.rename(tmp_path)
    match.play(match.legal_moves()[0])
    assert not match.rescued and Match.load(tmp_path / "m.rkm").plies == match.plies


def test_a_copy_in_place_of_a_harmed_file_is_written(match: Match, tmp_path: Path) -> None:
    os.truncate(tmp_path / "m.rkm", 40)
    match.save(tmp_path / "m.rkm", overwrite=True)
    assert Match.load(tmp_path / "m.rkm").plies == match.plies


def test_a_resumed_match_is_watched_too(match: Match, tmp_path: Path) -> None:
    match.close()
    with Match.load(tmp_path / "m.rkm", resume=True) as again:
        again.play(again.legal_moves()[0])
        assert not again.rescued
        (tmp_path / "m.rkm").unlink()
        again.play(again.legal_moves()[0])
        assert again.rescued


def test_a_file_is_there_with_its_set_up_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever the program may be killed: what has the name of a match can be loaded."""
    seen: list[int] = []

    def look(_number: int) -> None:
        seen.append(len(list(tmp_path.glob("*.rkm"))))
        for path in tmp_path.glob("*.rkm"):
            Match.load(path, game=GAME)

    monkeypatch.setattr(os, "fsync", look)
    Match.new(GAME, 2, seed=5, path=tmp_path / "m.rkm").close()
    assert seen == [0, 1]  # the file before it has its name, then the directory


def test_a_name_is_taken_by_one_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who save to one new name at the same time: the later one is told."""
    match = Match.new(GAME, 2, seed=5)
    path = tmp_path / "m.rkm"
    write = match_file.MatchFileWriter._write

    def somebody_is_quicker(writer: match_file.MatchFileWriter, text: str) -> None:
        write(writer, text)
        path.write_text("mine")

    monkeypatch.setattr(match_file.MatchFileWriter, "_write", somebody_is_quicker)
    with pytest.raises(FileTaken, match=r"m\.rkm: exists already"):
        match.save(path)
    with pytest.raises(FileTaken, match=r"m\.rkm: exists already"):
        match.record_to(path)
    assert [file.name for file in tmp_path.iterdir()] == ["m.rkm"]
    assert path.read_text() == "mine"


def test_where_files_cannot_be_linked_a_name_is_still_taken_by_one_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(_one: Path, _other: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    match = Match.new(GAME, 2, seed=5, path=tmp_path / "m.rkm")
    match.play(match.legal_moves()[0])
    match.close()
    assert not match.rescued
    assert Match.load(tmp_path / "m.rkm").plies == match.plies
    with pytest.raises(FileTaken, match="exists already"):
        match.save(tmp_path / "m.rkm")
    assert [file.name for file in tmp_path.iterdir()] == ["m.rkm"]


@pytest.mark.parametrize("length", [250, 251, 252, 255, 256, 300])
def test_long_names_are_written_or_refused(tmp_path: Path, length: int) -> None:
    match = Match.new(GAME, 2, seed=5)
    path = tmp_path / ("x" * (length - 4) + ".rkm")
    if length <= 255:
        match.save(path)
        assert Match.load(path).plies == match.plies
    else:
        with pytest.raises(DataError, match="cannot be written: File name too long"):
            match.save(path)
        with pytest.raises(DataError, match="cannot be read: File name too long"):
            Match.load(path)


def test_names_that_are_none(tmp_path: Path) -> None:
    match = Match.new(GAME, 2, seed=5)
    for path in ("a\0b", tmp_path / "\0.rkm"):
        with pytest.raises(DataError, match=r"cannot be written: .*null"):
            match.save(path)
        with pytest.raises(DataError, match=r"cannot be written: .*null"):
            match.record_to(Path(path))
        with pytest.raises(DataError, match=r"cannot be read: .*null"):
            Match.load(path)
        with pytest.raises(DataError, match=r"cannot be read: .*null"):
            match_file.read_header(Path(path))
    with pytest.raises(DataError, match=r"exists already|cannot be written"):
        match.save(".")


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.rkm"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(DataError, match="is not a regular file"):
            Match.load(path)
        with pytest.raises(DataError, match="is not a regular file"):
            match_file.read_header(path)


def with_header(match: Match, tmp_path: Path, old: str, new: str) -> Path:
    path = tmp_path / "changed.rkm"
    lines = (tmp_path / "m.rkm").read_text().split("\n")
    assert old in lines[1]
    lines[1] = lines[1].replace(old, new)
    path.write_text("\n".join(lines))
    return path


@pytest.mark.parametrize("seats", ["0", "-1", "1000", "900000000", "1" + "0" * 5000])
def test_the_seats_of_a_header_are_checked_first(match: Match, tmp_path: Path, seats: str) -> None:
    path = with_header(match, tmp_path, '"seats": 2', f'"seats": {seats}')
    for read in (Match.load, match_file.read_header):
        with pytest.raises(DataError, match=r"changed\.rkm:2: the header"):
            read(path)


@pytest.mark.parametrize("levels", [50, 900, 3000, 100_000])
@pytest.mark.parametrize("pair", ["[]", "{}"])
def test_deeply_nested_options_are_refused(
    match: Match, tmp_path: Path, levels: int, pair: str
) -> None:
    begin = pair[0] if pair == "[]" else '{"a": '
    deep = begin * levels + "1" + pair[1] * levels
    path = with_header(match, tmp_path, '{"ties": "nobody"}', f'{{"ties": {deep}}}')
    for read in (Match.load, match_file.read_header):
        with pytest.raises(DataError, match=r"changed\.rkm:2: the header"):
            read(path)


def test_a_seat_that_the_table_has_not(match: Match, tmp_path: Path) -> None:
    saved = match_file.read(tmp_path / "m.rkm")
    entries = [saved.entries[0], match_file.FileEntry("7", "show 1", (), "00000000")]
    match_file.write_new(tmp_path / "far.rkm", saved.header, entries)
    with pytest.raises(DataError, match=r"far\.rkm:4: there is no seat 7 at this table"):
        Match.load(tmp_path / "far.rkm")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"names": (1, 2)}, "1 is not a name"),
        ({"names": ("A", None)}, "None is not a name"),
        ({"names": 7}, "names are given one per seat"),
        ({"players": (1, 2)}, "1 is not a player"),
        ({"players": ("human", "a\nb")}, r"'a\\nb' is not a player"),
        ({"seed": 10**5000}, "the seed is too long"),
        ({"seed": "x" * 5000}, "the seed is too long"),
        ({"seed": "a\u2028b"}, "must be printable"),
    ],
)
def test_what_is_no_beginning_is_refused_with_the_declared_error(
    given: dict[str, object], told: str
) -> None:
    with pytest.raises(SetupError, match=told):
        Match.new(GAME, 2, **given)  # type: ignore[arg-type]


def test_numbers_that_nobody_can_spell_out() -> None:
    huge = 10**5000
    match = Match.new(GAME, 2, seed=5)
    beginnings: list[Callable[[], object]] = [
        lambda: Match.new(GAME, huge),
        lambda: Match.new(GAME, 2, options={"ties": huge}),
    ]
    for begin in beginnings:
        with pytest.raises(SetupError):
            begin()
    requests: list[Callable[[], object]] = [
        lambda: match.undo(huge),
        lambda: match.undo_to(huge),
        lambda: match.play("show 1", huge),
        lambda: GAME.from_dict({**GAME.to_dict(match.state), "round": huge}),
        lambda: GAME.from_dict({**GAME.to_dict(match.state), "seats": huge}),
    ]
    for request in requests:
        with pytest.raises(RulekeepError):
            request()


def test_a_torn_line_on_a_disk_that_cannot_be_written(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match.close()
    path = tmp_path / "m.rkm"
    path.write_bytes(path.read_bytes() + b"torn")

    class Broken(FileIO):
        def truncate(self, size: int | None = None) -> int:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("rulekeep.match.match_file.FileIO", Broken)
    with pytest.raises(DataError, match="cannot be written: Input/output error"):
        Match.load(path, resume=True)


def test_what_is_resumed_is_synced_first(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match.close()
    synced: list[int] = []
    monkeypatch.setattr("rulekeep.match.match_file.os.fsync", synced.append)
    Match.load(tmp_path / "m.rkm", resume=True).close()
    assert synced
