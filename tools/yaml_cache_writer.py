"""Write the cache files of a game's YAML files; the build of a wheel does this."""

from __future__ import annotations

from pathlib import Path

from rulekeep.core.yaml_cache import cache_text, cached_name

NOT_CACHED = frozenset(("guide.yaml", "proof.yaml"))
"""Rarely read, and never at the start."""


def write_caches(folder: Path) -> list[Path]:
    """Write a cache file beside every YAML file of a game's folder; the files written."""
    written = []
    for source in sorted(folder.glob("*.yaml")):
        if source.name not in NOT_CACHED:
            cache = source.with_name(cached_name(source.name))
            cache.write_text(cache_text(source), encoding="utf-8", newline="\n")
            written.append(cache)
    return written
