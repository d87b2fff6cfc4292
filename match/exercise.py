"""A lesson being done: its match, its current step, and the assessment of the learner's moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from attrs import field, frozen

from rulekeep.core.data_files import Node
from rulekeep.core.errors import BadNotation, ChanceError, DataError, IllegalMove, RulekeepError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Step, apply
from rulekeep.core.rule_options import settle
from rulekeep.core.rulebook import Refusal
from rulekeep.match.expectations import ScenarioFailure, chance_of, expect, expect_among
from rulekeep.match.lessons import Answer, Lesson, LessonStep
from rulekeep.match.match import Match, Ply
from rulekeep.match.match_file import MatchHeader


@frozen
class NotAMove:
    """A text that is not a move of this game."""

    because: str


@frozen
class RefusedAttempt:
    """A move that a rule refuses."""

    move: str
    refusal: Refusal
    say: str = ""


@frozen
class LegalButWrong:
    """A legal move that does not solve the task."""

    move: str
    say: str = ""


@frozen
class CorrectMove:
    """A move that solves the task."""

    move: str
    step: Step[Any] = field(repr=False)
    say: str = ""


Verdict: TypeAlias = NotAMove | RefusedAttempt | LegalButWrong | CorrectMove


class Exercise:
    """One lesson being done: its match, its current step, and the assessment of moves."""

    def __init__(self, lesson: Lesson, game: AnyGame) -> None:
        self.lesson = lesson
        self.game = game
        self.number = -1
        """The current step."""
        self.match = self._start()
        """A match, so that it is drawn and explained like any other."""
        self.next()

    def _start(self) -> Match:
        given = self.lesson.node.get("given")
        where = (given or self.lesson.node).where
        data = (given.plain() if given else None) or {}
        try:
            state = self.game.from_dict(data)
            options = settle(self.game.options, data.get("options") or {})
        except RulekeepError as error:
            raise DataError(where, f"the given position is refused: {error}") from None
        seats = self.game.seats_of(state)
        if self.lesson.seat >= seats:
            raise self.lesson.node["seat"].fail(f"there are {seats} seats, counted from 0")
        known = self.lesson.names
        names = known[:seats] if seats <= len(known) else ()
        header = MatchHeader(self.game.id, seats, self.lesson.name, options, names=names)
        return Match(self.game, header, Ply(-1, "", (), (), state))

    @property
    def seat(self) -> int:
        return self.lesson.seat

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.number]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.steps) - 1

    def next(self) -> None:
        """Go to the next step and play the moves of the others before it."""
        self.number += 1
        for play in self.step.before:
            seat = play["seat"].int(0, self.match.header.seats - 1)
            try:
                move = self.game.read(self.match.state, seat, play["move"].str())
                reached = apply(self.game, self.match.state, seat, move, chance_of(play))
            except RulekeepError as error:
                raise play.fail(f"this cannot be played here: {error}") from None
            self._append(seat, self.game.notation(move), reached)
        if self.seat not in [decision.seat for decision in self.match.decisions]:
            raise self.step.node.fail(f"seat {self.seat} has nothing to decide here")

    def play(self, right: CorrectMove) -> None:
        """Play a correct move."""
        self._append(self.seat, right.move, right.step)

    def _append(self, seat: int, move: str, reached: Step[Any]) -> None:
        self.match.plies.append(Ply(seat, move, (), reached.events, reached.state))

    def assess(self, text: str) -> Verdict:
        """Assess a move without playing it."""
        state, seat = self.match.state, self.seat
        text = " ".join(text.split())
        try:
            move = self.game.read(state, seat, text)
        except BadNotation as error:
            return NotAMove(str(error))
        except IllegalMove as error:
            return RefusedAttempt(text, error.refusal, self._comment(text))
        text = self.game.notation(move)
        refusal = self.game.check(state, seat, move)
        if refusal is not None:
            return RefusedAttempt(text, refusal, self._comment(text))
        return self._assess_legal(move, text)

    def _assess_legal(self, move: Any, text: str) -> Verdict:
        answer = next((a for a in self.step.answers if self._matches(a, move, text)), None)
        wrong = LegalButWrong(text, self._comment(text) or self.step.otherwise)
        if self.step.answers and answer is None:
            return wrong
        reached = self._reached(move, text)
        if answer is None:
            try:
                self.expect(reached)
            except ScenarioFailure:
                return wrong
        return CorrectMove(text, reached, answer.say if answer else "")

    def _matches(self, answer: Answer, move: Any, text: str) -> bool:
        if answer.matches(text):
            return True
        listed = self.game.listed_as(self.match.state, self.seat, move)
        if listed is not None and answer.matches(self.game.notation(listed)):
            return True
        return answer.is_move and self._canonical(answer.pattern) == text

    def _canonical(self, text: str) -> str:
        """The notation of a move, however the lesson spells it; other texts stay as they are."""
        try:
            return self.game.notation(self.game.read(self.match.state, self.seat, text))
        except RulekeepError:
            return text

    def _reached(self, move: Any, text: str) -> Step[Any]:
        try:
            return apply(self.game, self.match.state, self.seat, move, chance_of(self.step.node))
        except ChanceError as error:
            raise self.step.node.fail(f"{text!r}: chance: {error}") from None

    def expect(self, reached: Step[Any], by: Node | None = None) -> None:
        """ScenarioFailure unless a move has the result that the step, or a wrong move, expects."""
        wanted = (by or self.step.node).get("expect")
        if wanted is None:
            return
        if "happens" in wanted:
            expect_among(wanted["happens"], reached.events)
        expect(wanted, self.game, self.match.state, reached)

    def check_claims(self) -> None:
        """ScenarioFailure if what the step claims of its position is not so."""
        claims = self.step.node.get("claims")
        if claims is not None:
            state = self.match.state
            expect(claims, self.game, state, Step(state))

    def _comment(self, text: str) -> str:
        """What the lesson says of a wrong move."""
        for wrong in self.step.wrong:
            if text.casefold() in (wrong.move.casefold(), self._canonical(wrong.move).casefold()):
                return wrong.say
        return ""

    def right_moves(self) -> Iterator[CorrectMove]:
        """Every correct move: legal ones, and those that the lesson spells out."""
        seen: set[str] = set()
        legal = self.game.legal_moves(self.match.state, self.seat)
        texts = [self.game.notation(move) for move in legal]
        texts += [answer.pattern for answer in self.step.answers if answer.is_move]
        for text in texts:
            verdict = self.assess(text)
            if isinstance(verdict, CorrectMove) and verdict.move not in seen:
                seen.add(verdict.move)
                yield verdict

    def solution(self) -> CorrectMove | None:
        """A correct move for those who want to see one: the first that the lesson spells out."""
        for answer in self.step.answers:
            verdict = self.assess(answer.pattern) if answer.is_move else None
            if isinstance(verdict, CorrectMove):
                return verdict
        return next(self.right_moves(), None)

    def events(self) -> tuple[Event, ...]:
        """The events of the last move."""
        return self.match.plies[-1].events
