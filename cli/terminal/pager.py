"""Long answers in the user's pager, where there is a window that they do not fit in."""

from __future__ import annotations

from collections.abc import Callable

import click

from rulekeep.cli.terminal.screen import Screen


def paged(screen: Screen, draw: Callable[[], object]) -> None:
    """Draw at once where it fits or nobody can turn pages; else in the pager."""
    if not screen.live:
        draw()
        return
    lines = screen.printed(draw)
    text = "\n".join(lines) + "\n"
    if len(lines) < screen.height:
        click.echo(text, nl=False, color=True)
    else:
        click.echo_via_pager(text, color=screen.colour or None)
