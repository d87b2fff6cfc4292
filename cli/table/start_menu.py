"""The menu before a match: which game, how many, who plays, which options."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from rulekeep.bots import is_program
from rulekeep.bots import names as bot_names
from rulekeep.cli.files.lesson_progress import lesson_names
from rulekeep.cli.table.seating import HUMAN, Seating, is_bot, seated
from rulekeep.cli.terminal import completion
from rulekeep.cli.terminal.game_summaries import option_rows, player_count, preset_text
from rulekeep.cli.terminal.prompt import Prompt, Proposal
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import Game
from rulekeep.core.rule_options import spell
from rulekeep.core.text import whole_number
from rulekeep.match import house_rules
from rulekeep.session.game_list import GameFacts, facts_of_all

AnyGame = Game[Any, Any]
T = TypeVar("T")

LEARN = ("l", "learn")
STRENGTH = {"random": "plays anything", "greedy": "quick, fair", "mcts": "slow, strong"}


@frozen
class Chosen:
    """What was chosen at the menu."""

    game: AnyGame
    seating: Seating
    options: dict[str, Any]


def command(chosen: Chosen) -> str:
    """The command line that says what was chosen at the menu."""
    seating = chosen.seating
    unnamed = seated([("", player) for player in seating.players]).names
    who = [
        player if name == usual_name else f"{name}={player}"
        for name, player, usual_name in zip(seating.names, seating.players, unnamed, strict=True)
    ]
    words = ["rulekeep", "play", chosen.game.id, "--seats", ",".join(who)]
    for name, value in chosen.options.items():
        words += ["--option", f"{name}={spell(value)}"]
    return shlex.join(words)


class StartMenu:
    """Asks one thing after the other; Enter takes what stands in brackets."""

    def __init__(self, asker: Prompt) -> None:
        self.asker = asker
        self.screen = asker.screen

    def choose(self) -> Chosen:
        """Everything a new match needs."""
        game = self._game()
        seats = self._seats(game)
        seating = self._seating(seats)
        return Chosen(game, seating, self._options(game, seats))

    def _until(
        self, prompt: str, usual: str, read: Callable[[str], T], words: Sequence[str] = ()
    ) -> T:
        """Ask until the answer can be read; Enter means the usual one."""

        def complete(typed: str) -> Sequence[Proposal]:
            return completion.from_texts(words, typed)

        while True:
            said = self.asker.line(f"{prompt} [{usual}] ", complete=complete) or usual
            try:
                return read(said)
            except RulekeepError as error:
                self.asker.complain(f"{error}")

    def _game(self) -> AnyGame:
        found, broken = facts_of_all()
        if not found:
            raise RulekeepError("no game is installed that could be played")
        self.screen.say(
            "A few questions, then the match begins. Enter takes what stands in brackets; "
            "Ctrl-C leaves.",
            "dim",
        )
        self.screen.heading("Which game would you like to play?")
        names = [game.id for game in found]
        rows = [
            (f"{number}  {game.title}", f"{player_count(game.seats)}. {game.blurb}".strip())
            for number, game in enumerate(found, 1)
        ]
        lessons = any(lesson_names(name) for name in names)
        if lessons:
            rows.append(("L  Learn a game first", "In short lessons: a table and a task each."))
        self.screen.pairs(rows)
        for reason in broken.values():
            self.screen.say(reason, "dim", indent=2)

        def read(said: str) -> AnyGame | None:
            return None if lessons and said.casefold() in LEARN else _named(found, said)

        while True:
            chosen = self._until("Number or name of the game", "1", read, [*names, "learn"])
            if chosen is not None:
                return chosen
            self._learn(found)

    def _learn(self, found: Sequence[GameFacts]) -> None:
        """Lessons, then back to the question."""
        from rulekeep.cli.table.lesson_table import how_far, teach
        from rulekeep.match.lessons import lessons_of

        self.screen.heading("Which game would you like to learn?")
        self.screen.pairs(
            (f"{number}  {game.title}", how_far(game.id)) for number, game in enumerate(found, 1)
        )
        names = [game.id for game in found]
        game = self._until("Number or name of the game", "1", partial(_named, found), names)
        teach(self.asker, game, lessons_of(game))
        self.screen.say()

    def _seats(self, game: AnyGame) -> int:
        low, high = game.seats[0], game.seats[-1]
        if low == high:
            return low
        if game.seats_note:
            self.screen.say(game.seats_note, "dim", indent=2)

        def read(said: str) -> int:
            number = whole_number(said, low, high)
            if number is not None and number in game.seats:
                return number
            raise SetupError(f"{said!r} is not a number from {low} to {high}")

        usual = "2" if 2 in game.seats else str(low)
        return self._until(f"How many players, {low} to {high}?", usual, read)

    def _seating(self, seats: int) -> Seating:
        bots = bot_names()
        told = ", ".join(
            f"{name} ({STRENGTH[name]})" if name in STRENGTH else name
            for name in sorted(bots, key=lambda name: [*STRENGTH, name].index(name))
        )
        self.screen.say("Who plays? Type the name of a person at this keyboard, or a bot:", "bold")
        self.screen.say(told, indent=2)
        words: list[tuple[str, str]] = []
        for seat in range(seats):
            usual = f"Player {seat + 1}" if seat == 0 else "greedy"

            def read(said: str) -> tuple[str, str]:
                word = _somebody(said, bots)
                seated([*words, word])
                if word[0] in [name for name, _ in words if name]:
                    raise SetupError(f"{said} sits at the table already")
                if len(word[0]) > 40:
                    raise SetupError("a name has at most 40 characters")
                return word

            words.append(self._until(f"Seat {seat + 1}, a name or a bot", usual, read, bots))
        return seated(words)

    def _options(self, game: AnyGame, seats: int) -> dict[str, Any]:
        if not game.options:
            return {}
        self.screen.say(
            "The rules can be varied; just press Enter to play them as they are usually read.",
            "bold",
        )
        if game.presets:
            self.screen.say("Ready-made sets:", indent=2)
            self.screen.pairs(
                ((name, preset_text(preset)) for name, preset in game.presets.items()), indent=4
            )
        known = [f"{option.name}={spell(v)}" for option in game.options for v in option.values]
        preset: str | None = None
        words: list[str] = []
        while True:
            said = self._until(
                "NAME=VALUE, a ready-made set, ? for the list, or Enter to start",
                "start",
                partial(_option_word, game, words, preset),
                ["?", *game.presets, *known],
            )
            if said == "start":
                chosen = house_rules.options_from_words(game.options, game.presets, words, preset)
                try:
                    game.setup(seats, chosen, SeededChance("a trial"))
                except SetupError as error:
                    self.asker.complain(f"{error}")
                    continue
                return chosen
            if said == "?":
                self.screen.pairs(option_rows(game))
                continue
            if said in game.presets:
                preset = said
            else:
                words.append(said)
            self.screen.say(f"Noted: {', '.join([*filter(None, [preset]), *words])}.", "dim", 2)


def _named(found: Sequence[GameFacts], said: str) -> AnyGame:
    """The game that a number, a name or the beginning of a name means; loaded now."""
    number = whole_number(said, 1, len(found))
    if number is not None:
        return registry.load(found[number - 1].id)
    wanted = said.casefold()
    for game in found:
        if wanted in _called(game):
            return registry.load(game.id)
    begun = [game for game in found if any(word.startswith(wanted) for word in _called(game))]
    if len(begun) == 1:
        return registry.load(begun[0].id)
    raise SetupError(f"{said!r} is none of the games; type a number from 1 to {len(found)}")


def _called(game: GameFacts) -> tuple[str, str]:
    return game.id.casefold(), game.title.casefold()


def _somebody(said: str, bots: Sequence[str]) -> tuple[str, str]:
    """(Name or nothing, decider): a bot, or a person with this name."""
    if is_program(said):
        return "", said
    if is_bot(said.casefold()):
        return "", said.casefold()
    name, equals, player = said.partition("=")
    if equals:
        return name.strip(), player.strip()
    if said.casefold() == HUMAN:
        return "", HUMAN
    if said.isdecimal():
        raise SetupError(f"{said!r} is a number; type a name, or one of {', '.join(bots)}")
    from difflib import get_close_matches

    near = get_close_matches(said.casefold(), bots, 1, 0.8)
    if near:
        raise SetupError(
            f"{said!r} looks like the bot {near[0]}; a person of that name is '{said}={HUMAN}'"
        )
    return said, HUMAN


def _option_word(game: AnyGame, words: list[str], preset: str | None, said: str) -> str:
    """What was typed, if it can be added to what was chosen before."""
    if said not in ("?", "start") and said not in game.presets:
        house_rules.options_from_words(game.options, game.presets, [*words, said], preset)
    return said
