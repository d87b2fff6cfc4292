"""Give every compiled game a loop of whole playouts of its own, in which its rules are called natively.

`play_out` in `sim/playout.py` calls the rules of any game as Python objects. Its body, with the rules of
one game in place of `game.decisions` and the like, is written at the end of the module that has the
game's `advance`; `play_out` finds it there.
"""

from __future__ import annotations

import ast
from pathlib import Path

from rulekeep.core.registry import load

RULES = ("decisions", "legal_moves", "advance")


def own_loop(module: str, source: str, playout: Path) -> str:
    """The source with a loop, if the module has the `advance` of its game."""
    names = module.split(".")
    if names[:2] != ["rulekeep", "games"]:
        return source
    game = load(names[2])
    if game.advance.__module__ != module:
        return source
    types = {part.arg: part.annotation for part in _function(source, "advance").args.args}
    types["game"] = ast.Name("object")
    loop = _function(playout.read_text("utf-8"), "any_playout")
    loop.name = "_own_playout"
    for part in loop.args.args:
        part.annotation = types.get(part.arg, part.annotation)
    rules = loop.body.pop(1)  # after the docstring
    named = ", ".join(f"game.{rule}" for rule in RULES)
    assert ast.unparse(rules) == f"{', '.join(RULES)} = ({named})"
    functions = {rule: getattr(game, rule) for rule in RULES}
    native = {rule: f"_own_{rule}.{function.__name__}" for rule, function in functions.items()}
    native["advance"] = "advance"
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and node.id in RULES:
            node.id = native[node.id]
    imports = [
        f"import {functions[rule].__module__} as _own_{rule}"
        for rule in ("decisions", "legal_moves")
    ]
    return "\n".join(
        [
            source,
            *imports,
            "import typing as _own_typing",
            "from collections.abc import Callable",
            "",
            ast.unparse(loop),
            "",
            f"OWN_PLAYOUT: _own_typing.Any = (({', '.join(native.values())}), _own_playout)",
            "",
        ]
    )


def _function(source: str, name: str) -> ast.FunctionDef:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    raise AssertionError(f"there is no function {name}")
