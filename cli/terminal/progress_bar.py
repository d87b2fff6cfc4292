"""A progress bar on standard error; nothing where that is no terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from rulekeep.core.text import fit

T = TypeVar("T")
Show = Callable[[int, str], None]
"""Takes how many are done, and a short text."""

MAX_TEXT = 30
"""Characters: the bar and the figures need the rest of the line."""


@contextlib.contextmanager
def bar(total: int, done: int = 0, quiet: bool = False, threads: bool = True) -> Iterator[Show]:
    """Show a bar and give what moves it on.

    A command that forks processes needs `threads=False`: the bar is then drawn only when it moves.
    """
    console = Console(stderr=True)
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
        console=console,
        transient=True,
        auto_refresh=threads,
        disable=quiet or not console.is_terminal,
    )
    with progress:
        task = progress.add_task("", total=total, completed=done)

        def show(now: int, text: str) -> None:
            progress.update(
                task, completed=now, description=fit(text, MAX_TEXT), refresh=not threads
            )

        yield show


def gather(results: Iterable[T], total: int, label: Callable[[T], str]) -> tuple[list[T], bool]:
    """Collect results while a bar shows how many; whether all came before Ctrl-C."""
    gathered: list[T] = []
    with bar(total) as show:
        try:
            for result in results:
                gathered.append(result)
                show(len(gathered), label(result))
        except KeyboardInterrupt:
            return gathered, False
    return gathered, True
