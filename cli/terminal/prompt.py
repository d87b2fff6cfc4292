"""What is typed: prompt_toolkit on a terminal, bare lines everywhere else."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.screen import Screen, complaint, printable
from rulekeep.core.drawing.canvas import to_ascii
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

KEY = "a key"
"""The session that waits for keys: it keeps its bindings to itself."""

MAX_INPUT = 1000
"""Characters; no move is nearly as long."""


LOW = 3
"""In a window of fewer rows proposals cannot be listed."""


@frozen
class Proposal:
    """A word that may come next."""

    word: str
    more: bool = False
    """Further words follow it."""


Complete = Callable[[str], Sequence[Proposal]]


class BadLine(RulekeepError):
    """A line of a pipe that cannot be carried out."""


class Resized(Exception):
    """The window has another size now; carries what was typed so far."""

    def __init__(self, typed: str) -> None:
        self.typed = typed


class Prompt:
    """Asks questions; EOFError when there is nobody to answer any more."""

    def __init__(self, screen: Screen, interrupts: Interrupts) -> None:
        self.screen = screen
        self.interrupts = interrupts
        self.piped = not sys.stdin.isatty()
        self.line_number = 0
        self._sessions: dict[str, PromptSession[str]] = {}

    # -- questions --------------------------------------------------------------------------

    def line(
        self,
        prompt: str,
        *,
        who: str = "",
        complete: Complete | None = None,
        past: Sequence[str] = (),
        typed: str = "",
        watch_size: bool = False,
    ) -> str:
        """One line. `who` keeps histories apart; `past` is a new history's beginning."""
        self.screen.new_page()
        with self.interrupts.waiting():
            if self.screen.live:
                return self._at_terminal(prompt, who, complete, past, typed, watch_size)
            return self._plain(prompt)

    def yes(self, question: str, default: bool = False) -> bool:
        """A question that is answered with yes or no."""
        hint = "[Y/n]" if default else "[y/N]"
        while True:
            said = self.line(f"{question} {hint} ").strip().lower()
            if not said:
                return default
            if said in ("y", "yes", "n", "no"):
                return said[0] == "y"
            self.complain(f"{said!r} is neither yes nor no.")

    def key(self, prompt: str) -> None:
        """Wait until somebody presses a key (Enter, where keys cannot be read)."""
        if not self.screen.live:
            if not self.piped:
                self.line(prompt.replace("ress a key", "ress Enter") + " ")
            return
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
        from prompt_toolkit.keys import Keys

        keys = KeyBindings()

        @keys.add(Keys.Any)
        def _pressed(event: KeyPressEvent) -> None:
            event.app.exit(result="")

        # Keys pressed too early were not meant for this.
        forget_typed()
        with self.interrupts.waiting():
            self._session(KEY).prompt(self._prompt(f"{prompt} "), key_bindings=keys)

    def complain(self, what: str) -> None:
        """Tell what is wrong with the last line; in a pipe that is the end."""
        if self.piped:
            raise BadLine(f"line {self.line_number}: {what}")
        self.screen.say(complaint(what), "bold red")

    # -- bare lines -------------------------------------------------------------------------

    def _plain(self, prompt: str) -> str:
        out = self.screen.out
        out.write(prompt)
        out.flush()
        while True:
            try:
                line = sys.stdin.readline()
            except UnicodeDecodeError:
                self.line_number += 1
                self.complain("not text in this encoding")
                out.write(prompt)
                out.flush()
                continue
            except KeyboardInterrupt:
                out.write("\n")
                raise
            if not line:
                out.write("\n")
                raise EOFError
            self.line_number += 1
            text = line.strip()
            if len(text) > MAX_INPUT:
                self.complain(f"longer than {MAX_INPUT} characters")
                continue
            if self.piped:
                if not text or text.startswith("#"):
                    continue
                # Nobody typed it here, so the transcript would lack it.
                out.write(f"{printable(text)}\n")
            return text

    # -- a terminal -------------------------------------------------------------------------

    def _prompt(self, text: str) -> Any:
        from prompt_toolkit.formatted_text import FormattedText

        return FormattedText([("bold", to_ascii(text) if self.screen.ascii else text)])

    def _session(self, who: str, past: Sequence[str] = ()) -> PromptSession[str]:
        # One-line prompts need no cursor position, and not every terminal tells it.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        if not self.screen.colour:
            os.environ.setdefault("PROMPT_TOOLKIT_COLOR_DEPTH", "DEPTH_1_BIT")
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import DummyHistory, History, InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        if who not in self._sessions:
            typed_here = who not in ("", KEY)
            history: History = InMemoryHistory(list(past)) if typed_here else DummyHistory()
            self._sessions[who] = PromptSession(
                history=history,
                complete_style=CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
            )
        return self._sessions[who]

    def _at_terminal(
        self,
        prompt: str,
        who: str,
        complete: Complete | None,
        past: Sequence[str],
        typed: str,
        watch_size: bool,
    ) -> str:
        session = self._session(who, past)
        # Typed lines come back as they are; a new size comes back as an exception.
        answer = session.prompt(
            self._prompt(prompt),
            completer=_completer(complete, self.screen) if complete else None,
            default=typed,
            pre_run=(lambda: _watch_size(session)) if watch_size else None,
        )
        if len(answer) > MAX_INPUT:
            self.complain(f"That is longer than {MAX_INPUT} characters.")
            return ""
        return answer.strip()


def forget_typed() -> None:
    """Drop what was typed before anybody asked, where the system can."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextlib.contextmanager
def unechoed() -> Iterator[None]:
    """Inside, what is typed does not disturb the screen; it waits for the next question."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios

    before = termios.tcgetattr(sys.stdin.fileno())
    quiet = [*before]
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, before)


def _watch_size(session: PromptSession[str]) -> None:
    """Leave the prompt when the window has got another size and keeps it."""
    import asyncio

    app = session.app

    async def watch() -> None:
        before = app.output.get_size()
        while True:
            await asyncio.sleep(0.15)
            now = app.output.get_size()
            if now != before:
                await asyncio.sleep(0.15)
                if app.output.get_size() == now:
                    app.erase_when_done = True
                    app.exit(exception=Resized(app.current_buffer.text))
                    return

    app.erase_when_done = False
    app.create_background_task(watch())


def common_beginning(proposals: Sequence[Proposal]) -> str:
    """What all proposals begin with."""
    first, last = min(p.word for p in proposals), max(p.word for p in proposals)
    same = (n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(same, min(len(first), len(last)))]


def _completer(complete: Complete, screen: Screen) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            text = document.text_before_cursor
            stub = "" if not text or text[-1].isspace() else text.split()[-1]
            proposals = complete(text)
            if screen.height < LOW and len(proposals) > 1:
                # There is no room to list them.
                common = common_beginning(proposals)
                proposals = [Proposal(common)] if common else []
            for proposal in proposals:
                yield Completion(
                    proposal.word + (" " if proposal.more else ""),
                    start_position=-len(stub),
                    display=proposal.word,
                )

    return Words()
