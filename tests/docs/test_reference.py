"""The public names: which they are, and that each is explained."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import rulekeep
from rulekeep import testing

REFERENCE = Path(__file__).parents[2] / "docs" / "reference.md"

PUBLIC = [
    "BadNotation",
    "Bot",
    "ChanceError",
    "Choice",
    "DataError",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "LegalMove",
    "Look",
    "Match",
    "Outcome",
    "Picture",
    "Ply",
    "Position",
    "Refusal",
    "Result",
    "RulekeepError",
    "SeatView",
    "SetupError",
    "Step",
    "UnknownGame",
    "View",
    "__version__",
    "apply",
    "games",
    "make_bot",
    "position",
    "simulate",
    "widget",
]
FOR_TESTS = [
    "Report",
    "Scenario",
    "ScenarioFailure",
    "ScriptedChance",
    "add_game",
    "check_game",
    "conformance_test",
    "playouts",
    "positions",
    "read_scenarios",
    "run_scenario",
    "scenario_files",
]
NAMES = [(rulekeep, name) for name in PUBLIC] + [(testing, name) for name in FOR_TESTS]


def sections() -> dict[str, str]:
    """By name: what the reference says of it."""
    text = REFERENCE.read_text(encoding="utf-8")
    parts = re.split(r"^### (.*)$", text, flags=re.MULTILINE)
    heads = [head.replace("\\", "") for head in parts[1::2]]
    assert len(heads) == len(set(heads))
    return dict(zip(heads, parts[2::2], strict=True))


def field_table(kind: type) -> str:
    """Name, type and meaning of every public part of a class, as the reference has it."""
    meanings = {}
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, meaning in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(meaning, ast.Expr):
            meanings[ast.unparse(field.target)] = ast.literal_eval(meaning.value)
    rows = []
    for name, kind_of_field in inspect.get_annotations(kind).items():
        rows.append((name, re.sub(r"^ClassVar\[(.*)\]$", r"\1", kind_of_field), meanings[name]))
    for name, part in vars(kind).items():
        getter = getattr(part, "fget", None) or getattr(part, "func", part)
        if not inspect.isfunction(getter) or name.startswith("_"):
            continue
        taken = [word for word in inspect.signature(getter).parameters if word != "self"]
        shown = f"{name}({', '.join(taken)})" if getter is part else name
        first = (getter.__doc__ or "").partition("\n")[0]
        rows.append((shown, getter.__annotations__["return"], first))
    assert all(meaning for *_, meaning in rows)
    return "\n".join(
        f"| `{name}` | `{type_}` | {' '.join(meaning.split()).rstrip('.')} |".replace(
            " | None`", " \\| None`"
        ).replace("int | str`", "int \\| str`")
        for name, type_, meaning in rows
    )


@pytest.mark.parametrize(
    "kind",
    [
        rulekeep.Bot,
        rulekeep.Choice,
        rulekeep.LegalMove,
        rulekeep.Look,
        rulekeep.Ply,
        rulekeep.Result,
        rulekeep.SeatView,
        rulekeep.View,
    ],
)
def test_every_field_is_explained_with_its_type(kind: type) -> None:
    table = field_table(kind)
    assert table in sections()[kind.__name__], f"the table of {kind.__name__} is:\n{table}"


def test_the_public_names_are_these() -> None:
    """A name that is taken away, or added, changes what others build on: on purpose only."""
    assert rulekeep.__all__ == PUBLIC
    assert testing.__all__ == FOR_TESTS
    assert set(sections()) == {*PUBLIC, *FOR_TESTS}


@pytest.mark.parametrize(("module", "name"), NAMES, ids=[name for _, name in NAMES])
def test_every_public_name_is_explained_with_an_example(module: ModuleType, name: str) -> None:
    assert (getattr(module, name).__doc__ or "").strip()
    (*_, example) = re.findall(
        r"^```python\n(.*?)^```$", sections()[name], re.DOTALL | re.MULTILINE
    )
    assert re.search(rf"\b{name}\b", example), f"the example does not show {name}"


@pytest.mark.parametrize(
    "kind", [rulekeep.Game, rulekeep.Match, rulekeep.Position, rulekeep.Picture, testing.Report]
)
def test_every_public_part_is_named(kind: type) -> None:
    said = sections()[kind.__name__]
    fields = getattr(kind, "__attrs_attrs__", ())
    parts = {name for name in dir(kind) if not name.startswith("_")} | {f.name for f in fields}
    assert [part for part in sorted(parts) if f"`{part}`" not in said] == []
