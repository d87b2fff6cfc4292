"""The conformance kit: random matches of a game, and everything the contract promises of them."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.errors import IllegalMove, RulekeepError, SetupError, UnknownGame
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Game, apply
from rulekeep.core.rule_options import settle, spell
from rulekeep.core.text import plural
from rulekeep.match.recorded_chance import RecordedChance, RecordingChance
from rulekeep.testing.kit_report import KitRun, Report, Stop, Stopped, TooManyProblems
from rulekeep.testing.position_checks import check_legality, check_render, probe

Progress = Callable[[str], None]

MAX_DECISIONS = 50_000
MAX_VALUES = 8
SCENARIO_SAMPLE = 100
"""So many expressible moves, besides the legal ones, are tried where a scenario leads."""


def settings_of(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The defaults, every preset, and every value of every option by itself.

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
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Report:
    """Play random matches at every seat count and option setting, and check the contract.

    `probes` positions of each match are examined closely; a universe larger than
    `max_universe` is compared on a sample of that many moves (and all the legal ones). With
    `every` only one of so many option settings is examined closely, another at each number of
    seats. `stop` is asked before every decision whether to leave it at that.
    """
    plugin = registry.load(game) if isinstance(game, str) else game
    report = Report(plugin.id)
    settings = list(settings_of(plugin))
    report.settings = len(settings)
    try:
        _check_rulebook(plugin, report)
        _check_setup_errors(plugin, report)
        _check_lessons(plugin, report)
        if only_seats is None:
            _check_scenario_positions(plugin, report, stop)
        for seats in plugin.seats:
            if only_seats not in (None, seats):
                continue
            playable = 0
            for number, options in enumerate(settings):
                for repeat in range(matches):
                    label = f"seats={seats} {_spelled(options)}seed={seed}/{repeat}"
                    if progress is not None:
                        progress(label)
                    lot = SeededChance("kit", seed, seats, number, repeat)
                    table = KitRun(plugin, report, label, stop)
                    closely = probes if (number + seats) % every == 0 else 0
                    if _check_match_safely(table, seats, options, lot, closely, max_universe):
                        playable += 1
                        report.seats.add(seats)
                    elif repeat == 0:
                        report.refused_settings += 1
            if not playable:
                report.problems.append(f"no option setting can be played at {seats} seats")
        if report.secrets and not report.dealt_anew:
            report.problems.append("seats have secrets, but determinize never deals anything anew")
    except TooManyProblems:
        report.problems.append("and so on; stopped here")
    except Stopped:
        report.stopped = True
    return report


def _spelled(options: Mapping[str, Any]) -> str:
    """As they would be typed, a blank after each."""
    return "".join(f"{name}={spell(value)} " for name, value in options.items())


def conformance_test(game: AnyGame | str, **settings: Any) -> Callable[[], None]:
    """A pytest function for one game."""

    def test_conformance() -> None:
        report = check_game(game, **settings)
        assert report.ok, "\n".join(report.lines())

    return test_conformance


def _check_rulebook(game: AnyGame, report: Report) -> None:
    """The options that rules depend on exist, with these values."""
    options = {option.name: option for option in game.options}
    for rule in game.book:
        for name, values in (*((name, ()) for name in rule.options), *rule.when):
            if name not in options:
                report.problems.append(f"{rule.id} depends on {name!r}, which is no option")
                continue
            for value in values:
                try:
                    options[name].validate(value)
                except SetupError as error:
                    report.problems.append(f"{rule.id}: {error}")


def _check_setup_errors(game: AnyGame, report: Report) -> None:
    """What cannot be set up is refused with a SetupError, and the kit is given a universe."""
    wrong: list[tuple[int, dict[str, Any]]] = [(game.seats[0] - 1, {}), (game.seats[-1] + 1, {})]
    wrong.append((game.seats[0], {"no such option": 1}))
    for seats, options in wrong:
        said = f"{plural(seats, 'seat')} {_spelled(options)}".rstrip()
        try:
            game.setup(seats, options, SeededChance(0))
            report.problems.append(f"{said} must be refused with a SetupError")
        except SetupError:
            continue
        except Exception as error:  # noqa: BLE001
            report.problems.append(f"{said} raise {error!r}, not a SetupError")
    if getattr(type(game), "universe", None) is Game.universe:
        report.problems.append("the game gives no universe of moves to compare with check")


def _check_lessons(game: AnyGame, report: Report) -> None:
    """What the lessons beside the rule book say of their moves is so."""
    # Lessons are sat at the table of a match, and judge as scenarios do: they stand above the kit.
    from rulekeep.testing.lesson_checks import check_lessons

    # They are set on the shipped board; an owner's corrected one may have other places.
    if game.files is None or game.files.directory is None:
        report.problems += check_lessons(game)


def _check_scenario_positions(game: AnyGame, report: Report, stop: Stop | None) -> None:
    """`legal_moves` and `check` agree where scenarios lead, on what is tried there too.

    Chance alone would seldom come to such positions.
    """
    # A scenario judges as the kit does, and tells its own failures.
    from rulekeep.match.expectations import ScenarioFailure
    from rulekeep.testing.scenario_format import read_scenarios, scenario_files
    from rulekeep.testing.scenario_run import play_scenario

    try:
        files = scenario_files(game)
    except UnknownGame:
        return  # not installed
    on_its_board = game.files is None or game.files.directory is None
    for path in files if on_its_board else ():
        for number, scenario in enumerate(read_scenarios(path)):
            try:
                story = play_scenario(scenario, game)
            except (ScenarioFailure, RulekeepError):
                continue
            table = KitRun(story.game, report, f"scenario {scenario.name!r}", stop)
            lot = SeededChance("scenario positions", path.name, number)
            state = story.start
            for act in story.steps:
                for seat in (decision.seat for decision in story.game.decisions(state)):
                    played = seat == act.seat and act.refusal is None
                    also = [story.game.read(state, seat, act.move)] if played else []
                    check_legality(table, state, seat, lot, SCENARIO_SAMPLE, also)
                state = act.state


def _check_match_safely(
    table: KitRun,
    seats: int,
    options: Mapping[str, Any],
    lot: SeededChance,
    probes: int,
    max_universe: int,
) -> bool:
    """One match; an accident in the plugin is a complaint with its place, not the kit's end."""
    try:
        return _check_match(table, seats, options, lot, probes, max_universe)
    except (TooManyProblems, Stopped):
        raise
    except Exception as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        table.complain(
            f"raised {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        )
        return True


def _check_match(
    table: KitRun,
    seats: int,
    options: Mapping[str, Any],
    lot: SeededChance,
    probes: int,
    max_universe: int,
) -> bool:
    """One random match; False if this setting cannot be played."""
    game = table.game
    chance = RecordingChance(lot)
    try:
        step = game.setup(seats, options, chance)
    except SetupError as error:
        if error.rule and error.rule not in game.book:
            table.complain(f"set-up is refused with {error.rule}, which is not in the book")
        return False
    table.report.matches += 1
    setup_outcomes = tuple(chance.outcomes)
    settled = settle(game.options, options)
    check_events(table, step.events, seats, settled)
    state = step.state
    start = canonical_json(game.to_dict(state))
    played: list[tuple[int, Any, tuple[str, ...]]] = []
    due = 0  # probe early positions densely, later ones at growing distances
    while decisions := game.decisions(state):
        if table.stop is not None and table.stop():
            raise Stopped
        table.report.decisions += 1
        if len(played) > MAX_DECISIONS:
            table.complain(f"no end after {MAX_DECISIONS} decisions")
            return True
        if game.outcome(state) is not None:
            table.complain("there is an outcome while decisions are open")
        if len({d.seat for d in decisions}) != len(decisions):
            table.complain("a seat is asked two things at a time")
        decision = decisions[lot.below(len(decisions))]
        seat = decision.seat
        if not decision.prompt:
            table.complain(f"seat {seat} is asked without words ({decision.kind})")
        moves = game.legal_moves(state, seat)
        if not moves:
            table.complain(f"seat {seat} must decide ({decision.kind}) and has no legal move")
            return True
        if probes and len(played) >= due:
            probe(table, state, lot, max_universe)
            due += 1 + lot.below(2 + 4 * due // probes)
        move = moves[lot.below(len(moves))]
        chance.outcomes = []
        refusal = game.check(state, seat, move)
        if refusal is not None:
            table.complain(f"legal move {game.notation(move)!r} is refused: {refusal}")
            return True
        events: list[Event] = []
        game.advance(state, seat, move, chance, events.append)
        check_events(table, events, seats, settled)
        played.append((seat, move, tuple(chance.outcomes)))
        for complaint in game.audit(state):
            table.complain(f"after {game.notation(move)!r} (act {len(played)}): {complaint}")
    check_outcome(table, state, seats, played[-1] if played else None)
    check_render(table, state, seats)
    check_replay(table, seats, settled, setup_outcomes, start, played, state)
    return True


def check_events(
    table: KitRun, events: Sequence[Event], seats: int, options: Mapping[str, Any]
) -> None:
    """Events cite rules of the book that are in force, are told in one line and are data."""
    check_citations(table, events, options)
    for event in events:
        for viewer in (None, *range(seats)):
            text = event.tell_to(viewer, "Seat {}".format)
            if not isinstance(text, str) or "\n" in text:
                table.complain(f"{event.name} is not told in one line: {text!r}")
        try:
            json.dumps(event.to_dict(), allow_nan=False)
        except (TypeError, ValueError) as error:
            table.complain(f"{event.name} is not JSON-able: {error}")


def check_citations(table: KitRun, events: Sequence[Event], options: Mapping[str, Any]) -> None:
    book = table.game.book
    table.report.citations.hear(events)
    for event in events:
        for rule in event.rules:
            if rule not in book:
                table.complain(f"{event.name} carries {rule}, which is not in the book")
            elif not book[rule].in_force(options):
                table.complain(f"{event.name} carries {rule}, which is not in force")
        if not event.rules:
            table.complain(f"{event.name} carries no rule")


def check_outcome(
    table: KitRun, state: Any, seats: int, last: tuple[int, Any, tuple[str, ...]] | None
) -> None:
    """The outcome adds up, nobody can move on, and a finished table survives JSON."""
    game = table.game
    outcome = game.outcome(state)
    if outcome is None:
        table.complain("there are no decisions left and no outcome")
        return
    table.report.citations.end(outcome)
    if len(outcome.places) != seats or not all(1 <= p <= max(2, seats) for p in outcome.places):
        table.complain(f"the places {outcome.places} do not fit {seats} seats")
    if seats > 1 and 1 not in outcome.places:
        table.complain("nobody has the first place")
    for rule in outcome.all_rules:
        if rule not in game.book:
            table.complain(f"the outcome cites {rule}, which is not in the book")
    for score in outcome.scores:
        if score.items and sum(item.total for item in score.items) != score.total:
            table.complain(f"the items of seat {score.seat} do not add up to {score.total}")
    if len(outcome.scores) != seats:
        table.complain(f"the outcome has {len(outcome.scores)} scores for {seats} seats")
    share = 1 / max(1, len(outcome.winners))
    for seat in range(seats):
        if game.legal_moves(state, seat):
            table.complain(f"seat {seat} can still move after the end")
        value = game.evaluate(state, seat)
        expected = (share, 1.0) if seat in outcome.winners else (0.0,)
        if not any(abs(value - v) < 1e-9 for v in expected):
            table.complain(f"evaluate gives {value} at the end to place {outcome.places[seat]}")
    if last is not None:
        seat, move, _ = last
        try:
            apply(game, state, seat, move, SeededChance(0))
            table.complain("a move is accepted after the end")
        except IllegalMove as error:
            if error.refusal.rule not in game.book:
                table.complain(f"after the end {error.refusal.rule} refuses, not in the book")
    before = canonical_json(game.to_dict(state))
    again = game.from_dict(json.loads(before))
    if canonical_json(game.to_dict(again)) != before or game.outcome(again) != outcome:
        table.complain("a finished state read back from JSON ends differently")


def check_replay(
    table: KitRun,
    seats: int,
    options: Mapping[str, Any],
    setup_outcomes: tuple[str, ...],
    start: str,
    played: list[tuple[int, Any, tuple[str, ...]]],
    end: Any,
) -> None:
    """The record alone leads to the same state."""
    game = table.game
    chance = RecordedChance(setup_outcomes)
    state = game.setup(seats, options, chance).state
    try:
        chance.finish()
        if canonical_json(game.to_dict(state)) != start:
            table.complain("the recorded set-up leads to another state")
        for seat, move, outcomes in played:
            chance = RecordedChance(outcomes)
            game.advance(state, seat, game.parse(game.notation(move)), chance)
            chance.finish()
    except RulekeepError as error:
        table.complain(f"the record does not replay: {error}")
        return
    if game.to_dict(state) != game.to_dict(end):
        table.complain("the record replays to another state")
