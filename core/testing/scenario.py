"""Scenarios: positions, moves and what must follow, in YAML; run with or without pytest.

`docs/scenarios.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulekeep.core import registry
from rulekeep.core.chance import Chance, ScriptedChance, SeededChance
from rulekeep.core.data import Node, read_documents
from rulekeep.core.errors import ChanceError, DataError, IllegalMove, RulekeepError, SetupError
from rulekeep.core.game import AnyGame, Event, Score, Step, apply
from rulekeep.core.house import House, read_house
from rulekeep.core.record import canonical_json
from rulekeep.core.rulebook import Refusal

REST = "*"
ABSENT = "absent"

_HEAD = ("game", "house")
"""Hold for the document they stand in and for all that follow."""
_TOP = ("name", *_HEAD, "rules", "without", "options", "data", "given", "setup", "when", "then")
_PLAY = ("seat", "move", "chance", "refused", "events", "legal")
THEN = (
    *("to_move", "state", "events", "unchanged", "outcome", "standing", "standing_for"),
    *("observation", "legal"),
)


class ScenarioFailure(AssertionError):
    """A scenario did not come out as written: the place, what, and the two sides."""

    def __init__(self, where: str, what: str, expected: Any = None, got: Any = None) -> None:
        self.where = where
        self.what = what
        self.story: Story | None = None
        """What had happened until then, where anything had."""
        lines = [f"{where}: {what}"]
        if expected is not None or got is not None:
            lines += [f"  expected {expected}", f"  got      {got}"]
        super().__init__("\n".join(lines))


@frozen
class Scenario:
    """One document of a scenario file."""

    name: str
    rules: tuple[str, ...]
    node: Node
    directory: Path | None
    game: str = ""
    """The game it says it is of; empty: that of the directory."""
    house: House | None = None
    """House rules by which it is played, as far as it does not say otherwise itself."""
    without: tuple[str, ...] = ()
    """Rules that must not be at work in it."""

    @property
    def concerns(self) -> tuple[str, ...]:
        """The rules it proves: those at work, and those it shows to keep out."""
        return self.rules + self.without

    @property
    def where(self) -> str:
        return self.node.where


def read_scenarios(path: Path) -> list[Scenario]:
    """All scenarios of a file; DataError names the line of what is malformed."""
    return scenarios_in(read_documents(path), path)


def scenarios_in(documents: Iterable[Node], path: Path) -> list[Scenario]:
    """All scenarios of the documents that stand in a file, or shall stand there."""
    scenarios: list[Scenario] = []
    names: set[str] = set()
    game, house = "", None
    for number, node in enumerate(documents):
        node.only(*_TOP)
        game = node["game"].str() if "game" in node else game
        house = _house(node["house"], path.parent) if "house" in node else house
        if not number and node.mapping() and node.mapping().keys() <= set(_HEAD):
            continue
        name = node["name"].str().strip()
        if name in names:
            raise node["name"].fail(f"the name {name!r} stands in this file twice")
        names.add(name)
        rules = tuple(rule.str() for rule in node["rules"])
        without = tuple(rule.str() for rule in node.get("without") or ())
        if len({*rules, *without}) != len(rules + without):
            raise node["rules"].fail("a rule is named twice")
        if ("given" in node) == ("setup" in node):
            raise node.fail("a scenario has either 'given' or 'setup'")
        for given in (node.get("given"), node.get("options")):
            if given is not None:
                given.mapping()
        _read_setup(node)
        for play in node.get("when") or ():
            _read_play(play)
        if "then" in node:
            _say_something(node["then"].only(*THEN))
        scenarios.append(Scenario(name, rules, node, path.parent, game, house, without))
    if not scenarios:
        raise DataError(str(path), "holds no scenario")
    return scenarios


def _house(node: Node, directory: Path) -> House:
    try:
        return read_house(directory / node.str())
    except DataError as error:
        raise node.fail(f"house rules: {error}") from None


def _read_setup(node: Node) -> None:
    setup = node.get("setup")
    if setup is not None:
        setup.only("seats", "options", "chance", "refused")
        if "options" in setup:
            setup["options"].mapping()
    if setup is not None and "refused" in setup:
        if "when" in node or "then" in node or "chance" in setup:
            raise setup["refused"].fail("after a refused set-up nothing can happen or be drawn")
    elif "then" not in node and not (node.get("when") or Node([], "")).list():
        raise node.fail("a scenario without 'when' and 'then' says nothing")


def _read_play(play: Node) -> None:
    play.only(*_PLAY)
    play["seat"].int(0)
    if ("move" in play) == ("legal" in play):
        raise play.fail("a step has either a 'move' or the 'legal' moves")
    if "legal" in play or "refused" in play:
        for key in ("chance", "events", "refused"):
            if key in play and not (key == "refused" and "move" in play):
                raise play[key].fail(f"where nothing is played, {key!r} has no meaning")


def _say_something(node: Node) -> None:
    if not node.mapping():
        raise node.fail("nothing is expected here")


def scenario_files(game: AnyGame | str) -> list[Path]:
    """The scenario files a game ships with, next to its rule book."""
    name = game if isinstance(game, str) else game.id
    files = registry.files_of(name)
    if files is None or not (files / "scenarios").is_dir():
        return []
    return sorted(Path(str(f)) for f in (files / "scenarios").iterdir() if f.name.endswith(".yaml"))


@frozen
class Act:
    """One step of a scenario as it was played."""

    seat: int
    move: str
    refusal: Refusal | None
    events: tuple[Event, ...]
    state: Any
    """The table after it."""


@frozen
class Story:
    """A scenario as it was played, for whoever wants to show it."""

    game: AnyGame
    """On the data of the scenario."""
    begin: Any
    """The table before the first step; None where the set-up is refused, as it should be."""
    acts: tuple[Act, ...]
    cited: frozenset[str]
    """The rules it cites, each of which it has earned."""


@define
class _Run:
    """A scenario being played."""

    game: AnyGame
    state: Any
    acts: list[Act] = field(factory=list)
    events: list[Event] = field(factory=list)
    earned: set[str] = field(factory=set)

    @property
    def seats(self) -> int:
        return self.game.seats_of(self.state)

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.earned.update(event.rules)


def run_scenario(scenario: Scenario, game: AnyGame) -> set[str]:
    """Play a scenario; the rules it cites and earned. ScenarioFailure, or DataError."""
    return set(play_scenario(scenario, game).cited)


def play_scenario(scenario: Scenario, game: AnyGame) -> Story:
    """Play a scenario and tell it. ScenarioFailure, or DataError."""
    node = scenario.node
    for rule in (*node["rules"], *(node.get("without") or ())):
        if rule.str() not in game.book:
            raise rule.fail(f"{rule.str()} is not in the rule book of {game.title}")
    game = its_board(scenario, game)
    run = _begin(scenario, game)
    begin = run.state if run is not None else None
    try:
        earned = _follow(node, run)
        for rule in node["rules"]:
            if rule.str() not in earned:
                raise ScenarioFailure(rule.where, f"{rule.str()} is cited but never seen at work")
        for rule in node.get("without") or ():
            if rule.str() in earned:
                raise ScenarioFailure(rule.where, f"{rule.str()} is at work and should not be")
    except ScenarioFailure as failure:
        if run is not None:
            failure.story = Story(game, begin, tuple(run.acts), frozenset())
        raise
    acts = tuple(run.acts) if run is not None else ()
    return Story(game, begin, acts, frozenset(scenario.rules))


def its_board(scenario: Scenario, game: AnyGame) -> AnyGame:
    """The game on the data files that a scenario is about. DataError."""
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


def opening(scenario: Scenario, game: AnyGame) -> Any:
    """The table that a scenario begins with, on the board of `its_board`. ScenarioFailure."""
    run = _begin(scenario, game)
    if run is None:
        raise scenario.node.fail("its set-up is refused, so there is no table")
    return run.state


def _follow(node: Node, run: _Run | None) -> set[str]:
    """Play what a scenario says and compare; the rules seen at work."""
    if run is None:
        return {node["setup"]["refused"]["rule"].str()}
    game = run.game
    before = game.to_dict(run.state)
    over = game.outcome(run.state) is not None
    for play in node.get("when") or ():
        _play(play, run)
    if then := node.get("then"):
        _then(then, run, before)
    outcome = game.outcome(run.state)
    _over_or_asking(node, run)
    # A position that was over from the start shows nothing unless its result is checked.
    checked = "then" in node and "outcome" in node["then"]
    if outcome is not None and (checked or not over):
        run.earned.update((outcome.rule, *outcome.rules))
    return run.earned


def _over_or_asking(node: Node, run: _Run) -> None:
    """Nobody needs to say it in a scenario: there is a result, or somebody is asked."""
    asked = [decision.seat for decision in run.game.decisions(run.state)]
    over = run.game.outcome(run.state) is not None
    if over and asked:
        raise ScenarioFailure(node.where, f"there is a result, and seats {asked} are asked")
    if not over and not asked:
        raise ScenarioFailure(node.where, "nobody is asked, and there is no result")


def _begin(scenario: Scenario, game: AnyGame) -> _Run | None:
    """The state a scenario begins with; None if setting up was refused as it should be."""
    node = scenario.node
    options = node["options"].plain() if "options" in node else {}
    agreed = scenario.house.options(game) if scenario.house is not None else {}
    if given := node.get("given"):
        data = given.plain() or {}
        if options or agreed:
            inner = given.get("options")
            data = {**data, "options": {**agreed, **(inner.plain() if inner else {}), **options}}
        try:
            return _Run(game, game.from_dict(data))
        except RulekeepError as error:
            raise ScenarioFailure(given.where, f"the given position is refused: {error}") from None
    setup = node["setup"]
    its_own = setup["options"].plain() if "options" in setup else {}
    options = {**agreed, **its_own, **options}
    refused = setup.get("refused")
    chance = chance_of(setup)
    try:
        step = game.setup(setup["seats"].int(0), options, chance)
        _finish(chance, setup)
    except SetupError as error:
        if refused is None:
            raise ScenarioFailure(setup.where, f"the set-up was refused: {error}") from None
        _expect_refusal(refused, Refusal(error.rule, error.because), "the set-up")
        return None
    except ChanceError as error:
        raise ScenarioFailure(setup.where, f"chance: {error}") from None
    if refused is not None:
        raise ScenarioFailure(refused.where, "the set-up was allowed")
    run = _Run(game, step.state)
    run.take(step.events)
    return run


def chance_of(node: Node) -> Chance:
    """The outcomes that a node scripts under `chance`, or lots from a fixed seed."""
    script = node.get("chance")
    if script is None:
        return SeededChance("scenario")
    outcomes = [str(outcome.value) for outcome in script]
    if outcomes and outcomes[-1] == REST:
        return ScriptedChance(outcomes[:-1], SeededChance("scenario"))
    return ScriptedChance(outcomes)


def expect(then: Node, game: AnyGame, before: Any, reached: Step[Any]) -> None:
    """Compare a state reached, and its events, with a `then`; ScenarioFailure says what differs."""
    run = _Run(game, reached.state)
    run.take(reached.events)
    _then(then, run, game.to_dict(before))


def expect_among(happens: Node, events: Sequence[Event]) -> None:
    """Each event named must have happened, with the fields named; others may have happened too."""
    for node in happens:
        name = _event_name(node)
        alike = [event for event in events if event.name == name]
        if not any(_has_fields(node, event) for event in alike):
            raise ScenarioFailure(
                node.where,
                f"{name} did not happen as it should",
                node.plain(),
                [event.to_dict() for event in alike] or [event.name for event in events],
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


def _finish(chance: Chance, node: Node) -> None:
    if isinstance(chance, ScriptedChance):
        try:
            chance.finish()
        except ChanceError as error:
            raise ScenarioFailure(node["chance"].where, f"chance: {error}") from None


def _play(play: Node, run: _Run) -> None:
    game, seat = run.game, play["seat"].int(0, run.seats - 1)
    if legal := play.get("legal"):
        _compare_legal(legal, run, seat)
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
    said = f"{text!r} by seat {seat}"
    if expected := play.get("refused"):
        if refusal is None:
            raise ScenarioFailure(expected.where, f"{said} was allowed")
        _expect_refusal(expected, refusal, said)
        run.earned.add(refusal.rule)
        run.acts.append(Act(seat, text, refusal, (), run.state))
        return
    if refusal is not None:
        why = f"{refusal.because} [{refusal.rule}]"
        raise ScenarioFailure(play["move"].where, f"{said} was refused: {why}")
    chance = chance_of(play)
    try:
        step = apply(game, run.state, seat, move, chance)
    except ChanceError as error:
        raise ScenarioFailure(play.where, f"{said}: chance: {error}") from None
    _finish(chance, play)
    run.state = step.state
    run.take(step.events)
    run.acts.append(Act(seat, game.notation(move), None, step.events, step.state))
    if events := play.get("events"):
        _compare_events(events, step.events)


def _expect_refusal(expected: Node, got: Refusal, said: str) -> None:
    expected.only("rule", "because")
    rule = expected["rule"].str()
    if got.rule != rule:
        raise ScenarioFailure(
            expected.where,
            f"{said} was refused with another rule",
            rule,
            f"{got.rule or 'none'} ({got.because})",
        )
    because = expected.get("because")
    if because is not None and not because.str().strip():
        raise because.fail("an empty reason says nothing")
    if because is not None and because.str().lower() not in got.because.lower():
        raise ScenarioFailure(
            because.where, f"{said} was refused with another reason", because.str(), got.because
        )


def _compare_legal(legal: Node, run: _Run, seat: int) -> None:
    game = run.game
    got = {game.notation(move) for move in game.legal_moves(run.state, seat)}
    if isinstance(legal.value, dict):
        _say_something(legal.only("include", "exclude", "count"))
        for text in legal.get("include") or ():
            if _same(run, seat, text) not in got:
                raise ScenarioFailure(text.where, f"{text.str()!r} is not legal for seat {seat}")
        for text in legal.get("exclude") or ():
            if _same(run, seat, text) in got:
                raise ScenarioFailure(text.where, f"{text.str()!r} is legal for seat {seat}")
        if (count := legal.get("count")) and count.int(0) != len(got):
            raise ScenarioFailure(
                count.where, "the number of legal moves", count.value, _list(sorted(got))
            )
        return
    listed = [_same(run, seat, text) for text in legal]
    expected = set(listed)
    if len(expected) != len(listed):
        raise legal.fail("a move is listed twice")
    if expected != got:
        raise ScenarioFailure(
            legal.where,
            f"the legal moves of seat {seat}",
            _list(sorted(expected - got)) + " (missing)" if expected - got else "no more",
            _list(sorted(got - expected)) + " (besides)" if got - expected else "no more",
        )


def _same(run: _Run, seat: int, text: Node) -> str:
    """A move's one notation, however the scenario spelled it."""
    try:
        return run.game.notation(run.game.read(run.state, seat, text.str()))
    except RulekeepError as error:
        raise ScenarioFailure(text.where, str(error)) from None


def _list(items: Sequence[str]) -> str:
    shown = ", ".join(items[:30])
    return f"{shown}, … ({len(items)} in all)" if len(items) > 30 else shown


def _compare_events(expected: Node, got: Sequence[Event]) -> None:
    names = [event.name for event in got]
    wanted = [_event_name(node) for node in expected]
    if names != wanted:
        raise ScenarioFailure(expected.where, "the events", wanted, names)
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


def _then(then: Node, run: _Run, before: Mapping[str, Any]) -> None:
    game, state = run.game, run.state
    if to_move := then.get("to_move"):
        got = [decision.seat for decision in game.decisions(state)]
        if sorted(n.int(0) for n in to_move) != sorted(got):
            raise ScenarioFailure(to_move.where, "to move", to_move.plain(), got)
    if unchanged := then.get("unchanged"):
        if not unchanged.bool():
            raise unchanged.fail("'unchanged' can only be true")
        if game.to_dict(state) != before:
            raise ScenarioFailure(unchanged.where, "the state has changed")
    if expected := then.get("state"):
        _compare(expected, game.to_dict(state), "state")
    if events := then.get("events"):
        _compare_events(events, run.events)
    if expected := then.get("outcome"):
        _compare_outcome(expected, run)
    if expected := then.get("standing"):
        _compare_standing(expected, run, None)
    if expected := then.get("standing_for"):
        for who, node in expected.mapping().items():
            _compare_standing(node, run, _seat(who, node, run))
    if expected := then.get("observation"):
        for who, node in expected.mapping().items():
            seat = None if who == "spectator" else _seat(who, node, run)
            _compare(node, game.observation(state, seat), f"observation of {who}")
    if expected := then.get("legal"):
        for who, node in expected.mapping().items():
            _compare_legal(node, run, _seat(who, node, run))


def _seat(text: str, node: Node, run: _Run) -> int:
    for seat in range(run.seats):
        if text == str(seat):
            return seat
    raise node.fail(f"{text!r} is not a seat at this table")


def _compare_outcome(expected: Node, run: _Run) -> None:
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


def _compare_standing(expected: Node, run: _Run, viewer: int | None) -> None:
    for who, node in expected.mapping().items():
        _seat(who, node, run)
    scores = run.game.standing(run.state, viewer)
    _compare(expected, _itemised(scores), "standing")
    _earn_items(expected, scores, run)


def _earn_items(expected: Node | None, scores: Iterable[Score], run: _Run) -> None:
    """An item of a score shows its rule at work where the scenario says what it must be."""
    for score in scores:
        said = expected.get(str(score.seat)) if expected is not None else None
        for item in score.items:
            if said is not None and item.rule and item.label in said:
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
    wanted, found = expected.plain(), _listed(got)
    # Compared as JSON, so that 1, 1.0 and true are three different things.
    if canonical_json(wanted) != canonical_json(found):
        raise ScenarioFailure(expected.where, path, wanted, found)


def _listed(value: Any) -> Any:
    """Tuples as lists, keys as texts: as YAML would have them."""
    if isinstance(value, list | tuple):
        return [_listed(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _listed(item) for key, item in value.items()}
    return value
