"""The arguments of the programs that measure reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

import click
from attrs import fields, frozen

from rulekeep.bots import split_seats
from rulekeep.cli import arguments
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.core import registry
from rulekeep.match.house_rules import agree
from rulekeep.review.judgement import DEPTHS, Depth
from rulekeep.testing.process_map import map_in_processes

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@frozen
class Measuring:
    """The values of these arguments."""

    game: str
    seats: str
    words: tuple[str, ...]
    matches: int
    seed: str
    depth: str
    workers: int
    as_json: bool

    @property
    def bots(self) -> list[str]:
        return split_seats(self.seats)

    @property
    def chosen_depth(self) -> Depth:
        return next(one for one in DEPTHS if one.name == self.depth)

    def options(self) -> Mapping[str, Any]:
        """RulekeepError if the game does not have one of them."""
        return agree(registry.load(self.game), self.words).options

    def each_match(self, what: str, work: Callable[[str], T]) -> tuple[list[T], bool]:
        """What `work` makes of the seed of each match; whether all came before Ctrl-C."""
        seeds = [f"{what}/{self.seed}/{number}" for number in range(self.matches)]
        made = map_in_processes(work, seeds, self.workers)
        return gather(made, self.matches, lambda _one: "")


def measuring_options(command: F) -> F:
    """The arguments, given to the command as `given`."""
    options = [
        arguments.game_argument,
        click.option("--seats", default="easy,easy", show_default=True, help="The bots."),
        arguments.option_option,
        arguments.count_option("--matches", default=100, help="How many matches to play."),
        click.option("--seed", default="1", show_default=True, help="Other seeds, other matches."),
        click.option("--depth", type=click.Choice([one.name for one in DEPTHS]), default="quick",
                     show_default=True, help="How deep the review is."),
        arguments.workers_option("measure"),
        arguments.json_option("The figures, for tools."),
    ]  # fmt: skip
    names = [field.name for field in fields(Measuring)]

    @wraps(command)
    def with_given(**values: Any) -> Any:
        given = Measuring(**{name: values.pop(name) for name in names})
        return command(given=given, **values)

    for option in reversed(options):
        with_given = option(with_given)
    return with_given  # type: ignore[return-value]
