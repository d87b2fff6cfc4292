"""How the cost of a kind of decision changes as a match goes on."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core.chance import SeededChance
from rulekeep.core.game import AnyGame
from rulekeep.sim.speed import TimedPosition, advance_cost, mean_cost, positions


@frozen
class Stretch:
    """The cost of one kind of decision in a part of a match."""

    first: int
    last: int
    """Which decisions of that kind, counted within the match from 1."""
    advance: float
    legal_moves: float


def growth(
    game: AnyGame, seats: int, kind: str, width: int, matches: int = 30, seed: int = 1
) -> list[Stretch]:
    """The cost of one kind of decision as a match goes on, for every `width` of them."""
    stretches: dict[int, list[TimedPosition]] = {}
    for match in range(matches):
        of_kind = (p for p in positions(game, seats, 1, seed + match) if p.kind == kind)
        for number, place in enumerate(of_kind):
            stretches.setdefault(number // width, []).append(place)
    chance = SeededChance(seed, "growth")
    return [
        Stretch(
            stretch * width + 1,
            (stretch + 1) * width,
            advance_cost(game, sample, chance),
            mean_cost(sample, lambda p: game.legal_moves(p.state, p.seat)),
        )
        for stretch, sample in sorted(stretches.items())
        if len(sample) >= matches * width // 4
    ]
