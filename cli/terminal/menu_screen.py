"""A menu on the full screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from rulekeep.cli.terminal.menu import (
    DETAIL_ROWS,
    KEYS,
    Back,
    MenuItem,
    detail_rows,
    list_rows,
    matching,
)
from rulekeep.cli.terminal.prompt import MAX_INPUT, prepare_toolkit
from rulekeep.cli.terminal.screen import Screen
from rulekeep.cli.terminal.scrolling import ESCAPE_WAIT, bind
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import folded


class MenuScreen:
    """Title, items, the text of the chosen one, an error, and a line to type in."""

    def __init__(
        self,
        screen: Screen,
        title: str,
        items: Sequence[MenuItem],
        at: int,
        answer: Callable[[str, int], str],
    ) -> None:
        prepare_toolkit(screen)
        self.screen = screen
        self.title = title
        self.items = items
        self.at = at
        self.answer = answer
        self.error = ""
        self.output = get_app_session().output
        self.buffer = Buffer(multiline=False, on_text_changed=lambda _: self._follow_typing())
        keys = KeyBindings()
        self.app: Application[str] = Application(
            layout=Layout(self._windows()),
            key_bindings=keys,
            full_screen=True,
            mouse_support=True,
            erase_when_done=True,
        )
        self.app.ttimeoutlen = self.app.timeoutlen = ESCAPE_WAIT
        bind(keys, lambda: self._step(-1), "up")
        bind(keys, lambda: self._step(1), "down", "tab")
        bind(keys, lambda: self._step(-self._most()), "pageup")
        bind(keys, lambda: self._step(self._most()), "pagedown")
        bind(keys, self.enter, "enter", eager=True)
        bind(keys, lambda: self.app.exit(exception=Back()), "escape", eager=True)
        bind(keys, lambda: self.app.exit(exception=KeyboardInterrupt()), "c-c", "c-d", "<sigint>")

    def run(self) -> str:
        return self.app.run()

    def _windows(self) -> HSplit:
        def rows(text: Callable[[], list[str]], style: str) -> Window:
            def shown() -> StyleAndTextTuples:
                return [(style, "\n".join(self.screen.in_window(row) for row in text()))]

            return Window(FormattedTextControl(shown), dont_extend_height=True)

        label = BeforeInput("> ", style="bold")
        return HSplit(
            [
                rows(self._title_rows, "bold"),
                Window(ItemsControl(self), height=lambda: Dimension.exact(self._most())),
                rows(lambda: ["", *detail_rows(self.items, self.at, self._width())], "italic"),
                Window(),
                rows(lambda: folded(self.error, self._width(), "")[:3], "bold ansired"),
                rows(lambda: [f" {KEYS}".ljust(self._width())[: self._width()]], "reverse"),
                Window(BufferControl(self.buffer, input_processors=[label]), height=1),
            ]
        )

    def _title_rows(self) -> list[str]:
        width = self._width()
        return [row for line in self.title.split("\n") for row in folded(line, width, "") or [""]]

    def _width(self) -> int:
        return self.output.get_size().columns

    def _most(self) -> int:
        """Rows for items: all but those of the other parts."""
        others = len(self._title_rows()) + 1 + DETAIL_ROWS + 2
        room = self.output.get_size().rows - others
        return min(len(self.items), max(3, room))

    # -- what keys and clicks do ------------------------------------------------------------

    def _step(self, by: int) -> None:
        if self.items:
            self.buffer.reset()
            last = len(self.items) - 1
            wraps = abs(by) == 1
            self.at = (self.at + by) % (last + 1) if wraps else max(0, min(last, self.at + by))

    def _follow_typing(self) -> None:
        self.error = ""
        found = matching(self.items, self.buffer.text.strip())
        if found is not None:
            self.at = found

    def enter(self) -> None:
        """Choose what is typed, else the item at which the mark is."""
        try:
            self.app.exit(result=self.answer(self.buffer.text[:MAX_INPUT], self.at))
        except RulekeepError as error:
            self.buffer.reset()
            self.error = f"{error}"
        except (Back, EOFError) as error:
            self.app.exit(exception=error)

    def click(self, row: int) -> None:
        """Choose the item in a row."""
        shown = self.rows()
        if row < len(shown):
            self.buffer.reset()
            self.at = shown[row][0]
            self.enter()

    def rows(self) -> list[tuple[int, str]]:
        """The items in view."""
        return list_rows(self.items, self.at, self._width(), self._most())


class ItemsControl(FormattedTextControl):
    """The items of a menu: the wheel steps through them, a click chooses one."""

    def __init__(self, menu: MenuScreen) -> None:
        super().__init__(self._rows, focusable=False)
        self.menu = menu

    def _rows(self) -> StyleAndTextTuples:
        rows: StyleAndTextTuples = []
        for index, text in self.menu.rows():
            style = "reverse" if index == self.menu.at else ""
            rows += [(style, self.menu.screen.in_window(text)), ("", "\n")]
        return rows[:-1]

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        kind = mouse_event.event_type
        if kind == MouseEventType.MOUSE_UP:
            self.menu.click(mouse_event.position.y)
        elif kind in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            self.menu._step(-1 if kind == MouseEventType.SCROLL_UP else 1)
