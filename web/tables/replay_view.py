"""The matches of a directory, for their host: to go on with, to step through and to read."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import OrderedDict
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from attrs import evolve, frozen

from rulekeep.core.errors import RulekeepError
from rulekeep.core.primitives.players import Players
from rulekeep.match import match_file, seat_events
from rulekeep.match.match import Match
from rulekeep.session import game_list
from rulekeep.session.serialize import JsonObject, outcome_data, score_data
from rulekeep.session.session import HUMAN
from rulekeep.web.http_errors import HttpError
from rulekeep.web.tables.datasets import Datasets

SHOWN = 100
REPLAYED = 20
"""So many matches are replayed for one list, to see whether they are over."""
REMEMBERED = 5000
KEPT_OPEN = 3

log = logging.getLogger("rulekeep.web")


@frozen
class SavedMatch:
    """A match as lists show it."""

    name: str
    file: str
    game: str
    title: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    acts: int
    over: bool | None
    """None: nobody has looked yet."""
    when: str

    @property
    def page(self) -> str:
        return f"/tables/{quote(self.name)}"

    def to_dict(self) -> JsonObject:
        return {
            "name": self.name,
            "game": self.game,
            "title": self.title,
            "names": list(self.names),
            "players": list(self.players),
            "acts": self.acts,
            "over": self.over,
            "when": self.when,
            "page": self.page,
        }


class MatchLibrary:
    """What lies in the directory; what was found out of a file is remembered while it is the same."""

    def __init__(self, directory: Path, boxes: Datasets | None = None) -> None:
        self.directory = directory
        self._boxes = boxes or Datasets()
        self._over: OrderedDict[tuple[str, int], bool] = OrderedDict()
        self._open: OrderedDict[tuple[str, int], Match] = OrderedDict()
        self._lock = threading.Lock()

    def matches(self) -> list[SavedMatch]:
        """The newest first."""
        files: list[tuple[int, Path]] = []
        for path in self.directory.glob("*.rkm"):
            with contextlib.suppress(OSError):
                if path.is_file() and not path.name.startswith("."):
                    files.append((path.stat().st_mtime_ns, path))
        rows: list[SavedMatch] = []
        replays = REPLAYED
        for _, path in sorted(files, reverse=True):
            if len(rows) == SHOWN:
                break
            try:
                row = self.kept(path)
                if row.over is None and replays:
                    replays -= 1
                    row = evolve(row, over=self._is_over(path))
            except RulekeepError as error:
                log.warning("a match file is left out: %s", error)
                continue
            rows.append(row)
        return rows

    def kept(self, path: Path) -> SavedMatch:
        """One of them, as far as its file tells without being replayed. DataError."""
        header, acts = match_file.read_summary(path)
        found = path.stat()
        return SavedMatch(
            name=path.stem,
            file=path.name,
            game=header.game,
            title=_title(header.game),
            names=header.names or Players.numbered(header.seats).names,
            players=header.players or (HUMAN,) * header.seats,
            acts=acts,
            over=self._over.get((path.name, found.st_size)),
            when=datetime.fromtimestamp(found.st_mtime).isoformat(timespec="seconds"),
        )

    def _is_over(self, path: Path) -> bool:
        size = path.stat().st_size
        over = self._boxes.load(path).is_over
        self._remember((path.name, size), over)
        return over

    def _remember(self, key: tuple[str, int], over: bool) -> None:
        with self._lock:
            self._over[key] = over
            while len(self._over) > REMEMBERED:
                self._over.popitem(last=False)

    def match(self, path: Path) -> Match:
        """A match to step through; nobody is kept from going on with it."""
        try:
            key = (path.name, path.stat().st_size)
        except OSError:
            raise HttpError(404, "unknown_match", "There is no match of that name here.") from None
        with self._lock:
            if key in self._open:
                self._open.move_to_end(key)
                return self._open[key]
        loaded = self._boxes.load(path)
        with self._lock:
            self._open[key] = loaded
            while len(self._open) > KEPT_OPEN:
                self._open.popitem(last=False)
        return loaded


def at(match: Match, acts: int) -> Match:
    """The match as it stood after so many acts."""
    cut = Match(match.game, match.header, match.plies[0])
    cut.plies = match.plies[: min(max(acts, 0), len(match.plies) - 1) + 1]
    return cut


def replayed(match: Match, acts: int) -> JsonObject:
    """A position of a kept match as whoever looks on saw it, and what had just happened."""
    then = at(match, acts)
    outcome = then.outcome
    number = len(then.plies) - 1
    header = match.header
    players = header.players or (HUMAN,) * header.seats
    ply = then.plies[-1]
    shown = number and seat_events.is_public(then, number)
    return {
        "at": number,
        "last": len(match.plies) - 1,
        "acts": number,
        "game": header.game,
        "title": match.game.title,
        "viewer": None,
        "seats": [
            {"seat": seat, "name": match.name(seat), "bot": None if who == HUMAN else who}
            for seat, who in enumerate(players)
        ],
        "options": dict(header.options),
        "turn": [_decision(decision) for decision in then.decisions],
        "over": then.is_over,
        "standing": [score_data(score) for score in match.game.standing(then.state, None)],
        "result": None if outcome is None else outcome_data(outcome),
        "news": seat_events.merge_repeats(seat_events.sentences(then, number, None)),
        "seat": ply.seat if number else None,
        "move": ply.move if shown else None,
    }


def _decision(decision: Any) -> JsonObject:
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "sealed": decision.sealed,
    }


def _title(game: str) -> str:
    try:
        return game_list.facts(game).title
    except RulekeepError:
        return game
