"""Matches that begin from a position: saved, loaded, and set up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekeep.core import registry
from rulekeep.core.errors import DataError
from rulekeep.match.match import Match
from rulekeep.match.match_file import Diverged

GIVEN = {"hands": [[1, 1, 1, 0], [0, 0, 0, 3]], "prizes": [1, 3]}


def first_moves(match: Match, count: int) -> None:
    for _ in range(count):
        match.play(match.legal_moves()[0])


@pytest.mark.parametrize("name", registry.names())
def test_a_match_goes_on_from_a_position_and_loads_again(tmp_path: Path, name: str) -> None:
    earlier = Match.new(name, 2, 4)
    first_moves(earlier, 7)
    path = tmp_path / "m.rkm"
    given = earlier.game.to_dict(earlier.state)
    with Match.from_position(name, given, 2, names=("Ada", "Bo"), path=path) as match:
        assert match.game.to_dict(match.state) == given
        first_moves(match, 3)
        match.undo()
    copy = Match.load(path)
    with Match.load(path, resume=True) as again:
        assert again.header == match.header and again.header.given == given
        assert again.game.to_dict(again.state) == match.game.to_dict(match.state)
        assert [ply.move for ply in again.plies] == [ply.move for ply in match.plies]
        again.play(again.legal_moves()[0])
    copy.play(copy.legal_moves()[0])
    assert Match.load(path).game.to_dict(Match.load(path).state) == copy.game.to_dict(copy.state)


def test_a_key_that_cannot_be_printed_is_shown_escaped() -> None:
    with pytest.raises(DataError) as caught:
        Match.from_position("lanterns", {**GIVEN, "a\0b": 1})
    assert "\0" not in str(caught.value) and r"state.a\x00b" in str(caught.value)


def test_what_a_position_leaves_out_has_its_default_for_ever(tmp_path: Path) -> None:
    Match.from_position("lanterns", GIVEN, 1, path=tmp_path / "m.rkm").close()
    head = json.loads((tmp_path / "m.rkm").read_text("utf-8").splitlines()[1])
    assert head["given"] == Match.load(tmp_path / "m.rkm").game.to_dict(
        registry.load("lanterns").from_dict(GIVEN)
    )
    assert head["options"] == {"ties": "nobody"}


def test_an_impossible_position_names_its_key(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"state\.prizes"):
        Match.from_position("lanterns", {**GIVEN, "prizes": [1]}, path=tmp_path / "m.rkm")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            '"prizes": [1, 3]',
            '"prizes": [1]',
            "m.rkm:2: the position cannot be set up: state.prizes",
        ),
        ('"given": {"seats": 2', '"given": {"seats": 3', "m.rkm:2: the position cannot be set up"),
        ('"given": {', '"given": 3, "x": {', "m.rkm:2: the header's 'given' is of the wrong kind"),
        ('"round": 1', '"round": 2', "m.rkm:3: the line, or one before it, is not what was"),
    ],
)
def test_a_damaged_position_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, what: str
) -> None:
    path = tmp_path / "m.rkm"
    Match.from_position("lanterns", GIVEN, 1, path=path).close()
    text = path.read_text("utf-8")
    assert old in text
    if "position" in what:  # as if a program had written it
        header = json.loads(text.splitlines()[1].replace(old, new))
        rewrite(path, header)
    else:
        path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(DataError) as error:
        Match.load(path)
    assert what in str(error.value)


def rewrite(path: Path, fields: dict[str, object]) -> None:
    from rulekeep.match import match_file

    saved = match_file.read(path)
    fields["names"], fields["players"] = (), ()
    header = match_file.MatchHeader(**fields)  # type: ignore[arg-type]
    match_file.write_new(path, header, saved.entries, overwrite=True)


def test_nothing_is_drawn_before_a_position(tmp_path: Path) -> None:
    from attrs import evolve

    from rulekeep.match import match_file

    path = tmp_path / "m.rkm"
    Match.from_position("lanterns", GIVEN, 1, path=path).close()
    saved = match_file.read(path)
    entries = [evolve(saved.entries[0], outcomes=("1",))]
    match_file.write_new(path, saved.header, entries, overwrite=True)
    with pytest.raises(Diverged, match="draws nothing before"):
        Match.load(path)


def test_another_position_replaces_a_match_without_an_act(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with Match.from_position("lanterns", GIVEN, 1, path=path) as match:
        match.set_position({**GIVEN, "prizes": [2, 3]})
        assert match.path == path and len(match.plies) == 1
        match.play("show 1", 0)
    assert [p.name for p in tmp_path.iterdir()] == ["m.rkm"]
    again = Match.load(path)
    assert again.game.to_dict(again.state)["prizes"] == [2, 3] and len(again.plies) == 2


def test_what_was_played_before_another_position_stays(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with Match.from_position("lanterns", GIVEN, 1, path=path) as match:
        match.play("show 1", 0)
        match.set_position({**GIVEN, "round": 4})
        assert match.path == tmp_path / "m-2.rkm"
        match.play("show 2", 0)
    assert [ply.move for ply in Match.load(path).plies] == ["", "show 1"]
    assert [ply.move for ply in Match.load(tmp_path / "m-2.rkm").plies] == ["", "show 2"]


def test_a_refused_position_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with Match.from_position("lanterns", GIVEN, 1, path=path) as match:
        match.play("show 1", 0)
        before = path.read_bytes()
        for given in ({**GIVEN, "prizes": [1]}, {"seats": 3}):
            with pytest.raises(DataError):
                match.set_position(given)
        assert path.read_bytes() == before and len(match.plies) == 2
        match.play("show 4", 1)
    assert len(Match.load(path).plies) == 3
