"""Kilt Castle: the rooms of this package wired to the contract.

Building cards lie in rows round an unfinished castle. In your turn you move one card. Its colours
then build in the line it faces, for free on the nearest empty cell or on a tower, whose owner is
paid. If two players build on one cell in the same turn, it gets a roof and belongs to all. An
emptied row triggers a ducat day, which pays for the best areas. The match ends when a player has
built their last floor; most ducats win.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import DataFiles, Game, Rulebook, TermsCache
from rulekeep.games.kilt_castle import describe, evaluate, legal, scoring, setup, turn
from rulekeep.games.kilt_castle.audit import audit
from rulekeep.games.kilt_castle.box.board import BOARD_FILE, GAME_ID, Board
from rulekeep.games.kilt_castle.box.pieces import PACKAGE, PROVENANCE
from rulekeep.games.kilt_castle.moves import Move, MoveTable, language
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.terms import Terms
from rulekeep.games.kilt_castle.universe import universe
from rulekeep.games.kilt_castle.view import looking, text


class KiltCastle(Game[State, Move]):
    """The game on one board; another board makes another instance."""

    id = GAME_ID
    title = "Kilt Castle"
    blurb = (
        "A Scottish family quarrel in stone: send building cards round the castle, build over "
        "your relatives' towers and own the largest part when the ducats are shared out."
    )
    seats = range(2, 5)  # KC-001
    seats_rule = "KC-001"
    box_rule = "KC-003"
    score_unit = "ducat"
    usual_seats = 4
    book = Rulebook.load(PACKAGE, f"{PACKAGE}.checks")
    table = State
    drawn_by = f"{PACKAGE}.view.picture"

    def __init__(self, files: DataFiles | None = None) -> None:
        self.files = files or DataFiles(PACKAGE, (BOARD_FILE,))
        self.data_digest = self.files.digest()
        self.board = Board(self.files.read(BOARD_FILE))
        self.moves = MoveTable(self.board)
        self.language = language(self.board)
        self.agreements = TermsCache(
            lambda seats, options: Terms(self.board, self.moves, seats, options), self.options
        )

    # -- the rules --------------------------------------------------------------------------

    # Functions of the modules themselves, without a call in between, for speed.
    decisions = staticmethod(legal.decisions)
    legal_moves = staticmethod(legal.legal_moves)
    lay_out = staticmethod(setup.lay_out)
    advance = staticmethod(turn.advance)
    outcome = staticmethod(scoring.outcome)
    standing = staticmethod(scoring.standing)
    complete = staticmethod(setup.complete)
    audit = staticmethod(audit)
    learned_estimate = staticmethod(evaluate.estimate)
    evaluate = staticmethod(evaluate.evaluate)
    sentence = staticmethod(describe.sentence)
    explain_end = staticmethod(describe.explain_end)
    describe = staticmethod(describe.describe)
    render = staticmethod(text.render)
    legend = staticmethod(text.legend)
    look_at = staticmethod(looking.look_at)
    universe = staticmethod(universe)

    def provenance(self) -> Iterator[tuple[str, str]]:
        yield from (*self.board.provenance, *PROVENANCE)
        yield from (("warning", warning) for warning in self.board.warnings)


GAME = KiltCastle()
