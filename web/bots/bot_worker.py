"""The bot process: reads tasks and writes answers, one line of JSON each.

    {"game": "kilt_castle", "position": {…}, "seat": 1, "bot": "mcts", "seed": "…", "budget": 2.0}
    {"move": "build C3 crest2", "value": 0.61, "detail": "…", "others": [["build D1 crest0", 0.58]]}

It ends with its input and ignores Ctrl-C, which is for the server.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

from rulekeep.bots import make_bot
from rulekeep.core import registry
from rulekeep.core.errors import in_words
from rulekeep.core.game import AnyGame

GRACE = 0.5


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one task."""
    task = json.loads(line)
    game = _game(task["game"], task.get("data"))
    state = game.from_dict(task["position"])
    bot = make_bot(task["bot"], task["seed"])
    budget = task["budget"]
    deadline = None if budget is None else monotonic() + 1.5 * budget + GRACE
    choice = bot.choose(
        game,
        state,
        task["seat"],
        budget,
        None,
        None if deadline is None else lambda: monotonic() > deadline,
    )
    others = [other for other in choice.alternatives if other.move != choice.move][:3]
    return {
        "move": game.notation(choice.move),
        "value": choice.value,
        "detail": choice.detail,
        "others": [[game.notation(other.move), other.value] for other in others],
    }


@lru_cache(maxsize=8)
def _game(name: str, data: str | None) -> AnyGame:
    game = registry.load(name)
    return game if data is None else game.with_data(Path(data))


def main() -> None:
    """Answer tasks until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)  # the server comes first
    out = sys.stdout.buffer
    # What a game or a bot prints is no answer.
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin.buffer:
            try:
                data = answer(line)
            except Exception as error:  # noqa: BLE001 (bots and games are foreign code)
                data = {"failed": in_words(error)}
            out.write(json.dumps(data).encode() + b"\n")
            out.flush()


if __name__ == "__main__":
    main()
