"""`rulekeep diff`: where two readings of the rules part, or two recorded matches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from attrs import define, field

from rulekeep.cli.arguments import (
    Seconds,
    house_option,
    option_option,
    screen_options,
    several_presets,
    sides_argument,
)
from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.reports.rule_diff_view import passing, relative, shown, spelled
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.primitives.players import need_seats
from rulekeep.core.rule_options import settle, spell
from rulekeep.core.text import plural
from rulekeep.match.house_rules import HouseRules, agree
from rulekeep.sim.rule_diff import DiffPlan, Divergence, Reading, What, divergences, smallest

INTERRUPTED = 130


@click.command()
@sides_argument()
@option_option()
@several_presets()
@house_option(multiple=True, help="House rules to compare; may be given twice.")
@click.option(
    "--games",
    "-n",
    default=200,
    show_default=True,
    type=click.IntRange(1, 10**6),
    help="How many matches to search, at most.",
)
@click.option(
    "--seconds",
    default=30.0,
    show_default=True,
    type=Seconds(0.1, 86400),
    help="How long to search, at most.",
)
@click.option("--seats", type=int, metavar="N", help="This number of seats only.")
@click.option("--seed", default="0", show_default=True, help="The same seed, the same search.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each place as a pair of scenarios into this directory.",
)
@screen_options
def diff(
    what: tuple[str, ...],
    words: tuple[str, ...],
    presets: tuple[str, ...],
    house: tuple[HouseRules, ...],
    games: int,
    seconds: float,
    seats: int | None,
    seed: str,
    out: Path | None,
    screen: Screen,
) -> None:
    """Find where two readings of GAME part, or where two recorded matches do.

    What is said twice (an option, a preset, house rules) makes the two sides; what is said once
    holds for both. If nothing is said twice, the game is compared with and without it. Random
    and greedy bots play both sides from the same seeds; each kind of difference is told with its
    smallest example. Exit code 0 if none was found, 1 if there are some.

    \b
    Examples:
      rulekeep diff kilt_castle --option lapping=allowed --option lapping=forbidden
      rulekeep diff castle_keep --preset seed --out partings
      rulekeep diff kilt_castle --house thursday.yaml --house sunday.yaml
      rulekeep diff before.rkm after.rkm
    """
    if len(what) == 2:
        if words or presets or house or out:
            raise click.UsageError("two matches are compared as they are, without options")
        from rulekeep.cli.reports.match_diff import first_difference

        sys.exit(first_difference(screen, paths.find(what[0]), paths.find(what[1])))
    if len(what) != 1:
        raise click.UsageError("name one GAME, or two matches")
    plugin = registry.load(what[0])
    sides = _sides(plugin, words, presets, house)
    if seats is not None:
        need_seats(seats, plugin.seats, plugin.title, plugin.seats_rule)
    search = DiffSearch(sides.first, sides.second)
    whole = search.run(plugin, games, seconds, seats, seed)
    found = search.best()
    _tell(screen, sides, search, found)
    if out is not None and found:
        _write(screen, sides, found, out)
    if not whole:
        warn(f"interrupted after {search.matches} matches")
        sys.exit(INTERRUPTED)
    sys.exit(1 if found else 0)


# -- the two sides -------------------------------------------------------------------------------


@frozen
class Sides:
    """Two readings, and what they do not have in common."""

    first: Reading
    second: Reading
    data: tuple[Path | None, Path | None]
    rules: tuple[str, ...]
    """The rules that the options concern in which they differ."""


def _sides(
    game: AnyGame, words: Sequence[str], presets: Sequence[str], houses: Sequence[HouseRules]
) -> Sides:
    by_name: dict[str, list[str]] = {}
    for word in words:
        by_name.setdefault(word.partition("=")[0].strip(), []).append(word)
    said: list[Sequence[Any]] = [houses, presets, *by_name.values()]
    if not any(said):
        raise click.UsageError("name what to compare: --option, --preset or --house, once or twice")
    if any(len(given) > 2 for given in said):
        raise click.UsageError("there are two sides: nothing can be said three times")
    twice = any(len(given) == 2 for given in said)
    # Said once, and nothing twice: the last kind of thing is with one side only.
    last = "option" if words else "preset" if presets else "house"

    def pick(given: Sequence[Any], kind: str, side: int) -> Any:
        if len(given) == 2:
            return given[side]
        return None if not given or (not twice and kind == last and side == 0) else given[0]

    readings: list[Reading] = []
    data: list[Path | None] = []
    for side in (0, 1):
        chosen = [pick(given, "option", side) for given in by_name.values()]
        agreed = agree(
            game,
            [word for word in chosen if word is not None],
            pick(presets, "preset", side),
            pick(houses, "house", side),
        )
        board = game.with_data(agreed.data) if agreed.data is not None else game
        readings.append(Reading("", board, settle(game.options, agreed.options)))
        data.append(agreed.data)
    return _named(game, readings, (data[0], data[1]))


def _named(
    game: AnyGame, readings: Sequence[Reading], data: tuple[Path | None, Path | None]
) -> Sides:
    first, second = readings
    apart = [o for o in game.options if first.options[o.name] != second.options[o.name]]
    if not apart and data[0] == data[1]:
        raise RulekeepError("both sides say the same: there is nothing to compare")
    named = []
    for reading, board in ((first, data[0]), (second, data[1])):
        said = [spelled({o.name: reading.options[o.name] for o in apart})] if apart else []
        said += [f"the data of {board or 'the game'}"] if data[0] != data[1] else []
        named.append(Reading("; ".join(said), reading.game, reading.options))
    rules = tuple(dict.fromkeys(rule for option in apart for rule in option.rules))
    return Sides(named[0], named[1], data, rules)


# -- searching -----------------------------------------------------------------------------------


@define
class DiffSearch:
    """What was found so far: of each kind the shortest, and how often."""

    first: Reading
    second: Reading
    matches: int = 0
    counts: dict[What, int] = field(factory=dict)
    _found: dict[What, Divergence] = field(factory=dict)

    def run(self, game: AnyGame, games: int, seconds: float, seats: int | None, seed: str) -> bool:
        """Search until the time or the matches are up; False if somebody interrupted."""
        counts = [seats] if seats is not None else list(game.seats)
        end = time.monotonic() + seconds
        with bar(games) as show:
            try:
                for number in range(games):
                    plan = DiffPlan(number, seed, counts[number // 4 % len(counts)])
                    for parting in divergences(self.first, self.second, plan):
                        self._take(parting)
                        if time.monotonic() > end:
                            return True
                    self.matches += 1
                    show(self.matches, f"{len(self._found)} kinds of difference")
                    if time.monotonic() > end:
                        return True
            except KeyboardInterrupt:
                return False
        return True

    def _take(self, parting: Divergence) -> None:
        self.counts[parting.what] = self.counts.get(parting.what, 0) + 1
        known = self._found.get(parting.what)
        if known is None or (parting.acts, parting.seats) < (known.acts, known.seats):
            self._found[parting.what] = parting

    def best(self) -> list[Divergence]:
        """Of each kind the smallest example, the shortest first."""
        found = sorted(self._found.values(), key=lambda one: (one.acts, one.kind, one.about))
        made = [
            one if one.kind == "set-up" else smallest(self.first, self.second, one) or one
            for one in found
        ]
        return made


# -- telling -------------------------------------------------------------------------------------


def _tell(screen: Screen, sides: Sides, search: DiffSearch, found: Sequence[Divergence]) -> None:
    title = sides.first.game.title
    screen.heading(f"{title}: {sides.first.name} against {sides.second.name}")
    if not found:
        searched = plural(search.matches, "match", "matches")
        screen.say(f"No difference was found in {searched}.")
        for hint in _asleep(sides):
            screen.say(hint, "dim")
        return
    for number, parting in enumerate(found, 1):
        often = search.counts[parting.what]
        about = ", ".join(parting.about)
        screen.say(f"{number}. {parting.kind}: {about}", "bold")
        rules = dict.fromkeys((*sides.rules, *parting.rules))
        times = "once" if often == 1 else f"{often} times"
        after = plural(parting.acts, "act")
        rows = [
            ("rules", ", ".join(rules)),
            ("seen", f"{times}, first after {after} with {plural(parting.seats, 'seat')}"),
        ]
        rows += [(reading.name, said) for reading, said in _both(sides, parting)]
        screen.pairs(rows, indent=4, style="dim")
    kinds = "One kind" if len(found) == 1 else f"{len(found)} kinds"
    screen.say(f"{kinds} of difference in {plural(search.matches, 'match', 'matches')}.", "bold")


def _asleep(sides: Sides) -> Iterator[str]:
    """Rules that were in force on neither side, and what would put them in force."""
    book = sides.first.game.book
    for rule in sides.rules:
        if not any(book[rule].in_force(r.options) for r in (sides.first, sides.second)):
            needs = " and ".join(
                f"{name}={' or '.join(map(spell, values))}" for name, values in book[rule].when
            )
            yield f"{rule} is in force only with {needs}: say that on both sides."


def _both(sides: Sides, parting: Divergence) -> list[tuple[Reading, str]]:
    told = []
    for reading in (sides.first, sides.second):
        try:
            told.append((reading, shown(reading, parting, "").said))
        except RulekeepError as error:
            told.append((reading, f"the position is impossible: {error}"))
    return told


def _write(screen: Screen, sides: Sides, found: Sequence[Divergence], out: Path) -> None:
    paths.made(out)
    written = 0
    for number, parting in enumerate(found, 1):
        name = f"{parting.kind}, {', '.join(parting.about)}"
        path = out / f"{sides.first.game.id}-{number:02}-{parting.kind.replace(' ', '-')}.yaml"
        texts = []
        for reading, data in zip((sides.first, sides.second), sides.data, strict=True):
            try:
                side: Mapping[str, Any] = shown(
                    reading, parting, name, relative(data, out)
                ).document
            except RulekeepError:
                continue
            texts += [text] if (text := passing([side], path, reading)) else []
        if texts:
            write_new("---\n".join(texts).encode(), path)
            written += 1
    if written < len(found):
        left = len(found) - written
        screen.say(
            f"{left} of them cannot be written as positions: they need the whole match.", "dim"
        )
