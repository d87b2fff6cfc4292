"""The table in plain words, for those who cannot see the picture."""

from __future__ import annotations

from rulekeep.core import Look, Seat, listed, plural
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.box.pieces import named_units, size, tally
from rulekeep.games.kings_and_castles.scoring import money_shown, outcome
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.view import looking
from rulekeep.games.kings_and_castles.view.picture.houses import bonus_of
from rulekeep.games.kings_and_castles.view.picture.kings import box_words
from rulekeep.games.kings_and_castles.view.picture.map import garrison, status


def headline(state: State, look: Look) -> str:
    """How far the match has come, and at its end who has won."""
    words = looking.headline(state, look)
    ended = outcome(state)
    if ended is None:
        return words
    first = [look.name(seat) for seat, place in enumerate(ended.places) if place == 1]
    verb = "wins" if len(first) == 1 else "win"
    return f"{words}: {listed(first)} {verb} with {max(state.money)}"


def asked(state: State, viewer: Seat | None, look: Look) -> str:
    """Who must decide what; the viewer's own question first."""
    questions = sorted(state.open, key=lambda question: question.seat != viewer)
    return "; ".join(f"{look.name(question.seat)}: {question.prompt}" for question in questions)


def whole_table(state: State, viewer: Seat | None, look: Look) -> str:
    parts = [headline(state, look), asked(state, viewer, look)]
    parts += [_player(state, viewer, look, seat) for seat in range(state.terms.seats)]
    parts += [_country(state, land) for land in range(len(state.terms.board.countries))]
    parts += [
        box_words(state, box)
        for box in range(1, state.terms.last_box + 1)
        if looking.crown_on(state, box)[1] >= 0
    ]
    parts.append(f"{plural(state.bag.total, 'marker')} in the bag, {size(state.aside)} aside")
    return ". ".join(part[:1].upper() + part[1:] for part in parts if part) + "."


def _player(state: State, viewer: Seat | None, look: Look, seat: Seat) -> str:
    purse, hidden = money_shown(state, viewer, seat)
    money = f"coins hidden, last digit {purse}" if hidden else f"money {purse}"
    houses = "; ".join(_house(state, house) for house in state.terms.houses_of[seat])
    return f"{look.name(seat)}: {money}; {houses}"


def _house(state: State, house: int) -> str:
    board = state.terms.board
    bonus = bonus_of(state, house)
    return (
        f"{board.colours[house]} has {plural(state.held[house].bit_count(), 'region')} worth "
        f"{board.worth.of(state.held[house])}, {plural(state.tax[house], 'TAX marker')}, "
        f"{plural(state.unplaced[house], 'crown')} to place, "
        f"household {tally(named_units(state.household[house]))}, "
        f"array {tally(board.named(state.array[house]))}"
        + (f", king's bonus {tally(board.named(bonus))}" if bonus else "")
    )


def _country(state: State, land: int) -> str:
    board = state.terms.board
    regions = ", ".join(
        f"{board.regions[spot].name} {garrison(state, spot)}"
        for spot in bits(board.country_masks[land])
    )
    part = looking.role(state, land)
    name = f"{board.countries[land].name}{part and ', '}{part}"
    return f"{name} ({status(state, land)}): {regions}"
