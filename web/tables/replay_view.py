"""Saved matches as data for the pages and programs of the host."""

from __future__ import annotations

import logging
from pathlib import Path
from urllib.parse import quote

from attrs import asdict

from rulekeep.core.errors import RulekeepError
from rulekeep.core.primitives.players import Players
from rulekeep.match import seat_events
from rulekeep.match.library import MatchLibrary, SavedMatch
from rulekeep.match.match import Match
from rulekeep.match.result_text import result_sentences, score_rows
from rulekeep.session import game_list
from rulekeep.session.serialize import JsonObject, outcome_data, score_data
from rulekeep.session.session import HUMAN

MAX_LISTED = 100

log = logging.getLogger("rulekeep.web")


def newest(library: MatchLibrary) -> tuple[SavedMatch, ...]:
    """The newest matches; files that cannot be read are logged."""
    found = library.newest(MAX_LISTED, without_moves=True)
    for file in found.unreadable:
        log.warning("a match file is left out: %s", file.what)
    return found.matches


def names(saved: SavedMatch) -> tuple[str, ...]:
    """The players' names by seat."""
    return saved.header.names or Players.numbered(saved.header.seats).names


def players(saved: SavedMatch) -> tuple[str, ...]:
    """Who decides for each seat: a person or a bot."""
    return saved.header.players or (HUMAN,) * saved.header.seats


def page_of(path: Path) -> str:
    """The address of the page with the links of a match."""
    return f"/tables/{quote(path.stem)}"


def match_data(saved: SavedMatch) -> JsonObject:
    """A match in a list."""
    return {
        "name": saved.path.stem,
        "game": saved.header.game,
        "title": _title(saved.header.game),
        "names": list(names(saved)),
        "players": list(players(saved)),
        "acts": saved.moves,
        "over": saved.over,
        "when": saved.when.isoformat(timespec="seconds"),
        "page": page_of(saved.path),
    }


def at(match: Match, moves: int) -> Match:
    """The match after so many moves, or at its end if there are fewer."""
    return match.at(min(max(moves, 0), len(match.plies) - 1))


def table_data(match: Match, viewer: int | None) -> JsonObject:
    """What every page of a table shows: the game, whose turn it is, the scores and the result."""
    return {
        "acts": len(match.plies) - 1,
        "game": match.header.game,
        "title": match.game.title,
        "viewer": viewer,
        "options": dict(match.header.options),
        "turn": [asdict(decision) for decision in match.decisions],
        "over": match.is_over,
        "standing": [score_data(score) for score in match.game.standing(match.state, viewer)],
        "score_rows": score_table(match, viewer),
        "result": result_data(match),
    }


def replay_data(match: Match, moves: int) -> JsonObject:
    """A position of a saved match as a spectator saw it, and what had just happened."""
    then = at(match, moves)
    number = len(then.plies) - 1
    seated = match.header.players or (HUMAN,) * match.header.seats
    ply = then.plies[-1]
    shown = number and seat_events.is_public(then, number)
    return {
        **table_data(then, None),
        "at": number,
        "last": len(match.plies) - 1,
        "seats": [
            {"seat": seat, "name": match.name(seat), "bot": None if who == HUMAN else who}
            for seat, who in enumerate(seated)
        ],
        "news": seat_events.merge_repeats(seat_events.sentences(then, number, None)),
        "seat": ply.seat if number else None,
        "move": ply.move if shown else None,
    }


def result_data(match: Match) -> JsonObject | None:
    """The result of a match: who won, why it ended, and the scores; None before the end."""
    if match.outcome is None:
        return None
    say, *why = result_sentences(match)
    return {**outcome_data(match.outcome), "say": say, "why": " ".join(why)}


def score_table(match: Match, viewer: int | None) -> list[JsonObject]:
    """The items of the scores, with the seats side by side, as far as the viewer may know them."""
    outcome = match.outcome
    scores = match.game.standing(match.state, viewer) if outcome is None else outcome.scores
    return [asdict(row) for row in score_rows(scores, match.seats)]


def _title(game: str) -> str:
    try:
        return game_list.facts(game).title
    except RulekeepError:
        return game
