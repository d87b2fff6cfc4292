"""The windows of the table, put together for the size and what is to be seen."""

from __future__ import annotations

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


class Windows:
    """Makes every window once, and chooses at every drawing which are shown."""

    def __init__(self, app: TableApp) -> None:
        self.app = app
        self.moves = Window(
            MovesControl(app),
            height=lambda: Dimension.exact(app.frame.moves),
            width=lambda: Dimension.exact(app.frame.side_width),
        )
        self.bar = Window(FormattedTextControl(self._bar), dont_extend_height=True)
        self.rule = Window(EdgeControl(app, beside=True), width=1, char=app.screen.in_window("│"))
        self.title = Window(EdgeControl(app, beside=False), height=1, style="bold")
        self.cover = Window(FormattedTextControl(self._cover), wrap_lines=True)
        self.prompt = DynamicContainer(self.current_prompt)
        self._prompts: dict[Buffer, Window] = {}

    def current_prompt(self) -> Window:
        """The typed line of the player who is asked."""
        buffer = self.app.buffer
        if buffer not in self._prompts:
            label = BeforeInput(lambda: self.app.screen.in_window(self.app.label), style="bold")
            control = BufferControl(buffer, input_processors=[label])
            self._prompts[buffer] = Window(control, height=1)
        return self._prompts[buffer]

    def shown(self) -> AnyContainer:
        """The windows on the screen now."""
        app = self.app
        if app.shows_page:
            return HSplit([app.page.window, self.bar])
        if app.cover_lines:
            return HSplit([self.cover, self.bar, self.prompt])
        if app.frame.beside:
            body = VSplit([app.board_pane.window, self.rule, self._side()])
            return HSplit([body, self.bar, self.prompt])
        below: list[AnyContainer] = [app.events.window, self.moves]
        if app.shows_side_page:
            below = [app.side_page.window]
        return HSplit([app.board_pane.window, *below, self.bar, self.prompt])

    def _side(self) -> AnyContainer:
        if self.app.shows_side_page:
            return self.app.side_page.window
        return HSplit([self.app.events.window, self.title, self.moves])

    # -- the bar ----------------------------------------------------------------------------

    def _bar(self) -> StyleAndTextTuples:
        app, size = self.app, self.app.frame
        lines = app.bar_lines(size.width, size.height)
        notes = self._notes()
        count = [_about(app.choices)] if app.choices is not None and app.asking else []
        # The question comes first: it leaves room for one note at least, if it can.
        notes = notes if len(lines[-1]) + len(" · ".join(notes)) + 3 <= size.width else notes[:1]
        if len(lines[-1]) + len(" · ".join(notes + count)) + 3 <= size.width:
            notes += count
        right = " · ".join(notes)
        room = max(0, size.width - len(right) - 3)
        last = f" {fit(lines[-1], room):<{room}} {right} "
        rows = [*(f" {line:<{size.width - 1}}" for line in lines[:-1]), last]
        return [("reverse", "\n".join(map(app.screen.in_window, rows)))]

    def _notes(self) -> list[str]:
        """How to see what does not fit."""
        app = self.app
        notes: list[str] = []
        if app.shows_page:
            return notes
        if app.shows_side_page and (app.side_page.hidden or app.side_page.top):
            notes.append("Alt+↑↓ more")
        if app.board_pane.hidden or app.board_pane.top:
            notes.append("Page Up/Down")
        elif app.board is not None and app.board.leaves_out:
            notes.append("Page Down: all")
        if not app.shows_side_page and app.events.top:
            notes.append("Alt+↑ events")
        return notes

    def _cover(self) -> StyleAndTextTuples:
        lines = "\n".join(["", *self.app.cover_lines]).split("\n")
        return [("bold", "\n".join(self.app.screen.in_window(f"  {line}") for line in lines))]


def _about(choices: MoveChooser) -> str:
    """How many moves are listed, and of how many."""
    total, found = len(choices.turn.legal), len(choices.fitting)
    at = f" at {choices.place}" if choices.place else ""
    if choices.chosen is not None:
        return choices.chosen.text
    if found < total:
        return f"{found} of {plural(total, 'move')}{at}"
    return f"{plural(total, 'move')}{at}, ↑↓ choose"


class EdgeControl(FormattedTextControl):
    """An edge between two panes, which the mouse can drag."""

    def __init__(self, app: TableApp, beside: bool) -> None:
        super().__init__(lambda: "" if beside or app.choices is None else "Moves")
        self.app = app
        self.beside = beside

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        if mouse_event.event_type != MouseEventType.MOUSE_DOWN:
            return NotImplemented
        size = self.app.frame
        self.app.grab(self.beside, size.board_width if self.beside else size.events)
        return None


class MovesControl(FormattedTextControl):
    """The list of moves, drawn round the chosen one."""

    def __init__(self, app: TableApp) -> None:
        super().__init__(self._rows, focusable=False)
        self.app = app

    def _shown(self) -> list[tuple[int, str, str]]:
        choices, size = self.app.choices, self.app.frame
        if choices is None or not self.app.asking:
            return []
        return choices.rows(size.moves, size.side_width, fold_all=size.beside)

    def _rows(self) -> StyleAndTextTuples:
        app = self.app
        rows: StyleAndTextTuples = []
        for index, text, notation in self._shown():
            style = "reverse" if app.choices is not None and index == app.choices.at else ""
            rows += [
                (style, app.screen.in_window(text)),
                (f"{style} italic", app.screen.in_window(notation)),
            ]
            rows.append(("", "\n"))
        if not rows and app.choices is not None and app.asking:
            return [("", app.screen.in_window(" No move has these words."))]
        return rows[:-1]

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        kind = mouse_event.event_type
        if kind == MouseEventType.MOUSE_UP:
            shown = self._shown()
            if mouse_event.position.y < len(shown):
                self.app.click_move(shown[mouse_event.position.y][0])
        elif kind == MouseEventType.SCROLL_UP:
            self.app.step(-1)
        elif kind == MouseEventType.SCROLL_DOWN:
            self.app.step(1)
        else:
            return NotImplemented
        return None
