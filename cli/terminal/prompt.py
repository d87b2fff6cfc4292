"""Input: prompt_toolkit on a terminal, plain lines everywhere else."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.screen import Screen, error_text
from rulekeep.core.drawing.canvas import to_ascii
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import listed, printable

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
    """Asks questions and handles Ctrl-C meanwhile; EOFError when there is no more input."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.interrupts = Interrupts()
        self.piped = not sys.stdin.isatty()
        self.line_number = 0
        self._sessions: dict[str, PromptSession[str]] = {}

    def __enter__(self) -> Self:
        self.interrupts.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.interrupts.__exit__()

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
        """One line. `who` names the history, `past` fills a new one; Resized if `watch_size`."""
        self.screen.new_page()
        with self.interrupts.waiting():
            if not self.screen.live:
                return self._plain(prompt)
            session = self._session(who, past)
            answer = session.prompt(
                self._prompt(prompt),
                completer=_completer(complete, self.screen) if complete else None,
                default=typed,
                pre_run=(lambda: _watch_size(session)) if watch_size else None,
            )
        if len(answer) > MAX_INPUT:
            self.show_error(f"That is longer than {MAX_INPUT} characters.")
            return ""
        return answer.strip()

    def yes(self, question: str, default: bool = False) -> bool:
        """The answer to a yes-or-no question."""
        hint, usual = ("[Y/n]", "yes") if default else ("[y/N]", "no")
        return self.choose(f"{question} {hint}", ("yes", "no"), usual) == "yes"

    def choose(
        self, question: str, answers: Sequence[str], default: str = "", keys: str = ""
    ) -> str:
        """One of some answers, by its key or else its first letter; Enter means the default."""
        letters = list(keys) or [answer[0] for answer in answers]
        while True:
            if self.screen.live:
                typed = self._pressed(f"{question} ", letters)
            else:
                typed = self.line(f"{question} ").strip().casefold()
            for letter, answer in zip(letters, answers, strict=True):
                if typed == letter or answer.startswith(typed or default):
                    return answer
            self.show_error(f"Please answer {listed(letters, 'or')}.")

    def key(self, prompt: str) -> None:
        """Wait for a key (Enter, where keys cannot be read)."""
        if not self.screen.live:
            if not self.piped:
                self.line(prompt.replace("ress any key", "ress Enter") + " ")
            return
        # Keys pressed too early were not meant for this.
        discard_typed()
        self._pressed(f"{prompt} ")

    def _pressed(self, prompt: str, wanted: Collection[str] = ()) -> str:
        """The next key, or the next of those that are wanted; nothing for Enter."""
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
        from prompt_toolkit.keys import Keys

        keys = KeyBindings()

        @keys.add(Keys.Any)
        def _press(event: KeyPressEvent) -> None:
            key = event.data.casefold()
            if not wanted or key in wanted:
                event.current_buffer.text = key if wanted else ""
                event.app.exit(result=key)

        with self.interrupts.waiting():
            return self._session(KEY).prompt(self._prompt(prompt), key_bindings=keys)

    def show_error(self, text: str) -> None:
        """Say what is wrong with the last line; BadLine in a pipe."""
        if self.piped:
            raise BadLine(f"line {self.line_number}: {text}")
        self.screen.say(error_text(text), "bold red")

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
                self.show_error("not text in this encoding")
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
                self.show_error(f"longer than {MAX_INPUT} characters")
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
        prepare_toolkit(self.screen)
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


def prepare_toolkit(screen: Screen) -> None:
    """Set up prompt_toolkit before it is first used."""
    # Nothing here needs the cursor position, and not every terminal reports it.
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    if not screen.colour:
        os.environ.setdefault("PROMPT_TOOLKIT_COLOR_DEPTH", "DEPTH_1_BIT")


def discard_typed() -> None:
    """Drop what was typed before it was asked for, where the system can."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextlib.contextmanager
def echo_off() -> Iterator[None]:
    """Inside, typed keys are not shown; they wait for the next question."""
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
    """Raise Resized in the prompt when the window has a new size and keeps it."""
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


def common_prefix(proposals: Sequence[Proposal]) -> str:
    """What all proposals begin with."""
    return os.path.commonprefix([p.word for p in proposals])  # noqa: RUF071  by characters


def _completer(complete: Complete, screen: Screen) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class ProposalCompleter(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            text = document.text_before_cursor
            stub = "" if not text or text[-1].isspace() else text.split()[-1]
            proposals = complete(text)
            if screen.height < LOW and len(proposals) > 1:
                # There is no room to list them.
                common = common_prefix(proposals)
                proposals = [Proposal(common)] if common else []
            for proposal in proposals:
                yield Completion(
                    proposal.word + (" " if proposal.more else ""),
                    start_position=-len(stub),
                    display=proposal.word,
                )

    return ProposalCompleter()
