"""What is done with a line typed at the table where the table is printed in lines."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from rulekeep.cli.table import output
from rulekeep.cli.table.bot_turn import BotTurn
from rulekeep.cli.table.leave import LeaveTable
from rulekeep.cli.table.prompt_commands import COMMANDS, PromptCommands, number_of_acts, understood
from rulekeep.session.session import UndoPlan
from rulekeep.session.turn import ActionRefused, Turn

if TYPE_CHECKING:
    from rulekeep.cli.table.line_mode import LineTable


class LineDispatch:
    """The answers to one decision, until it is made."""

    def __init__(self, table: LineTable, turn: Turn) -> None:
        self.table = table
        self.session = table.session
        self.turn = turn
        self.seat = turn.seat
        self.screen = table.screen
        self.asker = table.asker
        self.words = PromptCommands(table.screen, turn)
        self.does = {
            "hint": self._hint,
            "auto": self._auto,
            "undo": self._undo,
            "redo": self._redo,
            "board": self._board,
            "edit": self._edit,
            "scenario": self._scenario,
            "quit": self._quit,
        }

    def take(self, said: str) -> bool:
        """Do what was typed; whether the table has moved on by it."""
        try:
            return self._take(" ".join(said.split()))
        except ActionRefused as refused:
            self.session.recall(self.turn, refused)
            self.asker.complain(f"{refused}")
            return False

    def _take(self, words: str) -> bool:
        exact = self.turn.legal_move(words)
        if exact is not None:
            self.table.act(self.seat, exact.move)
            return True
        if words.isdecimal():
            listed = self.turn.move_number(words)
            self.table.act(self.seat, listed.move)
            self.screen.say(f"{self.turn.name} plays {listed.text}.", "dim")
            return True
        word, tail = understood(words)
        if word in self.does:
            return self.does[word](tail)
        if word:
            self.words.tells[word](tail)
            return False
        self.table.act(self.seat, self.turn.parse_move(words, COMMANDS))
        return True

    # -- bots that help ---------------------------------------------------------------------

    def _hint(self, _words: str) -> bool:
        thought = self._thought("The adviser")
        advice = thought.wait_for(lambda p, s: self.session.hint_for(self.seat, p, s))
        output.hint(self.screen, advice)
        return False

    def _auto(self, _words: str) -> bool:
        self.session.start_autopilot(self.turn.decision)
        return True

    def _thought(self, name: str) -> BotTurn:
        return BotTurn(name, self.asker, self.table.interrupts, self.session.think)

    # -- taking back ------------------------------------------------------------------------

    def _undo(self, words: str) -> bool:
        back = self.session.plan_undo(self.seat, number_of_acts(words, 1) or 1)
        if not self._agreed(back, "take back"):
            return self._goes_on_as_it_is()
        with self.table.interrupts.held():
            self.session.undo(back)
        self.table.notice = f"{self.turn.name} takes back {back.counted}."
        return True

    def _redo(self, _words: str) -> bool:
        forth = self.session.plan_redo(self.seat)
        if not self._agreed(forth, "play again"):
            return self._goes_on_as_it_is()
        with self.table.interrupts.held():
            self.session.redo()
        self.table.notice = f"{self.turn.name} plays {forth.counted} again."
        return True

    def _goes_on_as_it_is(self) -> bool:
        if self.table.secret:
            # The screen was cleared to ask the others: show the table again.
            self.table.notice = "The match goes on as it is."
            return True
        self.screen.say("The match goes on as it is.")
        return False

    def _agreed(self, back: UndoPlan, what: str) -> bool:
        """Whether everybody who has a say lets it be."""
        if back.because is None:
            return True
        if not back.others:
            self.screen.say(f"({back.because}; the bots do not mind)", "dim")
            return True
        if self.table.secret:
            self.table.draw_curtain()
        acts = "the last act" if back.acts == 1 else f"the last {back.acts} acts"
        self.screen.say(
            f"{self.turn.name} would like to {what} {acts}, but {back.because}.", "bold"
        )
        match = self.session.match
        with contextlib.suppress(KeyboardInterrupt):
            return all(self.asker.yes(f"{match.name(seat)}, do you agree?") for seat in back.others)
        return False

    # -- the rest ---------------------------------------------------------------------------

    def _board(self, _words: str) -> bool:
        # Scrolling keeps a screen of its own, but a secret has one already.
        low = self.table.rows_of_all(self.seat) > self.screen.height - 3
        if low and self.screen.live and not self.table.secret:
            from rulekeep.cli.terminal.scrolling import scroll

            match = self.session.match
            scroll(self.screen, lambda: output.board(self.screen, match, self.seat))
        else:
            self.table.present(self.turn, again=True, whole=True)
        return False

    # Words for arbiters, seldom said: what they need is loaded then.

    def _edit(self, words: str) -> bool:
        from rulekeep.cli.table.edit_position import edit, explain_keys

        if "=" not in words:
            explain_keys(self.screen, self.session.match, words)
            return False
        with self.table.interrupts.held():
            self.table.notice = edit(self.session, words)
        return True

    def _scenario(self, words: str) -> bool:
        from rulekeep.cli.table.confirm_scenario import confirmed
        from rulekeep.cli.table.edit_position import keep_scenario

        confirm = None if self.asker.piped else partial(confirmed, self.asker, self.screen)
        self.screen.say(keep_scenario(self.session, words, confirm))
        return False

    def _quit(self, _words: str) -> bool:
        raise LeaveTable
