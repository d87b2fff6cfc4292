"""The menu before a match: which game, how many, who plays, which options."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from rulekeep.bots import LEVELS, is_program
from rulekeep.bots import names as bot_names
from rulekeep.cli.files.lesson_progress import lesson_names, progress
from rulekeep.cli.table.seating import HUMAN, Seating, is_bot, seated
from rulekeep.cli.terminal import completion
from rulekeep.cli.terminal.game_summaries import option_rows, player_count, preset_text
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import spell
from rulekeep.core.text import whole_number
from rulekeep.match import house_rules
from rulekeep.session.game_list import GameFacts, facts_of_all

T = TypeVar("T")

LEARN = ("l", "learn")


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
    """Asks for everything a new match needs; Enter takes the default in brackets."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.screen = prompt.screen

    def choose(self) -> tuple[AnyGame, Seating, dict[str, Any]]:
        """The game, who plays, and the options."""
        game = self._game()
        seats = self._seats(game)
        return game, self._seating(seats), self._options(game, seats)

    def _ask(
        self, question: str, default: str, read: Callable[[str], T], words: Sequence[str] = ()
    ) -> T:
        """Ask until the answer can be read."""
        complete = partial(completion.from_texts, words)
        while True:
            answer = self.prompt.line(f"{question} [{default}] ", complete=complete) or default
            try:
                return read(answer)
            except RulekeepError as error:
                self.prompt.show_error(f"{error}")

    def _game(self) -> AnyGame:
        found, broken = facts_of_all()
        if not found:
            raise RulekeepError("no game is installed")
        self.screen.say(
            "A few questions, then the match starts. Press Enter for the default in [brackets], "
            "Ctrl-C to leave.",
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
            rows.append(("L  Learn a game first", "Short lessons, each with a table and a task."))
        self.screen.pairs(rows)
        for reason in broken.values():
            self.screen.say(reason, "dim", indent=2)

        def read(answer: str) -> AnyGame | None:
            return None if lessons and answer.casefold() in LEARN else _load_game(found, answer)

        while True:
            chosen = self._ask("Number or name of the game", "1", read, [*names, "learn"])
            if chosen is not None:
                return chosen
            self._learn(found)

    def _learn(self, found: Sequence[GameFacts]) -> None:
        """Lessons, then back to the question."""
        from rulekeep.cli.table.lesson_table import teach
        from rulekeep.match.lessons import lessons_of

        self.screen.heading("Which game would you like to learn?")
        self.screen.pairs(
            (f"{number}  {game.title}", str(progress(game.id)))
            for number, game in enumerate(found, 1)
        )
        names = [game.id for game in found]
        game = self._ask("Number or name of the game", "1", partial(_load_game, found), names)
        teach(self.prompt, game, lessons_of(game))
        self.screen.say()

    def _seats(self, game: AnyGame) -> int:
        low, high = game.seats[0], game.seats[-1]
        if low == high:
            return low
        if game.seats_note:
            self.screen.say(game.seats_note, "dim", indent=2)

        def read(answer: str) -> int:
            number = whole_number(answer, low, high)
            if number is not None and number in game.seats:
                return number
            raise SetupError(f"{answer!r} is not a number from {low} to {high}")

        usual = "2" if 2 in game.seats else str(low)
        return self._ask(f"How many players, {low} to {high}?", usual, read)

    def _seating(self, seats: int) -> Seating:
        bots = bot_names()
        words = [*(level.word for level in LEVELS), *bots]
        self.screen.say("Who plays? Type the name of a person at this keyboard, or a bot:", "bold")
        self.screen.pairs(
            (level.word, [(level.text, ""), (f" ({level.spec})", "dim")]) for level in LEVELS
        )
        known = {level.spec.partition(":")[0] for level in LEVELS}
        if others := [name for name in bots if name not in known]:
            self.screen.say(f"Other bots: {', '.join(others)}.", indent=2)
        players: list[tuple[str, str]] = []

        def read(answer: str) -> tuple[str, str]:
            name, player = _read_player(answer, list(dict.fromkeys(words)))
            seated([*players, (name, player)])
            if name in [other for other, _ in players if other]:
                raise SetupError(f"{answer} is at the table already")
            if len(name) > 40:
                raise SetupError("a name has at most 40 characters")
            return name, player

        for seat in range(seats):
            default = f"Player {seat + 1}" if seat == 0 else "easy"
            players.append(self._ask(f"Seat {seat + 1}, a name or a bot", default, read, words))
        return seated(players)

    def _options(self, game: AnyGame, seats: int) -> dict[str, Any]:
        if not game.options:
            return {}
        self.screen.say(
            "Press Enter to play the standard rules, or change some options first.", "bold"
        )
        if game.presets:
            self.screen.say("Presets:", indent=2)
            self.screen.pairs(((name, preset_text(game, name)) for name in game.presets), indent=4)
        known = [f"{option.name}={spell(v)}" for option in game.options for v in option.values]
        preset: str | None = None
        words: list[str] = []
        while True:
            answer = self._ask(
                "NAME=VALUE, a preset, ? for the list, or Enter to start",
                "start",
                partial(_check_option, game, words, preset),
                ["?", *game.presets, *known],
            )
            if answer == "start":
                chosen = house_rules.options_from_words(game.options, game.presets, words, preset)
                try:
                    game.setup(seats, chosen, SeededChance("a trial"))
                except SetupError as error:
                    self.prompt.show_error(f"{error}")
                    continue
                return chosen
            if answer == "?":
                self.screen.pairs(option_rows(game))
                continue
            if answer in game.presets:
                preset = answer
            else:
                words.append(answer)
            self.screen.say(f"Chosen: {', '.join([*filter(None, [preset]), *words])}.", "dim", 2)


def _load_game(found: Sequence[GameFacts], answer: str) -> AnyGame:
    """The game that a number, a name or the start of a name means."""
    number = whole_number(answer, 1, len(found))
    if number is not None:
        return registry.load(found[number - 1].id)
    wanted = answer.casefold()
    names = {game.id: (game.id.casefold(), game.title.casefold()) for game in found}
    exact = [game for game, known in names.items() if wanted in known]
    near = [game for game, known in names.items() if any(n.startswith(wanted) for n in known)]
    if exact or len(near) == 1:
        return registry.load((exact or near)[0])
    from difflib import get_close_matches

    close = get_close_matches(wanted, names, 1)
    hint = f"Did you mean {close[0]}?" if close else f"Type a number from 1 to {len(found)}."
    raise SetupError(f"No game called {answer!r}. {hint}")


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
    if answer.isdecimal():
        raise SetupError(f"{answer!r} is a number; type a name, or one of {', '.join(bots)}")
    from difflib import get_close_matches

    near = get_close_matches(answer.casefold(), bots, 1, 0.8)
    if near:
        raise SetupError(
            f"{answer!r} looks like the bot {near[0]}; for a person of that name type '{answer}={HUMAN}'"
        )
    return answer, HUMAN


def _check_option(game: AnyGame, words: list[str], preset: str | None, answer: str) -> str:
    """What was typed, if it goes with what was chosen before."""
    if answer not in ("?", "start") and answer not in game.presets:
        house_rules.options_from_words(game.options, game.presets, [*words, answer], preset)
    return answer
