"""Notation by form."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from rulekeep.core.errors import BadNotation
from rulekeep.core.notation import ChoiceSlot, Language, NameSlot, NumberSlot, Phrase


@frozen
class Build:
    cell: int
    crests: int
    colour: int = -1
    quickly: bool = False


@frozen
class Walk:
    origin: int
    to: int


@frozen
class Draw:
    discard: bool


@frozen
class EndWalks:
    pass


@frozen
class EndBuilds:
    pass


LANGUAGE = Language(
    {
        "cell": NameSlot("cell", ["A1", "B2", "C3"], {"middle": 1}),
        "colour": NameSlot("colour", "ROLD"),
        "crests": NumberSlot("number of crests", 0, 2),
        "position": NumberSlot("position", 1, 48, shift=1),
        "discard": ChoiceSlot("pile", {"pile": False, "discard": True}),
    },
    [
        Phrase("build <cell> [<colour>] crest<crests> [quickly]", Build, "build C3 crest2"),
        Phrase("walk <origin:position> <to:position>", Walk),
        Phrase("draw <discard>", Draw),
        Phrase("end walks", EndWalks),
        Phrase("end builds", EndBuilds),
        Phrase("stop", EndBuilds),
    ],
)


@pytest.mark.parametrize(
    ("text", "move", "canonical"),
    [
        ("build C3 crest2", Build(2, 2), "build C3 crest2"),
        ("  Build   c3 r CREST 1", Build(2, 1, 0), "build C3 R crest1"),
        ("build middle crest0 QUICKLY", Build(1, 0, quickly=True), "build B2 crest0 quickly"),
        ("build A1 D crest0 quickly", Build(0, 0, 3, True), "build A1 D crest0 quickly"),
        ("walk 1 48", Walk(0, 47), "walk 1 48"),
        ("draw discard", Draw(True), "draw discard"),
        ("end builds", EndBuilds(), "end builds"),
        ("stop", EndBuilds(), "end builds"),
    ],
)
def test_a_form_is_read_and_written(text: str, move: Any, canonical: str) -> None:
    assert LANGUAGE.parse(text) == move
    assert LANGUAGE.notation(move) == canonical
    assert LANGUAGE.parse(canonical) == move


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "say a move: build CELL [COLOUR] crestN [quickly], walk ORIGIN TO"),
        ("bulid C3 crest2", "'bulid C3 crest2' is not a move, did you mean 'build'?"),
        ("x" * 300, "…' is not a move; the moves are"),
        ("build", "the cell is missing; write build CELL"),
        ("build Z9 crest1", "there is no cell 'Z9'; there are A1, B2, C3"),
        ("build C3 Z crest2", "there is no colour 'Z'; there are R, O, L, D"),
        ("build C3 crest7", "no number of crests 7; they run from 0 to 2"),
        ("build C3 crest", "the number of crests is missing"),
        ("build C3 tower2", "here comes crestN, not 'tower2'"),
        ("build C3 crest2 qickly", "here comes 'quickly', not 'qickly'"),
        ("build C3 crest2 quickly now", "something left over: 'now'"),
        ("build C3 crest2", ""),
        ("walk 1 x", "'x' is no number"),
        ("walk 0 1", "there is no position 0; they run from 1 to 48"),
        ("walk 1 " + "9" * 500, "is no number"),
        ("draw hand", "'hand' is not pile or discard"),
        ("end dances", "here comes 'walks', not 'dances'"),
    ],
)
def test_errors_say_the_word_and_the_form(text: str, what: str) -> None:
    if not what:
        LANGUAGE.parse(text)
        return
    with pytest.raises(BadNotation) as caught:
        LANGUAGE.parse(text)
    assert what in str(caught.value)
    assert len(str(caught.value)) < 400


def test_help_comes_from_the_forms() -> None:
    assert LANGUAGE.forms == (
        "build CELL [COLOUR] crestN [quickly]",
        "walk ORIGIN TO",
        "draw DISCARD",
        "end walks",
        "end builds",
    )
    assert LANGUAGE.examples[:2] == ("build C3 crest2", "walk ORIGIN TO")
    assert LANGUAGE.verbs == ("build", "walk", "draw", "end", "stop")


def test_a_move_of_a_program_may_name_what_does_not_exist() -> None:
    assert LANGUAGE.strange(Build(2, 2)) is None
    assert LANGUAGE.strange(Build(2, 2, -1)) is None
    assert LANGUAGE.strange(Build(9, 2)) == "there is no cell '9'"
    assert LANGUAGE.strange(Build(-1, 2)) == "there is no cell '-1'"
    assert LANGUAGE.strange(Build(1, 2, 4)) == "there is no colour '4'"
    assert LANGUAGE.strange(Walk(0, 48)) == "there is no position '48'"
    assert "is not a move of this game" in (LANGUAGE.strange("dance") or "")


def test_a_form_must_fit_its_move() -> None:
    with pytest.raises(ValueError, match="Walk has no 'cell'"):
        Language({"cell": NameSlot("cell", "AB")}, [Phrase("walk <cell>", Walk)])


def test_a_book_is_no_move() -> None:
    with pytest.raises(BadNotation, match="is too long for a move"):
        LANGUAGE.parse("show " * 1_000_000)


def test_a_move_is_taken_apart() -> None:
    assert LANGUAGE.parts(Build(2, 1)) == {"verb": "build", "cell": "C3", "crests": "1"}
    assert LANGUAGE.parts(Build(0, 0, 3, True)) == {
        "verb": "build",
        "cell": "A1",
        "colour": "D",
        "crests": "0",
        "quickly": "quickly",
    }
    assert LANGUAGE.parts(Walk(0, 47)) == {"verb": "walk", "origin": "1", "to": "48"}
    assert LANGUAGE.parts(Draw(True)) == {"verb": "draw", "discard": "discard"}
    assert LANGUAGE.parts(EndBuilds()) == {"verb": "end builds"}


def test_the_words_of_a_part_are_listed() -> None:
    words = LANGUAGE.words
    assert words["verb"] == ("build", "walk", "draw", "end walks", "end builds")
    assert words["cell"] == ("A1", "B2", "C3") and words["colour"] == ("R", "O", "L", "D")
    assert words["crests"] == ("0", "1", "2") and words["discard"] == ("pile", "discard")
    assert words["to"] == words["origin"] == tuple(str(n) for n in range(1, 49))
    assert words["quickly"] == ("quickly",)
