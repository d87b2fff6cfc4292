"""House rules: read with file and line, applied, and recorded in the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.cli.commands.house import new_house_rules
from rulekeep.core import registry
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.rule_options import settle
from rulekeep.match import match_file
from rulekeep.match.house_rules import agree, read_house
from rulekeep.match.match import Match

GOOD = """\
name: Ours
game: lanterns
comment: >
  Ties go
  to the next.
options:
  ties: next
"""


def house_in(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(text, "utf-8")
    return path


def test_house_rules_say_options_name_and_comment(tmp_path: Path) -> None:
    house = read_house(house_in(tmp_path, GOOD))
    assert house.header_data == {"name": "Ours", "comment": "Ties go to the next."}
    assert house.options(registry.load("lanterns")) == {"ties": "next"}
    assert house.data is None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("name: Ours\n", "", "house.yaml:1: the key 'name' is missing"),
        ("name: Ours", "name: ''", "house.yaml:1: a name has 1 to 80 characters"),
        ("name: Ours", f"name: {'x' * 81}", "house.yaml:1: a name has 1 to 80 characters"),
        ("  Ties go", f"  {'x' * 2001}", "a comment has at most 2,000 characters"),
        ("comment: >", "commnt: >", "house.yaml:3: unknown key 'commnt'"),
        ("  ties: next", "  ties: never", "house.yaml:7: option 'ties' cannot be 'never'"),
        ("  ties: next", "  tie: next", "house.yaml:7: there is no option 'tie'; did you mean"),
        ("  ties: next", "  - ties", "house.yaml:7: expected keys and values, found a list"),
        ("game: lanterns", "game: chess", "house.yaml:2: these are house rules of chess"),
        ("game: lanterns", "preset: mean", "house.yaml:2: there is no preset 'mean'"),
        ("game: lanterns", "data: nowhere", "is not a directory"),
    ],
)
def test_a_mistake_is_reported_with_its_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in GOOD
    with pytest.raises(DataError) as error:
        read_house(house_in(tmp_path, GOOD.replace(old, new))).options(registry.load("lanterns"))
    assert what in str(error.value)


def test_what_is_said_later_holds(tmp_path: Path) -> None:
    game = registry.load("lanterns")
    house = read_house(house_in(tmp_path, GOOD))
    assert agree(game, house=house).options == {"ties": "next"}
    assert agree(game, ["ties=nobody"], house=house).options == {"ties": "nobody"}
    with pytest.raises(SetupError):
        agree(game, ["ties=never"], house=house)


def test_data_files_lie_next_to_the_house(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    house = read_house(house_in(tmp_path, "name: Ours\ndata: board\n"))
    game = registry.load("lanterns")
    assert agree(game, house=house).data == tmp_path / "board"
    assert agree(game, house=house, data=tmp_path).data == tmp_path


@pytest.mark.parametrize("name", registry.names())
def test_a_begun_file_changes_nothing(tmp_path: Path, name: str) -> None:
    game = registry.load(name)
    house = read_house(house_in(tmp_path, new_house_rules(game)))
    assert house.game == name
    assert settle(game.options, house.options(game)) == settle(game.options, {})


def test_a_match_keeps_the_house_and_one_without_says_nothing(tmp_path: Path) -> None:
    house = read_house(house_in(tmp_path, GOOD))
    options = house.options(registry.load("lanterns"))
    Match.new("lanterns", 2, 1, options, house=house, path=tmp_path / "a.rkm").close()
    kept = Match.load(tmp_path / "a.rkm").header
    assert kept.house == house.header_data and kept.options == {"ties": "next"}
    Match.new("lanterns", 2, 1, path=tmp_path / "b.rkm").close()
    head = (tmp_path / "b.rkm").read_text("utf-8").splitlines()[1]
    assert '"house"' not in head and '"given"' not in head


@pytest.mark.parametrize("house", ['"Ours"', '{"name": 3}', '{"name": "a\\u001b[2J"}'])
def test_a_strange_house_in_a_head_is_refused(tmp_path: Path, house: str) -> None:
    path = tmp_path / "a.rkm"
    Match.new("lanterns", 2, 1, path=path).close()
    text = path.read_text("utf-8").replace('"edition": 1', f'"edition": 1, "house": {house}')
    assert '"house"' in text
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"a\.rkm:2: the header's 'house'"):
        match_file.read(path)
