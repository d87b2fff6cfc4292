"""The adapter passes OpenSpiel's own test of random play for every game."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names

pyspiel: Any = pytest.importorskip("pyspiel", reason="not run: open_spiel is not installed")

TABLES = [
    (name, seats)
    for name in game_names()
    for seats in sorted({max(2, load(name).seats[0]), load(name).seats[-1]})
]


def game(name: str, **parameters: Any) -> Any:
    from rulekeep.sim.adapters.openspiel import register

    register()
    return pyspiel.load_game(f"rulekeep_{name}", parameters)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_openspiel_approves(name: str, seats: int, capfd: pytest.CaptureFixture[str]) -> None:
    found = game(name, players=seats)
    assert found.num_players() == seats
    pyspiel.random_sim_test(found, num_sims=1, serialize=False, verbose=False)


def test_openspiel_can_keep_and_restore_states(capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(game("lanterns"), num_sims=3, serialize=True, verbose=False)


def played(state: Any, acts: int, seed: int = 0) -> Any:
    dice = SeededChance(seed)
    for _ in range(acts):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        state.apply_action(actions[dice.below(len(actions))])
    return state


def asked(state: Any, seed: int = 0) -> Any:
    """The state once a seat must decide."""
    dice = SeededChance(seed)
    while state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(actions[dice.below(len(actions))])
    return state


@pytest.mark.parametrize("name", game_names())
def test_a_copy_is_independent(name: str) -> None:
    state = played(game(name).new_initial_state(), 40)
    before = str(state)
    twin = copy.deepcopy(state)
    played(twin, 40, 1)
    assert str(state) == before != str(twin)
    assert str(played(state.clone(), 40, 1)) == str(twin)


def test_what_is_drawn_has_its_probability() -> None:
    state = game("lanterns").new_initial_state()
    assert state.is_chance_node()
    # The first lantern: five of each of four kinds.
    assert [probability for _, probability in state.chance_outcomes()] == [0.25] * 4
    state.apply_action(2)
    assert [p for _, p in state.chance_outcomes()] == pytest.approx(
        [5 / 19, 5 / 19, 4 / 19, 5 / 19]
    )
    assert state.action_to_string(2).endswith(": 3")


def test_only_ones_own_is_in_an_information_state() -> None:
    """Two deals that differ in the other's hand look the same, and to the other they differ."""
    first, second = game("lanterns").new_initial_state(), game("lanterns").new_initial_state()
    asked(first, 1)
    asked(second, 1)
    table = first.match.table
    second.match.table = next(
        dealt
        for deal in range(20)
        if (dealt := load("lanterns").determinize(table, 0, SeededChance(deal))) != table
    )
    for told in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(first, told)(0) == getattr(second, told)(0)
        assert getattr(first, told)(1) != getattr(second, told)(1)


def test_an_information_state_remembers() -> None:
    """Other acts on the way are another information state, though the table may look the same."""
    state = asked(game("lanterns").new_initial_state())
    seat = state.current_player()
    states = [state.child(action) for action in state.legal_actions()]
    assert len({child.information_state_string(seat) for child in states}) == len(states)
    other = 1 - seat
    assert len({child.information_state_string(other) for child in states}) == 1, "sealed"


def test_moves_are_written_as_everywhere() -> None:
    state = asked(game("kilt_castle").new_initial_state())
    session = state.match
    legal = load("kilt_castle").legal_moves(session.table, state.current_player())
    written = {state.action_to_string(action) for action in state.legal_actions()}
    assert written == {load("kilt_castle").notation(move) for move in legal}


@pytest.mark.parametrize("name", game_names())
def test_actions_have_parts_and_parts_have_actions(name: str) -> None:
    state = asked(game(name).new_initial_state())
    parts = state.match.rules.parts
    rows = {action: state.action_parts(action) for action in state.legal_actions()}
    assert len(set(rows.values())) == len(rows) >= 1
    for action, row in rows.items():
        assert state.parts_action(list(row)) == action
        words = parts.said(state.match.legal[action])
        assert words["verb"] in state.action_to_string(action)
    with pytest.raises(ValueError, match="not a legal action now"):
        state.parts_action([0] * len(parts.names))


def test_options_are_parameters() -> None:
    found = game("castle_keep", players=3, options="A1:true;max_attacks:1")
    assert dict(found.rules.options)["A1"] is True
    assert str(found) == "rulekeep_castle_keep(options=A1:true;max_attacks:1,players=3)"
    again = pyspiel.load_game(str(found))
    assert again.rules == found.rules
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    assert f'pyspiel.load_game("{found}")' in page.replace(
        "players=3,options=A1:true;max_attacks:1", "options=A1:true;max_attacks:1,players=3"
    )


@pytest.mark.parametrize(
    ("parameters", "said"),
    [({"players": 9}, "not for 9"), ({"options": "fly:true"}, "there is no option 'fly'")],
)
def test_tables_that_cannot_be_are_refused(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        game("kilt_castle", **parameters)


def test_a_program_that_used_it_ends_well() -> None:
    code = (
        "import pyspiel, rulekeep.sim.adapters.openspiel\n"
        "state = pyspiel.load_game('rulekeep_castle_keep').new_initial_state()\n"
        "print(state.is_chance_node())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
