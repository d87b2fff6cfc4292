"""A sitting: people and bots decide in turn until the match is over or somebody leaves."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import evolve
from rich.text import Text

from rulekeep.bots import Bot, is_program, make_bot
from rulekeep.bots.listeners import Listeners
from rulekeep.cli import home, telling
from rulekeep.cli.asking import Asker, Resized
from rulekeep.cli.blame import is_foreign
from rulekeep.cli.completion import at_the_table
from rulekeep.cli.faults import fault_at_table
from rulekeep.cli.interrupts import Interrupts
from rulekeep.cli.screen import Screen
from rulekeep.cli.seating import HUMAN
from rulekeep.cli.secrecy import has_secrets
from rulekeep.cli.thinking import Leave, Thought
from rulekeep.cli.words import COMMANDS, Turn
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import Decision
from rulekeep.core.match import Match


class Table:
    """Everybody round one keyboard."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        asker: Asker,
        interrupts: Interrupts,
        *,
        players: Sequence[str],
        think: float,
        data: Path | None = None,
    ) -> None:
        self.match = match
        self.screen = screen
        self.asker = asker
        self.interrupts = interrupts
        self.think = think
        self.data = data
        seed = f"{match.header.seed} bot"
        self.bots: dict[int, Bot] = {
            seat: make_bot(player, seed) for seat, player in enumerate(players) if player != HUMAN
        }
        # `mcts:500` says itself how long to think.
        own = [":" in player and not is_program(player) for player in players]
        self.budgets = [None if says else think for says in own]
        self.listeners = Listeners(match, self.bots, self.budgets)
        self.people = tuple(seat for seat, player in enumerate(players) if player == HUMAN)
        # A pipe has one reader; on a terminal several people share the screen.
        self.shared = len(self.people) > 1 and not asker.piped
        self.secret = False
        self.notice = ""
        """What shall be read when the screen is handed over or the table is drawn next."""
        self._told: dict[int, int] = {}
        self._holder: int | None = None
        self._last: int | None = None
        self._warned = False
        self._shown_how: set[tuple[int, str]] = set()
        self._curtain = contextlib.ExitStack()

    # -- the sitting ------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the end, or until somebody leaves; every act is in the file already."""
        try:
            while not self.match.is_over:
                self._step()
            self._curtain.close()
            self._finish()
        except (Leave, EOFError, KeyboardInterrupt):
            # Ctrl-C twice where nobody listens, say between two pages of a drawing.
            self._curtain.close()
            self._farewell()
        except RulekeepError:
            raise
        except BaseException as error:
            # Games and bots are foreign code: whatever they raise is named as theirs.
            if isinstance(error, OSError) and not is_foreign(error):
                raise
            self._curtain.close()
            raise fault_at_table(error, self.match, self.data) from error
        finally:
            self._curtain.close()
            self.listeners.dismiss()

    def _step(self) -> None:
        self._tell_rescue()
        if self.interrupts.take():
            self.ask_to_leave()
        decision = self._next()
        if decision.seat in self.bots:
            self._bot_acts(decision.seat)
        else:
            self._person_acts(decision)

    def _next(self) -> Decision:
        """The decision to take now: that of the person who decided last, else the first."""
        open_now = self.match.decisions
        again = [decision for decision in open_now if decision.seat == self._last]
        chosen = (again or open_now)[0]
        if chosen.seat in self.people:
            self._last = chosen.seat
        return chosen

    def _finish(self) -> None:
        self._until_kept(self.match.keep)
        self._tell_rescue()
        viewer = self.viewer
        telling.board(self.screen, self.match, viewer)
        telling.tell_news(self.screen, self._take_news(viewer))
        telling.end(self.screen, self.match, self.data)

    def _farewell(self) -> None:
        self._until_kept(self.match.keep)
        self._tell_rescue()
        path = self.match.path
        if path is None:
            return
        self.screen.say(f"The match is saved in {path}.")
        if not self.match.is_over:
            self.screen.say(f"Go on with it: rulekeep resume {home.spoken(path, self.data)}")

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
        if self.asker.piped:
            raise Leave
        try:
            if self.asker.yes("Leave the table? The match is saved and can be resumed."):
                raise Leave
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    # -- news -------------------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen may be drawn for when nobody decides: a lone person's."""
        return self.people[0] if len(self.people) == 1 else None

    def _take_news(self, viewer: int | None) -> list[str]:
        """What happened since it was last told: to each person, or to the table as a whole."""
        key = -1 if viewer is None or not self.secret else viewer
        since = min(self._told.get(key, 0), len(self.match.plies))
        self._told[key] = len(self.match.plies)
        return telling.news(self.match, since, viewer)

    def already_told(self) -> None:
        """A resumed match: what happened before is in the log."""
        for key in (-1, *self.people):
            self._told[key] = max(1, len(self.match.plies) - max(2, self.match.header.seats))

    def forget_undone(self) -> None:
        """After an undo nobody has been told more than there is."""
        count = len(self.match.plies)
        self._told = {key: min(told, count) for key, told in self._told.items()}

    # -- bots -------------------------------------------------------------------------------

    def _bot_acts(self, seat: int) -> None:
        self._hand_over(None)
        self.listeners.brief(seat)
        name = self.match.name(seat)
        thought = Thought(name, self.asker, self.interrupts, self.budgets[seat])
        choice = thought.choose(self.bots[seat], self.match, seat)
        for note in self.listeners.take_notes(seat):
            self.screen.say(note, "bold")
        try:
            self._until_kept(lambda: self.act(seat, choice.move))
        except DataError as error:
            # In a pipe nobody can be asked; at a terminal somebody would rather go.
            if self.asker.piped:
                raise
            raise Leave from error
        if not self.people:
            telling.tell_news(self.screen, self._take_news(None))

    def act(self, seat: int, move: object) -> None:
        """Play a move, whole or not at all."""
        with self.interrupts.held():
            self.match.play(move, seat)

    # -- people -----------------------------------------------------------------------------

    def _person_acts(self, decision: Decision) -> None:
        self._look_for_secrets()
        self._hand_over(decision.seat)
        turn = Turn(self, decision)
        self.present(turn)
        typed = ""
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
                raise Leave from None
            typed = ""
            try:
                if said and turn.answer(said):
                    return
            except DataError as error:
                # A full disk: what cannot be kept has not happened, and may be tried again.
                self.asker.complain(f"{error}")

    def _ask(self, turn: Turn, typed: str) -> str:
        seat = turn.seat
        name = self.match.name(seat)
        return self.asker.line(
            f"{name}> ",
            who=f"seat {seat}",
            complete=at_the_table(turn.texts, COMMANDS, list(self.match.game.book.rules)),
            past=[ply.move for ply in self.match.plies if ply.seat == seat],
            typed=typed,
            watch_size=True,
        )

    def rows_of_all(self, seat: int) -> int:
        """How tall the table is with everything that a low window leaves out."""
        match = self.match
        look = evolve(self.screen.look(match.names), lately=match.lately(seat))
        return match.game.render(match.state, seat, look).height

    def present(self, turn: Turn, again: bool = False, whole: bool = False) -> None:
        """The board (whole, or what there is room for), what happened, and the question."""
        screen = self.screen
        news = [] if again else self._take_news(turn.seat)
        most = max(4, screen.height // 2) if screen.live else None
        notice, self.notice = self.notice, ""

        def told() -> None:
            if notice:
                screen.say(notice, "bold")
            telling.tell_news(screen, news, most)
            self._ask_how(turn)

        screen.say()
        # The prompt below and the blank line above need a row each.
        used = len(screen.printed(told)) + 2 if screen.live else None
        rows = telling.board(screen, self.match, turn.seat, used=None if whole else used)
        cut = screen.live and (rows > screen.height - 3 or rows < self.rows_of_all(turn.seat))
        if cut and not whole and not self._warned:
            self._warned = True
            screen.say("(The window is too low for all of the table: board shows it.)", "dim")
        told()
        self._shown_how.add((turn.seat, turn.decision.kind))

    def _ask_how(self, turn: Turn) -> None:
        """The question, and how to answer it: with an example the first time it is asked."""
        asked = f"{self.match.name(turn.seat)}: {turn.decision.prompt}"
        question = Text(self.screen.spelled(asked), style="bold")
        if self.asker.piped:
            self.screen.say(question)
            return
        count = len(turn.legal)
        moves = "the only move" if count == 1 else f"{count} moves"
        if (turn.seat, turn.decision.kind) in self._shown_how:
            question.append(f"  (? lists {moves}; help)", style="not bold dim")
            self.screen.say(question)
            return
        self.screen.say(question)
        example = turn.example
        said = self.match.game.describe(self.match.state, turn.seat, example.move)
        what = f": {said}" if said else ""
        self.screen.say(
            f"For example {example.text}{what}. Type ? for {moves}, hint for advice, help for more.",
            "dim",
        )

    # -- handing over -----------------------------------------------------------------------

    def _look_for_secrets(self) -> None:
        """From the first secret on the screen is handed over; what was open has been told."""
        if self.shared and not self.secret and has_secrets(self.match):
            self.secret = True
            for seat in self.people:
                self._told.setdefault(seat, self._told.get(-1, 0))

    def _hand_over(self, seat: int | None) -> None:
        """Clear away what only the last holder may see; let the next one look."""
        if not self.secret or seat == self._holder:
            return
        if self._holder is not None:
            telling.tell_news(self.screen, self._take_news(self._holder))
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
                raise Leave from None
            else:
                return
