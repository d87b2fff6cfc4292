"""The list of moves: it follows what is typed, and one of them may be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.cli.table.prompt_commands import split_command
from rulekeep.core.text import fit, folded
from rulekeep.session.move_list import NumberedMove
from rulekeep.session.turn import Turn


class MoveChooser:
    """The moves of one decision that match what was typed or clicked."""

    def __init__(self, turn: Turn, commands: Sequence[str]) -> None:
        self.turn = turn
        self.commands = commands
        self.typed = ""
        self.place = ""
        """Only moves that touch this place are shown, if one was clicked at."""
        self.fitting: list[NumberedMove] = list(turn.legal)
        self.at: int | None = None
        """Which of them is chosen."""
        self._touching: Sequence[NumberedMove] = ()

    @property
    def chosen(self) -> NumberedMove | None:
        return self.fitting[self.at] if self.at is not None and self.fitting else None

    def filter(self, typed: str) -> None:
        """Follow what is typed; a command leaves the list as it is."""
        if typed == self.typed:
            return
        self.typed = typed
        self._fit()

    def only_at(self, place: str, touching: Sequence[NumberedMove]) -> None:
        """Keep to the moves that touch a place; an empty name means all moves."""
        self.place, self._touching = place, touching
        self._fit()

    def _fit(self) -> None:
        words = self.typed.strip()
        if split_command(words)[0] in self.commands or words.isdecimal():
            words = ""
        found = self.turn.matching(words) if words else self.turn.legal
        if self.place:
            found = [listed for listed in found if listed in self._touching]
        self.fitting, self.at = list(found), None

    def choose(self, listed: NumberedMove) -> None:
        """Choose a certain move; the list shows all again."""
        self.typed, self.place = "", ""
        self.fitting, self.at = list(self.turn.legal), listed.number - 1

    def step(self, by: int) -> None:
        """The next move, or the one before."""
        if self.fitting:
            first = 0 if by > 0 else len(self.fitting) - 1
            self.at = first if self.at is None else (self.at + by) % len(self.fitting)

    # -- drawing ----------------------------------------------------------------------------

    def height_of_chosen(self, width: int) -> int:
        """Rows of the chosen move in full."""
        return 0 if self.at is None or not self.fitting else len(self._row(self.at, width, True))

    def rows(self, most: int, width: int, fold_all: bool) -> list[tuple[int, str, str]]:
        """The rows round the chosen move: the index of a move, its text, its notation.

        The chosen move is shown in full, and the others too if `fold_all`.
        """
        at = self.at or 0
        after: list[tuple[int, str, str]] = []
        before: list[tuple[int, str, str]] = []
        for index in range(at, min(len(self.fitting), at + most)):
            if len(after) < most:
                after += self._row(index, width, fold_all or (index == self.at and most > 1))
        for index in range(at - 1, max(-1, at - 1 - most), -1):
            if len(before) < most:
                before = self._row(index, width, fold_all) + before
        own = self.height_of_chosen(width) if most > 1 else 1
        above = min(len(before), max(min(most // 2, most - own), most - len(after)))
        return (before[len(before) - above :] + after)[:most]

    def _row(self, index: int, width: int, fold: bool) -> list[tuple[int, str, str]]:
        """`▶12 Place the red curvy wall at N: 2 points`, and the notation if there is room."""
        listed = self.fitting[index]
        mark = "▶" if index == self.at else " "
        digits = len(str(len(self.turn.legal)))
        text = ": ".join(
            filter(None, (self.turn.sentence(listed.move), self.turn.describe(listed.move)))
        )
        text = f"{mark}{listed.number:>{digits}} {text}"
        lines = [fit(text, width)]
        if fold:
            head = digits + 2
            rest = folded(text[head:], width - head, "") or [""]
            lines = [text[:head] + rest[0], *(" " * head + line for line in rest[1:])]
        notation = f"  {self.turn.small_print(listed)}".rstrip()
        if len(lines[-1]) + len(notation) > width:
            notation = ""
        return [(index, line, "") for line in lines[:-1]] + [(index, lines[-1], notation)]
