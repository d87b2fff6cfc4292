"""Carcassonne: The Castle, wired to the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.chance import Chance
from rulekeep.core.data import DataFiles, Node
from rulekeep.core.game import Decision, Emit, Event, Game, Item, Outcome, Score, Step
from rulekeep.core.options import settle
from rulekeep.core.seats import need_seats
from rulekeep.games.carcassonne_castle import audit, codec, components, describe, notation, turn
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.evaluate import evaluate
from rulekeep.games.carcassonne_castle.features import free_segments
from rulekeep.games.carcassonne_castle.final import final_gains
from rulekeep.games.carcassonne_castle.moves import (
    AGAIN,
    DRAW,
    END,
    NO_FOLLOWER,
    EndTurn,
    Move,
    NoFollower,
    PlaceFollower,
    PlaceTile,
    PlayAgain,
    ScoreFeature,
)
from rulekeep.games.carcassonne_castle.options import OPTIONS, Agreement
from rulekeep.games.carcassonne_castle.render import render
from rulekeep.games.carcassonne_castle.rules import BOOK, decider
from rulekeep.games.carcassonne_castle.scoring import (
    in_fixed_order,
    most_doubles,
    next_group,
    score_move,
)
from rulekeep.games.carcassonne_castle.state import (
    COLOURS,
    DOUBLE,
    END_OF_TURN,
    FOLLOWER,
    OVER,
    PLACE,
    SCORE,
    START,
    TALLY,
    State,
)

_QUESTIONS = {
    START: ("draw", "draw a tile, or use wall tile 1 first"),
    PLACE: ("place", "place the tile drawn"),
    FOLLOWER: ("follower", "place a follower on the new tile, or none"),
    SCORE: ("score", "score the next completed feature"),
    DOUBLE: ("score", "your feature is scored: use a wall tile?"),
    END_OF_TURN: ("end", "end the turn, or use wall tile 1"),
}
_DECISIONS: tuple[tuple[tuple[Decision, ...], ...], ...] = (
    *(
        tuple((Decision(1 - seat if phase == DOUBLE else seat, *question),) for seat in (0, 1))
        for phase, question in _QUESTIONS.items()
    ),
    ((), ()),
)
"""By phase and active seat."""
_ONLY_DRAW = (DRAW,)
_DRAW_OR_AGAIN = (DRAW, AGAIN)
_END_OR_AGAIN = (END, AGAIN)


class CarcassonneCastle(Game[State, Move]):
    """Two players build inside the castle wall; Reiner Knizia, 2003."""

    id = "carcassonne_castle"
    title = "Carcassonne: The Castle"
    seats = range(2, 3)
    book = BOOK
    options = OPTIONS
    presets: Mapping[str, Mapping[str, Any]] = {
        "rulebook": {},
        "literal": {
            "keep_rule": "majority_and_own_tile",
            "court7_size": "tiles",
            "court7_second": "void",
        },
        "quick": {"order_choice": "fixed", "score_steps": "per_player_sum"},
    }
    blurb = (
        "Two players lay tiles inside the castle wall and claim its paths, towers, houses and "
        "courts. Whoever stops exactly on a corner tower takes the wall tile that lies there."
    )

    def __init__(self, files: DataFiles = components.FILES) -> None:
        self.files = files
        self.components = components.load(files)
        self.data_digest = self.components.digest

    # -- the rules --------------------------------------------------------------------------

    def setup(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Step[State]:
        need_seats(seats, self.seats, self.title, "CC-001")
        agreed = Agreement.of(settle(self.options, options))
        state = State(self.components, agreed)
        if isinstance(agreed.first_player, int):
            state.active = agreed.first_player
        else:
            state.active = chance.below(2, "who starts")
        events: list[Event] = [
            e.PiecesHandedOut(("CC-001", "CC-002"), state.supply[0]),
            e.StockShuffled(("CC-003", "CC-007"), state.stock.total),
            e.WallTilesLaidOut(
                ("CC-004", "CC-005"), state.towers.bit_count(), self.components.left_over
            ),
            e.FirstPlayerNamed(("CC-006",), state.active),
        ]
        turn.begin_turn(state, chance, events.append)
        return Step(state, tuple(events))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return _DECISIONS[state.phase][state.active]

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        phase = state.phase
        if seat != (1 - state.active if phase == DOUBLE else state.active):
            return ()
        if phase == PLACE:
            asks, fits = state.asks, self.components.fits[state.drawn]
            placements = self.components.placements
            found: list[Move] = []
            for cell in state.frontier:
                found += placements[cell][fits[asks[cell]]]
            return found
        if phase == FOLLOWER:
            return self._follower_moves(state, seat)
        if phase in (SCORE, DOUBLE):
            return self._score_moves(state)
        if phase == END_OF_TURN:
            return _END_OR_AGAIN
        if phase == START:
            return _DRAW_OR_AGAIN if turn.can_announce(state) else _ONLY_DRAW
        return ()

    def _follower_moves(self, state: State, seat: int) -> list[Move]:
        found: list[Move] = []
        if state.supply[seat]:
            tile = state.board[state.last]
            claims = self.components.claims[tile]
            found += [claims[segment] for segment in free_segments(state)]
        found.append(NO_FOLLOWER)
        return found

    def _score_moves(self, state: State) -> list[Move]:
        if state.phase == DOUBLE:
            roots = [state.chosen]
        else:
            roots = in_fixed_order(state, next_group(state))
            if not state.agreed.order_is_chosen:
                roots = roots[:1]
        asked = decider(state)
        found: list[Move] = []
        for root in roots:
            doubles = most_doubles(state, root) if state.winner(root) == asked else 0
            found += [score_move(state, root, n) for n in range(doubles + 1)]
        return found

    def advance(
        self, state: State, seat: int, move: Move, chance: Chance, emit: Emit | None = None
    ) -> None:
        if isinstance(move, PlaceTile):
            turn.place_tile(state, move, chance, emit)
        elif isinstance(move, NoFollower):
            turn.place_no_follower(state, chance, emit)
        elif isinstance(move, PlaceFollower):
            turn.place_follower(state, move, chance, emit)
        elif isinstance(move, ScoreFeature):
            turn.score_feature(state, seat, move, chance, emit)
        elif isinstance(move, EndTurn):
            turn.pass_on(state, chance, emit)
        elif isinstance(move, PlayAgain):
            turn.announce_extra_turn(state, emit)
            if state.phase == START:
                turn.draw_tile(state, chance, emit)
            else:
                turn.pass_on(state, chance, emit)
        else:
            turn.draw_tile(state, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        black, white = state.score
        places = (1 + (black < white), 1 + (white < black))
        reason = "draw" if black == white else "most points"
        return Outcome(places, self.standing(state, None), "CC-130", reason, ("CC-145",))

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        gains = final_gains(state) if state.phase == OVER else []
        scores = []
        for seat in (0, 1):
            lines = state.tally[seat * len(TALLY) : (seat + 1) * len(TALLY)]
            items = [
                Item(label, units, each, rule)
                for units, (label, each, rule) in zip(lines, TALLY, strict=True)
                if units
            ]
            items += [gain.item for gain in gains if gain.seat == seat]
            scores.append(Score(seat, state.score[seat], tuple(items)))
        return tuple(scores)

    # -- text and data ----------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        return notation.parse(self.components, text)

    def notation(self, move: Move) -> str:
        return move.text

    def to_dict(self, state: State) -> dict[str, Any]:
        return codec.to_dict(state)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        return codec.from_node(self.components, Node.of(data, "state"))

    # -- who may know what ------------------------------------------------------------------

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        """Everything is open but what chance has not decided yet: stock order, unseen faces."""
        seen = codec.to_dict(state)
        seen["unseen"] = state.unseen.as_dict()
        return seen

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        return state.copy()

    # -- for bots and people ----------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        return evaluate(state, seat)

    def describe(self, state: State, seat: int, move: Move) -> str:
        return describe.describe(state, seat, move)

    def render(self, state: State, viewer: int | None, look: Look) -> Canvas:
        return render(state, viewer, look)

    # -- for tests --------------------------------------------------------------------------

    def universe(self, state: State, seat: int) -> Iterable[Move]:
        tables = self.components
        yield from (DRAW, END, AGAIN, NO_FOLLOWER)
        for of_type in tables.follower_moves:
            yield from of_type
        drawn = max(state.drawn, 0)
        other = (drawn + 1) % len(tables.kinds)
        for moves in tables.place_moves:
            yield from moves
            for kind, move in ((drawn, moves[3]), (other, moves[0])):
                yield PlaceTile(tables.kinds[kind], move.at, move.rotation, move.cell)
        step = 1 if state.phase in (SCORE, DOUBLE) else 7
        for type_ in range(4):
            for cell in range(type_ % step, len(tables.cells), step):
                for side in range(4):
                    yield from tables.score_moves[type_][cell][side]

    def listed_as(self, state: State, seat: int, move: Move) -> Move | None:
        if isinstance(move, PlaceTile):
            rotation = self.components.listed_rotation[state.drawn][move.rotation]
            return self.components.place_moves[move.cell][rotation]
        if isinstance(move, PlaceFollower):
            tile = state.board[state.last]
            segment = self.components.oriented[tile].segment_at[move.port]
            return self.components.claims[tile][segment]
        if isinstance(move, ScoreFeature):
            tile = state.board[move.cell]
            segment = self.components.oriented[tile].segment_at[move.side]
            root = state.find(state.base[move.cell] + segment)
            return score_move(state, root, move.doubles)
        return move

    def audit(self, state: State) -> Iterable[str]:
        return audit.complaints(state)

    # -- other boards -----------------------------------------------------------------------

    def with_data(self, directory: Path) -> CarcassonneCastle:
        return CarcassonneCastle(self.files.elsewhere(directory))

    def provenance(self) -> Iterable[tuple[str, str]]:
        return self.components.notes


GAME = CarcassonneCastle()

__all__ = ["COLOURS", "GAME", "CarcassonneCastle"]
