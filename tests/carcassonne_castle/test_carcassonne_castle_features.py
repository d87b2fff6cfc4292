"""What the learned estimate counts, compared with what the rules do next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.games.carcassonne_castle import GAME
from rulekeep.games.carcassonne_castle.features import NAMES, features, left, settled, totals
from rulekeep.games.carcassonne_castle.moves import NO_FOLLOWER
from rulekeep.games.carcassonne_castle.scoring.completed import tower_reached
from rulekeep.games.carcassonne_castle.scoring.final import largest_empty_region
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, PLACE, SCORE, START, State

AT_HOME = [name for name in NAMES if name.endswith(" at home")]


def positions(seed: int) -> Iterator[State]:
    """Every position of a random match but the last."""
    chance = SeededChance("features", seed)
    state = GAME.setup(2, {}, chance).state
    while open_now := GAME.decisions(state):
        yield state
        seat = open_now[0].seat
        moves = GAME.legal_moves(state, seat)
        GAME.advance(state, seat, moves[chance.below(len(moves), "the move")], chance)


def named(state: State) -> list[dict[str, int]]:
    return [dict(zip(NAMES, row, strict=True)) for row in features(state)]


def test_what_is_complete_counts_as_scored() -> None:
    compared = 0
    for seed in range(4):
        for state in positions(seed):
            if state.phase != FOLLOWER or not state.closed:
                continue
            after = state.copy()
            GAME.advance(after, state.active, NO_FOLLOWER, SeededChance("next", seed))
            if after.phase not in (START, PLACE):
                continue
            for before, now in zip(named(state), named(after), strict=True):
                kept = ["points", *AT_HOME, "size of the keep", "largest keep", "own turn"]
                assert {name: before[name] for name in kept} == {name: now[name] for name in kept}
                taken = [sum(row[f"wall tiles {n}"] for n in range(1, 10)) for row in (before, now)]
                assert before["wall tile taken now"] == taken[1] - taken[0]
                compared += 1
    assert compared > 20


def test_the_follower_is_counted_where_the_weights_want_it() -> None:
    weights = [0] * len(NAMES)
    weights[NAMES.index("points")] = 1000
    weights[NAMES.index("markets in own courts")] = 5000
    at_court = at_once = 0
    for state in positions(1):
        if state.phase != FOLLOWER:
            continue
        rows, before = settled(state, tuple(weights)), features(state)
        seat = state.active
        assert rows[1 - seat] == before[1 - seat]
        gains = []
        for move in GAME.legal_moves(state, seat):
            after = state.copy()
            GAME.advance(after, seat, move, SeededChance("next", 1))
            if after.phase in (START, PLACE):
                row = named(after)[seat]
                gains.append(1000 * row["points"] + 5000 * row["markets in own courts"])
        if len(gains) < len(GAME.legal_moves(state, seat)):
            continue
        weighed = [sum(w * f for w, f in zip(weights, row, strict=True)) for row in rows]
        assert weighed[seat] == max(gains)
        assert totals(state, tuple(weights)) == tuple(weighed)
        change = dict(zip(NAMES, map(int.__sub__, rows[seat], before[seat]), strict=True))
        at_court += change["markets in own courts"] > 0
        at_once += change["points"] > 0
    assert at_court > 2 and at_once > 2


def scored(state: State) -> Iterator[State]:
    """Every way to claim and to score what is complete, up to the end of the turn."""
    for move in GAME.legal_moves(state, state.active):
        after = state.copy()
        GAME.advance(after, state.active, move, SeededChance("scored"))
        if after.phase == SCORE:
            yield from scored(after)
        else:
            yield after


def test_what_is_complete_is_scored_in_the_best_order_and_doubled_where_that_pays() -> None:
    weights = [0] * len(NAMES)
    weights[NAMES.index("points")] = 1000
    weights[NAMES.index("wall tile taken now")] = 3500
    weights[NAMES.index("wall tiles 2")] = weights[NAMES.index("wall tiles 3")] = 2500
    ordered = doubled = kept = 0
    for seed in range(12):
        for state in positions(seed):
            if state.phase != FOLLOWER or not state.closed:
                continue
            state, seat = state.copy(), state.active
            own = slice(seat * NUMBERS, (seat + 1) * NUMBERS)
            state.owned[seat * NUMBERS + 2 : seat * NUMBERS + 4] = 1, 2
            state.fresh = ()
            for score in range(12 if len(state.closed) > 1 else 1):
                state.score[seat] = score
                worth = {}
                for after in scored(state):
                    points, used = after.score[seat], len(after.used) - len(state.used)
                    taken = sum(after.owned[own]) + used - sum(state.owned[own])
                    worth[points, used, taken] = 1000 * points + 3500 * taken + 2500 * (3 - used)
                best = max(worth.values())
                assert totals(state, tuple(weights))[seat] == best
                points, used, taken = next(spoils for spoils in worth if worth[spoils] == best)
                doubled += used > 0
                kept += any(other > used for _, other, _ in worth)
                ordered += any((points, used, fewer) in worth for fewer in range(taken))
    assert ordered and doubled and kept


def test_the_hole_is_measured_for_the_larger_keep_in_the_last_turns() -> None:
    measured = 0
    for seed in range(3):
        for state in positions(seed):
            rows = named(state)
            holes = [row["hole for the largest keep in the last turns"] for row in rows]
            if state.stock.total > 12:
                assert holes == [0, 0]
                continue
            region = largest_empty_region(state)
            assert holes == [row["largest keep"] * region for row in rows]
            measured += any(holes)
    assert measured > 10


def test_the_next_tower_is_as_far_away_as_its_name_says() -> None:
    near = 0
    for state in positions(2):
        if state.phase != PLACE:
            continue
        for points, row in zip(state.score, named(state), strict=True):
            stops = [n for n in range(1, 11) if tower_reached(state, points + n) >= 0]
            said = [n for n in range(1, 11) if row[f"tower {n} points away"]]
            assert said == stops[:1]
            near += bool(said)
    assert near > 10


@pytest.mark.parametrize(("share", "place"), [(1, 1000), (4, 500), (9, 333)])
def test_stages_are_narrower_towards_the_end(share: int, place: int) -> None:
    state = next(positions(1))
    while state.stock.total * share > state.terms.box.total:
        state.stock.draw(SeededChance("stock", 1), "a tile")
    part, whole = left(state)
    assert whole == 1000 and abs(part - place) < 20
