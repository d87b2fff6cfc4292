"""Replay verification: do recorded matches still reach the same states?"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError, in_words
from rulekeep.core.game import AnyGame
from rulekeep.core.text import listed
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import Diverged


@frozen
class ReplayResult:
    """The result of replaying one match file."""

    path: Path
    game: str
    """Empty if the file could not be read."""
    moves: int
    """How many moves were replayed and not undone."""
    problem: str
    """What is wrong, in a sentence; empty if nothing is."""
    entry: int | None
    """The entry where it diverged."""
    details: tuple[str, ...]
    """Possible causes, in sentences."""
    seconds: float

    @property
    def good(self) -> bool:
        return not self.problem


def verify(path: Path, data: Path | None = None) -> ReplayResult:
    """Replay a match file and say what is wrong with it."""
    started = perf_counter()
    game, moves, problem, entry = "", 0, "", None
    details: tuple[str, ...] = ()
    try:
        header = match_file.read_header(path)
        game = header.game
        # A folder may have matches with the game's own data files and with others.
        data = None if header.data == registry.load(game).data_digest else data
        match = Match.load(path, data=data)
        moves, problem = len(match.plies) - 1, match.recovered
    except Diverged as error:
        entry, problem = error.entry, str(error)
        details = tuple(_about(path, error))
        moves = len(Match.load(path, data=data, entries=entry - 1).plies) - 1 if entry else 0
    except RulekeepError as error:
        problem = str(error) if isinstance(error, DataError) else f"{path}: {error}"
    except Exception as error:  # noqa: BLE001
        # A game that fails must not hide other matches.
        problem = f"{path}: the game failed: {in_words(error)}"
    return ReplayResult(path, game, moves, problem, entry, details, perf_counter() - started)


def _about(path: Path, error: Diverged) -> list[str]:
    """What is known of a divergence: the move, its rules, changes of the rule book."""
    saved = match_file.read(path)
    game = registry.load(saved.header.game)
    lines: list[str] = []
    entry = saved.entries[error.entry]
    if entry.who.isdecimal() and entry.seat < saved.header.seats:
        names = saved.header.names
        who = names[entry.seat] if names else f"seat {entry.seat + 1}"
        lines.append(f"the move: {who}: {entry.what}")
    lines += [f"rule {_rule(game, rule)}" for rule in error.rules if rule in game.book]
    lines.append(_editions(game, saved.header))
    lines += changed_since(game, saved.header.edition)
    return lines


def _rule(game: AnyGame, rule: str) -> str:
    found = game.book.rules[rule]
    labels = listed(option.label for option in game.options if option.name in found.options)
    return f"{found.summary} (option {labels})" if labels else found.summary


def _editions(game: AnyGame, header: match_file.MatchHeader) -> str:
    made = f"recorded with rulekeep {header.rulekeep or 'unknown'}"
    if header.edition == game.book.edition:
        return f"{made}, by the same edition of the rule book ({header.edition})"
    return f"{made}, by edition {header.edition} of the rule book; this is {game.book.edition}"


def changed_since(game: AnyGame, edition: int) -> list[str]:
    """The options that are new, or have another default, since an edition of the rule book."""
    lines: list[str] = []
    for option in game.options:
        rules = ", ".join(option.rules)
        if option.since > edition:
            lines.append(f"since then: the option {option.label} ({option.name}) is new ({rules})")
        elif option.default_in(edition) != option.default:
            before = option.label_of(option.default_in(edition))
            now = option.label_of(option.default)
            lines.append(
                f"since then: the default of {option.label} ({option.name}) is "
                f"{now}, no longer {before} ({rules})"
            )
    return lines
