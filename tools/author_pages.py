"""Fill in the generated parts of the pages for game authors: `python -m tools.author_pages`.

A block whose fence says `file=examples/…` holds that file, or with `part=A,B.c` these functions and
classes of it. Between `<!-- NAME -->` and `<!-- end -->` is the table NAME, made from the code.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

from rulekeep import core
from rulekeep.core import BadNotation, Canvas, Node, Picture, WordReader
from rulekeep.match.guide import Guide

ROOT = Path(__file__).parents[1]
PAGES = ("docs/plugins.md", "docs/author-reference.md")
PLACES_SCRIPT = ROOT / "web" / "pages" / "static" / "places.js"

FORM_EXAMPLES = (
    ("Whole(0, 9)", "4"),
    ("Flag()", "True"),
    ("SeatNumber()", "1"),
    ('Word(("roll", "build"))', "1"),
    ('Text("north", "south")', "'south'"),
    ("OrNone(SeatNumber())", "-1"),
    ("Listed(Whole(1, 9), sorted)", "[2, 2, 7]"),
    ('Record({"owner": SeatNumber(), "sheep": Whole(1, 9)})', "(0, 5)"),
    ("PerSeat(Whole())", "[10, 12]"),
    ('Keyed(("A1", "A2"), Whole(), default=0, sparse=True)', "[0, 3]"),
    ('Mask(("red", "blue", "green"))', "0b101"),
    ("SeatMask()", "0b10"),
    ('Counts(("gold", "iron"))', 'Bag(("gold", "iron"), [2, 0])'),
    (
        "Packed(PerSeat(Whole()), lambda purses, _: Bank(purses), lambda b: b.purses)",
        "Bank([3, 4])",
    ),
)
"""A form, and a value in the state."""
SLOT_EXAMPLES = (
    ('NameSlot("cell", ("A1", "A2"))', "a2", "A9"),
    ('ChoiceSlot("side", {"north": 0, "south": 2})', "south", "up"),
    ('NumberSlot("card", 1, 6)', "4", "9"),
    ('NumberSlot("player", 1, 4, shift=1)', "2", "5"),
)
"""A slot, a word that it reads, and one that it refuses."""
_BLOCK = re.compile(
    r"^```(?P<info>\w+ file=(?P<file>examples/\S+)(?: part=(?P<part>\S+))?)\n.*?^```$",
    re.DOTALL | re.MULTILINE,
)
_TABLE = re.compile(r"^<!-- (?P<name>[\w-]+) -->\n.*?^<!-- end -->$", re.DOTALL | re.MULTILINE)


def filled(page: str) -> str:
    """The page with its generated parts as they must be now."""
    return _TABLE.sub(_table, _BLOCK.sub(_block, page))


# -- blocks -----------------------------------------------------------------------------------


def _block(found: re.Match[str]) -> str:
    text = (ROOT / found["file"]).read_text(encoding="utf-8")
    if found["part"]:
        text = "\n\n".join(_part(text, name) for name in found["part"].split(","))
    return f"```{found['info']}\n{text.rstrip()}\n```"


def _part(text: str, name: str) -> str:
    """A function or class of a module, with its decorators and the comment above it."""
    body: list[ast.stmt] = ast.parse(text).body
    for word in name.split("."):
        node = next(
            node
            for node in body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == word
        )
        body = node.body
    lines = text.splitlines()
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
    while lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return dedent("\n".join(lines[first : node.end_lineno]))


# -- tables -----------------------------------------------------------------------------------


def _table(found: re.Match[str]) -> str:
    return f"<!-- {found['name']} -->\n\n{TABLES[found['name']]()}\n\n<!-- end -->"


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |" for row in lines)


def _meaning(thing: Any) -> str:
    """The first sentence of a docstring, on one line."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _made(text: str) -> Any:
    return eval(text, vars(core) | {name: getattr(core, name) for name in core.__all__})


def forms() -> str:
    """Every field form with a value in the state and in a position."""
    state = SimpleNamespace(terms=SimpleNamespace(seats=2))
    rows = []
    for text, value in FORM_EXAMPLES:
        form, held = _made(text), _made(value)
        data = form.write(held, state)
        if form.read(Node.of(data, "example"), state) != held:
            raise ValueError(f"{text} does not read back what it writes")
        position = json.dumps(data, ensure_ascii=False)
        rows.append((f"`{text}`", _meaning(type(form)), f"`{value}`", f"`{position}`"))
    return _rows(("form", "what it is for", "in the state", "in a position"), rows)


def slots() -> str:
    """Every slot with a word that it reads and one that it refuses."""
    rows = []
    for text, word, wrong in SLOT_EXAMPLES:
        slot = _made(text)
        value = slot.read(WordReader([word]))
        try:
            slot.read(WordReader([wrong]))
        except BadNotation as error:
            read = f"`{word}`", f"`{value!r}`"
            rows.append((f"`{text}`", _meaning(type(slot)), *read, f"`{wrong}`: {error}"))
    return _rows(("slot", "what it is for", "typed", "in the move", "a mistake"), rows)


def methods(kind: type) -> str:
    """The public methods of a class, with their parameters."""
    rows = []
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            rows.append((f"`{name}`", _meaning(member)))
        elif inspect.isfunction(member):
            given = [p for p in inspect.signature(member).parameters.values() if p.name != "self"]
            rows.append((f"`{name}({', '.join(map(_parameter, given))})`", _meaning(member)))
    return _rows(("call", "what it does"), rows)


def _parameter(parameter: inspect.Parameter) -> str:
    name = str(parameter.replace(annotation=inspect.Parameter.empty))
    return name.replace("**attributes", "…")


def guide_keys() -> str:
    """The keys of `guide.yaml`, and the heading of each."""
    guide = Guide("goal", ("box",), ("turn",), ("scoring",), ("advice",))
    rows = [(f"`{texts[0]}`", title) for title, texts in guide.chapters()]
    return _rows(("key", "heading"), rows)


def other_attributes() -> str:
    """The data attributes that name no place."""
    found = re.search(r"NOT_NAMES = new Set\(\[(.*?)\]", PLACES_SCRIPT.read_text(encoding="utf-8"))
    words = re.findall(r'"(\w+)"', found[1]) if found else []
    return ", ".join(f"`data-{word}`" for word in words)


def primitives() -> str:
    """The classes and functions of `core.primitives`, classes with their methods."""
    rows = []
    for name, module in core._HOMES.items():
        thing = getattr(core, name)
        if not module.startswith("primitives."):
            continue
        if inspect.isclass(thing) and thing.__module__.endswith(module):
            inside = [part for part in vars(thing) if not part.startswith("_")]
            own = ", ".join(f"`{part}`" for part in inside)
            rows.append((f"`{name}{_arguments(thing)}`", f"{_meaning(thing)} It has {own}."))
        elif inspect.isfunction(thing):
            rows.append((f"`{name}{_arguments(thing)}`", _meaning(thing)))
    return _rows(("name", "what it is or does"), rows)


def _arguments(thing: Callable[..., Any]) -> str:
    given = inspect.signature(thing).parameters.values()
    return f"({', '.join(map(_parameter, given))})"


TABLES: dict[str, Callable[[], str]] = {
    "forms": forms,
    "slots": slots,
    "canvas": lambda: methods(Canvas),
    "picture": lambda: methods(Picture),
    "primitives": primitives,
    "guide-keys": guide_keys,
    "other-attributes": other_attributes,
}


def main() -> None:
    """Write the pages again."""
    for page in PAGES:
        path = ROOT / page
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
