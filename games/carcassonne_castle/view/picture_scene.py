"""What every part of a picture needs to know: the table, who looks, what may be named, what changed."""

from __future__ import annotations

from attrs import Factory, define

from rulekeep.core import Look, Picture
from rulekeep.games.carcassonne_castle import events
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES
from rulekeep.games.carcassonne_castle.legal import legal_moves
from rulekeep.games.carcassonne_castle.moves import (
    DrawTile,
    EndTurn,
    PlaceFollower,
    PlaceTile,
    PlayAgain,
    ScoreFeature,
)
from rulekeep.games.carcassonne_castle.state import OVER, State
from rulekeep.games.carcassonne_castle.view.picture_inks import Fills
from rulekeep.games.carcassonne_castle.view.picture_wall import Wall, wall_of


@define
class Asked:
    """What the legal moves name."""

    turns: dict[Cell, list[int]] = Factory(dict)
    """Per space the rotations in which the tile drawn fits."""
    segments: list[str] = Factory(list)
    features: list[str] = Factory(list)
    words: list[str] = Factory(list)
    """What is said in a word: draw, none, end, again, double."""

    @classmethod
    def of(cls, state: State) -> Asked:
        asked = cls()
        for move in legal_moves(state, state.decider) if state.phase != OVER else ():
            match move:
                case PlaceTile(cell, rotation):
                    asked.turns.setdefault(cell, []).append(rotation)
                case PlaceFollower(type_, port):
                    asked.segments.append(f"{TYPES[type_]} {PORTS[port]}")
                case ScoreFeature(type_, cell, port, doubles):
                    where = f"{state.terms.box.cell_names[cell]} {PORTS[port]}"
                    asked.features.append(f"{TYPES[type_]} {where}")
                    asked.words += [" ".join(["double"] * doubles)] if doubles else []
                case DrawTile():
                    asked.words.append("draw")
                case EndTurn():
                    asked.words.append("end")
                case PlayAgain():
                    asked.words.append("again")
                case _:
                    asked.words.append("none")
        asked.features = list(dict.fromkeys(asked.features))
        asked.words = list(dict.fromkeys(asked.words))
        return asked


@define
class Changes:
    """What happened since the newest tile was laid, by the thing that changed."""

    tile: str = ""
    follower: str = ""
    drawn: bool = False
    keeps: set[int] = Factory(set)
    markers: dict[int, int] = Factory(dict)
    towers: set[str] = Factory(set)
    cards: set[tuple[int, int]] = Factory(set)

    @classmethod
    def of(cls, look: Look) -> Changes:
        changes = cls()
        for _, event in look.lately:
            match event:
                case events.TilePlaced():
                    changes = cls(tile=event.at)
                case events.FollowerPlaced():
                    changes.follower = event.at
                case events.TileDrawn():
                    changes.drawn = True
                case events.KeepPlaced() | events.KeepMoved():
                    changes.keeps.add(event.seat)
                case events.MarkerMoved():
                    before = changes.markers.get(event.seat, 0)
                    changes.markers[event.seat] = before + event.points
                case events.WallTileTaken():
                    changes.towers.add(event.tower)
                    changes.cards.add((event.seat, event.number))
        return changes


class Scene:
    def __init__(self, sheet: Picture, state: State, viewer: int | None, look: Look) -> None:
        self.sheet = sheet
        self.state = state
        self.look = look
        Fills(sheet)
        self.wall: Wall = wall_of(state.terms.box)
        self.asked = Asked.of(state)
        self.changes = Changes.of(look)
        self.legal = "yes" if state.phase != OVER and viewer == state.decider else None
        """What elements that a legal move names say, where the viewer decides."""
