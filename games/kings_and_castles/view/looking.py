"""Sentences about the match, a region, a country, a house or a box on the line of kings."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core import Look, Seat, listed, plural, upper_first, with_article
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Land, Spot, bits, fold
from rulekeep.games.kings_and_castles.scoring import money_shown
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

GAME_NAME = "Kings & Castles"
HIDDEN_COINS = "…"
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def headline(state: State, look: Look) -> str:
    """Which part of the match this is, and whose turn."""
    terms = state.terms
    if state.phase == phases.OVER:
        return "the match is over"
    if state.phase == phases.PLACE:
        return f"set-up: place an enemy {pieces.marker(pieces.TYPES[state.drawn])}"
    if state.phase == phases.BID:
        return "auction for the first crown"
    if not state.box:
        return "before the first turn"
    box = terms.board.boxes[state.box - 1]
    king = f"{box.title}, king in {terms.country(box.country)}"
    who = f"{look.name(state.active_seat)} ({terms.colour(state.house)})"
    return f"box {state.box} of {terms.last_box} · {king} · {who}"


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on what a word names; none if it names nothing. Nothing of it is secret."""
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
    sentences = [
        f"{there.name} ({there.code}) is a region of {country}, worth {there.value}, {sea}.",
        garrison(state, spot),
    ]
    if state.stormed >> spot & 1:
        sentences.append("It was attacked this turn.")
    sentences += _signs(state, spot)
    sentences.append(f"By land it borders {_with_holders(state, there.borders)}.")
    over = board.anchors & ~board.country_masks[there.country]
    if there.coastal and over:
        sentences.append(
            f"By sea it is next to the anchors of other countries, for invasions: "
            f"{_with_holders(state, bits(over))}."
        )
    return sentences


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
    """`black archer with a castle of strength 2`; nothing for an empty region."""
    kind = state.unit[spot]
    if kind < 0:
        return ""
    size = state.castle[spot]
    castle = f" with {with_article(pieces.castle(size))}" if size else ""
    return pieces.marker(state.terms.board.kinds[kind]) + castle


def _with_holders(state: State, spots: Iterable[Spot]) -> str:
    region = state.terms.region
    held = [f"{region(spot)} ({_holder(state, spot) or 'empty'})" for spot in spots]
    return listed(held) or "no other region"


def _signs(state: State, spot: Spot) -> list[str]:
    """What is printed there, and what for."""
    there = state.terms.board.regions[spot]
    country = state.terms.country(there.country)
    enemy = f"while enemies hold all of {country}, players may"
    meanings = (
        (there.anchor, f"An anchor: {enemy} land here from any coast that a player holds."),
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
    part = f", {role(state, land)}," if role(state, land) else ""
    status = "awaits its king"
    if state.box:
        statuses = ("is all in enemy hands", "is contested", "is liberated")
        status = statuses[state.status(land)]
    enemies = plural(enemies_in(state, land), "enemy", "enemies")
    whole = f"{plural(regions.bit_count(), 'region')} worth {board.worth.of(regions)}"
    sentences = [f"{name}{part} {status}: {enemies} in {whole}."]
    sentences += [
        f"{upper_first(board.colours[house])} holds "
        f"{listed(board.regions[s].name for s in bits(state.held[house] & regions))}."
        for house in range(pieces.HOUSES)
        if state.held[house] & regions
    ]
    if black := state.held[pieces.BLACK] & regions:
        sentences.append(f"Enemies: {_with_holders(state, bits(black))}.")
    return sentences


def role(state: State, land: Land) -> str:
    """`the king's country`, `the further country of this turn`, or nothing."""
    if state.phase == phases.OVER or land not in (state.king, state.further):
        return ""
    return "the king's country" if land == state.king else "the further country of this turn"


def enemies_in(state: State, land: Land) -> int:
    return (state.held[pieces.BLACK] & state.terms.board.country_masks[land]).bit_count()


def _house(state: State, house: pieces.House) -> list[str]:
    terms, board = state.terms, state.terms.board
    name = upper_first(terms.colour(house))
    held = state.held[house]
    regions = listed(board.regions[spot].name for spot in bits(held)) or "no region"
    boxes = [box for box, colour in enumerate(state.crown_at) if colour == house]
    crowns = f"crowns on {listed(f'box {box}' for box in boxes)}" if boxes else "no crown on a box"
    household = pieces.tally(pieces.named_units(state.household[house]))
    array = pieces.tally(board.named(state.array[house]))
    worth = f", worth {board.worth.of(held)}" if held else ""
    tax, left = plural(state.tax[house], "TAX marker"), plural(state.unplaced[house], "crown")
    return [
        f"{name} (player {terms.owner[house] + 1}) holds {regions}{worth}.",
        f"It has {household} in its household and {array} in its array.",
        f"It has {tax}, {crowns}, and {left} to place.",
    ]


def is_active(state: State, house: pieces.House) -> bool:
    """Whether it is the turn of a house."""
    return house == state.house and state.phase != phases.OVER


def purse(state: State, viewer: Seat | None, seat: Seat) -> str:
    """A player's money as a viewer sees it: `47`, or `…7` where coins are hidden."""
    money, hidden = money_shown(state, viewer, seat)
    return f"{HIDDEN_COINS}{money}" if hidden else str(money)


def crown_on(state: State, box: int) -> tuple[bool, pieces.Colour]:
    """Whether it is this box's turn, and the colour of its crown; NOBODY for none."""
    now = box == state.box and state.phase != phases.OVER
    return now, state.house if now else state.crown_at[box]


def _box(state: State, box: int) -> str:
    king = state.terms.board.boxes[box - 1]
    now, crown = crown_on(state, box)
    whose = f"the crown of {state.terms.colour(crown)} is there" if crown >= 0 else "no crown"
    if now:
        whose = f"{state.terms.colour(crown)} is king now"
    elif box <= state.box:
        whose = "it is over"
    country = state.terms.country(king.country)
    return f"Box {box}: {king.title}, king in {country}, bonus of {king.bonus}; {whose}."
