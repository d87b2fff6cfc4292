"""One match between bots, from its number to its result or crash."""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import field, frozen

from rulekeep.bots import Bot, BotFactory, make_bot
from rulekeep.bots.listeners import SimulationListeners
from rulekeep.bots.random import RandomBot
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.core.events import Emit, Event
from rulekeep.core.game import AnyGame
from rulekeep.core.primitives.players import need_seats
from rulekeep.core.rule_options import settle
from rulekeep.core.text import printable, shortened
from rulekeep.match.match import Match
from rulekeep.sim.match_measures import MatchMeasures, MatchObserver
from rulekeep.sim.playout import PlyChance, need_an_end, play_random_bots

MAX_DECISIONS = 100_000
"""A longer match is recorded as a crash."""


MAX_TEXT = 2000
"""Characters of an error message or a reason in a row."""


@frozen
class RunPlan:
    """A run: game, bots, seed and options. It is sent to workers."""

    game: str | AnyGame
    bots: tuple[str, ...]
    """The spec of each bot."""
    seed: str
    options: Mapping[str, Any] = field(factory=dict)
    data: str | None = None
    watched: bool = False
    """Whether results have `MatchMeasures`, which take time."""
    given: Mapping[int, Bot | BotFactory] = field(factory=dict)
    """By number: bots that are not made from their spec but from a bot or a function."""

    def plugin(self) -> AnyGame:
        """The game with the data files of the run."""
        if isinstance(self.game, str):
            return _on_board(self.game, self.data)
        return self.game

    def check(self) -> AnyGame:
        """RulekeepError if the run cannot be played."""
        game = self.plugin()
        need_seats(len(self.bots), game.seats, game.title)
        for number in range(len(self.bots)):
            self.make_bot(number)
        chosen = settle(game.options, self.options)
        game.setup(len(self.bots), chosen, SeededChance(self.match_seed(0), 0))
        return game

    def make_bot(self, number: int, seed: int | str = 0) -> Bot:
        """A bot of the run for a match."""
        return make_bot(self.given.get(number, self.bots[number]), seed)

    def match_seed(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def seating(self, number: int) -> tuple[int, ...]:
        """Which bot has each seat. The bots move by one seat from match to match, and after each
        round change their order, so that no bot profits from its seat or its neighbours."""
        round_, shift = divmod(number, len(self.bots))
        circle = [0]
        others = list(range(1, len(self.bots)))
        while others:
            round_, index = divmod(round_, len(others))
            circle.append(others.pop(index))
        return tuple(circle[shift:] + circle[:shift])


@lru_cache(maxsize=4)
def _on_board(game: str, data: str | None) -> AnyGame:
    plugin = registry.load(game)
    return plugin if data is None else plugin.with_data(Path(data))


@frozen
class SeatScore:
    """One seat's points, item by item."""

    total: int
    items: tuple[tuple[str, int], ...] = ()
    """Label and points."""


@frozen
class Result:
    """The result of a match."""

    match: int
    """Its number within the run, from 0."""
    game: str
    """The id of the game."""
    options: Mapping[str, Any]
    """Every option's value."""
    seed: str
    """The seed of this match; with it, `Match.new` draws the same."""
    seats: tuple[str, ...]
    """The bot at each seat."""
    bots: tuple[int, ...]
    """The number of each seat's bot in the run."""
    places: tuple[int, ...] = ()
    """By seat: 1 for a winner, players may share a place; empty after a crash."""
    scores: tuple[SeatScore, ...] = ()
    """By seat; empty after a crash."""
    decisions: int = 0
    """How many moves were played."""
    reason: str = ""
    """Why it ended, in a few words."""
    rule: str = ""
    """The rule that ended it."""
    seconds: float = field(default=0.0, eq=False)
    """The time of play."""
    error: str = ""
    """The exception, if the match crashed."""
    record: str = ""
    """The path of the match file of a crash, if results are written to a file."""
    crash: Crash | None = field(default=None, eq=False)
    """The match file and the traceback of a crash, as text."""
    edition: int = 1
    """The edition of the game's rule book."""
    course: MatchMeasures | None = None
    """What the run measured, if it measures matches."""
    notes: tuple[str, ...] = field(default=(), eq=False)
    """What went wrong with bots that are programs."""
    replaced: tuple[int, ...] = ()
    """By seat: decisions that `greedy` made because a program failed; empty after a crash."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@frozen
class Crash:
    """A match that raised an exception: its match file and the traceback, as text."""

    match_file: str
    trace: str


def _known_before(plan: RunPlan, number: int) -> dict[str, Any]:
    """The fields of a result that are known before the match."""
    seating = plan.seating(number)
    return {
        "match": number,
        "game": plan.plugin().id,
        "options": dict(plan.options),
        "edition": plan.plugin().book.edition,
        "seed": plan.match_seed(number),
        "seats": tuple(plan.bots[bot] for bot in seating),
        "bots": seating,
    }


def lost_match(plan: RunPlan, number: int, error: str, trace: str) -> Result:
    """The result of a match that killed its process."""
    return Result(**_known_before(plan, number), error=error, crash=Crash("", trace))


def play_match(plan: RunPlan, number: int) -> Result:
    """Play a match to its end; exceptions become a crash."""
    started = perf_counter()
    game = plan.plugin()
    result = _known_before(plan, number)
    seed = result["seed"]
    moves: list[tuple[int, Any]] = []
    try:
        result |= _play(game, plan, seed, result["bots"], moves)
    except (Exception, SystemExit) as error:  # noqa: BLE001
        # Bots and games are foreign code: a crash is a result.
        result["error"] = f"after {len(moves)} decisions: {one_line(in_words(error))}"
        result["decisions"] = len(moves)
        trace = "".join(traceback.format_exception(error))
        result["crash"] = Crash(_match_file(game, plan, seed, result["seats"], moves), trace)
    return Result(**result, seconds=perf_counter() - started)


def _play(
    game: AnyGame, plan: RunPlan, seed: str, seating: tuple[int, ...], moves: list[tuple[int, Any]]
) -> dict[str, Any]:
    bots = [plan.make_bot(bot, f"{seed}/{bot}") for bot in seating]
    chance = PlyChance(seed)
    setup = game.setup(len(seating), plan.options, chance)
    state = setup.state
    replaced = [_replaced(bot) for bot in bots]
    watcher = MatchObserver(game, len(seating), seed) if plan.watched else None
    with SimulationListeners(game, plan.options, setup.events, bots) as listeners:
        at_random = [bot for bot in bots if type(bot) is RandomBot]
        if watcher is None and len(at_random) == len(bots):
            play_random_bots(game, state, chance, at_random, moves, MAX_DECISIONS)
        emit = _emit(listeners, watcher)
        while open_now := game.decisions(state):
            seat = open_now[0].seat
            move = bots[seat].choose(game, state, seat).move
            if watcher is not None:
                watcher.see(state, open_now[0].kind, seat, move)
            moves.append((seat, move))
            sentence = listeners.sentence(state, seat, move)
            chance.next_ply()
            game.advance(state, seat, move, chance, emit)
            if watcher is not None and chance.was_used:
                watcher.see_draw(state, seat, move)
            listeners.played(open_now, seat, sentence)
            need_an_end(len(moves), MAX_DECISIONS)
        outcome = listeners.outcome = game.outcome(state)
    if outcome is None:
        raise RulekeepError("nobody has anything to decide, and yet there is no outcome")
    scores = tuple(
        SeatScore(score.total, tuple((one_line(i.label), i.total) for i in score.items))
        for score in sorted(outcome.scores, key=lambda score: score.seat)
    )
    return {
        "places": outcome.places,
        "scores": scores,
        "decisions": len(moves),
        "reason": one_line(outcome.reason),
        "rule": one_line(outcome.rule),
        "notes": tuple(one_line(note) for note in listeners.notes),
        "replaced": tuple(_replaced(bot) - old for bot, old in zip(bots, replaced, strict=True)),
        "course": None if watcher is None else watcher.measures(outcome),
    }


def _replaced(bot: Bot) -> int:
    """How many decisions of a bot were made for it, in earlier matches too."""
    return getattr(bot, "replaced", 0)


def _emit(listeners: SimulationListeners, watcher: MatchObserver | None) -> Emit | None:
    """The function that gets the events; None if nobody needs them, which is faster."""
    if watcher is None:
        return listeners.emit

    def emit(event: Event) -> None:
        watcher.hear(event)
        if listeners.emit is not None:
            listeners.emit(event)

    return emit


def one_line(text: str) -> str:
    """A text of foreign code on one line, printable and shortened."""
    return shortened(printable(text).replace("\n", "\\n"), MAX_TEXT)


def _match_file(
    game: AnyGame, plan: RunPlan, seed: str, specs: tuple[str, ...], moves: list[tuple[int, Any]]
) -> str:
    """The match file of these moves, as far as they can be played again."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "crash.rkm"
        source = plan.game if isinstance(plan.game, str) else game
        # The move that crashed the match crashes here too; the file ends before it.
        with (
            suppress(Exception),
            Match.new(
                source, len(specs), seed, plan.options, players=specs, data=plan.data, path=path
            ) as match,
        ):
            for seat, move in moves:
                match.play(move, seat)
        return path.read_text() if path.exists() else ""
