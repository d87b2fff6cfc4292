"""What a sitting says to programs, over a pipe or a network: the same words everywhere, as data."""

from __future__ import annotations

from typing import Any

from attrs import asdict

from rulekeep.core.errors import (
    BadNotation,
    DataError,
    IllegalMove,
    RulekeepError,
    SetupError,
    UnknownGame,
)
from rulekeep.core.game import AnyGame, Event, Outcome, Score
from rulekeep.core.match import Match
from rulekeep.core.options import Option
from rulekeep.core.rulebook import Asked
from rulekeep.sitting import news

Said = dict[str, Any]


def error_said(error: RulekeepError) -> Said:
    """What a program can tell errors apart by."""
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


def game_said(game: AnyGame) -> Said:
    """A game in a list."""
    return {
        "game": game.id,
        "title": game.title,
        "blurb": game.blurb,
        "seats": list(game.seats),
        "seats_note": game.seats_note,
        "options": [option.name for option in game.options],
        "presets": list(game.presets),
    }


def option_said(option: Option) -> Said:
    return {
        "option": option.name,
        "kind": option.kind,
        "values": list(option.values),
        "low": option.low,
        "high": option.high,
        "default": option.default,
        "rules": list(option.rules),
        "help": option.help,
        "labels": [{"value": value, "means": said} for value, said in option.labels.items()],
    }


def act_said(match: Match, number: int, viewer: int | None) -> Said:
    """One act as far as the viewer may know it."""
    ply = match.plies[number]
    known = number and (ply.seat == viewer or news.is_public(match, number))
    return {
        "number": number,
        "seat": ply.seat if number else None,
        "move": ply.move if known else None,
        "told": news.sentences(match, number, viewer),
        "events": [_event(event) for event in ply.events if _seen(event, viewer)],
    }


def _seen(event: Event, viewer: int | None) -> bool:
    return event.seen_by is None or viewer in event.seen_by


def _event(event: Event) -> Said:
    return {"event": event.name, "rules": list(event.rules)}


def why_said(match: Match, asked: list[Asked]) -> Said:
    """Every rule that was asked about a move, and its objection."""
    rules = match.game.book.rules
    return {
        "legal": all(answer.objection is None for answer in asked),
        "rules": [
            {
                "rule": answer.rule,
                "text": rules[answer.rule].text if answer.rule in rules else "",
                "objection": answer.objection,
            }
            for answer in asked
        ],
    }


def score_said(score: Score) -> Said:
    """Points or money of a seat; each item with its sum."""
    said = asdict(score)
    for told, item in zip(said["items"], score.items, strict=True):
        told["total"] = item.total
    return said


def outcome_said(outcome: Outcome) -> Said:
    return {
        "places": list(outcome.places),
        "winners": list(outcome.winners),
        "scores": [score_said(score) for score in outcome.scores],
        "rule": outcome.rule,
        "rules": list(outcome.rules),
        "reason": outcome.reason,
    }
