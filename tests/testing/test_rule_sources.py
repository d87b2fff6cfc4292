"""From a rule's id to its code."""

from textwrap import dedent

import lanterns

from rulekeep.testing.rule_sources import places, places_in

KNOWN = frozenset(("X-1", "X-2", "X-3", "X-4"))


def found(text: str) -> list[tuple[str, int, int, str, str]]:
    return [
        (place.rule, place.line, place.last, place.function, place.kind)
        for place in places_in("turn.py", dedent(text).lstrip("\n"), KNOWN)
    ]


def test_a_comment_stands_for_its_statement() -> None:
    text = """
    def pay(state):
        price = sum(
            state.heights,  # X-1
        )
        # X-2 X-3: money first
        state.money -= price
        return price
    """
    assert found(text) == [
        ("X-1", 2, 4, "pay", "code"),
        ("X-2", 6, 6, "pay", "code"),
        ("X-3", 6, 6, "pay", "code"),
    ]


def test_a_comment_at_the_head_of_a_block_stands_for_the_block() -> None:
    text = """
    class Rules:
        def end(self, state):  # X-1
            if state.over:  # X-2
                state.money = 0
            else:
                state.money = 1

    # X-3
    def begin(state):
        return state
    """
    assert found(text) == [
        ("X-1", 2, 6, "Rules.end", "code"),
        ("X-2", 3, 4, "Rules.end", "code"),
        ("X-3", 9, 10, "begin", "code"),
    ]


def test_a_check_bears_the_rule_it_is_tied_to() -> None:
    text = """
    @forbids("X-1", Build, gate=True)
    @BOOK.forbids("X-2", Roof)
    @cache
    def it_is_taken(state, seat, move):
        return None
    """
    assert found(text) == [
        ("X-1", 1, 5, "it_is_taken", "check"),
        ("X-2", 1, 5, "it_is_taken", "check"),
    ]


def test_strings_unknown_ids_and_parts_of_words_do_not_count() -> None:
    text = """
    rules = ("X-1", "X-2")  # AX-1 X-11 Y-1
    """
    assert found(text) == []


def test_every_testable_rule_of_the_tiny_game_is_borne() -> None:
    borne = places("lanterns", lanterns.GAME.book.rules)
    assert [rule for rule in lanterns.GAME.book.testable if not borne[rule]] == []
    assert {place.module for place in borne["LA-006"]} == {"checks", "turn"}
