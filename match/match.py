"""A match: states, history, undo, match file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, Self

from attrs import evolve

from rulekeep import __version__
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import kind_of
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import ChanceError, DataError, IllegalMove, RulekeepError, SetupError
from rulekeep.core.events import Event
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame, apply
from rulekeep.core.primitives.players import Players, need_seats
from rulekeep.core.rule_options import settle
from rulekeep.core.rulebook import Refusal
from rulekeep.core.text import plural, whole_number
from rulekeep.match import match_file
from rulekeep.match.house_rules import HouseRules, in_edition
from rulekeep.match.match_file import Diverged, FileEntry, MatchFile, MatchHeader, state_digest
from rulekeep.match.recorded_chance import RecordedChance, RecordingChance
from rulekeep.match.view import ReadOnlyTable

MAX_RECENT = 40
"""Plies whose events drawings may show."""
MAX_SEED = 4300
"""Characters; Python converts no longer numbers to text."""


@frozen
class Ply:
    """A move of the match, or the set-up, and what it led to."""

    seat: int
    """The seat that moved, from 0; -1 for the set-up."""
    move: str
    """The move in notation; empty for the set-up."""
    outcomes: tuple[str, ...]
    """What was drawn."""
    events: tuple[Event, ...]
    """What happened, including events that only some seats see."""
    state: Any
    """The state afterwards."""


@frozen
class RefusedMove:
    """A move that was refused."""

    after: int
    """How many moves had been played before."""
    seat: int
    move: str
    refusal: Refusal


class Match(ReadOnlyTable):
    """A match in progress or finished, with every earlier state."""

    def __init__(self, game: AnyGame, header: MatchHeader, setup: Ply) -> None:
        self.game = game
        self.header = header
        self.plies: list[Ply] = [setup]
        """The set-up, then every move that has not been undone."""
        self.undone: list[list[Ply]] = []
        """What can be played again: the moves of each undo, the last undo at the end."""
        self.recovered = ""
        """Which part of a damaged match file was dropped, in a sentence."""
        self.rescued = ""
        """Why the match was written to another file, in a sentence."""
        self._entries: list[FileEntry] = [
            FileEntry("setup", "", setup.outcomes, self._digest(setup.state))
        ]
        self._writer: match_file.MatchFileWriter | None = None
        self._closed_path: Path | None = None
        """The file that the match was written to until it was closed."""

    # -- new and loaded matches ---------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: str | AnyGame,
        seats: int,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        names: Sequence[str] = (),
        players: Sequence[str] = (),
        data: Path | str | None = None,
        path: Path | str | None = None,
        house: HouseRules | None = None,
    ) -> Match:
        """Set up a match; with a path it is written to that file from the start.

        The file gets name and comment of `house`; its options must be among `options`.
        """
        plugin = registry.load(game) if isinstance(game, str) else game
        if data is not None:
            plugin = plugin.with_data(Path(data))
        if type(seats) is int and seats > match_file.MAX_SEATS:
            raise SetupError(f"no table has more than {match_file.MAX_SEATS} seats")
        need_seats(seats, plugin.seats, plugin.title, plugin.seats_rule)
        chosen = _settled(plugin, options or {})
        header = _header(plugin, seats, seed, chosen, names, players, house)
        match = cls(plugin, header, _set_up(plugin, header, None))
        if path is not None:
            match.record_to(Path(path))
        return match

    @classmethod
    def from_position(
        cls,
        game: str | AnyGame,
        given: Mapping[str, Any],
        seed: int | str | None = None,
        *,
        names: Sequence[str] = (),
        players: Sequence[str] = (),
        path: Path | str | None = None,
        house: HouseRules | None = None,
    ) -> Match:
        """A match that begins at a position, written as `given:` of a scenario. DataError."""
        plugin = registry.load(game) if isinstance(game, str) else game
        state = plugin.from_dict(given)
        position = plugin.to_dict(state)
        chosen = _settled(plugin, position.get("options") or {})
        header = _header(plugin, plugin.seats_of(state), seed, chosen, names, players, house)
        match = cls(plugin, evolve(header, given=position), Ply(-1, "", (), (), state))
        if path is not None:
            match.record_to(Path(path))
        return match

    @classmethod
    def load(
        cls,
        path: Path | str,
        *,
        game: AnyGame | None = None,
        data: Path | str | None = None,
        resume: bool = False,
        entries: int | None = None,
        undone: bool = True,
    ) -> Match:
        """Replay a match file, or its first entries after the set-up.

        With `resume` further moves are appended to the file. Without `undone` moves that were
        undone for good are not replayed: a long history then loads quickly.
        """
        path = Path(path)
        saved = match_file.read(path)
        match = cls.replay(saved, path, game=game, data=data, entries=entries, undone=undone)
        if resume:
            match._writer = match_file.MatchFileWriter.resume(path, saved)
        return match

    @classmethod
    def replay(
        cls,
        saved: MatchFile,
        path: Path,
        *,
        game: AnyGame | None = None,
        data: Path | str | None = None,
        entries: int | None = None,
        undone: bool = True,
    ) -> Match:
        """The same of a match file that was read; `path` is what errors call it. DataError."""
        header = saved.header
        plugin = game or registry.load(header.game)
        if plugin.id != header.game:
            raise DataError(f"{path}:2", f"a match of {_short(header.game)}, not of {plugin.id}")
        plugin = _same_board(plugin, header, path, data)
        if not saved.entries:
            raise DataError(f"{path}:3", "the set-up is missing: the match never began")
        try:
            chosen = in_edition(plugin.options, header.options, header.edition)
            header = evolve(header, options=chosen)
            need_seats(header.seats, plugin.seats, plugin.title)
            match = cls(plugin, header, _set_up(plugin, header, saved.entries[0].outcomes))
        except (SetupError, ChanceError) as error:
            raise Diverged(f"{path}:3", f"the set-up cannot be repeated: {error}", 0) from None
        except DataError as error:
            raise DataError(f"{path}:2", f"the position cannot be set up: {error}") from None
        match._compare(saved.entries[0], 0, path)
        chosen_entries = saved.entries[: None if entries is None else entries + 1]
        needed = None if undone else _needed(chosen_entries)
        for number, entry in enumerate(chosen_entries[1:], 1):
            match._replay(entry, number, path, needed is None or number in needed)
        if saved.torn:
            match.recovered = (
                f"{path}: the last line was not written to its end and is dropped "
                f"({saved.torn} bytes)"
            )
        return match

    def _replay(self, entry: FileEntry, number: int, path: Path, needed: bool) -> None:
        where = f"{path}:{entry.line}"
        if entry.who == "undo":
            count = whole_number(entry.what, 0, len(self.plies) - 1)
            if count is None or str(count) != entry.what or entry.outcomes:
                raise DataError(where, f"cannot go back to move {_short(entry.what)}")
            self._go_back(count)
        elif entry.seat >= self.header.seats:
            raise DataError(where, f"there is no seat {entry.seat} at this table")
        elif not needed:
            self.plies.append(Ply(entry.seat, entry.what, entry.outcomes, (), None))
            self._forget_undone(entry.seat, entry.what)
        else:
            try:
                chance = RecordedChance(entry.outcomes)
                move = self.game.read(self.state, entry.seat, entry.what)
                step = apply(self.game, self.state, entry.seat, move, chance)
                chance.finish()
                text = self.game.notation(move)
            except RulekeepError as error:
                rules = (error.refusal.rule,) if isinstance(error, IllegalMove) else ()
                what = f"entry {number} cannot be replayed: {error}"
                raise Diverged(where, what, number, rules) from None
            self.plies.append(Ply(entry.seat, text, entry.outcomes, step.events, step.state))
            self._forget_undone(entry.seat, text)
        self._entries.append(entry)
        if needed:
            self._compare(entry, number, path)

    def _go_back(self, count: int) -> None:
        self.undone.append(self.plies[count + 1 :])
        del self.plies[count + 1 :]

    def _forget_undone(self, seat: int, move: str) -> None:
        """What was undone can be played again until another move is played."""
        plies = self.undone[-1] if self.undone else []
        if plies and (plies[0].seat, plies[0].move) == (seat, move):
            del plies[0]
            if not plies:
                self.undone.pop()
        else:
            self.undone.clear()

    def _compare(self, entry: FileEntry, number: int, path: Path) -> None:
        if self.header.form != self.game.form:
            return  # the digests are of states in another form: compare moves and draws only
        reached = self._digest(self.state)
        if reached != entry.state:
            cited = dict.fromkeys(rule for event in self.plies[-1].events for rule in event.rules)
            raise Diverged(
                f"{path}:{entry.line}",
                f"the replay diverges at entry {number}: it reaches another state than the "
                f"match did (made with rulekeep version {_short(self.header.rulekeep)})",
                number,
                tuple(cited),
            )

    def _digest(self, state: Any) -> str:
        """The digest of a state without options that are newer than the match."""
        data = self.game.to_dict(state)
        newer = {o.name for o in self.game.options if o.since > self.header.edition}
        if newer and "options" in data:
            options = {name: value for name, value in data["options"].items() if name not in newer}
            data = {**data, "options": options}
        return state_digest(data)

    def at(self, moves: int) -> Match:
        """A copy of the match as it was after so many moves, written to no file."""
        past = copy(self)
        past.plies, past._entries, past.undone = [*self.plies], [*self._entries], []
        past._writer = None
        if moves != len(self.plies) - 1:
            past.undo_to(moves)
        return past

    # -- the table now ------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.plies[-1].state

    @property
    def setup_events(self) -> tuple[Event, ...]:
        """What happened in the set-up; empty if the match began with a position."""
        return self.plies[0].events

    @property
    def entries(self) -> Sequence[FileEntry]:
        """Everything that happened, as in the file: the set-up, moves and undos."""
        return self._entries

    @property
    def options(self) -> Mapping[str, Any]:
        return self.header.options

    @property
    def seats(self) -> int:
        return self.header.seats

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.names or Players.numbered(self.header.seats).names

    def name(self, seat: int) -> str:
        return self.names[seat]

    def lately(self, viewer: int | None, state: Any = None) -> tuple[tuple[int, Event], ...]:
        """The latest events before a state, with their seats, that a viewer may know of."""
        last = len(self.plies)
        if state is not None:
            last = 1 + next(n for n, ply in enumerate(self.plies) if ply.state is state)
        return tuple(
            (ply.seat, event)
            for ply in self.plies[max(0, last - MAX_RECENT) : last]
            for event in ply.events
            if event.seen_by is None or (viewer is not None and viewer in event.seen_by)
        )

    def look(self, viewer: int | None) -> Look:
        return Look(names=self.names, lately=self.lately(viewer))

    def __repr__(self) -> str:
        moves = plural(len(self.plies) - 1, "move")
        seats = plural(self.seats, "seat")
        seed = self.header.seed
        return f"<Match of {self.game.id}: {seats}, seed {seed!r}, {moves}, {self._status}>"

    def __iter__(self) -> Iterator[Ply]:
        """The set-up, then every move that has not been undone."""
        return iter(self.plies)

    def __len__(self) -> int:
        """The number of plies, with the set-up."""
        return len(self.plies)

    # -- playing and undoing ------------------------------------------------------------------

    def play(self, move: str | Any, seat: int | None = None) -> tuple[Event, ...]:
        """Play a move, in notation or as an object, and return its events."""
        decider = self.decider(seat)
        parsed = self.game.read(self.state, decider, move) if isinstance(move, str) else move
        # The same move at the same point draws the same, whatever was undone before.
        chance = RecordingChance(SeededChance(self.header.seed, len(self.plies)))
        step = apply(self.game, self.state, decider, parsed, chance)
        text = self.game.notation(parsed)
        if parsed is move:  # an object may say more than its notation
            text = self.game.notation(self.game.read(self.state, decider, text))
        digest = self._digest(step.state)
        self._append(FileEntry(str(decider), text, tuple(chance.outcomes), digest))
        self._forget_undone(decider, text)
        self.plies.append(Ply(decider, text, tuple(chance.outcomes), step.events, step.state))
        return step.events

    def undo(self, moves: int = 1) -> None:
        """Undo the last moves of any seat. `undo_consent` says whether others must agree."""
        if not 1 <= moves < len(self.plies):
            raise RulekeepError(
                f"cannot undo {kind_of(moves)} moves; there are {len(self.plies) - 1}"
            )
        self.undo_to(len(self.plies) - 1 - moves)

    def undo_to(self, count: int) -> None:
        """Go back to the position after that many moves; 0 is the set-up."""
        if not 0 <= count < len(self.plies):
            raise RulekeepError(f"there is no move {kind_of(count)} to go back to")
        digest = self._digest(self.plies[count].state)
        self._append(FileEntry("undo", str(count), (), digest))
        self._go_back(count)

    def set_position(self, given: Mapping[str, Any]) -> None:
        """Start again from another position with as many seats. DataError, and nothing changes.

        The match continues in a new file beside the old one. If no move has been played, the old
        file is replaced.
        """
        state = self.game.from_dict(given)
        if self.game.seats_of(state) != self.header.seats:
            raise DataError("seats", f"there are {self.header.seats} seats at this table")
        position = self.game.to_dict(state)
        header = evolve(
            self.header,
            given=position,
            options=_settled(self.game, position.get("options") or {}),
            rulekeep=__version__,
            form=self.game.form,
            edition=self.game.book.edition,
        )
        fresh = Match(self.game, header, Ply(-1, "", (), (), state))
        writer = self._writer
        if writer is not None and len(self._entries) > 1:
            self._writer = match_file.MatchFileWriter.create_beside(
                writer.path, header, fresh._entries
            )
            writer.close()
        elif writer is not None:
            self.keep()
            writer = self._writer or writer
            path = writer.path
            match_file.write_new(path, header, fresh._entries, overwrite=True)
            writer.close()
            self._writer = match_file.MatchFileWriter.resume(path, match_file.read(path))
        self.header, self.plies, self._entries = header, fresh.plies, fresh._entries
        self.undone.clear()

    def undo_consent(self, moves: int, seat: int) -> str | None:
        """Why an undo of the last moves needs everybody's consent; None if it does not."""
        for number in range(max(1, len(self.plies) - moves), len(self.plies)):
            ply = self.plies[number]
            if ply.seat != seat:
                return f"{self.name(ply.seat)} has moved since"
            if ply.outcomes:
                return "something was drawn since"
            if self._reveals(number):
                return "something was revealed since"
        return None

    def _reveals(self, number: int) -> bool:
        """Whether a move revealed something hidden: a private event, or sealed choices."""
        if any(event.seen_by is not None for event in self.plies[number].events):
            return True
        decisions = self.game.decisions(self.plies[number - 1].state)
        return len(decisions) == 1 and decisions[0].sealed

    # -- the match file -----------------------------------------------------------------------

    def _append(self, entry: FileEntry) -> None:
        """Write an entry; if that fails, the match has not changed."""
        if self._closed_path is not None:
            raise DataError(str(self._closed_path), "cannot be written: it was closed")
        self.keep()
        if self._writer is not None:
            self._writer.append(entry)
        self._entries.append(entry)

    def keep(self) -> None:
        """Check the match file. If it was changed or removed, write a new one beside it."""
        before = self._writer
        problem = "" if before is None else before.problem()
        if before is None or not problem:
            return
        self._writer = match_file.MatchFileWriter.create_beside(
            before.path, self.header, self._entries
        )
        before.close()
        self.rescued = f"{before.path} {problem}; the whole match is in {self._writer.path} now"

    @property
    def path(self) -> Path | None:
        """The file this match is being written to."""
        return self._writer.path if self._writer else None

    def record_to(self, path: Path) -> None:
        """Write the match to a new file, and every further move to the same file."""
        if self._writer is not None:
            raise RulekeepError(f"the match is being written to {self._writer.path} already")
        self._closed_path = None
        self._writer = match_file.MatchFileWriter.create(path, self.header, self._entries)

    def save(self, path: Path | str, *, overwrite: bool = False) -> None:
        """Write a copy of the match so far; the file is complete or not written at all."""
        path = Path(path)
        writer = self._writer
        if writer is not None and _is_same(path, writer.path) and not writer.problem():
            return  # it is complete, and further moves are appended to it
        match_file.write_new(path, self.header, self._entries, overwrite)

    def to_bytes(self) -> bytes:
        """The contents of a file with the match so far."""
        return match_file.to_bytes(self.header, self._entries)

    def close(self) -> None:
        """Close the match file, which contains every move; further moves are refused."""
        if self._writer is not None:
            self._closed_path = self._writer.path
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def seed_text(seed: int | str) -> str:
    """A seed as text for files. SetupError if it is too long or not printable."""
    try:
        text = str(seed)
    except ValueError:
        # A number with more digits than Python converts to text.
        text = "9" * (MAX_SEED + 1)
    if len(text) > MAX_SEED:
        raise SetupError(f"the seed is too long; it has at most {MAX_SEED:,} characters")
    if not text.isprintable():
        raise SetupError(f"the seed {text[:40]!r} must be printable")
    return text


def _needed(entries: Sequence[FileEntry]) -> set[int]:
    """The numbers of the entries that stand at the end, or can be redone then."""
    standing: list[int] = [0]
    undone: list[list[int]] = []
    before: dict[int, int] = {}
    for number, entry in enumerate(entries[1:], 1):
        count = whole_number(entry.what, 0, len(standing) - 1) if entry.who == "undo" else None
        if entry.who != "undo":
            before[number] = standing[-1]
            standing.append(number)
            again = undone[-1] if undone else []
            if again and (entries[again[0]].who, entries[again[0]].what) == (entry.who, entry.what):
                del again[0]
                if not again:
                    undone.pop()
            else:
                undone.clear()
        elif count is not None:
            undone.append(standing[count + 1 :])
            del standing[count + 1 :]
    needed: set[int] = set()
    for number in (*standing, *(number for group in undone for number in group)):
        while number not in needed:
            needed.add(number)
            number = before.get(number, 0)
    return needed


def _settled(game: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value. SetupError for options that the game does not have."""
    try:
        return settle(game.options, options)
    except ValueError:
        raise SetupError("an option cannot be a number of so many digits") from None


def _need_texts(given: Sequence[str], what: str, seats: int) -> None:
    """SetupError unless names or players are left out or printable texts, one per seat."""
    if not isinstance(given, Sequence):
        raise SetupError(f"{what}s are given one per seat, not as {given!r}")
    for text in given:
        if not isinstance(text, str) or not text.isprintable():
            raise SetupError(f"{text!r} is not a {what}: a printable text")
    if given and len(given) != seats:
        raise SetupError(f"{len(given)} {what}s do not fit {seats} seats")


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths are the same file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _header(
    game: AnyGame,
    seats: int,
    seed: int | str | None,
    options: Mapping[str, Any],
    names: Sequence[str],
    players: Sequence[str],
    house: HouseRules | None,
) -> MatchHeader:
    """The header of a new match. SetupError."""
    text = str(int.from_bytes(os.urandom(16))) if seed is None else seed_text(seed)
    for given, what in ((names, "name"), (players, "player")):
        _need_texts(given, what, seats)
    if names:
        Players(tuple(names))
    return MatchHeader(
        game=game.id,
        seats=seats,
        seed=text,
        options=options,
        data=game.data_digest,
        names=tuple(names),
        players=tuple(players),
        rulekeep=__version__,
        form=game.form,
        edition=game.book.edition,
        house=None if house is None else house.header_data,
    )


def _set_up(game: AnyGame, header: MatchHeader, outcomes: Sequence[str] | None) -> Ply:
    """The set-up, drawn from the seed or from recorded outcomes, or the position given."""
    if header.given is not None:
        if outcomes:
            raise ChanceError("a match that begins from a position draws nothing before it")
        # Options that the position leaves out have the values of its edition.
        settled = {"options": dict(header.options)} if "options" in header.given else {}
        state = game.from_dict({**header.given, **settled})
        if game.seats_of(state) != header.seats:
            raise DataError("seats", f"the position is not one of {header.seats} seats")
        return Ply(-1, "", (), (), state)
    if outcomes is None:
        recording = RecordingChance(SeededChance(header.seed, 0))
        step = game.setup(header.seats, header.options, recording)
        return Ply(-1, "", tuple(recording.outcomes), step.events, step.state)
    chance = RecordedChance(outcomes)
    step = game.setup(header.seats, header.options, chance)
    chance.finish()
    return Ply(-1, "", tuple(outcomes), step.events, step.state)


def _same_board(game: AnyGame, header: MatchHeader, path: Path, data: Path | str | None) -> AnyGame:
    """The game with the data files that the match was played with. DataError."""
    if data is not None:
        game = game.with_data(Path(data))
    if header.data != game.data_digest:
        raise DataError(
            f"{path}:2",
            f"played on other data files (fingerprint {_short(header.data)}, "
            f"these have {game.data_digest or 'none'}); name their directory with --data",
        )
    return game


def _short(text: str) -> str:
    """A text from a file, shortened for a message."""
    return repr(text[:40]) if text else "none"


__all__ = ["IllegalMove", "Match", "Ply", "RefusedMove"]
