"""Datasets: alternative data files of a game, named by the host.

A request gives the name of a dataset, never a path.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import SetupError
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import MatchFile


@frozen
class Dataset:
    """A directory with data files of a game."""

    game: str
    name: str
    directory: Path
    digest: str
    """The digest that match files have in their header."""


class Datasets:
    """The datasets that the host has named; the shipped data files need no name."""

    def __init__(self, named: Iterable[tuple[str, Path]] = ()) -> None:
        self._datasets: list[Dataset] = []
        for game, directory in named:
            plugin = registry.load(game)
            digest = plugin.with_data(directory).data_digest
            name = directory.resolve().name
            if name in self.names(plugin.id):
                raise SetupError(f"two boxes of {plugin.title} are called {name!r}; rename one")
            self._datasets.append(Dataset(plugin.id, name, directory, digest))

    def names(self, game: str) -> list[str]:
        return [dataset.name for dataset in self._datasets if dataset.game == game]

    def named(self, game: str, name: str) -> Path:
        """The directory of a dataset. SetupError."""
        for dataset in self._datasets:
            if (dataset.game, dataset.name) == (game, name):
                return dataset.directory
        known = ", ".join(self.names(game)) or "none"
        raise SetupError(f"no box called {name!r}; the boxes are: {known}")

    def directory_of(self, game: str, digest: str) -> Path | None:
        """The directory with that digest; None: the shipped data files, or unknown ones."""
        for dataset in self._datasets:
            if (dataset.game, dataset.digest) == (game, digest):
                return dataset.directory
        return None

    def replay(self, saved: MatchFile, path: Path) -> Match:
        """A match of a stranger, every entry checked; `path` is what errors call it. DataError."""
        data = self.directory_of(saved.header.game, saved.header.data)
        return Match.replay(saved, path, data=data)

    def load(self, path: Path, *, resume: bool = False) -> Match:
        """Load a match with the data files that it was played on. DataError."""
        header = match_file.read_header(path)
        data = self.directory_of(header.game, header.data)
        return Match.load(path, resume=resume, data=data, undone=False)
