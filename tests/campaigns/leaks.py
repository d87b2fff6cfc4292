"""Whether anybody is shown what is hidden, and whether all that is hidden really varies.

Two matches that look alike to a viewer are held side by side: a table and the same table with all
that the viewer cannot see dealt again; both after the same next act; one table after two different
acts of somebody else that nobody else may see. Observation, legal moves and their words, refusals,
drawings, news, log, show, replay, exported records and what bots choose must be the same. The other
way round, every key of a position that somebody cannot see must change in some new deal.
"""

from __future__ import annotations

import json
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import define, evolve, field
from tests.campaigns import likeness
from tests.campaigns.crew import arguments, by_game, go_on, round_robin, sum_up
from tests.campaigns.ledger import Done, Finding, Ledger, Unit
from tests.campaigns.likeness import Viewer, observation
from tests.campaigns.tables import random_table

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import IllegalMove
from rulekeep.core.game import AnyGame, Game, apply
from rulekeep.match import seat_events
from rulekeep.match.match import Match, Ply
from rulekeep.match.recorded_chance import RecordingChance

EVERY = 5
"""One position in so many is looked at; where something is sealed, each."""
BOTS_EVERY = 12
"""Bots are slow; they are asked at one pair in so many."""
REFUSALS = 25
"""Expressible moves, mostly illegal, whose refusals are compared."""
TRIES = 3
"""New deals until one differs; the same hands can be dealt again."""
MOST_ACTS = 400
ENOUGH_DEALS = 500
"""A key that was hidden so often and never changed is said never to vary."""
FINDINGS_A_MATCH = 3


def has_secrets(game: AnyGame) -> bool:
    """Whether a game deals anything again at all."""
    return getattr(type(game), "determinize", None) is not Game.determinize


@define
class Search:
    """One random match, searched for leaks."""

    game: AnyGame
    number: int
    figures: Counter[str] = field(factory=Counter)
    findings: list[Finding] = field(factory=list)

    def run(self) -> None:
        """Look at the match on its way; an accident is a finding too."""
        try:
            self._walk()
        except Exception as error:  # noqa: BLE001 (whatever a game, a bot or a screen raises)
            trace = "".join(traceback.format_exception(error))
            name = f"{self.game.id}-{self.number}-accident.txt"
            self.findings.append(Finding(f"raised {error!r}", {name: trace}))

    def _walk(self) -> None:
        game, name = self.game, f"leaks {self.game.id} {self.number}"
        seats, options = random_table(game, "leaks", game.id, self.number)
        match = Match.new(game, seats, name, options)
        for act in range(MOST_ACTS):
            if match.is_over or len(self.findings) >= FINDINGS_A_MATCH:
                break
            lot = SeededChance(name, act)
            asked = match.decisions
            sealed = any(decision.sealed for decision in asked)
            if sealed or not lot.below(EVERY):
                for viewer in (*range(seats), None):
                    self._look(match, viewer, lot)
            seat = asked[lot.below(len(asked))].seat
            moves = game.legal_moves(match.state, seat)
            match.play(moves[lot.below(len(moves))], seat)
        self.figures["matches"] += 1

    def _look(self, match: Match, viewer: Viewer, lot: SeededChance) -> None:
        """All pairs that look alike to a viewer from here."""
        self.figures["positions"] += 1
        other = self._dealt_anew(match, viewer, lot)
        if other is not None:
            self.figures["tables dealt anew"] += 1
            if self._same(match, other, viewer, "observation", observation):
                self._compare(match, other, viewer, likeness.position)
                if viewer is not None:
                    self._compare_seat(match, other, viewer, lot)
                self._after_the_same_act(match, other, viewer, lot)
        self._after_secret_acts(match, viewer, lot)

    def _dealt_anew(self, match: Match, viewer: Viewer, lot: SeededChance) -> Match | None:
        """The match with all that the viewer cannot see dealt again at its last table."""
        game, state = self.game, match.state
        seats = range(match.header.seats)
        data = game.to_dict(state)
        seen = game.observation(state, viewer)
        for key in data:
            if key not in seen or seen[key] != data[key]:
                self.figures[f"hidden {key}"] += 1
        for _ in range(TRIES):
            dealt = state
            for seat in seats if viewer is None else (viewer,):
                dealt = game.determinize(dealt, seat, lot)
            again = game.to_dict(dealt)
            changed = [key for key in data if again[key] != data[key]]
            if changed:
                self.figures.update(f"varied {key}" for key in changed)
                return _twin(match, evolve(match.plies[-1], state=dealt))
        return None

    def _compare_seat(self, match: Match, other: Match, viewer: int, lot: SeededChance) -> None:
        """What only a seat gets: answers of the rules, new deals, advice of bots."""
        game = self.game
        moves = list(game.universe(match.state, viewer))
        if moves:
            some = [moves[lot.below(len(moves))] for _ in range(REFUSALS)]
            self._same(
                match, other, viewer, "refusals", lambda m, v: likeness.refusals(m, viewer, some)
            )
        seed = lot.below(1 << 30)
        self._same(
            match, other, viewer, "deals by the same lot", lambda m, v: _deal(m, viewer, seed)
        )
        asked = any(decision.seat == viewer for decision in match.decisions)
        if asked and not lot.below(BOTS_EVERY):
            self._compare(match, other, viewer, lambda m, v: likeness.choices(m, viewer))

    def _after_the_same_act(
        self, match: Match, other: Match, viewer: Viewer, lot: SeededChance
    ) -> None:
        """Both tables, one act later; it may reveal what was hidden, then there is no pair."""
        asked = match.decisions
        seat = asked[lot.below(len(asked))].seat
        legal = set(self.game.legal_moves(other.state, seat))
        both = [move for move in self.game.legal_moves(match.state, seat) if move in legal]
        if both:
            move, seed = both[lot.below(len(both))], lot.below(1 << 30)
            pair = [_played(one, seat, move, seed) for one in (match, other)]
            self._compare_if_alike(pair[0], pair[1], viewer)

    def _after_secret_acts(self, match: Match, viewer: Viewer, lot: SeededChance) -> None:
        """The same table after two different acts of which the viewer may not know which."""
        others = [decision.seat for decision in match.decisions if decision.seat != viewer]
        if not others:
            return
        seat = others[lot.below(len(others))]
        moves = self.game.legal_moves(match.state, seat)
        if len(moves) < 2:
            return
        first = lot.below(len(moves))
        second = (first + 1 + lot.below(len(moves) - 1)) % len(moves)
        seed = lot.below(1 << 30)
        pair = [_played(match, seat, moves[index], seed) for index in (first, second)]
        if not any(seat_events.is_public(one, len(one.plies) - 1) for one in pair):
            self._compare_if_alike(pair[0], pair[1], viewer)

    def _compare_if_alike(self, one: Match, other: Match, viewer: Viewer) -> None:
        """The tables look alike: then so does all that is told of them.

        Unless the last of those who chose in secret has chosen: everybody is told then, and what
        was shown need not lie on the table any more.
        """
        if observation(one, viewer) != observation(other, viewer):
            self.figures["acts that reveal"] += 1
            return
        before = self.game.decisions(one.plies[-2].state)
        if len(before) > 1 or not before[0].sealed:
            self._compare(one, other, viewer, likeness.history)
        if not one.is_over:
            self._compare(one, other, viewer, likeness.position)

    # -- comparing --------------------------------------------------------------------------

    def _compare(
        self,
        one: Match,
        other: Match,
        viewer: Viewer,
        shown: Callable[[Match, Viewer], likeness.Shown],
    ) -> None:
        for (kind, said), (_, other_said) in zip(
            shown(one, viewer), shown(other, viewer), strict=True
        ):
            self._note(one, other, viewer, kind, said, other_said)

    def _same(
        self,
        one: Match,
        other: Match,
        viewer: Viewer,
        kind: str,
        shown: Callable[[Match, Viewer], str],
    ) -> bool:
        return self._note(one, other, viewer, kind, shown(one, viewer), shown(other, viewer))

    def _note(
        self, one: Match, other: Match, viewer: Viewer, kind: str, said: str, other_said: str
    ) -> bool:
        self.figures[f"compared: {kind}"] += 1
        if said == other_said:
            return True
        who = "a spectator" if viewer is None else f"seat {viewer}"
        acts = len(one.plies) - 1
        name = f"{self.game.id}-{self.number}-{acts}-{kind.replace(' ', '_')}"
        at = next(
            (n for n, (a, b) in enumerate(zip(said, other_said, strict=False)) if a != b),
            min(len(said), len(other_said)),
        )
        about = {
            "game": self.game.id,
            "number": self.number,
            "acts": acts,
            "viewer": viewer,
            "kind": kind,
            "options": dict(one.header.options),
            "differs": [text[max(0, at - 60) : at + 120] for text in (said, other_said)],
            "shown": [said, other_said],
            "last acts": [[m.plies[-1].seat, m.plies[-1].move] for m in (one, other)],
            "tables": [self.game.to_dict(m.state) for m in (one, other)],
            "again": f"python -m tests.campaigns leaks --only {self.game.id}:{self.number}",
        }
        text = json.dumps(about, indent=1, ensure_ascii=False) + "\n"
        files = {f"{name}.json": text, f"{name}.rkm": _match_file(one)}
        self.findings.append(
            Finding(f"{kind} of {who} after {acts} acts show what is hidden", files)
        )
        return False


def _twin(match: Match, *plies: Ply) -> Match:
    """The same match with another end."""
    twin = Match(match.game, match.header, match.plies[0])
    twin.plies = [*match.plies[: -len(plies)], *plies]
    return twin


def _played(match: Match, seat: int, move: Any, seed: int) -> Match:
    """The match with one more act."""
    chance = RecordingChance(SeededChance("leaks", seed))
    step = apply(match.game, match.state, seat, move, chance)
    text = match.game.notation(move)
    twin = Match(match.game, match.header, match.plies[0])
    twin.plies = [*match.plies, Ply(seat, text, tuple(chance.outcomes), step.events, step.state)]
    return twin


def _deal(match: Match, viewer: int, seed: int) -> str:
    """A new deal follows from what the seat sees and the lot, nothing else."""
    dealt = match.game.determinize(match.state, viewer, SeededChance("deal", seed))
    return json.dumps(match.game.to_dict(dealt), sort_keys=True)


def _match_file(match: Match) -> str:
    """The moves as they were, for a reader of the finding; the last one is played if possible."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "found.rkm"
        header = match.header
        with (
            suppress(IllegalMove),
            Match.new(match.game, header.seats, header.seed, header.options, path=path) as again,
        ):
            for ply in match.plies[1:]:
                again.play(ply.move, ply.seat)
        return path.read_text(encoding="utf-8")


def search(unit: Unit) -> Done:
    """One match."""
    found = Search(registry.load(unit.series), unit.number)
    found.run()
    figures = {f"{unit.series}/{what}": number for what, number in found.figures.items()}
    return Done(unit, figures, tuple(found.findings))


def compared(ledger: Ledger) -> int:
    return sum(n for key, n in ledger.figures.items() if "/compared: " in key)


def unvaried(ledger: Ledger) -> Iterator[str]:
    """Hidden keys that no new deal has changed."""
    for game, figures in sorted(by_game(ledger).items()):
        for what, number in sorted(figures.items()):
            key = what.removeprefix("hidden ")
            if key != what and number >= ENOUGH_DEALS and not figures.get(f"varied {key}"):
                yield f"{game}: {key!r} is hidden from somebody and no new deal changes it"


def summary(ledger: Ledger) -> Iterable[str]:
    for game, figures in sorted(by_game(ledger).items()):
        plain = {w: n for w, n in figures.items() if not w.startswith(("hidden ", "varied "))}
        total = sum(n for w, n in plain.items() if w.startswith("compared: "))
        yield f"{game}: {total:,} comparisons"
        for what, number in sorted(plain.items()):
            yield f"  {number:>11,} {what.removeprefix('compared: ')}"
        varied = [w.removeprefix("varied ") for w in sorted(figures) if w.startswith("varied ")]
        yield f"  hidden and seen to vary: {', '.join(varied) or 'nothing'}"


def run(argv: list[str]) -> int:
    parser = arguments("leaks", __doc__, 1_000_000, "comparisons")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--only", help="just this match, GAME:NUMBER")
    wanted = parser.parse_args(argv)
    if wanted.only:
        series, _, number = wanted.only.partition(":")
        done = search(Unit(series, int(number)))
        for finding in done.findings:
            print(finding.what)
        return int(bool(done.findings))
    games = wanted.game or [n for n in registry.names() if has_secrets(registry.load(n))]
    ledger = Ledger.open(wanted.state / "leaks" / "ledger.json", wanted.fresh)
    whole = go_on(ledger, round_robin(ledger, games), search, compared, wanted)
    return sum_up(ledger, "leaks", [*summary(ledger)], whole, [*unvaried(ledger)])
