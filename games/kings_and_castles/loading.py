"""The data files read and validated: whatever is wrong is told with its file and line."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core.data import DataFiles, Node
from rulekeep.games.kings_and_castles.components import (
    LONGEST_NAME,
    SHEET,
    Board,
    Box,
    Country,
    Length,
    Mix,
    Region,
    Sea,
    bits,
    fold,
)
from rulekeep.games.kings_and_castles.pools import HOUSES, MOST, SIZES, TYPES

FILES = ("map.yaml", "kings.yaml", "counters.yaml")
PLAYERS = (2, 3, 4)
MOST_REGIONS = 60
MOST_BONUS = 10
CELL = 15
"""A region's cell on the drawn map is so wide."""
RESERVED = {"x", "m", "nothing", "draw"}
_MERCENARIES = tuple(f"merc{n}" for n in SIZES)
_CASTLES = tuple(f"castle{n}" for n in SIZES)


def houses_for(players: int) -> int:
    """Two players run two houses each."""
    return 3 if players == 3 else HOUSES


def load_board(files: DataFiles) -> Board:
    """The board that the three data files describe."""
    sheet, kings, counters = (files.read(name) for name in FILES)
    provenance: list[tuple[str, str]] = []
    countries, regions, start = _read_map(sheet, provenance)
    seas = _read_seas(sheet)
    boxes, wrapped, sections = _read_kings(kings, [c.id for c in countries], provenance)
    return _read_counters(
        counters, (countries, regions, start, seas), (boxes, wrapped, sections), provenance
    )


class _Sources:
    """Turns provenance codes into sentences."""

    def __init__(self, root: Node, name: str, rows: list[tuple[str, str]]) -> None:
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


def _header(root: Node, expected: str, *keys: str) -> None:
    root.only("format", "version", "provenance_codes", *keys)
    root["format"].one_of((f"kings_and_castles/{expected}",))
    root["version"].str()


# -- the map ------------------------------------------------------------------------------------


def _read_map(root: Node, rows: list[tuple[str, str]]) -> tuple[list[Country], list[Region], int]:
    _header(
        root,
        "map",
        *("start_region", "start_region_prov", "region_count", "countries", "regions"),
        *("seas", "drawing_prov"),
    )
    sources = _Sources(root, "map", rows)
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
    codes = _codes(nodes)
    regions = [
        _region(node, ids, country_ids, code, sources)
        for node, code in zip(nodes, codes, strict=True)
    ]
    _borders_are_mutual(nodes, regions)
    countries = [_country(node, i, regions, sources) for i, node in enumerate(country_nodes)]
    if root["start_region"].str() not in ids:
        raise root["start_region"].fail(f"{root['start_region'].str()!r} is not a region")
    return countries, regions, ids.index(root["start_region"].str())


def _read_seas(root: Node) -> list[Sea]:
    seas: list[Sea] = []
    for node in root.get("seas") or ():
        node.only("text", "at")
        text = node["text"].str()
        at = _point(node["at"], len(text))
        if at is None or not text.isprintable():
            raise node.fail("expected a printable text and its place")
        seas.append((text, at))
    return seas


def _unique(nodes: list[Node], key: str) -> list[str]:
    found: list[str] = []
    for node in nodes:
        text = node[key].str()
        if not fold(text):
            raise node[key].fail("is empty")
        if fold(text) in map(fold, found):
            raise node[key].fail(f"{text!r} stands here twice")
        found.append(text)
    return found


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
            letters = fold(node["name"].str()).upper()
            tries = [letters[:3], *(letters[:2] + c for c in letters[2:] + "0123456789")]
            code = next((t for t in tries if len(t) == 3 and t not in found), "")
            if not code:
                raise node.fail("needs a code of three letters")
        found.append(code)
    return found


def _region(
    node: Node, ids: list[str], countries: list[str], code: str, sources: _Sources
) -> Region:
    node.only(
        *("id", "name", "code", "country", "value", "coastal", "anchor", "portcullis", "flag"),
        *("borders", "at", "prov"),
    )
    name = node["name"].str()
    if len(name) > LONGEST_NAME:
        raise node["name"].fail(f"a name has at most {LONGEST_NAME} letters")
    borders: list[int] = []
    for border in node["borders"]:
        if border.str() not in ids:
            raise border.fail(f"{border.str()!r} is not a region")
        if border.str() == node["id"].str() or ids.index(border.str()) in borders:
            raise border.fail("a region borders other regions, each once")
        borders.append(ids.index(border.str()))
    if not borders:
        raise node["borders"].fail("a region borders at least one other")
    sources.add_each(name, node["prov"])
    region = Region(
        id=node["id"].str(),
        name=name,
        code=code,
        country=countries.index(node["country"].one_of(countries)),
        value=node["value"].int(0, 9),
        coastal=node["coastal"].bool(),
        anchor=node["anchor"].bool(),
        portcullis=node["portcullis"].bool(),
        flag=node["flag"].bool(),
        borders=tuple(borders),
        at=_point(node.get("at"), CELL),
    )
    if region.anchor and not region.coastal:
        raise node["anchor"].fail(f"{name} has an anchor but no coast")
    return region


def _point(node: Node | None, room: int) -> tuple[int, int] | None:
    """A place on the sheet with so many columns to the right of it."""
    if node is None:
        return None
    if len(node.list()) != 2:
        raise node.fail("expected a column and a row")
    x, y = node.list()
    return x.int(0, SHEET - room), y.int(0, 60)


def _borders_are_mutual(nodes: list[Node], regions: list[Region]) -> None:
    for i, (node, region) in enumerate(zip(nodes, regions, strict=True)):
        for where, border in zip(node["borders"], region.borders, strict=True):
            if i not in regions[border].borders:
                raise where.fail(
                    f"{region.name} borders {regions[border].name}, but not the other way round"
                )


def _country(node: Node, index: int, regions: list[Region], sources: _Sources) -> Country:
    node.only("id", "name", "regions", "prov", "label")
    name = node["name"].str()
    sources.add_each(name, node["prov"])
    mask = sum(1 << i for i, region in enumerate(regions) if region.country == index)
    if node["regions"].int(1) != mask.bit_count():
        raise node["regions"].fail(f"{name} has {mask.bit_count()} regions below")
    _is_connected(node, name, mask, regions)
    if not any(_is_entry(regions[i], regions) for i in bits(mask)):
        raise node.fail(
            f"player colours cannot enter {name}: no anchor, and no portcullis next to "
            "another country"
        )
    return Country(node["id"].str(), name, mask, _point(node.get("label"), CELL))


def _is_connected(node: Node, name: str, mask: int, regions: list[Region]) -> None:
    seen = mask & -mask
    while True:
        more = seen
        for i in bits(seen):
            more |= sum(1 << b for b in regions[i].borders) & mask
        if more == seen:
            break
        seen = more
    if seen != mask:
        lost = next(bits(mask & ~seen))
        raise node.fail(
            f"{name} is not connected: no way from its first region to {regions[lost].name}"
        )


def _is_entry(region: Region, regions: list[Region]) -> bool:
    abroad = any(regions[b].country != region.country for b in region.borders)
    return region.anchor or (region.portcullis and abroad)


# -- the kings ----------------------------------------------------------------------------------

Sections = dict[str, tuple[tuple[int, int], ...]]


def _read_kings(
    root: Node, countries: list[str], rows: list[tuple[str, str]]
) -> tuple[list[Box], frozenset[tuple[int, int]], tuple[Sections, Node]]:
    _header(root, "kings", "adjacency", "boxes", "sections")
    sources = _Sources(root, "kings", rows)
    boxes: list[Box] = []
    for node in root["boxes"]:
        node.only("box", "king", "number", "country", "bonus", "note", "prov")
        if node["box"].int() != len(boxes) + 1:
            raise node["box"].fail(f"expected box {len(boxes) + 1}")
        sources.add_each(f"box {len(boxes) + 1}", node["prov"])
        boxes.append(
            Box(
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
    wrapped: set[tuple[int, int]] = set()
    for pair in adjacency["includes"]:
        numbers = [n.int(1, len(boxes)) for n in pair]
        if len(numbers) != 2 or numbers[1] != numbers[0] + 1:
            raise pair.fail("expected two consecutive boxes")
        wrapped.add((numbers[0], numbers[1]))
    sections: Sections = {}
    node = root["sections"].only(*(f"full_{n}p" for n in PLAYERS), "short")
    for name in (*(f"full_{n}p" for n in PLAYERS), "short"):
        sections[name] = _sections(node[name], len(boxes), name != "short", sources, name)
    return boxes, frozenset(wrapped), (sections, node)


def _sections(
    node: Node, boxes: int, whole: bool, sources: _Sources, name: str
) -> tuple[tuple[int, int], ...]:
    node.only("boxes", "prov")
    sources.add(f"sections {name}", node["prov"])
    found: list[tuple[int, int]] = []
    expected = 1
    for pair in node["boxes"]:
        numbers = [n.int(1, boxes) for n in pair]
        if len(numbers) != 2 or numbers[0] != expected or numbers[1] < numbers[0]:
            raise pair.fail(f"expected a section that begins with box {expected}")
        found.append((numbers[0], numbers[1]))
        expected = numbers[1] + 1
    if not found or (whole and expected != boxes + 1):
        raise node["boxes"].fail(f"the sections must cover the boxes 1 to {boxes}")
    return tuple(found)


# -- the counters -------------------------------------------------------------------------------


def _read_counters(
    root: Node,
    land: tuple[list[Country], list[Region], int, list[Sea]],
    throne: tuple[list[Box], frozenset[tuple[int, int]], tuple[Sections, Node]],
    rows: list[tuple[str, str]],
) -> Board:
    _header(
        root,
        "counters",
        *("total_counters", "strengths", "colours", "active_mix", "mixes", "household"),
        *("crowns_in_play", "tax_markers_in_play", "array_size", "bonus_area_size"),
    )
    sources = _Sources(root, "counters", rows)
    countries, regions, start, seas = land
    boxes, wrapped, (sections, section_node) = throne
    total = _single(root, "total_counters", sources)
    strengths = root["strengths"].only("units", "mercenaries", "castles")
    units = _falling(strengths["units"], TYPES, "unit strengths", sources)
    mercenaries = _falling(strengths["mercenaries"], _MERCENARIES, "mercenary strengths", sources)
    castles = _falling(strengths["castles"], _CASTLES, "castle strengths", sources)
    mixes = {
        name: _mix(node, name, total, len(regions), sources)
        for name, node in root["mixes"].mapping().items()
    }
    default = root["active_mix"].one_of(mixes)
    lengths = [
        _length(root, variant, mixes, sections, section_node, sources)
        for variant in ("full", "short")
    ]
    bonus_area = _single(root, "bonus_area_size", sources)
    for box in boxes:
        if box.bonus > bonus_area:
            raise root["bonus_area_size"].fail(f"box {box.number} has a bonus of {box.bonus}")
    return Board(
        regions=tuple(regions),
        countries=tuple(countries),
        start=start,
        seas=tuple(seas),
        boxes=tuple(boxes),
        wrapped=wrapped,
        colours=_colours(root["colours"], sources),
        strengths=units * (HOUSES + 1) + mercenaries + castles,
        mixes=mixes,
        default_mix=default,
        full=lengths[0],
        short=lengths[1],
        array_size=_single(root, "array_size", sources),
        provenance=tuple(rows),
    )


def _single(root: Node, key: str, sources: _Sources) -> int:
    node = root[key].only("value", "prov")
    sources.add(key.replace("_", " "), node["prov"])
    return node["value"].int(1, 10_000)


def _three(
    node: Node, names: Iterable[str], what: str, sources: _Sources, low: int, high: int
) -> tuple[int, ...]:
    keys = tuple(names)
    node.only(*keys, "prov")
    sources.add(what, node["prov"])
    return tuple(node[key].int(low, high) for key in keys)


def _falling(node: Node, names: tuple[str, ...], what: str, sources: _Sources) -> tuple[int, ...]:
    found = _three(node, names, what, sources, 1, 9)
    if not found[0] > found[1] > found[2]:
        raise node.fail(f"expected {names[0]} stronger than {names[1]}, {names[1]} than {names[2]}")
    return found


def _colours(node: Node, sources: _Sources) -> tuple[str, ...]:
    node.only("ids", "enemy", "prov")
    sources.add("colours", node["prov"])
    names = [*node["ids"], node["enemy"]]
    if len(names) != HOUSES + 1:
        raise node["ids"].fail(f"there are {HOUSES} houses, found {len(names) - 1}")
    found: list[str] = []
    for name in names:
        text = name.str()
        if not (text.isascii() and text.isalpha() and text.islower()) or text in RESERVED:
            raise name.fail(f"{text!r} is not a colour: one word in small letters")
        if text in found:
            raise name.fail(f"{text!r} stands here twice")
        found.append(text)
    return tuple(found)


def _mix(node: Node, name: str, total: int, regions: int, sources: _Sources) -> Mix:
    keys = ("units_per_colour", "crowns_per_colour", "tax_per_colour", "enemy_units")
    node.only("note", *keys, "mercenaries", "castles", "money")
    units = _three(node["units_per_colour"], TYPES, f"{name} units", sources, 0, MOST)
    enemies = _three(node["enemy_units"], TYPES, f"{name} enemies", sources, 0, MOST)
    mercenaries = _three(node["mercenaries"], _MERCENARIES, f"{name} mercenaries", sources, 0, MOST)
    castles = _three(node["castles"], _CASTLES, f"{name} castles", sources, 0, MOST)
    crowns = _single(node, "crowns_per_colour", sources)
    tax = _single(node, "tax_per_colour", sources)
    money = 0
    for key, value in node["money"].mapping().items():
        if key == "prov":
            sources.add(f"{name} money", value)
        else:
            money += value.int(0, MOST)
    if sum(enemies) < regions - 1:
        raise node["enemy_units"].fail(
            f"{regions - 1} enemies are needed to cover the map, {sum(enemies)} are there"
        )
    if not sum(units):
        raise node["units_per_colour"].fail("every colour needs units")
    found = HOUSES * (sum(units) + crowns + tax) + sum(enemies + mercenaries + castles) + money
    if found != total:
        raise node.fail(f"{name} adds up to {found} counters, total_counters says {total}")
    return Mix(
        name=name,
        colour_units=(units[0], units[1], units[2]),
        enemy_units=(enemies[0], enemies[1], enemies[2]),
        mercenaries=(mercenaries[0], mercenaries[1], mercenaries[2]),
        castles=(castles[0], castles[1], castles[2]),
    )


def _length(
    root: Node,
    variant: str,
    mixes: dict[str, Mix],
    sections: Sections,
    section_node: Node,
    sources: _Sources,
) -> Length:
    where = root["household"].only("full", "short")[variant]
    household = _three(where, TYPES, f"household, {variant} game", sources, 0, MOST)
    for mix in mixes.values():
        for unit, there, taken in zip(TYPES, mix.colour_units, household, strict=True):
            if taken > there:
                raise where[unit].fail(f"{mix.name} has only {there} of them per colour")
    tax = root["tax_markers_in_play"].only("full", "short")[variant].only("value", "prov")
    sources.add(f"TAX markers, {variant} game", tax["prov"])
    for mix_node in root["mixes"].mapping().values():
        if tax["value"].int(0) >= mix_node["tax_per_colour"]["value"].int():
            raise tax["value"].fail("one TAX marker of a colour is needed for the tax track")
    crown_node = root["crowns_in_play"].only("full", "short")[variant]
    crown_node.only(*(f"{n}p" for n in PLAYERS), "prov")
    sources.add(f"crowns, {variant} game", crown_node["prov"])
    crowns: dict[int, int] = {}
    parts: dict[int, tuple[tuple[int, int], ...]] = {}
    for players in PLAYERS:
        node = crown_node[f"{players}p"]
        crowns[players] = node.int(1, 99)
        name = f"full_{players}p" if variant == "full" else "short"
        parts[players] = sections[name]
        boxes = sections[name][-1][1]
        if crowns[players] * houses_for(players) != boxes:
            raise node.fail(
                f"{houses_for(players)} houses with {crowns[players]} crowns cannot fill "
                f"{boxes} boxes ({section_node[name].where})"
            )
        for mix_node in root["mixes"].mapping().values():
            if crowns[players] > mix_node["crowns_per_colour"]["value"].int():
                raise node.fail("more crowns than a colour has")
    return Length(
        household=(household[0], household[1], household[2]),
        tax_markers=tax["value"].int(0),
        crowns=crowns,
        sections=parts,
    )
