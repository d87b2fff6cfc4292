"""The controller of a table: it runs a session until the match is over or a player leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekeep.bots import Choice
from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table import output
from rulekeep.cli.table.terminal_view import BotTurn, LeaveTable, TerminalView, run_now
from rulekeep.core.decision import Decision
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.session.turn import ActionRefused, Turn

if TYPE_CHECKING:
    from rulekeep.cli.table.dispatch import Dispatch


class Controller:
    """Lets bots move and asks people, on whichever view the table has."""

    leave_question = "Leave the table? The match is saved and can be resumed."

    def __init__(self, view: TerminalView) -> None:
        self.view = view
        self.session = view.session
        self.match = view.match
        self._next = "leave"

    def run(self) -> str:
        """Play to the end, or until a player leaves; one of AFTER_MATCH is next.

        Every move is in the match file already.
        """
        try:
            self.view.run(self._play())
            return self._next
        except (LeaveTable, EOFError, KeyboardInterrupt):
            # Ctrl-C twice while no input is awaited, say between two pages of a drawing.
            self.view.hide_secrets()
            run_now(self._keep_file())
            output.saved(self.view.screen, self.match, self.view.data)
            return "leave"
        except RulekeepError:
            raise
        except BaseException as error:
            from rulekeep.cli.files.crash_report import crash
            from rulekeep.session.crash_origin import is_foreign

            # Games and bots are foreign code: whatever they raise is named as theirs.
            if isinstance(error, OSError) and not is_foreign(error):
                raise
            raise crash(error, self.match, self.view.data) from error
        finally:
            self.view.hide_secrets()
            self.session.leave()

    async def _play(self) -> None:
        while not self.match.is_over:
            await self._step()
        self.view.hide_secrets()
        await self._keep_file()
        self._next = await self.view.end()

    async def _step(self) -> None:
        self._report_rescue()
        if self.view.take_interrupt():
            await self._ask_to_leave()
        decision = self.session.next()
        seat, name = decision.seat, self.match.name(decision.seat)
        if seat in self.session.bots:
            await self._bot_moves(seat, name, self.session.choose)
        elif self.session.on_autopilot(decision):
            name = f"The bot for {name}"
            await self._bot_moves(seat, name, self.session.autopilot_choice)
        else:
            await self._person_moves(decision)

    def act(self, seat: int, move: Any) -> None:
        """Play a move, whole or not at all."""
        with self.view.interrupts.held():
            self.session.play(seat, move)

    # -- the match file ---------------------------------------------------------------------

    async def _keep_file(self) -> None:
        await self._write(self.match.keep)
        self._report_rescue()

    def _report_rescue(self) -> None:
        """Say that the match file was damaged and written again elsewhere."""
        if self.match.rescued:
            self.view.report(f"{self.match.rescued}.", "bold red")
            self.match.rescued = ""

    async def _write(self, write: Callable[[], object]) -> None:
        """Write to the match file; while that fails, ask whether to try again. DataError."""
        while True:
            try:
                write()
                return
            except DataError as error:
                if not self.view.can_ask or not await self._try_again(error):
                    raise

    async def _try_again(self, error: DataError) -> bool:
        self.view.show_error(f"{error}")
        try:
            return await self.view.yes("Try again?", default=True)
        except (EOFError, KeyboardInterrupt, LeaveTable):
            return False

    # -- leaving ----------------------------------------------------------------------------

    async def _ask_to_leave(self) -> None:
        """Ctrl-C: LeaveTable if that was meant."""
        self.session.stop_autopilot()
        if not self.view.can_ask:
            raise LeaveTable
        try:
            if await self.view.yes(self.leave_question):
                raise LeaveTable
        except (EOFError, KeyboardInterrupt):
            raise LeaveTable from None

    # -- bots -------------------------------------------------------------------------------

    async def _bot_moves(
        self, seat: int, name: str, choose: Callable[[int, Progress, Stop], Choice]
    ) -> None:
        if seat in self.session.bots or seat != self.view.holder:
            await self._hand_over(None)
        label = self.view.start_bot(seat, name)
        bot = BotTurn(label, self.session.patience(seat))
        choice = await self.view.wait_for(bot, lambda p, s: choose(seat, p, s))
        for notice in self.session.take_notices(seat):
            self.view.report(notice, "bold")
        try:
            await self._write(lambda: self.act(seat, choice.move))
        except DataError as error:
            # A pipe cannot answer; at a terminal the player did not want to try again.
            if not self.view.can_ask:
                raise
            raise LeaveTable from error
        await self.view.show_bot_move(seat, label)

    # -- people -----------------------------------------------------------------------------

    async def _person_moves(self, decision: Decision) -> None:
        # A pipe has one reader; on a terminal several people share the screen.
        if len(self.session.people) > 1 and self.view.can_ask:
            self.session.detect_secrets()
        await self._hand_over(decision.seat)
        turn = self.session.turn(decision)
        self.view.show_turn(turn)
        await self._ask(turn)

    async def _ask(self, turn: Turn) -> None:
        """Carry out the lines of a person until the decision is made."""
        while True:
            try:
                entered = await self.view.line(turn)
            except KeyboardInterrupt:
                await self._ask_to_leave()
                continue
            if not entered.text and entered.chosen is None:
                if self.view.reminder:
                    self.view.say(self.view.reminder)
                continue
            try:
                if await self.dispatch(turn).take(entered):
                    return
            except ActionRefused as refused:
                self.session.note_refusal(turn, refused)
                self.show_refusal(f"{refused}")
            except DataError as error:
                # A full disk: the move was not played and may be tried again.
                self.show_refusal(f"{error}")

    def dispatch(self, turn: Turn) -> Dispatch:
        """What carries out the lines of this turn."""
        from rulekeep.cli.table.dispatch import TableDispatch  # not before the first line

        return TableDispatch(self, turn)

    def show_refusal(self, text: str) -> None:
        """Why a line cannot be carried out; in a pipe that is the end."""
        self.view.show_error(text)

    # -- handing over -----------------------------------------------------------------------

    async def _hand_over(self, seat: int | None) -> None:
        """Hide what only the last holder may see; let the next one look."""
        if not self.session.secret or seat == self.view.holder:
            return
        if self.view.holder is not None:
            self.view.show_before_handover(self.view.holder)
            await self._press(_before_handover(self.match.name(seat) if seat is not None else ""))
        if seat is None:
            self.view.cover([])
            return
        name = self.match.name(seat)
        notice, self.view.notice = self.view.notice, ""
        lines = [(f"{name}, it is your turn.", "bold"), ("Everyone else, please look away.", "")]
        self.view.cover([(notice, ""), *lines] if notice else lines)
        await self._press(f"{name}: press any key to see your view.")
        self.view.uncover(seat)

    async def _press(self, prompt: str) -> None:
        while True:
            try:
                return await self.view.key(prompt)
            except KeyboardInterrupt:
                await self._ask_to_leave()


def _before_handover(name: str) -> str:
    """The line under what the holder of the screen still sees."""
    return f"Press any key, then hand over to {name}." if name else "Press any key to continue."
