"""The keys of a game's positions, with their forms and defaults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.state.declaration import DeclaredState, fields_of
from rulekeep.core.text import fit

LONGEST_DEFAULT = 60


@frozen
class PositionKey:
    """One key of a position."""

    name: str
    form: str
    help: str
    default: str

    @property
    def rows(self) -> list[tuple[str, str]]:
        """All about it, each with a word before it."""
        rows = [("write", self.form), ("default", self.default), ("means", self.help)]
        return rows if self.help else rows[:2]


def keys(game: AnyGame) -> Iterator[PositionKey]:
    """The keys of a game's positions in order, with their defaults."""
    if game.table is None:
        raise RulekeepError(f"{game.title} does not declare its table, so its format is not known")
    usual = game.to_dict(game.from_dict({}))
    least, most = game.seats[0], game.seats[-1]
    seats = str(most) if least == most else f"{least} to {most}"
    yield PositionKey("seats", seats, "how many players there are", str(usual["seats"]))
    yield PositionKey("options", "options by name", "those left out have their defaults", "{}")
    for name, form, help in described(game.table):
        yield PositionKey(name, form, help, fit(_plain(_at(usual, name)), LONGEST_DEFAULT))


def described(table: type[DeclaredState[Any]]) -> Iterator[tuple[str, str, str]]:
    """What a state declares: key, what to write, what it means."""
    seen: set[str] = set()
    for field in fields_of(table):
        if field.form is not None and field.key not in seen:
            seen.add(field.key)
            yield field.key, field.form.says, field.help
    for repeats in table.REPEATS:
        yield repeats.key, "follows from the rest", repeats.help


def _at(data: Any, key: str) -> Any:
    for part in key.split("."):
        data = data[part]
    return data


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
