"""Carcassonne: The Castle (Die Burg, 2003): the modules of this package wired to the contract.

Two players place tiles inside a castle wall, one per turn, and may place a follower on each.
Completed paths, towers and houses are scored. The score track runs along the wall; a marker that
stops on a corner tower takes the wall tile there. After the last tile the larger keep, the courts
and the wall tiles score. The player with the most points wins.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core import DataFiles, Game, Rulebook, Seat, TermsCache
from rulekeep.games.carcassonne_castle import describe, evaluate, knowledge, legal, setup
from rulekeep.games.carcassonne_castle.audit import faults
from rulekeep.games.carcassonne_castle.box.contents import FILES, PACKAGE, load
from rulekeep.games.carcassonne_castle.moves import Catalogue, Move, as_recorded, language
from rulekeep.games.carcassonne_castle.scoring import final
from rulekeep.games.carcassonne_castle.state import State
from rulekeep.games.carcassonne_castle.terms import Terms
from rulekeep.games.carcassonne_castle.turn import course
from rulekeep.games.carcassonne_castle.universe import listed_as, universe
from rulekeep.games.carcassonne_castle.view import panel, text, words


class CarcassonneCastle(Game[State, Move]):
    """Two players build inside the castle wall; Reiner Knizia, 2003."""

    id = "carcassonne_castle"
    title = "Carcassonne: The Castle"
    blurb = (
        "Two players place tiles inside the castle wall and claim its paths, towers, houses and "
        "courts. Stop exactly on a corner tower to take the wall tile there."
    )
    seats = range(2, 3)  # CC-001
    seats_rule = "CC-001"
    box_rule = "CC-020"
    book = Rulebook.load(PACKAGE, f"{PACKAGE}.checks")
    table = State
    drawn_by = f"{PACKAGE}.view.picture"

    def __init__(self, files: DataFiles = FILES) -> None:
        self.files = files
        self.box = load(files)
        self.data_digest = self.box.digest
        self.language = language(self.box)
        catalogue = Catalogue(self.box)
        self.agreements = TermsCache(
            lambda seats, chosen: Terms(self.box, catalogue, seats, chosen), self.options
        )

    # -- the rules --------------------------------------------------------------------------

    # The functions themselves, without a call in between.
    decisions = staticmethod(legal.decisions)
    legal_moves = staticmethod(legal.legal_moves)
    lay_out = staticmethod(setup.lay_out)
    advance = staticmethod(course.advance)
    outcome = staticmethod(final.outcome)
    standing = staticmethod(final.standing)
    complete = staticmethod(setup.complete)
    audit = staticmethod(faults.audit)
    observed = knowledge.OBSERVED
    observation = staticmethod(knowledge.observation)
    learned_estimate = staticmethod(evaluate.estimate)
    evaluate = staticmethod(evaluate.evaluate)
    touches = staticmethod(describe.touches)
    sentence = staticmethod(describe.sentence)
    explain_end = staticmethod(describe.explain_end)
    describe = staticmethod(describe.describe)
    render = staticmethod(text.render)
    legend = staticmethod(panel.legend)
    look_at = staticmethod(words.look_at)
    listed_as = staticmethod(listed_as)
    universe = staticmethod(universe)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return as_recorded(self.parse(text), state.drawn)

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.box.notes


GAME = CarcassonneCastle()
