"""Play a scenario and compare the results with what it expects; `docs/scenarios.md`."""

from __future__ import annotations

from typing import Any

from rulekeep.core.data_files import Node
from rulekeep.core.errors import ChanceError, IllegalMove, RulekeepError, SetupError
from rulekeep.core.game import AnyGame, apply
from rulekeep.core.rulebook import Refusal
from rulekeep.match.expectations import (
    PlayedScenario,
    ScenarioFailure,
    ScenarioRun,
    ScenarioStep,
    chance_of,
    compare_events,
    compare_legal,
    compare_then,
    finish_chance,
)
from rulekeep.testing.scenario_format import Scenario


def run_scenario(scenario: Scenario, game: AnyGame) -> set[str]:
    """Play a scenario; the rules that it cites and has earned. ScenarioFailure, or DataError."""
    return set(play_scenario(scenario, game).cited)


def play_scenario(scenario: Scenario, game: AnyGame) -> PlayedScenario:
    """Play a scenario; its steps and states. ScenarioFailure, or DataError."""
    node = scenario.node
    for rule in (*node["rules"], *(node.get("without") or ())):
        if rule.str() not in game.book:
            raise rule.fail(f"{rule.str()} is not in the rule book of {game.title}")
    game = game_for(scenario, game)
    run = start_run(scenario, game)
    start = run.state if run is not None else None
    try:
        earned = _play_steps(node, run)
        for rule in node["rules"]:
            if rule.str() not in earned:
                raise ScenarioFailure(rule.where, f"{rule.str()} is cited but never seen at work")
        for rule in node.get("without") or ():
            if rule.str() in earned:
                raise ScenarioFailure(rule.where, f"{rule.str()} is at work and should not be")
    except ScenarioFailure as failure:
        if run is not None:
            failure.played = PlayedScenario(game, start, tuple(run.steps), frozenset())
        raise
    steps = tuple(run.steps) if run is not None else ()
    return PlayedScenario(game, start, steps, frozenset(scenario.rules))


def game_for(scenario: Scenario, game: AnyGame) -> AnyGame:
    """The game on the data files of a scenario. DataError."""
    if scenario.game and scenario.game != game.id:
        raise scenario.node.fail(f"a scenario of {scenario.game}, not of {game.id}")
    if data := scenario.node.get("data"):
        if scenario.directory is None:
            raise data.fail("a scenario without a file has no data next to it")
        directory = scenario.directory / data.str()
        if not directory.is_dir():
            raise data.fail(f"{directory} is not a directory")
        return game.with_data(directory)
    if scenario.house is not None and scenario.house.data is not None:
        return game.with_data(scenario.house.data)
    return game


def start_state(scenario: Scenario, game: AnyGame) -> Any:
    """The state that a scenario starts from, in the game of `game_for`. ScenarioFailure."""
    run = start_run(scenario, game)
    if run is None:
        raise scenario.node.fail("its set-up is refused, so there is no position")
    return run.state


def _play_steps(node: Node, run: ScenarioRun | None) -> set[str]:
    """Play the steps of a scenario and compare; the rules seen at work."""
    if run is None:
        return {node["setup"]["refused"]["rule"].str()}
    game = run.game
    before = game.to_dict(run.state)
    over = game.outcome(run.state) is not None
    for play in node.get("when") or ():
        _play_step(play, run)
    if then := node.get("then"):
        compare_then(then, run, before)
    outcome = game.outcome(run.state)
    _check_ended_or_open(node, run)
    # A position that was over from the start shows nothing unless its result is checked.
    checked = "then" in node and "outcome" in node["then"]
    if outcome is not None and (checked or not over):
        run.earned.update((outcome.rule, *outcome.rules))
    return run.earned


def _check_ended_or_open(node: Node, run: ScenarioRun) -> None:
    """There must be an outcome or an open decision, but not both."""
    asked = [decision.seat for decision in run.game.decisions(run.state)]
    over = run.game.outcome(run.state) is not None
    if over and asked:
        raise ScenarioFailure(node.where, f"there is a result, but seats {asked} must decide")
    if not over and not asked:
        raise ScenarioFailure(node.where, "nobody must decide, but there is no result")


def start_run(scenario: Scenario, game: AnyGame) -> ScenarioRun | None:
    """The state that a scenario begins with, in the game of `game_for`.

    None if the set-up was refused, as it should be. ScenarioFailure.
    """
    node = scenario.node
    options = node["options"].plain() if "options" in node else {}
    agreed = scenario.house.options(game) if scenario.house is not None else {}
    if given := node.get("given"):
        data = given.plain() or {}
        if options or agreed:
            inner = given.get("options")
            data = {**data, "options": {**agreed, **(inner.plain() if inner else {}), **options}}
        try:
            return ScenarioRun(game, game.from_dict(data))
        except RulekeepError as error:
            raise ScenarioFailure(given.where, f"the given position is refused: {error}") from None
    setup = node["setup"]
    own = setup["options"].plain() if "options" in setup else {}
    options = {**agreed, **own, **options}
    refused = setup.get("refused")
    chance = chance_of(setup)
    try:
        step = game.setup(setup["seats"].int(0), options, chance)
        finish_chance(chance, setup)
    except SetupError as error:
        if refused is None:
            raise ScenarioFailure(setup.where, f"the set-up was refused: {error}") from None
        _expect_refusal(refused, Refusal(error.rule, error.because), "the set-up")
        return None
    except ChanceError as error:
        raise ScenarioFailure(setup.where, f"chance: {error}") from None
    if refused is not None:
        raise ScenarioFailure(refused.where, "the set-up was allowed")
    run = ScenarioRun(game, step.state)
    run.add_events(step.events)
    return run


def _play_step(play: Node, run: ScenarioRun) -> None:
    game, seat = run.game, play["seat"].int(0, run.seats - 1)
    if legal := play.get("legal"):
        compare_legal(legal, run, seat)
        return
    text = play["move"].str()
    refusal: Refusal | None
    try:
        move = game.read(run.state, seat, text)
        refusal = game.check(run.state, seat, move)
    except IllegalMove as error:
        refusal = error.refusal
    except RulekeepError as error:
        raise ScenarioFailure(play["move"].where, str(error)) from None
    label = f"{text!r} by seat {seat}"
    if expected := play.get("refused"):
        if refusal is None:
            raise ScenarioFailure(expected.where, f"{label} was allowed")
        _expect_refusal(expected, refusal, label)
        run.earned.add(refusal.rule)
        if also := expected.get("also"):
            _expect_objections(also, run, seat, text, label)
        run.steps.append(ScenarioStep(seat, text, refusal, (), run.state))
        return
    if refusal is not None:
        why = f"{refusal.because} [{refusal.rule}]"
        raise ScenarioFailure(play["move"].where, f"{label} was refused: {why}")
    chance = chance_of(play)
    try:
        step = apply(game, run.state, seat, move, chance)
    except ChanceError as error:
        raise ScenarioFailure(play.where, f"{label}: chance: {error}") from None
    finish_chance(chance, play)
    run.state = step.state
    run.add_events(step.events)
    run.steps.append(ScenarioStep(seat, game.notation(move), None, step.events, step.state))
    if events := play.get("events"):
        compare_events(events, step.events)


def _expect_objections(also: Node, run: ScenarioRun, seat: int, text: str, label: str) -> None:
    """Compare the further rules that `why` names after the refusal."""
    try:
        move = run.game.read(run.state, seat, text)
    except RulekeepError as error:
        raise also.fail(f"{label} is not even a move: {error}") from None
    wanted = [rule.str() for rule in also]
    answers = run.game.book.explain(run.state, seat, move)
    got = [answer.rule for answer in answers if answer.objection][1:]
    if wanted != got:
        raise ScenarioFailure(also.where, f"the further rules against {label}", wanted, got)
    run.earned.update(got)


def _expect_refusal(expected: Node, got: Refusal, label: str) -> None:
    expected.only("rule", "because", "also")
    rule = expected["rule"].str()
    if got.rule != rule:
        raise ScenarioFailure(
            expected.where,
            f"{label} was refused with another rule",
            rule,
            f"{got.rule or 'none'} ({got.because})",
        )
    because = expected.get("because")
    if because is not None and not because.str().strip():
        raise because.fail("an empty reason says nothing")
    if because is not None and because.str().lower() not in got.because.lower():
        raise ScenarioFailure(
            because.where, f"{label} was refused with another reason", because.str(), got.because
        )
