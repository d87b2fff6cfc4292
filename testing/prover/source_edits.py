"""Mutation operators: every edit of a source's text that makes a fault, found by its syntax tree.

Code that carries out no rule is left alone: imports, annotations, decorators, assertions,
sentences, and the test whether events are wanted (`if emit`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulekeep.testing.prover.scopes import Function, Scope, role_of
from rulekeep.testing.prover.source_text import SourceText

_COMPARISON: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", ">="),
    ast.LtE: ("<=", ">"),
    ast.Gt: (">", "<="),
    ast.GtE: (">=", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
"""Of a comparison its symbol and the opposite one."""
_BOUNDARY: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<=", "- 1"),
    ast.LtE: ("<", "+ 1"),
    ast.Gt: (">=", "+ 1"),
    ast.GtE: (">", "- 1"),
}
"""Of an order the neighbour on one side, and what to add to reach the other side."""

_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
_OPPOSITE_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}

_IGNORED = (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr, ast.Global, ast.Nonlocal)
_ASSIGNMENT = ast.Assign | ast.AugAssign | ast.AnnAssign
_JUMP = ast.Return | ast.Raise | ast.Break | ast.Continue
_REMOVABLE = _ASSIGNMENT | _JUMP | ast.Expr | ast.Delete | ast.For | ast.While


@frozen(eq=False)
class SourceEdit:
    """The bytes from `start` to `end` become `new`."""

    kind: str
    start: int
    end: int
    new: str
    line: int
    scope: Scope
    top: ast.stmt
    """The statement of the module that it is in."""


def source_edits(source: SourceText) -> Iterator[SourceEdit]:
    """Every edit of a source."""
    for statement in source.tree.body:
        yield from _EditFinder(source, statement).visit(statement, source.tree, Scope())


class _EditFinder:
    """Finds the edits of one statement of a module."""

    def __init__(self, source: SourceText, top: ast.stmt) -> None:
        self.raw = source.raw
        self.span = source.span
        self.text = source.text
        self._line = source.line
        self._top = top

    def _change(self, kind: str, node: Any, new: str, scope: Scope) -> SourceEdit:
        start, end = self.span(node)
        return SourceEdit(kind, start, end, new, node.lineno, scope, self._top)

    def visit(self, node: ast.AST, parent: ast.AST, scope: Scope) -> Iterator[SourceEdit]:
        if isinstance(node, _IGNORED) or _is_ignored(node):
            return
        if isinstance(node, Function | ast.ClassDef):
            inner = scope.inner(node)
            defaults: list[Any] = []
            if isinstance(node, Function):
                defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            for child in (*defaults, *node.body):
                yield from self.visit(child, node, inner)
            return
        if isinstance(node, ast.stmt):
            yield from self._removed(node, scope)
        yield from self._changed(node, parent, scope)
        if _minus(node) is not None:
            return
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.visit(child, node, scope)

    def _changed(self, node: ast.AST, parent: ast.AST, scope: Scope) -> Iterator[SourceEdit]:
        match node:
            case ast.If() | ast.While() | ast.IfExp():
                yield from self._condition(node.test, node, scope)
            case ast.comprehension():
                for test in node.ifs:
                    yield from self._condition(test, node, scope)
            case ast.match_case(guard=ast.expr() as guard):
                yield from self._condition(guard, node, scope)
            case ast.BoolOp():
                yield from self._combined(node, scope)
            case ast.UnaryOp(op=ast.Not()):
                new = self.text(node).removeprefix("not").strip()
                yield self._change("condition", node, new, scope)
            case ast.Compare():
                yield from self._comparison(node, scope)
            case ast.BinOp():
                yield from self._arithmetic(node.op, node.left, node.right, scope)
            case ast.AugAssign():
                yield from self._arithmetic(node.op, node.target, node.value, scope)
            case ast.Call():
                yield from self._call(node, scope)
            case ast.Subscript():
                yield from self._index(node, scope)
            case ast.Name(ctx=ast.Load()):
                yield from self._seat(node, parent, scope)
            case ast.Constant() | ast.UnaryOp():
                yield from self._constant(node, parent, scope)

    def _removed(self, node: ast.stmt, scope: Scope) -> Iterator[SourceEdit]:
        removable = isinstance(node, _REMOVABLE)
        if isinstance(node, ast.If):
            # A branch of one statement is removed with that statement.
            alone = len(node.body) == 1 and isinstance(node.body[0], _REMOVABLE)
            removable = not node.orelse and not alone and not self._is_elif(node)
        elif isinstance(node, ast.Expr):
            removable = not isinstance(node.value, ast.Constant)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            removable = node.value is not None and not _is_only_binding(node, scope)
        if removable:
            yield self._change("statement", node, "pass", scope)

    def _is_elif(self, node: ast.If) -> bool:
        return self.text(node).startswith("elif")

    def _condition(self, test: ast.expr, owner: ast.AST, scope: Scope) -> Iterator[SourceEdit]:
        """A condition: always true, never true, negated."""
        if isinstance(test, ast.Constant) or _is_emit_test(test):
            return
        if not isinstance(owner, ast.While):
            yield self._change("condition", test, "True", scope)
        has_other_branch = isinstance(owner, ast.IfExp) or (
            isinstance(owner, ast.If) and (bool(owner.orelse) or self._is_elif(owner))
        )
        if has_other_branch or isinstance(owner, ast.comprehension | ast.match_case):
            yield self._change("condition", test, "False", scope)
        # A single comparison is negated as a comparison.
        single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not single and not isinstance(test, ast.UnaryOp):
            text = self.text(test)
            new = f"not {text}" if _is_atomic(test) else f"not ({text})"
            yield self._change("branch", test, new, scope)

    def _combined(self, node: ast.BoolOp, scope: Scope) -> Iterator[SourceEdit]:
        """Conditions of `and` and `or`: each dropped, and `and` for `or`."""
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for dropped in node.values:
            if _is_emit_test(dropped):
                continue
            rest = [self._operand(value) for value in node.values if value is not dropped]
            yield self._change("condition", node, f" {word} ".join(rest), scope)
        new = f" {other} ".join(self._operand(value) for value in node.values)
        yield self._change("condition", node, new, scope)

    def _operand(self, node: ast.expr) -> str:
        loose = isinstance(node, ast.BoolOp | ast.IfExp | ast.NamedExpr | ast.Lambda)
        return f"({self.text(node)})" if loose else self.text(node)

    def _comparison(self, node: ast.Compare, scope: Scope) -> Iterator[SourceEdit]:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            start, end = self.span(left)[1], self.span(right)[0]
            between, (word, opposite) = self.raw[start:end].decode(), _COMPARISON[type(op)]
            others = [("comparison", opposite, "")]
            # Next to a number the boundary is moved by changing the number.
            if type(op) in _BOUNDARY and _number(left) is None and _number(right) is None:
                neighbour, step = _BOUNDARY[type(op)]
                others += [("boundary", neighbour, ""), ("boundary", word, step)]
            for kind, other, step in others:
                new = between.replace(word, other, 1) if word in between else f" {other} "
                if step:
                    new, finish = f"{new}{self._stepped(right, step)}", self.span(right)[1]
                else:
                    finish = end
                yield SourceEdit(kind, start, finish, new, self._line(start), scope, self._top)
            left = right

    def _stepped(self, node: ast.expr, step: str) -> str:
        """An expression plus or minus one."""
        text = self.text(node)
        return f"{text} {step}" if _is_atomic(node) else f"({text}) {step}"

    def _arithmetic(
        self, op: ast.operator, left: ast.expr, right: ast.expr, scope: Scope
    ) -> Iterator[SourceEdit]:
        # Texts and lists can be added, not subtracted.
        if type(op) not in _ARITHMETIC or any(_is_sequence(side) for side in (left, right)):
            return
        word, other = _ARITHMETIC[type(op)]
        start, end = self.span(left)[1], self.span(right)[0]
        new = self.raw[start:end].decode().replace(word, other, 1)
        yield SourceEdit("arithmetic", start, end, new, self._line(start), scope, self._top)

    def _call(self, node: ast.Call, scope: Scope) -> Iterator[SourceEdit]:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in _OPPOSITE_NAME:
            yield self._change("word", node.func, _OPPOSITE_NAME[called], scope)
        if called == "range":
            # Start and end of a count; a number there is changed as a number.
            for place, bound in enumerate(node.args[:2]):
                if _number(bound) is None:
                    is_start = len(node.args) > 1 and place == 0
                    for step in ("+ 1",) if is_start else ("+ 1", "- 1"):
                        yield self._change("range", bound, self._stepped(bound, step), scope)
        for one, two in zip(node.args, node.args[1:], strict=False):
            if self._same_kind(one, two, scope):
                yield self._swapped(one, two, scope)

    def _swapped(self, one: ast.expr, two: ast.expr, scope: Scope) -> SourceEdit:
        (start, middle), (again, end) = self.span(one), self.span(two)
        between = self.raw[middle:again].decode()
        new = self.text(two) + between + self.text(one)
        return SourceEdit("swap", start, end, new, one.lineno, scope, self._top)

    def _same_kind(self, one: ast.expr, two: ast.expr, scope: Scope) -> bool:
        """Two different names for seats, for colours, or of the same annotation; two numbers."""
        if isinstance(one, ast.Name) and isinstance(two, ast.Name):
            types = [scope.annotations.get(name.id) for name in (one, two)]
            roles = [role_of(name.id, scope.annotations.get(name.id)) for name in (one, two)]
            alike = (roles[0] and roles[0] == roles[1]) or (types[0] and types[0] == types[1])
            return one.id != two.id and bool(alike)
        numbers = _number(one), _number(two)
        return None not in numbers and numbers[0] != numbers[1]

    def _index(self, node: ast.Subscript, scope: Scope) -> Iterator[SourceEdit]:
        pair: list[ast.expr] = []
        if isinstance(node.value, ast.Subscript):
            pair = [node.value.slice, node.slice]
        elif isinstance(node.slice, ast.Tuple):
            pair = node.slice.elts
        match pair:
            case [ast.Name() as one, ast.Name() as two] if one.id != two.id:
                yield self._swapped(one, two, scope)
        if isinstance(node.slice, ast.Slice):
            for bound in (node.slice.lower, node.slice.upper):
                if bound is not None and _number(bound) is None:
                    yield self._change("range", bound, self._stepped(bound, "+ 1"), scope)

    def _seat(self, node: ast.Name, parent: ast.AST, scope: Scope) -> Iterator[SourceEdit]:
        """Another seat, or another colour, than the one that is meant."""
        role = role_of(node.id, scope.annotations.get(node.id))
        if not role or (isinstance(parent, ast.Call) and parent.func is node):
            return
        others = scope.alternatives(node.id, node.lineno)
        if others:
            yield self._change("seat", node, others[0], scope)
        elif role == "seat":
            # The seat before: index -1 is the last seat.
            yield self._change("seat", node, f"({node.id} - 1)", scope)

    def _constant(self, node: ast.AST, parent: ast.AST, scope: Scope) -> Iterator[SourceEdit]:
        number = _number(node)
        if number is not None:
            for other in (number + 1, number - 1):
                yield self._change("constant", node, str(other), scope)
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield self._change("constant", node, str(not node.value), scope)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # A word that is compared or stored; sentences, labels and keys are not rules.
            meant = ast.Compare | ast.Assign | ast.Return | ast.IfExp | ast.MatchValue
            listed = ast.Tuple | ast.Set | ast.List
            if isinstance(parent, meant | listed) and node.value.isidentifier():
                yield self._change("constant", node, repr(f"{node.value}_"), scope)


def _is_atomic(node: ast.expr) -> bool:
    """Whether an expression needs no parentheses anywhere."""
    return isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Constant)


def _is_emit_test(test: ast.expr) -> bool:
    """`if emit`: not a rule, and scenarios always collect events."""
    return ast.unparse(test) in ("emit", "emit is not None")


def _number(node: ast.AST) -> int | None:
    """The value of a whole number, a negative one too."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return _minus(node)


def _minus(node: ast.AST) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = node.operand
        if isinstance(inner, ast.Constant) and type(inner.value) is int:
            return -inner.value
    return None


def _is_sequence(node: ast.expr) -> bool:
    texts = isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)
    return texts or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_ignored(node: ast.AST) -> bool:
    """Code for readers and type checkers only."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test).endswith("TYPE_CHECKING")
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _is_only_binding(node: ast.Assign | ast.AnnAssign, scope: Scope) -> bool:
    """Whether a name would have no value at all without this statement."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names: list[str] = []
    for target in targets:
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        if not all(isinstance(part, ast.Name) for part in parts):
            return False
        names += [part.id for part in parts if isinstance(part, ast.Name)]
    if isinstance(scope.node, ast.ClassDef):
        return isinstance(node, ast.AnnAssign)
    return any(scope.bound[name] <= 1 for name in names)
