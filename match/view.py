"""What can be asked about a table, in a match or by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulekeep.core.data_files import kind_of
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.errors import IllegalMove, RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame, Decision, Outcome, Score
from rulekeep.core.rulebook import Refusal, RuleAnswer

if TYPE_CHECKING:
    from rulekeep.core.drawing.picture import Picture, Theme


@frozen
class LegalMove:
    """A move that can be played now: as it is written, and what there is to say about it."""

    seat: int
    move: Any
    """The object that `Game.advance` takes."""
    text: str
    """The move in notation."""
    words: str
    """What it would do, in a few plain words; empty where a game does not say."""
    touches: tuple[str, ...]
    """The places of the drawing that it concerns."""
    rules: tuple[str, ...]
    """The rules that were asked about it and have nothing against it."""

    def __str__(self) -> str:
        return self.text


def touched(game: AnyGame, state: Any, seat: int, move: Any, drawing: Canvas) -> tuple[str, ...]:
    """The places of a drawing that a move concerns: those it names, and what the game adds."""
    known = {place.name for place in drawing.places}
    named = _named(game.notation(move).split(), known)
    return (*named, *(place for place in game.touches(state, seat, move) if place in known))


def _named(words: Sequence[str], known: set[str]) -> Iterator[str]:
    """The places that some words in a row name, the longest first: `2 N` rather than `N`."""
    at = 0
    while at < len(words):
        ends = range(len(words), at, -1)
        end = next((end for end in ends if " ".join(words[at:end]) in known), None)
        if end is not None:
            yield " ".join(words[at:end])
        at = end or at + 1


class ReadOnlyTable:
    """A game and the state of one table. What a seat is told is what it may know."""

    game: AnyGame

    @property
    def state(self) -> Any:
        raise NotImplementedError

    @property
    def options(self) -> Mapping[str, Any]:
        """The value of every option in force."""
        raise NotImplementedError

    def look(self, viewer: int | None) -> Look:
        """With which names, and what was seen to happen lately, the table is drawn for a viewer."""
        raise NotImplementedError

    @property
    def seats(self) -> int:
        return self.game.seats_of(self.state)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The questions open now; none when the match is over."""
        return self.game.decisions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def is_over(self) -> bool:
        return not self.decisions

    # -- moves ------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """The legal moves in notation, of a seat or of the first to decide."""
        if seat is None and self.is_over:
            return []
        moves = self.game.legal_moves(self.state, self.decider(seat))
        return [self.game.notation(move) for move in moves]

    def moves(self, seat: int | None = None) -> Iterator[LegalMove]:
        """The same one by one, with what each would do and the rules it was held against."""
        if seat is None and self.is_over:
            return
        decider = self.decider(seat)
        game, state = self.game, self.state
        drawing = game.render(state, decider, self.look(decider))
        for move in game.choices(state, decider):
            asked = self._in_force(game.book.explain(state, decider, move))
            yield LegalMove(
                decider,
                move,
                game.notation(move),
                game.describe(state, decider, move),
                touched(game, state, decider, move, drawing),
                tuple(dict.fromkeys(answer.rule for answer in asked)),
            )

    def check(self, move: str, seat: int | None = None) -> Refusal | None:
        """Why a move is not allowed now; None if it is. BadNotation for what is no move."""
        decider = self.decider(seat)
        try:
            meant = self.game.read(self.state, decider, move)
        except IllegalMove as error:
            return error.refusal
        return self.game.check(self.state, decider, meant)

    def explain(self, move: str, seat: int | None = None) -> list[RuleAnswer]:
        """Every rule in force that was asked about a move, and its objection."""
        decider = self.decider(seat)
        try:
            meant = self.game.read(self.state, decider, move)
        except IllegalMove as error:
            return [RuleAnswer(error.refusal.rule, error.refusal.because)]
        return self._in_force(self.game.book.explain(self.state, decider, meant))

    def _in_force(self, asked: list[RuleAnswer]) -> list[RuleAnswer]:
        book, options = self.game.book, self.options
        return [a for a in asked if a.objection is not None or book[a.rule].in_force(options)]

    def decider(self, seat: int | None = None) -> int:
        """The seat asked, or the first whose decision is open."""
        if seat is not None:
            if not 0 <= seat < self.seats:
                raise RulekeepError(f"there is no seat {kind_of(seat)} at this table")
            return seat
        if self.is_over:
            raise RulekeepError("the match is over")
        return self.decisions[0].seat

    # -- eyes -------------------------------------------------------------------------------

    def observation(self, seat: int | None) -> Mapping[str, Any]:
        """All that a seat may know, as data; None is a spectator."""
        return self.game.observation(self.state, seat)

    def view(self, seat: int | None = None) -> SeatView:
        """The table through the eyes of a seat, or of a spectator."""
        return SeatView(self, None if seat is None else self.decider(seat))

    def picture(self, viewer: int | None = None) -> Picture:
        """The table as a seat sees it now, or a spectator, with what happened last marked."""
        return self.game.picture(self.state, viewer, self.look(viewer))

    def svg(self, viewer: int | None = None, theme: Theme = "auto") -> str:
        """The same as a file: `Path("table.svg").write_text(match.svg(), encoding="utf-8")`."""
        return self.picture(viewer).svg(theme)

    def _repr_svg_(self) -> str:
        """Notebooks show the table, as a spectator may see it."""
        return self.svg()


class SeatView:
    """All that one seat may see, ask and do: nothing else can be reached from here by its names."""

    def __init__(self, table: ReadOnlyTable, seat: int | None) -> None:
        self._table = table
        self.seat = seat
        """None is a spectator."""

    @property
    def observation(self) -> Mapping[str, Any]:
        return self._table.observation(self.seat)

    @property
    def decision(self) -> Decision | None:
        """What this seat must decide now."""
        own = (decision for decision in self._table.decisions if decision.seat == self.seat)
        return next(own, None)

    @cached_property
    def moves(self) -> tuple[LegalMove, ...]:
        """What it can play now."""
        return tuple(self._table.moves(self.seat)) if self.decision is not None else ()

    @property
    def standing(self) -> tuple[Score, ...]:
        """Points or money so far, item by item, as far as this seat may know."""
        return self._table.game.standing(self._table.state, self.seat)

    def text(self, width: int = 80) -> str:
        """The table drawn with characters."""
        table = self._table
        look = evolve(table.look(self.seat), width=width)
        return "\n".join(table.game.render(table.state, self.seat, look).lines())

    def svg(self, theme: Theme = "auto") -> str:
        return self._table.svg(self.seat, theme)

    def _repr_svg_(self) -> str:
        return self.svg()
