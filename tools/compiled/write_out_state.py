"""Write out declared state classes as plain source, because mypyc cannot compile generated code.

`core.state.declaration` generates methods when a module is imported. Here they become source:
attributes with their types, `copy`, equality, and the declaration of the fields. Line numbers stay the
same up to the end of the class.
"""

from __future__ import annotations

import ast
from importlib import import_module

from rulekeep.core.state.declaration import DeclaredState, copy_as_text

DECLARING = ("kept", "derived", "remembered")
_HEAD = "from __future__ import annotations"
_IMPORTS = f"{_HEAD}; import typing as _typing; from rulekeep.core.state import declaration as _declaration"


def expand_states(module: str, source: str) -> str:
    """The source of a module with its declared state classes written out."""
    found = [node for node in ast.parse(source).body if _is_state(module, node)]
    for node in reversed(found):
        assert isinstance(node, ast.ClassDef)
        source = _expand(getattr(import_module(module), node.name), node, source)
    return source.replace(_HEAD, _IMPORTS, 1) if found else source


def _is_state(module: str, node: ast.stmt) -> bool:
    if not isinstance(node, ast.ClassDef) or not node.decorator_list:
        return False
    found = getattr(import_module(module), node.name)
    return isinstance(found, type) and issubclass(found, DeclaredState)


def _expand(state: type[DeclaredState[object]], node: ast.ClassDef, source: str) -> str:
    lines = source.splitlines()
    for line in range(node.decorator_list[0].lineno - 1, node.body[0].lineno - 1):
        lines[line] = ""
    lines[node.lineno - 1] = f"class {node.name}:"
    declared: list[str] = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and _declares(part.value):
            assert isinstance(part.target, ast.Name) and part.value is not None
            declaration = ast.get_source_segment(source, part.value)
            declared.append(f"    {part.target.id}={declaration},")
            _cut(lines, part.annotation, part.value)
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            name = part.targets[0]
            row = lines[part.lineno - 1]
            annotated = f"{name.id}: _typing.ClassVar[_typing.Any]"
            lines[part.lineno - 1] = row[: name.col_offset] + annotated + row[name.end_col_offset :]
    assert node.end_lineno is not None
    lines[node.end_lineno : node.end_lineno] = _methods(state)
    return "\n".join([*lines, "", f"_declaration.declare({node.name}, dict(", *declared, "))", ""])


def _declares(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return False
    called = value.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in DECLARING


def _cut(lines: list[str], annotation: ast.expr, value: ast.expr) -> None:
    """Remove what follows the annotation up to the end of the value; keep the number of lines."""
    assert annotation.end_lineno is not None and value.end_lineno is not None
    last = value.end_lineno - 1
    rest = lines[last].encode()[value.end_col_offset :].decode()
    first = annotation.end_lineno - 1
    before = lines[first].encode()[: annotation.end_col_offset].decode()
    for line in range(first, last + 1):
        lines[line] = ""
    lines[first] = before + rest


def _methods(state: type[DeclaredState[object]]) -> list[str]:
    name = state.__name__
    copy = copy_as_text(state, f"{name}(self.terms, False)").splitlines()
    copy[0] = f"def copy(self) -> {name}:"
    return [
        "",
        "    terms: Terms",
        *(
            f"    {constant}: _typing.ClassVar[tuple[_typing.Any, ...]] = ()"
            for constant in ("REPEATS", "RETIRED")
            if constant not in vars(state)
        ),
        "",
        "    def __init__(self, terms: Terms, fresh: bool = True) -> None:",
        "        self.terms = terms",
        "        if fresh:",
        "            _declaration.lay_out(self, terms)",
        "",
        "    def __eq__(self, other: object) -> bool:",
        "        return _declaration.same_fields(self, other)",
        "",
        *(f"    {line}" for line in copy),
    ]
