"""Options, presets, data files, states as data: what is read is checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import read_yaml
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.state.declaration import fields_of
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.variants import VARIANTS
from rulekeep.match.house_rules import options_from_words
from rulekeep.testing.scenario_format import read_scenarios, scenario_files

SHIPPED = Path(str(GAME.box.files.source("tiles.yaml")))

# -- options ------------------------------------------------------------------------------------

TABLE = {
    "draw_mode": ("one_each", "either"),
    "discards": ("face_down", "face_up"),
    "reshuffle": ("when_needed", "when_needed"),
    "build_cap": (4, None),
    "knight_match": ("adjacent", "any_in_castle"),
    "knight_supports_walls": (True, False),
    "attack_unlock": ("latch", "latch"),
    "max_attacks": (None, None),
    "cross_type_attack": (False, False),
    "A1": (False, False),
    "A2": (False, False),
    "A3": (False, False),
    "a1_target": ("colour_and_shape", "equal_tower"),
    "a3_scope": ("ninth_tile", "ring_closing"),
    "takeover_timing": ("immediate", "subsequent"),
    "takeover_store": ("reserve", "reserve"),
    "takeover_choice": ("each_tile", "all_or_none"),
    "empire_goal": ("two_any", "all_opponents"),
    "empire_unlock": ("one_castle", "each_castle"),
    "empire_transfer": ("move", "move_and_swap"),
    "king_destroy_wins": (False, False),
    "siege_match": ("colour_and_shape", "same_kind"),
    "siege_knights": ("one", "one"),
    "siege_trigger": ("both", "either"),
    "siege_knight_first": (False, True),
    "siege_strict_exhaustion": (True, False),
    "first_player": (0, 0),
    "turn_limit": (400, 400),
}


@pytest.mark.parametrize(("preset", "column"), [("italian", 0), ("seed", 0), ("english", 1)])
def test_the_presets_are_those_of_the_table(preset: str, column: int) -> None:
    options = {option.name: option.default for option in GAME.options}
    options |= dict(GAME.presets[preset])
    options.pop("variant")
    assert options == {name: values[column] for name, values in TABLE.items()}


def test_the_preset_has_a_former_name() -> None:
    assert dict(GAME.presets["seed"]) == dict(GAME.presets["italian"])


def test_every_rule_of_a_rulebook_says_how_its_sentence_begins() -> None:
    for rule in GAME.book:
        printed = "Italian" in rule.source
        assert bool(rule.begins) == printed, rule.id
        assert {language for language, _ in rule.begins} <= {"it"}


VARIANT_SEATS = {
    "standard": range(2, 5),
    "takeover": range(2, 3),
    "empire": range(2, 5),
    "king": range(2, 3),
    "siege": range(1, 2),
    "takeover_empire": range(2, 3),
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", range(6))
def test_seats_follow_the_variant(variant: str, seats: int) -> None:
    if seats in VARIANT_SEATS[variant]:
        assert GAME.setup(seats, {"variant": variant}, SeededChance(0)).state.seats == seats
    else:
        with pytest.raises(SetupError, match="CK-001"):
            GAME.setup(seats, {"variant": variant}, SeededChance(0))


@pytest.mark.parametrize("advanced", ["A1", "A2"])
def test_a_siege_takes_only_the_third_advanced_rule(advanced: str) -> None:
    GAME.setup(1, {"variant": "siege", "A3": True}, SeededChance(0))
    with pytest.raises(SetupError, match=advanced):
        GAME.setup(1, {"variant": "siege", advanced: True}, SeededChance(0))


def test_options_of_other_variants_are_ignored() -> None:
    chosen = {"takeover_store": "hand", "takeover_timing": "immediate"}
    GAME.setup(2, chosen, SeededChance(0))
    with pytest.raises(SetupError, match="CK-073"):
        GAME.setup(2, {**chosen, "variant": "takeover"}, SeededChance(0))


def test_options_can_be_typed() -> None:
    words = ["variant=empire", "build_cap=none", "A1=on", "first_player=1"]
    chosen = options_from_words(GAME.options, GAME.presets, words, preset="english")
    state = GAME.setup(4, chosen, SeededChance(0)).state
    assert state.terms.empire and state.terms.a1 and state.active == 1 and state.terms.swaps
    with pytest.raises(SetupError, match="variant"):
        options_from_words(GAME.options, GAME.presets, ["variant=king_siege"])


def test_every_value_of_every_option_is_in_a_scenario() -> None:
    seen: dict[str, set[Any]] = {option.name: {option.default} for option in GAME.options}
    for path in scenario_files(GAME):
        for scenario in read_scenarios(path):
            options = scenario.node.get("options")
            for name, node in (options.mapping() if options is not None else {}).items():
                seen[name].add(node.value)
    for option in GAME.options:
        assert set(option.values) <= seen[option.name], option.name


# -- the box ------------------------------------------------------------------------------------


def test_the_shipped_box_is_the_reconstructed_one() -> None:
    assert GAME.box.copies == (4,) * 18 + (6,) * 3
    assert sum(GAME.box.copies) == 90
    assert dict(GAME.provenance()).keys() == {
        f"{group}: total and copies of each kind" for group in ("towers", "walls", "knights")
    }


def box_with(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = SHIPPED.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "tiles.yaml").write_text(text, "utf-8")
    return tmp_path


def test_an_owner_may_correct_the_copies(tmp_path: Path) -> None:
    game = GAME.with_data(box_with(tmp_path, ("TRC: 4, TRZ: 4", "TRC: 5, TRZ: 3")))
    assert game.data_digest != GAME.data_digest
    state = game.setup(2, {}, SeededChance(1)).state
    assert not list(game.audit(state))
    assert game.from_dict(json.loads(json.dumps(game.to_dict(state)))) == state
    assert sum(state.terms.box.copies) == 90


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("TRC: 4, TRZ: 4", "TRC: 5, TRZ: 4", 6, "add up to 37, not to 36"),
        ("TRC: 4, ", "", 6, "'TRC' is missing"),
        ("TRC: 4, ", "TRC: 4, XYZ: 1, ", 6, "unknown key 'XYZ'"),
        ("TRC: 4", "TRC: four", 6, "whole number"),
        ("TRC: 4, TRZ: 4", "TRC: 9, TRZ: -1", 6, "less than 0"),
        ("total: 18", "total: 19", 13, "prints 18"),
        ("knights:", "knaves:", 12, "unknown key 'knaves'"),
    ],
)
def test_a_wrong_box_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, what: str
) -> None:
    with pytest.raises(DataError, match=what) as error:
        GAME.with_data(box_with(tmp_path, (old, new)))
    assert error.value.where.split(":")[-1] in (str(line), str(line + 1))


def test_a_directory_without_tiles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"tiles\.yaml"):
        GAME.with_data(tmp_path)


def test_every_option_is_beside_its_rules() -> None:
    assert {option.name for option in GAME.options} == {"variant", *TABLE}
    for option in GAME.options:
        assert option.rules and all(option.name in GAME.book[rule].options for rule in option.rules)
    assert len(GAME.book) == 91
    assert read_yaml(SHIPPED).value.keys() == {"towers", "walls", "knights"}


# -- states ---------------------------------------------------------------------------------------


def test_a_copy_shares_nothing_that_changes() -> None:
    state = GAME.setup(4, {"variant": "empire", "A2": True}, SeededChance(3)).state
    new = state.copy()
    assert new == state
    for field in fields_of(State):
        mine, copied = getattr(state, field.name), getattr(new, field.name)
        assert copied == mine
        assert copied is not mine or not isinstance(mine, list | dict | set)
    assert new.bag is not state.bag and new.bag.counts is not state.bag.counts


# -- states as data -------------------------------------------------------------------------------


def test_what_is_left_out_has_a_default() -> None:
    state = GAME.from_dict({})
    assert state.seats == 2 and state.bag.total == 90
    assert GAME.from_dict({"options": {"variant": "siege"}}).seats == 1
    assert not list(GAME.audit(GAME.from_dict({"hands": {"0": ["TRC"]}, "discard": ["KY"]})))


def test_what_the_last_turns_did_is_no_longer_kept_with_the_table() -> None:
    old = {"now": ["place WRC N"], "past": [{"seat": 0, "did": ["done"]}]}
    state = GAME.from_dict({**old, "placed": 1, "phase": "build"})
    assert state == GAME.from_dict({"placed": 1, "phase": "build"})
    assert not {"now", "past"} & GAME.to_dict(state).keys()
    assert not {"now", "past"} & GAME.observation(state, 0).keys()


def test_null_is_the_same_as_left_out() -> None:
    data = GAME.to_dict(GAME.setup(2, {}, SeededChance(1)).state)
    for key in data:
        assert GAME.from_dict(dict.fromkeys(data)) == GAME.from_dict({key: None})
    halves = {"hands": {"0": ["TRC"], "1": None}, "castles": {"0": None}, "piles": {"sizes": None}}
    assert GAME.from_dict(halves) == GAME.from_dict({"hands": [["TRC"], []]})
    empire = {"variant": "empire"}
    given = {"castles": {"0": {"A": {"N": "WRC"}, "B": None}}, "moved": {"A": None}}
    assert GAME.from_dict({**given, "options": empire}).castles[0]
    assert GAME.from_dict({"options": {"variant": "siege"}, "seats": None}).seats == 1


SEVEN = ["TRC", "TRZ", "TRS", "TBC", "TBZ", "TBS", "TYC"]
ALONE = {
    "seats": 3,
    "options": {"variant": "empire", "empire_goal": "all_opponents"},
    "closed": ["1A", "1B", "2A", "2B"],
}


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ({"colour": 1}, "state.colour", "unknown key"),
        ({"seats": 7}, "state.seats", "more than 4"),
        ({"seats": 1}, "state.seats", "CK-001"),
        ({"options": {"A9": True}}, "state.options", "no option"),
        ({"options": {"variant": "siege", "A1": True}}, "state.options", "A1"),
        ({"active": 2}, "state.active", "more than 1"),
        ({"turn": 401}, "state.turn", "more than 400"),
        ({"phase": "lunch"}, "state.phase", "not one of"),
        ({"phase": "over"}, "state", "reason"),
        ({"phase": "over", "reason": "built"}, "state.reason", "winner"),
        ({"phase": "draw"}, "state.phase", "A2"),
        ({"phase": "discard", "hands": {"0": ["TRC"]}}, "state.phase", "above 4"),
        ({"phase": "attack"}, "state.phase", "victim"),
        ({"phase": "assault"}, "state.phase", "turned over"),
        ({"castles": {"0": {"N": "TRC"}}}, "state.castles.0.N", "cannot lie"),
        ({"castles": {"0": {"X": "TRC"}}}, "state.castles.0.X", "unknown key"),
        ({"castles": {"2": {}}}, "state.castles.2", "unknown key"),
        ({"castles": {"0": {"N": "QQQ"}}}, "state.castles.0.N", "'QQQ' is not one of 'TRC'"),
        ({"hands": {"0": ["TRC"] * 5}}, "state.hands", "more TRC than"),
        ({"hands": [["TRC"] * 3, []], "discard": ["TRC"] * 2}, "state.discard", "more TRC than"),
        ({"castles": {"0": {"C": "KY"}}, "piles": {"tiles": {"KY": 6}}},
         "state.piles.tiles", "more KY than"),
        ({"hands": [["TRC"]]}, "state.hands", "2 seats"),
        ({"known": {"0": ["TRC"]}}, "state.known.0", "must be in that hand"),
        ({"known": [[], ["TRC"]]}, "state.known[1]", "must be in that hand"),
        ({"reserves": {"0": ["TRC"]}}, "state.reserves.0", "takeover"),
        (
            {
                "reserves": {"0": ["TRC"]},
                "options": {"variant": "takeover", "takeover_store": "hand"},
            },
            "state.reserves",
            "do not stay",
        ),
        ({"piles": {"sizes": [1, 2]}}, "state.piles.sizes", "90 tiles"),
        ({"piles": {"tiles": {}}, "discard": []}, "state.piles.tiles", "lies nowhere"),
        ({"unlocked": False, "castles": {str(s): {"N": "WRC", "NW": "TRC"} for s in (0, 1)}},
         "state.unlocked", "two tiles everywhere"),
        ({"closed": ["0A"]}, "state.closed[0]", "not one of"),
        ({"out": [1]}, "state.out", "both closed"),
        ({"victim": 0}, "state.victim", "himself"),
        ({"castles": {"0": {"NW": "TBZ", "N": "WBZ", "NE": "TBZ", "E": "WBS", "SE": "TBS",
                            "S": "WBC", "SW": "TBC", "W": "WYC", "C": "KB"}}},
         "state.castles", "ends the match"),
        ({"hands": {"0": SEVEN}}, "state.hands", "player 1 cannot hold 7 tiles"),
        ({"hands": {"1": SEVEN[:5]}}, "state.hands", "player 2 cannot hold 5 tiles"),
        ({"hands": {"0": SEVEN[:6]}, "options": {"variant": "siege"}}, "state.hands", "6 tiles"),
        ({"placed": 1}, "state", "before the action"),
        ({"attacks": 1}, "state", "before the action"),
        ({"victim": 1}, "state", "before the action"),
        ({"phase": "build", "placed": 1, "attacks": 1, "victim": 1},
         "state.phase", "does not attack"),
        ({"phase": "attack", "placed": 1, "attacks": 1, "victim": 1}, "state.phase", "does not attack"),
        ({"phase": "attack", "attacks": 1, "victim": 1, "unlocked": False},
         "state.unlocked", "has attacked"),
        ({"discarded": "KY"}, "state.discarded", "discards nothing"),
        ({"phase": "over", "reason": "siege_lost"}, "state.reason", "cannot end like this"),
        ({"phase": "over", "reason": "two_castles", "winner": 0}, "state.reason", "cannot end"),
        ({"phase": "over", "reason": "last_standing", "winner": 0}, "state.reason", "cannot end"),
        ({"phase": "over", "reason": "turn_limit", "options": {"variant": "siege"}},
         "state.reason", "cannot end"),
        ({"phase": "over", "reason": "destroyed", "winner": 0, "options": {"variant": "king"}},
         "state.reason", "cannot end"),
        ({"phase": "over", "reason": "built", "winner": 0}, "state.winner", "not complete"),
        ({**ALONE, "out": [1, 2]}, "state.out", "last player left"),
        ({**ALONE, "out": [1, 2], "phase": "over", "reason": "last_standing", "winner": 1},
         "state.winner", "is out"),
    ],
)  # fmt: skip
def test_a_wrong_state_is_refused_with_its_place(
    data: dict[str, Any], where: str, what: str
) -> None:
    with pytest.raises(DataError, match=what) as error:
        GAME.from_dict(data)
    assert error.value.where == where
