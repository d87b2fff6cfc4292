"""A bar on standard error that shows how far a long command is; nothing where nobody looks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

Show = Callable[[int, str], None]
"""How many are done, and a few words about it."""

MAX_WORDS = 30
"""Characters: the bar and the figures need the rest of the line."""


@contextlib.contextmanager
def bar(total: int, done: int = 0, quiet: bool = False, threads: bool = True) -> Iterator[Show]:
    """Inside, the bar is shown and can be moved on.

    Whoever forks processes does without `threads`: the bar is then drawn only when it moves on.
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

        def show(now: int, words: str) -> None:
            short = words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS - 1]}…"
            progress.update(task, completed=now, description=short, refresh=not threads)

        yield show
