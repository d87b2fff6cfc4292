"""The bot that is a program in any language: `run:./mybot --level 3`.

It is sent what its seat may know (`rulekeep.bots.line_protocol`), with limits on time, memory and
output. A program that dies, hangs or answers wrongly is started once more; after that `greedy`
replaces it. `notes` says what went wrong, `replaced` counts what `greedy` decided.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.bots import line_protocol
from rulekeep.bots.base import Bot, Choice, View
from rulekeep.bots.greedy import GreedyBot
from rulekeep.bots.program_process import AnswerNotWanted, Log, ProgramFailure, ProgramProcess
from rulekeep.bots.seat_specs import PREFIX
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, Outcome
from rulekeep.core.primitives.players import Players
from rulekeep.core.text import printable, shortened

USUAL_SECONDS = 5.0
"""For a move without a budget."""
START_SECONDS = 10.0
"""To start and to answer hello."""
MAX_STARTS = 2
"""How often a program is started in one match."""
MAX_SENTENCES = 1000
"""Sentences kept until the next decision; older ones are dropped."""


def with_grace(budget: float) -> float:
    """Seconds to wait for an answer; a program that hangs is noticed by this limit alone."""
    return 1.25 * budget + 0.25


def command(text: str) -> list[str]:
    """Split a command line and find its program; no shell is used. RulekeepError."""
    if not Path("/bin/sh").exists():
        raise RulekeepError("programs as bots (run:) need Linux or macOS")
    try:
        words = shlex.split(text)
    except ValueError:
        raise RulekeepError(f"{shortened(text)!r} has a quote that is not closed") from None
    if not words:
        raise RulekeepError("which program? Write run:./mybot, with arguments if it takes any")
    found = None if "\0" in text else shutil.which(words[0])
    if found is None:
        raise RulekeepError(_why_not(words[0]))
    return [found, *words[1:]]


def _why_not(word: str) -> str:
    """Why a file cannot be started, and what might work."""
    shown = repr(shortened(word))
    if not os.path.isfile(word):
        return f"there is no program {shown} that can be started"
    if "/" not in word:
        return f"there is no program {shown} on the path; the file here is run:./{word}"
    return f"{shown} is not executable; name what runs it, as in run:python3 {word}"


class ProgramBot(Bot):
    """A program that plays."""

    name = PREFIX
    listens = True

    def __init__(self, argument: str = "", seed: int | str = 0) -> None:
        super().__init__("", seed)
        self._argument = argument
        self._words = command(argument)
        self.notes: list[str] = []
        """What went wrong, in sentences; the code that shows them removes them."""
        self._hello = ""
        self._log = Log(None)
        self._process: ProgramProcess | None = None
        self._replacement: Bot | None = None
        self._failures = 0
        self._unsent: list[str] = []

    @property
    def spec(self) -> str:
        return f"{self.name}:{self._argument}"

    # -- a match ------------------------------------------------------------------------------

    def sit(
        self,
        game: AnyGame,
        seat: int,
        names: Sequence[str],
        options: Mapping[str, Any],
        budget: float | None = None,
        log: Path | None = None,
    ) -> None:
        self._hello = line_protocol.hello(game, seat, names, options, budget or USUAL_SECONDS)
        self._log = Log(log)
        try:
            self._started()
        except ProgramFailure as failure:
            self._note_failure(failure)

    def hear(self, sentences: Sequence[str]) -> None:
        self._unsent = [*self._unsent, *sentences][-MAX_SENTENCES:]

    def leave(self, outcome: Outcome | None = None) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.finish(line_protocol.bye(outcome))

    # -- a decision ---------------------------------------------------------------------------

    def think(self, view: View) -> Choice:
        if not self._hello:
            names = Players.numbered(view.game.seats_of(view.state)).names
            options = view.game.to_dict(view.state).get("options", {})
            self.sit(view.game, view.seat, names, options, view.budget)
        sentences, self._unsent = self._unsent, []
        failures = self._failures
        while self._replacement is None:
            try:
                return self._ask(view, sentences)
            except AnswerNotWanted:
                if self._failures > failures:  # the time was spent on its first failure
                    self._note_failure(ProgramFailure("did not answer in time after that"))
                    continue
                self._end_process()
                self.notes.append(f"{self._who} was not waited for; greedy moves for it this once.")
                self.replaced += 1
                return GreedyBot(seed=self.seed).think(view)
            except ProgramFailure as failure:
                self._note_failure(failure)
            except BaseException:
                self._end_process()  # a late answer would be taken for that to the next question
                self._unsent = [*sentences, *self._unsent]
                raise
        self.replaced += 1
        return self._replacement.think(view)

    def _ask(self, view: View, sentences: Sequence[str]) -> Choice:
        seconds = view.budget or USUAL_SECONDS
        line = line_protocol.decide(view, self._decisions, sentences, seconds)

        def is_cut_short(part: float) -> bool:
            if view.progress is not None:
                view.progress(min(part, 1.0))
            return view.stop is not None and view.stop()

        answer = self._started().ask(line, with_grace(seconds), is_cut_short)
        move = line_protocol.read_answer(answer, view)
        return Choice(move, view.game.evaluate(view.state, view.seat), f"{self._who} says so")

    def _started(self) -> ProgramProcess:
        if self._process is None:
            self._process = ProgramProcess(self._words, self._log)
            line_protocol.check_ready(self._process.ask(self._hello, START_SECONDS))
        return self._process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _note_failure(self, failure: ProgramFailure) -> None:
        self._end_process()
        self._failures += 1
        then = "it is started again"
        if self._failures == MAX_STARTS:
            self._replacement = GreedyBot(seed=self.seed)
            then = f"{self._replacement.name} plays on in its place"
        self.notes.append(f"{self._who} {failure.what}{self._where(failure.detail)}; {then}.")

    @property
    def _who(self) -> str:
        return f"The program {printable(shortened(self._argument, 60))}"

    def _where(self, detail: str) -> str:
        """The detail, or the log file that has it, since an opponent may see the screen."""
        log = self._log
        if log.path is None:
            shown = printable(shortened(detail or log.last_line, 200)).replace("\n", " ")
            return f" ({shown})" if shown else ""
        if detail:
            log.write(f"rulekeep: {printable(detail)}\n".encode("utf-8", "backslashreplace"))
        return f" (more is in {log.path})" if log.path.exists() else ""
