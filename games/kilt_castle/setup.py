"""From the box to the first question: colours, money, and the cards dealt into the start rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekeep.core import Bag, Chance, Emit, GivenKeys, Seat, because
from rulekeep.games.kilt_castle import events
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import START_ROWS, Position
from rulekeep.games.kilt_castle.box.pieces import FACES, SHOWN, Lying
from rulekeep.games.kilt_castle.scoring import brought, someone_built_everything
from rulekeep.games.kilt_castle.state import BUILT, TURN_LIMIT, State
from rulekeep.games.kilt_castle.terms import NOBODY, Terms

MOST_OF_A_COLOUR = 2  # KC-012
"""In one start row."""
USUAL_COLOURS = "ROLD"  # the order of the colours if nobody chooses


def lay_out(state: State, chance: Chance, emit: Emit) -> None:
    """From a table nobody has touched to the first player's decision."""
    seat_players(state, emit)
    singles = state.terms.singles
    emit(events.CardsLaid(("KC-009",), lay_row(state, singles), _texts(singles)))
    for row in deal_doubles(state.terms, chance, emit):
        turned = ("KC-011", any(lying & 1 for lying in row))
        no_more = ("KC-012", third_of_a_colour(row, row[-1]) is not None)
        rules = because("KC-010", turned, no_more)
        emit(events.CardsLaid(rules, lay_row(state, row), _texts(row)))
    state.front, state.active = state.terms.box.start[1], first_player(state)
    (lone,) = state.rows[state.front]
    away = pieces.COLOUR_NAMES[FACES[lone][-1]]
    emit(events.SealTaken(("KC-014",), state.active, SHOWN[lone], away))


def seat_players(state: State, emit: Emit) -> None:
    terms = state.terms
    chosen = ("KC-008",) if terms.options["colours"] != USUAL_COLOURS else ()
    for seat, own in enumerate(terms.colours_of):
        names = tuple(pieces.COLOUR_NAMES[colour] for colour in own)
        purse = state.bank.purses[seat]
        emit(events.PlayerSeated(("KC-002", *chosen), seat, names, state.floors_left(seat), purse))
    for colour in pieces.COLOURS:
        if terms.owner[colour] == NOBODY:
            cards = [card for card in pieces.CARDS if colour in FACES[2 * card]]
            names = tuple(map(pieces.card_name, cards))
            emit(events.ColourLeftOut(("KC-006",), pieces.COLOUR_NAMES[colour], names))
    limited = ("KC-005", "KC-110") if terms.bank_limit is not None else ()
    emit(events.TableLaid(("KC-007", *limited), pieces.ROOFS, state.bank.reserve))


# -- the cards ------------------------------------------------------------------------------


def lay_row(state: State, row: Sequence[Lying]) -> Position:
    """Lay a start row where its number of cards is printed; that position."""
    position = state.terms.box.start[len(row)]
    for lying in row:
        state.lay(lying, position)  # KC-009 KC-010
    return position


def rows_of_doubles(terms: Terms) -> list[int]:
    """How many cards there are in each of them."""
    return [count for count in START_ROWS if count < len(terms.singles)]  # KC-010


def first_player(state: State) -> Seat:
    """The owner of the colour facing away on the lone card begins."""
    (lone,) = state.rows[state.terms.box.start[1]]
    return state.terms.owner[FACES[lone][-1]]  # KC-014


def deal_doubles(terms: Terms, chance: Chance, emit: Emit) -> list[list[Lying]]:
    """The double cards row by row; dealt again until every row is allowed."""
    while (rows := _deal_once(terms, chance, emit)) is None:
        pass
    return rows


def _deal_once(terms: Terms, chance: Chance, emit: Emit) -> list[list[Lying]] | None:
    """One deal; None if it failed."""
    # How a card will lie is fixed before it is seen, so the pile holds it both ways.
    either_way = [lying for card in terms.doubles for lying in (card, card + 1)]  # KC-011
    pile = Bag(_texts(either_way), [1] * len(either_way))
    rows: list[list[Lying]] = []
    aside: list[Lying] = []
    for count in rows_of_doubles(terms):
        row, aside = aside, []
        rows.append(row)
        while len(row) < count:
            drawn = pile.draw(chance, "the card dealt")
            pile.remove(drawn ^ 1)  # KC-011: the same card the other way round
            lying = either_way[drawn]
            colour = third_of_a_colour(row, lying)  # KC-012
            if colour is None:  # KC-012
                row.append(lying)
            elif terms.skips_cards:  # KC-013
                emit(events.CardSetAside(("KC-013",), SHOWN[lying], pieces.COLOUR_NAMES[colour]))
                aside.append(lying)
            else:
                emit(events.CardsCollected(("KC-013",), SHOWN[lying], pieces.COLOUR_NAMES[colour]))
                return None
    return rows


def third_of_a_colour(row: Sequence[Lying], lying: Lying) -> pieces.Colour | None:
    """The colour that would lie in the row more than twice."""
    for colour in FACES[lying]:
        if sum(colour in FACES[other] for other in row) >= MOST_OF_A_COLOUR:  # KC-012
            return colour
    return None


def _texts(row: Sequence[Lying]) -> tuple[str, ...]:
    return tuple(SHOWN[lying] for lying in row)


# -- positions ------------------------------------------------------------------------------


def complete(state: State, said: GivenKeys) -> None:
    """Fill in what a position leaves out: the start rows, and all that follows from the rest."""
    if "cards" not in said:
        for row in usual_rows(state.terms):
            lay_row(state, row)
        if "front" not in said:
            state.front = state.terms.box.start[1]
        if "active" not in said:
            state.active = first_player(state)
    if "stock" not in said:
        state.stock = state.counted_stock()
    for name, value in state.derivation().items():
        setattr(state, name, value)
    if state.over and "ended" not in said:
        state.ended = BUILT if someone_built_everything(state) else TURN_LIMIT
    state.start = tuple(brought(state, seat) for seat in range(state.terms.seats))


def usual_rows(terms: Terms) -> Iterator[Sequence[Lying]]:
    """The start rows, the double cards in their order as far as the deal allows it."""
    yield terms.singles
    pile = list(terms.doubles)
    for count in rows_of_doubles(terms):
        row: list[Lying] = []
        while len(row) < count:
            lying = next(lying for lying in pile if third_of_a_colour(row, lying) is None)
            pile.remove(lying)
            row.append(lying)
        yield row
