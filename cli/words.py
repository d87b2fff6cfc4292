"""What one may type at the table: a move, its number, or a word such as `why`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulekeep.bots import make_bot
from rulekeep.bots import names as bot_names
from rulekeep.cli import home, listing, telling
from rulekeep.cli.asking import whole_number
from rulekeep.cli.edit import edit, keep_scenario
from rulekeep.cli.listing import nearest
from rulekeep.cli.thinking import Leave, Thought
from rulekeep.core.data import shortened
from rulekeep.core.errors import BadNotation, IllegalMove, RulekeepError
from rulekeep.core.game import Decision, Refusal
from rulekeep.core.testing.from_match import Tried

if TYPE_CHECKING:
    from rulekeep.cli.table import Table

HELP = (
    ("MOVE", "play a move; Tab completes it word by word, the arrow keys bring back old ones"),
    ("NUMBER", "play the move that ? shows with this number"),
    ("? [WORDS]", "the legal moves, numbered and explained; '? all', or only those with the words"),
    ("why MOVE", "what each rule says about a move"),
    ("rules [ID|WORD]", "a rule by its id, or all rules with a word"),
    ("hint", "what the strongest bot would play, and its estimate"),
    ("undo [N]", "take back your last act, or your last N"),
    ("goal", "what the game is about, what a turn is and what counts"),
    ("score", "points or money so far, item by item"),
    ("log [N]", "what happened, all of it or the last N acts"),
    ("board", "draw all of the table again; if it is taller than the window, to scroll in"),
    ("save FILE", "write a copy of the match"),
    ("scenario FILE [NAME]", "keep what was played since the position, or last, as a scenario"),
    ("edit [KEY = VALUE]", "change the position of a table begun with --from"),
    ("help", "this list"),
    ("quit", "leave; the match is saved (Ctrl-D does the same)"),
)
COMMANDS = (
    "?",
    "why",
    "rules",
    "hint",
    "undo",
    "goal",
    "score",
    "log",
    "board",
    "save",
    "scenario",
    "edit",
    "help",
    "quit",
)


class Turn:
    """One decision of one person, until it is made."""

    def __init__(self, table: Table, decision: Decision) -> None:
        self.table = table
        self.match = table.match
        self.screen = table.screen
        self.asker = table.asker
        self.decision = decision
        self.seat = decision.seat
        self.groups = listing.grouped(self.match.game, self.match.state, self.seat)
        self.legal = listing.flat(self.groups)
        self.texts = [listed.text for listed in self.legal]

    @property
    def example(self) -> listing.Listed:
        """A move that shows how moves of this kind are written."""
        return max(self.groups, key=lambda group: len(group.moves)).moves[0]

    def answer(self, said: str) -> bool:
        """Do what was typed; whether the table has moved on by it."""
        words = " ".join(said.split())
        for listed in self.legal:
            if listed.text.casefold() == words.casefold():
                self.table.act(self.seat, listed.move)
                return True
        if words.isdecimal():
            return self._play_number(words)
        head, _, tail = words.partition(" ")
        if head.startswith("?") and len(head) > 1:
            head, tail = "?", f"{head[1:]} {tail}".strip()
        command = self._commands().get(head.casefold())
        if command is not None:
            return command(tail)
        return self._play(words)

    def _commands(self) -> dict[str, Callable[[str], bool]]:
        return {
            "?": self._moves,
            "moves": self._moves,
            "why": self._why,
            "rules": self._rules,
            "hint": self._hint,
            "undo": self._undo,
            "goal": self._goal,
            "score": self._score,
            "log": self._log,
            "board": self._board,
            "save": self._save,
            "scenario": partial(keep_scenario, self),
            "edit": partial(edit, self),
            "help": self._help,
            "h": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    # -- moves ------------------------------------------------------------------------------

    def _play_number(self, digits: str) -> bool:
        number = whole_number(digits, 1, len(self.legal))
        if number is None:
            self.asker.complain(
                f"There is no move {shortened(digits)}; the moves have the numbers 1 to {len(self.legal)}."
            )
            return False
        listed = self.legal[number - 1]
        self.table.act(self.seat, listed.move)
        self.screen.say(f"{self.match.name(self.seat)} plays {listed.text}.", "dim")
        return True

    def _play(self, words: str) -> bool:
        try:
            move = self.match.game.read(self.match.state, self.seat, words)
        except BadNotation as error:
            self.asker.complain(self._about_a_typo(words, error))
            return False
        except IllegalMove as error:
            self._complain(words, error.refusal)
            return False
        refusal = self.match.game.check(self.match.state, self.seat, move)
        if refusal is None:
            self.table.act(self.seat, move)
            return True
        self._complain(self.match.game.notation(move), refusal)
        return False

    def _complain(self, text: str, refusal: Refusal) -> None:
        self.table.tried.append(Tried(len(self.match.plies) - 1, self.seat, text, refusal))
        because = refusal.because.rstrip(".")
        self.asker.complain(
            f"'{text}' is not allowed by {refusal.rule}: {because}; {self._instead(text)}"
        )

    def _instead(self, text: str) -> str:
        """What would be legal, beginning with what is most like the move."""
        if len(self.texts) <= 4:
            return f"legal instead: {', '.join(self.texts)}."
        near = nearest(text, self.texts, 3, 0.0)
        return f"legal instead: {', '.join(near)} … (? lists all {len(self.texts)})."

    def _about_a_typo(
        self, words: str, error: BadNotation, commands: Sequence[str] = COMMANDS
    ) -> str:
        near = nearest(words, self.texts)
        head = words.split(" ", 1)[0].casefold()
        if not near:
            near = nearest(head, commands, 1)
        if near:
            return f"'{words}' is not a move; did you mean {_either(near)}?"
        return f"{error}".rstrip(".") + "; ? lists the moves."

    # -- questions --------------------------------------------------------------------------

    def _moves(self, words: str) -> bool:
        everything = bool(words)
        groups = self.groups
        if words and words.casefold() != "all":
            groups = listing.matching(groups, words)
        telling.moves(self.screen, self.match, self.seat, groups, everything)
        return False

    def _why(self, words: str) -> bool:
        if not words:
            self.asker.complain("Which move? Write 'why MOVE', with the move as you would play it.")
            return False
        number = whole_number(words, 1, len(self.legal))
        if number is not None:
            words = self.legal[number - 1].text
        try:
            asked = self.match.explain(words, self.seat)
        except BadNotation as error:
            self.asker.complain(self._about_a_typo(words, error, ()))
            return False
        telling.why(self.screen, self.match, words, asked)
        return False

    def _rules(self, words: str) -> bool:
        game = self.match.game
        if not words:
            chapters: dict[str, list[str]] = {}
            for found in game.book:
                chapters.setdefault(found.chapter, []).append(found.id)
            self.screen.pairs((title, f"{ids[0]} to {ids[-1]}") for title, ids in chapters.items())
            self.screen.say("'rules ID' shows a rule, 'rules WORD' all rules with a word.", "dim")
            return False
        found_rules = telling.find_rules(game, words)
        if not found_rules:
            self.asker.complain(f"No rule has the id or the words '{words}'.")
        for found in found_rules:
            telling.show_rule(self.screen, game, found)
        return False

    def _hint(self, _words: str) -> bool:
        known = bot_names()
        strongest = "mcts" if "mcts" in known else known[-1]
        thought = Thought("The adviser", self.asker, self.table.interrupts, self.table.think)
        bot = make_bot(strongest, f"{self.match.header.seed} hint")
        choice = thought.choose(bot, self.match, self.seat)
        text = self.match.game.notation(choice.move)
        said = self.match.game.describe(self.match.state, self.seat, choice.move)
        self.screen.say(f"{strongest} would play: {text}" + (f" ({said})" if said else ""), "bold")
        detail = f"; {choice.detail}" if choice.detail else ""
        self.screen.say(f"Estimated chance to win: {choice.value:.0%}{detail}.", indent=2)
        others = [other for other in choice.alternatives if other.move != choice.move][:3]
        if others:
            self.screen.say("It looked less at these, which makes their estimates rough:", indent=2)
        for other in others:
            name = self.match.game.notation(other.move)
            self.screen.say(f"{other.value:4.0%}  {name}", "dim", indent=4)
        return False

    def _goal(self, _words: str) -> bool:
        telling.guide(self.screen, self.match.game)
        return False

    def _score(self, _words: str) -> bool:
        telling.score(self.screen, self.match, self.seat)
        return False

    def _log(self, words: str) -> bool:
        last = self._count(words, None)
        if last != 0:
            telling.log(self.screen, self.match, self.seat, last)
        return False

    def _board(self, _words: str) -> bool:
        # Scrolling keeps a screen of its own, but a secret has one already.
        low = self.table.rows_of_all(self.seat) > self.screen.height - 3
        if low and self.screen.live and not self.table.secret:
            from rulekeep.cli.scrolling import scroll

            scroll(self.screen, lambda: telling.board(self.screen, self.match, self.seat))
        else:
            self.table.present(self, again=True, whole=True)
        return False

    def _help(self, _words: str) -> bool:
        self.screen.pairs(HELP)
        telling.forms(self.screen, self.match.game)
        return False

    def _quit(self, _words: str) -> bool:
        raise Leave

    def _count(self, words: str, usual: int | None) -> int | None:
        """A number behind a word; 0 after a complaint."""
        if not words:
            return usual
        number = whole_number(words, 1, 999_999)
        if number is not None:
            return number
        self.asker.complain(f"'{words}' is not a number of acts.")
        return 0

    # -- keeping and taking back ------------------------------------------------------------

    def _save(self, words: str) -> bool:
        if not words:
            self.asker.complain("Under which name? Write 'save FILE'.")
            return False
        try:
            path = home.named(words)
            self.match.save(path)
        except RulekeepError as error:
            self.asker.complain(f"{error}")
            return False
        self.screen.say(f"A copy of the match is in {path}.")
        return False

    def _undo(self, words: str) -> bool:
        wanted = self._count(words, 1)
        if not wanted:
            return False
        own = [n for n, ply in enumerate(self.match.plies) if n and ply.seat == self.seat]
        if wanted > len(own):
            some = f"only {len(own)} of your acts" if own else "nothing of yours"
            self.asker.complain(f"There is {some} to take back.")
            return False
        acts = len(self.match.plies) - own[-wanted]
        name = self.match.name(self.seat)
        because = self.match.undo_consent(acts, self.seat)
        if because is not None and not self._all_agree(name, acts, because):
            if self.table.secret:
                # The screen was cleared to ask the others: show the table again.
                self.table.notice = "The match goes on as it is."
                return True
            self.screen.say("The match goes on as it is.")
            return False
        with self.table.interrupts.held():
            self.match.undo(acts)
        self.table.forget_undone()
        self.table.notice = f"{name} takes back {acts} {'act' if acts == 1 else 'acts'}."
        return True

    def _all_agree(self, name: str, acts: int, because: str) -> bool:
        others = [seat for seat in self.table.people if seat != self.seat]
        if not others:
            self.screen.say(f"({because}; the bots do not mind)", "dim")
            return True
        if self.table.secret:
            self.table.draw_curtain()
        what = "the last act" if acts == 1 else f"the last {acts} acts"
        self.screen.say(f"{name} would like to take back {what}, but {because}.", "bold")
        with contextlib.suppress(KeyboardInterrupt):
            return all(self.asker.yes(f"{self.match.name(s)}, do you agree?") for s in others)
        return False


def _either(texts: list[str]) -> str:
    quoted = [f"'{text}'" for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
