"""A session on the full screen: bots act and are watched, people are asked, until somebody goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rulekeep.bots import Choice
from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.files.crash_report import fault_at_table
from rulekeep.cli.table import output
from rulekeep.cli.table.fullscreen.app import INTERRUPT, TableApp
from rulekeep.cli.table.fullscreen.board import Board
from rulekeep.cli.table.fullscreen.bot_wait import thought
from rulekeep.cli.table.fullscreen.move_chooser import Choices
from rulekeep.cli.table.fullscreen.screen_dispatch import ScreenDispatch
from rulekeep.cli.table.leave import LeaveTable
from rulekeep.cli.table.match_end import farewell
from rulekeep.cli.table.prompt_commands import COMMANDS
from rulekeep.cli.terminal.completion import at_the_table
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import Decision
from rulekeep.match import seat_events
from rulekeep.session.crash_origin import is_foreign
from rulekeep.session.session import Session
from rulekeep.session.turn import ActionRefused, Turn

AGAIN = "r"
"""The key that begins another match after the end."""
LEAVING = ("\r", "\n", "\x1b", "q", INTERRUPT)
"""The keys that do not."""


class ScreenTable:
    """Everybody round one screen."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        interrupts: Interrupts,
        *,
        pace: float,
        data: Path | None = None,
        notice: str = "",
    ) -> None:
        self.session = session
        self.match = session.match
        self.screen = screen
        self.interrupts = interrupts
        self.pace = pace
        """Seconds for which each act of others is shown."""
        self.data = data
        self.notice = notice
        """What shall be read when the screen is handed over or somebody is asked next."""
        self.again = False
        """Another match is wanted after this one."""
        self.desk = TableApp(screen)
        self._shared = len(session.people) > 1
        self._holder: int | None = None
        self._acting = (-1, 0)
        self._watched: list[str] = []

    # -- from the first to the last ---------------------------------------------------------

    def run(self) -> None:
        """Play until the end, or until somebody leaves; every act is in the file already."""
        try:
            self.desk.app.run(pre_run=self._begin, set_exception_handler=False)
            self._rise()
            output.end(self.screen, self.match, self.data)
        except (LeaveTable, EOFError, KeyboardInterrupt):
            self._rise()
            farewell(self.screen, self.match, self.data)
        except RulekeepError:
            raise
        except BaseException as error:
            # Games and bots are foreign code: whatever they raise is named as theirs.
            if isinstance(error, OSError) and not is_foreign(error):
                raise
            raise fault_at_table(error, self.match, self.data) from error
        finally:
            self.session.leave()

    def _rise(self) -> None:
        self.match.keep()
        if self.match.rescued:
            self.screen.say(f"{self.match.rescued}.", "bold red")
            self.match.rescued = ""

    def _begin(self) -> None:
        # What a game raises while it is drawn, or in answer to a key, ends the session too.
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: self._fail(context.get("exception"))
        )
        self.desk.app.create_background_task(self._whole())

    async def _whole(self) -> None:
        try:
            while not self.match.is_over:
                await self._step()
            await self._end()
            self.desk.app.exit()
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001  judged where the program waits for the end
            self._fail(error)

    def _fail(self, error: BaseException | None) -> None:
        if error is not None and self.desk.app.is_running and not self.desk.app.is_done:
            self.desk.app.exit(exception=error)

    async def _step(self) -> None:
        if self.interrupts.take() or self.desk.interrupted.is_set():
            await self._ask_to_leave()
        decision = self.session.next()
        seat = decision.seat
        if seat in self.session.bots:
            await self._bot_acts(seat, self.match.name(seat), self.session.choose)
        elif self.session.on_autopilot(decision):
            name = f"The quick bot for {self.match.name(seat)}"
            await self._bot_acts(seat, name, self.session.autopilot_choice)
        else:
            self._acting = (-1, 0)
            await self._person_acts(decision)

    async def _ask_to_leave(self) -> None:
        self.desk.interrupted.clear()
        self.session.stop_autopilot()
        question = "Leave the table? The match is saved and can be resumed. [y/N]"
        if await self.desk.ask(question, ("yes", "no"), "no") == "yes":
            raise LeaveTable

    async def _end(self) -> None:
        await self._kept(self.match.keep)
        desk = self.desk
        desk.open_curtain()
        self._show(self.session.viewer, None)
        if not self.session.people:
            return
        self._tell(self.session.unseen_sentences(self.session.viewer))
        desk.forget_typed()
        desk.label = ""
        desk.bar = f"{AGAIN}: another match with the same seats, Enter: leave, space: the table"
        desk.show_text(lambda screen: output.end(screen, self.match, self.data))
        key = ""
        while key not in (AGAIN, *LEAVING):
            key = await desk.key()
        self.again = key == AGAIN

    # -- what is shown ----------------------------------------------------------------------

    def _show(self, viewer: int | None, turn: Turn | None) -> None:
        """The position; marked is what changed since the viewer's last act."""
        since = self.session.state_after_last_move(viewer) if viewer is not None else None
        self.desk.choices = Choices(turn) if turn is not None else None
        self.desk.show_board(Board(self.match, viewer, since))

    def _tell(self, told: list[str]) -> None:
        for more in (f"{self.match.rescued}." if self.match.rescued else "", self.notice):
            told = [*told, more] if more else told
        self.match.rescued = self.notice = ""
        self.desk.tell(seat_events.merge_repeats(told))

    # -- bots -------------------------------------------------------------------------------

    async def _bot_acts(
        self, seat: int, name: str, choose: Callable[[int, Progress, Stop], Choice]
    ) -> None:
        if seat in self.session.bots or seat != self._holder:
            await self._hand_over(None)
        acts = self._acting[1] + 1 if self._acting[0] == seat else 1
        self._acting = (seat, acts)
        which = name if acts == 1 else f"{name}, act {acts},"
        self.desk.choices = None
        self.desk.label = ""
        budget = self.session.budget(seat)
        choice = await thought(self.desk, which, budget, lambda p, s: choose(seat, p, s))
        self.notice = "\n".join([*filter(None, [self.notice]), *self.session.take_notices(seat)])
        await self._kept(lambda: self.act(seat, choice.move))
        await self._watch(f"{which} has played")

    async def _watch(self, told: str) -> None:
        """Show the last act to those who may see it, for as long as the pace says."""
        viewer = self._holder if self.session.secret else self.session.viewer
        if self.session.secret and viewer is None:
            return
        self._watched += seat_events.sentences(self.match, len(self.match.plies) - 1, viewer)
        if self.pace or not self.session.people:
            self._show(viewer, None)
            self.desk.tell(seat_events.merge_repeats(self._watched))
            self.desk.bar = f"{told} (any key goes on)"
            await self.desk.pause(self.pace)

    async def _kept(self, write: Callable[[], object]) -> None:
        """Write to the match file; while that fails, ask whether to try again."""
        while True:
            try:
                write()
                return
            except DataError as error:
                self.desk.complain(f"{error}")
                if await self.desk.ask("Try again? [Y/n]", ("yes", "no"), "yes") == "no":
                    raise LeaveTable from error

    def act(self, seat: int, move: Any) -> None:
        """Play a move, whole or not at all."""
        with self.interrupts.held():
            self.session.act(seat, move)

    # -- people -----------------------------------------------------------------------------

    async def _person_acts(self, decision: Decision) -> None:
        if self._shared:
            self.session.detect_secrets()
        await self._hand_over(decision.seat)
        turn = self.session.turn(decision)
        desk = self.desk
        mine = [ply.move for ply in self.match.plies if ply.seat == turn.seat]
        desk.sit(f"seat {turn.seat}", mine)
        self._show(turn.seat, turn)
        rules = list(self.match.game.book.rules)
        desk.complete = at_the_table(turn.texts, COMMANDS, rules, desk.place_names)
        self._watched.clear()
        self._tell(self.session.unseen_sentences(turn.seat))
        answers = ScreenDispatch(self, turn)
        while True:
            desk.bar = f"{turn.name}: {decision.prompt}"
            said = await desk.line(f"{turn.name}> ")
            try:
                if said.text == INTERRUPT:
                    await self._ask_to_leave()
                elif await answers.take(said):
                    return
            except (ActionRefused, DataError) as error:
                if isinstance(error, ActionRefused):
                    self.session.recall(turn, error)
                # A full disk too: what cannot be kept has not happened, and may be tried again.
                desk.complain(f"{error}")

    # -- handing over -----------------------------------------------------------------------

    async def _hand_over(self, seat: int | None) -> None:
        """Clear away what only the last holder may see; let the next one look."""
        if not self.session.secret or seat == self._holder:
            return
        if self._holder is not None:
            self._show(self._holder, None)
            self._tell(self.session.unseen_sentences(self._holder))
            await self._press("Press a key when you have seen enough.")
        if seat is None:
            self.draw_curtain(["Bots are acting."])
            return
        name = self.match.name(seat)
        told = [self.notice] if self.notice else []
        self.notice = ""
        asked = [f"{name}, it is your turn.", "Everybody else, please look away."]
        self.draw_curtain([*told, *asked])
        await self._press(f"{name}: press a key to see your table.")
        self.desk.open_curtain()
        self._holder = seat

    def draw_curtain(self, lines: Sequence[str]) -> None:
        """Nothing secret is on the screen from here on."""
        self._holder = None
        self._watched.clear()
        self.desk.draw_curtain(lines)

    async def _press(self, prompt: str) -> None:
        while True:
            self.desk.bar, self.desk.label = prompt, ""
            if await self.desk.key() != INTERRUPT:
                return
            await self._ask_to_leave()
