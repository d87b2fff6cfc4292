"""The table on the full screen: board, events, moves and prompt keep their places."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table import output
from rulekeep.cli.table.fullscreen import keys
from rulekeep.cli.table.fullscreen.app import INTERRUPT, TableApp, draw_sentences
from rulekeep.cli.table.fullscreen.board import Board
from rulekeep.cli.table.fullscreen.move_chooser import MoveChooser
from rulekeep.cli.table.terminal_view import (
    AFTER_MATCH,
    AFTER_MATCH_KEYS,
    BotTurn,
    Draw,
    EnteredLine,
    TerminalView,
)
from rulekeep.cli.terminal.completion import table_completion
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Spans
from rulekeep.match import seat_events
from rulekeep.session.hints import Hint
from rulekeep.session.session import Session
from rulekeep.session.turn import Turn

T = TypeVar("T")

LEAVE = ("\r", "\n", "\x1b", INTERRUPT)
"""Keys that leave the page with the result."""


class ScreenView(TerminalView):
    """Draws the table with a full-screen application and reads lines, keys and clicks from it."""

    plays_only_match = True
    reminder = "Type a move, or choose one with ↑ and ↓; F1 shows help."
    key_help = keys.HELP

    def __init__(
        self,
        session: Session,
        prompt: Prompt,
        data: Path | None = None,
        notice: str = "",
        *,
        pace: float,
    ) -> None:
        super().__init__(session, prompt, data, notice)
        self.pace = pace
        """Seconds for which each move of a bot is shown."""
        self.app = TableApp(self.screen)
        self._bot_moves = (-1, 0)
        """The bot that moved last, and how many moves it has made in a row."""
        self._comes_back = False
        """The result will be shown again."""

    @property
    def can_ask(self) -> bool:
        return self.app.application.is_running

    # -- the whole match --------------------------------------------------------------------

    def run(self, play: Coroutine[Any, Any, None]) -> None:
        def start() -> None:
            # What a game raises while it is drawn, or in answer to a key, ends the match too.
            asyncio.get_running_loop().set_exception_handler(
                lambda _, context: self._fail(context.get("exception"))
            )
            self.app.application.create_background_task(self._run(play))

        self.app.application.run(pre_run=start, set_exception_handler=False)
        if self.notice:  # a match of bots shows no notice on the full screen
            self.screen.say(self.notice, "bold")
        if not self.task and not self._comes_back:
            output.end(self.screen, self.match, self.data)

    async def _run(self, play: Coroutine[Any, Any, None]) -> None:
        try:
            await play
            self.app.application.exit()
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001  raised again where the program waits
            self._fail(error)

    def _fail(self, error: BaseException | None) -> None:
        if error is not None and self.can_ask and not self.app.application.is_done:
            self.app.application.exit(exception=error)

    async def end(self) -> str:
        self._show_board(self.session.viewer, None)
        if not self.session.people:
            return "leave"
        self._show_sentences(self.session.unseen_sentences(self.session.viewer))
        self.app.discard_typed()
        self.app.label = ""
        self.app.bar = f"{AFTER_MATCH_KEYS}, space: back to the table"
        rows = self.app.frame.height
        self.show_page(lambda screen: output.end(screen, self.match, self.data, rows))
        words = AFTER_MATCH | dict.fromkeys(LEAVE, "leave")
        while (word := words.get(await self.app.key())) is None:
            continue
        self._comes_back = word in ("replay", "review")
        return word

    # -- asking -----------------------------------------------------------------------------

    def take_interrupt(self) -> bool:
        pressed = self.app.interrupted.is_set()
        self.app.interrupted.clear()
        return super().take_interrupt() or pressed

    async def line(self, turn: Turn) -> EnteredLine:
        self.app.bar = self.question(turn)
        entered = await self.app.line(f"{turn.name}> ")
        if entered.text == INTERRUPT:
            raise KeyboardInterrupt
        return entered

    async def yes(self, question: str, default: bool = False) -> bool:
        hint = "[Y/n]" if default else "[y/N]"
        usual = "yes" if default else "no"
        return await self.app.ask(f"{question} {hint}", ("yes", "no"), usual) == "yes"

    async def choose(self, question: str, answers: Sequence[str]) -> str:
        return await self.app.ask(question, answers, answers[0])

    async def key(self, prompt: str) -> None:
        self.app.bar, self.app.label = prompt, ""
        if await self.app.key() == INTERRUPT:
            raise KeyboardInterrupt

    # -- bots -------------------------------------------------------------------------------

    def start_bot(self, seat: int, name: str) -> str:
        count = self._bot_moves[1] + 1 if self._bot_moves[0] == seat else 1
        self._bot_moves = (seat, count)
        self.app.choices = None
        self.app.label = ""
        self._show_position()
        return name if count == 1 else f"{name} ({count})"

    async def wait_for(self, bot: BotTurn, answer: Callable[[Progress, Stop], T]) -> T:
        """The bot thinks in a thread, so that the screen keeps reacting."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def show(fraction: float) -> None:
            if not self.app.waits_for_key:  # a question stays until it is answered
                self.app.bar = bot.progress_text(fraction)
                self.app.application.invalidate()

        def in_loop(call: Callable[..., object], *arguments: object) -> None:
            try:
                loop.call_soon_threadsafe(call, *arguments)
            except RuntimeError:
                if not loop.is_closed():  # somebody has left the table while the bot thinks
                    raise

        def progress(fraction: float) -> None:
            if bot.is_slow:
                in_loop(show, fraction)

        def settle(give: Callable[[], object]) -> None:
            if not done.done():
                give()

        def think() -> None:
            try:
                result = answer(progress, bot.should_stop)
            except BaseException as error:  # noqa: BLE001  raised again where it is awaited
                failed = error
                in_loop(settle, lambda: done.set_exception(failed))
            else:
                in_loop(settle, lambda: done.set_result(result))

        self.app.bar = f"{bot.doing} … (Ctrl-C to interrupt)"
        # A daemon, which does not keep the program from ending: a bot may never answer.
        threading.Thread(target=think, daemon=True).start()
        while not done.done():
            interrupted = asyncio.ensure_future(self.app.interrupted.wait())
            either: set[asyncio.Future[Any]] = {done, interrupted}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            interrupted.cancel()
            if self.app.interrupted.is_set() and not done.done():
                self.app.interrupted.clear()
                await self.ask_about(bot)
        return done.result()

    async def show_bot_move(self, seat: int, label: str) -> None:
        """Show the move to those who may see it, for as long as the pace says."""
        if (self.pace or not self.session.people) and self._show_position():
            self.app.bar = f"{label} moved. Press any key to continue."
            await self.app.pause(self.pace)

    def _show_position(self) -> bool:
        """The position as it is now, while nobody decides; whether somebody may see it."""
        viewer = self.holder if self.session.secret else self.session.viewer
        if self.session.secret and viewer is None:
            return False
        self._show_board(viewer, None)
        sentences = self.session.unseen_sentences(viewer, mark=False)
        self.app.show_sentences(seat_events.merge_repeats(sentences))
        return True

    # -- showing ----------------------------------------------------------------------------

    def show_turn(self, turn: Turn) -> None:
        self._bot_moves = (-1, 0)
        own = [ply.move for ply in self.match.plies if ply.seat == turn.seat]
        self.app.use_prompt_of(f"seat {turn.seat}", own)
        self._show_board(turn.seat, turn)
        rules = list(self.match.game.book.rules)
        self.app.complete = table_completion(turn.texts, self.commands, rules, self.app.place_names)
        self._show_sentences(self.session.unseen_sentences(turn.seat))

    def show_whole_board(self, turn: Turn) -> None:
        self.show_page(lambda screen: output.board(screen, self.match, turn.seat))

    def _show_board(self, viewer: int | None, turn: Turn | None) -> None:
        """The position, with what changed since the viewer's last move marked."""
        since = self.session.state_after_last_move(viewer) if viewer is not None else None
        self.app.choices = MoveChooser(turn, self.commands) if turn is not None else None
        self.app.show_board(Board(self.match, viewer, since))

    def _show_sentences(self, sentences: list[str]) -> None:
        notice, self.notice = self.notice, ""
        self.app.show_sentences(
            seat_events.merge_repeats([*sentences, *([notice] if notice else [])])
        )

    def show_page(self, draw: Draw) -> None:
        self.app.show_text(draw)

    def show_answer(self, draw: Draw) -> None:
        self.app.answer(draw)

    def show_hint(self, turn: Turn, hint: Hint) -> None:
        """The advised move is chosen in the list, so that Enter plays it."""
        listed = turn.legal_move(hint.text)
        if listed is not None and self.app.choices is not None:
            self.app.choices.choose(listed)
        meaning = f": {hint.description}" if hint.description else ""
        detail = f"; {hint.detail}" if hint.detail else ""
        worth = f"{hint.value:.0%} to win{detail}"
        sentences = [f"Best move: {hint.sentence}{meaning} ({worth}). Press Enter to play it."]
        for value, text in hint.others:
            sentences.append(f"Also considered: {output.other_move(turn, text)}, {value:.0%}.")
        self.app.answer(partial(draw_sentences, sentences))

    def say(self, text: str, style: str = "") -> None:
        self.app.answer(lambda screen: screen.say(text, style))

    def report(self, text: str, style: str) -> None:
        if self.can_ask:
            self.notice = f"{self.notice}\n{text}".strip()
        else:
            self.screen.say(text, style)

    def show_error(self, text: str) -> None:
        self.app.show_error(text)

    def remark(self, text: str) -> None:
        """The screen shows it anyway."""

    # -- secrets ----------------------------------------------------------------------------

    def show_before_handover(self, holder: int) -> None:
        self._show_board(holder, None)
        self._show_sentences(self.session.unseen_sentences(holder))

    def cover(self, lines: Spans) -> None:
        self.holder = None
        self.app.cover([text for text, _ in lines] or ["The bots are moving."])

    def uncover(self, seat: int) -> None:
        self.app.uncover()
        self.holder = seat

    def hide_secrets(self) -> None:
        self.app.uncover()
        self.holder = None
