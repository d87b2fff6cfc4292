"""Games, matches, moves and errors as JSON data, for pages and programs."""

from __future__ import annotations

from typing import Any

from attrs import asdict

from rulekeep.core.drawing.canvas import Canvas
from rulekeep.core.errors import (
    BadNotation,
    DataError,
    IllegalMove,
    RulekeepError,
    SetupError,
    UnknownGame,
)
from rulekeep.core.game import AnyGame, Outcome, Score
from rulekeep.core.rule_options import Option
from rulekeep.core.rulebook import RuleAnswer
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.session.move_list import MoveGroup
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.turn import Turn

JsonObject = dict[str, Any]
MAX_MOVES = 1500
"""Legal moves that are listed; others can still be written."""


def error_data(error: RulekeepError) -> JsonObject:
    """The kind of an error, with details."""
    if isinstance(error, IllegalMove):
        refusal = error.refusal
        return {"kind": "illegal_move", "rule": refusal.rule, "because": refusal.because}
    if isinstance(error, BadNotation):
        return {"kind": "bad_notation", "key": "move"}
    if isinstance(error, UnknownGame):
        return {"kind": "unknown_game", "key": "game"}
    if isinstance(error, SetupError):
        return {"kind": "setup", "rule": error.rule or None, "because": error.because}
    if isinstance(error, DataError):
        place, _, key = error.where.partition(".")
        if place == "request" or error.where == "request":
            return {"kind": "bad_request", "key": key or None}
        file, _, line = error.where.rpartition(":")
        if line.isdecimal():
            return {"kind": "file", "file": file, "file_line": int(line)}
        return {"kind": "file", "file": error.where, "file_line": None}
    return {"kind": "refused"}


def game_data(game: AnyGame) -> JsonObject:
    """A game as lists show it."""
    return {
        "game": game.id,
        "title": game.title,
        "blurb": game.blurb,
        "seats": list(game.seats),
        "seats_note": game.seats_note,
        "options": [option.name for option in game.options],
        "presets": list(game.presets),
    }


def option_data(option: Option) -> JsonObject:
    return {
        "option": option.name,
        "label": option.label,
        "kind": option.kind,
        "values": list(option.values),
        "low": option.low,
        "high": option.high,
        "default": option.default,
        "rules": list(option.rules),
        "help": option.help,
        "labels": [{"value": value, "means": label} for value, label in option.labels.items()],
    }


def move_data(match: Match, number: int, viewer: int | None) -> JsonObject:
    """A move as far as the viewer may know it."""
    ply = match.plies[number]
    shown = number and (ply.seat == viewer or seat_events.is_public(match, number))
    return {
        "number": number,
        "seat": ply.seat if number else None,
        "move": ply.move if shown else None,
        "told": seat_events.sentences(match, number, viewer),
        "events": [
            {"event": event.name, "rules": list(event.rules)}
            for event in ply.events
            if event.seen_by is None or viewer in event.seen_by
        ],
    }


def why_data(match: Match, answers: list[RuleAnswer]) -> JsonObject:
    """Every rule that was checked for a move, and its objection."""
    rules = match.game.book.rules
    return {
        "legal": all(answer.objection is None for answer in answers),
        "rules": [
            {
                "rule": answer.rule,
                "text": rules[answer.rule].text if answer.rule in rules else "",
                "objection": answer.objection,
            }
            for answer in answers
        ],
    }


def move_group_data(
    turn: Turn, drawing: Canvas, group: MoveGroup, count: int | None = None
) -> JsonObject:
    """The moves of a group, or the first of them, each with its sentence, effect and places."""
    moves = [
        {
            "text": listed.text,
            "sentence": turn.sentence(listed.move),
            "words": turn.describe(listed.move),
            "touches": turn.touched(listed.move, drawing),
        }
        for listed in group.moves[:count]
    ]
    return {"title": group.title, "moves": moves}


def move_groups_data(turn: Turn, drawing: Canvas) -> tuple[list[JsonObject], int]:
    """The legal moves by kind, and how many are left off."""
    groups: list[JsonObject] = []
    left = MAX_MOVES
    for group in turn.groups:
        if left > 0:
            groups.append(move_group_data(turn, drawing, group, left))
        left -= len(group.moves)
    return groups, max(0, -left)


def score_data(score: Score) -> JsonObject:
    """The score of a seat; each item with its total."""
    data = asdict(score)
    for row, item in zip(data["items"], score.items, strict=True):
        row["total"] = item.total
    return data


def outcome_data(outcome: Outcome) -> JsonObject:
    return {
        "places": list(outcome.places),
        "winners": list(outcome.winners),
        "scores": [score_data(score) for score in outcome.scores],
        "rule": outcome.rule,
        "rules": list(outcome.rules),
        "reason": outcome.reason,
    }


def may_see_moves(match: Match, viewer: int | None, seat: int) -> bool:
    """Whether a viewer may see the legal moves of a seat, which may reveal a hand."""
    return viewer == seat or not has_secrets(match)


def position_data(match: Match, viewer: int | None) -> dict[str, Any]:
    """The present position, as far as the viewer may know it."""
    outcome = match.outcome
    visible = [d.seat for d in match.decisions if may_see_moves(match, viewer, d.seat)]
    return {
        "game": match.header.game,
        "title": match.game.title,
        "seats": match.header.seats,
        "names": list(match.names),
        "players": list(match.header.players),
        "options": dict(match.header.options),
        "house": dict(match.header.house) if match.header.house is not None else None,
        "viewer": viewer,
        "moves": len(match.plies) - 1,
        "over": match.is_over,
        "decisions": [asdict(decision) for decision in match.decisions],
        "legal_moves": {str(seat): match.legal_moves(seat) for seat in visible},
        "standing": [asdict(score) for score in match.game.standing(match.state, viewer)],
        "outcome": asdict(outcome) if outcome is not None else None,
        "observation": match.observation(viewer),
    }
