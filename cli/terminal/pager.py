"""Long output in the user's pager."""

from __future__ import annotations

from collections.abc import Callable

import click

from rulekeep.cli.terminal.screen import Screen


def paged(screen: Screen, draw: Callable[[], object]) -> None:
    """Draw at once if it fits or the output is no terminal; else in the pager."""
    if not screen.live:
        draw()
        return
    lines = screen.printed(draw)
    text = "\n".join(lines) + "\n"
    if len(lines) < screen.height:
        click.echo(text, nl=False, color=True)
    else:
        click.echo_via_pager(text, color=screen.colour or None)
