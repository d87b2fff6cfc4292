"""What is done with what somebody says at the table that stays on the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from rulekeep.cli.table import output
from rulekeep.cli.table.fullscreen import keys
from rulekeep.cli.table.fullscreen.app import EnteredLine
from rulekeep.cli.table.fullscreen.bot_wait import thought
from rulekeep.cli.table.leave import LeaveTable
from rulekeep.cli.table.prompt_commands import (
    COMMANDS,
    HELP,
    PromptCommands,
    number_of_acts,
    understood,
)
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import BadNotation
from rulekeep.session.session import UndoPlan
from rulekeep.session.turn import Turn

if TYPE_CHECKING:
    from rulekeep.cli.table.fullscreen.screen_mode import ScreenTable

NUDGE = "Type a move, or choose one with ↑ and ↓; F1 helps."


class ScreenDispatch:
    """The answers to one decision, until it is made. Refused, if something cannot be done."""

    def __init__(self, course: ScreenTable, turn: Turn) -> None:
        self.course = course
        self.session = course.session
        self.match = course.match
        self.desk = course.desk
        self.turn = turn
        self.does: dict[str, Callable[[str], Awaitable[bool]]] = {
            "hint": self._hint,
            "auto": self._auto,
            "undo": self._undo,
            "redo": self._redo,
            "edit": self._edit,
            "scenario": self._scenario,
            "quit": self._quit,
        }
        self.reads: dict[str, Callable[[Screen], object]] = {
            "board": lambda screen: output.board(screen, self.match, turn.seat),
            "help": self._help,
        }

    async def take(self, said: EnteredLine) -> bool:
        """Do what was said; whether the table has moved on by it."""
        if said.chosen is not None:
            return self._act(said.chosen.move)
        text = " ".join(said.text.split())
        if not text:
            self.desk.tell([NUDGE])
            return False
        exact = self.turn.legal_move(text)
        if exact is not None:
            return self._act(exact.move)
        if text.isdecimal():
            return self._act(self.turn.move_number(text).move)
        word, tail = understood(text)
        if word in self.does:
            return await self.does[word](tail)
        if not word:
            return self._act(self._meant(text))
        if word == "save":
            self._save(tail)
        else:
            self.desk.show_text(self.reads.get(word, lambda screen: self._tell(screen, word, tail)))
        return False

    def _act(self, move: Any) -> bool:
        self.course.act(self.turn.seat, move)
        return True

    def _meant(self, text: str) -> Any:
        """The move that was typed, or the only one that has the words typed."""
        try:
            self.match.game.read(self.turn.state, self.turn.seat, text)
        except BadNotation:
            found = self.turn.matching(text)
            if len(found) == 1:
                return found[0][0].move
        return self.turn.parse_move(text, COMMANDS)

    # -- reading ----------------------------------------------------------------------------

    def _tell(self, screen: Screen, word: str, tail: str) -> None:
        PromptCommands(screen, self.turn).tells[word](tail)

    def _save(self, tail: str) -> None:
        screen = self.desk.screen.of_width(self.desk.frame.width)
        said = screen.printed(lambda: self._tell(screen, "save", tail))
        self.desk.tell([" ".join(said)])

    def _help(self, screen: Screen) -> None:
        screen.heading("Keys")
        screen.pairs(keys.HELP)
        screen.heading("Words")
        screen.pairs([("MOVE", "play a move as the list writes it"), *HELP[1:]])
        output.forms(screen, self.match.game)

    # Words for arbiters, seldom said: what they need is loaded then.

    async def _edit(self, words: str) -> bool:
        from rulekeep.cli.table.edit_position import edit, explain_keys

        if "=" not in words:
            self.desk.show_text(lambda screen: explain_keys(screen, self.match, words))
            return False
        with self.course.interrupts.held():
            self.course.notice = edit(self.session, words)
        return True

    async def _scenario(self, words: str) -> bool:
        from rulekeep.cli.table.edit_position import keep_scenario

        self.desk.tell([keep_scenario(self.session, words)])
        return False

    async def _quit(self, _words: str) -> bool:
        raise LeaveTable

    # -- bots that help ---------------------------------------------------------------------

    async def _hint(self, _words: str) -> bool:
        """The advised move is chosen in the list, so that Enter plays it."""
        seat = self.turn.seat
        advice = await thought(
            self.desk,
            "The adviser",
            self.session.think,
            lambda p, s: self.session.hint_for(seat, p, s),
        )
        listed = self.turn.legal_move(advice.text)
        if listed is not None and self.desk.choices is not None:
            self.desk.choices.choose(listed)
        said = f" ({advice.said})" if advice.said else ""
        detail = f"; {advice.detail}" if advice.detail else ""
        worth = f"chance to win {advice.value:.0%}{detail}"
        told = [f"{advice.bot}: {advice.text}{said}, {worth}. Enter plays it."]
        if advice.others:
            others = ", ".join(f"{text} {value:.0%}" for value, text in advice.others)
            told.append(f"Looked at less: {others}.")
        self.desk.tell(told, newest=False)
        return False

    async def _auto(self, _words: str) -> bool:
        self.session.start_autopilot(self.turn.decision)
        return True

    # -- taking back ------------------------------------------------------------------------

    async def _undo(self, words: str) -> bool:
        back = self.session.plan_undo(self.turn.seat, number_of_acts(words, 1) or 1)
        if await self._agreed(back, "take back"):
            with self.course.interrupts.held():
                self.session.undo(back)
            self.course.notice = f"{self.turn.name} takes back {back.counted}."
        return True

    async def _redo(self, _words: str) -> bool:
        forth = self.session.plan_redo(self.turn.seat)
        if await self._agreed(forth, "play again"):
            with self.course.interrupts.held():
                self.session.redo()
            self.course.notice = f"{self.turn.name} plays {forth.counted} again."
        return True

    async def _agreed(self, back: UndoPlan, what: str) -> bool:
        """Whether everybody who has a say lets it be."""
        if back.because is None or not back.others:
            return True
        acts = "the last act" if back.acts == 1 else f"the last {back.acts} acts"
        asked = f"{self.turn.name} would like to {what} {acts}, but {back.because}."
        if self.session.secret:
            self.course.draw_curtain([asked])
        else:
            self.desk.tell([asked], "bold")
        for seat in back.others:
            question = f"{self.match.name(seat)}, do you agree? [y/N]"
            if await self.desk.ask(question, ("yes", "no"), "no") == "no":
                self.course.notice = "The match goes on as it is."
                return False
        return True
