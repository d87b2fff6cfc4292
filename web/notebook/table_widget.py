"""The widget: sends the page what a seat may see, and plays the moves that the page asks for."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import anywidget
import traitlets

from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import RulekeepError
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.match.result_text import result_sentences
from rulekeep.session.serialize import move_group_data
from rulekeep.session.session import Session
from rulekeep.session.turn import ActionRefused

MOST_SENTENCES = 8


_IMPORT = re.compile(r'^import (\{.*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)


def script(name: str = "table_widget") -> str:
    """A script and the scripts of the web pages that it imports as one module.

    A widget cannot import files, so each of them becomes a function that returns what it exports.
    """
    modules: dict[str, str] = {}

    def take(name: str) -> None:
        own, pages = resources.files("rulekeep.web.notebook"), resources.files("rulekeep.web.pages")
        places = (own / f"{name}.js", pages / "static" / f"{name}.js")
        text = next(place for place in places if place.is_file()).read_text("utf-8")
        for _, needed in _IMPORT.findall(text):
            if needed not in modules:
                take(needed)
        exported = ", ".join(_EXPORT.findall(text))
        inside = _EXPORT.sub("", _IMPORT.sub(r"const \1 = \2_module;", text))
        modules[name] = (
            f"const {name}_module = (() => {{\n{inside}\nreturn {{ {exported} }};\n}})();"
        )

    take(name)
    return "\n".join([*modules.values(), f"export default {{ render: {name}_module.render }};"])


class TableWidget(anywidget.AnyWidget):
    """A table in a notebook. `match` is the match as it stands now."""

    _esm = script()
    _css = (resources.files("rulekeep.web.notebook") / "table_widget.css").read_text("utf-8")
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.on_msg(self._receive)
        self._let_bots_play()

    @property
    def match(self) -> Match:
        return self.session.match

    def _receive(self, _widget: object, asked: Any, _buffers: object) -> None:
        """A click in the page: a move, or undo."""
        try:
            self._act(asked)
        except RulekeepError as error:
            self._show(str(error))
        else:
            self._let_bots_play()

    def _act(self, asked: Any) -> None:
        if asked.get("number") != len(self.match.plies):
            raise ActionRefused("The match has gone on. Choose again.")
        if asked.get("undo"):
            seat = self._viewer()
            self.session.undo(self.session.plan_undo(0 if seat is None else seat))
            return
        decision = self.session.next()
        self.session.play(decision.seat, self.session.turn(decision).parse_move(str(asked["move"])))

    def _let_bots_play(self) -> None:
        session = self.session
        self._show()
        while not self.match.is_over and session.next().seat in session.bots:
            seat = session.next().seat
            session.play(seat, session.choose(seat).move)
            self._show()

    def _viewer(self) -> int | None:
        """Who looks at the table: the person who decides, else the only person."""
        decision = None if self.match.is_over else self.session.next()
        if decision is not None and decision.seat in self.session.people:
            return decision.seat
        return self.session.viewer

    def _show(self, refusal: str = "") -> None:
        """Send the page everything that it shows."""
        match, viewer = self.match, self._viewer()
        mine = [d for d in match.decisions if d.seat == viewer and viewer in self.session.people]
        moves: list[dict[str, Any]] = []
        for turn in map(self.session.turn, mine):
            drawing = match.game.render(match.state, turn.seat, Look(names=match.names))
            for group in turn.groups:
                moves += move_group_data(turn, drawing, group)["moves"]
        self.view = {
            "number": len(match.plies),
            "picture": match.svg(viewer),
            "own": "" if viewer is None else str(viewer + 1),
            "moves": moves,
            "status": self._status(mine[0].prompt if mine else ""),
            "sentences": self._last_sentences(viewer),
            "refusal": refusal,
        }

    def _status(self, prompt: str) -> str:
        """The result, the question, or who is thinking."""
        if self.match.is_over:
            return " ".join(result_sentences(self.match))
        name = self.match.name(self.session.next().seat)
        return f"{name}: {prompt}" if prompt else f"{name} is thinking."

    def _last_sentences(self, viewer: int | None) -> list[str]:
        """What happened in the last moves, as far as the viewer may know."""
        count = len(self.match.plies)
        plies = range(max(0, count - 2 * self.match.seats), count)
        sentences = [s for ply in plies for s in seat_events.sentences(self.match, ply, viewer)]
        return sentences[-MOST_SENTENCES:]
