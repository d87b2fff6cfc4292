"""What a typed line means: a move, the number of a move, or a command."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulekeep.cli.files import paths
from rulekeep.cli.table import output
from rulekeep.cli.table.prompt_commands import COMMANDS, HELP, split_command
from rulekeep.cli.table.terminal_view import BotTurn, EnteredLine, LeaveTable
from rulekeep.cli.terminal import rule_text
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.errors import BadNotation, IllegalMove, RulekeepError
from rulekeep.core.text import shortened, upper_first, whole_number
from rulekeep.session.move_list import NumberedMove
from rulekeep.session.session import UndoPlan
from rulekeep.session.turn import ActionRefused, Turn, look_at

if TYPE_CHECKING:
    from rulekeep.cli.table.controller import Controller

MAX_MOVES_NAMED = 12
"""So many of the moves that concern a place are named."""
UNCHANGED = "Nothing was undone or redone."

Page = Callable[[Screen, str], None]
Action = Callable[[str], Awaitable[bool]]


class Dispatch(ABC):
    """Carries out the lines typed for one decision. ActionRefused says what is wrong with one.

    A page is a command that only prints something. Any other command is an action; it returns
    whether the decision is made.
    """

    help: Sequence[tuple[str, str]] = ()

    commands: Sequence[str] = ()
    """Words that are no moves; a typo may have meant one."""

    def __init__(self, controller: Controller, turn: Turn) -> None:
        self.controller = controller
        self.view = controller.view
        self.turn = turn
        self.match = turn.match
        self.game = turn.match.game
        self.pages: dict[str, Page] = {
            "?": self._print_moves,
            "why": self._print_why,
            "rules": self.print_rules,
            "goal": lambda screen, _: rule_text.show_guide(screen, self.game),
            "score": lambda screen, _: output.score(screen, self.match, turn.seat),
            "help": self._print_help,
        }
        self.actions: dict[str, Action] = {"board": self._board}

    @abstractmethod
    def play(self, text: str, listed: NumberedMove | None) -> bool:
        """Play a move as it was typed; the listed one if it is in the list of moves."""

    async def take(self, entered: EnteredLine) -> bool:
        """Carry out what was entered; whether the decision is made by it."""
        if entered.chosen is not None:
            return self.play(entered.chosen.text, entered.chosen)
        text = " ".join(entered.text.split())
        listed = self.turn.legal_move(text)
        if listed is None and text.isdecimal():
            listed = self.turn.move_number(text)
        if listed is not None:
            return self.play(text, listed)
        command, words = split_command(text)
        if command in self.actions:
            return await self.actions[command](words)
        if command in self.pages:
            self.view.show_page(lambda screen: self.pages[command](screen, words))
            return False
        return self.play(text, self._only_match(text))

    def _only_match(self, text: str) -> NumberedMove | None:
        """The only move with the words typed, if the list on the screen shows that."""
        if self.view.plays_only_match:
            try:
                self.game.read(self.turn.state, self.turn.seat, text)
            except BadNotation:
                found = self.turn.matching(text)
                return found[0] if len(found) == 1 else None
            except IllegalMove:
                return None
        return None

    # -- pages that matches and lessons have ------------------------------------------------

    def _print_moves(self, screen: Screen, words: str) -> None:
        groups = self.turn.groups
        if words and words.casefold() != "all":
            groups = self.turn.groups_matching(words)
        output.moves(screen, self.turn, groups, bool(words))

    def _print_why(self, screen: Screen, words: str) -> None:
        if not words:
            raise ActionRefused("Which move? Type 'why MOVE' or 'why NUMBER'.")
        if words.isdecimal():
            words = self.turn.move_number(words).text
        try:
            answers = self.match.explain(words, self.turn.seat)
        except BadNotation as error:
            raise ActionRefused(self.turn.explain_typo(words, error)) from None
        output.why(screen, self.turn, words, answers)

    def print_rules(self, screen: Screen, words: str) -> None:
        found = rule_text.find_rules(self.game, words)
        if not found:
            raise ActionRefused(f"No rule has the id or the words '{words}'.")
        for rule in found:
            rule_text.show_rule(screen, self.game, rule)

    async def _board(self, _words: str) -> bool:
        self.view.show_whole_board(self.turn)
        return False

    def _print_help(self, screen: Screen, _words: str) -> None:
        help_rows = list(self.help)
        if self.view.key_help:
            screen.heading("Keys")
            screen.pairs(self.view.key_help)
            screen.heading("Commands")
            part = "; typing part of it is enough if only one move matches"
            help_rows[0] = ("MOVE", help_rows[0][1].partition(";")[0] + part)
        screen.pairs(help_rows)
        output.forms(screen, self.game)


class TableDispatch(Dispatch):
    """The lines of a person who decides in a match."""

    help = HELP

    commands = COMMANDS

    def __init__(self, controller: Controller, turn: Turn) -> None:
        super().__init__(controller, turn)
        self.session = controller.session
        self.pages |= {
            "look": self._print_place,
            "legend": self._print_legend,
            "log": self._print_log,
        }
        self.actions |= {
            "hint": self._hint,
            "auto": self._auto,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "edit": self._edit,
            "scenario": self._scenario,
            "quit": self._quit,
        }

    def play(self, text: str, listed: NumberedMove | None) -> bool:
        move = listed.move if listed is not None else self.turn.parse_move(text, COMMANDS)
        self.controller.act(self.turn.seat, move)
        if listed is not None and text.isdecimal() and text != listed.text:
            self.view.remark(f"{self.turn.name}: {output.in_one_line(self.turn, listed)}.")
        return True

    # -- pages ------------------------------------------------------------------------------

    def _print_place(self, screen: Screen, words: str) -> None:
        canvas = self._drawing()
        if not words:
            names = list(dict.fromkeys(place.name for place in canvas.places))
            if not names:
                raise ActionRefused("There is nothing to look at in this drawing.")
            screen.say("Look at what? Type 'look THING' with one of these:")
            screen.items(names)
            return
        others = "; 'look' lists what there is."
        name, sentences = look_at(self.match, self.turn.seat, canvas, words, others)
        screen.say(name, "bold")
        for sentence in sentences:
            screen.say(upper_first(sentence), indent=2)
        moves = self.turn.touching(name, canvas)
        if not moves:
            screen.say("None of your moves affects it now.", "dim", indent=2)
            return
        left = len(moves) - MAX_MOVES_NAMED
        screen.say("Moves:", "dim", indent=2)
        output.move_rows(screen, self.turn, moves[:MAX_MOVES_NAMED], indent=4)
        if left > 0:
            screen.say(f"… {left} more: ? lists all moves", "dim", indent=4)

    def _drawing(self) -> Canvas:
        """The drawing with everything in it, however small the window is."""
        look = Look(names=self.match.names, lately=self.match.lately(self.turn.seat))
        return self.game.render(self.turn.state, self.turn.seat, look)

    def print_rules(self, screen: Screen, words: str) -> None:
        if words:
            super().print_rules(screen, words)
            return
        chapters: dict[str, list[str]] = {}
        for rule in self.game.book:
            chapters.setdefault(rule.chapter, []).append(rule.id)
        screen.pairs((title, f"{ids[0]} to {ids[-1]}") for title, ids in chapters.items())
        screen.say("'rules ID' shows a rule, 'rules WORD' the rules with a word.", "dim")

    def _print_legend(self, screen: Screen, _words: str) -> None:
        lines = self.game.legend(self.turn.state, self.turn.seat)
        for line in lines or ("This game has no legend.",):
            screen.say(line)

    def _print_log(self, screen: Screen, words: str) -> None:
        output.log(screen, self.match, self.turn.seat, _number_of_moves(words) if words else None)

    # -- bots that help ---------------------------------------------------------------------

    async def _hint(self, _words: str) -> bool:
        adviser = BotTurn("", self.session.think, "Finding a hint")
        ask = partial(self.session.hint_for, self.turn.seat)
        self.view.show_hint(self.turn, await self.view.wait_for(adviser, ask))
        return False

    async def _auto(self, _words: str) -> bool:
        self.session.start_autopilot(self.turn.decision)
        return True

    # -- undo and redo ----------------------------------------------------------------------

    async def _undo(self, words: str) -> bool:
        plan = self.session.plan_undo(self.turn.seat, _number_of_moves(words) if words else 1)
        if not await self._agreed(plan, "undo"):
            return self._unchanged()
        with self.view.interrupts.held():
            self.session.undo(plan)
        self.view.notice = f"{self.turn.name} undid {plan.counted}."
        return True

    async def _redo(self, _words: str) -> bool:
        plan = self.session.plan_redo(self.turn.seat)
        if not await self._agreed(plan, "redo"):
            return self._unchanged()
        with self.view.interrupts.held():
            self.session.redo()
        self.view.notice = f"{self.turn.name} redid {plan.counted}."
        return True

    def _unchanged(self) -> bool:
        if self.session.secret:
            # The table was covered to ask the others: show it again.
            self.view.notice = UNCHANGED
        else:
            self.view.say(UNCHANGED)
        return self.session.secret

    async def _agreed(self, plan: UndoPlan, what: str) -> bool:
        """Whether everybody whose consent is needed agrees."""
        if plan.because is None:
            return True
        if not plan.others:
            self.view.remark(f"({plan.because}; the bots agree)")
            return True
        moves = "the last move" if plan.moves == 1 else f"the last {plan.moves} moves"
        wish = f"{self.turn.name} wants to {what} {moves}, but {plan.because}."
        if self.session.secret:
            self.view.cover([(wish, "bold")])
        else:
            self.view.say(wish, "bold")
        try:
            for seat in plan.others:
                if not await self.view.yes(f"{self.match.name(seat)}, do you agree?"):
                    return False
        except KeyboardInterrupt:
            return False
        return True

    # -- the rest ---------------------------------------------------------------------------

    async def _save(self, words: str) -> bool:
        if not words:
            raise ActionRefused("Which file? Type 'save FILE'.")
        try:
            path = paths.named(words)
            self.match.save(path)
        except RulekeepError as error:
            raise ActionRefused(f"{error}") from None
        self.view.say(f"Saved a copy of the match in {path}.")
        return False

    # Commands for arbiters are rare: what they need is loaded then.

    async def _edit(self, words: str) -> bool:
        from rulekeep.cli.table.edit_position import edit, explain_keys

        if "=" not in words:
            self.view.show_page(lambda screen: explain_keys(screen, self.match, words))
            return False
        with self.view.interrupts.held():
            self.view.notice = edit(self.session, words)
        return True

    async def _scenario(self, words: str) -> bool:
        from rulekeep.cli.table.save_scenario import save_scenario

        self.view.say(save_scenario(self.session, words, self.view.confirm))
        return False

    async def _quit(self, _words: str) -> bool:
        raise LeaveTable


def _number_of_moves(words: str) -> int:
    """The number after a command. ActionRefused."""
    number = whole_number(words, 1, 999_999)
    if number is None:
        raise ActionRefused(f"'{shortened(words)}' is not a number of moves.")
    return number
