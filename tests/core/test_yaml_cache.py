"""What is read from a twin is what stands in the YAML."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools import yaml_cache_writer

from rulekeep.core import data_files, yaml_cache
from rulekeep.core.data_files import DataFiles, Node, packaged, read_yaml
from rulekeep.core.errors import DataError
from rulekeep.core.rulebook import Rulebook

GAMES = ["carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles"]


def told(node: Node) -> object:
    """A node with all its places."""
    if isinstance(node.value, dict):
        inner: object = {key: told(value) for key, value in node.value.items()}
    elif isinstance(node.value, list):
        inner = [told(value) for value in node.value]
    else:
        inner = (type(node.value), node.value)
    return node.where, node.key_where, inner


@pytest.mark.parametrize("game", GAMES)
def test_every_twin_is_up_to_date(game: str) -> None:
    for path, text in yaml_cache_writer.twins(f"rulekeep.games.{game}"):
        assert path.exists() and path.read_text(encoding="utf-8") == text, "make twins"


@pytest.mark.parametrize("game", GAMES)
def test_a_twin_says_the_same_at_the_same_places(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"rulekeep.games.{game}"
    names = [
        path.name.replace(".twin.json", ".yaml") for path, _ in yaml_cache_writer.twins(package)
    ]
    assert "rules.yaml" in names
    read = {name: told(read_yaml(packaged(package, name))) for name in names}
    monkeypatch.setattr(yaml_cache, "read_yaml", None)  # nobody may ask for it now
    for name in names:
        assert told(yaml_cache.read_shipped(package, name)) == read[name]


BOOK = """\
chapters:
  - title: The turn
    rules:
      - {id: M-1, text: "One moves.", source: "p. 1"}
"""


@pytest.fixture
def moon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "moon_of_twins"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.yaml").write_text(BOOK)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("moon_of_twins", None)


def test_a_changed_file_is_read_itself(moon: Path) -> None:
    yaml_cache_writer.main(["moon_of_twins"])
    assert (moon / "rules.twin.json").exists()
    (moon / "rules.yaml").write_text(BOOK.replace("One moves", "Nobody moves"))
    assert Rulebook.load("moon_of_twins")["M-1"].text == "Nobody moves."
    (moon / "rules.yaml").write_text(BOOK.replace("source", "sauce"))
    with pytest.raises(DataError, match=r"rules\.yaml:4"):
        Rulebook.load("moon_of_twins")


def test_a_complaint_about_what_a_twin_says_names_the_line_of_the_yaml(moon: Path) -> None:
    (moon / "rules.yaml").write_text(BOOK.replace("source", "sauce"))
    yaml_cache_writer.main(["moon_of_twins"])
    book = Rulebook.load("moon_of_twins")
    with pytest.raises(DataError, match=r"rules\.yaml:4: unknown key 'sauce'"):
        list(book)
    (moon / "rules.twin.json").unlink()
    with pytest.raises(DataError, match=r"rules\.yaml:4: unknown key 'sauce'"):
        Rulebook.load("moon_of_twins")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda kept: "no JSON",
        lambda kept: "[]",
        lambda kept: json.dumps({**kept, "lines": kept["lines"][:-2]}),
        lambda kept: json.dumps({**kept, "of": "0" * 64}),
        lambda kept: json.dumps({"of": kept["of"], "lines": 3, "says": {}}),
    ],
)
def test_a_damaged_twin_is_not_read(moon: Path, spoil: object) -> None:
    yaml_cache_writer.main(["moon_of_twins"])
    kept = json.loads((moon / "rules.twin.json").read_text())
    (moon / "rules.twin.json").write_text(spoil(kept))  # type: ignore[operator]
    assert Rulebook.load("moon_of_twins")["M-1"].text == "One moves."


def test_line_ends_do_not_matter(moon: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    yaml_cache_writer.main(["moon_of_twins"])
    (moon / "rules.yaml").write_bytes(BOOK.replace("\n", "\r\n").encode())
    monkeypatch.setattr(yaml_cache, "read_yaml", None)
    assert Rulebook.load("moon_of_twins")["M-1"].text == "One moves."


def test_a_twin_in_an_owners_directory_is_not_asked(tmp_path: Path) -> None:
    package = "rulekeep.games.kilt_castle"
    board = packaged(package, "board.yaml")
    assert isinstance(board, Path)
    shutil.copy(board, tmp_path)
    kept = json.loads(board.with_name("board.twin.json").read_text())
    (tmp_path / "board.twin.json").write_text(json.dumps({**kept, "says": {}}))
    files = DataFiles(package, ("board.yaml",)).elsewhere(tmp_path)
    assert files.read("board.yaml").plain() == data_files.read_yaml(board).plain() != {}
