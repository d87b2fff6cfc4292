"""What one viewer may see of a table, and may ask about it.

Pages, programs and event streams all read a table through a `VisibleTable`, so one place holds back
what the viewer may not know. Answers depend on the table, the viewer and the question only, so
they are cached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from html import escape
from typing import TypeVar

from attrs import asdict

from rulekeep.core.decision import Decision
from rulekeep.core.drawing.picture import Theme
from rulekeep.core.errors import BadNotation
from rulekeep.match import share_link
from rulekeep.match.guide import guide_chapters
from rulekeep.match.match import Match
from rulekeep.match.view import touched
from rulekeep.session.serialize import JsonObject, move_data, move_groups_data, why_data
from rulekeep.session.session import HUMAN
from rulekeep.session.turn import ActionRefused, Turn, look_at
from rulekeep.web.tables.event_log import LogEntry, Viewer
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.replay_view import at, table_data
from rulekeep.web.tables.table_settings import DEFAULT, TableSettings

T = TypeVar("T")

MAX_LOG = 500
"""Moves in one answer of the log."""


class VisibleTable:
    """A table as a seat or a spectator (None) may see it."""

    def __init__(self, table: OpenTable, viewer: Viewer, settings: TableSettings = DEFAULT) -> None:
        self._table = table
        self.viewer = viewer
        self.settings = settings

    @property
    def _match(self) -> Match:
        return self._table.match

    # -- the table --------------------------------------------------------------------------

    def view(self) -> JsonObject:
        """Everything a page needs to know about the table now; not to be changed."""
        table = self._table
        key = (table.number, "view", table.undo_request, self.settings)
        view: JsonObject = self._cached(key, self._view)
        return view

    def _view(self) -> JsonObject:
        table, viewer = self._table, self.viewer
        with table.lock:
            match, number = self._match, table.number
            view: JsonObject = {
                **table_data(match, viewer),
                "number": number,
                "seats": [self._seat(seat) for seat in range(match.header.seats)],
                "house": None if match.header.house is None else dict(match.header.house),
                "question": self._undo_request(),
                "may": self._allowed_actions(),
                "settings": self.settings.to_dict(),
                "decision": None,
                "moves": [],
                "left_off": 0,
            }
            decision = self._decision()
            if decision is None:
                return view
            turn = self._cached((number, "turn"), self._turn)
            view["decision"] = {**asdict(decision), "sign": table.sign(decision)}
            drawing = table.drawing(decision.seat)
        # Without the lock: the moves take longest, and others may play meanwhile.
        groups = self._cached((number, "moves"), lambda: move_groups_data(turn, drawing))
        view["moves"], view["left_off"] = groups
        return view

    def _decision(self) -> Decision | None:
        """The open decision of the viewer."""
        return None if self.viewer is None else self._table.session.decision_of(self.viewer)

    def _seat(self, seat: int) -> JsonObject:
        player = self._table.session.players[seat]
        bot = None if player == HUMAN else player.partition(":")[0]
        return {"seat": seat, "name": self._match.name(seat), "bot": bot}

    def _allowed_actions(self) -> JsonObject:
        table, session, viewer = self._table, self._table.session, self.viewer
        settings = self.settings
        if viewer is None or not table.is_person(viewer) or settings.paused:
            return dict.fromkeys(("act", "undo", "redo", "hint", "auto"), False)
        asked = session.decision_of(viewer) is not None
        return {
            "act": asked,
            "undo": settings.undo and table.can(session.plan_undo, viewer),
            "redo": settings.undo and table.can(session.plan_redo, viewer),
            "hint": asked and settings.hints,
            "auto": asked,
        }

    def _undo_request(self) -> JsonObject | None:
        request = self._table.undo_request
        if request is None:
            return None
        name, plan = self._match.name(request.seat), request.plan
        verb = "undo" if request.kind == "undo" else "redo"
        return {
            "number": request.number,
            "kind": request.kind,
            "seat": request.seat,
            "say": f"{name} would like to {verb} {plan.counted}, but {plan.because}. Do you agree?",
            "waits_for": list(request.waits_for),
        }

    def _cached(self, key: tuple[Hashable, ...], compute: Callable[[], T]) -> T:
        """A value of this viewer, computed once for each key."""
        return self._table.cache.get((self.viewer, *key), compute)

    # -- pictures ---------------------------------------------------------------------------

    def picture(self, theme: Theme, move: str = "") -> tuple[str, bytes]:
        """A tag for the picture, and the picture; what a move would touch is marked in it.

        What is touched has `data-touched="yes"`.
        """
        with self._table.lock:
            match, number = self._match, self._table.number
            state, look = match.state, match.look(self.viewer)
            places = self._touched(move) if move else ()

        def draw() -> str:
            return match.game.picture(state, self.viewer, look).svg(theme)

        svg = self._cached((number, "picture", theme), draw)
        return f"{number}-{theme}", marked(svg, places).encode()

    def picture_after(self, moves: int, theme: Theme) -> bytes:
        """The table as the viewer saw it after so many moves, with the last of them marked."""
        with self._table.lock:
            then = at(self._match, moves)
        key = (self._table.number, "past", len(then.plies), theme)
        return self._cached(key, lambda: then.svg(self.viewer, theme)).encode()

    def position_link(self, moves: int) -> str:
        """The link that shares the position after so many moves: what spectators know. DataError."""
        with self._table.lock:
            then = at(self._match, moves)
        return share_link.position_link(then)

    def preview(self, move: str, number: int | None, theme: Theme) -> bytes:
        """The table as the viewer may expect it after a legal move.

        Whatever the viewer cannot see is dealt again first, so the picture says nothing about it.
        If the table has gone on since `number`, it is the table now.
        """
        with self._table.lock:  # a move may be played meanwhile
            now = self._table.number
            turn = self._turn() if number in (None, now) else None
        if turn is None:
            return self.picture(theme)[1]
        match, meant = turn.match, turn.parse_move(move)

        def draw() -> str:
            after = turn.expected_state(meant)
            return match.game.picture(after, turn.seat, match.look(turn.seat)).svg(theme)

        key = (now, "preview", match.game.notation(meant), theme)
        return self._cached(key, draw).encode()

    def _touched(self, move: str) -> tuple[str, ...]:
        turn = self._turn()
        match = self._match
        meant = turn.parse_move(move)
        drawing = match.game.render(turn.state, turn.seat, match.look(turn.seat))
        return touched(match.game, turn.state, turn.seat, meant, drawing)

    def _turn(self) -> Turn:
        if self.viewer is None:
            raise ActionRefused("Spectators have no moves.")
        return self._table.turn(self.viewer)

    # -- questions --------------------------------------------------------------------------

    def why(self, move: str) -> JsonObject:
        """What each rule says about a move."""
        turn = self._turn()
        with self._table.lock:
            try:
                answers = self._match.explain(move, turn.seat)
            except BadNotation as error:
                raise ActionRefused(turn.explain_typo(move, error)) from None
            data = why_data(self._match, answers)
            sentence = turn.sentence(turn.parse_move(move)) if data["legal"] else ""
            return {"move": move, "sentence": sentence, **data}

    def look(self, thing: str) -> JsonObject:
        """What is at a place, and the moves that touch it; without a name, the places."""
        with self._table.lock:
            match, viewer = self._match, self.viewer
            drawing = match.game.render(match.state, viewer, match.look(viewer))
            if not thing:
                names = list(dict.fromkeys(place.name for place in drawing.places))
                return {"thing": "", "say": [], "moves": [], "things": names}
            name, lines = look_at(match, viewer, drawing, thing, ".")
            decision = self._decision()
            moves = []
            if decision is not None:
                turn = self._table.session.turn(decision)
                moves = [move.text for move in turn.touching(name, drawing)]
            return {"thing": name, "say": lines, "moves": moves, "things": []}

    def log(self, since: int, count: int = MAX_LOG) -> JsonObject:
        """The moves that stand, from one on, as far as the viewer may know them."""
        with self._table.lock:
            match = self._match
            last = len(match.plies)
            first = min(max(0, since), last)
            moves = [move_data(match, n, self.viewer) for n in range(first, last)[:count]]
            return {"acts": moves, "next": first + len(moves), "number": self._table.number}

    def legend(self) -> JsonObject:
        """The legend of the drawing."""
        match = self._match
        return {"lines": list(match.game.legend(match.state, self.viewer))}

    def goal(self) -> JsonObject:
        """The game in short, for newcomers."""
        game = self._match.game
        chapters = [{"title": title, "paragraphs": texts} for title, texts in guide_chapters(game)]
        return {"title": game.title, "chapters": chapters}

    # -- events -----------------------------------------------------------------------------

    def events(self, since: int) -> list[tuple[int, bytes]]:
        """The events after a number, each with its number, as the viewer may see them."""
        with self._table.lock:
            entries = self._table.events.since(since)
            return [(e.number, e.event_data(self._match, self.viewer)) for e in entries]

    def sentences(self, entries: Iterable[LogEntry]) -> list[str]:
        """What happened in some entries, as the viewer may know it."""
        with self._table.lock:
            return [text for e in entries for text in e.sentences(self._match, self.viewer)]


_NAMED = re.compile(r' data-(?:cell|card|tile|region|position|box)="([^"]*)"')


def marked(svg: str, places: tuple[str, ...]) -> str:
    """A picture in which everything with one of these names is marked."""
    if not places:
        return svg
    wanted = {escape(place) for place in places}

    def mark(found: re.Match[str]) -> str:
        return found[0] + ' data-touched="yes"' if found[1] in wanted else found[0]

    return _NAMED.sub(mark, svg)
