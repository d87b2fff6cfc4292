"""Random matches over all games, seats, variants and options, and all that must hold in them.

The table is audited after every act. At some positions of each match the legal moves are compared
with the checks, and copies and data must come back the same; now and then a position gets the
whole examination of the conformance kit. The record of every match is replayed; some are told, drawn
and kept in a file as well. A match that fails is written out, cut to the fewest acts that show it.
"""

from __future__ import annotations

import json
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import define, field
from tests.campaigns.crew import arguments, by_game, go_on, round_robin, sum_up
from tests.campaigns.ledger import Done, Finding, Ledger, Unit
from tests.campaigns.tables import random_table

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import settle
from rulekeep.match.match import Match
from rulekeep.match.recorded_chance import RecordingChance
from rulekeep.sim.playout import PlyChance
from rulekeep.testing.conformance import (
    MAX_DECISIONS,
    check_citations,
    check_events,
    check_outcome,
    check_replay,
)
from rulekeep.testing.kit_report import KitRun, Report, TooManyProblems
from rulekeep.testing.position_checks import (
    check_apply,
    check_legality,
    check_render,
    check_round_trip,
    probe,
)

MOVES_COMPARED = 150
"""Expressible moves compared with `legal_moves` at a position, besides the legal ones."""
LOOKS = 150
"""One act in so many is looked at closely."""
WHOLE = 100
"""One match in so many has one position examined as the conformance kit does."""
KEPT = 10
"""One match in this many shows its events, is drawn at its end, written to a file and loaded."""

Act = tuple[int, Any, tuple[str, ...]]


@define
class Sitting:
    """One random match: its acts so far, and what there is to complain about."""

    game: AnyGame
    number: int
    looks: int = LOOKS
    report: Report = field(init=False)
    seats: int = field(init=False)
    options: dict[str, Any] = field(init=False)
    acts: list[Act] = field(factory=list)
    figures: Counter[str] = field(factory=Counter)

    def __attrs_post_init__(self) -> None:
        self.report = Report(self.game.id)
        self.seats, self.options = random_table(self.game, "soak", self.game.id, self.number)

    @property
    def seed(self) -> str:
        """The seed of the match: a file made with it deals and draws the same."""
        return f"soak {self.game.id} {self.number}"

    @property
    def table(self) -> KitRun:
        return KitRun(self.game, self.report, f"after {len(self.acts)} acts")

    def _lot(self, what: str) -> SeededChance:
        """A lot for this position, whatever was looked at before."""
        return SeededChance(self.seed, what, len(self.acts))

    # -- playing ----------------------------------------------------------------------------

    def play(self, most: int = MAX_DECISIONS) -> None:
        """Until the end, the first complaint, or this many moves."""
        try:
            self._play(most)
        except TooManyProblems:
            return
        except Exception as error:  # noqa: BLE001 (any accident is what this looks for)
            place = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
            self.report.problems.append(f"after {len(self.acts)} acts: raised {said}")

    def _play(self, most: int) -> None:
        game, settled = self.game, settle(self.game.options, self.options)
        lots = PlyChance(self.seed)
        chance = RecordingChance(lots)
        step = game.setup(self.seats, self.options, chance)
        state = step.state
        dealt, start = tuple(chance.outcomes), canonical_json(game.to_dict(state))
        kept = not self.number % KEPT
        self._hear(step.events, settled, kept)
        self._audit(state)
        whole = self._lot("whole").below(60) if not self.number % WHOLE else -1
        while not self.report.problems and len(self.acts) < most:
            decisions = game.decisions(state)
            if not decisions:
                last = self.acts[-1] if self.acts else None
                check_outcome(self.table, state, self.seats, last)
                check_replay(self.table, self.seats, self.options, dealt, start, self.acts, state)
                if kept:
                    check_render(self.table, state, self.seats)
                    self._check_file(state)
                return
            if not self._lot("look").below(self.looks):
                self._look(state)
            if len(self.acts) == whole:
                self.figures["whole examinations"] += 1
                probe(self.table, state, self._lot("probe"), MOVES_COMPARED)
            if self.report.problems:
                return
            lot = self._lot("move")
            seat = decisions[lot.below(len(decisions))].seat
            moves = game.legal_moves(state, seat)
            if not moves:
                self.table.problem(f"seat {seat} must decide and has no legal move")
                return
            move = moves[lot.below(len(moves))]
            chance.outcomes = []
            lots.next_ply()
            events: list[Event] = []
            game.advance(state, seat, move, chance, events.append)
            self.acts.append((seat, move, tuple(chance.outcomes)))
            self.figures["acts"] += 1
            self._hear(events, settled, kept)
            self._audit(state)
        if len(self.acts) >= MAX_DECISIONS:
            self.table.problem(f"no end after {MAX_DECISIONS} decisions")

    def _hear(self, events: Sequence[Event], settled: Mapping[str, Any], kept: bool) -> None:
        if kept:
            check_events(self.table, events, self.seats, settled)
        else:
            check_citations(self.table, events, settled)

    def _audit(self, state: Any) -> None:
        for complaint in self.game.audit(state):
            self.table.problem(complaint)

    def _look(self, state: Any) -> None:
        """Legal moves against checks, copies, and the way into data and back."""
        self.figures["positions looked at"] += 1
        lot, before = self._lot("compare"), canonical_json(self.game.to_dict(state))
        for decision in self.game.decisions(state):
            check_legality(self.table, state, decision.seat, lot, MOVES_COMPARED)
            check_apply(self.table, state, decision.seat, lot, before)
        check_round_trip(self.table, state, before)
        if canonical_json(self.game.to_dict(state)) != before:
            self.table.problem("looking at a state changed it")

    def _check_file(self, state: Any) -> None:
        """The match file loads, and ends at the same table."""
        self.figures["files loaded"] += 1
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "match.rkm"
            self.match().save(path)
            loaded = Match.load(path, game=self.game)
        if self.game.to_dict(loaded.state) != self.game.to_dict(state):
            self.table.problem("the match file leads to another table")

    def match(self) -> Match:
        """The same acts, played the way people play."""
        match = Match.new(self.game, self.seats, self.seed, self.options)
        for seat, move, _ in self.acts:
            match.play(move, seat)
        return match

    # -- what is wrong ----------------------------------------------------------------------

    def shortest(self) -> Sitting:
        """The same match looked at after every act, up to its first complaint."""
        closer = Sitting(self.game, self.number, looks=1)
        closer.play(len(self.acts) + 1)
        return closer if closer.report.problems else self

    def finding(self) -> Finding:
        """The complaint, the match file up to it, and all that helps to repeat it."""
        name = f"{self.game.id}-{self.number}"
        about = {
            "game": self.game.id,
            "number": self.number,
            "seats": self.seats,
            "options": self.options,
            "acts": len(self.acts),
            "last acts": [[seat, self.game.notation(move)] for seat, move, _ in self.acts[-3:]],
            "problems": self.report.problems,
            "again": f"python -m tests.campaigns soak --only {self.game.id}:{self.number}",
        }
        text = json.dumps(about, indent=1, ensure_ascii=False) + "\n"
        return Finding(
            self.report.problems[0], {f"{name}.json": text, f"{name}.rkm": self._match_file()}
        )

    def _match_file(self) -> str:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "found.rkm"
            # An act that cannot be played ends the file just before it.
            with (
                suppress(Exception),
                Match.new(self.game, self.seats, self.seed, self.options, path=path) as match,
            ):
                for seat, move, _ in self.acts:
                    match.play(move, seat)
            return path.read_text(encoding="utf-8") if path.exists() else ""


def soak(unit: Unit) -> Done:
    """One match."""
    session = Sitting(registry.load(unit.series), unit.number)
    session.play()
    figures = {f"{unit.series}/{what}": number for what, number in session.figures.items()}
    figures[f"{unit.series}/matches"] = 1
    figures[f"{unit.series}/moves compared"] = session.report.moves_compared
    findings = (session.shortest().finding(),) if session.report.problems else ()
    return Done(unit, figures, findings)


def _matches(ledger: Ledger) -> int:
    return sum(n for key, n in ledger.figures.items() if key.endswith("/matches"))


def _only(words: list[str]) -> Iterator[Unit]:
    for word in words:
        series, _, number = word.partition(":")
        yield Unit(series, int(number))


def run(argv: list[str]) -> int:
    parser = arguments("soak", __doc__, 100_000, "matches")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--only", action="append", help="just this match, GAME:NUMBER")
    wanted = parser.parse_args(argv)
    if wanted.only:
        done = [soak(unit) for unit in _only(wanted.only)]
        for one in done:
            print(f"{one.unit}: {'; '.join(f.what for f in one.findings) or 'nothing found'}")
        return int(any(one.findings for one in done))
    games = wanted.game or registry.names()
    ledger = Ledger.open(wanted.state / "soak" / "ledger.json", wanted.fresh)
    whole = go_on(ledger, round_robin(ledger, games), soak, _matches, wanted)
    lines = [
        f"{game}: " + ", ".join(f"{number:,} {what}" for what, number in sorted(figures.items()))
        for game, figures in sorted(by_game(ledger).items())
    ]
    lines.append(f"{_matches(ledger):,} of {wanted.count:,} matches")
    return sum_up(ledger, "soak", lines, whole)
