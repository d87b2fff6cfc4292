"""One way of measuring random play, for rulekeep and for others.

This file stands alone, so that it can be run in an environment that holds another engine and not
rulekeep. For each contender there is a function that plays one random match and returns how many
decisions were made: the full list of legal moves at each of them, one chosen by the same dice,
then played. Chance by the engine's own means.

    python loops.py chess 2.0     # two seconds of CPU time; one line of JSON
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

Match = Callable[[], int]
RULEKEEP = "rulekeep "
PLAYOUTS = ", whole playouts"
"""A match in one call; without it a loop in Python receives every list of legal moves."""


def chess_match(dice: Random) -> Match:
    import chess  # type: ignore[import-not-found]

    number = dice.random

    def play() -> int:
        board = chess.Board()
        made = 0
        # The fifty-move rule is what ends most random games; asking for the other draws costs
        # python-chess extra time and is left out in its favour.
        while board.halfmove_clock < 100:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(number() * len(moves))])
            made += 1
        return made

    return play


def rust_chess_match(dice: Random) -> Match:
    """As python-chess; in its favour without legality checks and without looking for repetitions."""
    import rust_chess  # type: ignore[import-not-found]

    number = dice.random
    no_repetitions = rust_chess.RepetitionDetectionMode.NONE

    def play() -> int:
        board = rust_chess.Board(mode=no_repetitions)
        made = 0
        while board.halfmove_clock < 100:
            moves = list(board.generate_legal_moves())
            if not moves:
                break
            board.make_move(moves[int(number() * len(moves))], check_legality=False)
            made += 1
        return made

    return play


def catanatron_match(dice: Random) -> Match:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    number = dice.random

    def play() -> int:
        colours = (Color.RED, Color.BLUE)
        game = Game([RandomPlayer(colour) for colour in colours], seed=int(number() * 2**31))
        made = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            moves = game.state.playable_actions
            game.execute(moves[int(number() * len(moves))], validate_action=False)
            made += 1
        return made

    return play


def catanatron_choices_match(dice: Random) -> Match:
    """As above, but a single legal action is not counted as a decision."""
    from catanatron import Color, Game, RandomPlayer

    number = dice.random

    def play() -> int:
        colours = (Color.RED, Color.BLUE)
        game = Game([RandomPlayer(colour) for colour in colours], seed=int(number() * 2**31))
        made = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            moves = game.state.playable_actions
            game.execute(moves[int(number() * len(moves))], validate_action=False)
            made += len(moves) > 1
        return made

    return play


def open_spiel_match(name: str) -> Callable[[Random], Match]:
    def contender(dice: Random) -> Match:
        import pyspiel

        number = dice.random
        game = pyspiel.load_game(name)

        def play() -> int:
            state = game.new_initial_state()
            made = 0
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(number() * len(moves))])
                made += not state.is_chance_node()
            return made

        return play

    return contender


def pettingzoo_match(name: str) -> Callable[[Random], Match]:
    def contender(dice: Random) -> Match:
        from importlib import import_module

        env: Any = import_module(f"pettingzoo.classic.{name}").env()
        number = dice.random

        def play() -> int:
            env.reset(seed=int(number() * 2**31))
            made = 0
            for _agent in env.agent_iter():
                seen, _, ended, cut_off, _ = env.last()
                if ended or cut_off:
                    env.step(None)
                    continue
                moves = seen["action_mask"].nonzero()[0]
                env.step(int(moves[int(number() * len(moves))]))
                made += 1
            return made

        return play

    return contender


def rlcard_match(name: str) -> Callable[[Random], Match]:
    def contender(dice: Random) -> Match:
        import rlcard  # type: ignore[import-not-found]

        env = rlcard.make(name, config={"seed": int(dice.random() * 2**31)})
        number = dice.random

        def play() -> int:
            state, _ = env.reset()
            made = 0
            while not env.is_over():
                moves = list(state["legal_actions"])
                state, _ = env.step(moves[int(number() * len(moves))])
                made += 1
            return made

        return play

    return contender


def rulekeep_match(name: str) -> Callable[[Random], Match]:
    """The loop here receives every list of legal moves, as for the other engines."""

    def contender(dice: Random) -> Match:
        from rulekeep.core.chance import SeededChance
        from rulekeep.core.registry import load

        number = dice.random
        game = load(name)
        chance = SeededChance("loops", number())

        def play() -> int:
            state = game.setup(2, {}, chance).state
            made = 0
            while decisions := game.decisions(state):
                seat = decisions[0].seat
                moves = game.legal_moves(state, seat)
                game.advance(state, seat, moves[int(number() * len(moves))], chance)
                made += 1
            return made

        return play

    return contender


def rulekeep_playout_match(name: str) -> Callable[[Random], Match]:
    """The same matches, each in one call, as simulations play them."""

    def contender(dice: Random) -> Match:
        from rulekeep.core.chance import SeededChance
        from rulekeep.core.registry import load
        from rulekeep.sim.playout import play_out

        game = load(name)
        chance = SeededChance("loops", dice.random())

        def play() -> int:
            return play_out(game, game.setup(2, {}, chance).state, chance, dice.random)

        return play

    return contender


CONTENDERS: dict[str, Callable[[Random], Match]] = {
    "chess": chess_match,
    "rust-chess": rust_chess_match,
    "catanatron": catanatron_match,
    "catanatron, choices only": catanatron_choices_match,
    "open_spiel chess": open_spiel_match("chess"),
    "open_spiel backgammon": open_spiel_match("backgammon"),
    "pettingzoo chess": pettingzoo_match("chess_v6"),
    "pettingzoo connect four": pettingzoo_match("connect_four_v3"),
    "rlcard uno": rlcard_match("uno"),
    "rlcard gin rummy": rlcard_match("gin-rummy"),
}


def run(contender: str, seconds: float, seed: int = 1) -> dict[str, float]:
    """Random matches for that much CPU time."""
    name = contender.removeprefix(RULEKEEP)
    if name.endswith(PLAYOUTS):
        make = rulekeep_playout_match(name.removesuffix(PLAYOUTS))
    elif name != contender:
        make = rulekeep_match(name)
    else:
        make = CONTENDERS[contender]
    play = make(Random(seed))
    play()
    made = matches = 0
    begin = process_time()
    while True:
        made += play()
        matches += 1
        spent = process_time() - begin
        if spent >= seconds:
            return {"decisions": made, "matches": matches, "seconds": spent}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
