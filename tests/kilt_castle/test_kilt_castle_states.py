"""States as data: defaults, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError, IllegalMove
from rulekeep.core.game import apply
from rulekeep.core.primitives.bank import Bank
from rulekeep.core.rulebook import Refusal
from rulekeep.games.kilt_castle import KiltCastle
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate

CARDS: dict[str, list[str]] = {
    "0": ["O", "L", "D", "R"],
    "1": ["R/O", "L/O", "L/R"],
    "2": ["D/O", "D/L"],
    "3": ["D/R"],
}
TABLE: dict[str, Any] = {"front": 3, "cards": CARDS}
BUILD: dict[str, Any] = {**TABLE, "phase": "build_1", "moved": "R"}
ALL_RED = " ".join(["R0"] * 11 + ["R1"] * 3 + ["R2"] * 2)
ANY_OWN: dict[str, Any] = {"seats": 2, "options": {"floor_color_2p": "any_own"}}
HUGE = "9" * 5000


def test_nothing_said_is_a_fresh_table(pinned: KiltCastle) -> None:
    state = pinned.from_dict({})
    data = pinned.to_dict(state)
    assert data["seats"] == 4
    assert data["front"] == 3
    assert data["cards"]["1"] == ["R/O", "R/L", "O/L"]
    assert data["ducats"] == [10, 10, 10, 10]
    assert data["active"] == 3
    assert len(pinned.legal_moves(state, 3)) == 29
    assert list(pinned.audit(state)) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fresh_table_of_every_seat_count_is_sound(pinned: KiltCastle, seats: int) -> None:
    state = pinned.from_dict({"seats": seats})
    assert list(pinned.audit(state)) == []
    assert pinned.from_dict(pinned.to_dict(state)) == state


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ({"seats": 5}, "state.seats", "5 is more than 4"),
        ({"table": 1}, "state.table", "unknown key"),
        ({"options": {"lapping": "maybe"}}, "state.options", "cannot be 'maybe'"),
        ({"cards": {"0": ["R"]}, "front": 0}, "state.cards", "these cards are missing: O, L"),
        ({"cards": CARDS}, "state", "'front' is missing"),
        ({"cards": CARDS, "front": 4}, "state.front", "no card lies at the front"),
        ({**TABLE, "cards": {**CARDS, "20": []}}, "state.cards.20", "'20' is not one of '0', '1'"),
        ({**TABLE, "cards": {**CARDS, HUGE: []}}, f"state.cards.{HUGE}", "is not one of '0', '1'"),
        ({**TABLE, "cards": {**CARDS, "05": []}}, "state.cards.05", "'05' is not one of '0', '1'"),
        (
            {**TABLE, "cards": {**CARDS, "3": ["D/R", "R"]}},
            "state.cards.3",
            "card R lies elsewhere",
        ),
        ({**TABLE, "cards": {**CARDS, "3": ["X"]}}, "state.cards.3[0]", "there is no card 'X'"),
        ({"seats": 3, **TABLE}, "state.cards.0", "D shows a colour that is not played"),
        ({"towers": {"E5": "R0"}}, "state.towers.E5", "there is no cell"),
        ({"towers": {"A1": ""}}, "state.towers.A1", "at least one floor"),
        ({"towers": {"A1": "R3"}}, "state.towers.A1", "is no floor"),
        ({"towers": {"A1": "R2 R2 R2"}}, "state.towers.A1", "not so many floors R2"),
        (
            {"towers": {"A1": "R0"}, "roofs": ["A1"]},
            "state.roofs",
            "two floors or more can carry a roof, not A1",
        ),
        (
            {"towers": {"A1": "R0 O0"}, "roofs": ["A1", "A1"]},
            "state.roofs[1]",
            "'A1' is here twice",
        ),
        (
            {"towers": {"A1": "O0 R0 R0"}, "roofs": ["A1"]},
            "state.roofs",
            "two players built, not on A1",
        ),
        (
            {"seats": 2, "towers": {"A1": "R0 O0"}, "roofs": ["A1"]},
            "state.roofs",
            "two players built, not on A1",
        ),
        (
            {"towers": dict.fromkeys(["A1", "A2", "A3"], "R0 O0"), "roofs": ["A1", "A2", "A3"]},
            "state.roofs",
            "only 2 roofs",
        ),
        ({"stock": {"R": [10, 3, 2]}}, "state.stock.R", "is [11, 3, 2]"),
        ({"stock": {"X": [1]}}, "state.stock.X", "no colour"),
        ({"ducats": [1, 2]}, "state.ducats", "4 seats, and 2 entries"),
        ({"ducats": [1, 2, 3, -1]}, "state.ducats[3]", "less than 0"),
        ({"bank": 5}, "state.bank", "by the rest of the position this is nothing"),
        ({"options": {"bank_limit": 888}, "ducats": [800, 80, 8, 1]}, "state.ducats", "only 888"),
        ({"turn": 0}, "state.turn", "less than 1"),
        ({"phase": "sleep"}, "state.phase", "is not one of"),
        ({"moved": "R"}, "state.moved", "says nothing in the phase relocate"),
        ({"seal": "ducats"}, "state.seal", "only during the builds"),
        ({**BUILD, "moved": "O/R"}, "state.moved", "no card lies as O/R"),
        ({**BUILD, "first": "A1"}, "state.first", "says nothing"),
        ({**BUILD, "phase": "build_2"}, "state.moved", "no second builder"),
        (
            {**BUILD, "phase": "build_2", "moved": "R/O", "first": "B1"},
            "state.first",
            "cannot have built there",
        ),
        (
            {**BUILD, "phase": "build_2", "moved": "R/O", "first": "B1", "towers": {"B1": "O0"}},
            "state.first",
            "cannot have built there",
        ),
        (
            {
                **BUILD,
                "seats": 2,
                "phase": "build_2",
                "moved": "R/O",
                "first": "B1",
                "towers": {"B1": "O0"},
            },
            "state.first",
            "cannot have built there",
        ),
        (
            {
                **BUILD,
                "phase": "build_2",
                "moved": "R/O",
                "first": "B1",
                "towers": {"B1": "O0 R0"},
                "roofs": ["B1"],
            },
            "state.first",
            "cannot have built there",
        ),
        ({**BUILD, "phase": "build_2", "moved": "R/O"}, "state", "'first' is missing"),
        (
            {
                **BUILD,
                "phase": "build_2",
                "moved": "R/O",
                "first": "B1",
                "towers": {"A1": ALL_RED.replace("R", "L"), "B1": "R0"},
            },
            "state.phase",
            "the match is over",
        ),
        (
            {
                **BUILD,
                "phase": "roof",
                "moved": "R/O",
                "towers": {"A1": "R0 O0", "A2": "R0 O0", "B1": "L0 O0"},
                "roofs": ["A1", "A2"],
                "first": "B1",
                "second": "B1",
            },
            "state.first",
            "cannot have built there",
        ),
        ({**TABLE, "phase": "build_1"}, "state", "'moved' is missing"),
        (
            {**BUILD, "phase": "roof", "moved": "R/O", "second": "B1"},
            "state.second",
            "no roof is due",
        ),
        (
            {
                **BUILD,
                "phase": "roof",
                "moved": "R/O",
                "towers": {"B1": "R0 O0"},
                "first": "B1",
                "second": "B1",
            },
            "state.second",
            "only while all roofs are on the board",
        ),
        ({"ended": "built"}, "state.ended", "belongs to the phase over"),
        ({"phase": "over"}, "state", "before turn 500"),
        ({"towers": {"A1": ALL_RED}}, "state", "the match is over"),
        (
            {"towers": {"A1": ALL_RED}, "phase": "over", "ended": "turn_limit"},
            "state.ended",
            "'built'",
        ),
        (
            {**BUILD, "seats": 2, "towers": {"B1": ALL_RED}},
            "state.phase",
            "has no floor or no site",
        ),
        ({"accounts": {"start": [9, 9, 9, 9]}}, "state.accounts.start", "this is [10, 10, 10, 10]"),
        ({"accounts": {"income": {"R": [11, 0, 0]}}}, "state.accounts", "less than nothing"),
        ({"accounts": {"paid": [4, 0, 0, 0]}}, "state.accounts", "paid and received"),
        ({"accounts": {"unpaid": [4, 0, 0, 0]}}, "state.accounts", "never runs out"),
        ({"accounts": {"income": {"R": [1]}}}, "state.accounts.income.R", "expected 3 entries"),
        ({"accounts": {"income": {"Q": [1]}}}, "state.accounts.income.Q", "no colour"),
    ],
)
def test_what_is_refused(pinned: KiltCastle, data: dict[str, Any], where: str, what: str) -> None:
    with pytest.raises(DataError) as error:
        pinned.from_dict(data)
    assert error.value.where == where
    assert what in error.value.what


def test_accounts_follow_from_the_ducats(pinned: KiltCastle) -> None:
    accounts = {"paid": [4, 0, 0, 0], "received": [0, 4, 0, 0]}
    state = pinned.from_dict({"ducats": [3, 10, 10, 10], "accounts": accounts})
    assert state.start == (7, 6, 10, 10)
    assert list(pinned.audit(state)) == []


def test_a_finished_match_asks_nothing(pinned: KiltCastle) -> None:
    state = pinned.from_dict({"phase": "over", "towers": {"A1": ALL_RED}})
    assert pinned.decisions(state) == ()
    assert pinned.outcome(state) is not None
    assert list(pinned.audit(state)) == []


def test_a_first_builder_may_have_been_passed_over(pinned: KiltCastle) -> None:
    towers = {"B1": "R0 O0", "B2": "R0 O0", "B3": "L0", "B4": "L0", "B5": "L0"}
    data = {**BUILD, "phase": "build_2", "moved": "R/O", "towers": towers, "roofs": ["B1", "B2"]}
    state = pinned.from_dict({**data, "ducats": [0, 10, 10, 10]})
    assert list(pinned.audit(state)) == []
    with pytest.raises(DataError, match="'first' is missing"):
        pinned.from_dict(data)


def test_a_copy_is_independent(pinned: KiltCastle) -> None:
    state = pinned.setup(4, {}, SeededChance(3)).state
    before = pinned.to_dict(state)
    copied = state.copy()
    assert copied == state
    seat = state.active
    pinned.advance(copied, seat, pinned.legal_moves(copied, seat)[0], SeededChance(1))
    assert pinned.to_dict(state) == before
    assert copied != state
    assert state != "a state"


@pytest.mark.parametrize(
    ("data", "move", "what"),
    [
        (TABLE, Relocate(0, 0, 99), "there is no edge position '99'"),
        (TABLE, Relocate(0, 99, 1), "there is no edge position '99'"),
        (TABLE, Relocate(99, 0, 1), "there is no card '99'"),
        (TABLE, Relocate(-1, 0, 1), "there is no card '-1'"),
        (BUILD, Build(999, 0), "there is no cell '999'"),
        (BUILD, Build(5, 0), "there is no cell '5'"),
        (BUILD, Build(0, 7), "there is no number of crests '7'"),
        (BUILD, Build(0, 0, 9), "there is no colour '9'"),
        ({**BUILD, **ANY_OWN}, Build(0, 0, 9), "there is no colour '9'"),
        (BUILD, MoveRoof(999), "there is no cell '999'"),
    ],
)
def test_moves_of_another_box_are_refused_not_failed(
    pinned: KiltCastle, data: dict[str, Any], move: Move, what: str
) -> None:
    state = pinned.from_dict(data)
    with pytest.raises(IllegalMove) as error:
        apply(pinned, state, 0, move, SeededChance(1))
    assert error.value.refusal == Refusal("KC-003", what)


def test_a_seat_that_is_not_there_is_refused(pinned: KiltCastle) -> None:
    with pytest.raises(IllegalMove) as error:
        apply(pinned, pinned.from_dict(TABLE), 9, Relocate(0, 0, 1), SeededChance(1))
    assert error.value.refusal.rule == "KC-001"


def test_everybody_sees_everything(pinned: KiltCastle) -> None:
    state = pinned.setup(3, {}, SeededChance(3)).state
    assert all(pinned.observation(state, who) == pinned.to_dict(state) for who in (None, 0, 1, 2))
    assert pinned.determinize(state, 1, SeededChance(1)) == state


def test_the_audit_notices_what_is_out_of_date(pinned: KiltCastle) -> None:
    spoilers = {
        "occupied": 0,
        "full": 2,
        "crested": 1,
        "left": [0, 0, 0, 0],
        "stock": [0] * 12,
        "paid": [1, 0, 0, 0],
        "bank": Bank([10, 10, 10, 10], 5),
        "seal": 1,
        "colour": 2,
        "builder": 0,
        "start": (10, 10, 10, 9),
        "tops": [1, 0, 0, 0],
        "double_crested": 1,
        "front": 9,
        "moved": 1,
        "roofed": 1,
        "at": [1] * 10,
        "heights": [3] * 30,
    }
    for name, value in spoilers.items():
        state = pinned.from_dict(TABLE)
        assert list(pinned.audit(state)) == []
        setattr(state, name, value)
        assert list(pinned.audit(state)), name


def test_the_audit_notices_debts_and_invented_ducats(pinned: KiltCastle) -> None:
    for options, spoil in (({}, -11), ({"bank_limit": 888}, -11), ({"bank_limit": 888}, 1)):
        state = pinned.from_dict({**TABLE, "options": options})
        assert list(pinned.audit(state)) == []
        state.bank.purses[2] += spoil
        state.start = (10, 10, 10 + spoil, 10)
        assert list(pinned.audit(state)), (options, spoil)
    state.bank = Bank([10, 10, 10, 898], 0)
    state.bank.reserve = -40
    state.start = (10, 10, 10, 898)
    assert "there are only 888 ducats, and none are lost" in list(pinned.audit(state))
