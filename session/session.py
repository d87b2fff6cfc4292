"""The course of a session: whose turn it is, what bots answer, what is told, undo and redo.

Everything happens in the thread of whoever calls; there are no signals, clocks or globals here.
Acts change the match one at a time: a server that has several threads holds a lock of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekeep.bots import Bot, Choice, is_program, make_bot
from rulekeep.bots.base import Progress, Stop
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import Decision
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match, Tried
from rulekeep.session.bot_listeners import BotListeners
from rulekeep.session.hints import QUICKEST, Hint, bot_label, make_hint
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.turn import ActionRefused, Turn

HUMAN = "human"
"""The player of a seat for which a person decides."""

EVERYBODY = -1
"""Who is told the news where everybody may hear them."""


@frozen
class UndoPlan:
    """Acts to be taken back, or to be played again after that, and who has a say in it."""

    acts: int
    own: int
    """So many of them are those of the seat that asks."""
    because: str | None
    """Why the others must agree; None: nobody minds."""
    others: tuple[int, ...]
    """The people to be asked; bots do not mind."""

    @property
    def counted(self) -> str:
        """`1 act`, `3 of their acts (7 with the others' since)`."""
        if self.own == self.acts:
            return plural(self.acts, "act")
        own = "1 act" if self.own == 1 else f"{self.own} of their acts"
        return f"{own} ({self.acts} with the others' since)"


class Session:
    """Who sits at a match, what may be done there, and what each has been told."""

    def __init__(self, match: Match, players: Sequence[str], *, think: float = 2.0) -> None:
        self.match = match
        self.players = tuple(players)
        self.think = think
        """Seconds a bot may take, unless its own word says otherwise: `mcts:500`."""
        seed = f"{match.header.seed} bot"
        self.bots: dict[int, Bot] = {
            seat: make_bot(player, seed) for seat, player in enumerate(players) if player != HUMAN
        }
        self._listeners = BotListeners(match, self.bots, self.budget)
        self.people = tuple(seat for seat, player in enumerate(players) if player == HUMAN)
        self.tried: list[Tried] = []
        """Moves that were refused, for whoever keeps them as a scenario."""
        self.secret = False
        """Whether people who share a screen must hand it over."""
        self._told: dict[int, int] = {}
        self._last: int | None = None
        self._undone = [list(acts) for acts in match.undone]
        self._autopilot: dict[int, str] = {}

    # -- whose turn -------------------------------------------------------------------------

    def next(self) -> Decision:
        """The decision to take now: that of the person who decided last, else the first."""
        open_now = self.match.decisions
        again = [decision for decision in open_now if decision.seat == self._last]
        chosen = (again or open_now)[0]
        if chosen.seat in self.people:
            self._last = chosen.seat
        return chosen

    def asked(self, seat: int) -> Decision | None:
        """The open decision of a seat."""
        return next((d for d in self.match.decisions if d.seat == seat), None)

    def turn(self, decision: Decision) -> Turn:
        return Turn(self.match, decision)

    @property
    def viewer(self) -> int | None:
        """Whose eyes a screen may be drawn for when nobody decides: a lone person's."""
        return self.people[0] if len(self.people) == 1 else None

    # -- acts -------------------------------------------------------------------------------

    def act(self, seat: int, move: Any) -> None:
        """Play a move, in notation or as an object. What was undone before is forgotten."""
        self.match.play(move, seat)
        self._undone.clear()

    def budget(self, seat: int) -> float | None:
        """Seconds for a bot's answer; None leaves it to the bot."""
        player = self.players[seat]
        return None if ":" in player and not is_program(player) else self.think

    def choose(
        self, seat: int, progress: Progress | None = None, stop: Stop | None = None
    ) -> Choice:
        """What the bot of a seat answers; nothing is played yet."""
        match = self.match
        self._listeners.brief(seat)
        return self.bots[seat].choose(
            match.game, match.state, seat, self.budget(seat), progress, stop
        )

    def is_not_started(self, seat: int) -> bool:
        """Whether the bot of a seat takes it only when it is asked: a program that must start."""
        return self._listeners.is_not_started(seat)

    def take_notices(self, seat: int) -> list[str]:
        """What befell the bot of a seat since this was last asked: a program that died, say."""
        return self._listeners.take_notices(seat)

    def leave(self) -> None:
        """The match is over or left: programs are told goodbye."""
        self._listeners.dismiss()

    def autopilot_choice(
        self, seat: int, progress: Progress | None = None, stop: Stop | None = None
    ) -> Choice:
        """What the quick bot would answer for a person who does not care."""
        match = self.match
        bot = make_bot(bot_label(QUICKEST), f"{match.header.seed} auto")
        return bot.choose(match.game, match.state, seat, self.think, progress, stop)

    def start_autopilot(self, decision: Decision) -> None:
        """Let the quick bot make this decision, and all of its kind until the step is over.

        A step lasts as long as nobody is asked for anything else: obligatory placings in turn,
        say, each by another seat.
        """
        self._autopilot[decision.seat] = decision.kind

    def on_autopilot(self, decision: Decision) -> bool:
        """Whether the quick bot makes a person's decision."""
        kinds = {asked.kind for asked in self.match.decisions}
        self._autopilot = {seat: kind for seat, kind in self._autopilot.items() if kinds == {kind}}
        return decision.seat in self._autopilot

    def stop_autopilot(self) -> None:
        """Nothing is lent to the quick bot any more."""
        self._autopilot.clear()

    def hint_for(
        self, seat: int, progress: Progress | None = None, stop: Stop | None = None
    ) -> Hint:
        """What the strongest bot would do for a seat that is asked, and why."""
        return make_hint(self.match, seat, self.think, progress, stop)

    def recall(self, turn: Turn, refused: ActionRefused) -> None:
        """Remember that a rule refused a move."""
        if refused.refusal is not None:
            acts = len(self.match.plies) - 1
            self.tried.append(Tried(acts, turn.seat, refused.move, refused.refusal))

    def set_position(self, given: Mapping[str, Any]) -> None:
        """Begin anew from another position of as many seats. DataError, and all stays as it is."""
        self.match.set_position(given)
        self.tried.clear()
        self._undone.clear()
        self.stop_autopilot()
        self._forget_undone()

    # -- taking back ------------------------------------------------------------------------

    def plan_undo(self, seat: int, own: int = 1) -> UndoPlan:
        """What it takes to take back the last acts of a seat. Refused if there are not so many."""
        match = self.match
        made = [n for n, ply in enumerate(match.plies) if n and ply.seat == seat]
        if own > len(made):
            some = f"only {len(made)} of your acts" if made else "nothing of yours"
            raise ActionRefused(f"There is {some} to take back.")
        acts = len(match.plies) - made[-own]
        return self._with_consent(seat, acts, own, match.undo_consent(acts, seat))

    def undo(self, back: UndoPlan) -> None:
        """Take back what `plan_undo` said; those who have a say have agreed."""
        self.stop_autopilot()
        taken = self.match.plies[-back.acts :]
        self.match.undo(back.acts)
        self._undone.append(taken)
        self._forget_undone()

    def plan_redo(self, seat: int) -> UndoPlan:
        """What it takes to play again what was undone last. Refused if nothing was."""
        if not self._undone:
            raise ActionRefused(
                "There is nothing to do again; redo comes after undo, before a new act."
            )
        acts = self._undone[-1]
        own = sum(ply.seat == seat for ply in acts)
        people = {ply.seat for ply in acts if ply.seat in self.people} - {seat}
        because = "others acted then" if people else None
        return self._with_consent(seat, len(acts), own, because)

    def redo(self) -> None:
        """Play again what was undone last, act by act, with the same lots."""
        acts = self._undone[-1]
        while acts:
            self.match.play(acts[0].move, acts[0].seat)
            del acts[0]
        self._undone.pop()

    def _with_consent(self, seat: int, acts: int, own: int, because: str | None) -> UndoPlan:
        others = tuple(other for other in self.people if other != seat)
        return UndoPlan(acts, own, because, others if because is not None else ())

    # -- news -------------------------------------------------------------------------------

    def unseen_sentences(self, viewer: int | None) -> list[str]:
        """What happened since it was last told: to each person, or to the table as a whole."""
        key = EVERYBODY if viewer is None or not self.secret else viewer
        since = min(self._told.get(key, 0), len(self.match.plies))
        self._told[key] = len(self.match.plies)
        return seat_events.sentences_since(self.match, since, viewer)

    def mark_as_seen(self) -> None:
        """A resumed match: what happened before is in the log."""
        for key in (EVERYBODY, *self.people):
            self._told[key] = max(1, len(self.match.plies) - max(2, self.match.header.seats))

    def _forget_undone(self) -> None:
        """After an undo nobody has been told more than there is."""
        count = len(self.match.plies)
        self._told = {key: min(told, count) for key, told in self._told.items()}

    def state_after_last_move(self, seat: int) -> Any:
        """The table as a seat left it with its last act; the set-up if it has not acted yet."""
        match = self.match
        made = [n for n, ply in enumerate(match.plies) if n and ply.seat == seat]
        return match.plies[made[-1] if made else 0].state

    # -- secrets ----------------------------------------------------------------------------

    def detect_secrets(self) -> None:
        """From the first secret on a shared screen is handed over; what was open has been told."""
        if not self.secret and has_secrets(self.match):
            self.secret = True
            for seat in self.people:
                self._told.setdefault(seat, self._told.get(EVERYBODY, 0))
