"""Menus: a list to choose from with the arrow keys, by typing, or with a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import fit, folded, not_found, whole_number

BACK, QUIT = ("back", "b"), ("quit", "exit", "q")
KEYS = "↑↓ or type, Enter chooses, Esc: back, Ctrl-C: quit"
DETAIL_ROWS = 4
"""Rows for the whole text of the chosen item."""

Read = Callable[[str], str]


class Back(Exception):
    """The user goes one step back."""


@frozen
class MenuItem:
    """One line of a menu: what it is called in the program, its label, and a text about it."""

    name: str
    label: str
    text: str = ""


class Menu:
    """Lets the user choose, on the full screen or in lines; EOFError or KeyboardInterrupt to quit.

    What is typed is the number, the name or the label of an item, or the beginning of one. Other
    text goes to `read`, which returns the answer or raises RulekeepError.
    """

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.screen = prompt.screen
        self.note = ""
        """Shown above the next menu, once."""

    def choose(
        self,
        title: str,
        items: Sequence[MenuItem],
        kind: str = "choice",
        at: int = 0,
        read: Read | None = None,
    ) -> str:
        """The name of the item that is chosen, or what `read` makes of the typed text; Back."""

        def answer(text: str, at: int) -> str:
            return _answer(items, kind, at, read, text)

        title, self.note = "\n".join(filter(None, (self.note, title))), ""
        if self.screen.live:
            from rulekeep.cli.terminal.menu_screen import MenuScreen

            with self.prompt.interrupts.waiting():
                return MenuScreen(self.screen, title, items, at, answer).run()
        return self._choose_in_lines(title, items, at, answer)

    def ask(self, question: str, default: str, read: Read) -> str:
        """A line of text; Enter means the default."""
        return self.choose(f"{question} [{default}]", (), read=lambda text: read(text or default))

    def _choose_in_lines(
        self, title: str, items: Sequence[MenuItem], at: int, answer: Callable[[str, int], str]
    ) -> str:
        self.screen.heading(title)
        self.screen.pairs(
            (f"{_number(index, item):>2}  {item.label}", item.text)
            for index, item in enumerate(items)
        )
        usual = f"number or name [{at + 1}]" if items else "text"
        while True:
            line = self.prompt.line(f"{usual}, back or quit> ".capitalize())
            try:
                return answer(line, at)
            except RulekeepError as error:
                self.prompt.show_error(f"{error}")


def _answer(items: Sequence[MenuItem], kind: str, at: int, read: Read | None, text: str) -> str:
    typed = text.strip().casefold()
    if typed in BACK:
        raise Back
    if typed in QUIT:
        raise EOFError
    if not typed and items:
        return items[at].name
    found = matching(items, typed)
    if found is not None:
        return items[found].name
    if read is not None:
        return read(text.strip())
    raise RulekeepError(not_found(kind, text.strip(), [item.name for item in items]))


def matching(items: Sequence[MenuItem], typed: str) -> int | None:
    """The index of the item that is meant: by name, label or number, or the only beginning."""
    typed = typed.casefold()
    names = [(item.name.casefold(), item.label.casefold()) for item in items]
    exact = [at for at, known in enumerate(names) if typed in known]
    begun = [at for at, known in enumerate(names) if any(n.startswith(typed) for n in known)]
    number = whole_number(typed, 1, len(items))
    if exact or number is not None:
        return exact[0] if exact else (number or 1) - 1
    return begun[0] if typed and len(begun) == 1 else None


def list_rows(items: Sequence[MenuItem], at: int, width: int, most: int) -> list[tuple[int, str]]:
    """The rows of a menu round the chosen item: the index of an item, and its text."""
    digits = len(str(len(items)))
    column = max((len(item.label) for item in items), default=0)
    first = max(0, min(at - most // 2, len(items) - most))
    rows = []
    for index in range(first, min(len(items), first + most)):
        item = items[index]
        mark = "▶" if index == at else " "
        head = f"{mark}{_number(index, item):>{digits}}  {item.label:<{column}}"
        rows.append((index, fit(f"{head}  {item.text}".rstrip(), width)))
    return rows


def _number(index: int, item: MenuItem) -> str:
    """What to type for an item: its name, if that is a number itself."""
    return item.name if item.name.isdecimal() else f"{index + 1}"


def detail_rows(items: Sequence[MenuItem], at: int, width: int) -> list[str]:
    """The whole text of the chosen item."""
    return folded(items[at].text, width, "")[:DETAIL_ROWS] if items else []
