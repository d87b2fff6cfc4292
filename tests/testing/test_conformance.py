"""The kit notices: each way to break the contract is reported."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import lanterns
import pytest
from attrs import evolve, frozen
from lanterns.events import LanternDrawn
from lanterns.moves import SHOW, TAKE, Move, Show
from lanterns.plugin import Lanterns
from lanterns.state import State

from rulekeep.core.chance import Chance
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.core.drawing.picture import Picture, in_rows
from rulekeep.core.events import Emit, Event, NameOf
from rulekeep.core.game import Game, Outcome
from rulekeep.core.notation import Language, Phrase
from rulekeep.core.rulebook import Refusal, Rulebook
from rulekeep.core.state.position_data import keys_of
from rulekeep.testing import check_game, read_scenarios, scenario_files
from rulekeep.testing.kit_report import Problem
from rulekeep.testing.scenario_run import play_scenario


def problems(game: Lanterns, seed: int = 0, matches: int = 1, probes: int = 4) -> str:
    """What the kit finds, with its defaults unless something rare is looked for."""
    found = check_game(game, matches=matches, probes=probes, only_seats=3, seed=seed).problems
    return "\n".join(found)


class TooFew(Lanterns):
    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return super().legal_moves(state, seat)[:1]


class TooMany(Lanterns):
    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        found = super().legal_moves(state, seat)
        return found if not found else [*found, *(m for m in SHOW if m not in found)]


class Unlisted(Lanterns):
    def check(self, state: State, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(state, seat, move)
        return Refusal("LA-999", refusal.because) if refusal else None


class Leaky(Lanterns):
    def observation(self, state: State, seat: int | None) -> dict[str, Any]:
        return {**super().observation(state, seat), "all": [hand[:] for hand in state.hands]}


class LeakyDrawing(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line(str(state.hands))
        return canvas


class LeakyPlace(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line("hand")
        canvas.place("hand", 0, 0, 4, what=str(state.hands))
        return canvas


class LeakyLook(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line("hand")
        canvas.place("hand", 0, 0, 4)
        return canvas

    def look_at(self, state: State, viewer: int | None, thing: str) -> list[str]:
        return [str(state.hands)]


class Outside(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line("hand")
        canvas.place("hand", 0, 0, 4, 2)
        return canvas


class Wide(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line("x" * 81)
        return canvas


class Exotic(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line("☃")
        return canvas


class SharedPoints(State):
    __slots__ = ()

    def copy(self) -> Self:
        new = super().copy()
        new.points = self.points
        return new


class Shallow(Lanterns):
    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Any:
        step = super().setup(seats, options, chance)
        step.state.__class__ = SharedPoints
        return step


class Mute(Lanterns):
    def notation(self, move: Move) -> str:
        return "show 1" if isinstance(move, Show) else super().notation(move)


class Forgetful(Lanterns):
    def to_dict(self, state: State) -> dict[str, Any]:
        data = super().to_dict(state)
        data["round"] = min(data["round"], 1)
        return data

    def from_dict(self, data: Mapping[str, Any]) -> State:
        state = super().from_dict(data)
        state.points = [0] * len(state.points)
        return state


class Endless(Lanterns):
    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        pass


class Clumsy(Lanterns):
    def describe(self, state: State, seat: int, move: Move) -> str:
        return str(1 // 0)


class Overconfident(Lanterns):
    def evaluate(self, state: State, seat: int) -> float:
        return 1.5


class Placeless(Lanterns):
    def outcome(self, state: State) -> Outcome | None:
        found = super().outcome(state)
        return found and Outcome((2,) * len(found.places), found.scores, "LA-010", "x")


def with_condition(rule: str, option: str, value: object) -> Lanterns:
    """The game with a rule that is in force only with this value of an option."""
    game = Lanterns()
    found = evolve(game.book[rule], when=((option, (value,)),))
    game.book = Rulebook({**game.book.rules, rule: found})
    return game


class NoUniverse(Lanterns):
    universe = Game.universe


class SmallUniverse(Lanterns):
    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return TAKE


class SharedDeterminize(Lanterns):
    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        new = super().determinize(state, seat, chance)
        new.hands[seat] = state.hands[seat]
        new.points = state.points
        return new


class Knowing(Lanterns):
    """The true hands of the others go into what is dealt again."""

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        return state.copy()


class Peeking(Lanterns):
    """What is dealt again begins with the true hands."""

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        for _ in range(state.hands[seat - 1][0]):
            chance.below(2, "as many lots as the hidden hand says")
        return super().determinize(state, seat, chance)


class Unmentioned(Lanterns):
    """The points can be counted, decide the search, and stand in no observation."""

    def observation(self, state: State, seat: int | None) -> dict[str, Any]:
        seen = super().observation(state, seat)
        del seen["points"]
        return seen


class OpenCards(Lanterns):
    def picture(self, state: State, viewer: int | None, look: Look) -> Picture:
        return in_rows("Lanterns", [("hands", str(state.hands))])


class Wordless(Lanterns):
    def picture(self, state: State, viewer: int | None, look: Look) -> Picture:
        return Picture(10, 10, "Lanterns")


class Heavy(Lanterns):
    def picture(self, state: State, viewer: int | None, look: Look) -> Picture:
        return Picture(10, 10, "Lanterns", "x" * 200_000)


class Overheard(LanternDrawn):
    def rumour(self, name: NameOf) -> str:
        return self.tell(name)


class Gossip(Lanterns):
    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        def overhear(event: Event) -> None:
            if emit and isinstance(event, LanternDrawn):
                hand = state.hands[event.seat]
                event = Overheard(
                    event.rules, event.seat, hand.index(max(hand)), seen_by=event.seen_by
                )
            if emit:
                emit(event)

        super().advance(state, seat, move, chance, overhear)


class OpenDeal(Lanterns):
    """Everybody sees which lanterns are dealt."""

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Any:
        step = super().setup(seats, options, chance)
        return evolve(step, events=tuple(evolve(event, seen_by=None) for event in step.events))


class OpenDraw(Lanterns):
    """The next seat sees which lantern is drawn."""

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        def show(event: Event) -> None:
            if emit and isinstance(event, LanternDrawn):
                event = evolve(event, seen_by=(event.seat, (event.seat + 1) % state.terms.seats))
            if emit:
                emit(event)

        super().advance(state, seat, move, chance, show)


@frozen
class LanternChosen(Event):
    seat: int
    lantern: int

    def tell(self, name: NameOf) -> str:
        return f"{name(self.seat)} chooses a lantern."


class OpenChoice(Lanterns):
    """Programs are told the sealed choice, though the sentence does not say it."""

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        if emit and isinstance(move, Show):
            emit(LanternChosen(("LA-005",), seat, move.lantern))
        super().advance(state, seat, move, chance, emit)


class KnowsAll(Lanterns):
    def as_known_to(self, state: State, viewer: int | None) -> State:
        return state


class KnowsOnce(Lanterns):
    def as_known_to(self, state: State, viewer: int | None) -> State:
        known = state.copy()
        known.points = [points + 1 for points in state.points]
        return known


class Spoils(Lanterns):
    def as_known_to(self, state: State, viewer: int | None) -> State:
        state.points[0] += 1
        return state


class SharedObservation(Lanterns):
    def observation(self, state: State, seat: int | None) -> dict[str, Any]:
        return {**super().observation(state, seat), "points": state.points}


class SilentOptions(Lanterns):
    """Options and seats are public, whether or not the observation repeats them."""

    def observation(self, state: State, seat: int | None) -> dict[str, Any]:
        seen = super().observation(state, seat)
        del seen["options"], seen["seats"]
        return seen


class Unclickable(Lanterns):
    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        canvas = Canvas()
        canvas.line("1 2 3 4")
        for number in range(4):
            canvas.place(str(number + 1), 2 * number, 0, 1)
        return canvas

    def picture(self, state: State, viewer: int | None, look: Look) -> Picture:
        picture = Picture(10, 10, "Lanterns", "Lanterns 1 to 4")
        picture.rect(0, 0, 5, 5, data_lantern="1")
        return picture


class Telltale(Lanterns):
    def describe(self, state: State, seat: int, move: Move) -> str:
        return str(state.hands)


class Undecided(Lanterns):
    def evaluate(self, state: State, seat: int) -> float:
        return 0.5


class Early(Lanterns):
    def outcome(self, state: State) -> Outcome | None:
        return super().outcome(state) or Outcome((1, 1, 1), (), "LA-010", "early")


class Lenient(Lanterns):
    def from_dict(self, data: Mapping[str, Any]) -> State:
        return super().from_dict({k: v for k, v in data.items() if k in keys_of(State)})


class Careless(Lanterns):
    def parse(self, text: str) -> Move:
        return SHOW[int(text.split()[1]) - 1] if text[:4] == "show" else super().parse(text)


class Listening(Lanterns):
    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        super().advance(state, seat, move, chance, emit)
        if emit is not None:
            state.points[0] += 1


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (TooFew(), "passes check but is not among the legal moves"),
        (TooMany(), "is listed as legal but refused"),
        (Clumsy(), "raised ZeroDivisionError: "),
        (Unlisted(), "LA-999, not in the book"),
        (Leaky(), "observes what is hidden"),
        (LeakyDrawing(), "shows what is hidden"),
        (LeakyPlace(), "shows what is hidden"),
        (LeakyLook(), "looking at 'hand' tells"),
        (Outside(), "reaches out of the drawing"),
        (Wide(), "is 81 wide, not 80"),
        (Exotic(), "no ASCII stand-in"),
        (Shallow(), "changed its argument"),
        (Mute(), "parsed as another move"),
        (Forgetful(), "read back from JSON"),
        (Overconfident(), "evaluate gives 1.5"),
        (Placeless(), "nobody has the first place"),
        (NoUniverse(), "gives no universe"),
        (SmallUniverse(), "the universe lacks the legal move"),
        (SharedDeterminize(), "shares parts with the true state"),
        (Knowing(), "determinize never deals anything again"),
        (Peeking(), "depends on what is hidden from it"),
        (Unmentioned(), "does not see .points"),
        (OpenCards(), "the picture for seat 0 shows what is hidden from seat 0"),
        (Wordless(), "has no <desc>"),
        (Heavy(), "bytes"),
        (SharedObservation(), "hands out the state's own points"),
        (KnowsAll(), "as_known_to gives seat 0 what is hidden"),
        (KnowsOnce(), "as_known_to for seat 0 changes what it has given"),
        (Spoils(), "as_known_to for seat 0 changed its argument"),
        (Unclickable(), "cannot be clicked"),
        (Telltale(), "describe tells seat"),
        (Undecided(), "evaluate gives 0.5 at the end"),
        (Early(), "an outcome while decisions are open"),
        (Lenient(), "accepts a key that it does not know"),
        (Careless(), "parse stumbles over"),
        (Listening(), "something else when events are wanted"),
        (with_condition("LA-004", "ties", "next"), "carries LA-004, which is not in force"),
        (with_condition("LA-004", "ties", "never"), "LA-004: option 'ties' cannot be 'never'"),
        (with_condition("LA-003", "rain", True), "LA-003 depends on 'rain', which is no option"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Lanterns) else "",
)
def test_the_kit_notices(game: Lanterns, what: str) -> None:
    assert what in problems(game)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "what"),
    [
        (OpenDeal(), "the events of the set-up tell seat"),
        (OpenDraw(), "tell seat"),
        (OpenChoice(), "tell seat"),
        (Gossip(), "tell seat"),
        (Knowing(), "determinize never deals anything again"),
        (Unmentioned(), "does not see .points"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Lanterns) else "",
)
def test_the_kit_notices_a_leak_with_every_seed(game: Lanterns, what: str, seed: int) -> None:
    assert what in problems(game, matches=2, probes=6, seed=seed)


@pytest.mark.parametrize("seed", range(4))
def test_public_options_are_no_secret(seed: int) -> None:
    assert not problems(SilentOptions(), matches=2, probes=6, seed=seed)


def test_a_problem_gives_its_position_and_its_command() -> None:
    report = check_game(Overconfident(), probes=1, only_seats=3, seed="x")
    problem = report.problems[0]
    assert isinstance(problem, Problem)
    given = json.loads(problem.position)
    assert given["game"] == "lanterns" and lanterns.GAME.from_dict(given["given"])
    command = "rulekeep check lanterns --matches 1 --probes 1 --seed x --seats 3"
    assert problem.command == command and f"    again: {command}" in report.lines()


def test_a_rule_id_is_one_word() -> None:
    game = Lanterns()
    blank = evolve(game.book["LA-003"], id="LA 003")
    game.book = Rulebook({**game.book.rules, "LA 003": blank})
    assert "the rule id 'LA 003' is not a word" in problems(game)


def test_a_broken_guide_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "guide.yaml").write_text("goal: [")
    monkeypatch.setattr("rulekeep.match.guide.registry.files_of", lambda _: tmp_path)
    report = check_game(lanterns.GAME, probes=1, only_seats=2)
    assert "guide.yaml:2: not YAML" in report.problems[0]


def test_a_form_with_an_unknown_slot_says_so() -> None:
    with pytest.raises(ValueError, match="'show <lantern>': there is no slot 'lantern'"):
        Language({}, [Phrase("show <lantern>", Show)])


def test_the_kit_notices_a_match_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekeep.testing.conformance.MAX_DECISIONS", 200)
    assert "no end after 200 decisions" in problems(Endless())


def test_a_good_game_gets_a_summary() -> None:
    seen: list[str] = []
    report = check_game(lanterns.GAME, progress=seen.append)
    assert report.ok and report.seats == {2, 3, 4}
    assert report.lines()[-1] == "  conforms"
    assert report.moves_compared > 500
    assert any("seats=4" in label for label in seen)


def test_the_kit_can_be_stopped() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 30

    report = check_game(lanterns.GAME, probes=1, only_seats=2, stop=stop)
    assert asked == 31 and report.stopped and report.ok
    assert report.lines()[-1] == "  stopped early: no problem so far"
    assert 0 < report.decisions <= 31


def test_settings_are_named_as_they_are_typed() -> None:
    seen: list[str] = []
    check_game(lanterns.GAME, probes=1, only_seats=3, progress=seen.append)
    assert seen == ["seats=3 seed=0/0", "seats=3 ties=next seed=0/0", "seats=3 ties=next seed=0/0"]


def test_where_scenarios_lead_is_looked_at_too() -> None:
    """A position that random play does not come to, and a move missing from the list there."""
    stories = [
        play_scenario(scenario, lanterns.GAME)
        for path in scenario_files(lanterns.GAME)
        for scenario in read_scenarios(path)
    ]
    begin, act = next(
        (story.start, story.steps[0])
        for story in stories
        if story.steps and story.steps[0].refusal is None
    )

    class Forgetful(Lanterns):
        def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
            moves = super().legal_moves(state, seat)
            if state != begin or seat != act.seat:
                return moves
            return [move for move in moves if self.notation(move) != act.move]

    said = "\n".join(check_game(Forgetful(), matches=1, probes=1).problems)
    assert f"{act.move!r} passes check but is not among the legal moves" in said
    assert "scenario " in said


@pytest.mark.parametrize("seed", range(3))
def test_a_lone_player_has_no_one_whose_hand_is_dealt_again(seed: int) -> None:
    report = check_game("castle_keep", only_seats=1, probes=1, seed=seed)
    assert not [problem for problem in report.problems if "anew" in problem]
    assert report.seats == {1}
