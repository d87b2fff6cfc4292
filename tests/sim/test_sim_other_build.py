"""A bot of another build plays a seat."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import other_build

from rulekeep import simulate
from rulekeep.bots import line_protocol
from rulekeep.bots.base import View
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["carcassonne_castle", "kilt_castle", "kings_and_castles"])
def test_a_view_is_enough_to_choose_a_move(name: str) -> None:
    game, chance = registry.load(name), SeededChance("other build")
    random_enemies = {"enemy_setup": "random"} if name == "kings_and_castles" else {}
    state = game.setup(2, random_enemies, chance).state
    options = game.to_dict(state)["options"]
    seats = [
        other_build.Seat(
            json.loads(line_protocol.hello(game, seat, ("A", "B"), options, 5.0)), "random", None
        )
        for seat in range(2)
    ]
    secret = 0
    for _ in range(80):
        # Where seats choose in secret, the second one sees that the first has chosen, and not what.
        open_now = game.decisions(state)
        seat = open_now[-1].seat
        moves = game.legal_moves(state, seat)
        looks = canonical_json(game.observation(state, seat))
        secret += '"sealed"' in looks
        sent = line_protocol.decide(View(game, state, seat, moves, chance, looks), 1, (), 5.0)
        view = json.loads(sent)["view"]
        assert game.decisions(seats[seat].state(view)) == open_now
        move = game.parse(seats[seat].answer(view))
        assert move in moves
        game.advance(state, seat, move, chance)
    assert secret or name != "kings_and_castles"


@pytest.mark.skipif(sys.platform == "win32", reason="programs need Linux or macOS")
def test_it_plays_matches_in_a_process_of_its_own(tmp_path: Path) -> None:
    program = f"{sys.executable} {ROOT / 'benchmarks' / 'other_build.py'}"
    seats = ("random", f"run:{program} {ROOT / 'src'} --seconds 0.001")
    (result,) = simulate("kilt_castle", seats, games=1, options={"max_turns": 3})
    assert not result.notes
    wrong = subprocess.run(
        [*program.split(), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 1
    assert wrong.stderr.strip() == f"{tmp_path} has no package rulekeep"
