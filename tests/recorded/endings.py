"""Record a match for each way in which a match can end: `python -m tests.recorded.endings`.

A way is a reason, a number of seats, a variant, and the value of an option that concerns the end
or the score. The reasons come from the `scoring` of a game, the options from the rules that this
code names. Matches recorded before stay as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import frozen
from tests.recorded.record import HERE, TESTS, expectation, keep_data

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import settle, spell
from rulekeep.games.carcassonne_castle.scoring import final as carcassonne_castle
from rulekeep.games.kilt_castle.state import ENDINGS
from rulekeep.games.kings_and_castles import scoring as kings_and_castles
from rulekeep.match.match import Match

HOME = HERE / "endings"
GAMES = [name for name in registry.names() if registry.package_of(name).startswith("rulekeep.")]
"""Those that come with the program."""
TRIES = 20_000
SHARED = "shared"
"""The first place is shared, for whatever reason the match ended."""
CAN_BE_SHARED = ("kilt_castle", "kings_and_castles")
"""Games with a tie-break. Elsewhere the reason alone says whether there is a winner."""
FORWARD = {
    "destroyed": "attack",
    "two_castles": "attack",
    "last_standing": "attack",
    "siege_lost": "pass",
}
"""How moves begin that lead to an end which random play hardly reaches."""
REASONS: dict[str, Callable[[Any], Iterable[str]]] = {
    "carcassonne_castle": lambda _: carcassonne_castle.REASONS,
    "castle_keep": lambda terms: terms.variant.ends(terms),
    "kilt_castle": lambda _: ENDINGS,
    "kings_and_castles": lambda _: kings_and_castles.REASONS,
}
"""How a match can end, as the code of each game says it."""
LIMITS = {"castle_keep": {"turn_limit": 12}, "kilt_castle": {"max_turns": 12}}
"""Short limits, for the matches that end by them."""


@frozen
class Way:
    """A way in which a match can end."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
    reason: str

    @property
    def name(self) -> str:
        """The name of its match file."""
        words = [f"{name}-{spell(value)}" for name, value in self.options.items()]
        return re.sub("[^a-z0-9_-]+", "_", "-".join([str(self.seats), *words, self.reason]).lower())

    def is_end_of(self, match: Match) -> bool:
        """Whether a match with these seats and options ended in this way."""
        outcome, header = match.outcome, match.header
        options = settle(self.game.options, header.options)
        if (
            outcome is None
            or header.seats != self.seats
            or not self.options.items() <= options.items()
        ):
            return False
        return len(outcome.winners) > 1 if self.reason == SHARED else outcome.reason == self.reason


def ways(game: AnyGame) -> Iterator[Way]:
    """Every way in which a match of a game can end."""
    for seats in game.seats:
        for options in _settings(game, seats):
            terms = game.terms(seats, options)
            for reason in REASONS[game.id](terms):
                if not _why_impossible(reason, terms):
                    yield Way(game, seats, options, reason)
            if game.id in CAN_BE_SHARED and not options.keys() - {"variant"}:
                yield Way(game, seats, options, SHARED)


def _why_impossible(reason: str, terms: Any) -> str:
    """Why a match with these terms never ends like this; empty if it can."""
    if reason == kings_and_castles.REASONS[1] and not terms.tie_by_map:
        return "equal purses share the place"
    return ""


def _settings(game: AnyGame, seats: int) -> Iterator[dict[str, Any]]:
    """The variants, each as it is and with every choice that concerns the end or the score."""
    seen: list[dict[str, Any]] = []
    variants = [option for option in game.options if option.name == "variant"]
    bases = [{v.name: value} for v in variants for value in v.values] or [{}]
    for base in bases:
        for choices in [{}, *_choices(game), *game.presets.values()]:
            chosen = {name: value for name, value in choices.items() if name not in base}
            try:
                rules = end_rules(game, game.terms(seats, base | chosen))
            except SetupError:
                continue  # not every variant goes with every number of seats
            concerning = [option for option in game.options if rules.intersection(option.rules)]
            options = base | {
                option.name: chosen[option.name]
                for option in concerning
                if chosen.get(option.name, option.default) != option.default
            }
            if options not in seen:
                seen.append(options)
    yield from seen


def _choices(game: AnyGame) -> Iterator[dict[str, Any]]:
    for option in game.options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def end_rules(game: AnyGame, terms: Any) -> set[str]:
    """The rules that the code of the end and of the score names."""
    if game.id == "castle_keep":  # nothing is scored, and each variant has its own ends
        return set(terms.variant.ends(terms).values())
    # The source, also where the module itself is compiled.
    home = Path(str(import_module(registry.package_of(game.id)).__file__)).parent
    module = home / "scoring.py"
    files = [module] if module.is_file() else sorted((home / "scoring").glob("*.py"))
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    return {rule.id for rule in game.book if rule.id in source}


def _play(way: Way, number: int) -> Match:
    """A match of random moves, which prefers those that lead to the end wanted."""
    options = dict(way.options)
    if way.reason == "turn_limit":
        options |= LIMITS[way.game.id]
    match = Match.new(way.game, way.seats, seed=f"ending {number}", options=options)
    lot = SeededChance("ending", way.game.id, way.name, number)
    forward = FORWARD.get(way.reason)
    while not match.is_over:
        seat = match.decisions[0].seat
        moves = match.legal_moves(seat)
        if forward and lot.below(4):
            moves = [move for move in moves if move.startswith(forward)] or moves
        match.play(moves[lot.below(len(moves))], seat)
    return match


def main() -> None:
    for name in GAMES:
        game = registry.load(name)
        home = HOME / name
        if not home.exists():
            home.mkdir(parents=True)
            keep_data(game, TESTS.parent / "games" / name, home / "data")
        target = home / "expected.json"
        expected = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
        for way in ways(game):
            if way.name in expected:
                continue
            played = (_play(way, number) for number in range(TRIES))
            match = next((match for match in played if way.is_end_of(match)), None)
            if match is None:
                print(f"{name}: no match in {TRIES} ends as {way.name}")
                continue
            match.save(home / f"{way.name}.rkm")
            expected[way.name] = expectation(match)
            target.write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {len(expected)} matches")


if __name__ == "__main__":
    main()
