"""What must hold in every match, whatever the seats and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.core.events import Event
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.events import (
    BankRanDry,
    BuilderExempt,
    CardRelocated,
    DucatsPaid,
    FinalPaid,
    FinalRoofsPaid,
    FloorBuilt,
    MatchEnded,
    RoofPlaced,
    RowEmptied,
)

Watch = Callable[..., Iterator[Any]]

SEATS = st.integers(2, 4)
SEEDS = st.integers(0, 10**6)
READINGS = {
    "lapping": st.sampled_from(["forbidden", "allowed"]),
    "rule1_scope": st.sampled_from(["front_only", "any_new_row"]),
    "floor_color_2p": st.sampled_from(["card", "any_own"]),
    "roof_same_owner_2p": st.sampled_from(["no", "yes"]),
    "roof_connects": st.booleans(),
    "end_2p": st.sampled_from(["all_floors", "one_color"]),
    "final_roofs": st.sampled_from(["none", "each_player"]),
    "deal_violation": st.sampled_from(["redeal", "skip"]),
    "colours": st.permutations("ROLD").map("".join),
}
OPTIONS = st.fixed_dictionaries({}, optional=READINGS)
FLOORS = [11, 3, 2]


def floors_of(data: dict[str, Any]) -> Counter[str]:
    return Counter(floor for tower in data["towers"].values() for floor in tower.split())


def paid_by_bank(event: Event) -> int:
    return event.amount if isinstance(event, DucatsPaid | FinalPaid | FinalRoofsPaid) else 0


@given(SEATS, OPTIONS, SEEDS)
def test_money_comes_from_the_bank_only(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    total = 10 * seats
    for moment in watch(pinned, seats, options, seed):
        total += sum(map(paid_by_bank, moment.events))
        assert sum(moment.after["ducats"]) == total
        assert min(moment.after["ducats"]) >= 0


@given(SEATS, OPTIONS, SEEDS)
def test_a_limited_bank_loses_nothing(
    ring: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    for moment in watch(ring, seats, options | {"bank_limit": 888}, seed):
        assert sum(moment.after["ducats"]) + moment.after["bank"] == 888


@given(SEATS, OPTIONS, SEEDS)
def test_floors_are_never_lost(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    for moment in watch(pinned, seats, options, seed):
        built = floors_of(moment.after)
        for letter, stock in moment.after["stock"].items():
            assert [stock[n] + built[f"{letter}{n}"] for n in range(3)] == FLOORS
        for cell, tower in moment.before["towers"].items():
            assert moment.after["towers"][cell].startswith(tower)


@given(SEATS, OPTIONS, SEEDS)
def test_cards_rows_and_the_front(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    n = pinned.board.positions
    for moment in watch(pinned, seats, options, seed):
        cards = moment.after["cards"]
        assert sum(map(len, cards.values())) == (6 if seats == 3 else 10)
        assert max(map(len, cards.values())) <= (3 if seats == 3 else 4)
        assert len(cards) <= (4 if seats == 3 else 5)
        front = moment.before["front"]
        assert str(moment.after["front"]) in cards
        for event in moment.events:
            if isinstance(event, CardRelocated):
                assert 1 <= (event.to - event.origin) % n <= n - 1
                if options.get("lapping") != "allowed":
                    assert moment.after["front"] in (front, (front + 1) % n)
                    ahead = (front - event.to) % n < (front - event.origin) % n
                    assert ahead or event.to == (front + 1) % n
                    assert (moment.after["front"] != front) == (event.to == (front + 1) % n)


@given(SEATS, OPTIONS, SEEDS)
def test_a_double_card_is_turned_by_its_own_relocations_only(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    start: dict[frozenset[str], str] = {}
    relocations: Counter[frozenset[str]] = Counter()
    for moment in watch(pinned, seats, options, seed):
        if not start:
            lying = [text for row in moment.before["cards"].values() for text in row]
            start = {frozenset(text.split("/")): text for text in lying}
        for event in moment.events:
            if isinstance(event, CardRelocated):
                relocations[frozenset(event.card.split("/"))] += 1
    for text in (text for row in moment.after["cards"].values() for text in row):
        colours = frozenset(text.split("/"))
        turned = relocations[colours] % 2 == 1 and len(colours) == 2
        assert text == ("/".join(start[colours].split("/")[::-1]) if turned else start[colours])


def turns_of(moments: Iterator[Any]) -> Iterator[list[Any]]:
    turn: list[Any] = []
    for moment in moments:
        turn.append(moment)
        if moment.after["phase"] in ("relocate", "over"):
            yield turn
            turn = []
    assert not turn


@given(SEATS, OPTIONS, SEEDS)
def test_a_turn_adds_at_most_two_floors_in_one_line(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    for turn in turns_of(watch(pinned, seats, options, seed)):
        events = [event for moment in turn for event in moment.events]
        relocated = [event for event in events if isinstance(event, CardRelocated)]
        assert len(relocated) == 1
        builders = relocated[0].card.split("/")
        built = [event for event in events if isinstance(event, FloorBuilt)]
        exempt = [event for event in events if isinstance(event, BuilderExempt)]
        assert len(built) + len(exempt) == len(builders)
        line = [pinned.board.name(cell) for cell in pinned.board.lines[relocated[0].to]]
        assert all(event.cell in line for event in built)
        roofs = [event for event in events if isinstance(event, RoofPlaced)]
        assert len(roofs) <= (len(builders) == 2 and len({event.cell for event in built}) == 1)
        if len(built) == 2 and built[0].cell == built[1].cell:
            players = {event.seat for event in built}
            assert bool(roofs) == (len(players) == 2 or options.get("roof_same_owner_2p") == "yes")
        emptied = [event for event in events if isinstance(event, RowEmptied)]
        paid = [event for event in events if isinstance(event, DucatsPaid)]
        origin = str(relocated[0].origin)
        assert bool(emptied) == (len(turn[0].before["cards"][origin]) == 1)
        assert len(paid) == (len(turn[0].before["stock"]) if emptied else 0)
        before_the_end = not any(isinstance(event, MatchEnded) for event in events)
        final = [event for event in events if isinstance(event, FinalPaid | FinalRoofsPaid)]
        assert not (before_the_end and final)


@given(SEATS, OPTIONS, SEEDS)
def test_roofs_stay_on_towers_that_rest(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    for moment in watch(pinned, seats, options, seed):
        before, after = moment.before["roofs"], moment.after["roofs"]
        assert len(before) <= len(after) <= 2
        assert len(set(after)) == len(after)
        for cell in after:
            assert len(moment.after["towers"][cell].split()) >= 2
        for cell in set(before) & set(after):
            assert moment.before["towers"][cell] == moment.after["towers"][cell]


@given(SEATS, OPTIONS, SEEDS)
def test_what_a_ducat_day_pays(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    names = {"red": "R", "orange": "O", "light gray": "L", "dark gray": "D"}
    for moment in watch(pinned, seats, options, seed):
        roofs = moment.after["roofs"]
        tops = {
            tower.split()[-1][0]
            for cell, tower in moment.after["towers"].items()
            if cell not in roofs
        }
        for event in moment.events:
            if isinstance(event, DucatsPaid):
                assert event.amount == event.towers + event.roofs + event.crests
                assert event.amount <= 25
                assert (event.amount >= 1) == bool(names[event.colour] in tops or roofs)


@given(SEATS, OPTIONS, SEEDS, st.sampled_from([1, 9, 500]))
def test_when_a_match_ends(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int, limit: int
) -> None:
    one_colour = seats > 2 or options.get("end_2p") == "one_color"
    order = options.get("colours", "ROLD")
    players = (order[:2], order[2:]) if seats == 2 else ()
    for moment in watch(pinned, seats, options | {"max_turns": limit}, seed):
        after = moment.after
        left = {letter: sum(stock) for letter, stock in after["stock"].items()}
        if one_colour:
            complete = min(left.values()) == 0
        else:
            complete = any(left[pair[0]] + left[pair[1]] == 0 for pair in players)
        over = after["phase"] == "over"
        if after["phase"] in ("relocate", "over"):
            turn_limit = moment.before["turn"] == limit
            assert over == (complete or turn_limit)
        if over:
            assert after["ended"] == ("built" if complete else "turn_limit")
    assert over


@settings(max_examples=25)
@given(SEATS, OPTIONS, SEEDS)
def test_roofs_at_the_end_never_change_the_winners(
    pinned: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    winners = []
    for final_roofs in ("none", "each_player"):
        *_, last = watch(pinned, seats, options | {"final_roofs": final_roofs}, seed)
        outcome = pinned.outcome(pinned.from_dict(last.after))
        assert outcome is not None
        winners.append(outcome.winners)
    assert winners[0] == winners[1]


@settings(max_examples=25)
@given(SEATS, OPTIONS, SEEDS)
def test_standing_and_outcome_are_itemised(
    ring: KiltCastle, watch: Watch, seats: int, options: dict[str, Any], seed: int
) -> None:
    for moment in watch(ring, seats, options, seed):
        state = ring.from_dict(moment.after)
        outcome = ring.outcome(state)
        standing = ring.standing(state, None)
        assert outcome is None or outcome.scores == standing
        for score in standing:
            assert sum(item.total for item in score.items) == score.total
            assert score.total == moment.after["ducats"][score.seat]
            assert all(item.rule in ring.book for item in score.items)
    assert outcome is not None


def test_rare_things_happen_in_these_matches(
    pinned: KiltCastle, ring: KiltCastle, watch: Watch
) -> None:
    """The properties above are worth something only if they meet the rare cases."""
    seen: Counter[str] = Counter()
    for game, seats in ((pinned, 2), (pinned, 4), (ring, 2), (ring, 3), (ring, 4)):
        for seed in range(12):
            for moment in watch(game, seats, {"bank_limit": 888}, seed):
                for event in moment.events:
                    seen.update(event.rules)
                    seen[type(event).__name__] += 1
                    if isinstance(event, RoofPlaced) and event.taken_from:
                        seen["a roof is moved"] += 1
                    if isinstance(event, CardRelocated) and "KC-037" in event.rules:
                        alone = len(moment.before["cards"][str(event.origin)]) == 1
                        seen["a lone card joins the row ahead"] += alone
    for rare in ("KC-037", "KC-043", "KC-063", "KC-064", "KC-069", "KC-078", "KC-102", "KC-103"):
        assert seen[rare], rare
    assert seen["a roof is moved"]
    assert seen["a lone card joins the row ahead"]
    assert not seen[BankRanDry.__name__] or seen["KC-110"]
