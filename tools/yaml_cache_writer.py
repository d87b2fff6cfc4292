"""Write the JSON copies of a game's YAML files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from rulekeep.core.data_files import Node, packaged, read_text, read_yaml
from rulekeep.core.yaml_cache import fingerprint, twin_of

NOT_TWINNED = frozenset(("guide.yaml", "proof.yaml"))
"""Seldom read, and never at the start."""


def written(source: Path) -> str:
    """The twin of a YAML file."""
    root = read_yaml(source)
    kept = {
        "of": fingerprint(read_text(source)),
        "lines": [int(where.rpartition(":")[2]) for where in _places(root)],
        "says": root.plain(),
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n"


def _places(node: Node) -> Iterator[str]:
    """Those of all nodes in the order in which they are read, before each the one of its key."""
    yield node.where
    if isinstance(node.value, dict):
        for inner in node.value.values():
            yield inner.key_where
            yield from _places(inner)
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _places(inner)


def twins(package: str) -> Iterator[tuple[Path, str]]:
    """The files that a package should have, and what should stand in them."""
    folder = packaged(package, "rules.yaml")
    if isinstance(folder, Path):
        for source in sorted(folder.parent.glob("*.yaml")):
            if source.name not in NOT_TWINNED:
                yield source.with_name(twin_of(source.name)), written(source)


def main(packages: list[str]) -> None:
    """Write the twins of these packages."""
    for package in packages:
        for path, text in twins(package):
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
