"""A session: a match with its players, whose turn it is, undo, redo, hints and unseen events.

Everything happens in the caller's thread; there are no signals, clocks or globals. A server with
several threads needs a lock of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Any

from rulekeep.bots import Bot, Choice, is_program, level_of, make_bot
from rulekeep.bots.base import Progress, Stop
from rulekeep.bots.listeners import MatchListeners
from rulekeep.core.decision import Decision
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match, RefusedMove
from rulekeep.session.hints import QUICKEST, Hint, bot_label, make_hint
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.turn import ActionRefused, Turn

HUMAN = "human"
"""The player of a seat for which a person decides."""

EVERYBODY = -1
"""Stands for a seat where all people see the same."""


@frozen
class UndoPlan:
    """Moves to undo or redo, and who must agree."""

    moves: int
    own: int
    """How many of them are of the seat that asks."""
    because: str | None
    """Why the others must agree; None if they need not."""
    others: tuple[int, ...]
    """The people who must agree."""

    @property
    def counted(self) -> str:
        """`1 move`, `3 of their moves (7 with the others' since)`."""
        if self.own == self.moves:
            return plural(self.moves, "move")
        own = "1 move" if self.own == 1 else f"{self.own} of their moves"
        return f"{own} ({self.moves} with the others' since)"


def fill_names(names: Sequence[str], stems: Sequence[str]) -> tuple[str, ...]:
    """The names by seat; a seat without one gets its stem, with a number if that is taken."""
    taken = {name for name in names if name}
    filled: list[str] = []
    for name, stem in zip(names, stems, strict=True):
        numbered = (f"{stem} {number}" for number in count(2))
        filled.append(name or next(one for one in chain([stem], numbered) if one not in taken))
        taken.add(filled[-1])
    return tuple(filled)


class Session:
    """A match with people and bots."""

    def __init__(self, match: Match, players: Sequence[str], *, think: float = 2.0) -> None:
        self.match = match
        self.players = tuple(players)
        self.think = think
        """Seconds per move of a bot, unless its spec says otherwise: `mcts:500`."""
        seed = f"{match.header.seed} bot"
        self.bots: dict[int, Bot] = {
            seat: make_bot(player, seed) for seat, player in enumerate(players) if player != HUMAN
        }
        self._listeners = MatchListeners(match, self.bots, self.budget)
        self.people = tuple(seat for seat, player in enumerate(players) if player == HUMAN)
        self.refused_moves: list[RefusedMove] = []
        """Moves that were refused, for scenarios."""
        self.secret = False
        """Whether people who share a screen must hide it from each other."""
        self._seen: dict[int, int] = {}
        """By seat: how many plies have been shown."""
        self._last: int | None = None
        self._autopilot: dict[int, str] = {}

    # -- whose turn ---------------------------------------------------------------------------

    def next(self) -> Decision:
        """The decision to make now: that of the person who decided last, else the first."""
        open_now = self.match.decisions
        again = [decision for decision in open_now if decision.seat == self._last]
        chosen = (again or open_now)[0]
        if chosen.seat in self.people:
            self._last = chosen.seat
        return chosen

    def decision_of(self, seat: int) -> Decision | None:
        """The open decision of a seat."""
        return next((d for d in self.match.decisions if d.seat == seat), None)

    def turn(self, decision: Decision) -> Turn:
        return Turn(self.match, decision)

    @property
    def viewer(self) -> int | None:
        """The only person, whose view is shown while nobody decides; None if there are more."""
        return self.people[0] if len(self.people) == 1 else None

    # -- moves --------------------------------------------------------------------------------

    def play(self, seat: int, move: Any) -> None:
        """Play a move, in notation or as an object."""
        self.match.play(move, seat)

    def budget(self, seat: int) -> float | None:
        """Seconds for a bot's move; None leaves it to the bot."""
        level = level_of(self.players[seat])
        player = self.players[seat] if level is None else level.spec
        return None if ":" in player and not is_program(player) else self.think

    def patience(self, seat: int) -> float | None:
        """The budget of a bot that the table holds to it; a program has a limit of its own."""
        return None if is_program(self.players[seat]) else self.budget(seat)

    def choose(
        self, seat: int, progress: Progress | None = None, stop: Stop | None = None
    ) -> Choice:
        """The move of a seat's bot; it is not played yet."""
        match = self.match
        self._listeners.update(seat)
        return self.bots[seat].choose(
            match.game, match.state, seat, self.budget(seat), progress, stop
        )

    def is_not_started(self, seat: int) -> bool:
        """Whether the bot of a seat is a program that has not been started."""
        return self._listeners.is_not_started(seat)

    def take_notices(self, seat: int) -> list[str]:
        """What has gone wrong with a seat's bot since the last call: a program that died, say."""
        return self._listeners.take_notices(seat)

    def leave(self) -> None:
        """Tell programs that the match is over or broken off."""
        self._listeners.leave()

    def autopilot_choice(
        self, seat: int, progress: Progress | None = None, stop: Stop | None = None
    ) -> Choice:
        """The move of the quick bot for a person on autopilot."""
        match = self.match
        bot = make_bot(bot_label(QUICKEST), f"{match.header.seed} auto")
        return bot.choose(match.game, match.state, seat, self.think, progress, stop)

    def start_autopilot(self, decision: Decision) -> None:
        """Let the quick bot make this decision, and those of its kind until the step is over.

        The step is over when a seat must make another kind of decision.
        """
        self._autopilot[decision.seat] = decision.kind

    def on_autopilot(self, decision: Decision) -> bool:
        """Whether the quick bot makes a person's decision."""
        kinds = {open_now.kind for open_now in self.match.decisions}
        self._autopilot = {seat: kind for seat, kind in self._autopilot.items() if kinds == {kind}}
        return decision.seat in self._autopilot

    def stop_autopilot(self) -> None:
        """Let people make all their decisions again."""
        self._autopilot.clear()

    def hint_for(
        self, seat: int, progress: Progress | None = None, stop: Stop | None = None
    ) -> Hint:
        """The strongest bot's move for a seat that must decide, and why."""
        return make_hint(self.match, seat, self.think, progress, stop)

    def note_refusal(self, turn: Turn, refused: ActionRefused) -> None:
        """Remember that a rule refused a move."""
        if refused.refusal is not None:
            after = len(self.match.plies) - 1
            self.refused_moves.append(RefusedMove(after, turn.seat, refused.move, refused.refusal))

    def set_position(self, given: Mapping[str, Any]) -> None:
        """Start again from another position with as many seats. DataError, and nothing changes."""
        self.match.set_position(given)
        self.refused_moves.clear()
        self.stop_autopilot()
        self._forget_undone()

    # -- undo and redo ------------------------------------------------------------------------

    def plan_undo(self, seat: int, own: int = 1) -> UndoPlan:
        """The plan to undo the last moves of a seat. ActionRefused if there are fewer."""
        match = self.match
        own_plies = self._plies_of(seat)
        if own > len(own_plies):
            if not own_plies:
                raise ActionRefused("You have no move to undo.")
            raise ActionRefused(f"You can undo at most {plural(len(own_plies), 'move')}.")
        moves = len(match.plies) - own_plies[-own]
        return self._with_consent(seat, moves, own, match.undo_consent(moves, seat))

    def undo(self, plan: UndoPlan) -> None:
        """Carry out a plan of `plan_undo`; those who must agree have agreed."""
        self.stop_autopilot()
        self.match.undo(plan.moves)
        self._forget_undone()

    def plan_redo(self, seat: int) -> UndoPlan:
        """The plan to redo the last undo. ActionRefused if there is none."""
        if not self.match.undone:
            raise ActionRefused(
                "There is nothing to redo. Redo works after undo, before a new move."
            )
        plies = self.match.undone[-1]
        own = sum(ply.seat == seat for ply in plies)
        people = {ply.seat for ply in plies if ply.seat in self.people} - {seat}
        because = "others moved then" if people else None
        return self._with_consent(seat, len(plies), own, because)

    def redo(self) -> None:
        """Play the moves of the last undo again, with the same random draws."""
        self.match.redo()

    def _with_consent(self, seat: int, moves: int, own: int, because: str | None) -> UndoPlan:
        others = tuple(other for other in self.people if other != seat)
        return UndoPlan(moves, own, because, others if because is not None else ())

    # -- what people have seen ----------------------------------------------------------------

    def unseen_sentences(self, viewer: int | None, mark: bool = True) -> list[str]:
        """What this person, or everybody where nothing is secret, has not seen yet.

        From here on it counts as seen, unless `mark` is false.
        """
        key = EVERYBODY if viewer is None or not self.secret else viewer
        since = min(self._seen.get(key, 0), len(self.match.plies))
        if mark:
            self._seen[key] = len(self.match.plies)
        return seat_events.sentences_since(self.match, since, viewer)

    def mark_as_seen(self) -> None:
        """Treat all but the last moves of a resumed match as seen."""
        for key in (EVERYBODY, *self.people):
            self._seen[key] = max(1, len(self.match.plies) - max(2, self.match.header.seats))

    def _forget_undone(self) -> None:
        """After an undo nobody has seen more plies than there are."""
        count = len(self.match.plies)
        self._seen = {key: min(seen, count) for key, seen in self._seen.items()}

    def state_after_last_move(self, seat: int) -> Any:
        """The state after the last move of a seat; the set-up if it has not moved yet."""
        return self.match.plies[max(self._plies_of(seat), default=0)].state

    def _plies_of(self, seat: int) -> list[int]:
        """The numbers of a seat's moves."""
        return [n for n, ply in enumerate(self.match.plies) if n and ply.seat == seat]

    # -- secrets ------------------------------------------------------------------------------

    def detect_secrets(self) -> None:
        """Check for secrets; from the first one on, people who share a screen hide it."""
        if not self.secret and has_secrets(self.match):
            self.secret = True
            for seat in self.people:
                self._seen.setdefault(seat, self._seen.get(EVERYBODY, 0))
