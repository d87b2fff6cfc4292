"""The start screen: what to do, which game, who plays, by which rules."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from rulekeep.bots import LEVELS, is_program
from rulekeep.bots import names as bot_names
from rulekeep.cli.files.lesson_progress import progress
from rulekeep.cli.table.seating import HUMAN, Seating, is_bot, seated
from rulekeep.cli.terminal.game_summaries import player_count, preset_text
from rulekeep.cli.terminal.menu import Back, Menu, MenuItem
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, find, spell
from rulekeep.core.text import listed, upper_first, whole_number
from rulekeep.match import house_rules
from rulekeep.session.game_list import facts_of_all

ACTIONS = (
    MenuItem("play", "Play", "Start a match: against a bot, or with others at this keyboard."),
    MenuItem("learn", "Learn", "Short lessons, each with a table and a task."),
    MenuItem("resume", "Resume", "Continue a match that is not over."),
    MenuItem("replay", "Replay", "Step through a saved match."),
    MenuItem("rules", "Rules", "Read the rules of a game."),
    MenuItem("quit", "Quit", "Leave rulekeep."),
)
MAX_NAME = 40


def command_line(game: AnyGame, seating: Seating, options: Mapping[str, Any]) -> str:
    """The command that starts the same match without the menu."""
    unnamed = seated([("", player) for player in seating.players]).names
    who = [
        player if name == usual_name else f"{name}={player}"
        for name, player, usual_name in zip(seating.names, seating.players, unnamed, strict=True)
    ]
    words = ["rulekeep", "play", game.id, "--seats", ",".join(who)]
    for name, value in options.items():
        words += ["--option", f"{name}={spell(value)}"]
    return shlex.join(words)


class StartMenu:
    """Asks what to do, and for everything a new match needs. Back, EOFError, KeyboardInterrupt."""

    def __init__(self, prompt: Prompt) -> None:
        self.menu = Menu(prompt)
        self._at = 0

    def action(self) -> str:
        """What to do; a game that is typed here means to play it."""
        games = registry.names()

        def read(text: str) -> str:
            if text.casefold() in games:
                return text.casefold()
            return registry.load(text).id

        chosen = self.menu.choose("rulekeep: castle board games", ACTIONS, at=self._at, read=read)
        names = [item.name for item in ACTIONS]
        self._at = names.index(chosen) if chosen in names else 0
        return chosen

    def game(self, title: str, lessons: bool = False) -> str:
        """The id of a game; with the progress in its lessons if that matters."""
        found, broken = facts_of_all()
        if not found:
            raise RulekeepError("no game is installed")
        self.menu.note = "\n".join(broken.values())
        items = []
        for game in found:
            about = f"{player_count(game.seats)}. {game.blurb}".strip()
            items.append(
                MenuItem(game.id, game.title, str(progress(game.id)) if lessons else about)
            )
        return self.menu.choose(title, items, "game")

    def match(self, game: AnyGame) -> tuple[Seating, dict[str, Any]]:
        """Who plays, and the options; Enter starts with what is usual."""
        return MatchMenu(self.menu, game).choose()


class MatchMenu:
    """Players, seats and rules of a new match."""

    def __init__(self, menu: Menu, game: AnyGame) -> None:
        self.menu = menu
        self.game = game
        self.options: dict[str, Any] = {}
        self.players: list[tuple[str, str]] = []
        """Name or nothing, and player, by seat."""
        self._set_count(2 if 2 in game.seats else game.seats[0])

    def _set_count(self, count: int) -> None:
        more = [("", HUMAN if seat == 0 else "easy") for seat in range(count)]
        self.players = self.players[:count] + more[len(self.players) :]

    def choose(self) -> tuple[Seating, dict[str, Any]]:
        """Until the match is to start."""
        while True:
            seating = seated(self.players)
            chosen = self.menu.choose(f"{self.game.title}: a new match", self._items(seating))
            try:
                if chosen == "start":
                    self.game.setup(len(self.players), self.options, SeededChance("a trial"))
                    return seating, self.options
                if chosen == "players":
                    self._choose_count()
                elif chosen == "rules":
                    self._choose_rules()
                else:
                    self._choose_player(int(chosen.removeprefix("seat ")) - 1)
            except Back:
                continue
            except SetupError as error:
                self.menu.note = upper_first(f"{error}")

    def _items(self, seating: Seating) -> list[MenuItem]:
        changed = [option for option in self.game.options if option.name in self.options]
        rules = ", ".join(f"{o.label}: {o.label_of(self.options[o.name])}" for o in changed)
        rules = rules or "standard rules"
        items = [MenuItem("start", "Start", f"{listed(seating.names)}, {rules}.")]
        if len(self.game.seats) > 1:
            text = f"{len(self.players)}; the game is for {player_count(self.game.seats)}."
            items.append(MenuItem("players", "Players", text))
        for seat, (name, player) in enumerate(zip(seating.names, seating.players, strict=True), 1):
            who = "person" if player == HUMAN else f"bot, {player}"
            items.append(MenuItem(f"seat {seat}", f"Seat {seat}", f"{name} ({who})"))
        if self.game.options:
            items.append(MenuItem("rules", "Rules", upper_first(f"{rules}.")))
        return items

    def _choose_count(self) -> None:
        items = [MenuItem(str(count), "players") for count in self.game.seats]
        title = "\n".join(filter(None, ("How many players?", self.game.seats_note)))
        at = [*self.game.seats].index(len(self.players))

        def read(text: str) -> str:
            low, high = self.game.seats[0], self.game.seats[-1]
            number = whole_number(text, low, high)
            if number is None or number not in self.game.seats:
                raise SetupError(f"{text!r} is not a number from {low} to {high}")
            return text

        self._set_count(int(self.menu.choose(title, items, at=at, read=read)))

    def _choose_player(self, seat: int) -> None:
        bots = bot_names()
        known = {level.spec.partition(":")[0] for level in LEVELS}
        items = [
            MenuItem(HUMAN, "Person", "Somebody at this keyboard."),
            *(MenuItem(level.word, upper_first(level.word), level.text) for level in LEVELS),
            *(MenuItem(bot, f"Bot {bot}") for bot in bots if bot not in known),
            MenuItem("run:", "Program", "A program of yours that plays."),
        ]
        words = [*(level.word for level in LEVELS), *bots]
        others = [player for at, player in enumerate(self.players) if at != seat]

        def read(answer: str) -> str:
            name, player = _read_player(answer, words)
            if name in [other for other, _ in others if other]:
                raise SetupError(f"{name} is at the table already")
            if len(name) > MAX_NAME:
                raise SetupError(f"a name has at most {MAX_NAME} characters")
            seated([(name, player)])
            return f"{name}={player}" if name else player

        title = f"Seat {seat + 1}: who plays? Choose, or type a name"
        answer = self.menu.choose(title, items, "player", read=read)
        if answer == HUMAN:
            answer = self.menu.ask("Name of the person", f"Player {seat + 1}", read)
        elif answer == "run:":
            command = "Command that starts the program"
            answer = self.menu.ask(command, "./mybot", lambda text: read(f"run:{text}"))
        self.players[seat] = _read_player(answer, words)

    def _choose_rules(self) -> None:
        game = self.game
        items = [MenuItem("standard", "Standard rules")]
        for name, preset in game.presets.items():
            label = getattr(preset, "label", "") or name
            items.append(MenuItem(name, label, preset_text(game, name).removeprefix(f"{label}: ")))
        items.append(MenuItem("options", "Single options", "Change disputed rules one by one."))
        chosen = self.menu.choose("Which rules?", items, "preset")
        if chosen == "options":
            self._choose_options()
        elif chosen == "standard":
            self.options = {}
        else:
            self.options = house_rules.options_from_words(game.options, game.presets, (), chosen)

    def _choose_options(self) -> None:
        """One option after the other, until the user is done."""
        at = 0
        while True:
            items = [MenuItem("done", "Done", "Back to the match.")]
            for option in self.game.options:
                value = option.label_of(self.options.get(option.name, option.default))
                items.append(MenuItem(option.name, option.label, f"{value}. {option.help}"))
            name = self.menu.choose("Options", items, "option", at)
            if name == "done":
                return
            at = [item.name for item in items].index(name)
            try:
                self._choose_value(find(self.game.options, name))
            except Back:
                continue

    def _choose_value(self, option: Option) -> None:
        def read(text: str) -> str:
            return spell(option.parse(text))

        title = f"{option.label}: {option.help}"
        items = []
        for value in option.values:
            note = "Standard." if value == option.default else ""
            items.append(MenuItem(spell(value), option.label_of(value), note))
        if items:
            text = self.menu.choose(title, items, "value", read=read)
        else:
            text = self.menu.ask(f"{title} {option.spelled}", spell(option.default), read)
        self.options.pop(option.name, None)
        if option.parse(text) != option.default:
            self.options[option.name] = option.parse(text)


def _read_player(answer: str, bots: Sequence[str]) -> tuple[str, str]:
    """(Name or nothing, player): a bot, or a person with this name."""
    if is_program(answer):
        return "", answer
    if is_bot(answer.casefold()):
        return "", answer.casefold()
    name, equals, player = answer.partition("=")
    if equals:
        return name.strip(), player.strip()
    if answer.casefold() == HUMAN:
        return "", HUMAN
    from difflib import get_close_matches

    near = get_close_matches(answer.casefold(), bots, 1, 0.8)
    if near:
        raise SetupError(
            f"{answer!r} looks like the bot {near[0]}; for a person of that name type '{answer}={HUMAN}'"
        )
    return answer, HUMAN
