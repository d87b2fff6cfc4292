"""The rule book of a game: rules, options and presets from `rules.yaml`, and the checks that refuse moves."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from attrs import evolve

from rulekeep.core.data_files import Node, Readable, packaged, read_yaml
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.rule_options import Option, Preset, settle_only
from rulekeep.core.text import fit, whole_number
from rulekeep.core.yaml_cache import read_cached

Check = Callable[[Any, int, Any], str | None]
C = TypeVar("C", bound=Callable[[Any, int, Any], str | None])

MAX_SUMMARY = 100
"""Characters of a rule's words in a list."""
Conditions = tuple[tuple[str, tuple[Any, ...]], ...]
"""Option values under which a rule applies."""
_LOADING = threading.RLock()
"""Held while checks are loaded: threads of a server may check their first moves at once."""


@frozen
class Refusal:
    """Why a move is not allowed: the rule, and the reason in one sentence."""

    rule: str
    because: str

    def sentence(self, move: str) -> str:
        """For the player: `You cannot play 'place KY C': a castle begins with a wall (CK-018).`"""
        rule = f" ({self.rule})" if self.rule else ""
        return f"You cannot play '{move}': {self.because.rstrip('.')}{rule}."


@frozen
class Rule:
    """One rule, in our own words."""

    id: str
    chapter: str
    text: str
    source: str
    begins: tuple[tuple[str, str], ...] = ()
    """Where to find it in the rulebook: language and first words of each sentence."""
    reading: str = ""
    """The reading we chose where the sources are silent or disagree, and why."""
    options: tuple[str, ...] = ()
    when: Conditions = ()
    """Empty: it always applies."""
    untestable: str = ""
    """Why no scenario can show it at work; empty for a testable rule."""

    @property
    def summary(self) -> str:
        """The first sentence of the text, after the id: `KC-039: There is always a card …`"""
        first = re.split(r"(?<=[.?]) (?=[A-Z])", self.text, maxsplit=1)[0]
        return f"{self.id}: {fit(first, MAX_SUMMARY)}"

    def in_force(self, options: Mapping[str, Any]) -> bool:
        """Whether the rule applies in a match with these options."""
        return all(options.get(name) in values for name, values in self.when)


@frozen
class RuleAnswer:
    """A rule that was checked for a move, and its objection if it has one."""

    rule: str
    objection: str | None


@frozen
class _TiedCheck:
    rule: str
    moves: tuple[type, ...]
    objects: Check
    gate: bool


def forbids(rule: str, *moves: type, gate: bool = False) -> Callable[[C], C]:
    """Tie a check to the rule it states, for these kinds of move (none named: all).

    `Rulebook.load(PACKAGE, checks)` names the module of the check to its book.
    """

    def tie(check: C) -> C:
        ties = (*getattr(check, "__forbids__", ()), _TiedCheck(rule, moves, check, gate))
        check.__forbids__ = ties  # type: ignore[attr-defined]
        return check

    return tie


class _Rules(Mapping[str, Rule]):
    """The rules of a book, each read when it is first used; a match needs few of them to start."""

    def __init__(self, readers: Mapping[str, Callable[[], Rule]]) -> None:
        self._found: dict[str, Rule | Callable[[], Rule]] = dict(readers)

    def __getitem__(self, rule: str) -> Rule:
        found = self._found[rule]
        if not isinstance(found, Rule):
            found = self._found[rule] = found()
        return found

    def __contains__(self, rule: object) -> bool:
        return rule in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class Rulebook:
    """The rules of one game by id, in the order of the book."""

    def __init__(
        self,
        rules: Mapping[str, Rule],
        name: str = "rules.yaml",
        options: tuple[Option, ...] = (),
        presets: Mapping[str, Preset] | None = None,
        edition: int = 1,
    ) -> None:
        self.rules = rules
        self.name = name
        self.edition = edition
        """The edition: raised when rules or defaults of options change."""
        self.options = options
        """The disputed readings and variants, in the order of the rules they stand beside."""
        self.presets: Mapping[str, Preset] = presets or {}
        self._checks: dict[type, list[_TiedCheck]] = {}
        self._every: list[_TiedCheck] = []
        self._to_load: list[str] = []
        """Modules with checks that are not loaded yet."""

    @classmethod
    def load(cls, package: str, *chapters: ModuleType | str, name: str = "rules.yaml") -> Rulebook:
        """The rule book of an installed package, with the checks of these modules or their names.

        Checks run chapter by chapter, and in a chapter in the order they are written.
        """
        cached = read_cached(package, name)
        book = cls.read(packaged(package, name)) if cached is None else cls._of(cached, name)
        book.ask(*chapters)
        return book

    def ask(self, *chapters: ModuleType | str) -> None:
        """Run the checks of these modules too, after those that are known already.

        A module that is given by its name, and not loaded yet, is loaded for the first move that
        is checked.
        """
        for chapter in chapters:
            if isinstance(chapter, str) and chapter not in sys.modules:
                self._to_load.append(chapter)
                self._checks.clear()
            else:
                self._load_checks()
                self._take_checks(import_module(chapter) if isinstance(chapter, str) else chapter)

    def _load_checks(self) -> None:
        while self._to_load:
            self._take_checks(import_module(self._to_load[0]))
            del self._to_load[0]

    def _take_checks(self, module: ModuleType) -> None:
        for value in list(vars(module).values()):
            if getattr(value, "__module__", "") == module.__name__:
                for tied in getattr(value, "__forbids__", ()):
                    self._tie(tied)

    @classmethod
    def read(cls, source: Readable) -> Rulebook:
        book = cls._of(read_yaml(source), source.name)
        for _ in book:  # report mistakes at once
            pass
        return book

    @classmethod
    def _of(cls, root: Node, name: str) -> Rulebook:
        root.only("game", "edition", "presets", "chapters")
        readers: dict[str, Callable[[], Rule]] = {}
        named: dict[str, tuple[str, ...]] = {}
        declared: dict[str, Option] = {}
        for chapter in root["chapters"]:
            chapter.only("title", "when", "rules")
            title = chapter["title"].str()
            when = _when(chapter)
            for node in chapter["rules"]:
                rule = node["id"].str()
                if rule in readers:
                    raise node.fail(f"the rule {rule} is in the book twice")
                named[rule] = _declare_options(node, declared) + _named_options(node)
                readers[rule] = partial(_rule, node, title, when, named[rule])
        if not readers:
            raise root.fail("a rule book needs rules")
        options = tuple(_concerned(option, named) for option in declared.values())
        _know_their_options(root, named, declared)
        edition = root["edition"].int(1, 9999) if "edition" in root else 1
        _know_their_editions(root, options, edition)
        return cls(_Rules(readers), name, options, _presets(root, options), edition)

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

        Checks run in the order they are written. After a gate's objection the later
        checks do not run: they may rely on what the gate ensures.
        """
        self._know(rule)

        def tie(check: C) -> C:
            self._tie(_TiedCheck(rule, moves, check, gate))
            return check

        return tie

    def _know(self, rule: str) -> None:
        if rule not in self.rules:
            raise DataError(self.name, f"a check is tied to {rule}, which is not in the book")

    def _tie(self, tied: _TiedCheck) -> None:
        self._know(tied.rule)
        self._every.append(tied)
        self._checks.clear()

    def _for(self, move: Any) -> list[_TiedCheck]:
        kind = type(move)
        checks = self._checks.get(kind)
        if checks is None:
            with _LOADING:
                self._load_checks()
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

    def explain(self, state: Any, seat: int, move: Any) -> list[RuleAnswer]:
        """Every rule asked about the move, and its objection if it has one."""
        asked: list[RuleAnswer] = []
        for tied in self._for(move):
            because = tied.objects(state, seat, move)
            asked.append(RuleAnswer(tied.rule, because))
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


def _rule(node: Node, chapter: str, when: Conditions, options: tuple[str, ...]) -> Rule:
    node.only(
        *("id", "text", "source", "begins", "reading"),
        *("option", "options", "when", "testable", "reason"),
    )
    rule = node["id"].str()
    testable = node.get("testable")
    reason = node.get("reason")
    untestable = ""
    if testable is not None and not testable.bool():
        if reason is None or not reason.prose():
            raise node.fail(f"{rule} is marked untestable and must give a reason")
        untestable = reason.prose()
    elif reason is not None:
        raise reason.fail(f"{rule} is testable and needs no reason")
    reading = node.get("reading")
    return Rule(
        id=rule,
        chapter=chapter,
        text=node["text"].prose(),
        source=node["source"].prose(),
        begins=_begins(node),
        reading=reading.prose() if reading is not None else "",
        options=options,
        when=when + _when(node),
        untestable=untestable,
    )


FIRST_WORDS = 8
"""So many words suffice to find a sentence; more would copy it."""


def _begins(node: Node) -> tuple[tuple[str, str], ...]:
    """`begins: {de: "Der König darf", fr: ["Le joueur", "Ensuite, on"]}`."""
    begins = node.get("begins")
    found = []
    for language, said in begins.mapping().items() if begins is not None else ():
        if len(language) != 2 or not language.islower():
            raise said.fail(f"{language!r} is not the code of a language, such as de")
        for words in said.list() if isinstance(said.value, list) else [said]:
            text = words.str().strip()
            if not 1 <= len(text.split()) <= FIRST_WORDS:
                raise words.fail(f"the first words of a sentence: one to {FIRST_WORDS} of them")
            found.append((language, text))
    return tuple(found)


# -- options and presets ----------------------------------------------------------------------


def _declare_options(node: Node, declared: dict[str, Option]) -> tuple[str, ...]:
    """The names of the options that a rule declares under `options:`."""
    options = node.get("options")
    if options is None:
        return ()
    for name, said in options.mapping().items():
        if name in declared:
            raise said.fail(f"the option {name!r} is declared twice; elsewhere name it as 'option'")
        declared[name] = _option(name, said)
    return tuple(options.mapping())


def _named_options(node: Node) -> tuple[str, ...]:
    """The names of options declared elsewhere that a rule mentions under `option:`."""
    option = node.get("option")
    if option is None:
        return ()
    names = option.list() if isinstance(option.value, list) else [option]
    return tuple(name.str() for name in names)


def _option(name: str, node: Node) -> Option:
    """A choice of `values`, a `flag`, or a whole number from `low` to `high`."""
    node.only(
        *("label", "help", "values", "default", "labels", "flag", "low", "high"),
        *("formerly", "since"),
    )
    option = _option_of_its_kind(name, node)
    if "label" in node:
        option = evolve(option, title=node["label"].str())
    if "since" in node:
        option = evolve(option, since=node["since"].int(1, 9999))
    former = node.get("formerly")
    if former is None:
        return option
    formerly: dict[int, Any] = {}
    for edition, value in former.mapping().items():
        if edition.startswith("0") or whole_number(edition, 1, 9999) is None:
            raise value.fail(f"{edition!r} is not the number of an edition")
        try:
            formerly[int(edition)] = option.validate(value.plain())
        except SetupError as error:
            raise value.fail(str(error)) from None
    return evolve(option, formerly=formerly)


def _option_of_its_kind(name: str, node: Node) -> Option:
    help = node["help"].prose()
    if "flag" in node:
        return Option.flag(name, node["flag"].bool(), rules=(), help=help)
    if "low" in node:
        low, high = node["low"].int(), node["high"].int()
        default = node["default"].int(low, high)
        return Option.integer(name, default, low, high, rules=(), help=help)
    values = tuple(value.plain() for value in node["values"])
    if len(values) < 2:
        raise node["values"].fail("a choice needs two values")
    default = node["default"].one_of(values) if "default" in node else values[0]
    labels = _labels(node, values)
    return Option.choice(name, values, rules=(), help=help, default=default, labels=labels)


def _labels(node: Node, values: tuple[Any, ...]) -> dict[Any, str]:
    """Labels by value. A number as a YAML key is read as text."""
    labels = node.get("labels")
    if labels is None:
        return {}
    spelled = {str(value): value for value in values}
    labels.only(*spelled)
    return {spelled[key]: label.str() for key, label in labels.mapping().items()}


def _concerned(option: Option, named: Mapping[str, tuple[str, ...]]) -> Option:
    """The option with all rules that name it."""
    return evolve(option, rules=tuple(r for r, names in named.items() if option.name in names))


def _know_their_options(
    root: Node, named: Mapping[str, tuple[str, ...]], declared: Mapping[str, Option]
) -> None:
    """Refuse a rule that names an option which does not exist."""
    for rule, names in named.items() if declared else ():
        for name in names:
            if name not in declared:
                raise root.fail(f"{rule} names the option {name!r}, which is not declared")


def _know_their_editions(root: Node, options: tuple[Option, ...], edition: int) -> None:
    """Refuse former defaults and options of editions that do not exist yet."""
    for option in options:
        if option.since > edition:
            raise root.fail(
                f"the option {option.name!r} is there since edition {option.since}, "
                f"but the book is edition {edition}"
            )
        for former in option.formerly:
            if former >= edition:
                raise root.fail(
                    f"the option {option.name!r} says its default of edition {former}, "
                    f"but the book is edition {edition}"
                )


def _presets(root: Node, options: tuple[Option, ...]) -> dict[str, Preset]:
    """Named sets of options, each with a label and what it changes."""
    presets = root.get("presets")
    found: dict[str, Preset] = {}
    for name, node in presets.mapping().items() if presets is not None else ():
        node.only("label", "text", "options")
        label = node["label"].str() if "label" in node else ""
        chosen = {key: value.plain() for key, value in node["options"].mapping().items()}
        try:
            found[name] = Preset(settle_only(options, chosen), node["text"].prose(), label)
        except SetupError as error:
            raise node["options"].fail(str(error)) from None
    return found
