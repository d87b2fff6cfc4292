"""`rulekeep serve`: the table in a browser, for this machine or for a network."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.text import printable
from rulekeep.match.safe_files import PRIVATE_DIRECTORY, make_directory

MISSING = "the table in a browser needs more than is installed; install rulekeep[web]"


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; 0.0.0.0 lets others on the network join.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen on; without it, any free port.",
)
@click.option(
    "--known-as",
    multiple=True,
    metavar="NAME",
    help="A host name or address that others use; links start with the first.",
)
@click.option(
    "--trusted-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="The IP address or network of a proxy to trust for client addresses and TLS.",
)
@arguments.directory_option(
    "--matches", help="Save matches here instead of in your data directory."
)
@click.option(
    "--data",
    multiple=True,
    metavar="GAME=DIR",
    help="Other data files of a game, offered in the lobby; may be repeated.",
)
@click.option("--allow-hints/--no-hints", default=True, help="Whether players may ask for hints.")
@click.option(
    "--limit",
    multiple=True,
    metavar="NAME=N",
    help="Change a limit, such as tables=200 or connections=2000; may be repeated.",
)
@click.option(
    "--archive-after",
    type=click.FloatRange(0),
    default=0,
    metavar="DAYS",
    help="Archive matches that had no move for this many days.",
)
@click.option(
    "--new-key", is_flag=True, help="Renew the key of the lobby; the old one stops working."
)
@click.option("--no-browser", is_flag=True, help="Do not open the lobby in a browser.")
@click.option("--verbose", is_flag=True, help="Log every request, without its secret link.")
@arguments.file_option(
    "--log", "log_file", help="Write the log to a file, which may be moved away at any time."
)
@arguments.think_option
def serve(
    host: str,
    port: int,
    known_as: tuple[str, ...],
    trusted_proxy: tuple[str, ...],
    matches: Path | None,
    data: tuple[str, ...],
    allow_hints: bool,
    limit: tuple[str, ...],
    archive_after: float,
    new_key: bool,
    no_browser: bool,
    verbose: bool,
    log_file: Path | None,
    think: float,
) -> None:
    """Play in browsers: start a match in the lobby and give each player a secret link.

    Every move is saved at once, in the same files as at the terminal, so you can resume a match
    in the browser or with `rulekeep resume`. Anyone with the lobby's address can open the lobby,
    and anyone with a link can use that link.

    \b
    Examples:
      rulekeep serve
      rulekeep serve --port 8000 --no-browser
      rulekeep serve --host 0.0.0.0 --matches evenings --no-hints
      rulekeep serve --port 8000 --known-as https://games.example --trusted-proxy 127.0.0.1
      rulekeep serve --data kilt_castle=my-box
      rulekeep serve --port 8000 --limit tables=200 --archive-after 90 --log server.log
    """
    try:
        from rulekeep.web import application, server
        from rulekeep.web.limit_options import with_limits
        from rulekeep.web.middleware import Limits, TrustedProxies
        from rulekeep.web.pages.review_maker import ReviewMaker
        from rulekeep.web.pages.rule_books import Books
        from rulekeep.web.tables.datasets import Datasets
        from rulekeep.web.tables.seat_links import SeatLinks
        from rulekeep.web.tables.server_settings import ServerSettings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("rulekeep"):
            raise
        raise RulekeepError(MISSING) from None
    settings = ServerSettings(
        hints=allow_hints,
        think=think,
        bot_processes=max(1, (os.cpu_count() or 2) - 1),
        archive_days=archive_after,
    )
    limits, settings = with_limits(limit, Limits(), settings)
    _log(verbose, log_file)
    datasets = Datasets(map(_read_dataset, data))
    try:
        proxies = TrustedProxies.of(trusted_proxy)
    except ValueError as error:
        raise RulekeepError(f"--trusted-proxy: {error}") from None
    directory = make_directory(matches or paths.matches(), PRIVATE_DIRECTORY)
    links = SeatLinks(directory)
    if new_key:
        links.renew_host_key()
    bound = server.listen(host, port)
    address = application.ListenAddress(host, bound.getsockname()[1], known_as)
    lobby = f"http://{_browsable(host)}:{address.port}/?key={links.host_key}"
    click.echo(printable(f"The lobby: {lobby}"))
    if known_as:
        click.echo(printable(f"From elsewhere: {address.base}/?key={links.host_key}"))
    if not address.is_local:
        click.echo(
            f"Anyone who can reach {printable(address.base)} can try links there. What is sent can be read on the "
            "way, so do this in a network that you trust, or behind a server that speaks TLS."
        )
    click.echo(
        f"Matches are saved in {printable(str(directory))}. Ctrl-C stops the server; no match is lost."
    )
    books = Books(paths.books(), (sys.executable, "-m", "rulekeep", "book", "--tables", "--out"))
    reviewer = (sys.executable, "-m", "rulekeep", "review", "--html")
    reviews = ReviewMaker(paths.reviews() / "pages", reviewer)
    app = application.make_app(
        directory, address, settings, limits, links, books, datasets, proxies, reviews
    )
    if not no_browser:
        timer = threading.Timer(0.8, webbrowser.open, (lobby,))
        timer.daemon = True
        timer.start()
    signal.signal(signal.SIGTERM, _as_ctrl_c)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server.run(app, bound)
    finally:
        bound.close()
    click.echo(
        "The server has stopped; every match is in its file, and the same links work next time."
    )


def _read_dataset(text: str) -> tuple[str, Path]:
    """The game and the directory that `GAME=DIR` names."""
    game, equals, directory = text.partition("=")
    if not equals or not directory:
        raise RulekeepError(f"--data {text!r} names no directory; write GAME=DIR")
    path = Path(directory).expanduser()
    if not path.is_dir():
        raise DataError(directory, "is not a directory")
    return game, path


def _as_ctrl_c(_signal: int, _frame: object) -> None:
    """End as Ctrl-C does, so that match files are released."""
    raise KeyboardInterrupt


def _browsable(host: str) -> str:
    """Where the host's own browser finds the server."""
    if host in ("0.0.0.0", ""):
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host


def _log(verbose: bool, file: Path | None) -> None:
    """Requests that were refused and what went wrong; with `verbose` every request. DataError."""
    shown: logging.Handler = logging.StreamHandler()
    dated = "%H:%M:%S"
    if file is not None:
        dated = "%Y-%m-%dT%H:%M:%S%z"
        try:
            # Opens the file again once a program that rotates logs has moved it away.
            shown = logging.handlers.WatchedFileHandler(file, encoding="utf-8")
        except OSError as error:
            raise DataError(str(file), f"cannot be written: {error.strerror}") from None
    shown.setFormatter(logging.Formatter("%(asctime)s %(message)s", dated))
    ours = logging.getLogger("rulekeep.web")
    ours.addHandler(shown)
    ours.setLevel(logging.INFO if verbose else logging.WARNING)
    ours.propagate = False
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
