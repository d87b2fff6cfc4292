"""Recorded matches tried against the rules of today: do they still go where they went?"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError, in_words
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import spell
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import Diverged


@frozen
class ReplayResult:
    """What came of replaying one match file."""

    path: Path
    game: str
    """Empty where the file could not be read."""
    acts: int
    """How many acts stood at the end, or before it went wrong."""
    trouble: str
    """What is wrong, in a sentence; empty if nothing is."""
    entry: int | None
    """The entry at which it diverged."""
    details: tuple[str, ...]
    """What may have made it diverge, in sentences."""
    seconds: float

    @property
    def good(self) -> bool:
        return not self.trouble


def verify(path: Path, data: Path | None = None) -> ReplayResult:
    """Replay a match file and say what is wrong with it."""
    begin = perf_counter()
    game, acts, trouble, entry = "", 0, "", None
    details: tuple[str, ...] = ()
    try:
        header = match_file.read_header(path)
        game = header.game
        # In one folder there are matches on the game's own data files and on others.
        data = None if header.data == registry.load(game).data_digest else data
        acts = len(Match.load(path, data=data).plies) - 1
    except Diverged as error:
        entry, trouble = error.entry, str(error)
        details = tuple(_about(path, error))
        acts = len(Match.load(path, data=data, entries=entry - 1).plies) - 1 if entry else 0
    except RulekeepError as error:
        trouble = str(error) if isinstance(error, DataError) else f"{path}: {error}"
    except Exception as error:  # noqa: BLE001
        # Games are foreign code: one that fails hides no other match.
        trouble = f"{path}: the game failed: {in_words(error)}"
    return ReplayResult(path, game, acts, trouble, entry, details, perf_counter() - begin)


def _about(path: Path, error: Diverged) -> list[str]:
    """What is known of a divergence: the act, the rules at work in it, what changed since."""
    saved = match_file.read(path)
    game = registry.load(saved.header.game)
    told: list[str] = []
    entry = saved.entries[error.entry]
    if entry.who.isdecimal() and entry.seat < saved.header.seats:
        names = saved.header.names
        who = names[entry.seat] if names else f"seat {entry.seat}"
        told.append(f"the act: {who}: {entry.what}")
    told += [f"at work in it: {_rule(game, rule)}" for rule in error.rules if rule in game.book]
    told.append(_editions(game, saved.header))
    told += changed_since(game, saved.header.edition)
    return told


def _rule(game: AnyGame, rule: str) -> str:
    found = game.book.rules[rule]
    options = f" (option {', '.join(found.options)})" if found.options else ""
    return f"{rule}{options}"


def _editions(game: AnyGame, header: match_file.MatchHeader) -> str:
    made = f"recorded with rulekeep {header.rulekeep or 'unknown'}"
    if header.edition == game.book.edition:
        return f"{made}, by the same edition of the rule book ({header.edition})"
    return f"{made}, by edition {header.edition} of the rule book; this is {game.book.edition}"


def changed_since(game: AnyGame, edition: int) -> list[str]:
    """The options that came, or whose default became another, after an edition of the book."""
    told: list[str] = []
    for option in game.options:
        rules = ", ".join(option.rules)
        if option.since > edition:
            told.append(f"since then: the option {option.name} was added ({rules})")
        elif option.default_in(edition) != option.default:
            before, now = spell(option.default_in(edition)), spell(option.default)
            told.append(f"since then: {option.name} is {now} by default, not {before} ({rules})")
    return told
