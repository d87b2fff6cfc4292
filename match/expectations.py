"""Compare a state and its events with what a scenario or a lesson expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.data_files import Node, canonical_json
from rulekeep.core.errors import ChanceError, RulekeepError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Score, Step
from rulekeep.core.rulebook import Refusal
from rulekeep.match.recorded_chance import ScriptedChance

REST = "*"
ABSENT = "absent"
THEN = (
    *("to_move", "state", "events", "unchanged", "outcome", "standing", "standing_for"),
    *("observation", "legal"),
)


class ScenarioFailure(AssertionError):
    """A scenario did not come out as written: where, what, expected and got."""

    def __init__(self, where: str, what: str, expected: Any = None, got: Any = None) -> None:
        self.where = where
        self.what = what
        self.played: PlayedScenario | None = None
        """The steps before the failure."""
        lines = [f"{where}: {what}"]
        if expected is not None or got is not None:
            lines += [f"  expected {expected}", f"  got      {got}"]
        super().__init__("\n".join(lines))


def need_content(node: Node) -> Node:
    """Refuse an empty expectation."""
    if not node.mapping():
        raise node.fail("nothing is expected here")
    return node


@frozen
class ScenarioStep:
    """One step of a scenario as it was played."""

    seat: int
    move: str
    refusal: Refusal | None
    events: tuple[Event, ...]
    state: Any
    """The state after it."""


@frozen
class PlayedScenario:
    """A scenario as it was played."""

    game: AnyGame
    """On the data files of the scenario."""
    start: Any
    """The state before the first step; None where the set-up is refused, as it should be."""
    steps: tuple[ScenarioStep, ...]
    cited: frozenset[str]
    """The rules it cites and has earned."""


@define
class ScenarioRun:
    """A scenario being played."""

    game: AnyGame
    state: Any
    steps: list[ScenarioStep] = field(factory=list)
    events: list[Event] = field(factory=list)
    earned: set[str] = field(factory=set)

    @property
    def seats(self) -> int:
        return self.game.seats_of(self.state)

    def add_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.earned.update(event.rules)


def chance_of(node: Node) -> Chance:
    """The outcomes that a node scripts under `chance`, or random ones from a fixed seed."""
    script = node.get("chance")
    if script is None:
        return SeededChance("scenario")
    outcomes = [str(outcome.value) for outcome in script]
    if outcomes and outcomes[-1] == REST:
        return ScriptedChance(outcomes[:-1], SeededChance("scenario"))
    return ScriptedChance(outcomes)


def expect(then: Node, game: AnyGame, before: Any, reached: Step[Any]) -> None:
    """Compare a state reached, and its events, with a `then`; ScenarioFailure says what differs."""
    run = ScenarioRun(game, reached.state)
    run.add_events(reached.events)
    compare_then(then, run, game.to_dict(before))


def expect_among(happens: Node, events: Sequence[Event]) -> None:
    """Each event named must be among the events, with the fields named."""
    for node in happens:
        name = _event_name(node)
        same = [event for event in events if event.name == name]
        if not any(_has_fields(node, event) for event in same):
            raise ScenarioFailure(
                node.where,
                f"{name} did not happen as it should",
                node.plain(),
                [event.to_dict() for event in same] or [event.name for event in events],
            )


def _has_fields(node: Node, event: Event) -> bool:
    if not isinstance(node.value, dict):
        return True
    (fields,) = node.mapping().values()
    try:
        _compare(fields, event.to_dict(), event.name)
    except ScenarioFailure:
        return False
    return True


def finish_chance(chance: Chance, node: Node) -> None:
    """Refuse scripted outcomes that nothing asked for."""
    if isinstance(chance, ScriptedChance):
        try:
            chance.finish()
        except ChanceError as error:
            raise ScenarioFailure(node["chance"].where, f"chance: {error}") from None


def compare_legal(legal: Node, run: ScenarioRun, seat: int) -> None:
    """Compare the legal moves of a seat with those listed."""
    game = run.game
    got = {game.notation(move) for move in game.legal_moves(run.state, seat)}
    if isinstance(legal.value, dict):
        _compare_some_legal(legal, run, seat, got)
        return
    listed = [_canonical(run, seat, text) for text in legal]
    expected = set(listed)
    if len(expected) != len(listed):
        raise legal.fail("a move is listed twice")
    if expected != got:
        raise ScenarioFailure(
            legal.where,
            f"the legal moves of seat {seat}",
            _shortened(sorted(expected - got)) + " (missing)" if expected - got else "no more",
            _shortened(sorted(got - expected)) + " (besides)" if got - expected else "no more",
        )


def _compare_some_legal(legal: Node, run: ScenarioRun, seat: int, got: set[str]) -> None:
    need_content(legal.only("include", "exclude", "count"))
    for key, wanted, verb in (("include", True, "is not"), ("exclude", False, "is")):
        for text in legal.get(key) or ():
            if (_canonical(run, seat, text) in got) != wanted:
                raise ScenarioFailure(text.where, f"{text.str()!r} {verb} legal for seat {seat}")
    if (count := legal.get("count")) and count.int(0) != len(got):
        raise ScenarioFailure(
            count.where, "the number of legal moves", count.value, _shortened(sorted(got))
        )


def _canonical(run: ScenarioRun, seat: int, text: Node) -> str:
    """The notation of a move, however the scenario spells it."""
    try:
        return run.game.notation(run.game.read(run.state, seat, text.str()))
    except RulekeepError as error:
        raise ScenarioFailure(text.where, str(error)) from None


def _shortened(items: Sequence[str]) -> str:
    shown = ", ".join(items[:30])
    return f"{shown}, … ({len(items)} in all)" if len(items) > 30 else shown


def compare_events(expected: Node, got: Sequence[Event]) -> None:
    """Compare events with those expected, by name and by the fields named."""
    names = [event.name for event in got]
    expected_names = [_event_name(node) for node in expected]
    if names != expected_names:
        raise ScenarioFailure(expected.where, "the events", expected_names, names)
    for node, event in zip(expected, got, strict=True):
        if isinstance(node.value, dict):
            (fields,) = node.mapping().values()
            _compare(fields, event.to_dict(), event.name)


def _event_name(node: Node) -> str:
    if isinstance(node.value, dict):
        if len(node.value) != 1:
            raise node.fail("an event is a name, or one name with its fields")
        return str(next(iter(node.value)))
    return node.str()


def compare_then(then: Node, run: ScenarioRun, before: Mapping[str, Any]) -> None:
    """Compare the state and the events of a run with a `then`."""
    game, state = run.game, run.state
    if to_move := then.get("to_move"):
        got = [decision.seat for decision in game.decisions(state)]
        if sorted(n.int(0) for n in to_move) != sorted(got):
            raise ScenarioFailure(to_move.where, "to move", to_move.plain(), got)
    if unchanged := then.get("unchanged"):
        _compare_unchanged(unchanged, game.to_dict(state), before)
    if expected := then.get("state"):
        _compare(expected, game.to_dict(state), "state")
    if events := then.get("events"):
        compare_events(events, run.events)
    if expected := then.get("outcome"):
        _compare_outcome(expected, run)
    if expected := then.get("standing"):
        _compare_standing(expected, run, None)
    for seat, node in _by_viewer(then, "standing_for", run):
        _compare_standing(node, run, seat)
    for viewer, node in _by_viewer(then, "observation", run):
        who = "spectator" if viewer is None else viewer
        _compare(node, game.observation(state, viewer), f"observation of {who}")
    for seat, node in _by_viewer(then, "legal", run):
        compare_legal(node, run, _seat(str(seat), node, run))


def _compare_unchanged(node: Node, after: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    if not node.bool():
        raise node.fail("'unchanged' can only be true")
    if after != before:
        raise ScenarioFailure(node.where, "the state has changed")


def _by_viewer(then: Node, key: str, run: ScenarioRun) -> Iterator[tuple[int | None, Node]]:
    """The entries under a key, each with its seat; None is a spectator."""
    if expected := then.get(key):
        for who, node in expected.mapping().items():
            yield None if who == "spectator" else _seat(who, node, run), node


def _seat(text: str, node: Node, run: ScenarioRun) -> int:
    for seat in range(run.seats):
        if text == str(seat):
            return seat
    raise node.fail(f"{text!r} is not a seat at this table")


def _compare_outcome(expected: Node, run: ScenarioRun) -> None:
    outcome = run.game.outcome(run.state)
    if outcome is None:
        raise ScenarioFailure(expected.where, "the match is not over")
    expected.only("places", "scores", "rule", "reason", "rules", "items")
    got = {
        "places": list(outcome.places),
        "scores": [score.total for score in sorted(outcome.scores, key=lambda s: s.seat)],
        "rule": outcome.rule,
        "reason": outcome.reason,
        "rules": list(outcome.rules),
        "items": _itemised(outcome.scores),
    }
    _compare(expected, got, "outcome")
    _earn_items(expected.get("items"), outcome.scores, run)


def _compare_standing(expected: Node, run: ScenarioRun, viewer: int | None) -> None:
    for who, node in expected.mapping().items():
        _seat(who, node, run)
    scores = run.game.standing(run.state, viewer)
    _compare(expected, _itemised(scores), "standing")
    _earn_items(expected, scores, run)


def _earn_items(expected: Node | None, scores: Iterable[Score], run: ScenarioRun) -> None:
    """An item of a score shows its rule at work where the scenario states its value."""
    for score in scores:
        stated = expected.get(str(score.seat)) if expected is not None else None
        for item in score.items:
            if stated is not None and item.rule and item.label in stated:
                run.earned.add(item.rule)


def _itemised(scores: Iterable[Score]) -> dict[str, dict[str, int]]:
    """Per seat the sum of each label, and the total."""
    sums: dict[str, dict[str, int]] = {}
    for score in scores:
        items = sums[str(score.seat)] = {"total": score.total}
        for item in score.items:
            items[item.label] = items.get(item.label, 0) + item.total
    return sums


def _compare(expected: Node, got: Any, path: str) -> None:
    """Mappings key by key (an empty one is empty), everything else as a whole."""
    if isinstance(expected.value, dict) and expected.value and isinstance(got, Mapping):
        named = {str(key): value for key, value in got.items()}
        for key, node in expected.value.items():
            if node.value == ABSENT:
                if key in named:
                    raise ScenarioFailure(node.where, f"{path}.{key}", "absent", named[key])
            elif key not in named:
                raise ScenarioFailure(node.where, f"{path} has no {key!r}", key, list(named))
            else:
                _compare(node, named[key], f"{path}.{key}")
        return
    wanted, found = expected.plain(), _as_yaml(got)
    # Compared as JSON, so that 1, 1.0 and true are three different things.
    if canonical_json(wanted) != canonical_json(found):
        raise ScenarioFailure(expected.where, path, wanted, found)


def _as_yaml(value: Any) -> Any:
    """Tuples as lists and keys as texts, as in YAML."""
    if isinstance(value, list | tuple):
        return [_as_yaml(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _as_yaml(item) for key, item in value.items()}
    return value
