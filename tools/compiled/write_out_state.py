"""A declared table made ready for mypyc, which knows no generated code.

What `core.table` makes of a declaration while the module is imported is written out here as
source: attributes with their types and nothing else, copying, equality, and the declaration for
whoever asks for the fields. Line numbers stay as they are up to the end of the class.
"""

from __future__ import annotations

import ast
from importlib import import_module

from rulekeep.core.state.declaration import DeclaredState, copy_as_text

DECLARING = ("kept", "derived", "remembered")
_HEAD = "from __future__ import annotations"
_IMPORTS = (
    f"{_HEAD}; import typing as _typing; from rulekeep.core.state import declaration as _table"
)


def written_out(module: str, source: str) -> str:
    """The source of a module with the table it declares written out; others stay as they are."""
    found = [node for node in ast.parse(source).body if _is_table(module, node)]
    for node in reversed(found):
        assert isinstance(node, ast.ClassDef)
        source = _written_out(getattr(import_module(module), node.name), node, source)
    return source.replace(_HEAD, _IMPORTS, 1) if found else source


def _is_table(module: str, node: ast.stmt) -> bool:
    if not isinstance(node, ast.ClassDef) or not node.decorator_list:
        return False
    found = getattr(import_module(module), node.name)
    return isinstance(found, type) and issubclass(found, DeclaredState)


def _written_out(table: type[DeclaredState[object]], node: ast.ClassDef, source: str) -> str:
    lines = source.splitlines()
    for line in range(node.decorator_list[0].lineno - 1, node.body[0].lineno - 1):
        lines[line] = ""
    lines[node.lineno - 1] = f"class {node.name}:"
    declared: list[str] = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and _declares(part.value):
            assert isinstance(part.target, ast.Name) and part.value is not None
            said = ast.get_source_segment(source, part.value)
            declared.append(f"    {part.target.id}={said},")
            _cut(lines, part.annotation, part.value)
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            name = part.targets[0]
            row = lines[part.lineno - 1]
            said = f"{name.id}: _typing.ClassVar[_typing.Any]"
            lines[part.lineno - 1] = row[: name.col_offset] + said + row[name.end_col_offset :]
    assert node.end_lineno is not None
    lines[node.end_lineno : node.end_lineno] = _methods(table)
    return "\n".join([*lines, "", f"_table.declare({node.name}, dict(", *declared, "))", ""])


def _declares(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return False
    called = value.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in DECLARING


def _cut(lines: list[str], annotation: ast.expr, value: ast.expr) -> None:
    """Take away what follows the annotation up to the end of the value; lines stay lines."""
    assert annotation.end_lineno is not None and value.end_lineno is not None
    last = value.end_lineno - 1
    rest = lines[last].encode()[value.end_col_offset :].decode()
    first = annotation.end_lineno - 1
    kept = lines[first].encode()[: annotation.end_col_offset].decode()
    for line in range(first, last + 1):
        lines[line] = ""
    lines[first] = kept + rest


def _methods(table: type[DeclaredState[object]]) -> list[str]:
    name = table.__name__
    copy = copy_as_text(table, f"{name}(self.terms, False)").splitlines()
    copy[0] = f"def copy(self) -> {name}:"
    return [
        "",
        "    terms: Terms",
        *(
            f"    {said}: _typing.ClassVar[tuple[_typing.Any, ...]] = ()"
            for said in ("REPEATS", "RETIRED")
            if said not in vars(table)
        ),
        "",
        "    def __init__(self, terms: Terms, fresh: bool = True) -> None:",
        "        self.terms = terms",
        "        if fresh:",
        "            _table.lay_out(self, terms)",
        "",
        "    def __eq__(self, other: object) -> bool:",
        "        return _table.same_fields(self, other)",
        "",
        *(f"    {line}" for line in copy),
    ]
