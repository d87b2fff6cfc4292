"""The protocol between rulekeep and a program that plays: one JSON object per line.

    > {"type":"hello","contract":1,"game":"kilt_castle",…}
    < {"type":"ready"}
    > {"type":"decide","turn":1,"view":{…},"moves":[{"id":0,"move":"…","words":"…"},…],…}
    < {"id":0}
    > {"type":"bye","places":[1,2]}

`docs/programs.md` describes every key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulekeep.bots.base import View
from rulekeep.bots.program_process import ProgramFailure
from rulekeep.core.data_files import kind_of
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, Outcome
from rulekeep.core.text import shortened

CONTRACT = 1
"""Version of the protocol; changes when old programs would not understand it."""
MAX_MOVE = 1000
"""Characters of a move in an answer."""


def _line(message: Mapping[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def hello(
    game: AnyGame, seat: int, names: Sequence[str], options: Mapping[str, Any], seconds: float
) -> str:
    """The first message of a match."""
    return _line(
        {
            "type": "hello",
            "contract": CONTRACT,
            "game": game.id,
            "title": game.title,
            "options": dict(options),
            "seat": seat,
            "seats": len(names),
            "names": list(names),
            "seconds": seconds,
        }
    )


def check_ready(line: str) -> None:
    """ProgramFailure unless the line answers a hello."""
    if _object(line).get("type") != "ready":
        raise ProgramFailure('did not answer hello with {"type":"ready"}', shortened(line, 60))


def decide(view: View, turn: int, sentences: Sequence[str], seconds: float) -> str:
    """The message for a decision: what the seat sees, what has happened, the legal moves."""
    game, state, seat = view.game, view.state, view.seat
    decision = next(one for one in game.decisions(state) if one.seat == seat)
    return _line(
        {
            "type": "decide",
            "turn": turn,
            "kind": decision.kind,
            "prompt": decision.prompt,
            "view": json.loads(view.looks),
            "news": list(sentences),
            "moves": [
                {
                    "id": number,
                    "move": game.notation(move),
                    "sentence": game.sentence(state, seat, move),
                    "words": game.describe(state, seat, move),
                }
                for number, move in enumerate(view.moves)
            ],
            "seconds": seconds,
        }
    )


def read_answer(line: str, view: View) -> Any:
    """The move that a line chooses. ProgramFailure."""
    message = _object(line)
    if "id" in message:
        number = message["id"]
        if type(number) is not int or not 0 <= number < len(view.moves):
            detail = f"{kind_of(number)} of {len(view.moves)} moves"
            raise ProgramFailure("chose an id that is not there", detail)
        return view.moves[number]
    text = message.get("move")
    if not isinstance(text, str) or len(text) > MAX_MOVE:
        raise ProgramFailure("answered with neither an id nor a move", shortened(line, 60))
    try:
        move = view.game.read(view.state, view.seat, text)
    except RulekeepError as error:
        raise ProgramFailure("answered with what is no move here", str(error)) from None
    refusal = view.game.check(view.state, view.seat, move)
    if refusal is not None:
        because = f"{shortened(text, 60)!r} is not allowed: {refusal.because} ({refusal.rule})"
        raise ProgramFailure("answered with a move that is not legal", because)
    return move


def bye(outcome: Outcome | None) -> str:
    """The last message, with the result if there is one."""
    message: dict[str, Any] = {"type": "bye"}
    if outcome is not None:
        message["places"] = list(outcome.places)
        message["scores"] = [
            score.total for score in sorted(outcome.scores, key=lambda score: score.seat)
        ]
        message["reason"] = outcome.reason
    return _line(message)


def _object(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ProgramFailure("answered with what is not a JSON object", shortened(line, 60))
    return message
