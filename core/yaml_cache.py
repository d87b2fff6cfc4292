"""The YAML files of a game read beforehand: beside `rules.yaml` lies `rules.twin.json`.

Reading YAML with its places takes longer than all else a game does when it is loaded. A twin says
the same, with the line of every key and value, in a form that is read at once, and of which text it
is the twin. If the text is another one by now, or there is no twin, the YAML is read. So a twin is
never wrong, it can only be missing; `python -m tools.yaml_cache_writer PACKAGE` writes those of a game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekeep.core.data_files import Node, Plain, packaged, read_text, read_yaml
from rulekeep.core.fingerprint import sha256

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LARGEST = 1 << 22


def twin_of(name: str) -> str:
    """What the twin of a file is called."""
    return f"{name.removesuffix('.yaml')}.twin.json"


def read_shipped(package: str, name: str) -> Node:
    """The one document of a package's YAML file, from its twin where that is up to date."""
    found = read_twin(package, name)
    return read_yaml(packaged(package, name)) if found is None else found


def read_twin(package: str, name: str) -> Node | None:
    """What the twin of a YAML file says; None if there is none, or an old one."""
    source = packaged(package, name)
    beside = twin_of(name)
    twin = source.with_name(beside) if isinstance(source, Path) else packaged(package, beside)
    if not twin.is_file():
        return None
    kept: Any
    try:
        kept = json.loads(read_text(twin, LARGEST))
        if kept["of"] != fingerprint(read_text(source)):
            return None
        name = _name(source)
        places = {line: f"{name}:{line}" for line in set(kept["lines"])}
        return _node(kept["says"], map(places.__getitem__, kept["lines"]))
    except (ValueError, TypeError, KeyError, StopIteration, RecursionError):
        return None


def _name(source: Traversable) -> str:
    return str(source) if isinstance(source, Path) else source.name


def fingerprint(text: str) -> str:
    return sha256(text.replace("\r\n", "\n").encode()).hexdigest()


_NESTED = (dict, list)


def _node(said: Plain, places: Iterator[str]) -> Node:
    node = Node(said, next(places))
    if isinstance(said, dict):
        node.value = inner = {}
        for key, value in said.items():
            key_where = next(places)
            child = _node(value, places) if type(value) in _NESTED else Node(value, next(places))
            child.key_where = key_where
            inner[key] = child
    elif isinstance(said, list):
        node.value = [
            _node(value, places) if type(value) in _NESTED else Node(value, next(places))
            for value in said
        ]
    return node
