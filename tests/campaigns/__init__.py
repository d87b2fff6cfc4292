"""Long runs that look for what ordinary tests are too short to meet: `python -m tests.campaigns`.

A campaign is a module here with a function `run(argv) -> int` and a docstring that says what it
looks for. It is bounded in time, can be broken off and gone on with, and returns 1 if it has
found something; the smallest reproduction of that is then in the state directory.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

# Known in every process that takes part, however it was started.
from tests.campaigns import tiny  # noqa: F401


def campaigns() -> dict[str, ModuleType]:
    """Every campaign there is, by name."""
    names = (found.name for found in pkgutil.iter_modules(__path__))
    plain = [n for n in names if not n.startswith(("_", "test_"))]
    modules = {name: importlib.import_module(f"{__name__}.{name}") for name in plain}
    return {name: module for name, module in modules.items() if hasattr(module, "run")}
