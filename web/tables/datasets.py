"""Other data files that the host has named for a game: known by a name, never by a path of a request."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import SetupError
from rulekeep.match import match_file
from rulekeep.match.match import Match


@frozen
class Dataset:
    """A directory with data files of a game."""

    game: str
    name: str
    directory: Path
    digest: str
    """What a match file says that was played on them."""


class Datasets:
    """All of them; the box that is shipped needs no name."""

    def __init__(self, named: Iterable[tuple[str, Path]] = ()) -> None:
        self._boxes: list[Dataset] = []
        for game, directory in named:
            plugin = registry.load(game)
            digest = plugin.with_data(directory).data_digest
            name = directory.resolve().name
            if any(box.name == name for box in self.of(plugin.id)):
                raise SetupError(f"two boxes of {plugin.title} are called {name!r}; rename one")
            self._boxes.append(Dataset(plugin.id, name, directory, digest))

    def of(self, game: str) -> list[Dataset]:
        return [box for box in self._boxes if box.game == game]

    def names(self, game: str) -> list[str]:
        return [box.name for box in self.of(game)]

    def named(self, game: str, name: str) -> Path:
        """The directory that a name means. SetupError."""
        for box in self.of(game):
            if box.name == name:
                return box.directory
        known = ", ".join(self.names(game)) or "none"
        raise SetupError(f"there is no box {name!r}; the host has named: {known}")

    def played_on(self, game: str, digest: str) -> Path | None:
        """The directory that a match was played on; None: the box that is shipped, or unknown."""
        found = (box.directory for box in self.of(game) if box.digest == digest)
        return next(found, None)

    def load(self, path: Path, *, resume: bool = False) -> Match:
        """The match of a file, on the data files that it was played on. DataError."""
        header = match_file.read_header(path)
        return Match.load(path, resume=resume, data=self.played_on(header.game, header.data))
