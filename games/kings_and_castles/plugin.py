"""Kings & Castles: the modules of this package wired to the contract.

Enemies hold five countries from 1066 to 1485. Noble houses put crowns on the line of kings. Box by
box, the king of that box attacks with markers of all colours from his own board in his country and
one more, places castles, may raise a tax, and restocks from household and bag. Regions pay when a
tax is raised and once more at the end. The richest house wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from attrs import evolve

from rulekeep.core import DataFiles, Game, Rulebook, TermsCache
from rulekeep.games.kings_and_castles import (
    audit,
    describe,
    evaluate,
    knowledge,
    legal,
    scoring,
    setup,
    turn,
    universe,
)
from rulekeep.games.kings_and_castles.box.loading import FILES, PACKAGE, load_board
from rulekeep.games.kings_and_castles.box.pieces import HOUSES
from rulekeep.games.kings_and_castles.checks import CHAPTERS
from rulekeep.games.kings_and_castles.legal import choices
from rulekeep.games.kings_and_castles.moves import Move, language
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import Terms
from rulekeep.games.kings_and_castles.terms.attack_sets import AttackSets
from rulekeep.games.kings_and_castles.view import looking, text


class KingsAndCastles(Game[State, Move]):
    """Barons take turns as king, conquer regions and raise taxes."""

    id = "kings_and_castles"
    title = "Kings & Castles"
    blurb = (
        "Noble houses take turns as King of England from 1066 to 1485, lead everybody's armies "
        "into five countries, and tax what they hold. The richest house wins."
    )
    score_unit = "coin"
    seats = range(2, 5)  # KG-001
    seats_rule = "KG-001"
    seats_note = "2 players: each runs two houses"
    usual_seats = 4
    box_rule = "KG-220"
    book = Rulebook.load(PACKAGE, *CHAPTERS)
    table = State
    drawn_by = f"{PACKAGE}.view.picture"

    def __init__(self, files: DataFiles | None = None) -> None:
        self.files = files if files is not None else DataFiles(PACKAGE, FILES)
        self.board = load_board(self.files)
        self.data_digest = self.files.digest()
        self.language = language(self.board)
        # Values of options that the data files name: mixes of counters, colours of houses.
        orders = tuple("-".join(order) for order in permutations(self.board.colours[:HOUSES]))
        values = {"active_mix": tuple(self.board.mixes), "colours": orders}
        usual = {"active_mix": self.board.default_mix, "colours": orders[0]}
        labels = {order: order.replace("-", ", ") for order in orders}
        self.options = tuple(
            evolve(
                option,
                values=values[option.name],
                default=usual[option.name],
                labels={**labels, **option.labels},
            )
            if option.name in values
            else option
            for option in self.book.options
        )
        attack_sets = AttackSets(self.board)
        self.agreements = TermsCache(
            lambda seats, chosen: Terms(self.board, attack_sets, seats, chosen), self.options
        )

    # -- the rules --------------------------------------------------------------------------

    # Functions of the modules are assigned directly, which saves a call.
    decisions = staticmethod(legal.decisions)
    legal_moves = staticmethod(legal.legal_moves)
    choices = staticmethod(choices.choices)
    lay_out = staticmethod(setup.lay_out)
    advance = staticmethod(turn.advance)
    outcome = staticmethod(scoring.outcome)
    standing = staticmethod(scoring.standing)
    complete = staticmethod(setup.complete)
    audit = staticmethod(audit.audit)
    observed = knowledge.OBSERVED
    as_known_to = staticmethod(knowledge.as_known_to)
    observation = staticmethod(knowledge.observation)
    determinize = staticmethod(knowledge.determinize)
    learned_estimate = staticmethod(evaluate.estimate)
    evaluate = staticmethod(evaluate.evaluate)
    sentence = staticmethod(describe.sentence)
    explain_end = staticmethod(describe.explain_end)
    describe = staticmethod(describe.describe)
    render = staticmethod(text.render)
    legend = staticmethod(text.legend)
    look_at = staticmethod(looking.look_at)
    listed_as = staticmethod(universe.listed_as)
    universe = staticmethod(universe.universe)

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.board.provenance
