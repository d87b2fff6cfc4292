"""`rulekeep book`: rules, readings, options and scenarios as an illustrated site."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.game_summaries import games_for
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry

__all__ = ["book"]


@click.command()
@arguments.games_argument
@arguments.directory_option(
    "--out",
    required=True,
    help="Where the book is written: a new directory, or a book that it replaces.",
)
@click.option(
    "--tables",
    is_flag=True,
    help="Link every example to GAME/NUMBER, where `rulekeep serve` opens it at a table.",
)
@arguments.screen_options
def book(games: tuple[str, ...], out: Path, tables: bool, screen: Screen) -> None:
    """Write the rule book of every GAME (or of those named) as a static site.

    Every rule with its source and reading, the options, and the scenarios as examples that the
    engine has played: picture before, move, refusal or events, picture after. It opens from the
    file, searches without a server, and prints one game as one document. An older book is
    replaced only when the new one is complete. Any other directory is left as it is.

    \b
    Examples:
      rulekeep book --out book
      rulekeep book kilt_castle --out kilt-book
    """
    from rulekeep.cli.book_pages.write_book import write_book

    chosen = [registry.load(name) for name in games] or games_for("book", out)
    with bar(len(chosen)) as progress:
        pages = write_book(chosen, out, progress, tables)
    screen.say(f"Written to {out}: {pages} pages. Open {out / 'index.html'}")
