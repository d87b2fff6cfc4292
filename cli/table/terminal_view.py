"""What the controller needs of a front end; line mode and full screen implement it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table.prompt_commands import COMMANDS
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, Spans
from rulekeep.core.frozen_values import frozen
from rulekeep.session.hints import Hint
from rulekeep.session.move_list import NumberedMove
from rulekeep.session.session import Session
from rulekeep.session.turn import Turn

T = TypeVar("T")
Draw = Callable[[Screen], object]
Confirm = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Asks which observed results of a scenario are expected from now on."""
AFTER_MATCH = {"r": "rematch", "p": "replay", "v": "review", "q": "leave"}
"""What can follow a match, by its key."""
AFTER_MATCH_KEYS = "r: rematch, p: replay, v: review, Enter: leave"
PATIENCE = 0.4
"""Seconds before progress is shown."""
BAR_WIDTH = 20


class BotTurn:
    """One bot's turn to decide."""

    def __init__(self, name: str, budget: float | None, doing: str = "") -> None:
        self.name = name
        self.doing = doing or f"{name} is thinking"
        """What it does now, as a clause."""
        self.budget = budget
        """Seconds that the table holds it to; None leaves it to the bot."""
        self.started = time.monotonic()
        self.stopped = False

    @property
    def is_slow(self) -> bool:
        """Whether it has taken long enough to show progress."""
        return time.monotonic() - self.started >= PATIENCE

    def should_stop(self) -> bool:
        """Whether the bot must move now: a player said so, or it is well over its time."""
        taken = time.monotonic() - self.started
        return self.stopped or (self.budget is not None and taken > 1.5 * self.budget + 0.5)

    def progress_text(self, fraction: float) -> str:
        """`Greedy is thinking  ━━━━━━··············  30%  (Ctrl-C to interrupt)`"""
        filled = round(BAR_WIDTH * min(1.0, max(0.0, fraction)))
        bar = "━" * filled + "·" * (BAR_WIDTH - filled)
        return f"{self.doing}  {bar} {fraction:4.0%}  (Ctrl-C to interrupt)"


class LeaveTable(Exception):
    """A player leaves; the match is saved."""


@frozen
class EnteredLine:
    """A line that was entered, or the move that was chosen with Enter or a click."""

    text: str
    chosen: NumberedMove | None = None


def run_now(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never has to wait, as those of line mode."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    raise RuntimeError("a coroutine of line mode must not wait")


class TerminalView(ABC):
    """A table on some kind of screen.

    Methods that wait for input are coroutines. They raise KeyboardInterrupt for Ctrl-C and
    EOFError or LeaveTable when there is no more input.
    """

    plays_only_match = False
    """Whether text that matches a single move plays it."""
    reminder = ""
    """What to say when Enter was pressed without a line."""
    key_help: Sequence[tuple[str, str]] = ()
    """What each key does, for the help."""

    def __init__(
        self, session: Session, prompt: Prompt, data: Path | None = None, notice: str = ""
    ) -> None:
        self.session = session
        self.match = session.match
        self.prompt = prompt
        self.screen = prompt.screen
        self.interrupts = prompt.interrupts
        self.data = data
        self.notice = notice
        """Shown when the screen is handed over or the table is drawn next."""
        self.holder: int | None = None
        """The seat whose secrets may be on the screen."""
        self.commands: Sequence[str] = COMMANDS
        self.task = ""
        """The task of a lesson, instead of the question."""

    def use_session(self, session: Session) -> None:
        """Show another match from here on."""
        self.session = session
        self.match = session.match

    def question(self, turn: Turn) -> str:
        """What the player is to decide now."""
        return self.task or f"{turn.name}: {turn.decision.prompt}"

    @property
    @abstractmethod
    def can_ask(self) -> bool:
        """Whether a person can answer a question; not so in a pipe."""

    # -- the whole match --------------------------------------------------------------------

    @abstractmethod
    def run(self, play: Coroutine[Any, Any, None]) -> None:
        """Run the controller's coroutine to its end."""

    @abstractmethod
    async def end(self) -> str:
        """Show the result; one of AFTER_MATCH is next."""

    # -- asking -----------------------------------------------------------------------------

    def take_interrupt(self) -> bool:
        """Whether Ctrl-C was pressed since this was last called."""
        return self.interrupts.take()

    @abstractmethod
    async def line(self, turn: Turn) -> EnteredLine:
        """The next line entered for a decision."""

    @abstractmethod
    async def yes(self, question: str, default: bool = False) -> bool:
        """The answer to a yes-or-no question."""

    @abstractmethod
    async def choose(self, question: str, answers: Sequence[str]) -> str:
        """One of several answers, typed by its first letters; the first is the default."""

    @property
    def confirm(self) -> Confirm | None:
        """Asks about each expectation of a new scenario; None takes over all of them."""
        return None

    @abstractmethod
    async def key(self, prompt: str) -> None:
        """Wait for a key."""

    async def ask_about(self, bot: BotTurn) -> None:
        """Ctrl-C while a bot thinks: wait for it, take its best move so far, or leave."""
        question = f"{bot.doing}: (w)ait, (m)ove now, or (q)uit and save the match?"
        try:
            answer = await self.choose(question, ("wait", "move", "quit"))
        except (EOFError, KeyboardInterrupt):
            raise LeaveTable from None
        if answer == "quit":
            raise LeaveTable
        bot.stopped = bot.stopped or answer == "move"

    @abstractmethod
    async def wait_for(self, bot: BotTurn, answer: Callable[[Progress, Stop], T]) -> T:
        """What a bot answers; shows its progress meanwhile."""

    # -- showing ----------------------------------------------------------------------------

    @abstractmethod
    def show_turn(self, turn: Turn) -> None:
        """The board, what happened, and the question."""

    @abstractmethod
    def show_whole_board(self, turn: Turn) -> None:
        """All of the board, even where the window is too small."""

    @abstractmethod
    def show_page(self, draw: Draw) -> None:
        """Something longer to read."""

    @abstractmethod
    def show_answer(self, draw: Draw) -> None:
        """A short answer to a line; the board stays in view."""

    @abstractmethod
    def show_hint(self, turn: Turn, hint: Hint) -> None:
        """What a bot advises."""

    @abstractmethod
    def start_bot(self, seat: int, name: str) -> str:
        """Prepare the screen for a bot's move; what to call the bot meanwhile."""

    @abstractmethod
    async def show_bot_move(self, seat: int, label: str) -> None:
        """The move that a bot has just played."""

    @abstractmethod
    def say(self, text: str, style: str = "") -> None:
        """One sentence."""

    @abstractmethod
    def report(self, text: str, style: str) -> None:
        """Something that went wrong around the match; it must be seen."""

    @abstractmethod
    def show_error(self, text: str) -> None:
        """Why the last line cannot be carried out."""

    @abstractmethod
    def remark(self, text: str) -> None:
        """A detail that only printed lines need."""

    # -- secrets ----------------------------------------------------------------------------

    @abstractmethod
    def show_before_handover(self, holder: int) -> None:
        """What the holder has not yet seen of the last moves."""

    @abstractmethod
    def cover(self, lines: Spans) -> None:
        """Hide the table behind some lines."""

    @abstractmethod
    def uncover(self, seat: int) -> None:
        """Show the table to a seat."""

    @abstractmethod
    def hide_secrets(self) -> None:
        """Remove from the screen what only its holder may see."""
