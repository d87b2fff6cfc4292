"""The examples of the rule books at a table.

The server stores nothing: each request has what was tried so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rulekeep.core import registry
from rulekeep.core.data_files import Node
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.text import listed, plural
from rulekeep.match import seat_events, share_link
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.result_text import result_sentences
from rulekeep.session.sample_table import picture_size
from rulekeep.session.serialize import JsonObject, move_groups_data, score_data
from rulekeep.session.turn import Turn
from rulekeep.testing.scenario_format import Scenario, scenarios_of
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.example_table import ExampleTable, StartedScenario, TriedMove
from rulekeep.web.pages.lesson_pages import typo_sentence
from rulekeep.web.pages.rules_page import rule_links
from rulekeep.web.pages.template_engine import render_template, root_path
from rulekeep.web.tables.replay_view import result_data, score_table

Attempts = Sequence[Mapping[str, Any]]
"""Moves that were played, or refused as the example says, each with its seat."""


@lru_cache(maxsize=32)
def _scenarios(name: str) -> tuple[AnyGame, list[Scenario]]:
    game = registry.load(name)
    return game, scenarios_of(game)


def example_count(name: str) -> int:
    """How many examples a game has."""
    return len(_scenarios(name)[1])


@lru_cache(maxsize=256)
def started_example(name: str, number: int) -> StartedScenario:
    """An example by its number, counted from 1. HttpError."""
    game, scenarios = _scenarios(name)
    if not 1 <= number <= len(scenarios):
        sentence = f"{game.title} has no example {number}; there are {len(scenarios)}."
        raise HttpError(404, "unknown_example", sentence)
    try:
        return StartedScenario.of(scenarios[number - 1], game)
    except (ScenarioFailure, RulekeepError) as error:
        raise HttpError(409, "broken_example", f"This example does not pass: {error}") from None


def example_page(name: str, number: int) -> str:
    """The page of one example. HttpError."""
    started = started_example(name, number)
    scenario, game = started.scenario, started.game
    last = len(_scenarios(name)[1])
    return render_template(
        "example.html",
        game=game.id,
        title=game.title,
        example=scenario.title,
        number=number,
        count=last,
        next=number + 1 if number < last else None,
        seats=0 if started.state is None else game.seats_of(started.state),
        home=scenario.home or f"example-{number}",
        shows=_shows(started),
        linked=rule_links(game, f"{root_path.get()}/book/{game.id}"),
        **picture_size(game.id, 0),
    )


# -- what the example shows ---------------------------------------------------------------------


def _shows(started: StartedScenario) -> list[JsonObject]:
    """The steps of an example: who does what, and what must come of it."""
    if started.state is None:
        return [{"step": None, "say": [_refused_setup(started.scenario.node["setup"])]}]
    table = ExampleTable(started)
    names = table.match.name
    shown: list[JsonObject] = []
    for number, step in enumerate(table.steps):
        seat = step["seat"].int(0)
        if "legal" in step:
            say = list(_legal(step["legal"], names(seat)))
            shown.append({"step": None, "say": say})
            continue
        text = step["move"].str()
        sentence = _in_words(table, seat, text)
        plies = len(table.match.plies)
        tried = table.attempt(seat, text)
        if tried.refusal is None:
            say = seat_events.merge_repeats(seat_events.sentences_since(table.match, plies, seat))
        else:
            say = [f"The rules refuse it: {tried.refusal.because} ({tried.refusal.rule})."]
        shown.append(
            {
                "step": number,
                "seat": seat,
                "name": names(seat),
                "move": text,
                "sentence": sentence,
                "refused": tried.refusal is not None,
                "say": say,
            }
        )
    shown.append({"step": None, "say": _ending(table)})
    return shown


def _in_words(table: ExampleTable, seat: int, text: str) -> str:
    """A move as an instruction; its notation if the rules refuse it."""
    game, state = table.game, table.match.state
    try:
        move = game.read(state, seat, text)
        return game.sentence(state, seat, move) if game.check(state, seat, move) is None else text
    except RulekeepError:
        return text


def _refused_setup(setup: Node) -> str:
    options = setup["options"].plain() if "options" in setup else None
    asked = f" and the options {options}" if options else ""
    rule = setup["refused"]["rule"].str()
    seats = plural(setup["seats"].int(0), "seat")
    return f"A match with {seats}{asked} cannot be set up: the rules refuse it ({rule})."


def _legal(legal: Node, name: str) -> Iterator[str]:
    if not isinstance(legal.value, dict):
        moves = [move.str() for move in legal]
        yield f"{name} can play only: {listed(moves)}." if moves else f"{name} has no legal move."
        return
    if "count" in legal:
        yield f"{name} has {plural(legal['count'].int(0), 'legal move')}."
    for key, verb in (("include", "can"), ("exclude", "cannot")):
        if key in legal:
            yield f"{name} {verb} play: {listed([move.str() for move in legal[key]], 'or')}."


def _ending(table: ExampleTable) -> list[str]:
    """Who must decide after the last step, or the result."""
    match = table.match
    if match.is_over:
        return result_sentences(match)
    names = listed([match.name(decision.seat) for decision in match.decisions])
    return [f"Then it is {names}'s turn." if table.steps else f"It is {names}'s turn."]


# -- trying it ----------------------------------------------------------------------------------


def _table(name: str, number: int, attempts: Attempts) -> ExampleTable:
    """The table of an example after the attempts so far. HttpError."""
    started = started_example(name, number)
    if started.state is None:
        raise HttpError(409, "no_table", "The set-up of this example is refused: it has no table.")
    table = ExampleTable(started)
    for one in attempts:
        _need_seat(table, one["seat"])
    if not table.replay([(one["seat"], one["move"]) for one in attempts]):
        raise HttpError(400, "bad_request", "These moves cannot be played in this example.")
    return table


def _need_seat(table: ExampleTable, seat: int) -> None:
    if seat >= table.match.seats:
        raise HttpError(400, "bad_request", f"There are {table.match.seats} seats in this example.")


def view(name: str, number: int, attempts: Attempts) -> JsonObject:
    """The table of an example now: whose turn it is, the legal moves and the score. HttpError."""
    table = _table(name, number, attempts)
    match, decision, viewer = table.match, table.decision, table.viewer
    moves: list[JsonObject] = []
    if decision is not None:
        turn = Turn(match, decision)
        drawing = match.game.render(match.state, decision.seat, match.look(decision.seat))
        moves, _ = move_groups_data(turn, drawing)
    return {
        "names": list(match.names),
        "seat": None if decision is None else decision.seat,
        "prompt": "" if decision is None else decision.prompt,
        "next": table.next,
        "done": table.is_done,
        "moves": moves,
        "game": match.header.game,
        "standing": [score_data(score) for score in match.game.standing(match.state, viewer)],
        "score_rows": score_table(match, viewer),
        "result": result_data(match),
    }


def picture(name: str, number: int, attempts: Attempts) -> str:
    """The table of an example as the seat to move sees it. HttpError."""
    table = _table(name, number, attempts)
    return table.match.svg(table.viewer)


def position_link(name: str, number: int, attempts: Attempts) -> JsonObject:
    """The link that shares the position of an example. HttpError, DataError."""
    return {"link": share_link.position_link(_table(name, number, attempts).match, whole=True)}


def attempt(name: str, number: int, attempts: Attempts, seat: int, move: str) -> JsonObject:
    """What becomes of a move. A refused one is not an error: trying is the point. HttpError."""
    table = _table(name, number, attempts)
    _need_seat(table, seat)
    was_next = table.next is not None and not table.is_done
    plies = len(table.match.plies)
    tried = table.attempt(seat, move)
    refusal = tried.refusal
    if not tried.is_notation:
        assert refusal is not None
        decision = next((d for d in table.match.decisions if d.seat == seat), None)
        near = [] if decision is None else Turn(table.match, decision).texts
        return _answer(tried, "not_a_move", typo_sentence(tried.move, near, refusal.because))
    if refusal is not None:
        right = [] if tried.step is None else [f"Right: the rules refuse that, {refusal.rule}."]
        kind = "right" if right else "refused"
        return _answer(tried, kind, *right, refusal.sentence(tried.move))
    say = seat_events.merge_repeats(seat_events.sentences_since(table.match, plies, seat))
    if tried.step is not None:
        return _answer(tried, "right", "Right: that is the move of the example.", *say)
    other = ["This is legal, but not the move of the example."] if was_next else []
    return _answer(tried, "other", *other, *say)


def _answer(tried: TriedMove, kind: str, *say: str) -> JsonObject:
    return {"kind": kind, "move": tried.move, "say": list(say)}
