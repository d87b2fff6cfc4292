"""`rulekeep review`: what decided a match, and which moves could have been better."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import match_list, paths
from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.reports.review_view import print_review
from rulekeep.cli.table.position_output import viewing_seat
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, json_text, warn
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import plural
from rulekeep.match.match import Match
from rulekeep.review.judgement import DEPTHS
from rulekeep.review.match_review import MatchReview, as_data
from rulekeep.review.review_store import ReviewStore
from rulekeep.review.run_review import MatchSource, load_part, make_review
from rulekeep.testing.process_map import map_in_processes

DEPTH_BY_NAME = {depth.name: depth for depth in DEPTHS}


@click.command()
@arguments.optional_match_argument
@arguments.last_option()
@click.option(
    "--depth",
    "depth_name",
    type=click.Choice(list(DEPTH_BY_NAME)),
    default="usual",
    show_default=True,
    help="How thoroughly each decision is searched: 100, 400 or 4,000 playouts.",
)
@click.option(
    "--seat",
    type=click.IntRange(1),
    metavar="N",
    help="Show only the moves of this seat; an unfinished match needs it.",
)
@arguments.workers_option("search")
@arguments.file_option("--html", help="Write a page with the curve and pictures to this new file.")
@arguments.json_option("The review as JSON, for tools.")
@click.option("--retry", is_flag=True, help="Decide again where a better move was possible.")
@arguments.data_option
@arguments.screen_options
def review(
    match: str | None,
    last: bool,
    depth_name: str,
    seat: int | None,
    workers: int,
    html: Path | None,
    as_json: bool,
    retry: bool,
    data: Path | None,
    screen: Screen,
) -> None:
    """Review MATCH: what decided it, by luck and by decisions, and better moves.

    Every decision is compared with the best move that a search finds, by what its player could
    know at that time. Luck is what a draw gave compared with other draws. Results are saved, so an
    interrupted review continues where it stopped.

    \b
    Examples:
      rulekeep review --last
      rulekeep review game.rkm --workers 2 --html review.html
      rulekeep review game.rkm --seat 1 --depth deep
      rulekeep review --last --seat 1 --retry
    """
    with Prompt(screen) as prompt:
        path = match_list.wanted(prompt, match, last, named=as_json or html is not None)
    if path is None:
        return
    loaded, damage = load_part(path, data)
    if damage or loaded.recovered:
        count = plural(len(loaded.plies) - 1, "move")
        warn(f"{damage or loaded.recovered}; the review covers the {count} before it")
    if len(loaded.plies) < 2:
        raise RulekeepError(f"{path}: nothing has been played yet, so there is nothing to review")
    viewer = _reviewed_seat(loaded, seat)
    if not loaded.is_over and (as_json or html is not None):
        raise RulekeepError("the match is not over; pages and JSON would tell the others' secrets")
    found = _made(loaded, path, data, depth_name, workers)
    if html is not None:
        from rulekeep.review.review_page import review_page

        write_new(review_page(loaded, found).encode(), html, quiet=as_json)
    if as_json:
        click.echo(json_text(as_data(found)))
    elif retry:
        _retry(screen, loaded, found, viewer)
    elif html is None:
        print_review(screen, loaded, found, viewer)


def _retry(screen: Screen, match: Match, review: MatchReview, viewer: int | None) -> None:
    """The moves that could have been better, as lessons."""
    from rulekeep.cli.table.lesson_table import practise
    from rulekeep.review.retry_lessons import retry_lessons

    lessons = retry_lessons(match, review.judged(viewer))
    if not lessons:
        screen.say("Nothing better was found than the moves that were played.")
        return
    with Prompt(screen) as prompt:
        practise(prompt, match.game, lessons)


def _reviewed_seat(match: Match, seat: int | None) -> int | None:
    """The seat to show, None for all. An unfinished match shows one seat only: hands are secret."""
    viewer = None if seat is None else viewing_seat(match, seat)
    if not match.is_over and viewer is None:
        viewer = viewing_seat(match, None)
        if viewer is None:
            raise RulekeepError(
                "the match is not over, and a review of all seats would tell secrets; "
                "name your seat: --seat 1"
            )
    return viewer


def _made(
    match: Match, path: Path, data: Path | None, depth_name: str, workers: int
) -> MatchReview:
    depth = DEPTH_BY_NAME[depth_name]
    store = ReviewStore(paths.reviews(), match, depth)
    source = MatchSource(path.resolve(), data, depth)
    with bar(len(match.plies) - 1) as show:
        try:
            return make_review(
                match,
                depth,
                store,
                source if workers > 1 else None,
                partial(map_in_processes, workers=workers),
                show,
            )
        except KeyboardInterrupt:
            warn("interrupted; the same command continues where it stopped")
            raise
