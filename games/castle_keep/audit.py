"""Whether a position is possible. Only this module decides; reading a position checks no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulekeep.core import Fault
from rulekeep.games.castle_keep import terms as phase
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS
from rulekeep.games.castle_keep.state import NO_TILE, NOBODY, WITHOUT_WINNER, State


def audit(state: State) -> Iterator[Fault]:
    always = _tiles, _hands, _hidden, _empire, _castles, _ending, _unlocking, _turn, _assault
    for part in always if state.phase == phase.OVER else (*always, _phase, _reserves):
        yield from part(state)


def _tiles(state: State) -> Iterator[Fault]:
    """Every tile of the box lies somewhere, and nothing else does."""
    left = list(state.terms.box.copies)
    in_piles = [kind for kind, n in enumerate(state.bag.counts) for _ in range(n)]
    for key, tiles in (*state.lying(), ("piles.tiles", in_piles)):
        for kind in tiles:
            left[kind] -= 1
            if left[kind] == -1:
                yield Fault(key, f"there are more {KINDS[kind]} than the box holds")
    for kind, count in enumerate(left):
        if count > 0:
            yield Fault("piles.tiles", f"a {KINDS[kind]} of the box lies nowhere")
    total = state.bag.total
    if total != sum(state.bag.counts) or min(state.bag.counts) < 0:
        yield Fault("piles.tiles", "the tiles of the piles are miscounted")
    if sum(state.piles) != total or min(state.piles) < 0:
        yield Fault("piles.sizes", f"the two piles hold {total} tiles together")


def _hands(state: State) -> Iterator[Fault]:
    for seat, hand in enumerate(state.hands):
        who = f"player {seat + 1}"
        for key in ("hands", "known", "reserves", "buried"):
            kinds = getattr(state, key)[seat]
            if list(kinds) != sorted(kinds):
                yield Fault(f"{key}.{seat}", f"the tiles of {who} are out of order")
        if state.reserves[seat] and not state.terms.takeover:
            yield Fault(f"reserves.{seat}", "only the takeover variants have reserves")
        if hand and state.is_out(seat):
            yield Fault(f"hands.{seat}", f"{who} is out and holds no tiles")
        limit = state.hand_limit(seat)
        if limit is not None and len(hand) > limit:
            yield Fault("hands", f"{who} cannot hold {len(hand)} tiles now, {limit} at most")


def _hidden(state: State) -> Iterator[Fault]:
    """What is known of hands, and what lies face down among the discards."""
    for seat, hand in enumerate(state.hands):
        if Counter(state.known[seat]) - Counter(hand):
            yield Fault(f"known.{seat}", "what is known of a hand must be in that hand")
    buried = Counter(kind for tiles in state.buried for kind in tiles)
    if buried - Counter(state.discard) or (buried and not state.terms.face_down):
        yield Fault("buried", "what lies face down is among discards that lie so")


def _empire(state: State) -> Iterator[Fault]:
    """What only an Empire has, and who is out of it."""
    terms = state.terms
    if any(state.razed) and not terms.empire:
        yield Fault("razed", "castles are counted when emptied only in an Empire")
    there = 0
    for letter, castle in enumerate(state.castles_of(state.active) if terms.empire else ()):
        there |= plan.occupied(castle) << 9 * letter
    if state.marks & ~there:
        yield Fault("moved", "no tile lies there that could have been moved")
    for index, castle in enumerate(state.castles):
        if castle and state.closed >> index & 1:
            yield Fault("closed", "a closed castle is empty")
    for seat in range(terms.seats):
        lost = terms.all_opponents and state.is_closed(seat, 0) and state.is_closed(seat, 1)
        if lost != state.is_out(seat):
            yield Fault("out", "out are those whose castles are both closed")


def _castles(state: State) -> Iterator[Fault]:
    for castle in state.castles:
        if plan.castle_of(dict(plan.tiles_of(castle))) != castle:
            yield Fault("castles", f"castle {castle:x} has tiles of no kind, or of two")
    if state.phase == phase.OVER:
        return
    terms = state.terms
    for seat in range(terms.seats):
        if all(plan.occupied(castle) == plan.FULL for castle in state.castles_of(seat)):
            yield Fault("castles", "a complete castle ends the match (in an Empire, two)")
    if terms.empire and not terms.all_opponents and max(state.razed) > 1:
        yield Fault("razed", "two emptied castles end the match")


def _ending(state: State) -> Iterator[Fault]:
    reason = state.reason
    if bool(reason) != (state.phase == phase.OVER):
        yield Fault("reason", "the phase is over if and only if a reason is given")
    if (bool(reason) and reason not in WITHOUT_WINNER) != (state.winner != NOBODY):
        key = "winner" if state.winner != NOBODY else "reason"
        yield Fault(key, "this end and this winner do not belong together")
    if reason and reason not in state.terms.variant.ends(state.terms):
        yield Fault("reason", "this game cannot end like this")
    if state.winner == NOBODY:
        return
    castles = state.castles_of(state.winner)
    if reason == "built" and any(plan.occupied(castle) != plan.FULL for castle in castles):
        yield Fault("winner", "what the winner has built is not complete")
    if state.is_out(state.winner):
        yield Fault("winner", "the winner is out")


def _unlocking(state: State) -> Iterator[Fault]:
    terms = state.terms
    if state.unlocked and not terms.latch:
        yield Fault("unlocked", "nothing is unlocked for good in this game")
    locked = terms.latch and not state.unlocked
    if locked and state.two_tiles_everywhere():
        yield Fault("unlocked", "there are two tiles everywhere, so attacks are unlocked")
    if locked and state.attacks:
        yield Fault("unlocked", "who has attacked in this turn found the attacks unlocked")


def _turn(state: State) -> Iterator[Fault]:
    """How far match and turn have come."""
    terms = state.terms
    if state.turn > terms.turn_limit:
        yield Fault("turn", f"turn {state.turn} is more than {terms.turn_limit} allow")
    if state.placed > terms.cap:
        yield Fault("placed", f"no more than {terms.cap} tiles are placed in one turn")
    if state.attacks > terms.max_attacks:
        yield Fault("attacks", f"no more than {terms.max_attacks} attacks are made in one turn")
    if state.victim == state.active or (terms.common and state.victim != NOBODY):
        yield Fault("victim", "nobody attacks himself, and a common castle has no owner")
    if state.last_discard != NO_TILE and state.phase not in (
        phase.DISCARD,
        phase.ASSAULT,
        phase.OVER,
    ):
        yield Fault("discarded", "the turn has not come so far, it discards nothing yet")


def _phase(state: State) -> Iterator[Fault]:
    """The decision is possible on this table."""
    terms, now = state.terms, state.phase
    if state.is_out(state.active):
        yield Fault("active", "it cannot be the turn of a player who is out")
    if terms.seats > 1 == len(state.playing):
        yield Fault("out", "the last player left has won")
    if now == phase.DRAW and not (terms.a2 and state.discard):
        yield Fault("phase", "a draw is chosen only with A2 and a discard pile")
    if now == phase.DISCARD and len(state.hands[state.active]) <= HAND:
        yield Fault("phase", f"only a hand above {HAND} discards")
    attacked = bool(state.attacks) or state.victim != NOBODY
    if now in (phase.DRAW, phase.ACTION) and (state.placed or attacked):
        yield Fault("phase", "before the action nothing is placed and nobody attacked")
    yield from _attack_under_way(state, attacked)


def _attack_under_way(state: State, attacked: bool) -> Iterator[Fault]:
    terms, now = state.terms, state.phase
    if (now == phase.BUILD and attacked) or (now == phase.ATTACK and state.placed):
        yield Fault("phase", "a turn that builds does not attack")
    attacking = now in (phase.ATTACK, phase.TAKEN)
    named = (state.victim == NOBODY) == terms.common
    if attacking and not (state.attacks and named and terms.victims[state.active]):
        yield Fault("phase", "an attack under way has a number and a victim")
    if now == phase.TAKEN and not terms.immediate:
        yield Fault("phase", "taken tiles are built at once only with takeover_timing=immediate")


def _reserves(state: State) -> Iterator[Fault]:
    if state.terms.to_hand or state.terms.immediate:
        attacking = state.phase in (phase.ATTACK, phase.TAKEN)
        for seat, reserve in enumerate(state.reserves):
            if reserve and not (attacking and seat == state.active):
                yield Fault("reserves", "taken tiles do not stay in a reserve")


def _assault(state: State) -> Iterator[Fault]:
    choosing = state.phase == phase.ASSAULT
    if choosing != bool(state.flips) or len(state.flips) > 2 or choosing > (state.seats == 1):
        yield Fault("phase", "one or two tiles lie turned over while an assault waits, never else")
    elif choosing and not state.terms.hit_by(state.flips[0], state.castles[0]):
        yield Fault("flips", "the tile turned over matches nothing, so nothing is to be chosen")
