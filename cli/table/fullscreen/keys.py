"""The keys of the full-screen table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from rulekeep.cli.table.terminal_view import LeaveTable
from rulekeep.cli.terminal.scrolling import bind, bind_scrolling

if TYPE_CHECKING:
    from rulekeep.cli.table.fullscreen.app import TableApp

HELP = (
    ("Enter", "play the chosen move, or run what you typed"),
    ("↑ ↓", "choose a move from the list; typing narrows it"),
    ("Tab", "complete what you typed"),
    ("Page Up, Page Down", "scroll the board, Shift+↑ ↓ by a row; Alt+↑ ↓ scroll the events"),
    ("mouse", "the wheel scrolls; a click on the board lists the moves there, on a move plays it"),
    ("", "drag the line beside the board or the first row below it to resize"),
    ("Ctrl-P, Ctrl-N", "bring back what you typed before"),
    ("Esc", "return to the table and to all moves"),
    ("Ctrl-C, Ctrl-D", "ask to leave, leave; the match is saved"),
)


def bindings(app: TableApp) -> KeyBindings:
    """All keys; on a page and where any key will do they mean something else."""
    keys = KeyBindings()
    on_page = Condition(lambda: app.shows_page)
    waits = Condition(lambda: app.waits_for_key)
    at_table = ~on_page & ~waits
    bind_scrolling(keys, app.page, on_page)

    @keys.add(Keys.Any, filter=on_page | waits, eager=True)
    @keys.add("enter", filter=on_page | waits, eager=True)
    @keys.add("escape", filter=on_page | waits, eager=True)
    def _any(event: KeyPressEvent) -> None:
        app.press(event.data)

    @keys.add("c-d", eager=True)
    def _leave(event: KeyPressEvent) -> None:
        event.app.exit(exception=LeaveTable())

    def at(act: Callable[[], object], name: str) -> None:
        bind(keys, act, name, where=at_table, eager=name != "escape")

    def read_on(rows: int) -> None:
        (app.side_page if app.shows_side_page else app.events).scroll(rows)

    board = app.board_pane
    at(lambda: app.page_board(-1), "pageup")
    at(lambda: app.page_board(1), "pagedown")
    at(lambda: board.scroll(-1), "s-up")
    at(lambda: board.scroll(1), "s-down")
    at(lambda: read_on(-1), "escape up")
    at(lambda: read_on(1), "escape down")
    at(app.enter, "enter")
    at(app.escape, "escape")
    at(lambda: app.step(-1), "up")
    at(lambda: app.step(1), "down")
    at(lambda: app.buffer.history_backward(), "c-p")
    at(lambda: app.buffer.history_forward(), "c-n")
    at(app.complete_word, "tab")
    at(app.ask_for_help, "f1")
    bind(keys, app.interrupt, "c-c", "<sigint>", eager=True)
    return keys
