"""Play in a Jupyter notebook: a match or a position as a widget with a clickable picture.

The widget reuses the scripts of the web pages. It needs no server, and the extra `notebook`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekeep.core.errors import RulekeepError
from rulekeep.match.match import Match
from rulekeep.match.position import Position
from rulekeep.session.session import HUMAN, Session

if TYPE_CHECKING:
    from rulekeep.web.notebook.table_widget import TableWidget

USUAL_BOT = "greedy"


def widget(
    table: Match | Position, players: Sequence[str] = (), *, think: float = 2.0
) -> TableWidget:
    """A match or a position to play on in a notebook: click a place, and the bots answer.

    `players` has `human` or a bot for every seat, as in `rulekeep play --seats`. Without it you have
    the first seat and `greedy` has the others. A position is not changed; `widget.match` is the match
    that begins there. `think` is the time of a bot for a move, in seconds.
    """
    try:
        from rulekeep.web.notebook.table_widget import TableWidget
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "rulekeep":
            raise
        raise RulekeepError("widgets need anywidget: pip install 'rulekeep[notebook]'") from None
    match = table
    if isinstance(match, Position):
        match = Match.from_position(match.game, match.to_dict())
    chosen = tuple(players) or (HUMAN, *[USUAL_BOT] * (match.seats - 1))
    if len(chosen) != match.seats:
        raise RulekeepError(f"there are {match.seats} seats, and {len(chosen)} players")
    session = Session(match, chosen, think=think)
    session.detect_secrets()
    if session.secret and len(session.people) > 1:
        raise RulekeepError(
            f"players of {match.game.title} have secrets, so only one of them can be human here"
        )
    return TableWidget(session)
