"""The table in words: the content of a cell, where a kind of tile is, and the last turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekeep.core import Event, Look, NameOf, Seat, listed, plural, upper_first, with_article
from rulekeep.games.castle_keep import events
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CELL_WORDS, CELLS, Castle, Cell, at_cell
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, ROLE_NAMES, Kind, codes, tile_words
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS
from rulekeep.games.castle_keep.scoring import explain_end
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ASSAULT, BUILD, DISCARD, OVER, UNLIMITED


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a cell (`NW`) or a kind of tile (`WRC`), as far as the viewer may know."""
    word = thing.strip().upper()
    if word in CELLS:
        cell = CELLS.index(word)
        return [
            f"{upper_first(CELL_WORDS[cell])} of {_castle(state, index)}: {standing(castle, cell)}."
            for index, castle in enumerate(state.castles)
        ]
    return _kind(state, viewer, KINDS.index(word)) if word in KINDS else []


def standing(castle: Castle, cell: Cell) -> str:
    """The content of a cell, in words."""
    if not plan.occupied(castle) >> cell & 1:
        return f"free for a {ROLE_NAMES[plan.CELL_ROLE[cell]]}"
    kind = plan.kind_at(castle, cell)
    return f"{with_article(tile_words(kind))} ({KINDS[kind]})"


def _castle(state: State, index: int) -> str:
    each = state.terms.per_seat
    if not each:
        return "the castle"
    letter = f" {CASTLE_LETTERS[index % each]}" if each > 1 else ""
    return f"player {index // each + 1}'s castle{letter}"


def _kind(state: State, viewer: Seat | None, kind: Kind) -> list[str]:
    places = [
        f"{at_cell(cell)} of {_castle(state, index)}"
        for index, castle in enumerate(state.castles)
        for cell, tile in plan.tiles_of(castle)
        if tile == kind
    ]
    lines = [
        f"{KINDS[kind]} is {with_article(tile_words(kind))}.",
        f"There is one {listed(places)}." if places else "No castle has one.",
    ]
    if viewer is not None:
        held = list(state.hands[viewer]).count(kind)
        lines.append(f"You have {held or 'none'} in your hand.")
    return lines


def facts_about(state: State, seat: Seat, name: str) -> Iterator[str]:
    """What everybody can see of a player besides castles and hand."""
    if state.reserves[seat]:
        yield f"{name}'s reserve: {' '.join(codes(state.reserves[seat]))}"
    if state.razed[seat]:
        yield f"{name} has emptied {plural(state.razed[seat], 'castle')}"
    if state.is_out(seat):
        yield f"{name} is out"


def heading(state: State, name: NameOf) -> str:
    """Who must decide what, or how the match ended."""
    if state.phase == OVER:
        result = events.RESULTS.get(state.reason, " and wins")
        return f"{explain_end(state, name)}{result}"
    prompt = state.terms.prompts[state.phase]
    text = f"{name(state.active)}: {prompt[0].lower()}{prompt[1:]}"
    if state.phase == BUILD and state.terms.cap < UNLIMITED:
        text += f" ({state.placed} of {state.terms.cap} placed)"
    if state.phase == DISCARD:
        text += f" ({len(state.hands[state.active]) - HAND} to go)"
    if state.phase == ASSAULT:
        text += f" (turned over: {' '.join(codes(state.flips))})"
    return text


# -- the last turns -----------------------------------------------------------------------------------


def last_turns(look: Look, viewer: Seat | None, most: int) -> list[tuple[Seat, str]]:
    """Who did what in each of the last turns, those in which nothing was done left out."""
    turns: list[tuple[Seat, list[Event]]] = []
    for seat, event in look.lately:
        if isinstance(event, events.TurnBegan):
            turns.append((event.seat, []))
        elif turns:
            turns[-1][1].append(event)
        elif seat >= 0:
            turns.append((seat, [event]))  # what came before is too long ago
    summaries = [(seat, _sum_up(happened, look.name, viewer)) for seat, happened in turns[-most:]]
    return [(seat, text) for seat, text in summaries if text]


def _sum_up(happened: Sequence[Event], name: NameOf, viewer: Seat | None) -> str:
    """A turn in a few words: `built WRC N, TRS NW; discarded KY`."""
    parts: list[tuple[str, list[str]]] = []
    for event in happened:
        words = _words(event, name, event.seen_by is None or viewer in event.seen_by)
        if words is None:
            continue
        verb, what = words
        if parts and verb and parts[-1][0] == verb:
            parts[-1][1].append(what)
        else:
            parts.append((verb, [what]))
    return "; ".join(f"{verb} {', '.join(what)}".strip() for verb, what in parts)


def _words(event: Event, name: NameOf, seen: bool) -> tuple[str, str] | None:
    """A verb, the same for events that can be listed together, and what it was done to."""
    match event:
        case events.TilePlaced():
            source = " from the reserve" if event.reserve else ""
            return "built", f"{event.kind} {event.cell}{_letter(event.castle)}{source}"
        case events.TilesDestroyed():
            victim = f" of {name(event.owner)}" if event.owner >= 0 else ""
            verb = "took" if event.taken else "destroyed"
            tiles = " ".join(event.destroyed)
            return "", f"{event.played[0]} {verb} {tiles}{victim}{_letter(event.castle)}"
        case events.TilesLeft():
            return "left", " ".join(event.tiles)
        case events.TileTransferred():
            return "moved", f"{event.kind} to {event.to_cell} of {event.to_castle}"
        case events.TilesSwapped():
            return "exchanged", f"{event.kind_a} with {event.kind_b}"
        case events.DiscardTaken():
            return "took", f"{event.kind} from the discards"
        case events.TileDiscarded():
            return "discarded", event.kind if seen else "a tile face down"
        case events.Passed():
            return "passed", ""
        case events.TilesFlipped():
            return "assault by", " and ".join(event.tiles)
        case events.AssaultHit() if event.destroyed:
            return "lost", " ".join(event.destroyed)
    return None


def _letter(castle: str) -> str:
    return f" in {castle}" if castle else ""
