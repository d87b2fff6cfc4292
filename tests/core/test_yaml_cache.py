"""The cache of YAML files gives the data of the YAML, and never old data."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.yaml_cache_writer import write_caches

from rulekeep.core import yaml_cache
from rulekeep.core.data_files import DataFiles, Node, packaged, read_yaml
from rulekeep.core.errors import DataError
from rulekeep.core.rulebook import Rulebook
from rulekeep.core.yaml_cache import read_cached

ROOT = Path(__file__).parents[2]
GAMES = ["carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles"]


def with_places(node: Node) -> object:
    """The data of a node with all its places."""
    if isinstance(node.value, dict):
        inner: object = {key: with_places(value) for key, value in node.value.items()}
    elif isinstance(node.value, list):
        inner = [with_places(value) for value in node.value]
    else:
        inner = (type(node.value), node.value)
    return node.where, node.key_where, inner


@pytest.mark.parametrize("game", GAMES)
def test_the_cache_has_the_same_data_at_the_same_places(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / f"cached_{game}"
    shutil.copytree(ROOT / "games" / game, folder, ignore=shutil.ignore_patterns("*.py"))
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    names = [name.name for name in write_caches(folder)]
    assert "rules.cache.json" in names
    for cached in names:
        name = cached.replace(".cache.json", ".yaml")
        found = read_cached(folder.name, name)
        assert found and with_places(found) == with_places(read_yaml(packaged(folder.name, name)))


BOOK = """\
chapters:
  - title: The turn
    rules:
      - {id: M-1, text: "One moves.", source: "p. 1"}
"""


@pytest.fixture
def moon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "moon_with_cache"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.yaml").write_text(BOOK)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("moon_with_cache", None)


def test_a_changed_file_is_read_itself(moon: Path) -> None:
    write_caches(moon)
    assert (moon / "rules.cache.json").exists()
    (moon / "rules.yaml").write_text(BOOK.replace("One moves", "Nobody moves"))
    assert Rulebook.load("moon_with_cache")["M-1"].text == "Nobody moves."
    (moon / "rules.yaml").write_text(BOOK.replace("source", "sauce"))
    with pytest.raises(DataError, match=r"rules\.yaml:4"):
        Rulebook.load("moon_with_cache")


def test_an_error_in_cached_data_names_the_line_of_the_yaml(moon: Path) -> None:
    (moon / "rules.yaml").write_text(BOOK.replace("source", "sauce"))
    write_caches(moon)
    book = Rulebook.load("moon_with_cache")
    with pytest.raises(DataError, match=r"rules\.yaml:4: unknown key 'sauce'"):
        list(book)
    (moon / "rules.cache.json").unlink()
    with pytest.raises(DataError, match=r"rules\.yaml:4: unknown key 'sauce'"):
        Rulebook.load("moon_with_cache")


@pytest.mark.parametrize(
    "damage",
    [
        lambda cached: "no JSON",
        lambda cached: "[]",
        lambda cached: json.dumps({**cached, "lines": cached["lines"][:-2]}),
        lambda cached: json.dumps({**cached, "digest": "0" * 64}),
        lambda cached: json.dumps({"digest": cached["digest"], "lines": 3, "data": {}}),
    ],
)
def test_a_damaged_cache_is_not_read(moon: Path, damage: object) -> None:
    write_caches(moon)
    cached = json.loads((moon / "rules.cache.json").read_text())
    (moon / "rules.cache.json").write_text(damage(cached))  # type: ignore[operator]
    assert Rulebook.load("moon_with_cache")["M-1"].text == "One moves."


def test_line_ends_do_not_matter(moon: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_caches(moon)
    (moon / "rules.yaml").write_bytes(BOOK.replace("\n", "\r\n").encode())
    monkeypatch.setattr(yaml_cache, "read_yaml", None)
    assert Rulebook.load("moon_with_cache")["M-1"].text == "One moves."


def test_a_package_without_cache_files_is_read_from_yaml(moon: Path) -> None:
    assert read_cached("moon_with_cache", "rules.yaml") is None
    assert Rulebook.load("moon_with_cache")["M-1"].text == "One moves."


def test_a_cache_file_in_an_owners_directory_is_not_read(moon: Path, tmp_path: Path) -> None:
    owners = tmp_path / "owners"
    owners.mkdir()
    (moon / "board.yaml").write_text("size: 3\n")
    shutil.copy(moon / "board.yaml", owners)
    for cache in write_caches(moon):
        cached = json.loads(cache.read_text())
        (owners / cache.name).write_text(json.dumps({**cached, "data": {"size": 4}}))
    files = DataFiles("moon_with_cache", ("board.yaml",)).elsewhere(owners)
    assert files.read("board.yaml").plain() == {"size": 3}
