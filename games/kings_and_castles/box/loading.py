"""Reading and validating the data files; an error names the file and the line."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core import DataFiles, Node, reach
from rulekeep.games.kings_and_castles.box import board, pieces

PACKAGE = "rulekeep.games.kings_and_castles"
FILES = ("map.yaml", "kings.yaml", "counters.yaml")
PLAYERS = (2, 3, 4)
LENGTHS = ("full", "short")
MOST_REGIONS = 60
MOST_BONUS = 10
CELL = 15
"""A region's cell on the drawn map is so wide."""
RESERVED = {"x", "m", "nothing", "draw"}
"""Words of moves and drawings that no colour may have."""
_MERCENARIES = tuple(f"merc{n}" for n in pieces.SIZES)
_CASTLES = tuple(f"castle{n}" for n in pieces.SIZES)


def houses_for(players: int) -> int:
    """Two players run two houses each."""
    return 3 if players == 3 else pieces.HOUSES  # KG-002 KG-003 KG-004


def load_board(files: DataFiles) -> board.Board:
    sheet, kings, markers = (files.read(name) for name in FILES)
    land = _Map(sheet)
    throne = _Kings(kings, land.country_ids)
    counters = _Counters(markers, len(land.regions), throne)
    return board.Board(
        regions=land.regions,
        countries=land.countries,
        start=land.start,
        seas=land.seas,
        boxes=throne.boxes,
        wrapped=throne.wrapped,
        colours=counters.colours,
        strengths=counters.strengths,
        mixes=counters.mixes,
        default_mix=counters.default_mix,
        full=counters.full,
        short=counters.short,
        array_size=counters.array_size,
        provenance=(*land.provenance, *throne.provenance, *counters.provenance),
    )


class _File:
    """A data file: every datum in it has its source, a code that the file explains."""

    name: str
    keys: tuple[str, ...]

    def __init__(self, root: Node) -> None:
        root.only("format", "version", "provenance_codes", *self.keys)
        root["format"].one_of((f"kings_and_castles/{self.name}",))
        root["version"].str()
        self.codes = {code: node.str() for code, node in root["provenance_codes"].mapping().items()}
        self.provenance: list[tuple[str, str]] = []

    def source(self, datum: str, node: Node) -> None:
        text = node.str()
        for code, meaning in self.codes.items():
            if text == code or text.startswith((f"{code} ", f"{code},")):
                source = text.replace(code, meaning, 1)
                self.provenance.append((f"{self.name} {datum}", source))
                return
        raise node.fail(f"{text!r} does not begin with one of the provenance codes")

    def sources(self, datum: str, node: Node) -> None:
        for key, code in node.mapping().items():
            self.source(f"{datum}: {key}", code)

    def datum(self, node: Node, what: str, *keys: str) -> Node:
        """`{value: 10, prov: S1}`: keys of their own, and one source for all of them."""
        self.source(what, node.only(*keys, "prov")["prov"])
        return node

    def single(self, root: Node, key: str) -> int:
        node = self.datum(root[key], key.replace("_", " "), "value")
        return node["value"].int(1, 10_000)

    def three(
        self, node: Node, names: tuple[str, ...], what: str, low: int = 0, high: int = pieces.MOST
    ) -> board.Three:
        """`{knight: 6, foot: 6, archer: 6, prov: R1}`."""
        self.datum(node, what, *names)
        one, two, three = (node[name].int(low, high) for name in names)
        return one, two, three

    def falling(self, node: Node, names: tuple[str, ...], what: str) -> board.Three:
        """Strengths, the first the greatest."""
        found = self.three(node, names, what, 1, 9)
        if not found[0] > found[1] > found[2]:
            raise node.fail(
                f"expected {names[0]} stronger than {names[1]}, {names[1]} than {names[2]}"
            )
        return found


def _unique(nodes: Iterable[Node]) -> list[str]:
    """Their texts, which must differ by more than case, spaces and hyphens."""
    found: dict[str, str] = {}
    for node in nodes:
        text = node.str()
        if not board.fold(text):
            raise node.fail("is empty")
        if board.fold(text) in found:
            raise node.fail(f"{text!r} is here twice")
        found[board.fold(text)] = text
    return list(found.values())


# -- the map ------------------------------------------------------------------------------------


class _Map(_File):
    name = "map"
    keys = (
        *("start_region", "start_region_prov", "region_count", "countries", "regions"),
        *("seas", "drawing_prov"),
    )

    def __init__(self, root: Node) -> None:
        super().__init__(root)
        self.source("start region", root["start_region_prov"])
        count = self.datum(root["region_count"], "number of regions", "value")["value"]
        if drawing := root.get("drawing_prov"):
            self.source("codes and drawn places", drawing)
        nodes = root["regions"].list()
        if not 4 <= len(nodes) <= MOST_REGIONS:
            most = f"a map has 4 to {MOST_REGIONS} regions"
            raise root["regions"].fail(f"{most}, this has {len(nodes)}")
        if count.int() != len(nodes):
            raise count.fail(f"there are {len(nodes)} regions below")
        self.country_ids = _unique(node["id"] for node in root["countries"])
        self.ids = _unique(node["id"] for node in nodes)
        _unique(node["name"] for node in nodes)
        coded = zip(nodes, _codes(nodes), strict=True)
        self.regions = tuple(self._region(node, code) for node, code in coded)
        self._borders_are_mutual(nodes)
        self.countries = tuple(
            self._country(node, index) for index, node in enumerate(root["countries"])
        )
        self.start = self._spot(root["start_region"])
        self.seas = tuple(_sea(node) for node in root.get("seas") or ())

    def _spot(self, node: Node) -> board.Spot:
        if node.str() not in self.ids:
            raise node.fail(f"{node.str()!r} is not a region")
        return self.ids.index(node.str())

    def _region(self, node: Node, code: str) -> board.Region:
        signs = ("coastal", "anchor", "portcullis", "flag")
        node.only("id", "name", "code", "country", "value", *signs, "borders", "at", "prov")
        name = node["name"].str()
        if len(name) > board.LONGEST_NAME:
            raise node["name"].fail(f"a name has at most {board.LONGEST_NAME} letters")
        self.sources(name, node["prov"])
        region = board.Region(
            id=node["id"].str(),
            name=name,
            code=code,
            country=self.country_ids.index(node["country"].one_of(self.country_ids)),
            value=node["value"].int(0, 9),
            borders=self._borders(node),
            at=_cell(node, "at"),
            **{sign: node[sign].bool() for sign in signs},
        )
        if region.anchor and not region.coastal:
            raise node["anchor"].fail(f"{name} has an anchor but no coast")
        return region

    def _borders(self, node: Node) -> tuple[board.Spot, ...]:
        borders: list[board.Spot] = []
        for border in node["borders"]:
            spot = self._spot(border)
            if border.str() == node["id"].str() or spot in borders:
                raise border.fail("a region borders other regions, each once")
            borders.append(spot)
        if not borders:
            raise node["borders"].fail("a region borders at least one other")
        return tuple(borders)

    def _borders_are_mutual(self, nodes: list[Node]) -> None:
        for spot, (node, region) in enumerate(zip(nodes, self.regions, strict=True)):
            for where, border in zip(node["borders"], region.borders, strict=True):
                other = self.regions[border]
                if spot not in other.borders:
                    they = f"{region.name} borders {other.name}"
                    raise where.fail(f"{they}, but not the other way round")

    def _country(self, node: Node, index: int) -> board.Country:
        node.only("id", "name", "regions", "prov", "label")
        name = node["name"].str()
        self.sources(name, node["prov"])
        regions = self.regions
        own = [spot for spot, region in enumerate(regions) if region.country == index]
        if node["regions"].int(1) != len(own):
            raise node["regions"].fail(f"{name} has {len(own)} regions below")
        near = [region.borders for region in regions]
        together = reach(own[0], near, lambda spot: regions[spot].country == index)
        for spot in own:
            if spot not in together:
                lost = regions[spot].name
                raise node.fail(f"{name} is not connected: no way from its first region to {lost}")
        gates = (spot for spot in own if regions[spot].portcullis)
        abroad = any(regions[spot].country != index for gate in gates for spot in near[gate])
        if not abroad and not any(regions[spot].anchor for spot in own):
            lacking = "no anchor, and no portcullis next to another country"
            raise node.fail(f"player colours cannot enter {name}: {lacking}")
        mask = sum(1 << spot for spot in own)
        return board.Country(node["id"].str(), name, mask, _cell(node, "label"))


def _codes(nodes: list[Node]) -> list[str]:
    """The three letters of each region: given, or made from its name."""
    found: list[str] = []
    for node in nodes:
        given = node.get("code")
        if given is not None:
            code = given.str()
            if not (len(code) == 3 and code.isascii() and code.isalnum() and code == code.upper()):
                raise given.fail(f"{code!r} is not three capital letters or digits")
            if code in found:
                raise given.fail(f"the code {code!r} is here twice")
        else:
            letters = board.fold(node["name"].str()).upper()
            tries = [letters[:3], *(letters[:2] + c for c in letters[2:] + "0123456789")]
            code = next((t for t in tries if len(t) == 3 and t not in found), "")
            if not code:
                raise node.fail("needs a code of three letters")
        found.append(code)
    return found


def _sea(node: Node) -> board.Sea:
    text = node.only("text", "at")["text"].str()
    if not text.isprintable():
        raise node.fail("expected a printable text and its place")
    return text, _point(node["at"], len(text))


def _cell(node: Node, key: str) -> board.Point | None:
    return _point(node[key], CELL) if key in node else None


def _point(node: Node, room: int) -> board.Point:
    """A place on the sheet with so many columns to the right of it."""
    if len(node.list()) != 2:
        raise node.fail("expected a column and a row")
    x, y = node.list()
    return x.int(0, board.SHEET - room), y.int(0, 60)


# -- the kings ----------------------------------------------------------------------------------


def _sections_name(length: str, players: int) -> str:
    return f"full_{players}p" if length == "full" else "short"


class _Kings(_File):
    name = "kings"
    keys = ("adjacency", "boxes", "sections")

    def __init__(self, root: Node, countries: list[str]) -> None:
        super().__init__(root)
        numbered = enumerate(root["boxes"], 1)
        self.boxes = tuple(self._box(node, number, countries) for number, node in numbered)
        adjacency = self.datum(root["adjacency"], "adjacency of boxes", "rule", "includes")
        adjacency["rule"].one_of(("consecutive",))
        self.wrapped = frozenset(self._neighbours(pair) for pair in adjacency["includes"])
        names = [_sections_name("full", players) for players in PLAYERS] + ["short"]
        self.section_nodes = root["sections"].only(*names)
        self.sections = {name: self._sections(self.section_nodes[name], name) for name in names}

    def _box(self, node: Node, number: int, countries: list[str]) -> board.KingBox:
        node.only("box", "king", "number", "country", "bonus", "note", "prov")
        if node["box"].int() != number:
            raise node["box"].fail(f"expected box {number}")
        self.sources(f"box {number}", node["prov"])
        return board.KingBox(
            number=number,
            king=node["king"].str(),
            reign=node["number"].int(1, 9),
            country=countries.index(node["country"].one_of(countries)),
            bonus=node["bonus"].int(1, MOST_BONUS),
        )

    def _neighbours(self, pair: Node) -> board.Section:
        first, *rest = [n.int(1, len(self.boxes)) for n in pair] or [0]
        if rest != [first + 1]:
            raise pair.fail("expected two consecutive boxes")
        return first, first + 1

    def _sections(self, node: Node, name: str) -> tuple[board.Section, ...]:
        self.datum(node, f"sections {name}", "boxes")
        last = len(self.boxes)
        found: list[board.Section] = []
        expected = 1
        for pair in node["boxes"]:
            numbers = [n.int(1, last) for n in pair]
            if len(numbers) != 2 or numbers[0] != expected or numbers[1] < numbers[0]:
                raise pair.fail(f"expected a section that begins with box {expected}")
            found.append((numbers[0], numbers[1]))
            expected = numbers[1] + 1
        if not found or (name != "short" and expected != last + 1):
            raise node["boxes"].fail(f"the sections must cover the boxes 1 to {last}")
        return tuple(found)


# -- the counters -------------------------------------------------------------------------------


class _Counters(_File):
    name = "counters"
    keys = (
        *("total_counters", "strengths", "colours", "active_mix", "mixes", "household"),
        *("crowns_in_play", "tax_markers_in_play", "array_size", "bonus_area_size"),
    )

    def __init__(self, root: Node, regions: int, throne: _Kings) -> None:
        super().__init__(root)
        self.root, self.regions, self.throne = root, regions, throne
        self.total = self.single(root, "total_counters")
        strengths = root["strengths"].only("units", "mercenaries", "castles")
        units = self.falling(strengths["units"], pieces.TYPES, "unit strengths")
        mercenaries = self.falling(strengths["mercenaries"], _MERCENARIES, "mercenary strengths")
        castles = self.falling(strengths["castles"], _CASTLES, "castle strengths")
        self.strengths = units * (pieces.HOUSES + 1) + mercenaries + castles  # KG-008
        self.mixes = {name: self._mix(node, name) for name, node in root["mixes"].mapping().items()}
        self.full, self.short = (self._length(length) for length in LENGTHS)
        bonus_area = self.single(root, "bonus_area_size")
        for box in throne.boxes:
            if box.bonus > bonus_area:
                raise root["bonus_area_size"].fail(f"box {box.number} has a bonus of {box.bonus}")
        self.colours = self._colours(root["colours"])
        self.default_mix: str = root["active_mix"].one_of(self.mixes)
        self.array_size = self.single(root, "array_size")

    def _colours(self, node: Node) -> tuple[str, ...]:
        self.datum(node, "colours", "ids", "enemy")
        names = [*node["ids"], node["enemy"]]
        if len(names) != pieces.HOUSES + 1:
            raise node["ids"].fail(f"there are {pieces.HOUSES} houses, found {len(names) - 1}")
        for name in names:
            text = name.str()
            if not (text.isascii() and text.isalpha() and text.islower()) or text in RESERVED:
                raise name.fail(f"{text!r} is not a colour: one word in small letters")
        return tuple(_unique(names))

    def _mix(self, node: Node, name: str) -> board.Mix:
        keys = ("units_per_colour", "crowns_per_colour", "tax_per_colour", "enemy_units")
        node.only("note", *keys, "mercenaries", "castles", "money")
        units = self.three(node["units_per_colour"], pieces.TYPES, f"{name} units")
        enemies = self.three(node["enemy_units"], pieces.TYPES, f"{name} enemies")
        mercenaries = self.three(node["mercenaries"], _MERCENARIES, f"{name} mercenaries")
        castles = self.three(node["castles"], _CASTLES, f"{name} castles")
        crowns = self.single(node, "crowns_per_colour")
        tax = self.single(node, "tax_per_colour")
        money = dict(node["money"].mapping())
        if "prov" in money:
            self.source(f"{name} money", money.pop("prov"))
        coins = {key: number.int(0, pieces.MOST) for key, number in money.items()}
        needed = self.regions - 1
        if sum(enemies) < needed:
            raise node["enemy_units"].fail(
                f"{needed} enemies are needed to cover the map, {sum(enemies)} are there"
            )
        if not sum(units):
            raise node["units_per_colour"].fail("every colour needs units")
        of_colours = pieces.HOUSES * (sum(units) + crowns + tax)
        found = of_colours + sum(enemies + mercenaries + castles) + sum(coins.values())
        if found != self.total:
            they = f"{name} adds up to {found} counters"
            raise node.fail(f"{they}, total_counters says {self.total}")
        worth = sum(int(key) * n for key, n in coins.items() if key.isascii() and key.isdecimal())
        return board.Mix(name, units, enemies, mercenaries, castles, crowns, tax, worth)

    def _length(self, length: str) -> board.Length:
        where = self.root["household"].only(*LENGTHS)[length]
        household = self.three(where, pieces.TYPES, f"household, {length} game")
        for mix in self.mixes.values():
            for unit, there, taken in zip(pieces.TYPES, mix.colour_units, household, strict=True):
                if taken > there:
                    raise where[unit].fail(f"{mix.name} has only {there} of them per colour")
        node = self.root["tax_markers_in_play"].only(*LENGTHS)[length]
        tax = self.datum(node, f"TAX markers, {length} game", "value")["value"]
        if any(tax.int(0) >= mix.tax for mix in self.mixes.values()):
            raise tax.fail("one TAX marker of a colour is needed for the tax track")
        crowns = self._crowns(length)
        names = {players: _sections_name(length, players) for players in PLAYERS}
        sections = {players: self.throne.sections[name] for players, name in names.items()}
        return board.Length(household, tax.int(0), crowns, sections)

    def _crowns(self, length: str) -> dict[int, int]:
        """By the number of players: the crowns of a house; together they fill all boxes."""
        where = self.root["crowns_in_play"].only(*LENGTHS)[length]
        self.datum(where, f"crowns, {length} game", *(f"{players}p" for players in PLAYERS))
        crowns: dict[int, int] = {}
        for players in PLAYERS:
            node = where[f"{players}p"]
            number = crowns[players] = node.int(1, 99)
            name = _sections_name(length, players)
            boxes = self.throne.sections[name][-1][1]
            if number * houses_for(players) != boxes:
                raise node.fail(
                    f"{houses_for(players)} houses with {number} crowns cannot fill "
                    f"{boxes} boxes ({self.throne.section_nodes[name].where})"
                )
            if any(number > mix.crowns for mix in self.mixes.values()):
                raise node.fail("more crowns than a colour has")
        return crowns
