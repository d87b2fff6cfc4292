"""`rulekeep diff`: where two readings of the rules differ, or two recorded matches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import define, field

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.reports.rule_diff_view import describe, option_text, passing_scenario
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.primitives.players import need_seats
from rulekeep.core.rule_options import settle, spell
from rulekeep.core.text import plural
from rulekeep.match.house_rules import AgreedRules, HouseRules, agree
from rulekeep.match.safe_files import make_directory
from rulekeep.sim.rule_diff import DiffPlan, Divergence, Reading, What, divergences, smallest

T = TypeVar("T")


@click.command()
@arguments.sides_argument
@arguments.option_option
@arguments.presets_option
@arguments.house_option(multiple=True, help="House rules to compare; may be given twice.")
@arguments.count_option(
    "--games", "-n", default=200, most=10**6, help="How many matches to search, at most."
)
@arguments.seconds_option(
    "--seconds", 30.0, arguments.Seconds(0.1, 86400), "How long to search, at most."
)
@arguments.only_seats_option
@arguments.seed_option("The same seed gives the same search.")
@arguments.directory_option(
    "--out", help="Write each difference as a pair of scenarios into this directory."
)
@arguments.screen_options
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
    """Find where two rule sets of GAME differ, or where two recorded matches do.

    Give an option, a preset or house rules twice to set the two sides; what you give once holds
    for both. If you give nothing twice, the game is compared with and without it. Random
    and greedy bots play both sides from the same seeds; each kind of difference is shown with its
    smallest example. Exit code 0 if none was found, 1 if there are some.

    \b
    Examples:
      rulekeep diff kilt_castle --option lapping=allowed --option lapping=forbidden
      rulekeep diff castle_keep --preset italian --out differences
      rulekeep diff kilt_castle --house thursday.yaml --house sunday.yaml
      rulekeep diff before.rkm after.rkm
    """
    if len(what) == 2:
        if words or presets or house or out:
            raise click.UsageError("two matches are compared as they are, without options")
        from rulekeep.cli.reports.match_diff import first_difference

        find = paths.library().find
        sys.exit(first_difference(screen, find(what[0]), find(what[1])))
    if len(what) != 1:
        raise click.UsageError("name one GAME, or two matches")
    plugin = registry.load(what[0])
    sides = _sides(plugin, words, presets, house)
    if seats is not None:
        need_seats(seats, plugin.seats, plugin.title, plugin.seats_rule)
    search = DiffSearch(sides)
    complete = search.run(plugin, games, seconds, seats, seed)
    examples = search.examples()
    _print(screen, search, examples)
    if out is not None and examples:
        _write(screen, sides, examples, out)
    if not complete:
        warn(f"interrupted after {search.matches} matches")
        sys.exit(arguments.INTERRUPTED)
    sys.exit(1 if examples else 0)


# -- the two sides -------------------------------------------------------------------------------


@frozen
class Sides:
    """Two readings, and what they do not have in common."""

    readings: tuple[Reading, Reading]
    data: tuple[Path | None, Path | None]
    rules: tuple[str, ...]
    """The rules of the options in which they differ."""


def _sides(
    game: AnyGame, words: Sequence[str], presets: Sequence[str], houses: Sequence[HouseRules]
) -> Sides:
    by_option: dict[str, list[str]] = {}
    for word in words:
        by_option.setdefault(word.partition("=")[0].strip(), []).append(word)
    given: list[Sequence[Any]] = [houses, presets, *by_option.values()]
    most = max(map(len, given))
    if not most:
        raise click.UsageError("name what to compare: --option, --preset or --house, once or twice")
    if most > 2:
        raise click.UsageError("There are only two sides, so give each option at most twice.")
    agreed: list[AgreedRules] = []
    for side in (0, 1):
        # If nothing is given twice, the first side lacks the last kind of what is given.
        lacks = "" if most == 2 or side else "option" if words else "preset" if presets else "house"
        house = None if lacks == "house" else _pick(houses, side)
        preset = None if lacks == "preset" else _pick(presets, side)
        options = [] if lacks == "option" else [o[side % len(o)] for o in by_option.values()]
        agreed.append(agree(game, options, preset, house))
    return _compared(game, agreed[0], agreed[1])


def _pick(given: Sequence[T], side: int) -> T | None:
    """What one side gets: its own of two, or what both share."""
    return given[side % len(given)] if given else None


def _compared(game: AnyGame, first: AgreedRules, second: AgreedRules) -> Sides:
    options = [settle(game.options, agreed.options) for agreed in (first, second)]
    differing = [o for o in game.options if options[0][o.name] != options[1][o.name]]
    if not differing and first.data == second.data:
        raise RulekeepError("Both sides are the same; there is nothing to compare.")
    readings = []
    for agreed, chosen in zip((first, second), options, strict=True):
        parts = [option_text({o.name: chosen[o.name] for o in differing})] if differing else []
        parts += [f"the data of {agreed.data or 'the game'}"] if first.data != second.data else []
        board = game.with_data(agreed.data) if agreed.data is not None else game
        readings.append(Reading("; ".join(parts), board, chosen))
    rules = tuple(dict.fromkeys(rule for option in differing for rule in option.rules))
    return Sides((readings[0], readings[1]), (first.data, second.data), rules)


# -- searching -----------------------------------------------------------------------------------


@define
class DiffSearch:
    """The differences found so far: of each kind the shortest, and how often it was seen."""

    sides: Sides
    matches: int = 0
    counts: dict[What, int] = field(factory=dict)
    _shortest: dict[What, Divergence] = field(factory=dict)

    def run(self, game: AnyGame, games: int, seconds: float, seats: int | None, seed: str) -> bool:
        """Search until the time or the matches are used up; False after Ctrl-C."""
        counts = [seats] if seats is not None else list(game.seats)
        end = time.monotonic() + seconds
        with bar(games) as show:
            try:
                for number in range(games):
                    plan = DiffPlan(number, seed, counts[number // 4 % len(counts)])
                    for difference in divergences(*self.sides.readings, plan):
                        self._add(difference)
                        if time.monotonic() > end:
                            return True
                    self.matches += 1
                    show(self.matches, f"{len(self._shortest)} kinds of difference")
                    if time.monotonic() > end:
                        return True
            except KeyboardInterrupt:
                return False
        return True

    def _add(self, new: Divergence) -> None:
        self.counts[new.what] = self.counts.get(new.what, 0) + 1
        known = self._shortest.get(new.what)
        if known is None or (new.moves, new.seats) < (known.moves, known.seats):
            self._shortest[new.what] = new

    def examples(self) -> list[Divergence]:
        """Of each kind the smallest example, the shortest first."""
        return [
            one if one.kind == "set-up" else smallest(*self.sides.readings, one) or one
            for one in sorted(self._shortest.values(), key=lambda d: (d.moves, d.kind, d.about))
        ]


# -- results -------------------------------------------------------------------------------------


def _print(screen: Screen, search: DiffSearch, examples: Sequence[Divergence]) -> None:
    sides = search.sides
    first, second = sides.readings
    screen.heading(f"{first.game.title}: {first.name} against {second.name}")
    searched = plural(search.matches, "match", "matches")
    if not examples:
        screen.say(f"No difference was found in {searched}.")
        for hint in _rules_not_in_force(sides):
            screen.say(hint, "dim")
        return
    for number, difference in enumerate(examples, 1):
        screen.say(f"{number}. {difference.kind}: {', '.join(difference.about)}", "bold")
        often = search.counts[difference.what]
        times = "once" if often == 1 else f"{often} times"
        after = plural(difference.moves, "move")
        book = sides.readings[0].game.book
        about = dict.fromkeys((*sides.rules, *difference.rules))
        rows = [
            *(("rule", book[rule].summary if rule in book else rule) for rule in about),
            ("seen", f"{times}, first after {after} with {plural(difference.seats, 'seat')}"),
        ]
        rows += [(reading.name, _sentence(reading, difference)) for reading in sides.readings]
        screen.pairs(rows, indent=4, style="dim")
    kinds = "One kind" if len(examples) == 1 else f"{len(examples)} kinds"
    screen.say(f"{kinds} of difference in {searched}.", "bold")


def _rules_not_in_force(sides: Sides) -> Iterator[str]:
    """Rules that were in force on neither side, and what would put them in force."""
    book = sides.readings[0].game.book
    for rule in sides.rules:
        if not any(book[rule].in_force(reading.options) for reading in sides.readings):
            needs = " and ".join(
                f"{name}={' or '.join(map(spell, values))}" for name, values in book[rule].when
            )
            yield f"{rule} applies only with {needs}: set that on both sides."


def _sentence(reading: Reading, difference: Divergence) -> str:
    try:
        return describe(reading, difference, "").sentence
    except RulekeepError as error:
        return f"the position is impossible: {error}"


def _write(screen: Screen, sides: Sides, examples: Sequence[Divergence], out: Path) -> None:
    make_directory(out)
    left = 0
    for number, difference in enumerate(examples, 1):
        game, kind = sides.readings[0].game.id, difference.kind.replace(" ", "-")
        path = out / f"{game}-{number:02}-{kind}.yaml"
        texts = [
            passing_scenario(reading, difference, path, data)
            for reading, data in zip(sides.readings, sides.data, strict=True)
        ]
        if any(texts):
            write_new("---\n".join(filter(None, texts)).encode(), path)
        else:
            left += 1
    if left:
        screen.say(
            f"{left} of them cannot be written as positions: they need the whole match.", "dim"
        )
