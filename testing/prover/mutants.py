"""Mutants: a source with one small fault, put there on purpose.

A fault is an edit of the text, not of the tree: the changed line is shown as its author wrote it,
and the mutant is compiled exactly like the original. Mutants that do not compile, or compile to
the same code as the original or as another mutant, are not made.
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
    context: str = field(repr=False)
    """The text of the function, or of the statement of the module, that the change is in."""
    offset: int
    """Where in the context."""
    when_called: bool
    """The change runs when a function is called, not while the module is imported."""

    def of(self, text: str) -> str:
        """The changed source."""
        raw = text.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


def mutants_of(file: str, text: str, lines: Container[int] | None = None) -> list[Mutant]:
    """The mutants of a source whose fault begins on these lines, in order of the text."""
    source = SourceText(text)
    found: list[Mutant] = []
    known: dict[ast.stmt, set[object]] = {}
    for edit in source_edits(source):
        if lines is not None and edit.line not in lines:
            continue
        codes = known.setdefault(edit.top, {_code(source, edit.top)})
        code = _code(source, edit.top, edit)
        if code is not None and code not in codes:
            codes.add(code)
            found.append(_mutant(file, source, edit))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end))


def _mutant(file: str, source: SourceText, edit: SourceEdit) -> Mutant:
    in_function = isinstance(edit.scope.node, Function)
    context = edit.scope.node if in_function else edit.top
    return Mutant(
        kind=edit.kind,
        file=file,
        line=edit.line,
        function=edit.scope.name,
        before=source.shown(edit.start, edit.end),
        after=source.shown(edit.start, edit.end, edit.new),
        start=edit.start,
        end=edit.end,
        new=edit.new,
        context=source.text(context),
        offset=edit.start - source.span(context)[0],
        when_called=in_function,
    )


def _code(source: SourceText, top: ast.stmt, edit: SourceEdit | None = None) -> object:
    """The compiled statement of a module, with an edit or without; None if it is not Python."""
    decorators: list[ast.expr] = getattr(top, "decorator_list", [])
    begin = source.begin(min([top.lineno, *(d.lineno for d in decorators)]))
    end = source.span(top)[1]
    raw = source.raw[begin:end]
    if edit is not None:
        raw = source.raw[begin : edit.start] + edit.new.encode() + source.raw[edit.end : end]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _fingerprint(compile(raw, "", "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def _fingerprint(code: CodeType) -> object:
    """What code does, without its position in the file."""
    constants = tuple(
        _fingerprint(value) if isinstance(value, CodeType) else (type(value).__name__, repr(value))
        for value in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, code.co_exceptiontable, names, constants
