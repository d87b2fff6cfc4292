"""Mutants: a source with one small fault, put there on purpose.

A fault is an edit of the text, not of the tree: so the changed line is shown as its author wrote
it, and the mutant is compiled exactly like the original. Mutants that do not compile, or compile
to the same code as the original or as another mutant, are not made.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Container
from types import CodeType

from attrs import field, frozen

from rulekeep.testing.prover.scopes import Function
from rulekeep.testing.prover.source_edits import SourceEdit, source_edits
from rulekeep.testing.prover.source_text import SourceText


@frozen
class Mutant:
    """A source with one fault."""

    kind: str
    file: str
    """Below the game's package."""
    line: int
    function: str
    """The function or class it is in, or nothing at the top of a module."""
    before: str
    after: str
    """The lines concerned, without comments, before and after the change."""
    start: int
    end: int
    new: str
    home: str = field(repr=False)
    """The function, or the statement of the module, that the change is in."""
    offset: int
    """Where in it."""
    when_called: bool
    """It is at work in a function, not while the module is imported."""

    def of(self, text: str) -> str:
        """The changed source."""
        raw = text.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


def mutants_of(file: str, text: str, lines: Container[int] | None = None) -> list[Mutant]:
    """The mutants of a source whose fault begins on these lines, in order of the text."""
    passages = SourceText(text)
    found: list[Mutant] = []
    known: dict[ast.stmt, set[object]] = {}
    for fault in source_edits(passages):
        if lines is not None and fault.line not in lines:
            continue
        codes = known.setdefault(fault.top, {_code(passages, fault.top)})
        code = _code(passages, fault.top, fault)
        if code is not None and code not in codes:
            codes.add(code)
            found.append(_mutant(file, passages, fault))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end))


def _mutant(file: str, passages: SourceText, fault: SourceEdit) -> Mutant:
    home = fault.scope.node if isinstance(fault.scope.node, Function) else fault.top
    return Mutant(
        kind=fault.kind,
        file=file,
        line=fault.line,
        function=fault.scope.name,
        before=passages.shown(fault.start, fault.end),
        after=passages.shown(fault.start, fault.end, fault.new),
        start=fault.start,
        end=fault.end,
        new=fault.new,
        home=passages.text(home),
        offset=fault.start - passages.span(home)[0],
        when_called=isinstance(fault.scope.node, Function),
    )


def _code(passages: SourceText, top: ast.stmt, fault: SourceEdit | None = None) -> object:
    """What a statement of the module does, with a fault or without; None if it is no Python."""
    decorators: list[ast.expr] = getattr(top, "decorator_list", [])
    begin = passages.begin(min([top.lineno, *(d.lineno for d in decorators)]))
    end = passages.span(top)[1]
    raw = passages.raw[begin:end]
    if fault is not None:
        raw = passages.raw[begin : fault.start] + fault.new.encode() + passages.raw[fault.end : end]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _fingerprint(compile(raw, "", "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def _fingerprint(code: CodeType) -> object:
    """What a code does, wherever it stands."""
    constants = tuple(
        _fingerprint(value) if isinstance(value, CodeType) else (type(value).__name__, repr(value))
        for value in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, code.co_exceptiontable, names, constants
