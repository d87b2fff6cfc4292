"""Everything a viewer is shown of a match, by kind, so that two matches can be held side by side."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import evolve

from rulekeep.bots import Choice, make_bot
from rulekeep.cli.commands.export import as_known
from rulekeep.cli.table import output, position_output
from rulekeep.cli.terminal.screen import Screen, ScreenOptions
from rulekeep.core.data_files import canonical_json
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.game import AnyGame
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.session import serialize

Viewer = int | None
"""A seat, or None for a spectator."""
Shown = Iterator[tuple[str, str]]
"""Kinds of things, and what they say."""

LOOKS = (Look(), Look(width=120, height=50), Look(width=60, height=24, ascii=True), Look(width=40))
MOVES_DESCRIBED = 60
BOTS = ("random", "greedy", "mcts:12")


def observation(match: Match, viewer: Viewer) -> str:
    return canonical_json(match.observation(viewer))


def position(match: Match, viewer: Viewer) -> Shown:
    """What the table itself shows: it must follow from the observation."""
    game, state = match.game, match.state
    yield "decisions", repr(game.decisions(state))
    yield "standing", repr(game.standing(state, viewer))
    for look in LOOKS:
        drawing = game.render(state, viewer, look)
        yield "drawings", repr((list(drawing.spans()), drawing.places))
    yield "pictures", game.picture(state, viewer, Look()).svg()
    yield "show", canonical_json(serialize.position_data(match, viewer))
    yield "show", printed(lambda screen: position_output.show_position(screen, match, viewer))
    if viewer is not None:
        moves = game.legal_moves(state, viewer)
        yield "legal moves", "\n".join(map(game.notation, moves))
        words = [game.describe(state, viewer, move) for move in moves[:MOVES_DESCRIBED]]
        yield "words of moves", "\n".join(words)


def refusals(match: Match, viewer: int, moves: Sequence[Any]) -> str:
    """What the rules say of these moves."""
    game, state = match.game, match.state
    return "\n".join(
        f"{game.check(state, viewer, move)} {game.book.explain(state, viewer, move)}"
        for move in moves
    )


def history(match: Match, viewer: Viewer) -> Shown:
    """What is told of the acts, most of all of the last one."""
    last = len(match.plies) - 1
    yield "news", "\n".join(seat_events.sentences(match, last, viewer))
    yield "log", printed(lambda screen: output.log(screen, match, viewer, 4))
    yield "replay", printed(lambda screen: position_output.show_step(screen, match, viewer, last))
    recent = evolve(LOOKS[1], lately=match.lately(viewer))
    yield "drawings", repr(list(match.game.render(match.state, viewer, recent).spans()))
    yield "exported records", canonical_json(as_known(match, viewer))


def choices(match: Match, viewer: int) -> Shown:
    """What bots would play, and hint at, with the same seed."""
    for spec in BOTS:
        choice = make_bot(spec, "likeness").choose(match.game, match.state, viewer)
        yield f"choices of {spec.partition(':')[0]}", choice_text(match.game, choice)


def choice_text(game: AnyGame, choice: Choice) -> str:
    """A bot's answer to the last bit."""
    told: list[Any] = [game.notation(choice.move), choice.value.hex(), choice.detail]
    for other in choice.alternatives:
        told.append([game.notation(other.move), other.value.hex(), other.visits])
    return canonical_json(told)


def printed(tell: Callable[[Screen], None]) -> str:
    """What is printed on a screen of 80 columns without colours."""
    stream = io.StringIO()
    tell(Screen(ScreenOptions(plain=True, width=80), stream, live=False))
    return stream.getvalue()
