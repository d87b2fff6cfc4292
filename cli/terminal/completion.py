"""Completion at the prompt: the legal moves word by word, and commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulekeep.cli.terminal.prompt import Complete, Proposal


def from_texts(texts: Iterable[str], typed: str) -> list[Proposal]:
    """The words that come next in those texts that start with what was typed."""
    words = typed.split()
    stub = "" if not typed or typed[-1].isspace() else words.pop()
    before = [word.casefold() for word in words]
    found: dict[str, bool] = {}
    for text in texts:
        parts = text.split()
        if len(parts) <= len(before) or [p.casefold() for p in parts[: len(before)]] != before:
            continue
        word = parts[len(before)]
        if word.casefold().startswith(stub.casefold()):
            found[word] = found.get(word, False) or len(parts) > len(before) + 1
    return [Proposal(word, more) for word, more in found.items()]


def table_completion(
    moves: Sequence[str],
    commands: Sequence[str],
    rules: Sequence[str],
    places: Callable[[], Sequence[str]] = tuple,
) -> Complete:
    """Moves first; commands once a letter was typed; the right things after a command."""

    def complete(typed: str) -> Sequence[Proposal]:
        head, space, tail = typed.lstrip().partition(" ")
        if space and head in ("why", "?"):
            return from_texts(moves, tail)
        if space and head == "look":
            return from_texts(places(), tail)
        if space and head == "rules":
            return from_texts(rules, tail)
        found = from_texts(moves, typed)
        if typed.strip() and not space:
            known = {proposal.word for proposal in found}
            found += [p for p in from_texts(commands, typed) if p.word not in known]
        return found

    return complete
