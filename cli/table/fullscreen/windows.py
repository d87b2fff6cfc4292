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
    from rulekeep.cli.table.fullscreen.move_chooser import MoveChooser

PAGE_KEYS = "↑ ↓ Page Up Page Down scroll, any other key returns to the table"


class Windows:
    """Makes every window once, and chooses at every drawing which are shown."""

    def __init__(self, app: TableApp) -> None:
        self.app = app
        self.moves = Window(
            MovesControl(app),
            height=lambda: Dimension.exact(app.frame.moves),
            width=lambda: Dimension.exact(app.frame.side_width),
        )
        self.bar = Window(FormattedTextControl(self._bar), height=1)
        self.cover = Window(FormattedTextControl(self._cover), wrap_lines=True)
        self.prompt = DynamicContainer(self.current_prompt)
        self._prompts: dict[Buffer, Window] = {}

    def current_prompt(self) -> Window:
        """The typed line of the player who is asked."""
        buffer = self.app.buffer
        if buffer not in self._prompts:
            label = BeforeInput(lambda: self.app.displayable(self.app.label), style="bold")
            control = BufferControl(buffer, input_processors=[label])
            self._prompts[buffer] = Window(control, height=1)
        return self._prompts[buffer]

    def shown(self) -> AnyContainer:
        """The windows on the screen now."""
        app = self.app
        if app.shows_page:
            return HSplit([app.page.window, self._line(self._below_page, "reverse")])
        if app.cover_lines:
            return HSplit([self.cover, self.bar, self.prompt])
        if app.frame.beside:
            rule = Window(width=1, char=app.displayable("│"))
            body = VSplit([app.board_pane.window, rule, self._side()])
            return HSplit([body, self.bar, self.prompt])
        below: list[AnyContainer] = [app.events.window, self.moves]
        if app.shows_side_page:
            below = [app.side_page.window]
        return HSplit([app.board_pane.window, *below, self.bar, self.prompt])

    def _below_page(self) -> str:
        return f" {self.app.bar if self.app.waits_for_key else PAGE_KEYS}"

    def _side(self) -> AnyContainer:
        if self.app.shows_side_page:
            return self.app.side_page.window
        title = self._line(lambda: "Moves" if self.app.choices is not None else "", "bold")
        return HSplit([self.app.events.window, title, self.moves])

    def _line(self, text: Callable[[], str], style: str) -> Window:
        return Window(
            FormattedTextControl(lambda: self.app.displayable(text())), height=1, style=style
        )

    # -- the bar ----------------------------------------------------------------------------

    def _bar(self) -> StyleAndTextTuples:
        app = self.app
        notes: list[str] = []
        if app.board_pane.hidden or app.board_pane.top:
            notes.append("Page Up/Down")
        if app.events.top:
            notes.append("Alt+↑ events")
        if app.choices is not None and app.asking:
            notes.append(_about(app.choices))
        # The question comes first: notes for which there is no room are left out.
        while notes and len(app.bar) + len(" · ".join(notes)) + 3 > app.frame.width:
            del notes[0]
        right = " · ".join(notes)
        room = max(0, app.frame.width - len(right) - 3)
        return [("reverse", app.displayable(f" {fit(app.bar, room):<{room}} {right} "))]

    def _cover(self) -> StyleAndTextTuples:
        lines = "\n".join(["", *self.app.cover_lines]).split("\n")
        return [("bold", "\n".join(self.app.displayable(f"  {line}") for line in lines))]


def _about(choices: MoveChooser) -> str:
    """How many moves are listed, and of how many."""
    total, found = len(choices.turn.legal), len(choices.fitting)
    at = f" at {choices.place}" if choices.place else ""
    if choices.chosen is not None:
        return choices.chosen.text
    if found < total:
        return f"{found} of {plural(total, 'move')}{at}"
    return f"{plural(total, 'move')}{at}, ↑↓ choose"


class MovesControl(FormattedTextControl):
    """The list of moves, drawn round the chosen one."""

    def __init__(self, app: TableApp) -> None:
        super().__init__(self._rows, focusable=False)
        self.app = app

    def _shown(self) -> range:
        choices = self.app.choices
        return choices.window(self.app.frame.moves) if choices is not None else range(0)

    def _rows(self) -> StyleAndTextTuples:
        app, choices = self.app, self.app.choices
        if choices is None or not app.asking:
            return []
        shown = self._shown()
        if not shown:
            return [("", app.displayable(" No move has these words."))]
        rows: StyleAndTextTuples = []
        for index in shown:
            text, notation = map(app.displayable, choices.row(index, app.frame.side_width))
            style = "reverse" if index == choices.at else ""
            rows += [(style, text), (f"{style} italic", notation), ("", "\n")]
        return rows[:-1]

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        kind, shown = mouse_event.event_type, self._shown()
        if kind == MouseEventType.MOUSE_UP:
            if mouse_event.position.y < len(shown):
                self.app.click_move(shown[mouse_event.position.y])
        elif kind == MouseEventType.SCROLL_UP:
            self.app.step(-1)
        elif kind == MouseEventType.SCROLL_DOWN:
            self.app.step(1)
        else:
            return NotImplemented
        return None
