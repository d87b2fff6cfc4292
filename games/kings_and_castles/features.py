"""What the learned estimate looks at, for every seat."""

from __future__ import annotations

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Board, Spots
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import Terms, phases

STRONGEST = 6
"""Regions are told apart by their defence, from 1 to this one and more."""
LONGEST = 24
"""Boxes of a full game; a short one begins in the middle."""
NAMES = (
    "money",
    "last payment",
    *(f"worth with defence {defence} or more" for defence in range(1, STRONGEST + 1)),
    "defence of worth by payments to come",
    "worth by own taxes to come",
    "worth by taxes of others to come",
    "own taxes to come",
    "turns without a tax",
    "worth when a tax is due",
    "worth when an own tax is due",
    "regions",
    "worth in liberated countries",
    "worth next to rivals",
    "strong worth next to rivals",
    "worth next to enemies",
    "worth on flags",
    "worth in the country of the next king of another",
    "worth in countries of later kings of others",
    "worth in the country of the own next king",
    "enemies' worth in the country of the own next king",
    "rivals' worth within reach of the own next king",
    "enemies' worth in countries of later own kings",
    "rivals' worth in countries of later own kings",
    "bonus of own boxes",
    "own turn now",
    "next turn is own",
    "boxes until the own turn",
    "last box",
    "last box but one",
    "own knights at hand",
    "own foot soldiers at hand",
    "own archers at hand",
    "strength of others' units at hand",
    "strength of enemies at hand",
    "strength of mercenaries at hand",
    "strength of castles at hand",
    "markers at hand",
    "own strength by turns",
    "knights at home",
    "foot soldiers at home",
    "archers at home",
    "strength at home by turns",
    "best region to take with own units now",
    "worth to take with own units now",
    "worth to take from rivals now",
    "highest bid",
    "strength of the highest bid",
)
(
    MONEY,
    LAST,
    DEFENCE_1,
    _DEFENCE_2,
    _DEFENCE_3,
    _DEFENCE_4,
    _DEFENCE_5,
    _DEFENCE_6,
    DEFENDED,
    BY_OWN_TAXES,
    BY_OTHER_TAXES,
    OWN_TAXES,
    UNTAXED,
    DUE,
    OWN_DUE,
    REGIONS,
    LIBERATED,
    BY_RIVALS,
    STRONG_BY_RIVALS,
    BY_ENEMIES,
    ON_FLAGS,
    NEXT_OTHER,
    LATER_OTHERS,
    NEXT_OWN,
    ENEMIES_NEXT,
    RIVALS_NEXT,
    ENEMIES_LATER,
    RIVALS_LATER,
    BONUS,
    NOW,
    NEXT,
    UNTIL,
    LAST_BOX,
    LAST_BUT_ONE,
    KNIGHTS,
    _FOOT,
    _ARCHERS,
    OTHERS_AT_HAND,
    ENEMIES_AT_HAND,
    MERCENARIES,
    CASTLES,
    MARKERS,
    BY_TURNS,
    HOME_KNIGHTS,
    _HOME_FOOT,
    _HOME_ARCHERS,
    HOME_BY_TURNS,
    BEST_NOW,
    WORTH_NOW,
    RIVALS_NOW,
    BIDS,
    BID,
) = range(52)  # a constant, which the compiler need not look up
FEATURES = BID + 1
COUNTED = BY_TURNS - KNIGHTS
"""How many features count the markers at hand."""
MOST_KNOWN = 1 << 15
"""A table of counts that has grown to this size is emptied."""


KNOWN = {
    "money": 1000,
    "last payment": 1000,
    "defence of worth by payments to come": 30,
    "worth by own taxes to come": 1120,
    "worth by taxes of others to come": 560,
    "own knights at hand": 1380,
    "own foot soldiers at hand": 920,
    "own archers at hand": 460,
    "strength of others' units at hand": 330,
    "strength of enemies at hand": 330,
    "strength of mercenaries at hand": 230,
    "knights at home": 300,
    "foot soldiers at home": 200,
    "archers at home": 100,
}
"""A first guess, in thousandths of a coin; learning starts from it."""
AT_LEAST = {
    **{f"worth with defence {defence} or more": 0 for defence in range(2, STRONGEST + 1)},
    "defence of worth by payments to come": 1,
    "strong worth next to rivals": 0,
}
"""Learning keeps to these: a castle is always good for whoever holds the region, never for a rival."""


def left(state: State) -> tuple[int, int]:
    """How many turns are left, the one that is played among them, and how many a full game has."""
    return min(LONGEST, state.terms.last_box - state.box + state.is_turn()), LONGEST


def features(state: State) -> list[list[int]]:
    """The features of every seat in the order of `NAMES`."""
    terms, worth = state.terms, state.terms.board.worth
    rows: list[list[int]] = []
    masks: list[Spots] = []
    for houses in terms.houses_of:
        own = 0
        for house in houses:
            own |= state.held[house]
        masks.append(own)
        rows.append([0] * FEATURES)
    turns = state.unplaced[:]
    _count_boxes(state, rows, masks, turns)
    active = pieces.NOBODY
    due = 0
    if state.is_turn():
        active = state.active_seat
        turns[state.house] += 1
        due = 1 if state.tax[state.house] > 0 else 0
    everyone = 0
    for house, tax in enumerate(state.tax):
        everyone += min(turns[house], tax)
    for seat, houses in enumerate(terms.houses_of):
        row, own, taxes = rows[seat], masks[seat], 0
        for house in houses:
            taxed = min(turns[house], state.tax[house])
            taxes += taxed
            row[UNTAXED] += turns[house] - taxed
        value = worth.of(own)
        row[MONEY] = state.money[seat]
        row[LAST] = terms.final_rate * value
        row[OWN_TAXES] = taxes
        row[BY_OWN_TAXES] = taxes * value
        row[BY_OTHER_TAXES] = (everyone - taxes) * value
        row[DEFENDED] = 2 * terms.final_rate + everyone + taxes
        row[DUE] = due * value
        row[REGIONS] = own.bit_count()
    if active >= 0:
        rows[active][OWN_DUE] = rows[active][DUE]
        rows[active][NOW] = 1
    _count_regions(state, rows, masks)
    _count_markers(state, rows, turns)
    if state.phase == phases.ATTACK:
        _count_attacks(state, rows[active], masks[active])
    elif state.phase == phases.BID and state.bidder >= 0:
        rows[state.bidder][BIDS] = 1
        rows[state.bidder][BID] = state.standing_bid()
    return rows


def _count_regions(state: State, rows: list[list[int]], masks: list[Spots]) -> None:
    """How well regions are defended, and who may attack them."""
    board, reach, weaker = state.terms.board, state.terms.reach, state.weaker
    worth, black = board.worth, state.held[pieces.BLACK]
    everyone = state.player_held
    liberated = board.everywhere ^ board.lands.of(black)
    near_black = reach.of(black)
    most = min(STRONGEST, len(weaker) - 1)
    for seat, own in enumerate(masks):
        row = rows[seat]
        if not own:
            row[DEFENDED] = 0
            continue
        defended = row[DEFENCE_1] = worth.of(own)
        for defence in range(2, most + 1):
            strong = own & ~weaker[defence]
            if not strong:
                break
            value = worth.of(strong)
            row[DEFENCE_1 - 1 + defence] = value
            defended += value
        row[DEFENDED] *= defended
        safe = own & liberated
        if safe:
            row[LIBERATED] = worth.of(safe)
            row[ON_FLAGS] = worth.of(safe & board.flags)
            near = safe & reach.of(everyone & ~own)
            if near:
                row[BY_RIVALS] = worth.of(near)
                row[STRONG_BY_RIVALS] = worth.of(near & ~weaker[3])
        row[BY_ENEMIES] = worth.of((own ^ safe) & near_black)


def _count_boxes(state: State, rows: list[list[int]], masks: list[Spots], turns: list[int]) -> None:
    """The crowns on the coming boxes, each a turn of its house, and the countries of their kings."""
    terms, crowns, king_masks = state.terms, state.crown_at, state.terms.king_masks
    worth, black, everyone = terms.board.worth, state.held[pieces.BLACK], state.player_held
    seen = 0
    first, last = state.box + 1, terms.last_box
    for box in range(first, last + 1):
        house = crowns[box]
        if house < 0:
            continue
        turns[house] += 1
        seat = terms.owner[house]
        row, own = rows[seat], masks[seat]
        land = king_masks[box]
        rivals = everyone & ~own & land
        row[BONUS] += terms.bonuses[box]
        if seen >> seat & 1:
            row[ENEMIES_LATER] += worth.of(black & land)
            row[RIVALS_LATER] += worth.of(rivals)
        else:
            seen |= 1 << seat
            row[UNTIL] = box - first
            row[NEXT_OWN] = worth.of(own & land)
            row[ENEMIES_NEXT] = worth.of(black & land)
            row[RIVALS_NEXT] = worth.of(rivals & terms.reach.of(own))
            if box == first:
                row[NEXT] = 1
        if rivals:
            at = NEXT_OTHER if box == first else LATER_OTHERS
            for other, mask in enumerate(masks):
                if other != seat:
                    rows[other][at] += worth.of(mask & land)
        if box >= last - 1:
            row[LAST_BOX if box == last else LAST_BUT_ONE] = 1


def _count_markers(state: State, rows: list[list[int]], turns: list[int]) -> None:
    """The markers of houses that have a turn to come; choices that are made count as carried out."""
    terms = state.terms
    homes, arrays = state.household, state.array
    if state.choices.questions:
        homes, arrays = homes[:], arrays[:]
        for (house, _, _), taken in state.choices:
            if taken is not None and taken is not moves.SEALED:
                homes[house] -= taken.packed
                arrays[house] += taken.packed << pieces.COLOUR_SHIFT[house]
    for seat, houses in enumerate(terms.houses_of):
        row = rows[seat]
        counted_before = False
        for house in houses:
            coming = turns[house]
            if not coming:
                continue
            pool = arrays[house]
            if state.bonus_house == house:
                pool += state.bonus
            counted = counts_of(terms, seat, pool)
            if counted_before:
                for place in range(COUNTED):
                    row[KNIGHTS + place] += counted[place]
            else:
                counted_before = True
                row[KNIGHTS:BY_TURNS] = counted[:COUNTED]
            row[BY_TURNS] += coming * counted[COUNTED]
            home = homes[house]
            if home:
                knights, foot, archers = pieces.three(home)
                row[HOME_KNIGHTS] += knights
                row[HOME_KNIGHTS + 1] += foot
                row[HOME_KNIGHTS + 2] += archers
                row[HOME_BY_TURNS] += coming * (3 * knights + 2 * foot + archers)


def counts_of(terms: Terms, seat: Seat, pool: pieces.Pool) -> list[int]:
    """Own units by type, the strength of other markers, all markers, and the own strength."""
    known = terms.counted[seat]
    found = known.get(pool)
    if found is None:
        if len(known) >= MOST_KNOWN:
            known.clear()
        found = known[pool] = _counted(terms.board, terms.houses_of[seat], pool)
    return found


def _counted(board: Board, own: tuple[pieces.House, ...], pool: pieces.Pool) -> list[int]:
    found = [0] * (COUNTED + 1)
    for kind, number in enumerate(pieces.counts(pool)):
        if not number:
            continue
        strength = number * board.strengths[kind]
        found[7] += number
        if kind >= pieces.CASTLE:
            found[6] += strength
        elif kind >= pieces.MERCENARY:
            found[5] += strength
        elif kind // 3 == pieces.BLACK:
            found[4] += strength
        elif kind // 3 in own:
            found[kind % 3] += number
            found[COUNTED] += strength
        else:
            found[3] += strength
    return found


def _count_attacks(state: State, row: list[int], own: Spots) -> None:
    """What the active player may still take in this turn."""
    terms, board, seat = state.terms, state.terms.board, state.active_seat
    ways = state.ways
    if ways is None:
        return
    taken = most = 0
    for colour, _, _, _, beaten in ways:
        if colour != pieces.BLACK and terms.owner[colour] == seat:
            taken |= beaten & ~own
        elif beaten:
            most = max(most, board.worth.of(beaten & state.player_held & ~own))
    row[RIVALS_NOW] = most
    if taken:
        row[WORTH_NOW] = board.worth.of(taken)
        for value, mask in reversed(board.value_masks):
            if taken & mask:
                row[BEST_NOW] = value
                break
