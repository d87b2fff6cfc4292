"""Read-only access to a match or a position: moves, checks, views and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulekeep.core.data_files import kind_of
from rulekeep.core.decision import Decision
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.errors import IllegalMove, RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame, Outcome, Score
from rulekeep.core.rulebook import Refusal, RuleAnswer
from rulekeep.core.text import listed

if TYPE_CHECKING:
    from rulekeep.core.drawing.picture import Picture, Theme


@frozen
class LegalMove:
    """A move that can be played now, with its notation and description."""

    seat: int
    """The seat that may play it, from 0."""
    move: Any
    """The object that `Game.advance` takes."""
    text: str
    """The move in notation."""
    words: str
    """What it does, in a few words; empty if the game does not say."""
    touches: tuple[str, ...]
    """The places of the drawing that it affects."""
    rules: tuple[str, ...]
    """The rules that were checked and allow it."""
    sentence: str = ""
    """The move as an instruction in plain words."""

    def __str__(self) -> str:
        return self.text


def touched(game: AnyGame, state: Any, seat: int, move: Any, drawing: Canvas) -> tuple[str, ...]:
    """The places of a drawing that a move affects: those it names, and those the game adds."""
    known = {place.name for place in drawing.places}
    named = _named(game.notation(move).split(), known)
    return (*named, *(place for place in game.touches(state, seat, move) if place in known))


def _named(words: Sequence[str], known: set[str]) -> Iterator[str]:
    """The places that the words name, the longest first: `2 N` rather than `N`."""
    at = 0
    while at < len(words):
        ends = range(len(words), at, -1)
        end = next((end for end in ends if " ".join(words[at:end]) in known), None)
        if end is not None:
            yield " ".join(words[at:end])
        at = end or at + 1


class ReadOnlyTable:
    """A game and a state, without methods that change them."""

    game: AnyGame

    @property
    def state(self) -> Any:
        raise NotImplementedError

    @property
    def options(self) -> Mapping[str, Any]:
        """The value of every option in force."""
        raise NotImplementedError

    def look(self, viewer: int | None) -> Look:
        """The names and recent events that a viewer's drawing shows."""
        raise NotImplementedError

    @property
    def seats(self) -> int:
        return self.game.seats_of(self.state)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions; none when the match is over."""
        return self.game.decisions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def is_over(self) -> bool:
        return not self.decisions

    # -- moves --------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """The legal moves in notation, of a seat or of the first to decide."""
        if seat is None and self.is_over:
            return []
        moves = self.game.legal_moves(self.state, self.decider(seat))
        return [self.game.notation(move) for move in moves]

    def moves(self, seat: int | None = None) -> Iterator[LegalMove]:
        """The legal moves one by one, with their effects and the rules that were checked."""
        if seat is None and self.is_over:
            return
        decider = self.decider(seat)
        game, state = self.game, self.state
        drawing = game.render(state, decider, self.look(decider))
        for move in game.choices(state, decider):
            answers = self._in_force(game.book.explain(state, decider, move))
            yield LegalMove(
                decider,
                move,
                game.notation(move),
                game.describe(state, decider, move),
                touched(game, state, decider, move, drawing),
                tuple(dict.fromkeys(answer.rule for answer in answers)),
                game.sentence(state, decider, move),
            )

    def check(self, move: str, seat: int | None = None) -> Refusal | None:
        """Why a move is not allowed now; None if it is allowed. BadNotation."""
        decider = self.decider(seat)
        try:
            parsed = self.game.read(self.state, decider, move)
        except IllegalMove as error:
            return error.refusal
        return self.game.check(self.state, decider, parsed)

    def explain(self, move: str, seat: int | None = None) -> list[RuleAnswer]:
        """Every rule in force that was checked for a move, and its objection."""
        decider = self.decider(seat)
        try:
            parsed = self.game.read(self.state, decider, move)
        except IllegalMove as error:
            return [RuleAnswer(error.refusal.rule, error.refusal.because)]
        return self._in_force(self.game.book.explain(self.state, decider, parsed))

    def _in_force(self, answers: list[RuleAnswer]) -> list[RuleAnswer]:
        book, options = self.game.book, self.options
        return [a for a in answers if a.objection is not None or book[a.rule].in_force(options)]

    def decider(self, seat: int | None = None) -> int:
        """The seat, or the first seat with an open decision. RulekeepError."""
        if seat is not None:
            if not 0 <= seat < self.seats:
                raise RulekeepError(f"there is no seat {kind_of(seat)} at this table")
            return seat
        if self.is_over:
            raise RulekeepError("the match is over")
        return self.decisions[0].seat

    # -- views --------------------------------------------------------------------------------

    def observation(self, seat: int | None) -> Mapping[str, Any]:
        """Everything that a seat may know, as data; None is a spectator."""
        return self.game.observation(self.state, seat)

    def view(self, seat: int | None = None) -> SeatView:
        """What a seat, or a spectator, may see and do."""
        return SeatView(self, None if seat is None else self.decider(seat))

    def picture(self, viewer: int | None = None) -> Picture:
        """The table as a viewer sees it, with the last events marked."""
        return self.game.picture(self.state, viewer, self.look(viewer))

    def text(self, viewer: int | None = None, width: int = 80) -> str:
        """The table drawn with characters, as a seat or a spectator sees it."""
        seat = None if viewer is None else self.decider(viewer)
        look = evolve(self.look(seat), width=width)
        return "\n".join(self.game.render(self.state, seat, look).lines())

    def __str__(self) -> str:
        """The table as a spectator sees it."""
        return self.text()

    @property
    def _status(self) -> str:
        """Who must decide or who has won, for `repr`."""
        name = self.look(None).name
        if open_now := self.decisions:
            return f"{listed([name(decision.seat) for decision in open_now])} to decide"
        won = self.outcome.winners if self.outcome is not None else ()
        return f"over, won by {listed([name(seat) for seat in won]) or 'nobody'}"

    def svg(self, viewer: int | None = None, theme: Theme = "auto") -> str:
        """The same as a file: `Path("table.svg").write_text(match.svg(), encoding="utf-8")`."""
        return self.picture(viewer).svg(theme)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what a spectator may see."""
        return self.svg()


class SeatView:
    """Everything that one seat may see and do. Exposes nothing else."""

    seat: int | None
    """The seat, from 0; None is a spectator."""

    def __init__(self, table: ReadOnlyTable, seat: int | None) -> None:
        self._table = table
        self.seat = seat

    @property
    def observation(self) -> Mapping[str, Any]:
        """Everything that this seat may know, as data."""
        return self._table.observation(self.seat)

    @property
    def decision(self) -> Decision | None:
        """What this seat must decide now; None if it need not decide."""
        return next((one for one in self._table.decisions if one.seat == self.seat), None)

    @cached_property
    def moves(self) -> tuple[LegalMove, ...]:
        """The legal moves of this seat."""
        return tuple(self._table.moves(self.seat)) if self.decision is not None else ()

    @property
    def standing(self) -> tuple[Score, ...]:
        """Points or money so far, item by item, as this seat may know them."""
        return self._table.game.standing(self._table.state, self.seat)

    def text(self, width: int = 80) -> str:
        """The table drawn with characters."""
        return self._table.text(self.seat, width)

    def svg(self, theme: Theme = "auto") -> str:
        """The table as a picture."""
        return self._table.svg(self.seat, theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        # Without the seed of a match, from which its draws could be foretold.
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<SeatView of {who} at {self._table.game.id}>"
