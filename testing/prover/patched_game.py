"""A game's package, imported again with one source changed.

The modules of the package are removed and imported again from compiled code; only the changed one
is compiled again. So everything made while importing (tables, classes, names that other modules
imported) comes from the changed source too. This is done in a process that ends afterwards.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module, resources
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.mutants import Mutant
from rulekeep.testing.rule_sources import source_files


@frozen
class PatchedGame:
    """The compiled sources of a game's package, and where in it the game is."""

    package: str
    texts: Mapping[str, str]
    """By file below the package."""
    paths: Mapping[str, str]
    """By file its full path."""
    codes: Mapping[str, tuple[str, CodeType]]
    """By name of a module its path and its code."""
    location: tuple[str, str]
    """The module and the attribute that hold the game."""

    @classmethod
    def of(cls, game: AnyGame) -> PatchedGame:
        package = registry.package_of(game.id)
        texts = dict(source_files(package))
        folder = resources.files(package)
        paths = {file: str(folder.joinpath(*file.split("/"))) for file in texts}
        codes = {
            _module(package, file): (paths[file], _compile(text, paths[file]))
            for file, text in texts.items()
        }
        return cls(package, texts, paths, codes, _location(package, game))

    def load(self, mutant: Mutant | None = None) -> AnyGame:
        """Import the package with a mutant in it, for the rest of this process; the game."""
        codes = dict(self.codes)
        if mutant is not None:
            name = _module(self.package, mutant.file)
            path, _ = codes[name]
            codes[name] = path, _compile(mutant.of(self.texts[mutant.file]), path)
        for name in [name for name in sys.modules if _is_below(name, self.package)]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Finder(codes))
        module, attribute = self.location
        game: AnyGame = getattr(import_module(module), attribute)
        return game


def _module(package: str, file: str) -> str:
    parts = [package, *file.removesuffix(".py").split("/")]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_below(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _location(package: str, game: AnyGame) -> tuple[str, str]:
    for name, module in list(sys.modules.items()):
        if _is_below(name, package):
            for attribute, value in vars(module).items():
                if value is game:
                    return name, attribute
    raise RulekeepError(f"{game.title} is not found in the package {package!r}")


def _compile(text: str, path: str) -> CodeType:
    with warnings.catch_warnings():
        # A mutant may look odd.
        warnings.simplefilter("ignore")
        return compile(text, path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, codes: Mapping[str, tuple[str, CodeType]]) -> None:
        self._codes = codes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._codes:
            return None
        file, code = self._codes[fullname]
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, file, code))


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, code: CodeType) -> None:
        super().__init__(fullname, path)
        self._code = code

    def get_code(self, fullname: str) -> Any:
        return self._code
