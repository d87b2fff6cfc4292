"""One session: the state, its record, undo."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
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
from rulekeep.match import match_file
from rulekeep.match.house_rules import HouseRules, in_edition
from rulekeep.match.match_file import Diverged, FileEntry, MatchHeader, state_digest
from rulekeep.match.recorded_chance import RecordedChance, RecordingChance
from rulekeep.match.view import ReadOnlyTable

LATELY = 40
"""How many acts back drawings may tell of."""
MAX_SEED = 4300
"""Characters; Python spells no longer numbers either."""


@frozen
class Ply:
    """One act of the match as it stands: who did what, what it led to."""

    seat: int
    """The seat that moved; -1 for the set-up."""
    move: str
    outcomes: tuple[str, ...]
    events: tuple[Event, ...]
    state: Any


@frozen
class Tried:
    """A move that was refused."""

    acts: int
    """How many acts had been played before."""
    seat: int
    move: str
    refusal: Refusal


class Match(ReadOnlyTable):
    """A match in progress or finished. States are values; the past stays reachable."""

    def __init__(self, game: AnyGame, header: MatchHeader, setup: Ply) -> None:
        self.game = game
        self.header = header
        self.plies: list[Ply] = [setup]
        self.undone: list[list[Ply]] = []
        """What a loaded file says was undone, the last at the end, and not done again since."""
        """The set-up, then every act that stands."""
        self.recovered = ""
        """What was lost of a match file's end, if anything was."""
        self.rescued = ""
        """What befell the match file, if the match had to be written anew."""
        self._entries: list[FileEntry] = [
            FileEntry("setup", "", setup.outcomes, self._digest(setup.state))
        ]
        self._writer: match_file.MatchFileWriter | None = None

    # -- beginning --------------------------------------------------------------------------

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
        """Set up a match; with a path it is written there from the first moment.

        Of `house` only name and comment are kept: its options are among those given.
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
        said = plugin.to_dict(state)
        chosen = _settled(plugin, said.get("options") or {})
        header = _header(plugin, plugin.seats_of(state), seed, chosen, names, players, house)
        match = cls(plugin, evolve(header, given=said), Ply(-1, "", (), (), state))
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
    ) -> Match:
        """Replay a match file, or so many entries of it after the set-up.

        With `resume` further moves are appended to the file.
        """
        path = Path(path)
        saved = match_file.read(path)
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
        for number, entry in enumerate(
            saved.entries[1 : None if entries is None else entries + 1], 1
        ):
            match._replay(entry, number, path)
        if saved.torn:
            match.recovered = (
                f"{path}: the last line was not written to its end and is dropped "
                f"({saved.torn} bytes)"
            )
        if resume:
            match._writer = match_file.MatchFileWriter.resume(path, saved)
        return match

    def _replay(self, entry: FileEntry, number: int, path: Path) -> None:
        where = f"{path}:{entry.line}"
        if entry.who == "undo":
            known = {str(count): count for count in range(len(self.plies))}
            if entry.what not in known or entry.outcomes:
                raise DataError(where, f"cannot go back to act {_short(entry.what)}")
            self.undone.append(self.plies[known[entry.what] + 1 :])
            del self.plies[known[entry.what] + 1 :]
        elif entry.seat >= self.header.seats:
            raise DataError(where, f"there is no seat {entry.seat} at this table")
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
            self._done_again(entry.seat, text)
        self._entries.append(entry)
        self._compare(entry, number, path)

    def _done_again(self, seat: int, move: str) -> None:
        """What was undone can be done again until something else is done."""
        acts = self.undone[-1] if self.undone else []
        if acts and (acts[0].seat, acts[0].move) == (seat, move):
            del acts[0]
            if not acts:
                self.undone.pop()
        else:
            self.undone.clear()

    def _compare(self, entry: FileEntry, number: int, path: Path) -> None:
        if self.header.form != self.game.form:
            return  # the digests are those of states written otherwise; moves and chance must do
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
        """Of the state as it was said when the match began: without options that came later."""
        data = self.game.to_dict(state)
        later = {o.name for o in self.game.options if o.since > self.header.edition}
        if later and "options" in data:
            options = {name: value for name, value in data["options"].items() if name not in later}
            data = {**data, "options": options}
        return state_digest(data)

    # -- the table now ----------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.plies[-1].state

    @property
    def entries(self) -> Sequence[FileEntry]:
        """All that ever happened, taken back or not: the set-up, acts and undos, as in the file."""
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
        """What a viewer has seen happen in the acts before a state, now or earlier."""
        last = len(self.plies)
        if state is not None:
            last = 1 + next(n for n, ply in enumerate(self.plies) if ply.state is state)
        return tuple(
            (ply.seat, event)
            for ply in self.plies[max(0, last - LATELY) : last]
            for event in ply.events
            if event.seen_by is None or (viewer is not None and viewer in event.seen_by)
        )

    def look(self, viewer: int | None) -> Look:
        return Look(names=self.names, lately=self.lately(viewer))

    def __iter__(self) -> Iterator[Ply]:
        """The set-up, then every act that stands."""
        return iter(self.plies)

    def __len__(self) -> int:
        """How many plies there are, the set-up among them."""
        return len(self.plies)

    # -- acting -----------------------------------------------------------------------------

    def play(self, move: str | Any, seat: int | None = None) -> tuple[Event, ...]:
        """Play a move, in notation or as an object; what happened."""
        decider = self.decider(seat)
        parsed = self.game.read(self.state, decider, move) if isinstance(move, str) else move
        # The same act at the same point draws the same lot, whatever was undone before.
        chance = RecordingChance(SeededChance(self.header.seed, len(self.plies)))
        step = apply(self.game, self.state, decider, parsed, chance)
        text = self.game.notation(parsed)
        if parsed is move:  # an object may name more than its one form says
            text = self.game.notation(self.game.read(self.state, decider, text))
        digest = self._digest(step.state)
        self._append(FileEntry(str(decider), text, tuple(chance.outcomes), digest))
        self.undone.clear()
        self.plies.append(Ply(decider, text, tuple(chance.outcomes), step.events, step.state))
        return step.events

    def undo(self, acts: int = 1) -> None:
        """Take back the last acts, whoever made them. `undo_consent` says what the table says."""
        if not 1 <= acts < len(self.plies):
            raise RulekeepError(
                f"cannot take back {kind_of(acts)} acts; there are {len(self.plies) - 1} to take back"
            )
        self.undo_to(len(self.plies) - 1 - acts)

    def undo_to(self, count: int) -> None:
        """Go back to the position after that many acts; 0 is the set-up."""
        if not 0 <= count < len(self.plies):
            raise RulekeepError(f"there is no act {kind_of(count)} to go back to")
        digest = self._digest(self.plies[count].state)
        self._append(FileEntry("undo", str(count), (), digest))
        del self.plies[count + 1 :]

    def set_position(self, given: Mapping[str, Any]) -> None:
        """Begin anew from another position of as many seats. DataError, and all stays as it is.

        What was played until now stays in its file and the match goes on in one beside it; the
        file of a match without an act is replaced.
        """
        state = self.game.from_dict(given)
        if self.game.seats_of(state) != self.header.seats:
            raise DataError("seats", f"there are {self.header.seats} seats at this table")
        said = self.game.to_dict(state)
        header = evolve(
            self.header,
            given=said,
            options=_settled(self.game, said.get("options") or {}),
            rulekeep=__version__,
            form=self.game.form,
            edition=self.game.book.edition,
        )
        begun = Match(self.game, header, Ply(-1, "", (), (), state))
        writer = self._writer
        if writer is not None and len(self._entries) > 1:
            self._writer = match_file.MatchFileWriter.create_beside(
                writer.path, header, begun._entries
            )
            writer.close()
        elif writer is not None:
            self.keep()
            path = self._writer.path if self._writer is not None else writer.path
            match_file.write_new(path, header, begun._entries, overwrite=True)
            self.close()
            self._writer = match_file.MatchFileWriter.resume(path, match_file.read(path))
        self.header, self.plies, self._entries = header, begun.plies, begun._entries

    def undo_consent(self, acts: int, seat: int) -> str | None:
        """Why taking back these acts needs everybody's consent; None if it is free."""
        for number in range(max(1, len(self.plies) - acts), len(self.plies)):
            ply = self.plies[number]
            if ply.seat != seat:
                return f"{self.name(ply.seat)} has acted since"
            if ply.outcomes:
                return "something was drawn since"
            if self._reveals(number):
                return "something was revealed since"
        return None

    def _reveals(self, number: int) -> bool:
        """Whether an act showed somebody what was hidden: a private event, or seals opened."""
        if any(event.seen_by is not None for event in self.plies[number].events):
            return True
        asked = self.game.decisions(self.plies[number - 1].state)
        return len(asked) == 1 and asked[0].sealed

    # -- keeping ----------------------------------------------------------------------------

    def _append(self, entry: FileEntry) -> None:
        """Written first: what cannot be kept does not happen."""
        self.keep()
        if self._writer is not None:
            self._writer.append(entry)
        self._entries.append(entry)

    def keep(self) -> None:
        """See to it that the match file is there as it was left, else write it anew beside it."""
        before = self._writer
        trouble = "" if before is None else before.trouble()
        if before is None or not trouble:
            return
        self._writer = match_file.MatchFileWriter.create_beside(
            before.path, self.header, self._entries
        )
        before.close()
        self.rescued = f"{before.path} {trouble}; the whole match is in {self._writer.path} now"

    @property
    def path(self) -> Path | None:
        """The file this match is being written to."""
        return self._writer.path if self._writer else None

    def record_to(self, path: Path) -> None:
        """Write the match to a new file, and every further act as it happens."""
        if self._writer is not None:
            raise RulekeepError(f"the match is being written to {self._writer.path} already")
        self._writer = match_file.MatchFileWriter.create(path, self.header, self._entries)

    def save(self, path: Path | str, *, overwrite: bool = False) -> None:
        """A copy of the match so far, complete or not there at all."""
        path = Path(path)
        writer = self._writer
        if writer is not None and _is_same(path, writer.path) and not writer.trouble():
            return  # every act is in it already, and the next ones must follow
        match_file.write_new(path, self.header, self._entries, overwrite)

    def close(self) -> None:
        """Let go of the match file; nothing is lost, every act is in it already."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()


def seed_text(seed: int | str) -> str:
    """A seed as it stands in files; SetupError if it cannot stand there."""
    try:
        text = str(seed)
    except ValueError:
        # A number with more digits than Python spells out.
        text = "9" * (MAX_SEED + 1)
    if len(text) > MAX_SEED:
        raise SetupError(f"the seed is too long; it has at most {MAX_SEED:,} characters")
    if not text.isprintable():
        raise SetupError(f"the seed {text[:40]!r} must be printable")
    return text


def _settled(game: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value, if those chosen are options of the game."""
    try:
        return settle(game.options, options)
    except ValueError:
        raise SetupError("an option cannot be a number of so many digits") from None


def _need_texts(given: Sequence[str], what: str, seats: int) -> None:
    """Names, or players: none at all or a printable text for each seat."""
    if not isinstance(given, Sequence):
        raise SetupError(f"{what}s are given one per seat, not as {given!r}")
    for text in given:
        if not isinstance(text, str) or not text.isprintable():
            raise SetupError(f"{text!r} is not a {what}: a printable text")
    if given and len(given) != seats:
        raise SetupError(f"{len(given)} {what}s do not fit {seats} seats")


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file."""
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
    """What a new match says of itself; SetupError for what cannot stand there."""
    sown = str(int.from_bytes(os.urandom(6))) if seed is None else seed_text(seed)
    for given, what in ((names, "name"), (players, "player")):
        _need_texts(given, what, seats)
    if names:
        Players(tuple(names))
    return MatchHeader(
        game=game.id,
        seats=seats,
        seed=sown,
        options=options,
        data=game.data_digest,
        names=tuple(names),
        players=tuple(players),
        rulekeep=__version__,
        form=game.form,
        edition=game.book.edition,
        house=None if house is None else house.said,
    )


def _set_up(game: AnyGame, header: MatchHeader, outcomes: Sequence[str] | None) -> Ply:
    """The set-up, by lot from the seed or from recorded outcomes; or the position given."""
    if header.given is not None:
        if outcomes:
            raise ChanceError("a match that begins from a position draws nothing before it")
        # What the position does not say of options means what it meant in its edition.
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
    """The game on the board the match was played on, or a refusal."""
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
    """A text from a file, fit for a message."""
    return repr(text[:40]) if text else "none"


__all__ = ["IllegalMove", "Match", "Ply", "Tried"]
