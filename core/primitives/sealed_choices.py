"""Choices that several seats make at the same time, hidden until all are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class SealedChoices(Generic[Q, A]):
    """Questions that players answer at the same time, in a fixed order; None: no answer yet.

    A value: answering makes a new one, so that tables may share it. Who answered first does not
    show, because answers are kept in the order of the questions.
    """

    __slots__ = ("answers", "questions")

    def __init__(
        self, questions: Sequence[Q] = (), answers: Sequence[A | None] | None = None
    ) -> None:
        self.questions = tuple(questions)
        self.answers = (None,) * len(self.questions) if answers is None else tuple(answers)
        if len(self.answers) != len(self.questions):
            raise ValueError("one answer for each question, or None")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SealedChoices):
            return NotImplemented
        return self.questions == other.questions and self.answers == other.answers

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Whether there is any question."""
        return bool(self.questions)

    def __iter__(self) -> Iterator[tuple[Q, A | None]]:
        return zip(self.questions, self.answers, strict=True)

    def __len__(self) -> int:
        return len(self.questions)

    @property
    def complete(self) -> bool:
        return None not in self.answers

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the open questions."""
        return tuple(number for number, answer in enumerate(self.answers) if answer is None)

    def with_answer(self, number: int, answer: A) -> SealedChoices[Q, A]:
        """The same questions with one more answer."""
        if self.answers[number] is not None:
            raise ValueError(f"question {number} is answered already")
        answers = list(self.answers)
        answers[number] = answer
        new: SealedChoices[Q, A] = SealedChoices.__new__(SealedChoices)
        new.questions = self.questions
        new.answers = tuple(answers)
        return new
