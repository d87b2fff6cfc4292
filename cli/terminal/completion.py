"""Which words may come next at the prompt: from the legal moves, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulekeep.cli.terminal.prompt import Complete, Proposal


def from_texts(texts: Iterable[str], typed: str) -> list[Proposal]:
    """The words with which one of the texts goes on after what was typed."""
    words = typed.split()
    stub = "" if not typed or typed[-1].isspace() else words.pop()
    said = [word.casefold() for word in words]
    begun = stub.casefold()
    found: dict[str, bool] = {}
    for text in texts:
        parts = text.split()
        if len(parts) <= len(said) or [p.casefold() for p in parts[: len(said)]] != said:
            continue
        word = parts[len(said)]
        if word.casefold().startswith(begun):
            found[word] = found.get(word, False) or len(parts) > len(said) + 1
    return [Proposal(word, more) for word, more in found.items()]


def at_the_table(
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
