"""Write a call of a function from a table as a choice between calls by name.

`STEPS[phase](state)` and `EFFECTS[type(move)](state, move)` are the fastest forms for the interpreter.
Compiled code makes a native call only where it names the function. It asks for one key of the table
after the other, but not for the last one, so a table lists frequent keys first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.compiled.source_rows import rewritten


def open_tables(source: str) -> str:
    """The source with every such call of one line written out; lines stay the same."""
    tree = ast.parse(source)
    tables = {name: table for node in tree.body for name, table in _tables(node)}
    found: list[tuple[ast.expr, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Subscript(ast.Name(table), ast.Name(key))):
                asked = f"{key} == {{}}"
            case ast.Call(
                func=ast.Subscript(ast.Name(table), ast.Call(ast.Name("type"), [ast.Name(key)], []))
            ):
                asked = f"isinstance({key}, {{}})"
            case _:
                continue
        if table in tables and node.lineno == node.end_lineno:
            found.append((node, _choice(tables[table], asked, node)))
    return rewritten(source, found)


def _tables(node: ast.stmt) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The constant of a statement, if it is a table of functions; keys and functions have names."""
    match node:
        case ast.AnnAssign(ast.Name(name), value=ast.Dict(keys, values)) if name.isupper():
            if all(isinstance(part, ast.Name | ast.Attribute) for part in (*keys, *values)):
                named = [ast.unparse(key) for key in keys if key is not None]
                yield name, list(zip(named, map(ast.unparse, values), strict=True))


def _choice(table: list[tuple[str, str]], asked: str, call: ast.Call) -> str:
    given = ", ".join(map(ast.unparse, (*call.args, *call.keywords)))
    *others, (_, last) = table
    chosen = [f"{function}({given}) if {asked.format(key)} else " for key, function in others]
    return f"({''.join(chosen)}{last}({given}))"
