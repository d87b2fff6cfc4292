"""The bot that is a program of its own, in any language: `run:./mybot --level 3`.

It is told what its seat may know, line by line (`rulekeep.bots.line_protocol`), and held to its time,
memory and output. A program that dies, lies or hangs is started again once in a match; after that
`greedy` plays on in its place. What happened to it stands in `notes`.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.bots import line_protocol
from rulekeep.bots.base import AnyGame, Bot, Choice, View
from rulekeep.bots.greedy import GreedyBot
from rulekeep.bots.program_process import AnswerCutShort, Log, ProgramFailure, ProgramProcess
from rulekeep.bots.seat_specs import PREFIX
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Outcome
from rulekeep.core.primitives.players import Players
from rulekeep.core.text import printable, shortened

USUAL_SECONDS = 5.0
"""For a move, where nobody sets a budget."""
START_SECONDS = 10.0
"""To start and to answer the hello."""
CHANCES = 2
"""So often a program is started in one match."""
MAX_NEWS = 1000
"""Sentences that wait for a seat to be asked; of more the oldest are forgotten."""


def with_grace(budget: float) -> float:
    """How long an answer is waited for: less than the table waits for any bot, so that a program
    that hangs is found out here."""
    return 1.25 * budget + 0.25


def command(text: str) -> list[str]:
    """The words of a command line, its program being found; no shell reads it."""
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
    """Why a file cannot be started, and what may have been meant."""
    shown = repr(shortened(word))
    if "\0" in word or not Path(word).is_file():
        return f"there is no program {shown} that can be started"
    if "/" not in word:
        return f"there is no program {shown} on the path; the file here is run:./{word}"
    return f"{shown} is not executable; name what runs it, as in run:python3 {word}"


class ProgramBot(Bot):
    """A program that decides."""

    name = PREFIX
    listens = True

    def __init__(self, argument: str = "", seed: int | str = 0) -> None:
        super().__init__("", seed)
        self._argument = argument
        self._words = command(argument)
        self.notes: list[str] = []
        """What went wrong, in sentences; whoever tells them takes them away."""
        self._hello = ""
        self._log = Log(None)
        self._child: ProgramProcess | None = None
        self._deputy: Bot | None = None
        self._faults = 0
        self._news: list[str] = []

    @property
    def spec(self) -> str:
        return f"{self.name}:{self._argument}"

    # -- a match ----------------------------------------------------------------------------

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
        except ProgramFailure as trouble:
            self._fault(trouble)

    def hear(self, told: Sequence[str]) -> None:
        self._news = [*self._news, *told][-MAX_NEWS:]

    def leave(self, outcome: Outcome | None = None) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.take_leave(line_protocol.bye(outcome))

    # -- a decision -------------------------------------------------------------------------

    def think(self, view: View) -> Choice:
        if not self._hello:
            names = Players.numbered(view.game.seats_of(view.state)).names
            options = view.game.to_dict(view.state).get("options", {})
            self.sit(view.game, view.seat, names, options, view.budget)
        told, self._news = self._news, []
        faults = self._faults
        while self._deputy is None:
            try:
                return self._answered(view, told)
            except AnswerCutShort:
                if self._faults > faults:  # the time was spent on its first failure
                    self._fault(ProgramFailure("did not answer in time after that"))
                    continue
                self._let_go()
                self.notes.append(f"{self._who} was not waited for; greedy moves for it this once.")
                return GreedyBot(seed=self.seed).think(view)
            except ProgramFailure as trouble:
                self._fault(trouble)
            except BaseException:
                self._let_go()  # an answer that still came would be one to another question
                self._news = [*told, *self._news]
                raise
        return self._deputy.think(view)

    def _answered(self, view: View, told: Sequence[str]) -> Choice:
        seconds = view.budget or USUAL_SECONDS
        line = line_protocol.question(view, self._asked, told, seconds)

        def watch(part: float) -> bool:
            if view.progress is not None:
                view.progress(min(part, 1.0))
            return view.stop is not None and view.stop()

        said = self._started().ask(line, with_grace(seconds), watch)
        move = line_protocol.answer(said, view)
        return Choice(move, view.game.evaluate(view.state, view.seat), f"{self._who} says so")

    def _started(self) -> ProgramProcess:
        if self._child is None:
            self._child = ProgramProcess(self._words, self._log)
            line_protocol.greeted(self._child.ask(self._hello, START_SECONDS))
        return self._child

    def _let_go(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _fault(self, trouble: ProgramFailure) -> None:
        self._let_go()
        self._faults += 1
        then = "it is started again"
        if self._faults == CHANCES:
            self._deputy = GreedyBot(seed=self.seed)
            then = f"{self._deputy.name} plays on in its place"
        self.notes.append(f"{self._who} {trouble.what}{self._where(trouble.detail)}; {then}.")

    @property
    def _who(self) -> str:
        return f"The program {printable(shortened(self._argument, 60))}"

    def _where(self, detail: str) -> str:
        """Where more can be read. Beside a match file, since the screen may be an opponent's."""
        log = self._log
        if log.path is None:
            said = printable(shortened(detail or log.last_line, 200)).replace("\n", " ")
            return f" ({said})" if said else ""
        if detail:
            log.write(f"rulekeep: {printable(detail)}\n".encode("utf-8", "backslashreplace"))
        return f" (more is in {log.path})" if log.path.exists() else ""
