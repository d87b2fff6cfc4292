"""States from data: validated, and completed where something is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekeep.core.bank import Bank
from rulekeep.core.data import Node
from rulekeep.core.errors import BadNotation
from rulekeep.core.options import Option, settle
from rulekeep.games.kings_and_castles.asking import questions
from rulekeep.games.kings_and_castles.fields import Fields
from rulekeep.games.kings_and_castles.filling import listed_takes, tasks_of
from rulekeep.games.kings_and_castles.moves import Take
from rulekeep.games.kings_and_castles.notation import Notation
from rulekeep.games.kings_and_castles.opening import pool_value, standing_bid
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    COLOUR_SHIFT,
    HOUSES,
    NOBODY,
    TYPES,
    counts,
    holds,
    pack,
    size,
)
from rulekeep.games.kings_and_castles.state import NOWHERE, State
from rulekeep.games.kings_and_castles.table import (
    AREAS,
    ATTACK,
    BID,
    BONUS,
    CROWN,
    FILLINGS,
    FIRST_ARRAYS,
    FIRST_BONUS,
    OVER,
    PHASES,
    PLACE,
    RESTOCK,
    ROUEN,
    SECTION_ARRAY,
    SECTION_BONUS,
    TAKE,
    Table,
)
from rulekeep.games.kings_and_castles.wording import plural

TableFor = Callable[[int, Mapping[str, Any]], Table]

_KEYS = (
    *("seats", "options", "phase", "turn", "regions", "households", "arrays", "bonus", "bag"),
    *("aside", "drawn", "auction", "start", "crowns", "unplaced", "spent", "due", "section"),
    *("finished", "opened", "box", "active", "further", "attacks", "stormed", "razed"),
    *("castle_mark", "taxed", "tax", "money", "filling", "choices"),
)


def from_dict(
    data: Mapping[str, Any],
    options: tuple[Option, ...],
    table_for: TableFor,
    notation: Notation,
) -> State:
    """A state from data; what is left out is that of a sensible table in the given phase."""
    root = Node.of(data, "state").only(*_KEYS)
    seats = node.int(2, 4) if (node := root.get("seats")) else 4
    chosen = root.get("options")
    settled = settle(options, {k: v.plain() for k, v in chosen.mapping().items()} if chosen else {})
    return _Reader(root, table_for(seats, settled), notation).read()


class _Reader(Fields):
    """Reads one state; the order of the steps follows what depends on what."""

    def __init__(self, root: Node, table: Table, notation: Notation) -> None:
        super().__init__(root, table)
        self.notation = notation
        self.state = State(table)
        self.told: set[int] = set()
        """The houses whose household is spoken of."""

    def read(self) -> State:
        state = self.state
        self._read_time()
        self._read_crowns()
        self._read_auction()
        self._read_regions()
        self._read_turn()
        self._read_pools()
        self._read_choices()
        self._read_bag()
        if not state.box:
            self._nothing_has_happened()
        state.open = questions(state)
        if not state.open and state.phase != OVER:
            raise self.root.fail("nobody has anything to decide here")
        return state

    def _nothing_has_happened(self) -> None:
        state, table = self.state, self.table
        full = [table.tax_markers if house in table.houses else 0 for house in range(HOUSES)]
        for key, there in (
            ("regions", state.castled),
            ("aside", state.aside),
            ("money", any(state.money)),
            ("tax", state.tax != full),
        ):
            if there:
                raise self.root[key].fail(
                    "before the first turn there are no castles, casualties or taxes"
                )

    # -- when -------------------------------------------------------------------------------

    def _read_time(self) -> None:
        state, table, root = self.state, self.table, self.root
        phase = root.get("phase")
        state.phase = PHASES.index(phase.one_of(PHASES)) if phase else ATTACK
        opening = state.phase in (PLACE, BID, ROUEN)
        may_open = opening or state.phase in (CROWN, TAKE)
        default = 0 if may_open else table.last_box if state.phase == OVER else 1
        low, high = 0 if may_open else 1, 0 if opening else table.last_box
        state.box = self.number("box", default, low, high)
        if state.phase == OVER and state.box != table.last_box:
            raise root["box"].fail(f"the match is over after box {table.last_box}")
        state.turn = self.number("turn", 0, 0, table.seats - 1)
        filling = root.get("filling")
        if filling is not None:
            state.filling = FILLINGS.index(filling.one_of(FILLINGS))
        elif state.phase == TAKE and state.box:
            state.filling = RESTOCK
        self._read_section()

    def _read_section(self) -> None:
        state, table, root = self.state, self.table, self.root
        box = state.box
        section = table.section_of[box] if box else 0
        at_end = bool(box) and box == table.sections[section][1] and box != table.last_box
        after = at_end and (
            state.phase == CROWN
            or (state.phase == TAKE and state.filling == SECTION_BONUS)
            or (state.phase == TAKE and state.filling == RESTOCK and table.succession_first)
        )
        state.section = section + 1 if after else section
        if (node := root.get("section")) and node.int() != state.section + 1:
            raise node.fail(f"after box {box} this is section {state.section + 1}")
        if box and state.phase in (CROWN, TAKE):
            if state.phase == CROWN and not at_end:
                raise root.fail(f"there is no succession after box {box}")
            if box == table.last_box:
                raise root.fail("nothing follows the last box")
        if state.phase == TAKE:
            self._filling_fits(at_end)

    def _filling_fits(self, at_end: bool) -> None:
        filling, box = self.state.filling, self.state.box
        first = self.table.succession_first
        fits = {
            FIRST_ARRAYS: box == 0,
            FIRST_BONUS: box == 0,
            RESTOCK: box > 0 and (first or not at_end),
            SECTION_ARRAY: at_end and not first,
            SECTION_BONUS: at_end and not first,
        }
        if not fits[filling]:
            raise self.root.fail(f"there is no filling {FILLINGS[filling]!r} after box {box}")

    # -- crowns -----------------------------------------------------------------------------

    def _plan(self, box: int) -> int:
        """Whose crown a box carries where nothing is said: the houses take turns."""
        return self.table.houses[(box - 1) % len(self.table.houses)]

    def _crowned_boxes(self) -> range:
        """The boxes that carry crowns where nothing is said."""
        state, table = self.state, self.table
        first, last = table.sections[state.section]
        if state.phase in (PLACE, BID, CROWN):
            return range(0)
        return range(max(first, state.box + 1), last + 1)

    def _read_crowns(self) -> None:
        state, table, root = self.state, self.table, self.root
        first, last = table.sections[state.section]
        crowns = root.get("crowns")
        if crowns is None:
            for box in self._crowned_boxes():
                state.crown_at[box] = self._plan(box)
        else:
            for key, node in crowns.mapping().items():
                number = int(key) if key.isascii() and key.isdecimal() and len(key) < 4 else 0
                if not max(first, state.box + 1) <= number <= last:
                    raise node.fail(f"no crown can lie on box {key} now")
                state.crown_at[number] = self.colour(node)
        missing = [box for box in self._crowned_boxes() if state.crown_at[box] < 0]
        if missing:
            raise root["crowns"].fail(f"box {missing[0]} needs a crown")
        if state.phase in (PLACE, BID) and any(c >= 0 for c in state.crown_at):
            raise root["crowns"].fail("no crown lies before the succession")
        active = self._plan(state.box) if state.box else NOBODY
        state.house = self.colour_at("active", active)
        if (state.house >= 0) != (state.box > 0):
            raise root["active"].fail("there is an active house from box 1 on")
        self._count_crowns()
        self._read_succession()

    def _count_crowns(self) -> None:
        state, table, root = self.state, self.table, self.root
        placed = [state.crown_at.count(c) for c in range(HOUSES)]
        spent = self._fair_share(placed)
        state.spent = self.per_house("spent", spent, table.crowns)
        if sum(state.spent) != state.box or (state.box and not state.spent[state.house]):
            raise root.fail(f"{state.box} crowns are spent, one of them of the active house")
        rest = [
            table.crowns - placed[c] - state.spent[c] if c in table.houses else 0
            for c in range(HOUSES)
        ]
        if min(rest) < 0:
            raise root.fail(f"{table.colour(rest.index(min(rest)))} has more crowns than there are")
        state.unplaced = self.per_house("unplaced", rest, table.crowns)
        if state.unplaced != rest:
            raise root["unplaced"].fail(f"each house has {table.crowns} crowns in all")

    def _fair_share(self, placed: list[int]) -> list[int]:
        """Crowns spent so far where nothing is said: as the houses take turns, if it fits."""
        state, table = self.state, self.table
        spent = [0] * HOUSES
        if not state.box:
            return spent
        spent[state.house] = 1
        wanted = [self._plan(box) for box in range(1, state.box)]
        for house in [*wanted, *(h for _ in range(table.crowns) for h in table.houses)]:
            if sum(spent) < state.box and spent[house] + placed[house] < table.crowns:
                spent[house] += 1
        return spent

    def _read_succession(self) -> None:
        state, table, root = self.state, self.table, self.root
        start = self._default_start()
        state.start_house = self.colour_at("start", start)
        if state.start_house != start and state.box < 2:
            raise root["start"].fail("the start house is the one whose crown box 1 carries")
        if state.phase == CROWN and state.crown_at[1] < 0 <= max(state.crown_at) and not state.box:
            raise root["crowns"].fail("box 1 is taken first")
        laid = [table.crowns - state.unplaced[c] for c in range(HOUSES)]
        if state.phase == CROWN:
            later = state.box > 0
            state.finished = self.colour_at("finished", state.house)
            if (state.finished >= 0) != later or state.finished != state.house:
                raise root["finished"].fail("the house of the last box has just finished")
            lies = any(c >= 0 for c in state.crown_at)
            state.opened = self.flag("opened", lies)
            if state.opened != lies:
                raise root["opened"].fail("a round is opened when its first crown lies")
            if root.get("turn") is None and later and not lies:
                state.turn = table.owner[state.house]
        self._read_due(laid)

    def _default_start(self) -> int:
        state = self.state
        if state.crown_at[1] >= 0:
            return state.crown_at[1]
        if state.box == 1:
            return state.house
        return self._plan(1) if state.box or state.phase in (TAKE, ROUEN) else NOBODY

    def _read_due(self, laid: list[int]) -> None:
        state, table = self.state, self.table
        if table.seats != 2:
            return
        for seat, (one, two) in enumerate(table.houses_of):
            if laid[one] or laid[two]:
                state.due[seat] = two if laid[one] > laid[two] else one
        node = self.root.get("due")
        if node is None:
            return
        if len(node.list()) != 2:
            raise node.fail("expected one colour or nothing for each of two players")
        for seat, item in enumerate(node):
            due = NOBODY if item.value is None else self.colour(item)
            if due >= 0 and table.owner[due] != seat:
                raise item.fail(f"{table.colour(due)} is a house of the other player")
            if (due >= 0) != (state.due[seat] >= 0):
                raise item.fail("a colour is due as soon as the player has laid a crown")
            state.due[seat] = due

    # -- auction ----------------------------------------------------------------------------

    def _read_auction(self) -> None:
        state, table = self.state, self.table
        drawn = self.root.get("drawn")
        if state.phase == PLACE:
            state.drawn = TYPES.index(drawn.one_of(TYPES)) if drawn is not None else 2
        elif drawn is not None and drawn.value is not None:
            raise drawn.fail("enemies are drawn during the set-up only")
        node = self.root.get("auction")
        if node is None:
            return
        node.only("bids", "bidder", "passed")
        for seat in node.get("passed") or ():
            state.passed |= 1 << seat.int(0, table.seats - 1)
        bids = node.get("bids")
        for key, bid in (bids.mapping() if bids else {}).items():
            names = [str(seat) for seat in range(table.seats)]
            state.bids[int(Node(key, bid.where).one_of(names))] = self.pool(bid)
        bidder = node.get("bidder")
        if bidder is not None and bidder.value is not None:
            state.bidder = bidder.int(0, table.seats - 1)
            if not state.bids[state.bidder] or state.passed >> state.bidder & 1:
                raise bidder.fail("the standing bid belongs to a player who has made it")
        if state.phase != BID and (state.passed or any(state.bids) or state.bidder >= 0):
            raise node.fail("there are bids in the auction only")
        if state.phase == BID:
            self._auction_is_open(node)

    def _auction_is_open(self, node: Node) -> None:
        state, table = self.state, self.table
        if state.passed >> state.turn & 1 or state.bidder == state.turn:
            raise node.fail(f"seat {state.turn} has nothing to decide in the auction")
        if state.passed.bit_count() > table.seats - 2:
            raise node.fail("the auction is over when all but one have passed")
        for seat, bid in enumerate(state.bids):
            houses = table.houses_of[seat]
            allowed = sum(0xFFFFFF << COLOUR_SHIFT[house] for house in houses)
            if bid & ~allowed:
                raise node.fail(f"seat {seat} bids units of its own households only")
        if state.bidder < 0 and any(state.bids):
            raise node.fail("there are bids and no bidder")
        values = sorted(pool_value(state, bid) for bid in state.bids if bid)
        if values and (values[-1] != standing_bid(state) or values[-1] in values[:-1]):
            raise node.fail("the standing bid is the highest")

    # -- the map ----------------------------------------------------------------------------

    def _read_regions(self) -> None:
        state, board = self.state, self.board
        node = self.root.get("regions")
        for name, where in (node.mapping() if node else {}).items():
            region = self.region(Node(name, where.where))
            self._settle(region, where)
        if state.phase == PLACE:
            if state.unit[board.start] >= 0 or state.player_held:
                raise (node or self.root).fail(
                    "only enemies are placed, and none on the start region"
                )
            return
        start_is_empty = state.box == 0
        if start_is_empty and (state.unit[board.start] >= 0 or state.player_held):
            raise (node or self.root).fail("no player has entered the map yet")
        self._enemies_elsewhere(start_is_empty)

    def _settle(self, region: int, node: Node) -> None:
        words = node.str().replace(",", " ").split()
        units = [kind.replace("-", " ") for kind in self.board.kinds[: 3 * (HOUSES + 1)]]
        unit = " ".join(words[:2])
        if unit not in units or len(words) not in (2, 4):
            raise node.fail(f"{node.str()!r} is not like 'blue knight' or 'blue knight, castle 2'")
        self.state.settle(region, units.index(unit))
        if len(words) == 4:
            if words[2] != "castle" or words[3] not in ("1", "2", "3"):
                raise node.fail(f"{node.str()!r} is not like 'blue knight, castle 2'")
            self.state.raise_castle(region, int(words[3]))

    def _enemies_elsewhere(self, start_is_empty: bool) -> None:
        """Regions nobody has named are held by enemies, weak ones first."""
        state = self.state
        left = list(self.table.mix.enemy_units)
        for key in ("arrays", "bonus", "aside"):
            self._subtract_enemies(self.root.get(key), left)
        for kind in state.unit:
            if kind >= BLACK * 3:
                left[kind - BLACK * 3] -= 1
        for region, kind in enumerate(state.unit):
            if kind >= 0 or (start_is_empty and region == self.board.start):
                continue
            unit = next((u for u in (2, 1, 0) if left[u] > 0), None)
            if unit is None:
                raise self.root.fail("there are not enough enemies for all regions")
            left[unit] -= 1
            state.settle(region, BLACK * 3 + unit)

    def _subtract_enemies(self, node: Node | None, left: list[int]) -> None:
        """Enemies that are said to be elsewhere are not on the map."""
        if node is None or not isinstance(node.value, dict):
            return
        for name, inner in node.value.items():
            if isinstance(inner.value, dict):
                self._subtract_enemies(inner, left)
            for unit, word in enumerate(TYPES):
                if name == f"{self.board.colours[BLACK]}-{word}" and type(inner.value) is int:
                    left[unit] -= inner.value

    # -- the turn ---------------------------------------------------------------------------

    def _read_turn(self) -> None:
        state, table, root = self.state, self.table, self.root
        further = root.get("further")
        if further is not None and further.value is not None:
            ids = [country.id for country in self.board.countries]
            state.further = ids.index(further.one_of(ids))
            if state.further == state.king or not state.box:
                raise further.fail("the further country is another than the king's")
        self._read_steps()
        state.tax = self.per_house("tax", state.tax, table.tax_markers)
        money = root.get("money")
        if money is not None:
            if len(money.list()) != table.seats:
                raise money.fail(f"expected the money of {table.seats} players")
            state.bank = Bank([purse.int(0, 1_000_000) for purse in money])

    def _read_steps(self) -> None:
        """What has been done so far in the turn."""
        state, root = self.state, self.root
        state.stormed = self.mask("stormed")
        stormed = state.stormed.bit_count()
        state.attacks = self.number("attacks", stormed, 0, 10_000)
        if state.attacks < stormed:
            raise root["attacks"].fail(f"there was at least {plural(stormed, 'attack')}")
        masks = self.board.country_masks
        reached = self.table.king_masks[state.box] | (
            masks[state.further] if state.further >= 0 else 0
        )
        if state.stormed & ~reached:
            raise root["stormed"].fail("a third country cannot have been attacked")
        state.razed = self.mask("razed")
        if state.razed & ~state.stormed:
            raise root["razed"].fail("castles are destroyed on attacked regions only")
        top = 3 * len(self.board.regions) - 1
        state.castle_mark = self.number("castle_mark", NOWHERE, NOWHERE, top)
        if state.castle_mark >= 0 and (not state.box or state.phase == ATTACK):
            raise root["castle_mark"].fail("no castle has been placed in this turn yet")
        state.taxed = self.flag("taxed", False)
        if state.taxed and (not state.box or state.is_turn()):
            raise root["taxed"].fail("no tax has been raised in this turn yet")

    # -- markers ----------------------------------------------------------------------------

    def _read_pools(self) -> None:
        state, table, root = self.state, self.table, self.root
        households = root.get("households")
        for name, node in (households.mapping() if households else {}).items():
            house = self.colour(Node(name, node.where))
            node.only(*TYPES)
            numbers = [
                node[unit].int(0, most) if unit in node else 0
                for unit, most in zip(TYPES, counts(table.household)[:3], strict=True)
            ]
            state.household[house] = pack(numbers)
            self.told.add(house)
        arrays = root.get("arrays")
        for name, node in (arrays.mapping() if arrays else {}).items():
            state.array[self.colour(Node(name, node.where))] = self.pool(node)
        unfilled = state.phase in (PLACE, BID, CROWN) and not state.box
        if (unfilled or (state.phase == TAKE and state.filling == FIRST_ARRAYS)) and any(
            state.array
        ):
            raise root["arrays"].fail("no array is filled yet")
        aside = root.get("aside")
        state.aside = self.pool(aside) if aside else 0
        self._read_bonus()
        self._complete_households()
        for seat, bid in enumerate(state.bids):
            for house in table.houses_of[seat]:
                if not holds(state.household[house], bid >> COLOUR_SHIFT[house] & 0xFFFFFF):
                    raise root["auction"].fail(f"seat {seat} bids more than its household")

    def _complete_households(self) -> None:
        """A household nobody speaks of is whole, as far as its units are not elsewhere."""
        state = self.state
        elsewhere = state.totals()
        for house in self.table.houses:
            if house in self.told:
                continue
            whole = counts(state.household[house])[:3]
            left = [
                max(0, min(n, n + most - elsewhere[house * 3 + unit]))
                for unit, (n, most) in enumerate(
                    zip(whole, self.table.mix.colour_units, strict=True)
                )
            ]
            state.household[house] = pack(left)

    def _read_bonus(self) -> None:
        state, root = self.state, self.root
        in_turn = state.box > 0 and state.phase not in (CROWN, TAKE)
        owner = state.house if in_turn else NOBODY
        if state.phase == ROUEN or (state.phase == TAKE and state.filling == FIRST_BONUS):
            owner = state.start_house
        bonus = root.get("bonus")
        for name, node in (bonus.mapping() if bonus else {}).items():
            house = self.colour(Node(name, node.where))
            markers = self.pool(node)
            if markers and (house != owner or state.phase == TAKE):
                raise node.fail("only the active house has markers in its bonus area")
            state.bonus += markers
        most = self.board.boxes[max(1, state.box) - 1].bonus
        if size(state.bonus) > most:
            raise root["bonus"].fail(f"this box gives a bonus of {most}")
        state.bonus_house = owner
        if state.phase == PHASES.index("overflow"):
            if state.bonus:
                raise root["bonus"].fail("the bonus area is empty when markers are put aside")
            state.bonus_house = NOBODY

    def _read_choices(self) -> None:
        state, root = self.state, self.root
        node = root.get("choices")
        if state.phase != TAKE:
            if node is not None and node.list():
                raise node.fail("household units are chosen during a filling only")
            if state.phase != TAKE and self.root.get("filling") is not None and state.filling:
                raise root["filling"].fail("this is not a filling")
            return
        state.tasks = tasks_of(state)
        state.taken = (None,) * len(state.tasks)
        for house, area, _ in state.tasks:
            if area == BONUS:
                state.bonus_house = house
        if node is None:
            return
        items = node.list()
        if len(items) != len(state.tasks):
            raise node.fail(f"expected {len(state.tasks)} choices")
        taken: list[Take | None] = []
        for item, (house, area, places) in zip(items, state.tasks, strict=True):
            item.only("house", "area", "places", "taken")
            item["house"].one_of((self.table.colour(house),))
            item["area"].one_of((AREAS[area],))
            item["places"].one_of((places,))
            answer = item.get("taken")
            given = answer is not None and answer.value is not None
            taken.append(self._answer(answer) if answer is not None and given else None)
        for index, take in enumerate(taken):
            if take is not None:
                legal = listed_takes(state, index)
                if take not in legal:
                    raise items[index]["taken"].fail("the household cannot give this")
                state.taken = (*state.taken[:index], take, *state.taken[index + 1 :])

    def _answer(self, node: Node) -> Take:
        try:
            move = self.notation.read(node.str())
        except BadNotation as error:
            raise node.fail(str(error)) from None
        if not isinstance(move, Take):
            raise node.fail("expected a choice like 'take 1k'")
        return move

    def _read_bag(self) -> None:
        """The bag holds what is nowhere else; a bag that is given must be just that."""
        state, table = self.state, self.table
        there = state.totals()
        total = list(counts(table.markers))
        if state.phase == PLACE:
            total = [n if 3 * BLACK <= k < 3 * BLACK + 3 else 0 for k, n in enumerate(total)]
            for house in table.houses:
                for unit, number in enumerate(counts(state.household[house])[:3]):
                    there[house * 3 + unit] -= number
        for kind, (n, most) in enumerate(zip(there, total, strict=True)):
            if n > most:
                raise self.root.fail(f"{n} {self.board.kinds[kind]} are there, the box has {most}")
            state.bag.add(kind, most - n)
        bag = self.root.get("bag")
        if bag is not None:
            given = counts(self.pool(bag))
            for kind, number in enumerate(given):
                if number != state.bag.counts[kind]:
                    rest = state.bag.counts[kind]
                    name = self.board.kinds[kind]
                    raise bag.fail(f"{number} {name} are in the bag, {rest} are nowhere else")
