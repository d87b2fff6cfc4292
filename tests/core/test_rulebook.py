import sys
import threading
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.errors import DataError
from rulekeep.core.rulebook import Refusal, Rule, RuleAnswer, Rulebook, forbids

BOOK = """
game: toy
chapters:
  - title: Placing
    rules:
      - {id: T-1, text: On the board., source: us}
      - {id: T-2, text: Not on a tile., source: us, reading: ours, option: stacking}
  - title: Words
    rules:
      - {id: T-3, text: A tile is a tile., source: us, testable: false, reason: a definition}
  - title: Towers
    when: {variant: [high, higher]}
    rules:
      - {id: T-4, text: Tiles are stacked., source: us}
      - {id: T-5, text: Stacks fall., source: us, when: {wind: [true]}}
"""


@frozen
class Place:
    cell: int


@frozen
class Pass:
    pass


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    path = tmp_path / "rules.yaml"
    path.write_text(BOOK)
    book = Rulebook.read(path)

    @book.forbids("T-1", Place, gate=True)
    def off_the_board(state: set[int], seat: int, move: Place) -> str | None:
        return "there is no such cell" if move.cell > 8 else None

    @book.forbids("T-2", Place)
    def the_cell_is_taken(state: set[int], seat: int, move: Place) -> str | None:
        return f"cell {move.cell} is taken" if move.cell in state else None

    @book.forbids("T-2")
    def too_many(state: set[int], seat: int, move: object) -> str | None:
        return "the board is full" if len(state) > 2 else None

    return book


def test_what_the_book_says(book: Rulebook) -> None:
    assert len(book) == 5 and "T-2" in book and "T-9" not in book
    assert book["T-2"].chapter == "Placing"
    assert book["T-2"].options == ("stacking",)
    assert book["T-3"].untestable == "a definition"
    assert book.testable == ("T-1", "T-2", "T-4", "T-5")
    assert [rule.id for rule in book] == ["T-1", "T-2", "T-3", "T-4", "T-5"]


def test_when_a_rule_is_in_force(book: Rulebook) -> None:
    def in_force(variant: str, wind: bool) -> list[str]:
        return [rule.id for rule in book if rule.in_force({"variant": variant, "wind": wind})]

    assert in_force("flat", True) == ["T-1", "T-2", "T-3"]
    assert in_force("higher", False) == ["T-1", "T-2", "T-3", "T-4"]
    assert in_force("high", True) == ["T-1", "T-2", "T-3", "T-4", "T-5"]


def test_the_first_objection_refuses(book: Rulebook) -> None:
    assert book.check({1}, 0, Place(2)) is None
    assert book.check({1}, 0, Place(1)) == Refusal("T-2", "cell 1 is taken")
    assert book.check({1, 2, 9}, 0, Place(9)) == Refusal("T-1", "there is no such cell")
    assert book.check({1}, 0, Pass()) is None
    assert book.check({1, 2, 3}, 0, Pass()) == Refusal("T-2", "the board is full")


def test_explain_asks_every_rule_up_to_a_gate(book: Rulebook) -> None:
    assert book.explain({1, 2, 3}, 0, Place(1)) == [
        RuleAnswer("T-1", None),
        RuleAnswer("T-2", "cell 1 is taken"),
        RuleAnswer("T-2", "the board is full"),
    ]
    assert book.explain({9}, 0, Place(9)) == [RuleAnswer("T-1", "there is no such cell")]


@given(
    st.lists(st.tuples(st.sampled_from(["T-1", "T-2"]), st.booleans(), st.booleans()), max_size=8)
)
def test_check_is_the_first_objection_that_explain_finds(
    laws: list[tuple[str, bool, bool]],
) -> None:
    """Whatever checks there are: asked in order, up to a gate that objects."""
    rules = {name: Rule(name, "chapter", "text", "source") for name in ("T-1", "T-2")}
    book = Rulebook(rules)
    for number, (rule, objects, gate) in enumerate(laws):
        because = f"reason {number}" if objects else None
        book.forbids(rule, Place, gate=gate)(lambda state, seat, move, because=because: because)
    asked = book.explain(None, 0, Place(1))
    objections = [Refusal(a.rule, a.objection) for a in asked if a.objection]
    assert book.check(None, 0, Place(1)) == (objections[0] if objections else None)
    gates = [n for n, (_, objects, gate) in enumerate(laws) if objects and gate]
    assert len(asked) == (gates[0] + 1 if gates else len(laws))
    assert [a.rule for a in asked] == [rule for rule, _, _ in laws[: len(asked)]]
    assert book.explain(None, 0, Pass()) == []


def test_a_check_for_a_rule_that_is_not_there(book: Rulebook) -> None:
    with pytest.raises(DataError, match="tied to T-7, which is not in the book"):
        book.forbids("T-7")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("id: T-2", "id: T-1", ":7: the rule T-1 is in the book twice"),
        (", reason: a definition", "", ":10: T-3 is marked untestable and must give a reason"),
        ("source: us, reading", "sauce: us, reading", ":7: unknown key 'sauce'"),
        ("text: On the board., ", "", ":6: the key 'text' is missing"),
        ("testable: false, ", "", ":10: T-3 is testable and needs no reason"),
    ],
)
def test_defects_are_named_with_their_line(tmp_path: Path, old: str, new: str, what: str) -> None:
    path = tmp_path / "rules.yaml"
    assert old in BOOK
    path.write_text(BOOK.replace(old, new))
    with pytest.raises(DataError) as caught:
        Rulebook.read(path)
    assert what in str(caught.value)


OPTIONS = """\
game: toy
presets:
  wild:
    text: everything goes
    options: {style: loose, limit: 9}
chapters:
  - title: Only chapter
    rules:
      - id: T-1
        text: One.
        source: here
        options:
          style: {help: how strictly, values: [strict, loose], labels: {loose: as you like}}
          limit: {help: how many, low: 1, high: 9, default: 3}
      - id: T-2
        text: Two.
        source: here
        option: style
        options:
          noisy: {help: with shouting, flag: false}
      - id: T-3
        text: Three.
        source: here
        option: [noisy, limit]
        options:
          cap: {help: the most, values: [4, null], default: null}
"""


def test_options_stand_beside_their_rules_and_links_are_derived(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(OPTIONS)
    book = Rulebook.read(path)
    options = {option.name: option for option in book.options}
    assert list(options) == ["style", "limit", "noisy", "cap"]
    assert [options[name].rules for name in options] == [
        ("T-1", "T-2"),
        ("T-1", "T-3"),
        ("T-2", "T-3"),
        ("T-3",),
    ]
    assert book["T-3"].options == ("cap", "noisy", "limit")
    assert (options["style"].default, options["style"].labels) == (
        "strict",
        {"loose": "as you like"},
    )
    assert (options["limit"].low, options["limit"].high, options["limit"].default) == (1, 9, 3)
    assert options["noisy"].kind == "flag" and options["noisy"].default is False
    assert options["cap"].values == (4, None) and options["cap"].default is None
    assert book.presets["wild"] == {"style": "loose", "limit": 9}
    assert book.presets["wild"].text == "everything goes"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("option: style", "option: stile", "T-2 names the option 'stile', which is not declared"),
        ("values: [strict, loose]", "values: [strict]", ":13: a choice needs two values"),
        ("default: 3", "default: 12", ":14: default: 12 is more than 9"),
        ("flag: false", "flag: maybe", ":20: expected true or false"),
        ("style: loose, limit", "style: lax, limit", ":5: option 'style' cannot be 'lax'"),
        ("    text: everything goes\n", "", "the key 'text' is missing"),
        ("noisy: {help", "style: {help", "the option 'style' is declared twice"),
        ("labels: {loose", "labels: {lose", "unknown key 'lose'"),
        ("help: the most, ", "", "the key 'help' is missing"),
    ],
)
def test_a_wrong_option_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, what: str
) -> None:
    assert old in OPTIONS
    path = tmp_path / "rules.yaml"
    path.write_text(OPTIONS.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        Rulebook.read(path)
    assert what in str(caught.value)


def test_checks_are_asked_chapter_by_chapter(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(OPTIONS)
    first, second = ModuleType("first"), ModuleType("second")

    def objects(module: ModuleType, rule: str, name: str) -> None:
        def check(state: object, seat: int, move: object) -> str:
            return name

        check.__module__ = module.__name__
        setattr(module, name, forbids(rule)(check))

    objects(first, "T-3", "b")
    objects(first, "T-1", "a")
    objects(second, "T-2", "c")
    second.borrowed = first.a  # type: ignore[attr-defined]  # imported, and so not its own

    book = Rulebook.read(tmp_path / "rules.yaml")
    book.ask(second, first)
    assert [asked.rule for asked in book.explain(None, 0, 1)] == ["T-2", "T-3", "T-1"]
    objects(second, "T-9", "d")
    with pytest.raises(DataError, match="tied to T-9, which is not in the book"):
        book.ask(second)


def test_checks_named_by_their_module_are_loaded_for_the_first_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.yaml").write_text(OPTIONS)
    for name, rule in (("late_checks", "T-3"), ("later_checks", "T-1")):
        (tmp_path / f"{name}.py").write_text(
            "from rulekeep.core.rulebook import forbids\n"
            f"@forbids({rule!r})\ndef never(state, seat, move):\n    return 'never'\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    book = Rulebook.read(tmp_path / "rules.yaml")
    book.ask("late_checks", "later_checks")
    assert "late_checks" not in sys.modules
    assert [asked.rule for asked in book.explain(None, 0, 1)] == ["T-3", "T-1"]
    book.ask("late_checks")
    assert [asked.rule for asked in book.explain(None, 0, 1)] == ["T-3", "T-1", "T-3"]
    for name in ("late_checks", "later_checks"):
        monkeypatch.delitem(sys.modules, name)


def _read(tmp_path: Path, text: str) -> Rulebook:
    path = tmp_path / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    return Rulebook.read(path)


ONE_RULE = """
game: toy
edition: 3
chapters:
  - title: Placing
    rules:
      - id: T-1
        text: On the board.
        source: the rules, page 2
        begins: {de: Man legt einen Stein, fr: [Chacun pose, Ensuite on]}
        options:
          stacking: {help: on top, values: [never, once, always], formerly: {1: always}}
"""


def test_a_rule_says_how_its_sentences_begin(tmp_path: Path) -> None:
    begins = _read(tmp_path, ONE_RULE)["T-1"].begins
    assert begins == (("de", "Man legt einen Stein"), ("fr", "Chacun pose"), ("fr", "Ensuite on"))
    with pytest.raises(DataError, match=r"rules.yaml:10: .*one to 8 of them"):
        _read(tmp_path, ONE_RULE.replace("Man legt", "a b c d e f g h"))
    with pytest.raises(DataError, match="'german' is not the code of a language"):
        _read(tmp_path, ONE_RULE.replace("de:", "german:"))


def test_defaults_of_former_editions_are_known(tmp_path: Path) -> None:
    book = _read(tmp_path, ONE_RULE)
    assert book.edition == 3
    assert [book.options[0].default_in(edition) for edition in (1, 2, 3)] == [
        "always",
        "never",
        "never",
    ]
    with pytest.raises(DataError, match="'stacking' says its default of edition 3"):
        _read(tmp_path, ONE_RULE.replace("formerly: {1", "formerly: {3"))
    with pytest.raises(DataError, match="cannot be 'sometimes'"):
        _read(tmp_path, ONE_RULE.replace("{1: always", "{1: sometimes"))
    with pytest.raises(DataError, match="'first' is not the number of an edition"):
        _read(tmp_path, ONE_RULE.replace("{1: always", "{first: always"))


def test_threads_that_check_first_moves_at_once_use_the_order_of_the_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that comes second waits until all modules with checks are loaded."""
    (tmp_path / "rules.yaml").write_text(BOOK)
    for name, rule in (("their_first_checks", "T-1"), ("their_second_checks", "T-2")):
        (tmp_path / f"{name}.py").write_text(
            "from rulekeep.core.rulebook import forbids\n"
            f"@forbids({rule!r})\n"
            "def check(state, seat, move):\n"
            "    return 'no'\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    book = Rulebook.read(tmp_path / "rules.yaml")
    book.ask("their_first_checks", "their_second_checks")
    answers: list[Refusal | None] = []
    second = threading.Thread(target=lambda: answers.append(book.check(set(), 0, Pass())))

    def imported(name: str) -> ModuleType:
        if name == "their_first_checks":
            second.start()
            second.join(0.5)  # it may not come to an end before this module is loaded
        return import_module(name)

    monkeypatch.setattr("rulekeep.core.rulebook.import_module", imported)
    answers.append(book.check(set(), 0, Pass()))
    second.join()
    assert answers == [Refusal("T-1", "no")] * 2
    for name in ("their_first_checks", "their_second_checks"):
        sys.modules.pop(name, None)
