"""The keys of the full-screen table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from rulekeep.cli.table.table_view import LeaveTable
from rulekeep.cli.terminal.scrolling import Pane

if TYPE_CHECKING:
    from rulekeep.cli.table.fullscreen.app import TableApp

HELP = (
    ("Enter", "plays the chosen move, or does what was typed"),
    ("↑ ↓", "choose a move from the list; typing narrows it"),
    ("Tab", "completes what was typed"),
    ("Page Up, Page Down", "scroll the board, Shift+↑ ↓ by a row; Alt+↑ ↓ scroll the news"),
    ("mouse", "the wheel scrolls; a click on the board lists the moves there, on a move plays it"),
    ("Ctrl-P, Ctrl-N", "bring back what you typed before"),
    ("Esc", "back to the table and to all moves"),
    ("Ctrl-C, Ctrl-D", "ask to leave, leave; the match is saved"),
)


def bindings(app: TableApp) -> KeyBindings:
    """All keys; on a page and where any key will do they mean something else."""
    keys = KeyBindings()
    on_page = Condition(lambda: app.shows_page)
    waits = Condition(lambda: app.waits_for_key)
    at_table = ~on_page & ~waits
    _scrolling(keys, app, on_page, at_table)

    def does(*names: str, where: FilterOrBool = at_table) -> Callable[[Callable[[], None]], None]:
        def bind(act: Callable[[], None]) -> None:
            @keys.add(*names, filter=where, eager=len(names) == 1 and names[0] != "escape")
            def _pressed(event: KeyPressEvent) -> None:
                act()

        return bind

    @keys.add(Keys.Any, filter=on_page | waits, eager=True)
    @keys.add("enter", filter=on_page | waits, eager=True)
    @keys.add("escape", filter=on_page | waits, eager=True)
    def _any(event: KeyPressEvent) -> None:
        app.press(event.data)

    @keys.add("c-d", eager=True)
    def _leave(event: KeyPressEvent) -> None:
        event.app.exit(exception=LeaveTable())

    does("enter")(app.enter)
    does("escape")(app.escape)
    does("up")(lambda: app.step(-1))
    does("down")(lambda: app.step(1))
    does("c-p")(lambda: app.buffer.history_backward())
    does("c-n")(lambda: app.buffer.history_forward())
    does("tab")(app.complete_word)
    does("f1")(app.ask_for_help)
    does("c-c", where=True)(app.interrupt)
    does("<sigint>", where=True)(app.interrupt)
    return keys


def _scrolling(
    keys: KeyBindings, app: TableApp, on_page: FilterOrBool, at_table: FilterOrBool
) -> None:
    def scrolls(name: str, pane: Pane, rows: Callable[[], int], where: FilterOrBool) -> None:
        @keys.add(*name.split(), filter=where, eager=True)
        def _scroll(event: KeyPressEvent) -> None:
            pane.scroll(rows())

    page, board, events = app.page, app.board_pane, app.events
    scrolls("up", page, lambda: -1, on_page)
    scrolls("down", page, lambda: 1, on_page)
    scrolls("pageup", page, lambda: 1 - page.rows(), on_page)
    scrolls("pagedown", page, lambda: page.rows() - 1, on_page)
    scrolls("home", page, lambda: -len(page.lines), on_page)
    scrolls("end", page, lambda: len(page.lines), on_page)
    scrolls("pageup", board, lambda: 1 - board.rows(), at_table)
    scrolls("pagedown", board, lambda: board.rows() - 1, at_table)
    scrolls("s-up", board, lambda: -1, at_table)
    scrolls("s-down", board, lambda: 1, at_table)
    scrolls("escape up", events, lambda: -1, at_table)
    scrolls("escape down", events, lambda: 1, at_table)
