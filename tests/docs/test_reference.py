"""The public names: which they are, and that each is explained."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

import rulekeep
from rulekeep import testing

REFERENCE = Path(__file__).parents[2] / "docs" / "reference.md"

PUBLIC = [
    "BadNotation",
    "ChanceError",
    "DataError",
    "Decision",
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "Outcome",
    "Picture",
    "Position",
    "Refusal",
    "RulekeepError",
    "SetupError",
    "Step",
    "UnknownGame",
    "__version__",
    "apply",
    "games",
    "position",
    "simulate",
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
