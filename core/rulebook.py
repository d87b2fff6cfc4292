"""The rule book: rules.yaml, and the checks tied to its ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from typing import Any, TypeVar

from attrs import frozen

from rulekeep.core.data import Node, Readable, read_yaml
from rulekeep.core.errors import DataError

Check = Callable[[Any, int, Any], str | None]
C = TypeVar("C", bound=Callable[[Any, int, Any], str | None])

Conditions = tuple[tuple[str, tuple[Any, ...]], ...]
"""Options, each with the values that put a rule in force."""


@frozen
class Refusal:
    """Why a move is not allowed: the rule, and the reason in one sentence."""

    rule: str
    because: str


@frozen
class Rule:
    """One atomic rule in our words."""

    id: str
    chapter: str
    text: str
    source: str
    reading: str = ""
    """Where the sources leave a hole: the reading chosen, and why."""
    options: tuple[str, ...] = ()
    when: Conditions = ()
    """Empty: it is always in force."""
    untestable: str = ""
    """Why no scenario can show it at work; empty for a testable rule."""

    def in_force(self, options: Mapping[str, Any]) -> bool:
        """Whether the rule has anything to say in a match with these options."""
        return all(options.get(name) in values for name, values in self.when)


@frozen
class Asked:
    """A rule that was asked about a move, and what it had to say."""

    rule: str
    objection: str | None


@frozen
class _TiedCheck:
    rule: str
    moves: tuple[type, ...]
    objects: Check
    gate: bool


class Rulebook:
    """The rules of one game by id, in the order of the book."""

    def __init__(self, rules: dict[str, Rule], name: str = "rules.yaml") -> None:
        self.rules = rules
        self.name = name
        self._checks: dict[type, list[_TiedCheck]] = {}
        self._every: list[_TiedCheck] = []

    @classmethod
    def load(cls, package: str, name: str = "rules.yaml") -> Rulebook:
        """The rule book of an installed package."""
        return cls.read(resources.files(package) / name)

    @classmethod
    def read(cls, source: Readable) -> Rulebook:
        root = read_yaml(source).only("game", "chapters")
        rules: dict[str, Rule] = {}
        for chapter in root["chapters"]:
            chapter.only("title", "when", "rules")
            title = chapter["title"].str()
            when = _when(chapter)
            for node in chapter["rules"]:
                rule = _rule(node, title, when)
                if rule.id in rules:
                    raise node.fail(f"the rule {rule.id} stands in the book twice")
                rules[rule.id] = rule
        if not rules:
            raise root.fail("a rule book needs rules")
        return cls(rules, source.name)

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules

    def __getitem__(self, rule: str) -> Rule:
        return self.rules[rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def testable(self) -> tuple[str, ...]:
        return tuple(rule.id for rule in self if not rule.untestable)

    def forbids(self, rule: str, *moves: type, gate: bool = False) -> Callable[[C], C]:
        """Tie a check to the rule it states, for these kinds of move (none named: all).

        Checks are asked in the order they are written. After a gate's objection the later
        checks are not asked: they may rely on what the gate makes sure.
        """
        if rule not in self.rules:
            raise DataError(self.name, f"a check is tied to {rule}, which is not in the book")

        def tie(check: C) -> C:
            tied = _TiedCheck(rule, moves, check, gate)
            self._every.append(tied)
            self._checks.clear()
            return check

        return tie

    def _for(self, move: Any) -> list[_TiedCheck]:
        kind = type(move)
        checks = self._checks.get(kind)
        if checks is None:
            checks = [c for c in self._every if not c.moves or issubclass(kind, c.moves)]
            self._checks[kind] = checks
        return checks

    def check(self, state: Any, seat: int, move: Any) -> Refusal | None:
        """The first objection, in the order of the book."""
        for tied in self._for(move):
            because = tied.objects(state, seat, move)
            if because is not None:
                return Refusal(tied.rule, because)
        return None

    def explain(self, state: Any, seat: int, move: Any) -> list[Asked]:
        """Every rule asked about the move, and its objection if it has one."""
        asked: list[Asked] = []
        for tied in self._for(move):
            because = tied.objects(state, seat, move)
            asked.append(Asked(tied.rule, because))
            if because is not None and tied.gate:
                break
        return asked


def _when(node: Node) -> Conditions:
    """`when: {variant: [siege]}`, of a rule or of a whole chapter."""
    when = node.get("when")
    if when is None:
        return ()
    return tuple(
        (name, tuple(value.plain() for value in values.list()))
        for name, values in when.mapping().items()
    )


def _rule(node: Node, chapter: str, when: Conditions) -> Rule:
    node.only("id", "text", "source", "reading", "option", "when", "testable", "reason")
    rule = node["id"].str()
    option = node.get("option")
    options: tuple[str, ...] = ()
    if option is not None:
        names = option.list() if isinstance(option.value, list) else [option]
        options = tuple(name.str() for name in names)
    testable = node.get("testable")
    reason = node.get("reason")
    untestable = ""
    if testable is not None and not testable.bool():
        if reason is None or not reason.str().strip():
            raise node.fail(f"{rule} is marked untestable and must give a reason")
        untestable = reason.str().strip()
    elif reason is not None:
        raise reason.fail(f"{rule} is testable and needs no reason")
    reading = node.get("reading")
    return Rule(
        id=rule,
        chapter=chapter,
        text=node["text"].str().strip(),
        source=node["source"].str().strip(),
        reading=reading.str().strip() if reading is not None else "",
        options=options,
        when=when + _when(node),
        untestable=untestable,
    )
