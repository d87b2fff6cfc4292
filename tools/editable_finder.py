"""Editable install of a checkout without links: Python finds the packages in their directories.

The build hook copies this module into the environment, with the directories filled in.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

DIRECTORIES: dict[str, str] = {}


class EditableFinder:
    """Finds the packages that have no link in `src/rulekeep`."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        directory = DIRECTORIES.get(name)
        if directory is None:
            return None
        return spec_from_file_location(
            name, Path(directory, "__init__.py"), submodule_search_locations=[directory]
        )


sys.meta_path.append(EditableFinder)
