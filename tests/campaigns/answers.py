"""What the program answers, line by line: recorded matches replayed, bots' choices, simulations.

    python -m tests.campaigns.answers choices 3 --workers 2

Run by other Pythons too, so it needs nothing but rulekeep itself. The same number is the same
questions for ever.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.campaigns.tables import random_table
from tests.recorded.record import expectation

from rulekeep.bots import make_bot
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match
from rulekeep.match.match_file import state_digest
from rulekeep.sim.result_files import to_row
from rulekeep.sim.run import simulate

Row = dict[str, Any]

GAMES = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")
"""In an order that stays, whatever else is installed."""
RECORDED = sorted(Path(__file__).parents[1].glob("recorded/v*/*/expected.json"))
BOTS = ("random", "greedy", "mcts:24")
POSITIONS = 5
APART = 9
"""Acts between two of them."""
SIMULATED = 3
"""Matches of a run; in each another bot begins."""


def recorded(number: int, workers: int) -> Iterator[Row]:
    """What the recorded matches of one set come to."""
    home = RECORDED[number].parent
    for path in sorted(home.glob("*.rkm")):
        data = home / ("other_data" if path.stem.startswith("other-data") else "data")
        match = Match.load(path, data=data)
        state = state_digest(match.game.to_dict(match.state))
        yield {"match": f"{home.name}/{path.stem}", **expectation(match), "state": state}


def choices(number: int, workers: int) -> Iterator[Row]:
    """What bots choose on the way of a random match."""
    name = GAMES[number % len(GAMES)]
    game = registry.load(name)
    seats, options = random_table(game, "answers", name, number)
    match = Match.new(game, seats, f"answers {number}", options)
    lot = SeededChance("answers", number)
    for act in range(POSITIONS * APART):
        if match.is_over:
            return
        seat = match.decisions[0].seat
        if not act % APART:
            for spec in BOTS:
                choice = make_bot(spec, number).choose(game, match.state, seat)
                yield {
                    "question": f"{name} {number} act {act} seat {seat}",
                    "bot": spec,
                    "move": game.notation(choice.move),
                    "detail": choice.detail,
                    "others": [[game.notation(o.move), o.visits] for o in choice.alternatives],
                    "values": [choice.value.hex(), *(o.value.hex() for o in choice.alternatives)],
                }
        moves = game.legal_moves(match.state, seat)
        match.play(moves[lot.below(len(moves))], seat)


def simulations(number: int, workers: int) -> Iterator[Row]:
    """The rows of a short run between bots."""
    name = GAMES[number % len(GAMES)]
    game = registry.load(name)
    lot = SeededChance("simulations", number)
    seats, options = random_table(game, "simulations", name, number)
    first = lot.below(3)
    bots = [("greedy", "random", "mcts:3")[(first + seat) % 3] for seat in range(seats)]
    for result in simulate(name, bots, SIMULATED, number, workers=workers, options=options):
        row = to_row(result)
        del row["seconds"]
        yield row


KINDS = {"recorded": recorded, "choices": choices, "simulations": simulations}


def lines(kind: str, number: int, workers: int = 1) -> Iterator[str]:
    for row in KINDS[kind](number, workers):
        yield json.dumps(row, sort_keys=True, ensure_ascii=False)


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("number", type=int)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    for line in lines(asked.kind, asked.number, asked.workers):
        sys.stdout.write(line + "\n")
