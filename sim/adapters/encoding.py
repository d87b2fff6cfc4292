"""Moves and observations as numbers, for learning libraries.

**Moves.** A game has too many moves for a list, and few of them are legal at a time. The action of
a move is a slot in a table of fixed size: a checksum of its notation, or the next free slot if two
legal moves have the same one. So every legal move has a number, nearly always the same one, on
every machine.

**Parts of moves.** A move can also be written as several numbers, one for its verb and one for each
part that its notation has: `build C3 crest2` has a verb, a cell and crests. Words come from the
lists of the notation. Where it has none, they are learned like observations, and other words share
some extra numbers by checksum.

**Observations.** What a seat may know is flattened: a number is in the slot of its path
(`points.0`), a word or a truth value sets the slot of its path and value (`drawn=C06`) to 1. The
slots are learned once per game, number of seats and options from a few random matches with fixed
seeds; everything else shares some extra slots by checksum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

from attrs import frozen

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, Outcome

ACTIONS = 4096
"""Slots for moves."""
MAX_VALUE = 1e6
"""The limit for numbers in an observation."""
EXTRA_SLOTS = 512
"""Slots for everything that was not seen when the schema was learned."""
EXTRA_WORDS = 16
"""Numbers for words of a part that were not seen when they were learned."""
MATCHES = 6
"""Random matches to learn from."""


class Actions:
    """The slots of moves."""

    def __init__(self, game: AnyGame, size: int = ACTIONS) -> None:
        self.size = size
        self._game = game
        self._preferred: dict[Any, int] = {}

    def preferred(self, move: Any) -> int:
        """The slot of a move unless another legal move has it."""
        slot = self._preferred.get(move)
        if slot is None:
            slot = self._preferred[move] = crc32(self._game.notation(move).encode()) % self.size
        return slot

    def slots(self, moves: Sequence[Any]) -> dict[int, Any]:
        """Every legal move by its slot; the first in the list comes first."""
        if len(moves) > self.size:
            raise RulekeepError(f"{len(moves)} legal moves do not fit {self.size} actions")
        taken: dict[int, Any] = {}
        for move in moves:
            slot = self.preferred(move)
            while slot in taken:
                slot = (slot + 1) % self.size
            taken[slot] = move
        return taken


class MoveParts:
    """The verb and the parts of moves as numbers, a column for each.

    A part has the number of its word in `words`; 0 means that the move does not have it.
    """

    def __init__(
        self, game: AnyGame, listed: Mapping[str, Sequence[str]], learned: Mapping[str, Learned]
    ) -> None:
        """`listed` parts have known words. `learned` ones have words that were seen, and others."""
        self._game = game
        self._at: dict[str, range] = {}
        names: list[str] = []
        words: list[tuple[str, ...]] = []
        self.sizes: tuple[int, ...] = ()
        """How many numbers each column has."""
        for name, known in listed.items():
            columns = learned[name].columns if name in learned else 1
            self._at[name] = range(len(names), len(names) + columns)
            names += [name] if columns == 1 else [f"{name} {n + 1}" for n in range(columns)]
            every = tuple(known) if name not in learned else learned[name].words
            words += [("", *every)] * columns
            self.sizes += (1 + len(every) + (EXTRA_WORDS if name in learned else 0),) * columns
        self.names = tuple(names)
        """The columns: `verb`, `cell`; several for a part of several words: `counts 1`."""
        self.words = tuple(words)
        """By column: the word of each number; words that were not known have none."""
        self._numbers = [{word: n for n, word in enumerate(column)} for column in words]
        self._learned = frozenset(at for name in learned for at in self._at[name])
        self._known: dict[Any, tuple[int, ...]] = {}

    def said(self, move: Any) -> dict[str, str]:
        """The words of a move by column: `{"verb": "build", "cell": "C3"}`."""
        found: dict[str, str] = {}
        for name, text in spoken_parts(self._game, move).items():
            columns = self._at[name]
            # What does not fit into the columns goes into the last one.
            several = text.split(None, len(columns) - 1) if columns[0] in self._learned else [text]
            found |= {self.names[at]: word for at, word in zip(columns, several, strict=False)}
        return found

    def numbers(self, move: Any) -> tuple[int, ...]:
        """The number of every part of a move."""
        numbers = self._known.get(move)
        if numbers is None:
            said = self.said(move)
            pairs = enumerate(said.get(name, "") for name in self.names)
            numbers = self._known[move] = tuple(self._number(at, word) for at, word in pairs)
        return numbers

    def _number(self, at: int, word: str) -> int:
        number = self._numbers[at].get(word)
        if number is not None:
            return number
        if at not in self._learned:
            raise RulekeepError(f"{word!r} is not among the words of {self.names[at]!r}")
        return len(self.words[at]) + crc32(word.encode()) % EXTRA_WORDS

    def rows(self, legal: Mapping[int, Any]) -> dict[int, tuple[int, ...]]:
        """The numbers of all legal moves, by action; moves with the same ones get other ones."""
        taken: dict[tuple[int, ...], int] = {}
        for action, move in legal.items():
            numbers = first = self.numbers(move)
            while numbers in taken:
                numbers = self._next(numbers)
                if numbers == first:
                    raise RulekeepError(f"{self._game.notation(move)!r} has no numbers of its own")
            taken[numbers] = action
        return {action: numbers for numbers, action in taken.items()}

    def action(self, legal: Mapping[int, Any], parts: Iterable[int]) -> int:
        """The legal action with these numbers. ValueError."""
        wanted = tuple(int(number) for number in parts)
        for action, numbers in self.rows(legal).items():
            if numbers == wanted:
                return action
        raise ValueError(f"parts {wanted} are not a legal action now")

    def _next(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """The same with the next number for the last word that is not known."""
        for at in sorted(self._learned, reverse=True):
            known = len(self.words[at])
            if numbers[at] >= known:
                after = known + (numbers[at] - known + 1) % EXTRA_WORDS
                return (*numbers[:at], after, *numbers[at + 1 :])
        return numbers


@frozen
class Learned:
    """The words of a part that no list has, and how many of them a move may have."""

    words: tuple[str, ...]
    columns: int


def spoken_parts(game: AnyGame, move: Any) -> dict[str, str]:
    """The words of a move by part. A game without a language has the first word and the rest."""
    if game.language is not None:
        return game.language.parts(move)
    verb, _, rest = game.notation(move).partition(" ")
    return {"verb": verb, "rest": rest} if rest else {"verb": verb}


def learned_parts(game: AnyGame, seats: int, options: tuple[tuple[str, Any], ...]) -> MoveParts:
    """The parts of the moves of a game; the same version of a game always has the same."""
    listed = {"verb": (), "rest": ()} if game.language is None else game.language.words
    seen: dict[str, set[str]] = {name: set() for name, words in listed.items() if not words}
    columns = dict.fromkeys(seen, 1)
    if seen:
        for _, _, moves in random_decisions(game, seats, options):
            for move in moves:
                for name, text in spoken_parts(game, move).items():
                    if name in seen:
                        seen[name].update(text.split())
                        columns[name] = max(columns[name], len(text.split()))
    learned = {name: Learned(tuple(sorted(seen[name])), columns[name]) for name in seen}
    return MoveParts(game, listed, learned)


def rewards(outcome: Outcome) -> tuple[int, ...]:
    """By seat: 1 for winning alone, 0 for a shared first place, -1 for everybody else."""
    first = 1 if len(outcome.winners) == 1 else 0
    return tuple(first if place == 1 else -1 for place in outcome.places)


def features(data: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The names of the slots of an observation, with their values."""
    if data is None:
        return
    if isinstance(data, bool | str):
        yield f"{path}={data}", 1.0
    elif isinstance(data, int | float):
        yield path, float(data)
    elif isinstance(data, Mapping):
        for key in sorted(data):
            yield from features(data[key], f"{path}.{key}" if path else str(key))
    else:
        for index, item in enumerate(data):
            yield from features(item, f"{path}.{index}")


class Schema:
    """The meaning of every slot of an observation."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._slot = {name: index for index, name in enumerate(self.names)}
        self.size = len(self.names) + EXTRA_SLOTS

    def filled(self, observation: Mapping[str, Any]) -> dict[int, float]:
        """The values of the slots that are not 0."""
        known = len(self.names)
        found: dict[int, float] = {}
        for name, value in features(observation):
            slot = self._slot.get(name)
            if slot is None:
                slot = known + crc32(name.encode()) % EXTRA_SLOTS
            found[slot] = found.get(slot, 0.0) + value
        return found


def learned_schema(game: AnyGame, seats: int, options: tuple[tuple[str, Any], ...]) -> Schema:
    """The schema of a game; the same version of a game always has the same."""
    plugin: Any = game
    return Schema(_observed_names(plugin, seats, options))


@lru_cache(maxsize=32)
def _observed_names(
    game: AnyGame, seats: int, options: tuple[tuple[str, Any], ...]
) -> tuple[str, ...]:
    """Learned once: programs make many tables of the same game."""
    names: set[str] = set()
    for state, seat, _ in random_decisions(game, seats, options):
        names.update(name for name, _ in features(game.observation(state, seat)))
    return tuple(sorted(names))


def random_decisions(
    game: AnyGame, seats: int, options: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[Any, int, Sequence[Any]]]:
    """State, seat and legal moves of the decisions of a few random matches with fixed seeds.

    After the last one every seat has no moves.
    """
    for match in range(MATCHES):
        chance = SeededChance("schema", match)
        rng = Random(match)
        state = game.setup(seats, dict(options), chance).state
        while open_now := game.decisions(state):
            seat = open_now[0].seat
            moves = game.legal_moves(state, seat)
            yield state, seat, moves
            game.advance(state, seat, moves[int(rng.random() * len(moves))], chance)
        for seat in range(seats):
            yield state, seat, ()
