"""Cache of a game's YAML files: `rules.cache.json` is the parsed `rules.yaml`.

Parsing YAML takes longer than everything else that happens when a game is loaded. A cache file holds
the same data, the line of every key and value, and the digest of the text it was made from. If that
text has changed, or there is no cache file, the YAML is parsed. The build of a wheel writes the
cache files; a checkout has none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulekeep.core.data_files import Node, Plain, packaged, read_text, read_yaml, source_name

MAX_CACHE_BYTES = 1 << 22


def cached_name(name: str) -> str:
    """The name of the cache file of a YAML file."""
    return f"{name.removesuffix('.yaml')}.cache.json"


def read_shipped(package: str, name: str) -> Node:
    """Read a package's YAML file, from the cache if it is up to date."""
    found = read_cached(package, name)
    return read_yaml(packaged(package, name)) if found is None else found


def read_cached(package: str, name: str) -> Node | None:
    """Read a package's YAML file from its cache file; None if that is missing, stale or damaged."""
    source = packaged(package, name)
    beside = cached_name(name)
    cache = source.with_name(beside) if isinstance(source, Path) else packaged(package, beside)
    if not cache.is_file():
        return None
    try:
        cached: Any = json.loads(read_text(cache, MAX_CACHE_BYTES))
        if cached["digest"] != text_digest(read_text(source)):
            return None
        name = source_name(source)
        places = {line: f"{name}:{line}" for line in set(cached["lines"])}
        return _node(cached["data"], map(places.__getitem__, cached["lines"]))
    except (ValueError, TypeError, KeyError, StopIteration, RecursionError):
        return None


def text_digest(text: str) -> str:
    """The SHA-256 of a text, whatever its line ends."""
    return sha256(text.replace("\r\n", "\n").encode()).hexdigest()


_NESTED = (dict, list)


def _node(data: Plain, places: Iterator[str]) -> Node:
    node = Node(data, next(places))
    if isinstance(data, dict):
        node.value = inner = {}
        for key, value in data.items():
            key_where = next(places)
            child = _node(value, places) if type(value) in _NESTED else Node(value, next(places))
            child.key, child.key_where = key, key_where
            inner[key] = child
    elif isinstance(data, list):
        node.value = [
            _node(value, places) if type(value) in _NESTED else Node(value, next(places))
            for value in data
        ]
    return node


def cache_text(source: Path) -> str:
    """The cache file of a YAML file."""
    root = read_yaml(source)
    cached = {
        "digest": text_digest(read_text(source)),
        "lines": [int(where.rpartition(":")[2]) for where in _places(root)],
        "data": root.plain(),
    }
    return json.dumps(cached, ensure_ascii=False, separators=(",", ":")) + "\n"


def _places(node: Node) -> Iterator[str]:
    """The places of all nodes in reading order; the place of a key comes before its value's."""
    yield node.where
    if isinstance(node.value, dict):
        for inner in node.value.values():
            yield inner.key_where
            yield from _places(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _places(inner)
