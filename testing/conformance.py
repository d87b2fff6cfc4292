"""The conformance kit: random matches of a game, checked against the whole contract."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import IllegalMove, RulekeepError, SetupError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Outcome, apply
from rulekeep.core.rule_options import settle
from rulekeep.match.recorded_chance import RecordedChance, RecordingChance
from rulekeep.testing.kit_report import KitRun, Report, Stop, Stopped, TooManyProblems
from rulekeep.testing.package_checks import check_package, check_scenario_positions, spelled
from rulekeep.testing.position_checks import check_render, probe
from rulekeep.testing.secrecy_checks import check_setup_events

MAX_DECISIONS = 50_000
MAX_VALUES = 8

PlayedMove = tuple[int, Any, tuple[str, ...]]
"""Seat, move and the outcomes of chance."""


def settings_of(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The default options, every preset, and every value of every option by itself.

    Of an option with very many values (seatings, say) a few, spread over all of them.
    """
    yield {}
    for preset in game.presets.values():
        yield dict(preset)
    for option in game.options:
        values = (option.low, option.high) if option.kind == "integer" else option.values
        others = [value for value in values if value != option.default]
        for value in others[:: max(1, -(-len(others) // MAX_VALUES))]:
            yield {option.name: value}


def check_game(
    game: AnyGame | str,
    *,
    matches: int = 1,
    probes: int = 4,
    every: int = 1,
    seed: int | str = 0,
    max_universe: int = 4000,
    only_seats: int | None = None,
    progress: Callable[[str], None] | None = None,
    stop: Stop | None = None,
) -> Report:
    """Play random matches at every seat count and option setting, and check the contract.

    `probes` positions of each match are checked closely; a universe larger than `max_universe` is
    compared on a sample of that many moves (and all the legal ones). With `every` only one of so
    many option settings is checked closely, another at each number of seats. `stop` is called
    before every decision: if it returns True, the report ends there.
    """
    plugin = registry.load(game) if isinstance(game, str) else game
    report = Report(plugin.id)
    settings = list(settings_of(plugin))
    report.settings = len(settings)
    command = f"rulekeep check {plugin.id} --matches {matches} --probes {probes} --seed {seed}"
    try:
        check_package(plugin, report)
        if only_seats is None:
            check_scenario_positions(plugin, report, stop)
        for seats in plugin.seats if only_seats is None else [only_seats]:
            for number, options in enumerate(settings):
                for repeat in range(matches):
                    label = f"seats={seats} {spelled(options)}seed={seed}/{repeat}"
                    if progress is not None:
                        progress(label)
                    rng = SeededChance("kit", seed, seats, number, repeat)
                    run = KitRun(plugin, report, label, stop, f"{command} --seats {seats}")
                    close = probes if (number + seats) % every == 0 else 0
                    if _check_match_safely(run, seats, options, rng, close, max_universe):
                        report.seats.add(seats)
                    elif repeat == 0:
                        report.refused_settings += 1
            if seats not in report.seats:
                report.problems.append(f"no option setting can be played at {seats} seats")
        if report.secrets and not report.redeals:
            report.problems.append("seats have secrets, but determinize never deals anything again")
    except TooManyProblems:
        report.problems.append("and so on; stopped here")
    except Stopped:
        report.stopped = True
    return report


def conformance_test(game: AnyGame | str, **settings: Any) -> Callable[[], None]:
    """A pytest function that runs `check_game` with these settings."""

    def test_conformance() -> None:
        report = check_game(game, **settings)
        assert report.ok, "\n".join(report.lines())

    return test_conformance


def _check_match_safely(run: KitRun, *settings: Any) -> bool:
    """One match; an exception in the game is a problem with its place, not the end of the kit."""
    try:
        return _check_match(run, *settings)
    except (TooManyProblems, Stopped):
        raise
    except Exception as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        run.problem(
            f"raised {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        )
        return True


def _check_match(
    run: KitRun,
    seats: int,
    options: Mapping[str, Any],
    rng: SeededChance,
    probes: int,
    max_universe: int,
) -> bool:
    """One random match; False if this setting cannot be played."""
    game = run.game
    chance = RecordingChance(rng)
    try:
        step = game.setup(seats, options, chance)
    except SetupError as error:
        if error.rule and error.rule not in game.book:
            run.problem(f"set-up is refused with {error.rule}, which is not in the book")
        return False
    run.report.matches += 1
    dealt = tuple(chance.outcomes)
    settled = settle(game.options, options)
    state = run.state = step.state
    start = canonical_json(game.to_dict(state))
    check_events(run, step.events, seats, settled)
    if probes:
        check_setup_events(run, options, step, dealt, rng)
    played: list[PlayedMove] = []
    due = 0  # probe early positions densely, later ones at growing distances
    while game.decisions(state):
        if run.stop is not None and run.stop():
            raise Stopped
        run.report.decisions += 1
        if len(played) > MAX_DECISIONS:
            run.problem(f"no end after {MAX_DECISIONS} decisions")
            return True
        seat = _deciding_seat(run, state, rng)
        moves = game.legal_moves(state, seat)
        if not moves:
            run.problem(f"seat {seat} must decide and has no legal move")
            return True
        if probes and len(played) >= due:
            probe(run, state, rng, max_universe)
            due += 1 + rng.below(2 + 4 * due // probes)
        move = moves[rng.below(len(moves))]
        refusal = game.check(state, seat, move)
        if refusal is not None:
            run.problem(f"legal move {game.notation(move)!r} is refused: {refusal}")
            return True
        chance.outcomes = []
        events: list[Event] = []
        game.advance(state, seat, move, chance, events.append)
        check_events(run, events, seats, settled)
        played.append((seat, move, tuple(chance.outcomes)))
        for fault in game.audit(state):
            run.problem(f"after {game.notation(move)!r} (move {len(played)}): {fault}")
    check_outcome(run, state, seats, played[-1] if played else None)
    check_render(run, state, seats)
    check_replay(run, seats, settled, dealt, start, played, state)
    return True


def _deciding_seat(run: KitRun, state: Any, rng: SeededChance) -> int:
    """One of the open decisions, which must be in order."""
    decisions = run.game.decisions(state)
    if run.game.outcome(state) is not None:
        run.problem("there is an outcome while decisions are open")
    if len({d.seat for d in decisions}) != len(decisions):
        run.problem("a seat has two decisions at a time")
    decision = decisions[rng.below(len(decisions))]
    if not decision.prompt:
        run.problem(f"the decision {decision.kind!r} of seat {decision.seat} has no prompt")
    return decision.seat


def check_events(
    run: KitRun, events: Sequence[Event], seats: int, options: Mapping[str, Any]
) -> None:
    """Events cite rules of the book that are in force, have one-line sentences and are data."""
    check_citations(run, events, options)
    for event in events:
        for viewer in (None, *range(seats)):
            text = event.tell_to(viewer, "Seat {}".format)
            if not isinstance(text, str) or "\n" in text:
                run.problem(f"the sentence of {event.name} has several lines: {text!r}")
        try:
            json.dumps(event.to_dict(), allow_nan=False)
        except (TypeError, ValueError) as error:
            run.problem(f"{event.name} is not JSON-able: {error}")


def check_citations(run: KitRun, events: Sequence[Event], options: Mapping[str, Any]) -> None:
    """Events cite rules of the book that are in force."""
    book = run.game.book
    run.report.citations.add_events(events)
    for event in events:
        for rule in event.rules:
            if rule not in book:
                run.problem(f"{event.name} carries {rule}, which is not in the book")
            elif not book[rule].in_force(options):
                run.problem(f"{event.name} carries {rule}, which is not in force")
        if not event.rules:
            run.problem(f"{event.name} carries no rule")


def check_outcome(run: KitRun, state: Any, seats: int, last: PlayedMove | None) -> None:
    """The outcome adds up, nobody can move any more, and a finished state survives JSON."""
    game = run.game
    outcome = game.outcome(state)
    if outcome is None:
        run.problem("there are no decisions left and no outcome")
        return
    run.report.citations.add_outcome(outcome)
    _check_scores(run, outcome, seats)
    share = 1 / max(1, len(outcome.winners))
    for seat in range(seats):
        if game.legal_moves(state, seat):
            run.problem(f"seat {seat} can still move after the end")
        value = game.evaluate(state, seat)
        expected = (share, 1.0) if seat in outcome.winners else (0.0,)
        if not any(abs(value - v) < 1e-9 for v in expected):
            run.problem(f"evaluate gives {value} at the end to place {outcome.places[seat]}")
    if last is not None:
        seat, move, _ = last
        try:
            apply(game, state, seat, move, SeededChance(0))
            run.problem("a move is accepted after the end")
        except IllegalMove as error:
            if error.refusal.rule not in game.book:
                run.problem(f"after the end {error.refusal.rule} refuses, not in the book")
    before = canonical_json(game.to_dict(state))
    again = game.from_dict(json.loads(before))
    if canonical_json(game.to_dict(again)) != before or game.outcome(again) != outcome:
        run.problem("a finished state read back from JSON ends differently")


def _check_scores(run: KitRun, outcome: Outcome, seats: int) -> None:
    if len(outcome.places) != seats or not all(1 <= p <= max(2, seats) for p in outcome.places):
        run.problem(f"the places {outcome.places} do not fit {seats} seats")
    if seats > 1 and 1 not in outcome.places:
        run.problem("nobody has the first place")
    for rule in outcome.all_rules:
        if rule not in run.game.book:
            run.problem(f"the outcome cites {rule}, which is not in the book")
    for score in outcome.scores:
        if score.items and sum(item.total for item in score.items) != score.total:
            run.problem(f"the items of seat {score.seat} do not add up to {score.total}")
    if len(outcome.scores) != seats:
        run.problem(f"the outcome has {len(outcome.scores)} scores for {seats} seats")


def check_replay(
    run: KitRun,
    seats: int,
    options: Mapping[str, Any],
    dealt: Sequence[str],
    start: str,
    played: Sequence[PlayedMove],
    end: Any,
) -> None:
    """The moves and the outcomes of chance alone lead to the same state."""
    game = run.game
    chance = RecordedChance(dealt)
    state = game.setup(seats, options, chance).state
    try:
        chance.finish()
        if canonical_json(game.to_dict(state)) != start:
            run.problem("the recorded set-up leads to another state")
        for seat, move, outcomes in played:
            chance = RecordedChance(outcomes)
            game.advance(state, seat, game.parse(game.notation(move)), chance)
            chance.finish()
    except RulekeepError as error:
        run.problem(f"the record does not replay: {error}")
        return
    if game.to_dict(state) != game.to_dict(end):
        run.problem("the record replays to another state")
