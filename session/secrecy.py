"""Whether people at one keyboard must not see each other's screen."""

from __future__ import annotations

from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match

TRIES = 6


def has_secrets(match: Match) -> bool:
    """Whether some seat knows something that another one does not.

    Told by events for some only, by sealed choices, or by dealing anew what one seat cannot
    see: if that changes what another seat sees, the two know different things.
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
            dealt = match.game.determinize(match.state, seat, chance)
            if any(match.game.observation(dealt, other) != seen[other] for other in seats):
                return True
    return False
