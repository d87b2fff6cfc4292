"""What must hold in every match, whatever the options: the invariants of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.core.chance import SeededChance
from rulekeep.games.carcassonne_castle import GAME
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.audit.bare_board import features
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, PORTS

Watch = Callable[..., Iterator[Any]]

SEEDS = st.integers(0, 10**6)
OPTIONS = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.values) for option in GAME.options}
)
FEW = settings(max_examples=12)
COUNTS = Counter(dict(zip(GAME.box.kinds, GAME.box.counts, strict=True)))
TOWERS = {tower.name: tower.spaces for tower in GAME.box.wall_towers}


def placed(data: dict[str, Any]) -> list[str]:
    return [text.split()[0] for text in data["board"].values()]


def scored(moment: Any, kind: type) -> list[Any]:
    return [event for event in moment.events if isinstance(event, kind)]


def merchants(data: dict[str, Any]) -> list[set[str]]:
    return [{man for man in men if " court " in man} for men in data["followers"]]


@FEW
@given(OPTIONS, SEEDS)
def test_tiles_are_neither_made_nor_lost(watch: Watch, options: Any, seed: int) -> None:
    """Invariants 1, 15, 16."""
    for moment in watch(options, seed):
        data = moment.after
        tiles = Counter(data["stock"]) + Counter(placed(data)) + Counter(data["removed"])
        if data["drawn"] is not None:
            tiles[data["drawn"]] += 1
        assert tiles == COUNTS
        assert set(data["board"]) >= set(moment.before["board"])
        assert all(data["board"][at] == tile for at, tile in moment.before["board"].items())
    assert 76 - len(data["board"]) == 16 + len(data["removed"])


@FEW
@given(SEEDS)
def test_borders_match_and_groups_hang_on_a_start_space(watch: Watch, seed: int) -> None:
    """Invariants 2 and 3, from the edges as the tiles show them."""
    grid = GAME.box.board.grid
    *_, moment = watch({}, seed)
    state = moment.state
    edges = GAME.box.sides
    reached = [c for c in GAME.box.start_cells if state.board[c] >= 0]
    for cell in reached:
        for side, beyond in enumerate(grid.across[cell]):
            if beyond >= 0 and state.board[beyond] >= 0:
                own = edges[state.board[cell]][side].type
                other = edges[state.board[beyond]][(side + 2) % 4].type
                assert (own == PATH) == (other == PATH)
                if beyond not in reached:
                    reached.append(beyond)
    assert len(reached) == len(moment.after["board"])
    for start in GAME.box.starts:
        if state.board[start.cell] >= 0:
            own = edges[state.board[start.cell]][start.side].type
            assert (own == PATH) == (start.type == PATH)


@FEW
@given(OPTIONS, SEEDS)
def test_followers_come_one_a_turn_and_go_home(watch: Watch, options: Any, seed: int) -> None:
    """Invariants 4, 5, 6, 7, 8."""
    added: Counter[int] = Counter()
    for moment in watch(options, seed):
        before, after = moment.before, moment.after
        for seat in (0, 1):
            assert after["supply"][seat] + len(after["followers"][seat]) == 6
            assert 0 <= after["supply"][seat] <= 6
            assert merchants(before)[seat] <= merchants(after)[seat]
        for event in scored(moment, e.FollowerPlaced):
            added[before["turn"]] += 1
            assert event.at == before["last"]
            assert moment.move.startswith("follower ")
        if after["phase"] in ("place", "start", "over"):
            for feature in features(moment.state):
                if feature.type != COURT and not feature.open_edges:
                    assert feature.followers == (0, 0)
    assert set(added.values()) <= {1}


@FEW
@given(SEEDS)
def test_a_follower_enters_an_empty_feature(watch: Watch, seed: int) -> None:
    """Invariant 7; so features with several followers were joined by a later tile."""
    for moment in watch({}, seed):
        for event in scored(moment, e.FollowerPlaced):
            before = GAME.from_dict(moment.before)
            tile = GAME.box.oriented[before.board[before.last]]
            segment = tile.segment_at[PORTS.index(event.segment.split()[1])]
            node = before.last * SPOT + segment
            (entered,) = (f for f in features(before) if node in f.members)
            assert entered.followers == (0, 0)


@FEW
@given(OPTIONS, SEEDS)
def test_points_are_what_the_events_say(watch: Watch, options: Any, seed: int) -> None:
    """Invariants 9, 10, 13, 17."""
    totals = [0, 0]
    largest = [0, 0]
    for moment in watch(options, seed):
        before, after = moment.before, moment.after
        for event in scored(moment, e.FeatureScored):
            (item,) = event.items
            type_ = event.feature.split()[0]
            assert item.total == event.points
            assert item.each in {"path": (1, 2), "tower": (2, 4, 8), "house": (1, 2, 4)}[type_]
            assert 1 <= item.count <= 67
            totals[event.seat] += event.points
            if type_ == "house" and options.get("keep_rule") != "majority_and_own_tile":
                largest[event.seat] = max(largest[event.seat], item.count)
        for event in scored(moment, e.NobodyScored):
            assert event.black == event.white
        for event in scored(moment, e.FinalPoints):
            totals[event.seat] += event.points
        if after["phase"] in ("place", "start", "end", "over"):
            assert after["scores"] == totals
        assert all(a >= b for a, b in zip(after["scores"], before["scores"], strict=True))
        if options.get("keep_rule") != "majority_and_own_tile":
            assert [keep["size"] if keep else 0 for keep in after["keeps"]] == largest
    outcome = GAME.outcome(moment.state)
    assert outcome is not None
    assert [score.total for score in outcome.scores] == totals
    assert [sum(item.total for item in score.items) for score in outcome.scores] == totals


@FEW
@given(OPTIONS, SEEDS)
def test_wall_tiles_leave_towers_one_by_one(watch: Watch, options: Any, seed: int) -> None:
    """Invariants 11 and 12."""
    taken_in: dict[int, list[int]] = {0: [], 1: []}
    for moment in watch(options, seed):
        before, after = moment.before, moment.after
        taken = scored(moment, e.WallTileTaken)
        gone = set(before["towers"]) - set(after["towers"])
        if after["phase"] != "over":
            assert gone == {TOWERS[event.tower][0] for event in taken}
        for event in taken:
            stops = [m.space for m in scored(moment, e.MarkerMoved) if m.seat == event.seat]
            assert set(stops) & set(TOWERS[event.tower])
        owned = Counter(after["wall_tiles"][0] + after["wall_tiles"][1] + after["used"])
        assert max(owned.values(), default=0) <= 2
        assert set(after["used"]) <= {1, 2, 3}
        unseen = GAME.observation(moment.state, None)["unseen"]
        assert owned + Counter({int(k): n for k, n in unseen.items()}) == Counter(
            {number: 2 for number in range(1, 10)}
        )
        if after["phase"] != "over":
            assert sum(unseen.values()) == len(after["towers"]) + 5
        else:
            assert after["towers"] == []
        for event in moment.events:
            if isinstance(event, e.TurnBegan):
                taken_in[event.seat] = []
            elif isinstance(event, e.WallTileTaken):
                taken_in[event.seat].append(event.number)
            elif isinstance(event, e.WallTileUsed):
                before_turn = Counter(before["wall_tiles"][event.seat])
                before_turn.subtract(taken_in[event.seat])
                assert before_turn[event.number] > 0


@FEW
@given(SEEDS)
def test_the_final_scoring_leaves_the_table_alone(watch: Watch, seed: int) -> None:
    """Invariants 16, 17."""
    *_, moment = watch({}, seed)
    points = [g.points for g in scored(moment, e.FinalPoints) if "keep" in g.what]
    assert all(p <= 76 - len(moment.after["board"]) for p in points)
    table = {k: v for k, v in moment.after.items() if k in ("supply", "followers", "board")}
    again = GAME.from_dict(moment.after)
    assert {k: v for k, v in GAME.to_dict(again).items() if k in table} == table
    assert GAME.outcome(again) == GAME.outcome(moment.state)


@FEW
@given(OPTIONS, SEEDS)
def test_the_same_seed_and_moves_give_the_same_match(watch: Watch, options: Any, seed: int) -> None:
    """Invariant 18."""
    once = [(moment.move, moment.after) for moment in watch(options, seed)]
    twice = [(moment.move, moment.after) for moment in watch(options, seed)]
    assert once == twice


@FEW
@given(SEEDS)
def test_placements_do_not_depend_on_who_places(watch: Watch, seed: int) -> None:
    """Invariant 19."""
    for moment in watch({}, seed):
        state = moment.state
        if moment.after["phase"] == "place":
            other = state.copy()
            other.active = 1 - state.active
            assert GAME.legal_moves(state, state.active) == GAME.legal_moves(other, other.active)


@FEW
@given(SEEDS)
def test_nothing_hidden_can_be_seen(watch: Watch, seed: int) -> None:
    """Invariant 18: what chance has not decided is in nobody's view, not even in the state."""
    for moment in watch({}, seed):
        state = moment.state
        for viewer in (0, 1, None):
            view = GAME.observation(state, viewer)
            assert view == GAME.observation(state, 1)
            assert isinstance(view["stock"], dict)
            assert all(isinstance(tower, int) for tower in view["towers"])
        assert GAME.determinize(state, 0, SeededChance(seed)) == state
