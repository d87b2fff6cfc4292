"""What one viewer sees and may ask at a table: nothing else can be reached from here by its names.

A page, a program and a stream of events are all served from a desk, so there is one place that
holds everything back that its seat may not know. Answers follow from the table, the viewer and
what was asked, so they are kept ready for the next who asks the same.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from html import escape
from typing import Any

from attrs import asdict

from rulekeep.core.drawing.canvas import Canvas
from rulekeep.core.drawing.picture import Theme
from rulekeep.core.errors import BadNotation
from rulekeep.core.text import listed as in_a_row
from rulekeep.core.text import shortened
from rulekeep.match.guide import read_guide, without_ids
from rulekeep.match.match import Match
from rulekeep.match.view import touched
from rulekeep.session import move_list
from rulekeep.session.serialize import JsonObject, move_data, outcome_data, score_data, why_data
from rulekeep.session.session import HUMAN
from rulekeep.session.turn import ActionRefused, Turn
from rulekeep.web.tables.open_table import OpenTable, UndoRequest
from rulekeep.web.tables.replay_view import at

MOST_MOVES = 1500
"""More legal moves than this are left off the list; whoever knows them can still write them."""
MOST_LOG = 500
"""So many acts are told at once."""


class TableView:
    """A table through the eyes of a seat, or of a spectator (None)."""

    def __init__(self, table: OpenTable, viewer: int | None, *, hints: bool = True) -> None:
        self._table = table
        self.viewer = viewer
        self.hints = hints

    @property
    def number(self) -> int:
        return self._table.number

    @property
    def _match(self) -> Match:
        return self._table.match

    # -- the table --------------------------------------------------------------------------

    def view(self) -> JsonObject:
        """Everything a page needs to know of the table as it is now; not to be changed."""
        table = self._table
        said: JsonObject = self._kept(table.number, "view", table.question, self._made_view)
        return said

    def _made_view(self) -> JsonObject:
        table, viewer = self._table, self.viewer
        with table.lock:
            match, number = self._match, table.number
            outcome = match.outcome
            result = None if outcome is None else {**outcome_data(outcome), "say": ended(match)}
            said: JsonObject = {
                "number": number,
                "acts": len(match.plies) - 1,
                "game": match.header.game,
                "title": match.game.title,
                "viewer": viewer,
                "seats": [self._seat(seat) for seat in range(match.header.seats)],
                "options": dict(match.header.options),
                "house": None if match.header.house is None else dict(match.header.house),
                "turn": [asdict(decision) for decision in match.decisions],
                "over": match.is_over,
                "standing": [score_data(s) for s in match.game.standing(match.state, viewer)],
                "result": result,
                "question": self._question(table.question),
                "may": self._may(),
            }
            asked = None if viewer is None else table.session.decision_of(viewer)
            turn = None if asked is None else self._kept(number, "turn", self._turn)
            sign = None if asked is None else table.sign(asked)
            drawing = None if asked is None else table.drawing(asked.seat)
        said["decision"] = None
        said["moves"], said["left_off"] = [], 0
        if turn is not None and drawing is not None:
            said["decision"] = {**asdict(turn.decision), "sign": sign}
            said["moves"], said["left_off"] = self._kept(
                number, "moves", lambda: self._moves(turn, drawing)
            )
        return said

    def _seat(self, seat: int) -> JsonObject:
        player = self._table.session.players[seat]
        bot = None if player == HUMAN else player.partition(":")[0]
        return {"seat": seat, "name": self._match.name(seat), "bot": bot}

    def _may(self) -> JsonObject:
        table, viewer = self._table, self.viewer
        if viewer is None or not table.is_person(viewer):
            return dict.fromkeys(("act", "undo", "redo", "hint", "auto"), False)
        asked = table.session.decision_of(viewer) is not None
        return {
            "act": asked,
            "undo": table.can_take_back(viewer),
            "redo": table.can_do_again(viewer),
            "hint": asked and self.hints,
            "auto": asked,
        }

    def _question(self, question: UndoRequest | None) -> JsonObject | None:
        if question is None:
            return None
        name, back = self._match.name(question.seat), question.back
        verb = "take back" if question.kind == "undo" else "play again"
        return {
            "number": question.number,
            "kind": question.kind,
            "seat": question.seat,
            "say": f"{name} would like to {verb} {back.counted}, but {back.because}. All right?",
            "waits_for": list(question.waits_for),
        }

    def _moves(self, turn: Turn, drawing: Canvas) -> tuple[list[JsonObject], int]:
        """The legal moves by kind, and how many are left off."""
        groups: list[JsonObject] = []
        left = MOST_MOVES
        for group in turn.groups:
            shown = group.moves[: max(left, 0)]
            left -= len(group.moves)
            if shown:
                moves = [
                    {
                        "text": one.text,
                        "words": turn.describe(one.move),
                        "touches": turn.touched(one.move, drawing),
                    }
                    for one in shown
                ]
                groups.append({"title": group.title, "moves": moves})
        return groups, max(0, -left)

    def _kept(self, number: int, *what: Any) -> Any:
        """Made once for a table, a viewer and a question; the last of `what` makes it."""
        key: tuple[Hashable, ...] = (number, self.viewer, *what[:-1])
        return self._table.ready.get(key, what[-1])

    # -- pictures ---------------------------------------------------------------------------

    def picture(self, theme: Theme, move: str = "") -> tuple[str, bytes]:
        """The table drawn, with what a move would touch marked; and a name for just this picture.

        What is touched has `data-touched="yes"`.
        """
        with self._table.lock:
            match, number = self._match, self._table.number
            state, look = match.state, match.look(self.viewer)
            places = self._touched(move) if move else ()

        def draw() -> str:
            return match.game.picture(state, self.viewer, look).svg(theme)

        svg: str = self._kept(number, "picture", theme, draw)
        return f"{number}-{theme}", marked(svg, places).encode()

    def picture_after(self, acts: int, theme: Theme) -> bytes:
        """The table as the viewer saw it after so many acts, with what that act did marked."""
        with self._table.lock:
            then = at(self._match, acts)
        svg: str = self._kept(
            self._table.number, "past", len(then.plies), theme, lambda: then.svg(self.viewer, theme)
        )
        return svg.encode()

    def _touched(self, move: str) -> tuple[str, ...]:
        turn = self._turn()
        match = self._match
        meant = turn.parse_move(move)
        drawing = match.game.render(turn.state, turn.seat, match.look(turn.seat))
        return touched(match.game, turn.state, turn.seat, meant, drawing)

    def _turn(self) -> Turn:
        if self.viewer is None:
            raise ActionRefused("Whoever looks on has no moves.")
        return self._table.turn(self.viewer)

    # -- questions --------------------------------------------------------------------------

    def why(self, move: str) -> JsonObject:
        """Every rule that is asked about a move, and what it has against it."""
        turn = self._turn()
        with self._table.lock:
            try:
                asked = self._match.explain(move, turn.seat)
            except BadNotation as error:
                raise ActionRefused(turn.explain_typo(move, error)) from None
            return {"move": move, **why_data(self._match, asked)}

    def look(self, thing: str) -> JsonObject:
        """What stands at a place, and the moves that concern it; without a name, what there is."""
        with self._table.lock:
            match, viewer = self._match, self.viewer
            drawing = match.game.render(match.state, viewer, match.look(viewer))
            names = list(dict.fromkeys(place.name for place in drawing.places))
            if not thing:
                return {"thing": "", "say": [], "moves": [], "things": names}
            name = next((name for name in names if name.casefold() == thing.casefold()), thing)
            told = list(match.game.look_at(match.state, viewer, name))
            if not told:
                told = [p.what for p in drawing.places if p.name == name and p.what]
            if name not in names and not told:
                near = move_list.nearest(thing, names, 1)
                hint = f"; did you mean '{near[0]}'?" if near else "."
                raise ActionRefused(f"There is nothing called '{shortened(thing)}' here{hint}")
            asked = None if viewer is None else self._table.session.decision_of(viewer)
            moves = []
            if asked is not None:
                turn = self._table.session.turn(asked)
                moves = [one.text for one in turn.touching(name, drawing)]
            return {"thing": name, "say": list(dict.fromkeys(told)), "moves": moves, "things": []}

    def log(self, since: int, count: int = MOST_LOG) -> JsonObject:
        """The acts that stand, from one on, as far as the viewer may know them."""
        with self._table.lock:
            match = self._match
            last = len(match.plies)
            first = min(max(0, since), last)
            acts = [move_data(match, n, self.viewer) for n in range(first, last)[:count]]
            return {"acts": acts, "next": first + len(acts), "number": self._table.number}

    def legend(self) -> JsonObject:
        """What the signs of the drawing mean."""
        match = self._match
        return {"lines": list(match.game.legend(match.state, self.viewer))}

    def goal(self) -> JsonObject:
        """The game for newcomers."""
        guide = read_guide(self._match.game)
        chapters = [] if guide is None else list(guide.chapters())
        return {
            "title": self._match.game.title,
            "chapters": [
                {"title": title, "paragraphs": [without_ids(text) for text in paragraphs]}
                for title, paragraphs in chapters
            ],
        }

    def events(self, since: int) -> list[tuple[int, bytes]]:
        """What happened after a number, each with its number, as the viewer is told."""
        with self._table.lock:
            happened = self._table.journal.since(since)
            return [(item.number, item.said(self._match, self.viewer)) for item in happened]


def ended(match: Match) -> str:
    """How it ended, in a sentence."""
    outcome = match.outcome
    if outcome is None:
        return ""
    names = [match.name(seat) for seat in outcome.winners]
    if not names:
        return "The match is over; nobody has won."
    verb = "wins" if len(names) == 1 else "share the victory"
    return f"The match is over: {in_a_row(names)} {verb}."


_NAMED = re.compile(r' data-(?:cell|card|tile|region|position|box)="([^"]*)"')


def marked(svg: str, places: tuple[str, ...]) -> str:
    """The picture with a sign on everything that bears one of these names."""
    if not places:
        return svg
    wanted = {escape(place) for place in places}

    def sign(found: re.Match[str]) -> str:
        return found[0] + ' data-touched="yes"' if found[1] in wanted else found[0]

    return _NAMED.sub(sign, svg)
