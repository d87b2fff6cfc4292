"""Matches that are added to the directory of a server: new ones, copies of positions, imported files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rulekeep.bots import level_of
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.match import match_file
from rulekeep.match.library import MatchLibrary
from rulekeep.match.match import Match
from rulekeep.session.session import HUMAN, fill_names
from rulekeep.web.http_errors import HttpError, stranger_error
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.open_table import check_players
from rulekeep.web.tables.seat_links import SeatLinks

MAX_NAME = 40


class NewMatches:
    """Adds matches to the saved ones. Every method writes to the disk."""

    def __init__(self, library: MatchLibrary, links: SeatLinks, datasets: Datasets) -> None:
        self.library = library
        self.links = links
        self.datasets = datasets

    def start(
        self,
        game: str,
        names: Sequence[str],
        players: Sequence[str],
        options: Mapping[str, Any],
        seed: str | None = None,
        data: Path | None = None,
    ) -> str:
        """Start a match in a new file; the name of its table."""
        check_players(players, len(players))
        names = _fill_names(names, players)
        match = Match.new(
            game, len(players), seed, options, data=data, names=names, players=players
        )
        return self._save(match)

    def _save(self, match: Match) -> str:
        """Write a new match to its file; the name of its table."""
        path = self.library.add(match, datetime.now())
        match.close()
        return self.links.add_table(path.name)

    def play_on(self, then: Match, names: Sequence[str], players: Sequence[str]) -> str:
        """Start a match at a position of another one; the name of its table. HttpError."""
        check_players(players, then.seats)
        if then.is_over:
            raise HttpError(409, "over", "The match is over at this position.")
        filled = _fill_names(names, players)
        position = then.game.to_dict(then.state)
        match = Match.from_position(then.game, position, names=filled, players=players)
        return self._save(match)

    def add_file(self, raw: bytes, name: str) -> Path:
        """Check a match file and add it, as it is, to the saved matches. HttpError."""
        try:
            saved = match_file.from_bytes(raw, Path("file"))
            self.datasets.replay(saved, Path("file"))
        except RulekeepError as error:
            raise stranger_error(error, name) from None
        return self.library.add_file(raw[: saved.intact], saved.header.game, datetime.now())


def _bot_name(player: str) -> str:
    """`Easy bot`, or the name of a bot without a level."""
    level = level_of(player)
    return player.partition(":")[0].title() if level is None else f"{level.name} bot"


def _fill_names(names: Sequence[str], players: Sequence[str]) -> tuple[str, ...]:
    """The names by seat; a seat without a name gets one. SetupError."""
    if any(len(name) > MAX_NAME for name in names):
        raise SetupError(f"a name has at most {MAX_NAME} characters")
    stems = [
        f"Player {seat}" if player == HUMAN else _bot_name(player)
        for seat, player in enumerate(players, 1)
    ]
    return fill_names(names, stems)
