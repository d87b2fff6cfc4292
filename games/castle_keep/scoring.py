"""The standing, and how a match ends."""

from __future__ import annotations

from rulekeep.core import Item, NameOf, Outcome, Score, Seat
from rulekeep.games.castle_keep.box.castle import occupied
from rulekeep.games.castle_keep.events import ending
from rulekeep.games.castle_keep.state import State


def standing(state: State, viewer: Seat | None = None) -> tuple[Score, ...]:
    """How far everybody has built: the tiles in the own castles. They decide nothing by count."""
    labels = state.terms.variant.castle_labels
    scores = []
    for seat in range(state.seats):
        items = tuple(
            Item(f"tiles in {label}", occupied(castle).bit_count(), rule="CK-019")
            for label, castle in zip(labels, state.castles_of(seat), strict=True)
        )
        scores.append(Score(seat, sum(item.total for item in items), items))
    return tuple(scores)


def explain_end(state: State, name: NameOf) -> str:  # unreached: scenarios read no results
    """Why the match is over, as a clause."""
    rule = state.terms.variant.rule_of_end(state)
    return ending(rule, state.reason, state.winner, name)


def outcome(state: State) -> Outcome | None:
    """How the match ended, once it has: one winner, everybody (a draw), or a siege lost."""
    if not state.reason:
        return None
    drawn = state.reason == "turn_limit"  # CK-052
    places = tuple(1 if drawn or seat == state.winner else 2 for seat in range(state.seats))
    rule = state.terms.variant.rule_of_end(state)
    further = ("CK-083",) if state.reason == "last_standing" else ()
    return Outcome(places, standing(state), rule, state.reason, further)
