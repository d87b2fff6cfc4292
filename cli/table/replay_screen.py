"""The full-screen replayer: the keys, and what they show."""

from __future__ import annotations

import asyncio

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from rulekeep.cli.table.position_output import show_step
from rulekeep.cli.terminal.screen import Screen
from rulekeep.cli.terminal.scrolling import bind, full_screen
from rulekeep.match.match import Match

KEYS = "→ next  ← back  Home/End  g jump  space auto  ↑↓ scroll  q quit"


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
        self.jump: str | None = None
        """The digits typed after g, before Enter."""
        self._drawn = (-1, -1, -1)
        keys = KeyBindings()
        self.app, self.pane = full_screen(screen, self._status, keys, self._refresh)
        self._bind(keys)

    def run(self) -> None:
        """Until q, Ctrl-C or Ctrl-D."""

        def start() -> None:
            self.app.create_background_task(self._advance())

        self.app.run(pre_run=start)

    async def _advance(self) -> None:
        while True:
            await asyncio.sleep(max(0.02, self.pause))
            if self.auto:
                self._go(self.at + 1, keep_auto=True)
                self.app.invalidate()

    def _refresh(self) -> None:
        wanted = (self.at, self.screen.width, self.screen.height)
        if self._drawn != wanted:
            self._drawn = wanted
            self.pane.lines = self.screen.printed(
                lambda: show_step(self.screen, self.match, self.viewer, self.at)
            )

    def _status(self) -> str:
        if self.jump is not None:
            return f" jump to move (0 to {self.last}), then Enter: {self.jump}"
        return f" {self.at}/{self.last}{' auto' if self.auto else ''}  {KEYS}"

    # -- keys -------------------------------------------------------------------------------

    def _go(self, at: int, keep_auto: bool = False) -> None:
        self.at = max(0, min(self.last, at))
        self.pane.top = 0
        self.auto = keep_auto and self.auto and self.at < self.last

    def _bind(self, keys: KeyBindings) -> None:
        bind(keys, lambda: self._go(self.at + 1), "right", "n", "l")
        bind(keys, lambda: self._go(self.at - 1), "left", "p", "b", "h", "backspace")
        bind(keys, lambda: self._go(self.at + 10), "pagedown")
        bind(keys, lambda: self._go(self.at - 10), "pageup")
        bind(keys, lambda: self._go(0), "home")
        bind(keys, lambda: self._go(self.last), "end")
        bind(keys, lambda: self.pane.scroll(1), "down")
        bind(keys, lambda: self.pane.scroll(-1), "up")
        bind(keys, self._enter, "enter")
        bind(keys, self._toggle_auto, " ")
        bind(keys, lambda: self._set_jump(""), "g")
        bind(keys, lambda: self._set_jump(None), "escape")
        bind(keys, self.app.exit, "q", "c-c", "c-d")

        def digit(event: KeyPressEvent) -> None:
            self._set_jump(((self.jump or "") + event.data)[:6])

        for name in "0123456789":
            keys.add(name)(digit)

    def _enter(self) -> None:
        if self.jump != "":
            self._go(self.at + 1 if self.jump is None else int(self.jump))
        self.jump = None

    def _toggle_auto(self) -> None:
        self.auto = not self.auto and self.at < self.last

    def _set_jump(self, digits: str | None) -> None:
        self.jump = digits
