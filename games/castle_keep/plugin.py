"""Castle Keep: the modules of this package wired to the contract.

In a turn a player draws two tiles and then builds, attacks or passes. Tiles of a castle must
match their neighbours in colour or shape; an attack plays a tile against its equal, and the chain
of one colour falls with it. A hand above four is reduced. A player who completes nine tiles, or takes
the last tile of an opponent's castle, wins at once. `turn` has it in full, `variants` the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from rulekeep.core import Game, IllegalMove, Rulebook, Seat, TermsCache
from rulekeep.games.castle_keep import checks, describe, evaluate, knowledge, legal, scoring, setup
from rulekeep.games.castle_keep.audit import audit
from rulekeep.games.castle_keep.box.tiles import PACKAGE, Box, open_box
from rulekeep.games.castle_keep.moves import LANGUAGE, Move, by_letter
from rulekeep.games.castle_keep.state import State, unseen
from rulekeep.games.castle_keep.terms import Terms
from rulekeep.games.castle_keep.turn import advance
from rulekeep.games.castle_keep.universe import listed_as, universe
from rulekeep.games.castle_keep.variants import VARIANTS
from rulekeep.games.castle_keep.view import text, words


class CastleKeep(Game[State, Move]):
    """The game on one box of tiles."""

    id = "castle_keep"
    title = "Castle Keep"
    blurb = (
        "Build a castle of nine tiles that match by colour or shape, or destroy an opponent's. "
        "The first to complete or destroy a castle wins."
    )
    seats = range(1, 5)  # CK-001
    seats_rule = "CK-001"
    seats_note = "1 player: Siege; 2 players: any other variant; 3 or 4 players: Standard or Empire"
    score_unit = ""  # tiles are counted for the table, but they decide nothing
    usual_seats = 2
    box_rule = "CK-002"
    book = Rulebook.load(PACKAGE, *checks.CHAPTERS)
    table = State
    drawn_by = f"{PACKAGE}.view.picture"
    language = LANGUAGE
    form = 3

    def __init__(self, box: Box) -> None:
        self.box = box
        self.files = box.files
        self.data_digest = box.files.digest()
        self.agreements = TermsCache(
            lambda seats, options: Terms(box, seats, options, VARIANTS[options["variant"]]),
            self.options,
        )

    # -- the rules --------------------------------------------------------------------------

    # The functions themselves, so that no call is in between.
    decisions = staticmethod(legal.decisions)
    legal_moves = staticmethod(legal.legal_moves)
    choices = staticmethod(legal.choices)
    lay_out = staticmethod(setup.lay_out)
    advance = staticmethod(advance)
    outcome = staticmethod(scoring.outcome)
    standing = staticmethod(scoring.standing)
    complete = staticmethod(setup.complete)
    audit = staticmethod(audit)
    observed = knowledge.OBSERVED
    as_known_to = staticmethod(unseen.as_known_to)
    observation = staticmethod(knowledge.observation)
    determinize = staticmethod(unseen.determinize)
    evaluate = staticmethod(evaluate.evaluate)
    sentence = staticmethod(describe.sentence)
    describe = staticmethod(describe.describe)
    explain_end = staticmethod(scoring.explain_end)
    render = staticmethod(text.render)
    legend = staticmethod(text.legend)
    look_at = staticmethod(words.look_at)
    listed_as = staticmethod(listed_as)
    universe = staticmethod(universe)

    # -- text and data ----------------------------------------------------------------------

    def read(self, state: State, seat: Seat, text: str) -> Move:
        """A tile may be named by its letter in the hand."""
        found = by_letter(text, state.hands[seat]) if 0 <= seat < state.seats else None
        if found is None:
            return self.parse(text)
        move, lacking = found
        if lacking:
            from rulekeep.games.castle_keep.checks.turn import no_such_letter

            raise IllegalMove(no_such_letter(state, seat, lacking), text.strip())
        return move

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """A position that does not say its seats has those of its variant, mostly two."""
        options = data.get("options") if isinstance(data, Mapping) else None
        if isinstance(options, Mapping) and data.get("seats") is None:
            variant = VARIANTS.get(str(options.get("variant")))
            if variant is not None:
                data = {**data, "seats": variant.seats[0]}
        return super().from_dict(data)

    # -- other boxes ------------------------------------------------------------------------

    def with_data(self, directory: Path) -> Self:
        return type(self)(open_box(directory))

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.box.sources


GAME = CastleKeep(open_box())
