"""`rulekeep site`: the compendium as a static site that plays in the reader's browser."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.cli.terminal.game_summaries import games_for
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core.errors import RulekeepError

MISSING = "a site needs more than is installed; install rulekeep[web]"
STEPS = 4
MEGABYTE = 1_000_000


@click.command()
@arguments.directory_option(
    "--out",
    required=True,
    help="Where the site is written: a new directory, or a site that it replaces.",
)
@arguments.directory_option(
    "--runtime", help="Python for browsers, unpacked from npm; without it, npm fetches it once."
)
@arguments.screen_options
def site(out: Path, runtime: Path | None, screen: Screen) -> None:
    """Write everything as a static site: lobby, tables, lessons, rule books, documents.

    Any static host can serve the directory. The games run in the reader's browser, which stores
    the site and the matches, so it also works without a network. Python for browsers is the npm
    package pyodide at a fixed version; its files are checked. If node is installed, modules are
    compiled, and the site starts faster. An older site is replaced only when the new one is
    complete. Any other directory is left as it is.

    \b
    Examples:
      rulekeep site --out public
      rulekeep site --out public --runtime node_modules/pyodide
    """
    try:
        from rulekeep.static_site import runtime as python_files
        from rulekeep.static_site.site_writer import need_replaceable, write_site
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("rulekeep"):
            raise
        raise RulekeepError(MISSING) from None
    from rulekeep.cli.book_pages.write_book import write_book

    need_replaceable(out)
    cache = paths.site_cache()
    if runtime is not None:
        python_files.check(runtime)
    else:
        runtime = cache / f"{python_files.PACKAGE}-{python_files.VERSION}"
        python_files.fetch(runtime)
    games = games_for("site", out)
    with bar(STEPS) as progress, tempfile.TemporaryDirectory() as draft:
        progress(0, "rule books")
        book = Path(draft) / "book"
        write_book(games, book, lambda _done, title: progress(0, title), tables=True)
        made = write_site(out, runtime, book, cache / "compiled", progress)
    for part, size in made.sizes.items():
        screen.say(f"{size / MEGABYTE:6.2f} MB  {part}")
    screen.say(f"{sum(made.sizes.values()) / MEGABYTE:6.2f} MB  to download, compressed")
    screen.say(f"{made.late / MEGABYTE:6.2f} MB  pictures of documents, each when it is shown")
    if not made.is_compiled:
        warn("node is not installed, so the modules are not compiled and the site starts slower")
    screen.say(f"Written to {out}. Try it: python -m http.server --directory {out}")
