"""Write the cache files of a game's YAML files; the build of a wheel does this."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from rulekeep.core.data_files import Node, read_text, read_yaml
from rulekeep.core.yaml_cache import cached_name, text_digest

NOT_CACHED = frozenset(("guide.yaml", "proof.yaml"))
"""Rarely read, and never at the start."""


def write_caches(folder: Path) -> list[Path]:
    """Write a cache file beside every YAML file of a game's folder; the files written."""
    written = []
    for source in sorted(folder.glob("*.yaml")):
        if source.name not in NOT_CACHED:
            cache = source.with_name(cached_name(source.name))
            cache.write_text(_cache_text(source), encoding="utf-8", newline="\n")
            written.append(cache)
    return written


def _cache_text(source: Path) -> str:
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
