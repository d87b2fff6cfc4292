"""Does a match have secrets that people must hide from each other?"""

from __future__ import annotations

from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match

TRIES = 6


def has_secrets(match: Match) -> bool:
    """Whether some seat knows something that another one does not.

    The signs are private events, sealed choices, and what changes for the other seats when
    everything that one seat cannot see is dealt again.
    """
    if any(event.seen_by is not None for ply in match.plies for event in ply.events):
        return True
    if any(decision.sealed for decision in match.decisions):
        return True
    seats = range(match.header.seats)
    seen = [match.observation(seat) for seat in seats]
    for seat in seats:
        for attempt in range(TRIES):
            chance = SeededChance("secrets", attempt)
            other_state = match.game.determinize(match.state, seat, chance)
            if any(match.game.observation(other_state, other) != seen[other] for other in seats):
                return True
    return False
