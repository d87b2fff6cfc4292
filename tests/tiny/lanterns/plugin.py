"""Lanterns: the rooms of this package wired to the contract.

Six rounds. In each, prizes are drawn, everybody chooses a lantern in secret, and whoever shows
the highest number alone takes a prize.
"""

from __future__ import annotations

from collections.abc import Iterable

from lanterns import audit, checks, describe, evaluate, knowledge, legal, scoring, setup, turn
from lanterns.box import PACKAGE
from lanterns.moves import LANGUAGE, SHOW, TAKE, Move
from lanterns.state import State
from rulekeep.core import Game, Rulebook


class Lanterns(Game[State, Move]):
    id = PACKAGE
    title = "Lanterns"
    blurb = "Show the highest lantern, and show it alone."
    seats = range(2, 5)  # LA-001
    seats_rule = "LA-001"
    box_rule = "LA-002"
    book = Rulebook.load(PACKAGE, checks)
    table = State
    language = LANGUAGE

    # The rooms themselves answer; no call stands in between.
    decisions = staticmethod(legal.decisions)
    legal_moves = staticmethod(legal.legal_moves)
    lay_out = staticmethod(setup.lay_out)
    advance = staticmethod(turn.advance)
    outcome = staticmethod(scoring.outcome)
    standing = staticmethod(scoring.standing)
    complete = staticmethod(setup.complete)
    audit = staticmethod(audit.audit)
    observed = knowledge.OBSERVED
    observation = staticmethod(knowledge.observation)
    determinize = staticmethod(knowledge.determinize)
    evaluate = staticmethod(evaluate.evaluate)
    describe = staticmethod(describe.describe)

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        return (*SHOW, *TAKE)


GAME = Lanterns()
