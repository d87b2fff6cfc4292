"""The contract: what a game gives, and what rulekeep makes of it."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar, cast

from rulekeep.core.chance import Chance
from rulekeep.core.data_files import DataFiles
from rulekeep.core.decision import Decision
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.errors import DataError, IllegalMove
from rulekeep.core.frozen_values import frozen
from rulekeep.core.notation import Language
from rulekeep.core.primitives.players import need_seats
from rulekeep.core.rule_options import Option, Terms, TermsCache, settle
from rulekeep.core.rulebook import Refusal, Rulebook
from rulekeep.core.state.declaration import DeclaredState, fresh
from rulekeep.core.state.fields import Form
from rulekeep.core.state.position_data import GivenKeys, read_position, write_position
from rulekeep.core.text import upper_first

if TYPE_CHECKING:
    from rulekeep.core.drawing.picture import Picture
    from rulekeep.core.linear_estimate import LinearEstimate
from rulekeep.core.events import Emit, Event, NameOf


class State(Protocol):
    """The whole table. It owns everything that changes, so that a copy is independent."""

    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M")


@frozen
class Item:
    """One line of an itemised sum: `3 tower tiles × 2`."""

    label: str
    count: int = 1
    each: int = 1
    rule: str = ""

    @property
    def total(self) -> int:
        return self.count * self.each

    def __str__(self) -> str:
        if self.count == 1 or self.each == 1:
            return f"{self.label} {self.total}"
        return f"{self.label} {self.count}×{self.each} = {self.total}"


@frozen
class Step(Generic[S_co]):
    """A state reached, and what happened on the way."""

    state: S_co
    events: tuple[Event, ...] = ()


@frozen
class Score:
    """One seat's points or money, item by item."""

    seat: int
    total: int
    items: tuple[Item, ...] = ()


@frozen
class Outcome:
    """How a match ended."""

    places: tuple[int, ...]
    """Per seat, 1 for a winner; equal places are shared. A lone loser has place 2."""
    scores: tuple[Score, ...]
    rule: str
    """The rule that ended it."""
    reason: str
    """A short word or phrase for tables and statistics: `built`, `turn_limit`."""
    rules: tuple[str, ...] = ()
    """Further rules at work in the result (tie-breaks, final scoring)."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def share(self, seat: int) -> float:
        """What a seat has of the victory: all of it, its part among equals, or nothing."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def all_rules(self) -> tuple[str, ...]:
        items = [item.rule for score in self.scores for item in score.items if item.rule]
        return (self.rule, *self.rules, *items)


class Game(Protocol[S, M]):
    """What a plugin gives. Subclass it; what has a body here has a sensible default.

    A game whose table is declared (`rulekeep.core.state.position_data`) and whose moves have forms
    (`rulekeep.core.notation`) names them as `table` and `language` and needs no more than the rules
    below; one without secrets says nothing about who may know what. `docs/plugins.md` explains
    every name with complete examples.
    """

    id: str
    title: str
    seats: range
    book: Rulebook
    table: type[Any] | None = None
    """The declared table; gives `to_dict` and `from_dict`."""
    language: Language | None = None
    """The forms of the moves; gives `parse` and `notation`."""
    observed: Mapping[str, Form[Any]] = {}
    """The keys of observations that positions do not have, or that read otherwise there."""
    agreements: TermsCache[Any] | None = None
    """Terms of its own, made of seats and options; None: the plain ones."""
    blurb: str = ""
    """What the game is about, in one or two sentences for the menu."""
    seats_rule: str = ""
    """The rule that says how many may play."""
    box_rule: str = ""
    """The rule that says what there is to play with: it refuses a move that names anything else."""
    seats_note: str = ""
    """Which seats need which option, e.g. "1 seat: variant=siege"."""
    score_unit: str = "point"
    """What is counted, in the singular: `point`, `ducat`; empty if no count decides who wins."""
    usual_seats: int = 0
    """The seats of a position that does not say; 0: the fewest."""
    files: DataFiles | None = None
    """The data files of the box, which an owner can replace."""
    data_digest: str = ""
    """A fingerprint of the data files; records made on another board are refused."""
    drawn_by: str = ""
    """The module whose function `picture` draws the table; a large one, loaded when it is wanted."""
    form: int = 1
    """Counts the changes of what `to_dict` says; matches recorded with another one still replay."""

    options: tuple[Option, ...] = ()
    """Those of the book, unless a game makes its own."""
    presets: Mapping[str, Mapping[str, Any]] = {}

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        book = vars(cls).get("book")
        if isinstance(book, Rulebook):
            cls.options = vars(cls).get("options", book.options)
            cls.presets = vars(cls).get("presets", book.presets)
        if cls.as_known_to is not Game.as_known_to:
            for name in SHOWING:
                if name in vars(cls) or "as_known_to" in vars(cls):
                    setattr(cls, name, _ShowsWhatIsKnown(inspect.getattr_static(cls, name)))

    # -- the rules --------------------------------------------------------------------------

    def terms(self, seats: int, options: Mapping[str, Any]) -> Any:
        """What these seats and options come to. SetupError for what cannot be played."""
        need_seats(seats, self.seats, self.title, self.seats_rule)
        if self.agreements is not None:
            return self.agreements(seats, options)
        return Terms(None, seats, settle(self.options, options))

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[S]:
        """The table before the first decision. SetupError for what cannot be played."""
        if self.table is None:
            raise TypeError(f"{type(self).__name__} has no table; or give setup")
        state = cast("S", fresh(self.table, self.terms(seats, options)))
        events: list[Event] = []
        self.lay_out(state, chance, events.append)
        return Step(state, tuple(events))

    def lay_out(self, state: S, chance: Chance, emit: Emit) -> None:
        """Set up a declared table in place. By default its fields keep their declared values."""
        return

    @abstractmethod
    def decisions(self, state: S) -> tuple[Decision, ...]:
        """The questions open now; empty when the match is over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Sequence[M]:
        """Exactly the moves of this seat's open decision, in a fixed order."""

    def check(self, state: S, seat: int, move: M) -> Refusal | None:
        """Why not; None if the move is legal. Never raises for a well-formed move."""
        if self.language is not None:
            strange = self.language.strange(move)
            if strange is not None:
                return Refusal(self.box_rule, strange)
        return self.book.check(state, seat, move)

    @abstractmethod
    def advance(
        self, state: S, seat: int, move: M, chance: Chance, emit: Emit | None = None
    ) -> None:
        """The effects, in place, trusted, on a state the caller owns."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once there are no decisions left."""

    # -- text and data ----------------------------------------------------------------------

    def parse(self, text: str) -> M:
        """The move that a text says by itself; BadNotation if it says none."""
        return cast("M", self._language.parse(text))

    def notation(self, move: M) -> str:
        """The one text of a move; the exact inverse of `parse`."""
        return self._language.notation(move)

    def read(self, state: S, seat: int, text: str) -> M:
        """The move that a text means for this seat at this table, in its one form.

        More than `parse` where people may point at what lies before them: the third tile of a
        hand. What is recorded is the notation of what is returned here.
        """
        return self.parse(text)

    @property
    def _language(self) -> Language:
        if self.language is None:
            raise TypeError(f"{type(self).__name__} has no language; or give parse and notation")
        return self.language

    def to_dict(self, state: S) -> dict[str, Any]:
        """The whole state as JSON-able data."""
        return write_position(cast("DeclaredState[Any]", state))

    def from_dict(self, data: Mapping[str, Any]) -> S:
        """A state from data, validated; parts left out have defaults. DataError."""
        if self.table is None:
            raise TypeError(f"{type(self).__name__} has no table; or give to_dict and from_dict")
        state = read_position(
            self.table,
            data,
            self.terms,
            self.seats,
            usual_seats=self.usual_seats,
            complete=self.complete,
            audit=self.audit,
        )
        return cast("S", state)

    def complete(self, state: S, said: GivenKeys) -> None:
        """Fill in what a position left out and what is derived, from what it `said`."""
        return

    def seats_of(self, state: S) -> int:
        """How many sit at this table."""
        if isinstance(state, DeclaredState):
            return int(state.terms.seats)
        return int(self.to_dict(state)["seats"])

    # -- who may know what ------------------------------------------------------------------

    def as_known_to(self, state: S, viewer: int | None) -> S:
        """The state as a viewer knows it; None is a spectator. By default the state itself.

        A game with secrets returns a copy in which each hidden thing is replaced by an unknown one:
        tiles of other hands lie face down. The methods that show or tell something (`SHOWING`) then
        receive this copy and never the true state. Given such a copy, it returns an equal one.
        """
        return state

    def observation(self, state: S, seat: int | None) -> Mapping[str, Any]:
        """All that a seat may know, JSON-able; None is a spectator. By default everything."""
        return self.to_dict(state)

    def determinize(self, state: S, seat: int, chance: Chance) -> S:
        """A copy in which all that this seat cannot see is dealt again. By default nothing."""
        return state.copy()

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: S, seat: int) -> float:
        """A rough chance of winning for this seat, from 0 to 1; 1 and 0 when it is decided."""
        outcome = self.outcome(state)
        if outcome is None:
            return 1 / max(2, self.seats_of(state))
        return outcome.share(seat)

    def learned_estimate(self) -> LinearEstimate[S] | None:
        """The estimate behind `evaluate` that `rulekeep train` can improve; by default none."""
        return None

    def sentence(self, state: S, seat: int, move: M) -> str:
        """The move as an instruction: `Place the red straight tower at the north-west corner`.

        It begins with a capital letter and has no full stop. People read it before the notation.
        """
        return upper_first(self.notation(move))

    def describe(self, state: S, seat: int, move: M) -> str:
        """What a move leads to, in a few plain words: `completes a tower: 4 points for you`."""
        return ""

    def explain_end(self, state: S, name: NameOf) -> str:
        """Why the match is over, as a clause: `Ada built her last floor`; empty if it says itself."""
        return ""

    def standing(self, state: S, viewer: int | None) -> tuple[Score, ...]:
        """Points or money so far, item by item, as far as the viewer may know."""
        return ()

    def render(self, state: S, viewer: int | None, look: Look) -> Canvas:
        """The table as the viewer sees it."""
        canvas = Canvas()
        for y, (key, value) in enumerate(self.observation(state, viewer).items()):
            canvas.put(0, y, f"{key}: {value}"[: look.width])
        return canvas

    def legend(self, state: S, viewer: int | None) -> Sequence[str]:
        """What the signs of the drawing mean, a line for each kind of them."""
        return ()

    def look_at(self, state: S, viewer: int | None, thing: str) -> Sequence[str]:
        """Sentences about a thing that moves can name, as far as the viewer may know.

        Without any, viewers see what the drawing says of its place (`Canvas.place`).
        """
        return ()

    def touches(self, state: S, seat: int, move: M) -> Sequence[str]:
        """Places of the drawing that a move concerns, besides those that its notation names."""
        return ()

    def picture(self, state: S, viewer: int | None, look: Look) -> Picture:
        """The table as the viewer sees it, drawn. By default the observation, line by line."""
        if self.drawn_by:
            return cast("Picture", import_module(self.drawn_by).picture(state, viewer, look))
        from rulekeep.core.drawing.picture import in_rows

        seen = self.observation(state, viewer)
        return in_rows(self.title, [(key, str(value)) for key, value in seen.items()])

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: S, seat: int) -> Iterable[M]:
        """Every expressible move of this seat's open decision, legal or not."""
        return self.legal_moves(state, seat)

    def choices(self, state: S, seat: int) -> Sequence[M]:
        """Every legal move that a person sees as different, for lists that people read.

        `legal_moves` may leave out a move that leads to the same result as another one.
        """
        return self.legal_moves(state, seat)

    def listed_as(self, state: S, seat: int, move: M) -> M | None:
        """The move that stands for this legal one in `legal_moves`.

        Itself, unless a catalogue lets `legal_moves` list canonical moves only. None: a legal
        move that `legal_moves` may leave out altogether.
        """
        return move

    def audit(self, state: S) -> Iterable[str]:
        """Complaints about a state: broken invariants, kept values that are out of date."""
        return ()

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> Self:
        """The same game on the data files of a directory: its class, made with these files."""
        if self.files is None:
            raise DataError(str(directory), f"{self.title} has no data files to replace")
        kind: Any = type(self)
        return cast("Self", kind(self.files.elsewhere(directory)))

    def provenance(self) -> Iterable[tuple[str, str]]:
        """Where each datum of the board comes from: (datum, source)."""
        return ()


AnyGame = Game[Any, Any]

SHOWING = (
    "observation",
    "determinize",
    "sentence",
    "describe",
    "standing",
    "render",
    "legend",
    "look_at",
    "touches",
    "picture",
)
"""The methods of a game that receive the state only as a viewer knows it: `(state, viewer, ...)`."""


class _ShowsWhatIsKnown:
    """A method of a game with secrets: it receives the state as its viewer knows it."""

    def __init__(self, method: Any) -> None:
        self.method = method

    def __get__(self, game: AnyGame | None, kind: type[AnyGame]) -> Any:
        if game is None:
            return self.method.__get__(None, kind)
        method = self.method.__get__(game, kind)

        def show(state: Any, viewer: int | None, *rest: Any) -> Any:
            return method(game.as_known_to(state, viewer), viewer, *rest)

        return show


def apply(game: Game[S, M], state: S, seat: int, move: M, chance: Chance) -> Step[S]:
    """Play a move: check, copy, advance, collect the events. The old state stays valid."""
    if not 0 <= seat < game.seats_of(state):
        raise IllegalMove(Refusal(game.seats_rule, f"there is no seat {seat} at this table"))
    refusal = game.check(state, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal, _said(game, move))
    new = state.copy()
    events: list[Event] = []
    game.advance(new, seat, move, chance, events.append)
    return Step(new, tuple(events))


def _said(game: AnyGame, move: Any) -> str:
    """The move in notation; in Python's words where a part of it does not exist."""
    try:
        return game.notation(move)
    except (IndexError, KeyError, TypeError, ValueError):
        return repr(move)


def places(results: Sequence[Any]) -> tuple[int, ...]:
    """Places from results, the greatest first; equal results share a place."""
    return tuple(1 + sum(other > own for other in results) for own in results)
