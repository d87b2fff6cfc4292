"""A state as plain data and back, every part checked; parts left out have defaults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulekeep.core.bag import Bag
from rulekeep.core.data import Node
from rulekeep.core.errors import SetupError
from rulekeep.core.turn_order import TurnOrder
from rulekeep.games.castle_keep.castle import (
    CELL_OF,
    CELL_ROLE,
    CELLS,
    FULL,
    castle_of,
    cells_in,
    equal_to,
    occupied,
    tiles_of,
)
from rulekeep.games.castle_keep.components import HAND, KIND_OF, KINDS, ROLE
from rulekeep.games.castle_keep.history import entry_from_text, entry_text
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS
from rulekeep.games.castle_keep.state import (
    ACTION,
    ASSAULT,
    ATTACK,
    BUILD,
    DISCARD,
    DRAW,
    NOBODY,
    OVER,
    PHASES,
    TAKEN,
    Entry,
    State,
)
from rulekeep.games.castle_keep.terms import SEATS, Terms

REASONS = ("", "built", "destroyed", "two_castles", "last_standing", "siege_lost", "turn_limit")
WITHOUT_WINNER = ("siege_lost", "turn_limit")
COMMON = "common"

Agree = Callable[[int, Mapping[str, Any]], Terms]
"""From seats and options to what they mean; SetupError."""

_KEYS = (
    "seats",
    "options",
    "active",
    "turn",
    "phase",
    "castles",
    "hands",
    "known",
    "reserves",
    "piles",
    "discard",
    "unlocked",
    "placed",
    "attacks",
    "victim",
    "moved",
    "discarded",
    "flips",
    "razed",
    "closed",
    "out",
    "winner",
    "reason",
    "now",
    "past",
)


def names(kinds: Iterable[int]) -> list[str]:
    return [KINDS[kind] for kind in kinds]


def castle_dict(castle: int) -> dict[str, str]:
    """A castle as cells and kinds."""
    return {CELLS[cell]: KINDS[kind] for cell, kind in tiles_of(castle)}


def castles_dict(state: State) -> dict[str, Any]:
    """All castles: by seat, in an Empire by letter too, or the common one."""
    terms = state.terms
    if terms.common:
        return {COMMON: castle_dict(state.castles[0])}
    if not terms.empire:
        return {str(seat): castle_dict(castle) for seat, castle in enumerate(state.castles)}
    return {
        str(seat): {
            letter: castle_dict(castle)
            for letter, castle in zip(CASTLE_LETTERS, state.castles_of(seat), strict=True)
        }
        for seat in range(terms.seats)
    }


def to_dict(state: State) -> dict[str, Any]:
    """The whole state as JSON-able data."""
    seats = range(state.seats)
    return {
        "seats": state.seats,
        "options": dict(state.terms.options),
        **public_dict(state),
        "hands": {str(seat): names(state.hands[seat]) for seat in seats},
        "piles": {"sizes": [state.pile0, state.pile1], "tiles": state.bag.as_dict()},
    }


def public_dict(state: State) -> dict[str, Any]:
    """What everybody at the table can see, pile and hand sizes apart."""
    terms = state.terms
    seats = range(state.seats)
    return {
        "active": state.active,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "castles": castles_dict(state),
        "known": {str(seat): names(state.known[seat]) for seat in seats},
        "reserves": {str(seat): names(state.reserves[seat]) for seat in seats},
        "discard": names(state.discard),
        "unlocked": state.unlocked,
        "placed": state.placed,
        "attacks": state.attacks,
        "victim": state.victim if state.victim != NOBODY else None,
        "moved": {
            letter: [CELLS[cell] for cell in cells_in(state.marks >> 9 * index & FULL)]
            for index, letter in enumerate(CASTLE_LETTERS if terms.empire else "")
        },
        "discarded": KINDS[state.floor] if state.floor >= 0 else None,
        "flips": names(state.flips),
        "razed": {str(seat): state.razed[seat] for seat in seats},
        "closed": [_castle_name(index) for index in cells_in(state.closed)],
        "out": [seat for seat in seats if state.is_out(seat)],
        "winner": state.winner if state.winner != NOBODY else None,
        "reason": state.reason,
        "now": [entry_text(entry) for entry in state.now],
        "past": [
            {"seat": seat, "did": [entry_text(entry) for entry in entries]}
            for seat, entries in state.past
        ],
    }


def _castle_name(index: int) -> str:
    """A castle of an Empire: 0A is castle A of the first seat."""
    return f"{index // 2}{CASTLE_LETTERS[index % 2]}"


# -- and back -----------------------------------------------------------------------------------


def from_dict(data: Mapping[str, Any], agree: Agree) -> State:
    """A state from data. DataError."""
    root = Node.of(data, "state").only(*_KEYS)
    terms = _terms(root, agree)
    state = State(terms)
    _read_turn(root, state)
    _read_castles(root, state)
    _read_tiles(root, state)
    _read_empire(root, state)
    _read_end(root, state)
    _read_history(root, state)
    _read_unlocked(root, state)
    _check_phase(root, state)
    return state


def _terms(root: Node, agree: Agree) -> Terms:
    options = root.get("options")
    chosen = {}
    if options is not None:
        chosen = {name: node.value for name, node in options.mapping().items()}
    seats = root.get("seats")
    default = 1 if chosen.get("variant") == "siege" else 2
    number = default if seats is None else seats.int(SEATS[0], SEATS[-1])
    try:
        return agree(number, chosen)
    except SetupError as error:
        raise (options or root).fail(str(error)) from None


def _int(root: Node, key: str, default: int, low: int, high: int | None = None) -> int:
    node = root.get(key)
    return default if node is None else node.int(low, high)


def _read_turn(root: Node, state: State) -> None:
    terms = state.terms
    last = terms.seats - 1
    state.order = TurnOrder(terms.seats, _int(root, "active", 0, 0, last))
    state.order.turn = _int(root, "turn", 1, 1, None if terms.siege else terms.turn_limit)
    phase = root.get("phase")
    state.phase = PHASES.index(phase.one_of(PHASES) if phase is not None else "action")
    state.placed = _int(root, "placed", 0, 0, terms.cap)
    state.attacks = _int(root, "attacks", 0, 0, terms.max_attacks)
    state.victim = NOBODY
    victim = root.get("victim")
    if victim is not None and victim.value is not None:
        state.victim = victim.int(0, last)
        if state.victim == state.active or terms.common:
            raise victim.fail("nobody attacks himself, and a common castle has no owner")


def _kind(node: Node) -> int:
    name = node.str()
    if name not in KIND_OF:
        raise node.fail(f"{name!r} is no tile; tiles are written like TRC, WBS and KY")
    return KIND_OF[name]


def _kinds(node: Node | None) -> list[int]:
    """Tiles as a list of codes, or as codes and counts."""
    if node is None:
        return []
    if isinstance(node.value, dict):
        return sorted(_counted(node))
    return [_kind(item) for item in node]


def _counted(node: Node) -> Iterable[int]:
    for name, count in node.mapping().items():
        if name not in KIND_OF:
            raise count.fail(f"{name!r} is no tile; tiles are written like TRC, WBS and KY")
        yield from [KIND_OF[name]] * count.int(0, 90)


def _by_seat(root: Node, key: str, seats: int) -> list[Node | None]:
    """A list with one item per seat, or a mapping from seat numbers."""
    node = root.get(key)
    if node is None:
        return [None] * seats
    if isinstance(node.value, list):
        if len(node.value) != seats:
            raise node.fail(f"there are {seats} seats, and {len(node.value)} items")
        return list(node.value)
    return [node.get(str(seat)) for seat in range(seats)] if _seat_keys(node, seats) else []


def _seat_keys(node: Node, seats: int) -> bool:
    node.only(*(str(seat) for seat in range(seats)))
    return True


def _castle(node: Node | None) -> int:
    if node is None:
        return 0
    tiles: dict[int, int] = {}
    for name, tile in node.only(*CELLS).mapping().items():
        cell, kind = CELL_OF[name], _kind(tile)
        if CELL_ROLE[cell] != ROLE[kind]:
            raise tile.fail(f"{KINDS[kind]} cannot lie at {name}")
        tiles[cell] = kind
    return castle_of(tiles)


def _read_castles(root: Node, state: State) -> None:
    terms = state.terms
    node = root.get("castles")
    if node is None:
        return
    if terms.common:
        state.castles[0] = _castle(node.only(COMMON).get(COMMON))
        return
    for seat, item in enumerate(_by_seat(root, "castles", terms.seats)):
        if item is None:
            continue
        if terms.empire:
            item.only(*CASTLE_LETTERS)
            for letter, name in enumerate(CASTLE_LETTERS):
                state.castles[2 * seat + letter] = _castle(item.get(name))
        else:
            state.castles[seat] = _castle(item)


def _read_tiles(root: Node, state: State) -> None:
    """Hands, reserves, piles and discards: every tile of the box lies somewhere."""
    terms = state.terms
    for seat, item in enumerate(_by_seat(root, "hands", terms.seats)):
        state.hands[seat] = tuple(sorted(_kinds(item)))
    for seat, item in enumerate(_by_seat(root, "known", terms.seats)):
        state.known[seat] = tuple(sorted(_kinds(item)))
        if item is not None and Counter(state.known[seat]) - Counter(state.hands[seat]):
            raise item.fail("what is known of a hand must be in that hand")
    for seat, item in enumerate(_by_seat(root, "reserves", terms.seats)):
        state.reserves[seat] = tuple(sorted(_kinds(item)))
        if item is not None and state.reserves[seat] and not terms.takeover:
            raise item.fail("only the takeover variants have reserves")
    state.flips = tuple(_kinds(root.get("flips")))
    lying = Counter(kind for castle in state.castles for _, kind in tiles_of(castle))
    for tiles in (*state.hands, *state.reserves, state.flips):
        lying.update(tiles)
    rest = _without(root, list(terms.box.copies), lying)
    _read_piles(root, state, rest)


def _without(root: Node, copies: list[int], tiles: Mapping[int, int]) -> list[int]:
    for kind, count in tiles.items():
        copies[kind] -= count
        if copies[kind] < 0:
            raise root.fail(f"there are more {KINDS[kind]} than the box holds")
    return copies


def _read_piles(root: Node, state: State, rest: list[int]) -> None:
    """Piles and discards share what is left; one of them may be left out."""
    piles, discard = root.get("piles"), root.get("discard")
    tiles = piles.only("sizes", "tiles").get("tiles") if piles is not None else None
    state.discard = _kinds(discard)
    rest = _without(discard or root, rest, Counter(state.discard))
    if tiles is not None:
        held = Counter(_counted(tiles))
        left = _without(tiles, rest[:], held)
        if discard is None:
            state.discard = [kind for kind, count in enumerate(left) for _ in range(count)]
        elif any(left):
            missing = next(kind for kind, count in enumerate(left) if count)
            raise root.fail(f"a {KINDS[missing]} of the box lies nowhere")
        rest = [held[kind] for kind in range(len(KINDS))]
    state.bag = Bag(KINDS, rest)
    total = state.bag.total
    state.pile0, state.pile1 = total - total // 2, total // 2
    sizes = piles.get("sizes") if piles is not None else None
    if sizes is not None:
        numbers = [size.int(0, total) for size in sizes]
        if len(numbers) != 2 or sum(numbers) != total:
            raise sizes.fail(f"the two piles hold {total} tiles together")
        state.pile0, state.pile1 = numbers


def _read_empire(root: Node, state: State) -> None:
    terms = state.terms
    for seat, item in enumerate(_by_seat(root, "razed", terms.seats)):
        if item is not None:
            state.razed[seat] = item.int(0, 8 if terms.empire else 0)
    moved = root.get("moved")
    if moved is not None:
        for name, cells in moved.only(*(CASTLE_LETTERS if terms.empire else "")).mapping().items():
            letter = CASTLE_LETTERS.index(name)
            castle = state.castles_of(state.active)[letter]
            for cell in cells:
                at = CELL_OF[cell.one_of(CELLS)]
                if not occupied(castle) >> at & 1:
                    raise cell.fail("no tile lies there that could have been moved")
                state.marks |= 1 << (at + 9 * letter)
    castle_names = [_castle_name(i) for i in range(terms.castles)] if terms.all_opponents else []
    for item in root.get("closed") or ():
        index = castle_names.index(item.one_of(castle_names))
        if state.castles[index]:
            raise item.fail("a closed castle is empty")
        state.closed |= 1 << index
    for item in root.get("out") or ():
        state.order.skip(item.int(0, terms.seats - 1))
    for seat in range(terms.seats):
        lost = terms.all_opponents and state.is_closed(seat, 0) and state.is_closed(seat, 1)
        if lost != state.is_out(seat):
            raise (root.get("out") or root).fail("out are those whose castles are both closed")
        if lost and state.hands[seat]:
            raise root.fail("who is out holds no tiles")


def _read_end(root: Node, state: State) -> None:
    reason, winner = root.get("reason"), root.get("winner")
    if reason is not None:
        state.reason = reason.one_of(REASONS)
    if winner is not None and winner.value is not None:
        state.winner = winner.int(0, state.seats - 1)
    if bool(state.reason) != (state.phase == OVER):
        raise (reason or root).fail("the phase is over if and only if a reason is given")
    decided = bool(state.reason) and state.reason not in WITHOUT_WINNER
    if decided != (state.winner != NOBODY):
        raise (winner or reason or root).fail("this end and this winner do not belong together")
    if state.reason and state.reason not in _ends(state.terms):
        raise (reason or root).fail("this game cannot end like this")
    castles = state.castles_of(state.winner)
    if state.reason == "built" and any(occupied(castle) != FULL for castle in castles):
        raise (winner or root).fail("what the winner has built is not complete")
    if decided and state.is_out(state.winner):
        raise (winner or root).fail("the winner is out")


def _ends(terms: Terms) -> set[str]:
    """How a match may end under these terms."""
    if terms.siege:
        return {"built", "siege_lost"}
    ends = {"built", "turn_limit"}
    if terms.empire:
        return ends | {"two_castles" if terms.two_any else "last_standing"}
    return ends if terms.king and not terms.king_wins else ends | {"destroyed"}


def _read_history(root: Node, state: State) -> None:
    def entries(node: Node | None) -> list[Entry]:
        return [entry_from_text(item) for item in node or ()]

    state.now = entries(root.get("now"))
    past = []
    for turn in root.get("past") or ():
        turn.only("seat", "did")
        past.append((turn["seat"].int(0, state.seats - 1), tuple(entries(turn["did"]))))
    if len(past) > state.seats:
        raise root["past"].fail("the table remembers as many turns as seats, and not more")
    state.past = tuple(past)


def _read_unlocked(root: Node, state: State) -> None:
    terms = state.terms
    latch = terms.latch and not terms.siege
    ready = latch and state.two_tiles_everywhere()
    attacked = latch and state.attacks > 0
    node = root.get("unlocked")
    state.unlocked = (ready or attacked) if node is None else node.bool()
    if node is None:
        return
    if state.unlocked and not latch:
        raise node.fail("nothing is unlocked for good in this game")
    if ready and not state.unlocked:
        raise node.fail("there are two tiles everywhere, so attacks are unlocked")
    if attacked and not state.unlocked:
        raise node.fail("who has attacked in this turn found the attacks unlocked")


def _read_discarded(root: Node, state: State) -> None:
    node = root.get("discarded")
    if node is None or node.value is None:
        return
    if state.phase not in (DISCARD, ASSAULT, OVER):
        raise node.fail("the turn has not come so far, it discards nothing yet")
    state.floor = _kind(node)


def _check_hands(root: Node, state: State) -> None:
    for seat, hand in enumerate(state.hands):
        limit = state.hand_limit(seat)
        if limit is not None and len(hand) > limit:
            raise (root.get("hands") or root).fail(
                f"player {seat + 1} cannot hold {len(hand)} tiles now, {limit} at most"
            )


def _check_phase(root: Node, state: State) -> None:
    """The phase must be possible on this table."""
    terms = state.terms
    place = root.get("phase") or root
    _read_discarded(root, state)
    _check_hands(root, state)
    if state.phase == OVER:
        return
    if state.is_out(state.active):
        raise place.fail("it cannot be the turn of somebody who is out")
    if terms.seats > 1 == len(state.order.playing):
        raise (root.get("out") or root).fail("the last player left has won")
    full = [occupied(castle) == FULL for castle in state.castles]
    ended = (
        any(full[2 * s] and full[2 * s + 1] for s in range(terms.seats))
        if terms.empire
        else any(full)
    )
    if ended:
        raise place.fail("a complete castle ends the match")
    if terms.two_any and max(state.razed) > 1:
        raise place.fail("two emptied castles end the match")
    if state.phase == DRAW and not (terms.a2 and state.discard):
        raise place.fail("a draw is chosen only with A2 and a discard pile")
    if state.phase == DISCARD and len(state.hands[state.active]) <= HAND:
        raise place.fail(f"only a hand above {HAND} discards")
    if state.phase in (DRAW, ACTION) and (state.placed or state.attacks or state.victim != NOBODY):
        raise place.fail("before the action nothing is placed and nobody attacked")
    if state.phase == BUILD and (state.attacks or state.victim != NOBODY):
        raise place.fail("a turn that builds does not attack")
    if state.phase == ATTACK and state.placed:
        raise place.fail("a turn that builds does not attack")
    attacking = state.phase in (ATTACK, TAKEN)
    if attacking and (not state.attacks or (state.victim == NOBODY) != terms.king or terms.siege):
        raise place.fail("an attack under way has a number and a victim")
    if terms.to_hand or terms.immediate:
        for seat, reserve in enumerate(state.reserves):
            if reserve and not (attacking and seat == state.active):
                raise (root.get("reserves") or root).fail("taken tiles do not stay in a reserve")
    if state.phase == TAKEN and not terms.immediate:
        raise place.fail("taken tiles are built at once only with takeover_timing=immediate")
    choosing = state.phase == ASSAULT
    if choosing != bool(state.flips) or len(state.flips) > 2 or (choosing and not terms.siege):
        raise place.fail("one or two tiles lie turned over while an assault waits, never else")
    if choosing and not equal_to(state.castles[0], state.flips[0]):
        raise place.fail("the tile turned over matches nothing, so nothing is to be chosen")
