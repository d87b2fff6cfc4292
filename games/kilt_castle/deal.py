"""The set-up: colours, money, and the cards dealt into the start rows."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core.bag import Bag
from rulekeep.core.chance import Chance
from rulekeep.core.game import Event
from rulekeep.games.kilt_castle.components import (
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    LETTERS,
    LYING,
    PIECES,
    SHOWN,
    START_ROWS,
)
from rulekeep.games.kilt_castle.events import (
    CardsCollected,
    CardSetAside,
    CardsLaid,
    ColourLeftOut,
    PlayerSeated,
    SealTaken,
    TableLaid,
)
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.table import RELOCATE, Table

MOST_OF_A_COLOUR = 2
"""In one start row."""

Lying = tuple[int, int]
"""A card, and whether it is turned."""


def start_rows(table: Table) -> list[tuple[int, int]]:
    """The start rows of the double cards: position and number of cards."""
    singles = len(table.singles)
    return [(table.board.start[count], count) for count in START_ROWS if count < singles]


def row_of_singles(table: Table) -> int:
    return table.board.start[len(table.singles)]


def third_of_a_colour(row: Sequence[Lying], card: int) -> int | None:
    """The colour that would lie in the row more than twice."""
    for colour in CARDS[card].colours:
        if sum(colour in CARDS[other].colours for other, _ in row) >= MOST_OF_A_COLOUR:
            return colour
    return None


def deal_doubles(table: Table, chance: Chance, events: list[Event]) -> list[list[Lying]]:
    """The double cards row by row; dealt anew as often as the rows are not allowed."""
    while True:
        rows = _deal_once(table, chance, events)
        if rows is not None:
            return rows


def _deal_once(table: Table, chance: Chance, events: list[Event]) -> list[list[Lying]] | None:
    """One deal, each card lying as it was announced before it was seen; None if it failed."""
    kinds = tuple(text for card in table.doubles for text in SHOWN[card])
    pile = Bag(kinds, [1] * len(kinds))
    rows: list[list[Lying]] = []
    aside: list[Lying] = []
    for _, count in start_rows(table):
        row, aside = aside, []
        rows.append(row)
        while len(row) < count:
            card, turned = LYING[kinds[chance.pick(pile, "the card dealt")]]
            for text in SHOWN[card]:
                pile.remove(kinds.index(text))
            colour = third_of_a_colour(row, card)
            if colour is None:
                row.append((card, turned))
            elif table.skips_cards:
                events.append(_breaks(CardSetAside, card, turned, colour))
                aside.append((card, turned))
            else:
                events.append(_breaks(CardsCollected, card, turned, colour))
                return None
    return rows


def _breaks(
    kind: type[CardSetAside | CardsCollected], card: int, turned: int, colour: int
) -> Event:
    return kind(("KC-012", "KC-013"), SHOWN[card][turned], COLOUR_NAMES[colour])


def seat_players(state: State) -> list[Event]:
    table = state.table
    events: list[Event] = []
    for seat, own in enumerate(table.colours_of):
        names = tuple(COLOUR_NAMES[colour] for colour in own)
        rules = ("KC-002", "KC-003", "KC-004", "KC-008")
        events.append(
            PlayerSeated(rules, seat, names, state.floors_left(seat), state.bank.purses[seat])
        )
    for colour in COLOURS:
        if table.owner[colour] < 0:
            cards = tuple(card.name for card in CARDS if colour in card.colours)
            events.append(ColourLeftOut(("KC-006",), COLOUR_NAMES[colour], cards))
    bank = state.bank.reserve
    events.append(TableLaid(("KC-005", "KC-007", "KC-110"), PIECES.roofs, bank))
    return events


def lay_row(state: State, position: int, row: Sequence[Lying]) -> None:
    for card, turned in row:
        state.lay(card, position)
        state.turned |= turned << card


def set_up(table: Table, chance: Chance) -> tuple[State, list[Event]]:
    """A fresh table and the first player's decision."""
    state = State(table)
    events = seat_players(state)
    lay_row(state, row_of_singles(table), [(card, 0) for card in table.singles])
    singles = tuple(LETTERS[CARDS[card].colours[0]] for card in table.singles)
    events.append(CardsLaid(("KC-009",), row_of_singles(table), singles))
    rows = deal_doubles(table, chance, events)
    for (position, _), row in zip(start_rows(table), rows, strict=True):
        lay_row(state, position, row)
        texts = tuple(SHOWN[card][turned] for card, turned in row)
        events.append(CardsLaid(("KC-010", "KC-011"), position, texts))
    begin(state)
    (lone,) = state.rows[state.front]
    away = COLOUR_NAMES[state.faces(lone)[-1]]
    events.append(SealTaken(("KC-014",), state.active, state.shown(lone), away))
    return state, events


def begin(state: State) -> None:
    """The owner of the colour facing away on the lone card begins."""
    state.front = state.table.board.start[1]
    lone = state.rows[state.front][0]
    state.active = state.table.owner[state.faces(lone)[-1]]
    state.phase = RELOCATE
    state.open = state.table.ask_relocate[state.active]
