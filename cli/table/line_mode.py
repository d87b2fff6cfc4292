"""The table in lines: people and bots decide in turn until the match is over or somebody leaves."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from attrs import evolve

from rulekeep.bots import Choice
from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table import output
from rulekeep.cli.table.bot_turn import BotTurn
from rulekeep.cli.table.leave import LeaveTable
from rulekeep.cli.table.match_end import farewell
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.prompt import Complete, Prompt, Resized
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import Decision
from rulekeep.session.session import Session
from rulekeep.session.turn import Turn


class LineTable:
    """Everybody round one keyboard."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        asker: Prompt,
        interrupts: Interrupts,
        *,
        data: Path | None = None,
    ) -> None:
        self.session = session
        self.match = session.match
        self.screen = screen
        self.asker = asker
        self.interrupts = interrupts
        self.data = data
        # A pipe has one reader; on a terminal several people share the screen.
        self.shared = len(session.people) > 1 and not asker.piped
        self.notice = ""
        """What shall be read when the screen is handed over or the table is drawn next."""
        self._holder: int | None = None
        self._warned = False
        self._shown_how: set[tuple[int, str]] = set()
        self._curtain = contextlib.ExitStack()

    @property
    def secret(self) -> bool:
        """Whether the screen is handed over."""
        return self.session.secret

    # -- the session ------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the end, or until somebody leaves; every act is in the file already."""
        try:
            while not self.match.is_over:
                self._step()
            self._curtain.close()
            self._finish()
        except (LeaveTable, EOFError, KeyboardInterrupt):
            # Ctrl-C twice where nobody listens, say between two pages of a drawing.
            self._curtain.close()
            self._farewell()
        except RulekeepError:
            raise
        except BaseException as error:
            from rulekeep.cli.files.crash_report import fault_at_table
            from rulekeep.session.crash_origin import is_foreign

            # Games and bots are foreign code: whatever they raise is named as theirs.
            if isinstance(error, OSError) and not is_foreign(error):
                raise
            self._curtain.close()
            raise fault_at_table(error, self.match, self.data) from error
        finally:
            self._curtain.close()
            self.session.leave()

    def _step(self) -> None:
        self._tell_rescue()
        if self.interrupts.take():
            self.ask_to_leave()
        decision = self.session.next()
        if decision.seat in self.session.bots:
            self._bot_acts(decision.seat, self.match.name(decision.seat), self.session.choose)
        elif self.session.on_autopilot(decision):
            self._bot_acts(decision.seat, "The quick bot", self.session.autopilot_choice)
        else:
            self._person_acts(decision)

    def _finish(self) -> None:
        self._until_kept(self.match.keep)
        self._tell_rescue()
        viewer = self.session.viewer
        output.board(self.screen, self.match, viewer)
        output.tell_news(self.screen, self.session.unseen_sentences(viewer))
        output.end(self.screen, self.match, self.data)

    def _farewell(self) -> None:
        self._until_kept(self.match.keep)
        self._tell_rescue()
        farewell(self.screen, self.match, self.data)

    def _tell_rescue(self) -> None:
        """Somebody harmed the match file, and it was written anew."""
        if self.match.rescued:
            self.screen.say(f"{self.match.rescued}.", "bold red")
            self.match.rescued = ""

    def _until_kept(self, write: Callable[[], object]) -> None:
        """Write to the match file; while that fails, ask whether to try again."""
        while True:
            try:
                write()
                return
            except DataError as error:
                if self.asker.piped:
                    raise
                self.asker.complain(f"{error}")
                with contextlib.suppress(EOFError, KeyboardInterrupt):
                    if self.asker.yes("Try again?", default=True):
                        continue
                raise

    def ask_to_leave(self) -> None:
        """Ctrl-C: Leave if that was meant."""
        self.session.stop_autopilot()
        if self.asker.piped:
            raise LeaveTable
        try:
            if self.asker.yes("Leave the table? The match is saved and can be resumed."):
                raise LeaveTable
        except (EOFError, KeyboardInterrupt):
            raise LeaveTable from None

    # -- bots -------------------------------------------------------------------------------

    def _bot_acts(
        self, seat: int, name: str, choose: Callable[[int, Progress, Stop], Choice]
    ) -> None:
        if seat in self.session.bots or seat != self._holder:
            self._hand_over(None)
        if self.session.is_not_started(seat) and not self.asker.piped:
            self.screen.say(f"{name} is being started …", "dim")
        thought = BotTurn(name, self.asker, self.interrupts, self.session.budget(seat))
        choice = thought.wait_for(lambda p, s: choose(seat, p, s))
        for note in self.session.take_notices(seat):
            self.screen.say(note, "bold")
        try:
            self._until_kept(lambda: self.act(seat, choice.move))
        except DataError as error:
            # In a pipe nobody can be asked; at a terminal somebody would rather go.
            if self.asker.piped:
                raise
            raise LeaveTable from error
        if not self.session.people:
            output.tell_news(self.screen, self.session.unseen_sentences(None))
        elif seat in self.session.people and (not self.secret or seat == self._holder):
            said = f"{self.match.name(seat)} plays {self.match.plies[-1].move}."
            self.screen.say(said, "dim")

    def act(self, seat: int, move: object) -> None:
        """Play a move, whole or not at all."""
        with self.interrupts.held():
            self.session.act(seat, move)

    # -- people -----------------------------------------------------------------------------

    def _person_acts(self, decision: Decision) -> None:
        if self.shared:
            self.session.detect_secrets()
        self._hand_over(decision.seat)
        turn = self.session.turn(decision)
        self.present(turn)
        typed = self.screen.take_typed()
        while True:
            try:
                said = self._ask(turn, typed)
            except Resized as resized:
                typed = resized.typed
                self.present(turn, again=True)
                continue
            except KeyboardInterrupt:
                self.ask_to_leave()
                said = ""
            except EOFError:
                raise LeaveTable from None
            typed = ""
            try:
                if said and self._answered(turn, said):
                    return
            except DataError as error:
                # A full disk: what cannot be kept has not happened, and may be tried again.
                self.asker.complain(f"{error}")

    def _answered(self, turn: Turn, said: str) -> bool:
        """Do what was typed; whether the table has moved on by it."""
        from rulekeep.cli.table.line_dispatch import (
            LineDispatch,  # not before somebody has been asked
        )

        return LineDispatch(self, turn).take(said)

    def _ask(self, turn: Turn, typed: str) -> str:
        seat = turn.seat
        name = self.match.name(seat)
        return self.asker.line(
            f"{name}> ",
            who=f"seat {seat}",
            complete=self._completion(turn) if self.screen.live else None,
            past=[ply.move for ply in self.match.plies if ply.seat == seat],
            typed=typed,
            watch_size=True,
        )

    def _completion(self, turn: Turn) -> Complete:
        from rulekeep.cli.table.prompt_commands import COMMANDS
        from rulekeep.cli.terminal.completion import at_the_table

        return at_the_table(turn.texts, COMMANDS, list(self.match.game.book.rules))

    def rows_of_all(self, seat: int) -> int:
        """How tall the table is with everything that a low window leaves out."""
        match = self.match
        look = evolve(self.screen.look(match.names), lately=match.lately(seat))
        return match.game.render(match.state, seat, look).height

    def present(self, turn: Turn, again: bool = False, whole: bool = False) -> None:
        """The board (whole, or what there is room for), what happened, and the question."""
        screen = self.screen
        news = [] if again else self.session.unseen_sentences(turn.seat)
        rows_of_news = max(4, screen.height // 2) if screen.live else None
        notice, self.notice = self.notice, ""

        def told() -> None:
            if notice:
                screen.say(notice, "bold")
            output.tell_news(screen, news, rows_of_news)
            self._ask_how(turn)

        screen.say()
        # The prompt below and the blank line above need a row each.
        used = len(screen.printed(told)) + 2 if screen.live else None
        rows = output.board(screen, self.match, turn.seat, used=None if whole else used)
        cut = screen.live and (rows > screen.height - 3 or rows < self.rows_of_all(turn.seat))
        if cut and not whole and not self._warned:
            self._warned = True
            screen.say("(The window is too low for all of the table: board shows it.)", "dim")
        told()
        self._shown_how.add((turn.seat, turn.decision.kind))

    def _ask_how(self, turn: Turn) -> None:
        """The question, and how to answer it: with an example the first time it is asked."""
        asked = f"{self.match.name(turn.seat)}: {turn.decision.prompt}"
        question = [(asked, "bold")]
        if self.asker.piped:
            self.screen.say(question)
            return
        count = len(turn.legal)
        moves = "the only move" if count == 1 else f"{count} moves"
        if (turn.seat, turn.decision.kind) in self._shown_how:
            self.screen.say([*question, (f"  (? lists {moves}; help)", "dim")])
            return
        self.screen.say(question)
        example = turn.example
        said = turn.describe(example.move)
        what = f": {said}" if said else ""
        self.screen.say(
            f"For example {example.text}{what}. Type ? for {moves}, hint for advice, help for more.",
            "dim",
        )

    # -- handing over -----------------------------------------------------------------------

    def _hand_over(self, seat: int | None) -> None:
        """Clear away what only the last holder may see; let the next one look."""
        if not self.secret or seat == self._holder:
            return
        if self._holder is not None:
            output.tell_news(self.screen, self.session.unseen_sentences(self._holder))
            self._press("Press a key when you have seen enough.")
            self.draw_curtain()
        if seat is None:
            return
        name = self.match.name(seat)
        self.screen.wipe()
        if self.notice:
            self.screen.say(self.notice)
            self.notice = ""
        self.screen.say(f"{name}, it is your turn.", "bold")
        self.screen.say("Everybody else, please look away.")
        self._press(f"{name}: press a key to see your table.")
        self._curtain.enter_context(self.screen.in_secret())
        self._holder = seat

    def draw_curtain(self) -> None:
        """Nothing secret is on the screen from here on."""
        self._curtain.close()
        self._holder = None

    def _press(self, prompt: str) -> None:
        while True:
            try:
                self.asker.key(prompt)
            except KeyboardInterrupt:
                self.ask_to_leave()
            except EOFError:
                raise LeaveTable from None
            else:
                return
