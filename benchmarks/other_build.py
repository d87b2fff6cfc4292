"""python benchmarks/other_build.py DIR [--seconds 0.01] [--bot mcts]: a bot of another build plays a seat.

DIR has a package `rulekeep` of any revision. `rulekeep simulate` starts this program for a seat that is named `run:` and
this command (docs/programs.md). With `--seconds` each decision of `mcts` gets so much processor time, whatever else
the machine does. Views of Castle Keep hide hands, so it cannot be played so. All builds think equally long here:

    N="python benchmarks/other_build.py ../new --seconds 0.01"
    O="python benchmarks/other_build.py ../old --seconds 0.01"
    rulekeep simulate kilt_castle --seats "run:$N,run:$O,run:$O" --games 100 --seed fresh
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from time import process_time, time_ns
from typing import Any

ENDLESS = 999_999_999
"""Playouts of a search that processor time ends."""


class Seat:
    """A bot in a match of another build, which it knows by messages."""

    def __init__(self, hello: dict[str, Any], bot: str, seconds: float | None) -> None:
        from rulekeep.bots import make_bot
        from rulekeep.core import registry
        from rulekeep.core.chance import SeededChance

        self.game = registry.load(hello["game"])
        self.seat: int = hello["seat"]
        self.seconds = seconds
        self.bot = make_bot(bot if seconds is None else f"{bot}:{ENDLESS}", time_ns())
        start = self.game.setup(hello["seats"], hello["options"], SeededChance("start")).state
        self.keys = self.game.to_dict(start).keys()

    def answer(self, view: dict[str, Any]) -> str:
        """The move in notation."""
        state = self.state(view)
        stop = None if self.seconds is None else partial(_is_past, process_time() + self.seconds)
        return self.game.notation(self.bot.choose(self.game, state, self.seat, stop=stop).move)

    def state(self, view: dict[str, Any]) -> Any:
        """A state that looks like this; what a view has besides the position follows from it.

        Where others have chosen in secret, any choice will do: the bot draws another one for every playout.
        """
        position = {key: view[key] for key in self.keys if key in view}
        choices = position.get("choices", [])
        secret = [number for number, one in enumerate(choices) if one["taken"] == "sealed"]
        if secret:
            from rulekeep.games.kings_and_castles.legal import listed_takes

            for number in secret:
                choices[number]["taken"] = None
            state = self.game.from_dict(position)
            for number in secret:
                choices[number]["taken"] = self.game.notation(listed_takes(state, number)[0])
        return self.game.from_dict(position)


def _is_past(moment: float) -> bool:
    return process_time() >= moment


def _use(directory: Path) -> None:
    """Import rulekeep from this directory, and from nowhere else."""
    sys.path[:] = [
        str(directory),
        *(path for path in sys.path if path != str(Path(__file__).parent)),
    ]
    import rulekeep

    if not Path(rulekeep.__file__).is_relative_to(directory):
        sys.exit(f"{directory} has no package rulekeep")


def main() -> None:
    """Answer messages until the match is over."""
    parser = ArgumentParser(description="A bot of another build plays a seat.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--bot", default="mcts")
    given = parser.parse_args()
    _use(given.directory.absolute())
    seat: Seat | None = None
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, str]
        if message["type"] == "hello":
            seat = Seat(message, given.bot, given.seconds)
            answer = {"type": "ready"}
        elif message["type"] == "decide" and seat is not None:
            answer = {"move": seat.answer(message["view"])}
        else:
            break
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
