"""What is to be said of a region, a country, a house or a box on the line of kings."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core.prose import a, listed, plural, upper_first
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Land, Spot, bits, fold
from rulekeep.games.kings_and_castles.state import STATUSES, State
from rulekeep.games.kings_and_castles.terms import phases

STATUS_WORDS = {
    "enemy": "is all in enemy hands",
    "contested": "is contested",
    "liberated": "is liberated",
}


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on what a word names; none if it names nothing. All of it lies open."""
    board, word = state.terms.board, fold(thing)
    if word in board.by_name:
        return _region(state, board.by_name[word])
    for land, country in enumerate(board.countries):
        if word in (fold(country.id), fold(country.name)):
            return _country(state, land)
    for house in state.terms.houses:
        if word in (fold(board.colours[house]), board.letters[house].lower()):
            return _house(state, house)
    number = word.removeprefix("box")
    boxes = [
        king.number
        for king in board.boxes[: state.terms.last_box]
        if number == str(king.number) or word in (fold(king.king), fold(king.title))
    ]
    return [_box(state, box) for box in boxes]


# -- regions ------------------------------------------------------------------------------------


def _region(state: State, spot: Spot) -> list[str]:
    board = state.terms.board
    there = board.regions[spot]
    country = state.terms.country(there.country)
    sea = "on the coast" if there.coastal else "without a coast"
    said = [
        f"{there.name} ({there.code}) is a region of {country}, worth {there.value}, {sea}.",
        garrison(state, spot),
    ]
    if state.stormed >> spot & 1:
        said.append("It was attacked this turn.")
    said += _signs(state, spot)
    said.append(f"By land it borders on {_with_holders(state, there.borders)}.")
    if there.coastal:
        over = [s for s in bits(board.anchors) if board.country_of[s] != there.country]
        if over:
            said.append(
                f"By sea it lies next to the anchors of other countries, for invasions: "
                f"{_with_holders(state, over)}."
            )
    return said


def garrison(state: State, spot: Spot) -> str:
    holder = _holder(state, spot)
    if not holder:
        return "Nobody holds it."
    need = state.defence[spot] + 1
    return (
        f"{upper_first(a(holder))} holds it, strength {need - 1}: "
        f"it falls to an attack of {need} or more."
    )


def _holder(state: State, spot: Spot) -> str:
    """`black archer with a castle of 2`; nothing for an empty region."""
    kind = state.unit[spot]
    if kind < 0:
        return ""
    castle = f" with a castle of {state.castle[spot]}" if state.castle[spot] else ""
    return pieces.marker(state.terms.board.kinds[kind]) + castle


def _with_holders(state: State, spots: Iterable[Spot]) -> str:
    board = state.terms.board
    return (
        listed(f"{board.regions[s].name} ({_holder(state, s) or 'empty'})" for s in spots)
        or "no other region"
    )


def _signs(state: State, spot: Spot) -> list[str]:
    """What is printed there, and what for."""
    there = state.terms.board.regions[spot]
    country = state.terms.country(there.country)
    meanings = (
        (there.anchor, f"An anchor: while {country} is all enemies, one may land here by sea."),
        (
            there.portcullis,
            (
                f"A portcullis: while {country} is all enemies, "
                "one may enter here from a neighbour that a player holds."
            ),
        ),
        (there.flag, f"A flag: enemies may attack here once {country} is liberated."),
    )
    return [meaning for has, meaning in meanings if has]


# -- countries, houses, boxes -------------------------------------------------------------------


def _country(state: State, land: Land) -> list[str]:
    board = state.terms.board
    regions = board.country_masks[land]
    name = state.terms.country(land)
    black = (state.held[pieces.BLACK] & regions).bit_count()
    role = ""
    if land == state.king:
        role = ", the king's country,"
    elif land == state.further:
        role = ", the further country of this turn,"
    status = STATUS_WORDS[STATUSES[state.status(land)]] if state.box else "awaits its king"
    said = [
        (
            f"{name}{role} {status}: {plural(black, 'enemy', 'enemies')} "
            f"in {plural(regions.bit_count(), 'region')} worth {board.worth(regions)}."
        )
    ]
    said += [
        f"{upper_first(board.colours[house])} holds "
        f"{listed(board.regions[s].name for s in bits(state.held[house] & regions))}."
        for house in range(pieces.HOUSES)
        if state.held[house] & regions
    ]
    if black:
        said.append(f"Enemies: {_with_holders(state, bits(state.held[pieces.BLACK] & regions))}.")
    return said


def _house(state: State, house: pieces.House) -> list[str]:
    terms, board = state.terms, state.terms.board
    name = upper_first(terms.colour(house))
    held = state.held[house]
    regions = listed(board.regions[spot].name for spot in bits(held)) or "no region"
    boxes = [box for box, colour in enumerate(state.crown_at) if colour == house]
    crowns = f"crowns on {listed(f'box {box}' for box in boxes)}" if boxes else "no crown laid"
    said = [
        f"{name}, seat {terms.owner[house] + 1}, holds {regions}, worth {board.worth(held)}.",
        (
            f"It has {pieces.tally(pieces.named_units(state.household[house]))} in its household "
            f"and {pieces.tally(board.named(state.array[house]))} in its array."
        ),
        (
            f"It has {plural(state.tax[house], 'TAX marker')}, {crowns}, "
            f"and {plural(state.unplaced[house], 'crown')} to lay."
        ),
    ]
    return said


def _box(state: State, box: int) -> str:
    king = state.terms.board.boxes[box - 1]
    now = box == state.box and state.phase != phases.OVER
    crown = state.house if now else state.crown_at[box]
    whose = f"the crown of {state.terms.colour(crown)} lies there" if crown >= 0 else "no crown"
    if now:
        whose = f"{state.terms.colour(crown)} is king now"
    elif box <= state.box:
        whose = "it is over"
    country = state.terms.country(king.country)
    return f"Box {box}: {king.title}, king in {country}, bonus of {king.bonus}; {whose}."
