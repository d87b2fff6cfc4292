"""The source that the compiler gets declares the same states."""

import os
import subprocess
import sys
from importlib import import_module
from operator import mul
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import attrs
import pytest
from tools.compiled import hot_modules
from tools.compiled.build_extensions import MYPY_OPTIONS
from tools.compiled.final_constants import mark_constants
from tools.compiled.open_bit_counts import open_bit_counts
from tools.compiled.open_classes import make_subclassable
from tools.compiled.open_extends import open_extends
from tools.compiled.open_sums import open_sums
from tools.compiled.open_tables import open_tables
from tools.compiled.own_loops import own_loop
from tools.compiled.write_out_moves import expand_moves
from tools.compiled.write_out_state import expand_states

from rulekeep.cli.build_info import build
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import BadNotation
from rulekeep.core.registry import load
from rulekeep.core.state.declaration import fields_of
from rulekeep.sim.playout import any_playout, play_out

ROOT = Path(__file__).parents[2]
GAMES = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")
STATES = {
    f"rulekeep.games.{game}.state": ROOT / "games" / game / "state" / "__init__.py"
    for game in GAMES
} | {"lanterns.state": ROOT / "tests" / "tiny" / "lanterns" / "state.py"}


@pytest.mark.skipif("RULEKEEP_EXPECTED_BUILD" not in os.environ, reason="no build is expected")
def test_this_is_the_expected_build() -> None:
    assert build() == os.environ["RULEKEEP_EXPECTED_BUILD"]


def expanded(module: str, source: Path) -> Any:
    """The module as the compiler gets it, run as plain Python under another name."""
    made = ModuleType(f"{module}_expanded")
    sys.modules[made.__name__] = made
    text = expand_moves(module, expand_states(module, source.read_text("utf-8")))
    code = compile(mark_constants(text), str(source), "exec")
    exec(code, vars(made))  # noqa: S102 (our own source)
    return made


@pytest.mark.skipif(build() != "plain Python", reason="the declaration is in the plain source")
@pytest.mark.parametrize("module", STATES)
def test_an_expanded_state_is_the_declared_state(module: str) -> None:
    declared = import_module(module).State
    state_class = expanded(module, STATES[module]).State
    assert [field.name for field in fields_of(state_class)] == [f.name for f in fields_of(declared)]
    game = load(module.split(".")[-2])
    chance = SeededChance("written out")
    state: Any = game.setup(game.seats[-1], {}, chance).state
    mine = state_class(state.terms)
    for field in fields_of(declared):
        setattr(mine, field.name, getattr(state, field.name))
    copy = mine.copy()
    assert copy == mine and copy is not mine
    play_out(game, state, chance, lambda: 0.5)
    for field in fields_of(declared):  # the copy shares nothing that changes in place
        setattr(mine, field.name, getattr(state, field.name))
    assert copy != mine


@pytest.mark.skipif(build() != "plain Python", reason="the declaration is in the plain source")
@pytest.mark.parametrize("game", GAMES)
def test_expanded_moves_are_the_declared_moves(game: str) -> None:
    """Same fields, text, equality and notation; what a class refuses is still refused."""
    module = f"rulekeep.games.{game}.moves"
    made = expanded(module, ROOT / "games" / game / "moves.py")
    plugin = load(game)
    language = plugin.language
    assert language is not None
    for example in language.examples:
        move: Any = plugin.parse(example)
        kind = getattr(made, type(move).__name__)
        asked = [field.name for field in attrs.fields(type(move)) if field.init and field.eq]
        mine = kind(*(getattr(move, name) for name in asked))
        assert repr(mine) == repr(move) and mine != move
        assert kind.__match_args__ == type(move).__match_args__
        assert attrs.fields_dict(kind).keys() == attrs.fields_dict(type(move)).keys()
        again = attrs.evolve(mine)
        assert again == mine and hash(again) == hash(mine)
        remade, values = mine.__reduce__()
        assert remade(*values) == mine


def test_an_expanded_move_refuses_what_the_declared_one_refuses() -> None:
    made = expanded("rulekeep.games.castle_keep.moves", ROOT / "games/castle_keep/moves.py")
    with pytest.raises(BadNotation, match="from A to B"):
        made.Transfer(0, 1, 0, 2)


def test_constants_are_final() -> None:
    source = (
        "from __future__ import annotations\n"
        "ONE, TWO = range(2)\n"
        "THREE, FOUR = range(TWO + 2, 5)\n"
        "NAMES: tuple[str, ...] = ()\n"
        "LIMIT = 3\n"
        "T = TypeVar('T')\n"
        "COUNT = 0\n"
        "COUNT += 1\n"
        "small = 1\n"
    )
    final = "_final_typing.Final"
    lines = mark_constants(source).splitlines()[1:]
    assert lines[0] == f"ONE: {final} = 0; TWO: {final} = 1"
    assert lines[1] == f"THREE: {final} = (TWO + 2) + 0; FOUR: {final} = (TWO + 2) + 1"
    assert lines[2] == f"NAMES: {final}[tuple[str, ...]] = ()"
    assert lines[3] == f"LIMIT: {final} = 3"
    assert lines[4:] == source.splitlines()[5:]


FUTURE = "from __future__ import annotations\n"


def test_sums_of_products_become_loops() -> None:
    source = f"{FUTURE}totals = [sum(map(mul, weights, row)) for row in rows]\nall = sum(map(len, rows))\n"
    opened = open_sums(source)
    assert opened.splitlines()[1] == (
        "totals = [sum(_one * _other for _one, _other in zip(weights, row) if _other) for row in rows]"
    )
    assert opened.splitlines()[2] == source.splitlines()[2]
    given = {"weights": (2, 3), "rows": [(1, 1), (0, 5)], "mul": mul}
    plain, loops = dict(given), dict(given)
    exec(source, plain)  # noqa: S102 (the source above)
    exec(opened, loops)  # noqa: S102
    assert plain["totals"] == loops["totals"] == [5, 15]


def test_bits_are_counted_by_a_native_function() -> None:
    source = (
        f"{FUTURE}def few():\n"
        "    return (own & ~roofed).bit_count() + own.bit_count()  # both\n"
        "many = cells.bit_length()\n"
    )
    opened = open_bit_counts(source)
    assert opened.splitlines()[2:4] == [
        "    return _bit_count(own & ~roofed) + _bit_count(own)  # both",
        "many = cells.bit_length()",
    ]
    made: dict[str, Any] = {"own": 0b1011, "roofed": 0b10, "cells": 1}
    exec(opened, made)  # noqa: S102 (the source above)
    assert made["few"]() == 5
    dice = Random(1)
    for size in range(70):
        number = dice.getrandbits(size) | 1 << size
        for each in (number, (1 << size) - 1, -number):
            assert made["_bit_count"](each) == each.bit_count()


def test_lists_are_extended_in_loops() -> None:
    source = (
        "for few in rows:\n"
        "    found.extend(few[::-1])  # from the last one\n"
        "    state.bag.extend(few)\n"
        "twice.extend(twice[:1])\n"
    )
    opened = open_extends(source).splitlines()
    assert opened[1] == "    for _one_2 in few[::-1]: found.append(_one_2)  # from the last one"
    assert [opened[0], *opened[2:]] == [source.splitlines()[at] for at in (0, 2, 3)]


def test_functions_of_a_table_are_called_by_name() -> None:
    source = (
        "EFFECTS: Mapping[type, Effect] = {Add: add, Cut: at.cut}\n"
        "STEPS: Mapping[int, Step] = {phases.BID: bid, phases.PLACE: place}\n"
        "def advance(move, phase):\n"
        "    EFFECTS[type(move)](move, by=2)  # what it does\n"
        "    return STEPS[phase](move) or STEPS[state.phase](move)\n"
        "twice = STEPS[phase](1), STEPS[phase](2)\n"
    )
    opened = open_tables(source).splitlines()
    assert opened[3:] == [
        "    (add(move, by=2) if isinstance(move, Add) else at.cut(move, by=2))  # what it does",
        "    return (bid(move) if phase == phases.BID else place(move)) or STEPS[state.phase](move)",
        "twice = (bid(1) if phase == phases.BID else place(1)), (bid(2) if phase == phases.BID else place(2))",
    ]
    assert opened[:3] == source.splitlines()[:3]


PLAYOUT = ROOT / "sim" / "playout.py"


@pytest.mark.skipif(
    build() != "plain Python", reason="the source of a compiled function is asked for"
)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_loop_of_its_own_that_plays_the_same(name: str) -> None:
    game = load(name)
    module = game.advance.__module__
    source = Path(str(import_module(module).__file__)).read_text("utf-8")
    made = ModuleType(f"{module}_with_a_loop")
    sys.modules[made.__name__] = made
    exec(own_loop(module, source, PLAYOUT), vars(made))  # noqa: S102 (our own source)
    (decisions, legal_moves, advance), playout = made.OWN_PLAYOUT
    assert (decisions, legal_moves) == (game.decisions, game.legal_moves)
    assert advance is made.advance
    one, other = (game.setup(2, {}, SeededChance("own loop")).state for _ in range(2))
    count = playout(None, one, SeededChance("own loop"), Random(5).random)
    assert count == any_playout(game, other, SeededChance("own loop"), Random(5).random)
    assert one == other


def test_only_the_module_with_the_effects_of_moves_has_a_loop() -> None:
    for module in ("rulekeep.games.kilt_castle.legal", "rulekeep.core.chance"):
        assert own_loop(module, "source", PLAYOUT) == "source"


def test_rules_that_differ_from_those_of_the_game_are_played_out() -> None:
    class FirstMoveOnly(type(load("carcassonne_castle"))):  # type: ignore[misc]
        legal_moves = staticmethod(lambda state, seat: usual(state, seat)[:1])

    usual = load("carcassonne_castle").legal_moves
    game = FirstMoveOnly()
    one, other = (game.setup(2, {}, SeededChance("first")).state for _ in range(2))
    play_out(game, one, SeededChance("first"), lambda: 0.99)
    play_out(game, other, SeededChance("first"), lambda: 0.0)
    assert one == other


def test_an_expanded_value_keeps_its_hash() -> None:
    moves = expanded(
        "rulekeep.games.carcassonne_castle.moves", ROOT / "games/carcassonne_castle/moves.py"
    )
    one, other = moves.PlaceTile(3, 1), moves.PlaceTile(3, 1)
    assert hash(one) == hash(one) == hash(other) != hash(moves.PlaceTile(3, 2))


def test_an_expanded_value_makes_its_default_anew() -> None:
    table = expanded("rulekeep.core.linear_estimate", ROOT / "core/linear_estimate.py")
    one, other = table.TrainingTable(2), table.TrainingTable(2)
    assert one == other and one.options == {} and one.options is not other.options


def test_the_hot_modules_of_every_game_are_compiled() -> None:
    found = {path.as_posix() for path in hot_modules.modules(ROOT / "src" / "rulekeep")}
    for game in GAMES:
        assert f"games/{game}/state/__init__.py" in found
        assert f"games/{game}/evaluate.py" in found
        assert f"games/{game}/state/forms.py" not in found
    assert {"core/primitives/bag.py", "bots/mcts.py", "sim/playout.py"} <= found


def test_plain_classes_allow_interpreted_subclasses() -> None:
    source = (
        "from __future__ import annotations\nclass A:\n    pass\nclass B(Protocol):\n    pass\n"
    )
    lines = make_subclassable(source).splitlines()
    assert lines[lines.index("class A:") - 1].startswith("@")
    assert not lines[lines.index("class B(Protocol):") - 1].startswith("@")


WITH_EXTRAS = """
from no_such_library import Widget
import another_one  # type: ignore[import-untyped]

class Board(Widget):
    pass
"""


def test_libraries_of_extras_are_not_needed_to_compile(tmp_path: Path) -> None:
    """Wheels are built where only the compiler is installed."""
    (tmp_path / "board.py").write_text(WITH_EXTRAS)
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    words = [*command, *MYPY_OPTIONS, "--cache-dir", str(tmp_path / "cache"), "board.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
