"""Is this table possible? The only judge, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekeep.core import Fault, plural
from rulekeep.games.kings_and_castles import legal
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.legal import attacks, succession
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases


def audit(state: State) -> Iterable[Fault]:
    for chapter in (
        *(_time, _filling, _crowns, _crown_counts, _succession, _auction, _bids),
        *(_map, _before_the_first_turn, _turn, _areas, _markers, _choices, _derived),
    ):
        faults = list(chapter(state))
        yield from faults
        if faults:
            return  # the later chapters rely on what the earlier ones make sure


def _time(state: State) -> Iterator[Fault]:
    terms, phase, box = state.terms, state.phase, state.box
    if phase in (phases.PLACE, phases.BID, phases.ROUEN) and box:
        yield Fault("box", f"{box} is more than 0: the first turn has not begun")
    if phase >= phases.ATTACK and not box:
        yield Fault("box", "0 is less than 1: this step belongs to a turn")
    if phase == phases.OVER and box != terms.last_box:
        yield Fault("box", f"the match is over after box {terms.last_box}")
    if phase == phases.OVERFLOW and box == terms.last_box:
        yield Fault("box", "nothing follows the last box")
    if (state.house >= 0) != (box > 0):
        yield Fault("active", "there is an active house from box 1 on")
    if phase == phases.CROWN and box and not state.at_section_end():
        yield Fault("box", f"there is no succession after box {box}")


def _filling(state: State) -> Iterator[Fault]:
    phase, box = state.phase, state.box
    if phase != phases.TAKE and state.filling:
        yield Fault("filling", "this is not a filling")
    if phase == phases.TAKE and not _filling_fits(state):
        what = phases.FILLINGS[state.filling]
        yield Fault("filling", f"there is no filling {what!r} after box {box}")
    if state.section != state.current_section():
        yield Fault("section", f"after box {box} this is section {state.current_section() + 1}")


def _filling_fits(state: State) -> bool:
    box, at_end, first = state.box, state.at_section_end(), state.terms.succession_first
    return {
        phases.FIRST_ARRAYS: box == 0,
        phases.FIRST_BONUS: box == 0,
        phases.RESTOCK: 0 < box < state.terms.last_box and (first or not at_end),
        phases.SECTION_ARRAY: at_end and not first,
        phases.SECTION_BONUS: at_end and not first,
    }[state.filling]


def _crowns(state: State) -> Iterator[Fault]:
    laid = [number for number, colour in enumerate(state.crown_at) if colour >= 0]
    boxes = state.crowned_boxes() if state.phase > phases.BID else ()
    for number in laid:
        if number not in boxes:
            yield Fault("crowns", f"no crown can lie on box {number} now")
    if state.phase == phases.CROWN:
        if not state.box and laid and 1 not in laid:
            yield Fault("crowns", "box 1 is taken first")
        if not state.free_boxes():
            yield Fault("crowns", "nobody has anything to decide here: the section is full")
    else:
        for number in boxes:
            if number not in laid:
                yield Fault("crowns", f"box {number} needs a crown")


def _crown_counts(state: State) -> Iterator[Fault]:
    terms, box = state.terms, state.box
    if sum(state.spent) != box or (box and not state.spent[state.house]):
        yield Fault("spent", f"{box} crowns are spent, one of them of the active house")
    for house in terms.houses:
        placed = state.crown_at.count(house)
        if placed + state.unplaced[house] + state.spent[house] != terms.crowns:
            colour = terms.colour(house)
            yield Fault("unplaced", f"{colour} has {terms.crowns} crowns in all")


def _succession(state: State) -> Iterator[Fault]:
    terms = state.terms
    if state.box < 2:
        first = state.house if state.box else state.crown_at[1]
        if state.start_house != first:
            yield Fault("start", "the start house is the one whose crown box 1 carries")
    for seat, due in enumerate(state.due):
        houses = terms.houses_of[seat]
        if terms.seats != 2:
            if due != pieces.NOBODY:
                yield Fault("due", "colours are due with two players only")
            continue
        if due >= 0 and due not in houses:
            yield Fault("due", f"{terms.colour(due)} is a house of the other player")
        if (due >= 0) != any(state.unplaced[house] < terms.crowns for house in houses):
            yield Fault("due", "a colour is due as soon as the player has laid a crown")


def _auction(state: State) -> Iterator[Fault]:
    terms = state.terms
    if (state.drawn >= 0) != (state.phase == phases.PLACE):
        yield Fault("drawn", "enemies are drawn during the set-up only")
    if state.phase != phases.BID:
        if state.passed or any(state.bids) or state.bidder >= 0:
            yield Fault("auction", "there are bids in the auction only")
        return
    if state.passed.bit_count() > terms.seats - 2:
        yield Fault("auction.passed", "the auction is over when all but one have passed")
        return
    if state.passed >> state.asked & 1 or state.bidder == state.asked:
        yield Fault("turn", f"seat {state.asked} has nothing to decide in the auction")
    elif state.bidder >= 0 and state.asked != state.next_bidder():
        yield Fault("turn", f"after the highest bid seat {state.next_bidder()} must decide")
    if state.bidder >= 0 and (not state.bids[state.bidder] or state.passed >> state.bidder & 1):
        yield Fault("auction.bidder", "the standing bid belongs to a player who has made it")


def _bids(state: State) -> Iterator[Fault]:
    terms = state.terms
    for seat, bid in enumerate(state.bids):
        houses = terms.houses_of[seat]
        if bid & ~sum(pieces.THREE << pieces.COLOUR_SHIFT[house] for house in houses):
            yield Fault("auction.bids", f"seat {seat} bids units of its own households only")
        elif not pieces.holds(state.household_pool(seat), bid):
            yield Fault("auction.bids", f"seat {seat} bids more than its household")
    if state.bidder < 0 and any(state.bids):
        yield Fault("auction.bids", "there are bids and no bidder")
    values = sorted(terms.board.strength(bid) for bid in state.bids if bid)
    if values and (values[-1] != state.standing_bid() or values[-1] in values[:-1]):
        yield Fault("auction.bids", "the standing bid is the highest")


def _map(state: State) -> Iterator[Fault]:
    """One unit in every region, from the first turn on; enemies alone before."""
    board = state.terms.board
    if state.phase == phases.PLACE and not state.empty_regions():
        yield Fault("regions", "nobody has anything to decide here: the map is full")
    entered = state.box > 0
    for spot, kind in enumerate(state.unit):
        name = board.regions[spot].name
        if kind >= 0 and not entered and (kind // 3 != pieces.BLACK or spot == board.start):
            yield Fault("regions", f"{name}: no player has entered the map yet")
        if kind < 0 and state.phase != phases.PLACE and (entered or spot != board.start):
            yield Fault("regions", f"{name} is empty, and there are not enough enemies for it")


def _before_the_first_turn(state: State) -> Iterator[Fault]:
    terms = state.terms
    done = {
        "regions": any(state.castle),
        "aside": state.aside,
        "money": any(state.money),
        "tax": any(state.tax[house] != terms.tax_markers for house in terms.houses),
    }
    for key, is_done in done.items():
        if is_done and not state.box:
            yield Fault(key, "before the first turn there are no castles, casualties or taxes")


def _turn(state: State) -> Iterator[Fault]:
    """What was done in the turn."""
    terms, box = state.terms, state.box
    if min(state.tax) < 0 or min(state.money) < 0:
        yield Fault("money", "money and TAX markers are never less than 0")
    reached = terms.king_masks[box]
    if state.further >= 0:
        if state.further == state.king or not box:
            yield Fault("further", "the further country is another than the king's")
        reached |= terms.board.country_masks[state.further]
    stormed = state.stormed.bit_count()
    if state.stormed & ~reached:
        yield Fault("stormed", "a third country cannot have been attacked")
    if state.attacks < stormed:
        yield Fault("attacks", f"there was at least {plural(stormed, 'attack')}")
    if state.razed & ~state.stormed:
        yield Fault("razed", "castles are destroyed on attacked regions only")
    if state.castle_mark >= 0 and (not box or state.phase == phases.ATTACK):
        yield Fault("castle_mark", "no castle has been placed in this turn yet")
    if state.taxed and (not box or state.is_turn()):
        yield Fault("taxed", "no tax has been raised in this turn yet")


def _areas(state: State) -> Iterator[Fault]:
    """Each array and bonus area holds what it may."""
    unfilled = state.box == 0 and (
        state.phase in (phases.PLACE, phases.BID, phases.CROWN)
        or (state.phase, state.filling) == (phases.TAKE, phases.FIRST_ARRAYS)
    )
    if unfilled and any(state.array):
        yield Fault("arrays", "no array is filled yet")
    most = state.terms.board.boxes[max(1, state.box) - 1].bonus
    if state.bonus_house != state.bonus_owner() or (state.bonus and state.phase == phases.TAKE):
        yield Fault("bonus", "only the active house has markers in its bonus area")
    elif state.bonus and state.bonus_house < 0:
        yield Fault("bonus", "the bonus area is empty in this step")
    elif pieces.size(state.bonus) > most:
        yield Fault("bonus", f"this box gives a bonus of {most}")


def _markers(state: State) -> Iterator[Fault]:
    """Every marker of the box is somewhere."""
    terms = state.terms
    if state.bag.total != sum(state.bag.counts) or min(state.bag.counts) < 0:
        yield Fault("bag", "the bag does not add up")
    for kind, (there, whole) in enumerate(
        zip(state.totals(), pieces.counts(terms.markers), strict=True)
    ):
        expected, house = whole, kind // 3
        if state.phase == phases.PLACE and house != pieces.BLACK:
            # The rest is still in the box.
            expected = pieces.three(terms.household)[kind % 3] if house in terms.houses else 0
        if there != expected:
            name = terms.board.kinds[kind]
            yield Fault("bag", f"{there} {name} are on the table, the box has {expected}")


def _choices(state: State) -> Iterator[Fault]:
    terms = state.terms
    if state.phase != phases.TAKE:
        if state.choices:
            yield Fault("choices", "household units are chosen during a filling only")
        return
    tasks = state.tasks()
    if state.choices.questions != tasks:
        asked = [f"{terms.colour(house)} for {places} places" for house, _, places in tasks]
        yield Fault("choices", f"the choices are those of {', '.join(asked) or 'nobody'}")
        return
    waiting: set[int] = set()
    for number, ((house, _, _), taken) in enumerate(state.choices):
        seat = terms.owner[house]
        if taken is None:
            waiting.add(seat)
        elif seat in waiting:
            yield Fault("choices", f"{terms.colour(house)} chooses after the one before")
        elif taken not in legal.listed_takes(state, number):
            yield Fault("choices", f"the household of {terms.colour(house)} cannot give this")
            return


def _derived(state: State) -> Iterator[Fault]:
    """What follows from other fields is up to date."""
    fresh = state.copy()
    fresh.look_at_the_map()
    if fresh != state:
        yield Fault("regions", "what follows from the regions is out of date")
    if state.front is not None and (
        state.front[0] == state.held[pieces.BLACK] and state.front != attacks.front_of(state)
    ):
        yield Fault("regions", "what follows from the enemies on the map is out of date")
    if state.ways is not None and (
        state.phase != phases.ATTACK or state.ways != attacks.ways(state, state.area())
    ):
        yield Fault("regions", "the ways of attack are out of date")
    if state.hand is not None and (
        state.phase != phases.ATTACK or state.hand != attacks.hand_of(state.terms, state.area())
    ):
        yield Fault("arrays", "what can attack is out of date")
    colours = state.colours_to_place(state.asked)
    if state.crowns is not None and (
        state.phase != phases.CROWN
        or state.crowns != succession.crowns(state, state.asked, colours, state.free_boxes())
    ):
        yield Fault("crowns", "the crowns that may be laid are out of date")
    if state.open != legal.open_decisions(state):
        yield Fault("phase", "the open decisions do not follow from the state")
    if (state.phase == phases.OVER) == bool(state.open):
        yield Fault("phase", "nobody has anything to decide here")
