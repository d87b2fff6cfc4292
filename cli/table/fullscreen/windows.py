"""The windows of the table, put together for the size and what is to be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import DynamicContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.containers import AnyContainer
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from rulekeep.core.text import fit, plural

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

    from rulekeep.cli.table.fullscreen.app import TableApp
    from rulekeep.cli.table.fullscreen.move_chooser import Choices

SHEET_KEYS = "↑ ↓ Page Up Page Down scroll, any other key goes back to the table"


class Windows:
    """Every window is made once; which of them are shown is asked at every drawing."""

    def __init__(self, desk: TableApp) -> None:
        self.desk = desk
        self.moves = Window(
            MovesControl(desk),
            height=lambda: Dimension.exact(desk.frame.moves),
            width=lambda: Dimension.exact(desk.frame.side_width),
        )
        self.bar = Window(FormattedTextControl(self._bar), height=1)
        self.curtain = Window(FormattedTextControl(self._curtain), wrap_lines=True)
        self.prompt = DynamicContainer(self.prompt_of_now)
        self._prompts: dict[Buffer, Window] = {}

    def prompt_of_now(self) -> Window:
        """The typed line of whoever sits at the keyboard."""
        buffer = self.desk.buffer
        if buffer not in self._prompts:
            label = BeforeInput(lambda: self.desk.spelled(self.desk.label), style="bold")
            control = BufferControl(buffer, input_processors=[label])
            self._prompts[buffer] = Window(control, height=1)
        return self._prompts[buffer]

    def shown(self) -> AnyContainer:
        """All that is on the screen now."""
        desk = self.desk
        if desk.reads_sheet:
            return HSplit([desk.sheet.window, self._line(self._below_sheet, "reverse")])
        if desk.curtain:
            return HSplit([self.curtain, self.bar, self.prompt])
        if desk.frame.beside:
            rule = Window(width=1, char=desk.spelled("│"))
            body = VSplit([desk.board_pane.window, rule, self._side()])
            return HSplit([body, self.bar, self.prompt])
        below: list[AnyContainer] = [desk.news.window, self.moves]
        if desk.reads_paper:
            below = [desk.paper.window]
        return HSplit([desk.board_pane.window, *below, self.bar, self.prompt])

    def _below_sheet(self) -> str:
        return f" {self.desk.bar if self.desk.waits_for_key else SHEET_KEYS}"

    def _side(self) -> AnyContainer:
        if self.desk.reads_paper:
            return self.desk.paper.window
        title = self._line(lambda: "Moves" if self.desk.choices is not None else "", "bold")
        return HSplit([self.desk.news.window, title, self.moves])

    def _line(self, text: Callable[[], str], style: str) -> Window:
        return Window(
            FormattedTextControl(lambda: self.desk.spelled(text())), height=1, style=style
        )

    # -- the bar ----------------------------------------------------------------------------

    def _bar(self) -> StyleAndTextTuples:
        desk = self.desk
        notes: list[str] = []
        if desk.board_pane.hidden or desk.board_pane.top:
            notes.append("Page Up/Down")
        if desk.news.top:
            notes.append("Alt+↑ news")
        if desk.choices is not None and desk.asking:
            notes.append(_about(desk.choices))
        # The question comes first: notes for which there is no room are left out.
        while notes and len(desk.bar) + len(" · ".join(notes)) + 3 > desk.frame.width:
            del notes[0]
        right = " · ".join(notes)
        room = max(0, desk.frame.width - len(right) - 3)
        return [("reverse", desk.spelled(f" {fit(desk.bar, room):<{room}} {right} "))]

    def _curtain(self) -> StyleAndTextTuples:
        lines = "\n".join(f"  {line}" for line in ["", *self.desk.curtain])
        return [("bold", self.desk.spelled_lines(lines))]


def _about(choices: Choices) -> str:
    """How many moves are listed, and of how many."""
    total, found = len(choices.turn.legal), len(choices.fitting)
    at = f" at {choices.place}" if choices.place else ""
    if found < total:
        return f"{found} of {plural(total, 'move')}{at}"
    return f"{plural(total, 'move')}{at}, ↑↓ choose"


class MovesControl(FormattedTextControl):
    """The list of moves, drawn round the chosen one."""

    def __init__(self, desk: TableApp) -> None:
        super().__init__(self._rows, focusable=False)
        self.desk = desk

    def _shown(self) -> range:
        choices = self.desk.choices
        return choices.window(self.desk.frame.moves) if choices is not None else range(0)

    def _rows(self) -> StyleAndTextTuples:
        desk, choices = self.desk, self.desk.choices
        if choices is None or not desk.asking:
            return []
        shown = self._shown()
        if not shown:
            return [("", desk.spelled(" no move has these words"))]
        column = choices.column(shown)
        rows: StyleAndTextTuples = []
        for index in shown:
            text = desk.spelled(choices.row(index, desk.frame.side_width, column))
            rows += [("reverse" if index == choices.at else "", text), ("", "\n")]
        return rows[:-1]

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        kind, shown = mouse_event.event_type, self._shown()
        if kind == MouseEventType.MOUSE_UP:
            if mouse_event.position.y < len(shown):
                self.desk.click_move(shown[mouse_event.position.y])
        elif kind == MouseEventType.SCROLL_UP:
            self.desk.step(-1)
        elif kind == MouseEventType.SCROLL_DOWN:
            self.desk.step(1)
        else:
            return NotImplemented
        return None
