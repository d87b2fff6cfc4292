"""The table in lines: everything is printed below what was there before."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve

from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table import output
from rulekeep.cli.table.terminal_view import (
    AFTER_MATCH,
    AFTER_MATCH_KEYS,
    BotTurn,
    Confirm,
    Draw,
    EnteredLine,
    LeaveTable,
    TerminalView,
    run_now,
)
from rulekeep.cli.terminal.prompt import Complete, Prompt, Resized, echo_off
from rulekeep.cli.terminal.screen import Spans
from rulekeep.match import seat_events
from rulekeep.session.hints import Hint
from rulekeep.session.session import Session
from rulekeep.session.turn import Turn

T = TypeVar("T")


class LineView(TerminalView):
    """Prints the table and reads lines, at a terminal or from a pipe."""

    def __init__(
        self, session: Session, prompt: Prompt, data: Path | None = None, notice: str = ""
    ) -> None:
        super().__init__(session, prompt, data, notice)
        self._typed = ""
        self._progress_drawn = 0.0
        self._warned = False
        self._explained: set[tuple[int, str]] = set()
        self._secret_screen = contextlib.ExitStack()

    @property
    def can_ask(self) -> bool:
        return not self.prompt.piped

    def run(self, play: Coroutine[Any, Any, None]) -> None:
        run_now(play)

    async def end(self) -> str:
        viewer = self.session.viewer
        output.board(self.screen, self.match, viewer)
        output.show_events(self.screen, self.session.unseen_sentences(viewer))
        output.end(self.screen, self.match, self.data)
        if not self.session.people or not self.can_ask:
            return "leave"
        words, keys = list(AFTER_MATCH.values()), "".join(AFTER_MATCH)
        try:
            return self.prompt.choose(f"{AFTER_MATCH_KEYS} >", words, "leave", keys)
        except (EOFError, KeyboardInterrupt):
            return "leave"

    # -- asking -----------------------------------------------------------------------------

    async def line(self, turn: Turn) -> EnteredLine:
        typed, self._typed = self._typed, ""
        while True:
            try:
                return EnteredLine(self._line(turn, typed))
            except Resized as resized:
                typed = resized.typed
                self._present(turn, again=True)

    def _line(self, turn: Turn, typed: str) -> str:
        return self.prompt.line(
            f"{turn.name}> ",
            who=f"seat {turn.seat}",
            complete=self._completion(turn) if self.screen.live else None,
            past=[ply.move for ply in self.match.plies if ply.seat == turn.seat],
            typed=typed,
            watch_size=True,
        )

    def _completion(self, turn: Turn) -> Complete:
        from rulekeep.cli.terminal.completion import table_completion

        return table_completion(turn.texts, self.commands, list(self.match.game.book.rules))

    async def yes(self, question: str, default: bool = False) -> bool:
        return self.prompt.yes(question, default)

    async def choose(self, question: str, answers: Sequence[str]) -> str:
        return self.prompt.choose(question, answers)

    async def key(self, prompt: str) -> None:
        self.prompt.key(prompt)

    @property
    def confirm(self) -> Confirm | None:
        from rulekeep.cli.table.save_scenario import confirm

        return partial(confirm, self.prompt) if self.can_ask else None

    # -- bots -------------------------------------------------------------------------------

    def start_bot(self, seat: int, name: str) -> str:
        if self.session.is_not_started(seat) and self.can_ask:
            self.screen.say(f"{name} is starting …", "dim")
        return name

    async def wait_for(self, bot: BotTurn, answer: Callable[[Progress, Stop], T]) -> T:
        self._progress_drawn = 0.0
        while True:
            try:
                with echo_off():
                    return answer(partial(self._progress, bot), partial(self._stop, bot))
            except KeyboardInterrupt:
                # The bot never asked whether to stop; what it has found so far is lost.
                self._interrupt(bot)
            finally:
                self._erase_progress()

    def _progress(self, bot: BotTurn, fraction: float) -> None:
        now = time.monotonic()
        if not bot.is_slow or now - self._progress_drawn < 0.1:
            return
        first, self._progress_drawn = not self._progress_drawn, now
        if self.screen.live:
            self.screen.write_raw(f"\r\x1b[K{bot.progress_text(fraction)}")
        elif first and self.can_ask:
            self.screen.write_raw(f"{bot.doing} …\n")

    def _erase_progress(self) -> None:
        if self._progress_drawn and self.screen.live:
            self.screen.write_raw("\r\x1b[K")

    def _stop(self, bot: BotTurn) -> bool:
        if self.interrupts.take():
            self._erase_progress()
            self._interrupt(bot)
        return bot.should_stop()

    def _interrupt(self, bot: BotTurn) -> None:
        """Ask what to do; the time for the answer is not the bot's."""
        if not self.can_ask:
            raise LeaveTable
        paused = time.monotonic()
        run_now(self.ask_about(bot))
        bot.started += time.monotonic() - paused

    async def show_bot_move(self, seat: int, label: str) -> None:
        if not self.session.people:
            output.show_events(self.screen, self.session.unseen_sentences(None))
        elif seat in self.session.people and (not self.session.secret or seat == self.holder):
            last = len(self.match.plies) - 1
            sentence, notation = seat_events.move_sentence(self.match, last)
            small_print = f" ({notation})" if notation else ""
            self.remark(f"{self.match.name(seat)}: {sentence}{small_print}.")

    # -- showing ----------------------------------------------------------------------------

    def show_turn(self, turn: Turn) -> None:
        self._present(turn)
        self._typed = self.screen.take_typed()

    def show_whole_board(self, turn: Turn) -> None:
        # Scrolling needs a screen of its own, but a secret has one already.
        low = self._full_height(turn.seat) > self.screen.height - 3
        if low and self.screen.live and not self.session.secret:
            from rulekeep.cli.terminal.scrolling import scroll

            scroll(self.screen, lambda: output.board(self.screen, self.match, turn.seat))
        else:
            self._present(turn, again=True, whole=True)

    def _full_height(self, seat: int) -> int:
        """Rows of the board with everything that a low window leaves out."""
        look = evolve(self.screen.look(self.match.names), lately=self.match.lately(seat))
        return self.match.game.render(self.match.state, seat, look).height

    def _present(self, turn: Turn, again: bool = False, whole: bool = False) -> None:
        """Print the board (whole, or what there is room for), what happened, and the question."""
        screen = self.screen
        sentences = [] if again else self.session.unseen_sentences(turn.seat)
        max_rows = max(4, screen.height // 2) if screen.live else None
        notice, self.notice = self.notice, ""

        def below() -> None:
            if notice:
                screen.say(notice, "bold")
            output.show_events(screen, sentences, max_rows)
            self._print_question(turn)

        screen.say()
        # The prompt below and the blank line above need a row each.
        used = len(screen.printed(below)) + 2 if screen.live else None
        rows = output.board(screen, self.match, turn.seat, used=None if whole else used)
        cut = screen.live and (rows > screen.height - 3 or rows < self._full_height(turn.seat))
        if cut and not whole and not self._warned:
            self._warned = True
            screen.say("(The window is too low for the whole table; board shows it.)", "dim")
        below()
        self._explained.add((turn.seat, turn.decision.kind))

    def _print_question(self, turn: Turn) -> None:
        """The question, and how to answer it: with an example the first time it is asked."""
        question = [(self.question(turn), "bold")]
        if not self.can_ask:
            self.screen.say(question)
            return
        count = len(turn.legal)
        moves = "the only move" if count == 1 else f"{count} moves"
        if (turn.seat, turn.decision.kind) in self._explained:
            self.screen.say([*question, (f"  (? lists {moves}; help)", "dim")])
            return
        self.screen.say(question)
        if self.task:
            self.screen.say("? lists the moves, hint helps, help lists the commands.", "dim")
            return
        example = turn.example
        self.screen.say(
            f"Example: {turn.sentence(example.move)} (type {example.text}). "
            f"? lists {moves}, hint suggests one, help lists the commands.",
            "dim",
        )

    def show_page(self, draw: Draw) -> None:
        draw(self.screen)

    show_answer = show_page

    def show_hint(self, turn: Turn, hint: Hint) -> None:
        output.hint(self.screen, turn, hint)

    def say(self, text: str, style: str = "") -> None:
        self.screen.say(text, style)

    report = say

    def show_error(self, text: str) -> None:
        self.prompt.show_error(text)

    def remark(self, text: str) -> None:
        self.screen.say(text, "dim")

    # -- secrets ----------------------------------------------------------------------------

    def show_before_handover(self, holder: int) -> None:
        output.show_events(self.screen, self.session.unseen_sentences(holder))

    def cover(self, lines: Spans) -> None:
        if self.holder is None:
            self.screen.wipe()
        self.hide_secrets()
        for text, style in lines:
            self.screen.say(text, style)

    def uncover(self, seat: int) -> None:
        self._secret_screen.enter_context(self.screen.in_secret())
        self.holder = seat

    def hide_secrets(self) -> None:
        self._secret_screen.close()
        self.holder = None
