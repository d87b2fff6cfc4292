"""The data files read and validated: whatever is wrong is told with its file and line."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulekeep.core.data import DataFiles, Node
from rulekeep.core.graph import reach
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

Provenance = list[tuple[str, str]]


def houses_for(players: int) -> int:
    """Two players run two houses each."""
    return 3 if players == 3 else pieces.HOUSES  # KG-002 KG-003 KG-004


def load_board(files: DataFiles) -> board.Board:
    sheet, kings, counters = (files.read(name) for name in FILES)
    provenance: Provenance = []
    land = _read_map(sheet, provenance)
    throne = _read_kings(kings, [country.id for country in land.countries], provenance)
    return _read_counters(counters, land, throne, provenance)


class _Sources:
    """Turns the provenance codes of one file into sentences."""

    def __init__(self, root: Node, name: str, rows: Provenance, *keys: str) -> None:
        root.only("format", "version", "provenance_codes", *keys)
        root["format"].one_of((f"kings_and_castles/{name}",))
        root["version"].str()
        self.codes = {code: node.str() for code, node in root["provenance_codes"].mapping().items()}
        self.name = name
        self.rows = rows

    def add(self, datum: str, node: Node) -> None:
        text = node.str()
        for code, meaning in self.codes.items():
            if text == code or text.startswith((f"{code} ", f"{code},")):
                text = text.replace(code, meaning, 1)
                break
        else:
            raise node.fail(f"{text!r} does not begin with one of the provenance codes")
        self.rows.append((f"{self.name} {datum}", text))

    def add_each(self, datum: str, node: Node) -> None:
        for key, code in node.mapping().items():
            self.add(f"{datum}: {key}", code)

    def single(self, root: Node, key: str) -> int:
        """`key: {value: 10, prov: S1}`."""
        node = root[key].only("value", "prov")
        self.add(key.replace("_", " "), node["prov"])
        return node["value"].int(1, 10_000)

    def three(
        self, node: Node, names: tuple[str, ...], what: str, low: int = 0, high: int = pieces.MOST
    ) -> board.Three:
        """`{knight: 6, foot: 6, archer: 6, prov: R1}`."""
        node.only(*names, "prov")
        self.add(what, node["prov"])
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


# -- the map ------------------------------------------------------------------------------------


@frozen
class _Lands:
    countries: tuple[board.Country, ...]
    regions: tuple[board.Region, ...]
    start: board.Spot
    seas: tuple[board.Sea, ...]


def _read_map(root: Node, rows: Provenance) -> _Lands:
    keys = ("start_region", "start_region_prov", "region_count", "countries", "regions")
    sources = _Sources(root, "map", rows, *keys, "seas", "drawing_prov")
    sources.add("start region", root["start_region_prov"])
    region_count = root["region_count"].only("value", "prov")
    sources.add("number of regions", region_count["prov"])
    if drawing := root.get("drawing_prov"):
        sources.add("codes and drawn places", drawing)
    nodes = root["regions"].list()
    if not 4 <= len(nodes) <= MOST_REGIONS:
        raise root["regions"].fail(f"a map has 4 to {MOST_REGIONS} regions, this has {len(nodes)}")
    if region_count["value"].int() != len(nodes):
        raise region_count["value"].fail(f"there are {len(nodes)} regions below")
    country_nodes = root["countries"].list()
    country_ids = _unique(country_nodes, "id")
    ids = _unique(nodes, "id")
    _unique(nodes, "name")
    regions = [
        _region(node, ids, country_ids, code, sources)
        for node, code in zip(nodes, _codes(nodes), strict=True)
    ]
    _borders_are_mutual(nodes, regions)
    countries = [_country(node, i, regions, sources) for i, node in enumerate(country_nodes)]
    if root["start_region"].str() not in ids:
        raise root["start_region"].fail(f"{root['start_region'].str()!r} is not a region")
    start = ids.index(root["start_region"].str())
    return _Lands(tuple(countries), tuple(regions), start, tuple(_seas(root)))


def _seas(root: Node) -> list[board.Sea]:
    seas: list[board.Sea] = []
    for node in root.get("seas") or ():
        node.only("text", "at")
        text = node["text"].str()
        at = _point(node["at"], len(text))
        if at is None or not text.isprintable():
            raise node.fail("expected a printable text and its place")
        seas.append((text, at))
    return seas


def _unique(nodes: list[Node], key: str) -> list[str]:
    found: dict[str, str] = {}
    for node in nodes:
        text = node[key].str()
        if not board.fold(text):
            raise node[key].fail("is empty")
        if board.fold(text) in found:
            raise node[key].fail(f"{text!r} stands here twice")
        found[board.fold(text)] = text
    return list(found.values())


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
                raise given.fail(f"the code {code!r} stands here twice")
        else:
            letters = board.fold(node["name"].str()).upper()
            tries = [letters[:3], *(letters[:2] + c for c in letters[2:] + "0123456789")]
            code = next((t for t in tries if len(t) == 3 and t not in found), "")
            if not code:
                raise node.fail("needs a code of three letters")
        found.append(code)
    return found


def _region(
    node: Node, ids: list[str], countries: list[str], code: str, sources: _Sources
) -> board.Region:
    signs = ("coastal", "anchor", "portcullis", "flag")
    node.only("id", "name", "code", "country", "value", *signs, "borders", "at", "prov")
    name = node["name"].str()
    if len(name) > board.LONGEST_NAME:
        raise node["name"].fail(f"a name has at most {board.LONGEST_NAME} letters")
    sources.add_each(name, node["prov"])
    region = board.Region(
        id=node["id"].str(),
        name=name,
        code=code,
        country=countries.index(node["country"].one_of(countries)),
        value=node["value"].int(0, 9),
        borders=_borders(node, ids),
        at=_point(node.get("at"), CELL),
        **{sign: node[sign].bool() for sign in signs},
    )
    if region.anchor and not region.coastal:
        raise node["anchor"].fail(f"{name} has an anchor but no coast")
    return region


def _borders(node: Node, ids: list[str]) -> tuple[board.Spot, ...]:
    borders: list[board.Spot] = []
    for border in node["borders"]:
        if border.str() not in ids:
            raise border.fail(f"{border.str()!r} is not a region")
        if border.str() == node["id"].str() or ids.index(border.str()) in borders:
            raise border.fail("a region borders other regions, each once")
        borders.append(ids.index(border.str()))
    if not borders:
        raise node["borders"].fail("a region borders at least one other")
    return tuple(borders)


def _point(node: Node | None, room: int) -> board.Point | None:
    """A place on the sheet with so many columns to the right of it."""
    if node is None:
        return None
    if len(node.list()) != 2:
        raise node.fail("expected a column and a row")
    x, y = node.list()
    return x.int(0, board.SHEET - room), y.int(0, 60)


def _borders_are_mutual(nodes: list[Node], regions: list[board.Region]) -> None:
    for spot, (node, region) in enumerate(zip(nodes, regions, strict=True)):
        for where, border in zip(node["borders"], region.borders, strict=True):
            if spot not in regions[border].borders:
                other = regions[border].name
                raise where.fail(f"{region.name} borders {other}, but not the other way round")


def _country(
    node: Node, index: int, regions: list[board.Region], sources: _Sources
) -> board.Country:
    node.only("id", "name", "regions", "prov", "label")
    name = node["name"].str()
    sources.add_each(name, node["prov"])
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
    abroad = any(regions[near].country != index for gate in gates for near in regions[gate].borders)
    if not abroad and not any(regions[spot].anchor for spot in own):
        lacking = "no anchor, and no portcullis next to another country"
        raise node.fail(f"player colours cannot enter {name}: {lacking}")
    mask = sum(1 << spot for spot in own)
    return board.Country(node["id"].str(), name, mask, _point(node.get("label"), CELL))


# -- the kings ----------------------------------------------------------------------------------


@frozen
class _Throne:
    boxes: tuple[board.KingBox, ...]
    wrapped: frozenset[board.Section]
    sections: Mapping[str, tuple[board.Section, ...]]
    places: Mapping[str, str]
    """Where the sections stand in the file."""


def _read_kings(root: Node, countries: list[str], rows: Provenance) -> _Throne:
    sources = _Sources(root, "kings", rows, "adjacency", "boxes", "sections")
    boxes: list[board.KingBox] = []
    for node in root["boxes"]:
        node.only("box", "king", "number", "country", "bonus", "note", "prov")
        if node["box"].int() != len(boxes) + 1:
            raise node["box"].fail(f"expected box {len(boxes) + 1}")
        sources.add_each(f"box {len(boxes) + 1}", node["prov"])
        boxes.append(
            board.KingBox(
                number=len(boxes) + 1,
                king=node["king"].str(),
                reign=node["number"].int(1, 9),
                country=countries.index(node["country"].one_of(countries)),
                bonus=node["bonus"].int(1, MOST_BONUS),
            )
        )
    adjacency = root["adjacency"].only("rule", "includes", "prov")
    adjacency["rule"].one_of(("consecutive",))
    sources.add("adjacency of boxes", adjacency["prov"])
    wrapped: set[board.Section] = set()
    for pair in adjacency["includes"]:
        first, *rest = [n.int(1, len(boxes)) for n in pair] or [0]
        if rest != [first + 1]:
            raise pair.fail("expected two consecutive boxes")
        wrapped.add((first, first + 1))
    names = [_sections_name("full", players) for players in PLAYERS] + ["short"]
    node = root["sections"].only(*names)
    sections = {name: _sections(node[name], len(boxes), sources, name) for name in names}
    places = {name: node[name].where for name in names}
    return _Throne(tuple(boxes), frozenset(wrapped), sections, places)


def _sections_name(length: str, players: int) -> str:
    return f"full_{players}p" if length == "full" else "short"


def _sections(node: Node, boxes: int, sources: _Sources, name: str) -> tuple[board.Section, ...]:
    node.only("boxes", "prov")
    sources.add(f"sections {name}", node["prov"])
    found: list[board.Section] = []
    expected = 1
    for pair in node["boxes"]:
        numbers = [n.int(1, boxes) for n in pair]
        if len(numbers) != 2 or numbers[0] != expected or numbers[1] < numbers[0]:
            raise pair.fail(f"expected a section that begins with box {expected}")
        found.append((numbers[0], numbers[1]))
        expected = numbers[1] + 1
    if not found or (name != "short" and expected != boxes + 1):
        raise node["boxes"].fail(f"the sections must cover the boxes 1 to {boxes}")
    return tuple(found)


# -- the counters -------------------------------------------------------------------------------


def _read_counters(root: Node, land: _Lands, throne: _Throne, rows: Provenance) -> board.Board:
    sources = _Sources(
        *(root, "counters", rows),
        *("total_counters", "strengths", "colours", "active_mix", "mixes", "household"),
        *("crowns_in_play", "tax_markers_in_play", "array_size", "bonus_area_size"),
    )
    total = sources.single(root, "total_counters")
    strengths = root["strengths"].only("units", "mercenaries", "castles")
    units = sources.falling(strengths["units"], pieces.TYPES, "unit strengths")
    mercenaries = sources.falling(strengths["mercenaries"], _MERCENARIES, "mercenary strengths")
    castles = sources.falling(strengths["castles"], _CASTLES, "castle strengths")
    mixes = {
        name: _mix(node, name, total, len(land.regions), sources)
        for name, node in root["mixes"].mapping().items()
    }
    full, short = (_length(root, length, mixes, throne, sources) for length in LENGTHS)
    bonus_area = sources.single(root, "bonus_area_size")
    for box in throne.boxes:
        if box.bonus > bonus_area:
            raise root["bonus_area_size"].fail(f"box {box.number} has a bonus of {box.bonus}")
    return board.Board(
        regions=land.regions,
        countries=land.countries,
        start=land.start,
        seas=land.seas,
        boxes=throne.boxes,
        wrapped=throne.wrapped,
        colours=_colours(root["colours"], sources),
        strengths=units * (pieces.HOUSES + 1) + mercenaries + castles,  # KG-008
        mixes=mixes,
        default_mix=root["active_mix"].one_of(mixes),
        full=full,
        short=short,
        array_size=sources.single(root, "array_size"),
        provenance=tuple(rows),
    )


def _colours(node: Node, sources: _Sources) -> tuple[str, ...]:
    node.only("ids", "enemy", "prov")
    sources.add("colours", node["prov"])
    names = [*node["ids"], node["enemy"]]
    if len(names) != pieces.HOUSES + 1:
        raise node["ids"].fail(f"there are {pieces.HOUSES} houses, found {len(names) - 1}")
    found: list[str] = []
    for name in names:
        text = name.str()
        if not (text.isascii() and text.isalpha() and text.islower()) or text in RESERVED:
            raise name.fail(f"{text!r} is not a colour: one word in small letters")
        if text in found:
            raise name.fail(f"{text!r} stands here twice")
        found.append(text)
    return tuple(found)


def _mix(node: Node, name: str, total: int, regions: int, sources: _Sources) -> board.Mix:
    keys = ("units_per_colour", "crowns_per_colour", "tax_per_colour", "enemy_units")
    node.only("note", *keys, "mercenaries", "castles", "money")
    units = sources.three(node["units_per_colour"], pieces.TYPES, f"{name} units")
    enemies = sources.three(node["enemy_units"], pieces.TYPES, f"{name} enemies")
    mercenaries = sources.three(node["mercenaries"], _MERCENARIES, f"{name} mercenaries")
    castles = sources.three(node["castles"], _CASTLES, f"{name} castles")
    crowns = sources.single(node, "crowns_per_colour")
    tax = sources.single(node, "tax_per_colour")
    money = coins = 0
    for key, value in node["money"].mapping().items():
        if key == "prov":
            sources.add(f"{name} money", value)
            continue
        number = value.int(0, pieces.MOST)
        money += number
        coins += number * (int(key) if key.isascii() and key.isdecimal() else 0)
    if sum(enemies) < regions - 1:
        raise node["enemy_units"].fail(
            f"{regions - 1} enemies are needed to cover the map, {sum(enemies)} are there"
        )
    if not sum(units):
        raise node["units_per_colour"].fail("every colour needs units")
    found = (
        pieces.HOUSES * (sum(units) + crowns + tax) + sum(enemies + mercenaries + castles) + money
    )
    if found != total:
        raise node.fail(f"{name} adds up to {found} counters, total_counters says {total}")
    return board.Mix(name, units, enemies, mercenaries, castles, coins)


def _length(
    root: Node, length: str, mixes: Mapping[str, board.Mix], throne: _Throne, sources: _Sources
) -> board.Length:
    where = root["household"].only(*LENGTHS)[length]
    household = sources.three(where, pieces.TYPES, f"household, {length} game")
    for mix in mixes.values():
        for unit, there, taken in zip(pieces.TYPES, mix.colour_units, household, strict=True):
            if taken > there:
                raise where[unit].fail(f"{mix.name} has only {there} of them per colour")
    tax = root["tax_markers_in_play"].only(*LENGTHS)[length].only("value", "prov")
    sources.add(f"TAX markers, {length} game", tax["prov"])
    for mix_node in root["mixes"].mapping().values():
        if tax["value"].int(0) >= mix_node["tax_per_colour"]["value"].int():
            raise tax["value"].fail("one TAX marker of a colour is needed for the tax track")
    crowns = _crowns(root, length, throne, sources)
    sections = {players: throne.sections[_sections_name(length, players)] for players in PLAYERS}
    return board.Length(household, tax["value"].int(0), crowns, sections)


def _crowns(root: Node, length: str, throne: _Throne, sources: _Sources) -> dict[int, int]:
    """By the number of players: the crowns of a house; together they fill all boxes."""
    where = root["crowns_in_play"].only(*LENGTHS)[length]
    where.only(*(f"{players}p" for players in PLAYERS), "prov")
    sources.add(f"crowns, {length} game", where["prov"])
    crowns: dict[int, int] = {}
    for players in PLAYERS:
        node = where[f"{players}p"]
        number = crowns[players] = node.int(1, 99)
        name = _sections_name(length, players)
        boxes = throne.sections[name][-1][1]
        if number * houses_for(players) != boxes:
            raise node.fail(
                f"{houses_for(players)} houses with {number} crowns cannot fill "
                f"{boxes} boxes ({throne.places[name]})"
            )
        for mix_node in root["mixes"].mapping().values():
            if number > mix_node["crowns_per_colour"]["value"].int():
                raise node.fail("more crowns than a colour has")
    return crowns
