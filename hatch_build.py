"""The wheel's build hook: with RULEKEEP_COMPILE=1 the hot rooms become extension modules.

The wheel keeps every source as it is; an extension module beside it is found first. Without a
compiler the pure wheel is made, and a line says so.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRooms(BuildHookInterface):  # type: ignore[type-arg]
    """Adds what mypyc makes of the hot rooms to the wheel."""

    @property
    def wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("RULEKEEP_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """The compiler of Python, and what the modules import while their tables are read."""
        if not self.wanted:
            return []
        stubs = ["types-PyYAML>=6"]
        return ["mypy>=2.0", "setuptools>=65", *stubs, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.wanted or version == "editable":
            return
        root = Path(self.root)
        sys.path[:0] = [str(root), str(root / "src")]
        from tools.compiled.build_extensions import NoCompiler, build

        try:
            made = build(root / "src" / "rulekeep", root / "build" / "compiled")
        except NoCompiler as missing:
            self.app.display_warning(f"the pure wheel is made: {missing}")
            return
        build_data["force_include"].update({str(path): str(at) for at, path in made.items()})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
