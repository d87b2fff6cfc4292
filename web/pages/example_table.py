"""A scenario at a table: its position, the moves it plays, and any other move that one tries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import Node
from rulekeep.core.decision import Decision
from rulekeep.core.errors import BadNotation, IllegalMove, RulekeepError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, apply
from rulekeep.core.rule_options import settle
from rulekeep.core.rulebook import Refusal
from rulekeep.match.expectations import chance_of
from rulekeep.match.lessons import NAMES
from rulekeep.match.match import Match, Ply
from rulekeep.match.match_file import MatchHeader
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import game_for, start_run


@frozen
class StartedScenario:
    """The position that a scenario begins with; the same for everybody who tries it."""

    scenario: Scenario
    game: AnyGame
    """On the data files of the scenario."""
    state: Any
    """None: the set-up is refused, as it should be."""
    events: tuple[Event, ...]
    """What happened in the set-up."""

    @classmethod
    def of(cls, scenario: Scenario, game: AnyGame) -> StartedScenario:
        """ScenarioFailure, DataError."""
        game = game_for(scenario, game)
        run = start_run(scenario, game)
        if run is None:
            return cls(scenario, game, None, ())
        return cls(scenario, game, run.state, tuple(run.events))

    @property
    def steps(self) -> tuple[Node, ...]:
        return tuple(self.scenario.node.get("when") or ())


@frozen
class TriedMove:
    """What became of a move."""

    move: str
    step: int | None
    """The step of the scenario that it was; None: it was another move."""
    refusal: Refusal | None
    is_notation: bool = True
    """Whether the text was a move at all."""


class ExampleTable:
    """A scenario being tried. Every seat is played by the one who tries it."""

    def __init__(self, started: StartedScenario) -> None:
        self.started = started
        self.game = started.game
        state = started.state
        seats = self.game.seats_of(state)
        options = settle(self.game.options, self.game.to_dict(state).get("options") or {})
        names = NAMES[:seats] if seats <= len(NAMES) else ()
        header = MatchHeader(self.game.id, seats, "example", options, names=names)
        self.match = Match(self.game, header, Ply(-1, "", (), started.events, state))
        self.next: int | None = 0
        """The step of the scenario that comes next; None once another move was played."""
        self._pass_lists()

    @property
    def steps(self) -> tuple[Node, ...]:
        return self.started.steps

    @property
    def is_done(self) -> bool:
        """Whether every step of the scenario was made."""
        return self.next == len(self.steps)

    @property
    def decision(self) -> Decision | None:
        """The decision to make: that of the next step, or the first one that is open."""
        decisions = self.match.decisions
        if self.next is not None and not self.is_done:
            seat = self.steps[self.next]["seat"].int(0)
            found = [decision for decision in decisions if decision.seat == seat]
            if found:
                return found[0]
        return decisions[0] if decisions else None

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown: the one that decides, or moves next or moved last."""
        if self.decision is not None:
            return self.decision.seat
        if self.next is not None and not self.is_done:
            return self.steps[self.next]["seat"].int(0)
        return self.match.plies[-1].seat if len(self.match.plies) > 1 else None

    def attempt(self, seat: int, text: str) -> TriedMove:
        """Try a move of a seat; if no rule refuses it, it is played."""
        text = " ".join(text.split())
        state = self.match.state
        refusal: Refusal | None
        try:
            move = self.game.read(state, seat, text)
            text = self.game.notation(move)
            refusal = self.game.check(state, seat, move)
        except BadNotation as error:
            return TriedMove(text, None, Refusal("", str(error)), is_notation=False)
        except IllegalMove as error:
            refusal = error.refusal
        step = self._step_of(seat, text)
        if refusal is None:
            chance = SeededChance("example", len(self.match.plies))
            reached = apply(
                self.game,
                state,
                seat,
                move,
                chance if step is None else chance_of(self.steps[step]),
            )
            self.match.plies.append(Ply(seat, text, (), reached.events, reached.state))
            self.next = None if step is None else step + 1
        elif step is not None:
            self.next = step + 1
        self._pass_lists()
        return TriedMove(text, step, refusal)

    def _pass_lists(self) -> None:
        """Pass steps that list legal moves: nothing is played in them."""
        while self.next is not None and not self.is_done and "legal" in self.steps[self.next]:
            self.next += 1

    def _step_of(self, seat: int, text: str) -> int | None:
        """The next step that is this move; moves that are refused may be left out."""
        if self.next is None:
            return None
        for number in range(self.next, len(self.steps)):
            step = self.steps[number]
            if "legal" in step:
                continue
            if step["seat"].value == seat and self._is_same(seat, step["move"].str(), text):
                return number
            if "refused" not in step:
                break
        return None

    def _is_same(self, seat: int, one: str, other: str) -> bool:
        """Whether two texts are one move, or moves that lists show as one."""
        return self._listed(seat, one) == self._listed(seat, other)

    def _listed(self, seat: int, text: str) -> str:
        state = self.match.state
        try:
            move = self.game.read(state, seat, text)
            if self.game.check(state, seat, move) is None:
                move = self.game.listed_as(state, seat, move) or move
            return self.game.notation(move)
        except RulekeepError:
            return " ".join(text.split()).casefold()

    def replay(self, attempts: Sequence[tuple[int, str]]) -> bool:
        """Make attempts again; False if one of them has no effect, so that they cannot be ours."""
        for seat, text in attempts:
            tried = self.attempt(seat, text)
            if tried.refusal is not None and tried.step is None:
                return False
        return True
