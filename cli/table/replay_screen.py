"""The full-screen replayer: the keys, and what they show."""

from __future__ import annotations

import asyncio

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from rulekeep.cli.table import output
from rulekeep.cli.terminal.screen import Screen
from rulekeep.cli.terminal.scrolling import Sheet, application
from rulekeep.core.drawing.canvas import to_ascii
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match


class Replayer:
    """Shows one position at a time; goes forward and back among them."""

    def __init__(
        self, match: Match, screen: Screen, viewer: int | None, *, at: int, auto: bool, pause: float
    ) -> None:
        self.match = match
        self.screen = screen
        self.viewer = viewer
        self.last = len(match.plies) - 1
        self.at = at
        self.auto = auto
        self.pause = pause
        self.sheet = Sheet(screen, [])
        self.jump: str | None = None
        self._shown = (-1, -1, -1)
        self.app = self._application()

    def run(self) -> None:
        """Until q, Ctrl-C or Ctrl-D."""

        def begin() -> None:
            self.app.create_background_task(self._go_on())

        self.app.run(pre_run=begin)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(max(0.02, self.pause))
            if self.auto:
                self._go(self.at + 1, keep_auto=True)
                self.app.invalidate()

    # -- what is shown ----------------------------------------------------------------------

    def _page(self) -> ANSI:
        shown = (self.at, self.screen.width, self.screen.height)
        if self._shown != shown:
            self._shown = shown
            self.sheet.lines = self.screen.printed(
                lambda: position(self.screen, self.match, self.viewer, self.at)
            )
        return self.sheet.page()

    def _status(self) -> str:
        if self.jump is not None:
            text = f" jump to move (0 to {self.last}), then Enter: {self.jump}"
        else:
            text = f" {self.at}/{self.last}{' auto' if self.auto else ''}  {KEYS}"
        return to_ascii(text) if self.screen.ascii else text

    # -- keys -------------------------------------------------------------------------------

    def _go(self, at: int, keep_auto: bool = False) -> None:
        self.at = max(0, min(self.last, at))
        self.sheet.top = 0
        self.auto = keep_auto and self.auto and self.at < self.last

    def _application(self) -> Application[None]:
        keys = KeyBindings()

        def go(*names: str, by: int = 0, to: int | None = None) -> None:
            def pressed(event: KeyPressEvent) -> None:
                self._go(self.at + by if to is None else to)

            for name in names:
                keys.add(name)(pressed)

        go("right", "n", "l", "enter", by=1)
        go("left", "p", "b", "h", "backspace", by=-1)
        go("pagedown", by=10)
        go("pageup", by=-10)
        go("home", to=0)
        go("end", to=self.last)

        @keys.add("enter", eager=True)
        def _enter(event: KeyPressEvent) -> None:
            if self.jump is None:
                self._go(self.at + 1)
            elif self.jump:
                self._go(int(self.jump))
            self.jump = None

        @keys.add("down")
        def _down(event: KeyPressEvent) -> None:
            self.sheet.top += 1

        @keys.add("up")
        def _up(event: KeyPressEvent) -> None:
            self.sheet.top -= 1

        @keys.add(" ")
        def _auto(event: KeyPressEvent) -> None:
            self.auto = not self.auto and self.at < self.last

        @keys.add("g")
        def _jump(event: KeyPressEvent) -> None:
            self.jump = ""

        @keys.add("escape")
        def _no_jump(event: KeyPressEvent) -> None:
            self.jump = None

        for digit in "0123456789":

            @keys.add(digit)
            def _digit(event: KeyPressEvent) -> None:
                self.jump = ((self.jump or "") + event.data)[:6]

        for name in ("q", "c-c", "c-d"):

            @keys.add(name)
            def _quit(event: KeyPressEvent) -> None:
                event.app.exit()

        return application(self._page, self._status, keys)


KEYS = "→ next  ← back  Home/End  g jump  space auto  ↑↓ scroll  q quit"


def position(screen: Screen, match: Match, viewer: int | None, at: int) -> None:
    """What a move did, and the table after it."""

    def told() -> None:
        # Before the table, so that a tall one does not push it out of the window.
        screen.heading(title(match, at))
        output.tell_news(screen, seat_events.sentences(match, at, viewer))

    told()
    used = len(screen.printed(told)) + 1 if screen.live else None
    output.board(screen, match, viewer, match.plies[at].state, used)
    if at == len(match.plies) - 1:
        output.end(screen, match)


def title(match: Match, at: int) -> str:
    """`Kilt Castle, move 12 of 80: Ada, build A2 crest0`"""
    last = len(match.plies) - 1
    if at == 0:
        return f"{match.game.title}, set-up ({plural(last, 'move follows', 'moves follow')})"
    ply = match.plies[at]
    what = f", {ply.move}" if seat_events.is_public(match, at) else ""
    return f"{match.game.title}, move {at} of {last}: {match.name(ply.seat)}{what}"
