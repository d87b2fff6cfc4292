"""Build hook of the wheel: add documents, the cache of the YAML files and, on request, extension modules.

An editable install without links gets a finder instead.

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

DOCUMENTS = (".md", ".png", ".svg")
COMPILE = os.environ.get("RULEKEEP_COMPILE") == "1"


def _documents(root: Path) -> list[str]:
    """The documents with their pictures, and the files that documents consist of."""
    found = (path for path in (root / "docs").rglob("*.*") if path.suffix in DOCUMENTS)
    names = (path.relative_to(root).as_posix() for path in sorted(found))
    return ["CHANGELOG.md", "CONTRIBUTING.md", *names]


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds generated files to the wheel."""

    def dependencies(self) -> list[str]:
        """What the compiler needs, and what the modules import while it reads their state classes."""
        if not COMPILE:
            return []
        return [
            "mypy>=2.0",
            "setuptools>=78.1.1",
            "types-PyYAML>=6",
            *self.metadata.core.dependencies,
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            self._add_finder(root, build_data)
            return
        for name in _documents(root):
            build_data["force_include"][str(root / name)] = f"rulekeep/{name}"
        tree = self._package_tree(root / "build" / "package")
        sys.path[:0] = [str(root), str(tree)]
        from tools.yaml_cache_writer import write_caches

        for game in sorted((tree / "rulekeep" / "games").iterdir()):
            for cache in write_caches(game):
                build_data["force_include"][str(cache)] = cache.relative_to(tree).as_posix()
        if COMPILE:
            self._compile(tree / "rulekeep", build_data)

    def _add_finder(self, root: Path, build_data: dict[str, Any]) -> None:
        """Add a finder for the packages whose links are missing, as on Windows and in an sdist."""
        missing = {
            package.strip("/").replace("/", "."): str(root / directory)
            for directory, package in self.build_config.sources.items()
            if not (root / "src" / package).is_dir()
        }
        if not missing:
            return
        made = root / "build" / "editable"
        made.mkdir(parents=True, exist_ok=True)
        template = (root / "tools" / "editable_finder.py").read_text("utf-8")
        filled = template.replace("] = {}", f"] = {missing!r}")
        (made / "_rulekeep_finder.py").write_text(filled, "utf-8")
        (made / "_rulekeep_finder.pth").write_text("import _rulekeep_finder\n", "utf-8")
        for path in made.glob("_rulekeep_finder.*"):
            build_data["force_include_editable"][str(path)] = path.name

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
        build_data["force_include"].update({str(path): at.as_posix() for at, path in made.items()})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
