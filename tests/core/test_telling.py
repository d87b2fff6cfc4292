"""Sentences that are filled in, and the rules that an event cites."""

from attrs import frozen

from rulekeep.core.game import Item
from rulekeep.core.telling import Told, because


@frozen
class CardsDrawn(Told):
    says = "{seat} draws {cards:card} after {0}: {cards}, {points:point} ({items})."
    to_others = "{seat} draws {cards:card}."
    seat: int
    cards: tuple[str, ...]
    points: int
    items: tuple[Item, ...]


def name(seat: int) -> str:
    return ("Ada", "Bob")[seat]


def test_a_sentence_names_players_counts_and_lists() -> None:
    items = (Item("towers", 2, 3), Item("flag"))
    event = CardsDrawn(("X-1",), 1, ("K", "Q"), 1, items, seen_by=(1,))
    assert event.tell_to(1, name) == (
        "Bob draws 2 cards after Ada: K Q, 1 point (towers 2×3 = 6, flag 1)."
    )
    assert event.tell_to(0, name) == "Bob draws 2 cards."


def test_an_event_without_a_rumour_is_silent() -> None:
    @frozen
    class Peeked(Told):
        says = "{0} peeks."

    assert Peeked(("X-1",), seen_by=(0,)).tell_to(1, name) == ""


def test_further_rules_are_cited_where_they_made_a_difference() -> None:
    assert because("X-1", ("X-2", 0), ("X-3", "so it is"), ("X-4", False)) == ("X-1", "X-3")
