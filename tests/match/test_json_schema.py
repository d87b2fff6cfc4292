"""The JSON Schema of every game against what the game really writes, over random play."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests.json_schemas import sound_validator

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.state.declaration import fields_of
from rulekeep.match.json_schema import (
    match_schema,
    move_schema,
    observation_schema,
    position_schema,
)
from rulekeep.match.match import Match

GAMES: list[AnyGame] = [registry.load(name) for name in registry.names()]
TABLES = [(game, seats) for game in GAMES for seats in game.seats]


def settings(game: AnyGame, seats: int) -> list[dict[str, Any]]:
    """The defaults, the presets and the variants that these seats can play."""
    wanted = [{}, *map(dict, game.presets.values())]
    wanted += [{o.name: value} for o in game.options if o.name == "variant" for value in o.values]
    playable = []
    for chosen in wanted:
        with contextlib.suppress(SetupError):
            game.terms(seats, chosen)
            playable.append(chosen)
    return playable


def play_on(game: AnyGame, state: Any, dice: SeededChance, acts: int) -> Any:
    for _ in range(acts):
        asked = game.decisions(state)
        if not asked:
            break
        seat = asked[0].seat
        moves = game.legal_moves(state, seat)
        game.advance(state, seat, moves[dice.below(len(moves), "a move")], dice)
    return state


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda p: getattr(p, "id", str(p)))
def test_positions_and_views_are_as_their_schema_says(game: AnyGame, seats: int) -> None:
    notation = sound_validator(move_schema(game))
    for number, chosen in enumerate(settings(game, seats)):
        position = sound_validator(position_schema(game, seats, chosen))
        view = sound_validator(observation_schema(game, seats, chosen))
        dice = SeededChance("schema", number)
        state = game.setup(seats, chosen, dice).state
        for _ in range(3):
            position.validate(json.loads(json.dumps(game.to_dict(state))))
            for seat in (None, *range(seats)):
                view.validate(json.loads(json.dumps(game.observation(state, seat))))
            for decision in game.decisions(state):
                for move in game.legal_moves(state, decision.seat)[:6]:
                    notation.validate(game.notation(move))
            state = play_on(game, state, dice, 30)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_key_may_be_just_anything(game: AnyGame) -> None:
    assert game.table is not None
    blank = game.table(game.terms(game.usual_seats or game.seats[0], {}))
    forms = [field.form for field in fields_of(game.table) if field.form is not None]
    assert all(form.schema(blank) for form in forms)


def test_what_is_not_declared_is_refused() -> None:
    game = registry.load("kilt_castle")
    position = sound_validator(position_schema(game))
    good = game.to_dict(game.from_dict({}))
    assert position.is_valid(good)
    assert not position.is_valid({**good, "colour_of_the_sky": "blue"})
    assert not position.is_valid({**good, "phase": "tea"})
    assert not position.is_valid({key: good[key] for key in good if key != "phase"})
    assert not sound_validator(move_schema(game)).is_valid("fly C3")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_match_files_are_as_their_schema_says(game: AnyGame, tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    with Match.new(game, 2, "schema", path=path) as match:
        for _ in range(10):
            match.play(match.legal_moves()[0])
        match.undo()
    lines = path.read_text(encoding="utf-8").splitlines()
    entries = [line.split("\t") for line in lines[2:]]
    data = {
        "header": json.loads(lines[1]),
        "entries": [
            [int(number), who, what, json.loads(drawn), digests]
            for number, who, what, drawn, digests in entries
        ],
    }
    schema = sound_validator(match_schema(game))
    schema.validate(data)
    assert not schema.is_valid({**data, "header": {**data["header"], "seats": "two"}})
