"""What the learned estimate looks at, for every seat."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Board, Spots
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

WEAKEST, STRONGEST = 1, 5
"""Regions are told apart by their defence, from the weakest to this one and more."""
LONGEST = 24
"""Boxes of a full game; a short one begins in the middle."""
NAMES = (
    "money",
    "last payment",
    *(f"worth with defence {defence}" for defence in range(WEAKEST, STRONGEST + 1)),
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
    "weak worth next to rivals",
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
    "own strength for attacks now",
    "other strength for attacks now",
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
    WEAK_BY_RIVALS,
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
    OWN_NOW,
    OTHER_NOW,
    BEST_NOW,
    WORTH_NOW,
    RIVALS_NOW,
    BIDS,
    BID,
) = range(len(NAMES))


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


def left(state: State) -> tuple[int, int]:
    """How many turns are left, the one that is played among them, and how many a full game has."""
    return min(LONGEST, state.terms.last_box - state.box + state.is_turn()), LONGEST


def features(state: State) -> list[list[int]]:
    """The features of every seat in the order of `NAMES`."""
    terms, crowns = state.terms, state.crown_at
    turns = [unplaced + crowns.count(house) for house, unplaced in enumerate(state.unplaced)]
    active = state.active_seat if state.is_turn() else pieces.NOBODY
    due = 0
    if active >= 0:
        turns[state.house] += 1
        due = int(state.tax[state.house] > 0)
    taxes = [min(of_house) for of_house in zip(turns, state.tax, strict=True)]
    everyone = sum(taxes)
    rows = [[0] * len(NAMES) for _ in range(terms.seats)]
    masks: list[Spots] = []
    for seat, houses in enumerate(terms.houses_of):
        row = rows[seat]
        own = 0
        for house in houses:
            own |= state.held[house]
            row[OWN_TAXES] += taxes[house]
            row[UNTAXED] += turns[house] - taxes[house]
        masks.append(own)
        worth = terms.board.worth(own)
        row[MONEY] = state.money[seat]
        row[LAST] = terms.final_rate * worth
        row[BY_OWN_TAXES] = row[OWN_TAXES] * worth
        row[BY_OTHER_TAXES] = (everyone - row[OWN_TAXES]) * worth
        row[DEFENDED] = 2 * terms.final_rate + everyone + row[OWN_TAXES]
        row[DUE] = due * worth
        row[REGIONS] = own.bit_count()
    if active >= 0:
        rows[active][OWN_DUE] = rows[active][DUE]
        rows[active][NOW] = 1
    _count_regions(state, rows, masks)
    _count_boxes(state, rows, masks)
    _count_markers(state, rows, turns)
    if state.phase == phases.ATTACK:
        _count_attacks(state, rows[active], masks[active])
    elif state.phase == phases.BID and state.bidder >= 0:
        rows[state.bidder][BIDS] = 1
        rows[state.bidder][BID] = state.standing_bid()
    return rows


def _count_regions(state: State, rows: list[list[int]], masks: list[Spots]) -> None:
    """How well regions are defended, and who may attack them."""
    terms, board, weaker = state.terms, state.terms.board, state.weaker
    worth, black = board.worth, state.held[pieces.BLACK]
    everyone = state.player_held
    liberated = board.everywhere ^ board.lands(black)
    near_black = terms.reach(black)
    strongest = min(STRONGEST, len(weaker) - 1)
    for row, own in zip(rows, masks, strict=True):
        if not own:
            row[DEFENDED] = 0
            continue
        rest, defended = own, 0
        for defence in range(WEAKEST, strongest):
            here = rest & weaker[defence + 1]
            if here:
                row[DEFENCE_1 - WEAKEST + defence] = worth(here)
                defended += defence * worth(here)
                rest ^= here
        row[DEFENCE_1 - WEAKEST + strongest] = worth(rest)
        defended += strongest * worth(rest)
        row[DEFENDED] *= defended
        safe = own & liberated
        row[LIBERATED] = worth(safe)
        near = safe & terms.reach(everyone & ~own)
        if near:
            row[BY_RIVALS] = worth(near)
            row[WEAK_BY_RIVALS] = worth(near & weaker[3])
        row[BY_ENEMIES] = worth(own & ~liberated & near_black)
        row[ON_FLAGS] = worth(safe & board.flags)


def _count_boxes(state: State, rows: list[list[int]], masks: list[Spots]) -> None:
    """The crowns on the coming boxes, and the countries of their kings."""
    terms, board, crowns, owner = state.terms, state.terms.board, state.crown_at, state.terms.owner
    worth, black, everyone = board.worth, state.held[pieces.BLACK], state.player_held
    seen = 0
    first = state.box + 1
    for box in range(first, terms.last_box + 1):
        house = crowns[box]
        if house < 0:
            continue
        seat = owner[house]
        row, own = rows[seat], masks[seat]
        land = terms.king_masks[box]
        row[BONUS] += board.boxes[box - 1].bonus
        if seen >> seat & 1:
            row[ENEMIES_LATER] += worth(black & land)
            row[RIVALS_LATER] += worth(everyone & ~own & land)
        else:
            seen |= 1 << seat
            row[UNTIL] = box - first
            row[NEXT_OWN] = worth(own & land)
            row[ENEMIES_NEXT] = worth(black & land)
            row[RIVALS_NEXT] = worth(everyone & ~own & land & terms.reach(own))
            if box == first:
                row[NEXT] = 1
        at = NEXT_OTHER if box == first else LATER_OTHERS
        for other, mask in enumerate(masks):
            if other != seat:
                rows[other][at] += worth(mask & land)
        if box >= terms.last_box - 1:
            row[LAST_BOX if box == terms.last_box else LAST_BUT_ONE] = 1


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
        for house in houses:
            if not turns[house]:
                continue
            pool = arrays[house]
            if state.bonus_house == house:
                pool += state.bonus
            counted = _counted(terms.board, houses, pool)
            for place in range(8):
                row[KNIGHTS + place] += counted[place]
            row[BY_TURNS] += turns[house] * counted[8]
            home = homes[house]
            if home:
                knights, foot, archers = pieces.three(home)
                row[HOME_KNIGHTS] += knights
                row[HOME_KNIGHTS + 1] += foot
                row[HOME_KNIGHTS + 2] += archers
                row[HOME_BY_TURNS] += turns[house] * (3 * knights + 2 * foot + archers)


@lru_cache(maxsize=1 << 15)
def _counted(board: Board, own: tuple[pieces.House, ...], pool: pieces.Pool) -> list[int]:
    """Own units by type, the strength of other markers, all markers, and the own strength."""
    found = [0] * 9
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
            found[8] += strength
        else:
            found[3] += strength
    return found


def _count_attacks(state: State, row: list[int], own: Spots) -> None:
    """What the active player may still attack in this turn."""
    board, houses = state.terms.board, state.terms.houses_of[state.active_seat]
    counted = _counted(board, houses, state.area())
    row[OWN_NOW] = counted[8]
    row[OTHER_NOW] = counted[3] + counted[4]
    taken = 0
    for colour, _, _, beaten in state.ways or ():
        if colour in houses:
            taken |= beaten & ~own
        elif beaten:
            row[RIVALS_NOW] = max(row[RIVALS_NOW], board.worth(beaten & state.player_held & ~own))
    if taken:
        row[WORTH_NOW] = board.worth(taken)
        for value, mask in reversed(board.value_masks):
            if taken & mask:
                row[BEST_NOW] = value
                break
