"""What one may say at the table besides moves, and the words that only tell something."""

from __future__ import annotations

from collections.abc import Callable

from rulekeep.cli.files import paths
from rulekeep.cli.table import output
from rulekeep.cli.terminal import rule_text
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.errors import BadNotation, RulekeepError
from rulekeep.core.text import shortened, upper_first, whole_number
from rulekeep.session import move_list
from rulekeep.session.turn import ActionRefused, Turn

HELP = (
    ("MOVE", "play a move; Tab completes it word by word, the arrow keys bring back old ones"),
    ("NUMBER", "play the move that ? shows with this number"),
    ("? [WORDS]", "the legal moves, numbered and explained; '? all', or only those with the words"),
    ("why MOVE", "what each rule says about a move"),
    ("look THING", "what stands at a place of the table, and which moves concern it"),
    ("rules [ID|WORD]", "a rule by its id, or all rules with a word"),
    ("hint", "what the strongest bot would play, and its estimate"),
    ("auto", "let the quick bot make your acts until this step is over"),
    ("undo [N]", "take back your last act, or your last N"),
    ("redo", "play again what was taken back"),
    ("goal", "what the game is about, what a turn is and what counts"),
    ("legend", "what the signs of the drawing mean"),
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
    "look",
    "rules",
    "hint",
    "auto",
    "undo",
    "redo",
    "goal",
    "legend",
    "score",
    "log",
    "board",
    "save",
    "scenario",
    "edit",
    "help",
    "quit",
)
ALSO = {"moves": "?", "h": "help", "exit": "quit", "q": "quit"}
"""Other ways to say some of them."""

MOST_NAMED = 12
"""So many of the moves that concern a place are named."""


def understood(said: str) -> tuple[str, str]:
    """The command that begins a line, and what stands behind it; an empty command if none does."""
    head, _, tail = " ".join(said.split()).partition(" ")
    if head.startswith("?") and len(head) > 1:
        head, tail = "?", f"{head[1:]} {tail}".strip()
    word = head.casefold()
    word = ALSO.get(word, word)
    return (word, tail) if word in COMMANDS else ("", "")


def number_of_acts(words: str, usual: int | None) -> int | None:
    """A number behind a word. Refused."""
    if not words:
        return usual
    number = whole_number(words, 1, 999_999)
    if number is None:
        raise ActionRefused(f"'{shortened(words)}' is not a number of acts.")
    return number


class PromptCommands:
    """The words that tell something and change nothing; they print on a screen or are Refused."""

    def __init__(self, screen: Screen, turn: Turn) -> None:
        self.screen = screen
        self.turn = turn
        self.match = turn.match
        self.game = turn.match.game
        self.tells: dict[str, Callable[[str], None]] = {
            "?": self._moves,
            "why": self._why,
            "look": self._look,
            "rules": self._rules,
            "goal": self._goal,
            "legend": self._legend,
            "score": self._score,
            "log": self._log,
            "save": self._save,
            "help": self._help,
        }

    def _moves(self, words: str) -> None:
        everything = bool(words)
        groups = self.turn.groups
        if words and words.casefold() != "all":
            groups = move_list.matching(groups, words)
        output.moves(self.screen, self.turn, groups, everything)

    def _why(self, words: str) -> None:
        if not words:
            raise ActionRefused("Which move? Write 'why MOVE', with the move as you would play it.")
        number = whole_number(words, 1, len(self.turn.legal))
        if number is not None:
            words = self.turn.legal[number - 1].text
        try:
            asked = self.match.explain(words, self.turn.seat)
        except BadNotation as error:
            raise ActionRefused(self.turn.explain_typo(words, error)) from None
        output.why(self.screen, self.match, words, asked)

    def _look(self, words: str) -> None:
        canvas = self._drawing()
        names = list(dict.fromkeys(place.name for place in canvas.places))
        if not words:
            if not names:
                raise ActionRefused("Nothing in this drawing has a name to look at.")
            self.screen.say("Look at what? Write 'look THING' with one of these:")
            self.screen.items(names)
            return
        name = next((name for name in names if name.casefold() == words.casefold()), words)
        told = list(self.game.look_at(self.turn.state, self.turn.seat, name))
        if not told:
            told = list(dict.fromkeys(p.what for p in canvas.places if p.name == name and p.what))
        if name not in names and not told:
            near = move_list.nearest(words, names, 1)
            hint = f"; did you mean '{near[0]}'?" if near else "; look names what there is."
            raise ActionRefused(f"There is nothing called '{shortened(words)}' here{hint}")
        self.screen.say(name, "bold")
        for sentence in dict.fromkeys(told):
            self.screen.say(upper_first(sentence), indent=2)
        moves = [listed.text for listed in self.turn.touching(name, canvas)]
        if not moves:
            self.screen.say("No move of yours concerns it now.", "dim", indent=2)
            return
        more = [f"{len(moves) - MOST_NAMED} more"] if len(moves) > MOST_NAMED else []
        self.screen.say("Moves:", "dim", indent=2)
        self.screen.items([*moves[:MOST_NAMED], *more], indent=4)

    def _drawing(self) -> Canvas:
        """The drawing with everything in it, whatever the window has room for."""
        match = self.match
        look = Look(names=match.names, lately=match.lately(self.turn.seat))
        return self.game.render(self.turn.state, self.turn.seat, look)

    def _rules(self, words: str) -> None:
        game = self.game
        if not words:
            chapters: dict[str, list[str]] = {}
            for found in game.book:
                chapters.setdefault(found.chapter, []).append(found.id)
            self.screen.pairs((title, f"{ids[0]} to {ids[-1]}") for title, ids in chapters.items())
            self.screen.say("'rules ID' shows a rule, 'rules WORD' all rules with a word.", "dim")
            return
        found_rules = rule_text.find_rules(game, words)
        if not found_rules:
            raise ActionRefused(f"No rule has the id or the words '{words}'.")
        for found in found_rules:
            rule_text.show_rule(self.screen, game, found)

    def _goal(self, _words: str) -> None:
        rule_text.guide(self.screen, self.game)

    def _legend(self, _words: str) -> None:
        lines = self.game.legend(self.turn.state, self.turn.seat)
        for line in lines or ("The drawing explains itself; this game says no more of it.",):
            self.screen.say(line)

    def _score(self, _words: str) -> None:
        output.score(self.screen, self.match, self.turn.seat)

    def _log(self, words: str) -> None:
        output.log(self.screen, self.match, self.turn.seat, number_of_acts(words, None))

    def _save(self, words: str) -> None:
        if not words:
            raise ActionRefused("Under which name? Write 'save FILE'.")
        try:
            path = paths.named(words)
            self.match.save(path)
        except RulekeepError as error:
            raise ActionRefused(f"{error}") from None
        self.screen.say(f"A copy of the match is in {path}.")

    def _help(self, _words: str) -> None:
        self.screen.pairs(HELP)
        output.forms(self.screen, self.game)
