"""What is to be said of the match, a region, a country, a house or a box on the line of kings."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core import Look, Seat, listed, plural, upper_first, with_article
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Land, Spot, bits, fold
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases


def headline(state: State, look: Look) -> str:
    """Where the match stands."""
    terms = state.terms
    if state.phase == phases.OVER:
        return "the match is over"
    if state.phase == phases.PLACE:
        return (
            f"the enemies are placed, now {with_article(pieces.marker(pieces.TYPES[state.drawn]))}"
        )
    if state.phase == phases.BID:
        return "auction for the first crown"
    if not state.box:
        return "before the first turn"
    box = terms.board.boxes[state.box - 1]
    king = f"{box.title}, king in {terms.country(box.country)}"
    who = f"{look.name(state.active_seat)} ({terms.colour(state.house)})"
    return f"box {state.box} of {terms.last_box} · {king} · {who}"


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
    over = board.anchors & ~board.country_masks[there.country]
    if there.coastal and over:
        said.append(
            f"By sea it lies next to the anchors of other countries, for invasions: "
            f"{_with_holders(state, bits(over))}."
        )
    return said


def garrison(state: State, spot: Spot) -> str:
    holder = _holder(state, spot)
    if not holder:
        return "Nobody holds it."
    need = state.defence[spot] + 1
    return (
        f"{upper_first(with_article(holder))} holds it, strength {need - 1}: "
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
    region = state.terms.region
    held = [f"{region(spot)} ({_holder(state, spot) or 'empty'})" for spot in spots]
    return listed(held) or "no other region"


def _signs(state: State, spot: Spot) -> list[str]:
    """What is printed there, and what for."""
    there = state.terms.board.regions[spot]
    country = state.terms.country(there.country)
    enemy = f"while {country} is all enemies, one may"
    meanings = (
        (there.anchor, f"An anchor: {enemy} land here by sea."),
        (
            there.portcullis,
            f"A portcullis: {enemy} enter here from a neighbour that a player holds.",
        ),
        (there.flag, f"A flag: enemies may attack here once {country} is liberated."),
    )
    return [meaning for has, meaning in meanings if has]


# -- countries, houses, boxes -------------------------------------------------------------------


def _country(state: State, land: Land) -> list[str]:
    board = state.terms.board
    regions = board.country_masks[land]
    name = state.terms.country(land)
    role = ""
    if land == state.king:
        role = ", the king's country,"
    elif land == state.further:
        role = ", the further country of this turn,"
    status = "awaits its king"
    if state.box:
        statuses = ("is all in enemy hands", "is contested", "is liberated")
        status = statuses[state.status(land)]
    enemies = plural(enemies_in(state, land), "enemy", "enemies")
    whole = f"{plural(regions.bit_count(), 'region')} worth {board.worth(regions)}"
    said = [f"{name}{role} {status}: {enemies} in {whole}."]
    said += [
        f"{upper_first(board.colours[house])} holds "
        f"{listed(board.regions[s].name for s in bits(state.held[house] & regions))}."
        for house in range(pieces.HOUSES)
        if state.held[house] & regions
    ]
    if black := state.held[pieces.BLACK] & regions:
        said.append(f"Enemies: {_with_holders(state, bits(black))}.")
    return said


def enemies_in(state: State, land: Land) -> int:
    return (state.held[pieces.BLACK] & state.terms.board.country_masks[land]).bit_count()


def _house(state: State, house: pieces.House) -> list[str]:
    terms, board = state.terms, state.terms.board
    name = upper_first(terms.colour(house))
    held = state.held[house]
    regions = listed(board.regions[spot].name for spot in bits(held)) or "no region"
    boxes = [box for box, colour in enumerate(state.crown_at) if colour == house]
    crowns = f"crowns on {listed(f'box {box}' for box in boxes)}" if boxes else "no crown laid"
    household = pieces.tally(pieces.named_units(state.household[house]))
    array = pieces.tally(board.named(state.array[house]))
    tax, left = plural(state.tax[house], "TAX marker"), plural(state.unplaced[house], "crown")
    return [
        f"{name}, seat {terms.owner[house] + 1}, holds {regions}, worth {board.worth(held)}.",
        f"It has {household} in its household and {array} in its array.",
        f"It has {tax}, {crowns}, and {left} to lay.",
    ]


def crown_on(state: State, box: int) -> tuple[bool, pieces.Colour]:
    """Whether it is this box's turn, and the colour of its crown; NOBODY for none."""
    now = box == state.box and state.phase != phases.OVER
    return now, state.house if now else state.crown_at[box]


def _box(state: State, box: int) -> str:
    king = state.terms.board.boxes[box - 1]
    now, crown = crown_on(state, box)
    whose = f"the crown of {state.terms.colour(crown)} lies there" if crown >= 0 else "no crown"
    if now:
        whose = f"{state.terms.colour(crown)} is king now"
    elif box <= state.box:
        whose = "it is over"
    country = state.terms.country(king.country)
    return f"Box {box}: {king.title}, king in {country}, bonus of {king.bonus}; {whose}."
