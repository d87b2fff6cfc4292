"""The table drawn in characters: map, line of kings, houses, and what can be attacked."""

from __future__ import annotations

from attrs import evolve

from rulekeep.core import Canvas, Look, Seat, first_that_fits, frozen, plural
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import SHEET, Spot, bits
from rulekeep.games.kings_and_castles.legal.attacks import ways
from rulekeep.games.kings_and_castles.scoring import money_shown
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.view import map
from rulekeep.games.kings_and_castles.view.looking import (
    GAME_NAME,
    HIDDEN_COINS,
    ROMAN,
    crown_on,
    headline,
    is_active,
    purse,
)
from rulekeep.games.kings_and_castles.view.sheet import sheet_of

WIDE = 118
"""From this width on the line of kings stands beside the map."""
PANEL = SHEET + 1
OTHERS_HEAD = "         money TAX regions army"
Span = tuple[str, str]
Target = tuple[Spot, int, list[pieces.Colour]]
"""A region that may be attacked: the strength needed, and the colours that have it."""


@frozen
class Plan:
    """What is drawn, and how much of it."""

    full_map: bool = True
    legend: bool = True
    all_kings: bool = True
    """Else the boxes that come next, in a row or two."""
    kings: bool = True
    other_houses: bool = True
    """Else a row for each of them."""
    only_own: bool = False
    """The others are then in a small table in the corner of the map."""
    pile: bool = True
    """Bag and casualties."""
    gaps: bool = True
    attacks: bool = True
    matters: bool = True
    """Bids and sealed choices in sentences; else all in a row or two."""


_RICH = (
    Plan(),
    Plan(legend=False),
    Plan(legend=False, all_kings=False),
    Plan(legend=False, all_kings=False, other_houses=False),
)
_TIGHT = Plan(legend=False, other_houses=False, pile=False, gaps=False)
"""The full map before all else."""
_BARE = evolve(_TIGHT, full_map=False, all_kings=False)
PLANS = (
    *_RICH,
    _TIGHT,
    evolve(_TIGHT, all_kings=False),
    *(evolve(plan, full_map=False) for plan in _RICH),
    _BARE,
    evolve(_BARE, only_own=True),
    evolve(_BARE, only_own=True, kings=False),
    evolve(_BARE, only_own=True, kings=False, attacks=False),
    evolve(_BARE, only_own=True, kings=False, attacks=False, matters=False),
)
"""From everything to what the player to move cannot do without."""


def render(state: State, viewer: Seat | None, look: Look) -> Canvas:
    """The table as the viewer sees it, as much of it as fits."""
    plans = [plan for plan in PLANS if look.width >= SHEET or not plan.full_map]
    drawing = _Drawing(state, viewer, look)
    return first_that_fits((drawing.by(plan) for plan in plans), look)


def legend(state: State, viewer: Seat | None) -> list[str]:
    """What the signs of the drawing mean: colours, the map, the players."""
    signs = _legend(state, viewer, walled=True)
    colours = len(state.terms.houses) + 1
    return [
        *("".join(text for text, _ in part).strip() for part in (signs[:colours], signs[colours:])),
        "▶ whose turn it is  ■ TAX marker  □ used TAX marker  ·· nothing there",
    ]


def _legend(state: State, viewer: Seat | None, walled: bool) -> list[Span]:
    board = state.terms.board
    spans = [
        (f"{board.letters[c]} {board.colours[c]}  ", map.COLOUR_STYLES[c])
        for c in (*state.terms.houses, pieces.HOUSES)
    ]
    words = [
        f"{unit[0]} {pieces.marker(unit)} {board.strengths[i]}  "
        for i, unit in enumerate(pieces.TYPES)
    ]
    words += ["m2 mercenary 2  ", f"{map.CASTLE_SIGN}2 castle 2  "]
    words += ["A anchor  ", "# portcullis  ", "⚑ flag  ", f"{map.KING_SIGN} king's country  "]
    words += [f"{map.FURTHER_SIGN} further country  ", "4+ strength needed  ", "* attacked  "]
    if any(money_shown(state, viewer, seat)[1] for seat in range(state.terms.seats)):
        words.append(f"{HIDDEN_COINS}7 hidden coins, last digit 7  ")
    if walled:
        words.append("a wall between regions: they are neighbours")
    return spans + [(word, "dim") for word in words]


class _Drawing:
    """The table drawn for one viewer, part by part from the top down."""

    def __init__(self, state: State, viewer: Seat | None, look: Look) -> None:
        self.state, self.viewer, self.look = state, viewer, look
        self.terms, self.board = state.terms, state.terms.board
        self.canvas = Canvas()
        self.targets = self._attackable()
        self._maps: dict[bool, Canvas] = {}

    def by(self, plan: Plan) -> Canvas:
        """A new drawing with what a plan leaves in."""
        self.canvas = canvas = Canvas()
        state, width = self.state, self.look.width
        self._title()
        top = canvas.height + (1 if plan.gaps else 0)
        canvas.paste(0, top, self._map(plan.full_map))
        if plan.only_own:
            self._other_houses(top)
        self._line_of_kings(plan)
        if plan.legend:
            walled = plan.full_map and sheet_of(self.board).tells
            canvas.flow(_legend(state, self.viewer, walled), width)
            if not walled:
                canvas.flow(self._borders(), width)
        if plan.gaps:
            canvas.line()
        self._houses(plan)
        if plan.pile:
            if plan.gaps:
                canvas.line()
            bag = f"{plural(state.bag.total, 'marker')} in the bag  "
            aside = self._markers(state.aside, "{} set aside:", "none set aside")
            canvas.flow([(bag, ""), *aside], width)
        self._matters(plan.matters)
        if plan.attacks:
            self._attacks()
        return canvas

    def _map(self, full: bool) -> Canvas:
        """The map takes longest to draw, and many plans share it."""
        if full not in self._maps:
            needs = {target: need for target, need, colours in self.targets if colours}
            if full:
                self._maps[full] = map.drawn_map(self.state, needs)
            else:
                self._maps[full] = map.drawn_small_map(self.state, needs, self.look.width)
        return self._maps[full]

    def _say(self, text: str, style: str = "", between: str = " ") -> None:
        """A sentence, wrapped between its words."""
        *words, last = text.split(between)
        spans = [*((word + between, style) for word in words), (last, style)]
        self.canvas.flow(spans, self.look.width)

    def _title(self) -> None:
        title = headline(self.state, self.look)
        whole = f"{GAME_NAME} · {title}"
        self._say(whole if len(whole) <= self.look.width else title, "bold", " · ")

    def _borders(self) -> list[Span]:
        """Where walls do not tell: every region with its neighbours."""
        regions = self.board.regions
        spans: list[Span] = [("Neighbours  ", "bold")]
        for region in regions:
            near = " ".join(regions[spot].code for spot in region.borders)
            spans.append((f"{region.code}: {near or 'none'}  ", "dim"))
        return spans

    # -- the line of kings --------------------------------------------------------------------

    def _line_of_kings(self, plan: Plan) -> None:
        if not plan.all_kings:
            if plan.kings and self.state.phase != phases.OVER:
                self._coming_kings()
        elif plan.full_map and self.look.width >= WIDE:
            self._kings_beside_the_map()
        else:
            self._kings_in_columns()

    def _kings_beside_the_map(self) -> None:
        """Section by section."""
        self.canvas.put(PANEL, 2, "The line of kings", "bold")
        y = 3
        for first, last in self.terms.sections:
            self.canvas.put(PANEL, y, "╌" * 40, "dim")
            for box in range(first, last + 1):
                y += 1
                self._king(box, PANEL, y)
            y += 1

    def _kings_in_columns(self) -> None:
        """Below the map, in two columns or one."""
        self.canvas.line()
        self.canvas.line("The line of kings", "bold")
        top = self.canvas.height
        rows = -(-self.terms.last_box // (2 if self.look.width >= 80 else 1))
        for index in range(self.terms.last_box):
            column, row = divmod(index, rows)
            self._king(index + 1, column * 40, top + row)

    def _coming_kings(self) -> None:
        """Where there is no room: the boxes of the section from the current one on."""
        first, last = self.terms.sections[self.state.section]
        spans: list[Span] = [("Kings: ", "bold")]
        boxes = range(max(first, self.state.box), last + 1)
        for box in boxes:
            king = self.board.boxes[box - 1]
            now, crown = crown_on(self.state, box)
            letter = f"{map.KING_SIGN}{self.board.letters[crown]}" if crown >= 0 else "··"
            where = f"{box} {self.terms.country(king.country)} {ROMAN[king.bonus]}"
            spans.append((f"{'▶' if now else ''}{where} {letter}  ", "bold" if now else ""))
        corners = self.canvas.flow(spans, self.look.width)
        for box, (x, y), (text, _) in zip(boxes, corners[1:], spans[1:], strict=True):
            self._name_box(box, x, y, len(text.rstrip()))

    def _name_box(self, box: int, x: int, y: int, width: int) -> None:
        terms, king, (_, crown) = self.terms, self.board.boxes[box - 1], crown_on(self.state, box)
        owner = f"the crown of {terms.colour(crown)}" if crown >= 0 else "no crown yet"
        what = f"{king.title}, {terms.country(king.country)}, bonus {king.bonus}: {owner}."
        self.canvas.place(f"crown {box}", x, y, width, what=what)

    def _king(self, box: int, x: int, y: int) -> None:
        """`▶ 7 Henry II        France    III ♔B`."""
        king = self.board.boxes[box - 1]
        now, crown = crown_on(self.state, box)
        done = box <= self.state.box and not now
        mark = "▶" if now else "·" if done else " "
        country = self.terms.country(king.country)[:9]
        text = f"{mark}{box:2} {king.title[:15]:15} {country:9} {ROMAN[king.bonus]:4}"
        end = self.canvas.put(x, y, text, "bold" if now else "dim" if done else "")
        self._name_box(box, x, y, len(text) + 2)
        if crown >= 0:
            sign = f"{map.KING_SIGN}{self.board.letters[crown]}"
            self.canvas.put(end, y, sign, map.COLOUR_STYLES[crown])
        elif not done:
            self.canvas.put(end, y, "··", "dim")

    # -- houses -------------------------------------------------------------------------------

    def _houses(self, plan: Plan) -> None:
        own = self._own_houses()
        for seat, houses in enumerate(self.terms.houses_of):
            for house in houses:
                full = plan.other_houses or house in own
                if full or not plan.only_own:
                    self._house(seat, house)
                if full:
                    self._markers_of(house)

    def _other_houses(self, top: int) -> None:
        """A row for each house that is not drawn in full: in a corner of the map, else below it."""
        own = self._own_houses()
        rows: list[Span] = [(OTHERS_HEAD, "dim")]
        for seat, houses in enumerate(self.terms.houses_of):
            rows += [self._other_house(seat, house) for house in houses if house not in own]
        if len(rows) > 1:
            lines = self.canvas.lines()
            free = len(lines)
            while free > top and not lines[free - 1][: len(OTHERS_HEAD)].strip():
                free -= 1
            if len(lines) - free < len(rows):
                free = len(lines)
            for y, (text, style) in enumerate(rows, free):
                self.canvas.put(0, y, text, style)

    def _other_house(self, seat: Seat, house: pieces.House) -> Span:
        """`▶R Bo      …7 ■■□     3   12`: household and array are the army."""
        state, terms = self.state, self.terms
        mark = "▶" if is_active(state, house) else " "
        name = f"{mark}{self.board.letters[house]} {self.look.name(seat)[:5]}"
        first = house == terms.houses_of[seat][0]
        money = purse(state, self.viewer, seat) if first else ""
        army = sum(pieces.three(state.household[house])) + pieces.size(state.array[house])
        regions = state.held[house].bit_count()
        text = f"{name:<8} {money:>5} {self._tax(house):<3} {regions:>7} {army:>4}"
        return text, map.COLOUR_STYLES[house]

    def _tax(self, house: pieces.House) -> str:
        left = self.state.tax[house]
        return "■" * left + "□" * (self.terms.tax_markers - left)

    def _own_houses(self) -> tuple[pieces.House, ...]:
        """The houses that matter most to the viewer: the active one, else his own."""
        state, viewer = self.state, self.viewer
        asked = {decision.seat for decision in state.open}
        if state.is_turn() and (viewer is None or viewer in asked):
            return (state.house,)
        return self.terms.houses_of[viewer] if viewer is not None else ()

    def _house(self, seat: Seat, house: pieces.House) -> None:
        state, terms = self.state, self.terms
        mark = "▶ " if is_active(state, house) else "  "
        name = f"{self.board.letters[house]} {terms.colour(house)}, {self.look.name(seat)[:16]}"
        first = house == terms.houses_of[seat][0]
        crowns = f"{plural(state.unplaced[house], 'crown')}, {state.crown_at.count(house)} placed"
        held = state.held[house]
        spans = [
            (mark, "bold"),
            (f"{name}  ", map.COLOUR_STYLES[house]),
            (f"money {purse(state, self.viewer, seat)}  " if first else "", "bold"),
            (f"TAX {self._tax(house)}  ", ""),
            (f"{crowns}  ", ""),
            (f"{plural(held.bit_count(), 'region')} worth {self.board.worth.of(held)}", ""),
        ]
        self.canvas.flow(spans, self.look.width, indent=4)

    def _markers_of(self, house: pieces.House) -> None:
        state = self.state
        household = pieces.counted(pieces.three(state.household[house])) or "none"
        spans: list[Span] = [("    household ", "dim"), (f"{household}  ", "")]
        spans += self._markers(state.array[house], "array of {}:", "array empty")
        if state.bonus_house == house and state.phase not in (phases.TAKE, phases.OVER):
            spans += self._markers(state.bonus, "bonus of {}:", "bonus empty")
        self.canvas.flow(spans, self.look.width, indent=4)

    def _markers(self, pool: pieces.Pool, title: str, if_none: str) -> list[Span]:
        """`array of 8: B 2k 1a  x 1k  2m3  1⌂1`: how many, by colour, mercenaries, castles."""
        size = pieces.size(pool)
        if not size:
            return [(f"{if_none}  ", "dim")]
        spans: list[Span] = [(f"{title.format(size)} ", "dim")]
        for letter, style, shift in zip(
            self.board.letters, map.COLOUR_STYLES, pieces.COLOUR_SHIFT, strict=True
        ):
            if units := pool >> shift & pieces.THREE:
                spans.append((f"{letter} {pieces.counted(pieces.three(units))}  ", style))
        for sign, first in (("m", pieces.MERCENARY), (map.CASTLE_SIGN, pieces.CASTLE)):
            numbers = [(pieces.count(pool, first + i), n) for i, n in enumerate(pieces.SIZES)]
            words = [f"{number}{sign}{n}" for number, n in numbers if number]
            if words:
                spans.append((f"{' '.join(words)}  ", ""))
        return spans

    # -- what is going on ---------------------------------------------------------------------

    def _matters(self, in_sentences: bool) -> None:
        """What the step at hand is about: bids and sealed choices."""
        state, board = self.state, self.board
        brief: list[Span] = []
        for seat, bid in enumerate(state.bids if state.phase == phases.BID else ()):
            name, stands = self.look.name(seat)[:20], seat == state.bidder
            if state.passed >> seat & 1:
                sentence = f"{name} has passed"
                brief.append((f"{name} passed  ", "dim"))
            elif bid:
                worth = board.strength(bid)
                sentence = f"{name} bids {pieces.tally(board.named(bid))}, worth {worth}"
                brief.append((f"{name} bids {worth}  ", "bold" if stands else ""))
            else:
                continue
            if in_sentences:
                self._say(f"{sentence} (highest bid)" if stands else sentence)
        chosen = [self.terms.colour(house) for (house, *_), taken in state.choices if taken]
        if in_sentences:
            for colour in chosen:
                self._say(f"{colour} has chosen (hidden)")
            return
        if chosen:
            brief.append((f"have chosen (hidden): {', '.join(chosen)}", ""))
        if brief:
            self.canvas.flow(brief, self.look.width)

    def _attackable(self) -> list[Target]:
        """What the player to move may attack; only that player sees it."""
        state = self.state
        if state.phase != phases.ATTACK or self.viewer != state.active_seat:
            return []
        found: dict[Spot, list[pieces.Colour]] = {}
        for colour, _, _, mask, beaten in ways(state, state.area()):
            for target in bits(mask):
                found.setdefault(target, []).extend([colour] * (beaten >> target & 1))
        return [(target, state.defence[target] + 1, found[target]) for target in sorted(found)]

    def _attacks(self) -> None:
        can: list[Span] = []
        cannot: list[Span] = []
        for target, need, colours in self.targets:
            region = self.board.regions[target].name
            if colours:
                letters = "".join(self.board.letters[colour] for colour in colours)
                can.append((f"{region} (needs {need}) {letters}  ", ""))
            else:
                cannot.append((f"{region} (needs {need})  ", "dim"))
        if can:
            self.canvas.flow([("Targets: ", "bold"), *can], self.look.width)
        if cannot:
            self.canvas.flow([("Too strong for you: ", "dim"), *cannot], self.look.width)
