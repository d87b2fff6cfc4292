"""Build hook of the wheel: add the cache of the YAML files and, on request, extension modules.

With RULEKEEP_COMPILE=1 mypyc compiles the modules that `tools/compiled/hot_modules.py` lists. The
wheel still has every source; Python finds an extension module before it. Without a compiler the wheel
is pure Python, with a warning.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE = os.environ.get("RULEKEEP_COMPILE") == "1"


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds generated files to the wheel."""

    def dependencies(self) -> list[str]:
        """What the compiler needs, and what the modules import while it reads their state classes."""
        if not COMPILE:
            return []
        return ["mypy>=2.0", "setuptools>=65", "types-PyYAML>=6", *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        tree = self._package_tree(root / "build" / "package")
        sys.path[:0] = [str(root), str(tree)]
        from tools.yaml_cache_writer import write_caches

        for game in sorted((tree / "rulekeep" / "games").iterdir()):
            for cache in write_caches(game):
                build_data["force_include"][str(cache)] = cache.relative_to(tree).as_posix()
        if COMPILE:
            self._compile(tree / "rulekeep", build_data)

    def _package_tree(self, tree: Path) -> Path:
        """Copy the files of the wheel to where they can be imported; an sdist has no links."""
        shutil.rmtree(tree, ignore_errors=True)
        for file in self.build_config.builder.recurse_included_files():
            target = tree / file.distribution_path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.path, target)
        return tree

    def _compile(self, package: Path, build_data: dict[str, Any]) -> None:
        from tools.compiled.build_extensions import NoCompiler, build

        try:
            made = build(package, Path(self.root) / "build" / "compiled")
        except NoCompiler as missing:
            self.app.display_warning(f"building a pure Python wheel: {missing}")
            return
        build_data["force_include"].update({str(path): str(at) for at, path in made.items()})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
