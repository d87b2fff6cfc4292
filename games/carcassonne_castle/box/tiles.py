"""The castle tiles: their segments and ports, read from tiles.yaml and validated."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import SIDES, Node, listed, with_article

Type = int
"""What a feature is: path, tower, house or court."""
Side = int
"""An edge of a tile or cell, clockwise from the north."""
Port = int
"""A place on the rim of a tile that a segment reaches; see PORTS."""
Kind = int
"""A kind of castle tile, by its place in the file."""
Rotation = int
"""Quarter turns clockwise."""
Notes = tuple[tuple[str, str], ...]
"""Where data come from: datum and source."""

PATH, TOWER, HOUSE, COURT = range(4)
TYPES = ("path", "tower", "house", "court")
SPLIT = 4
"""An edge whose halves belong to two segments, with no path between them."""
EDGES = (*TYPES, "split")
ROLES = ("herald", "knight", "squire", "merchant")
"""What a follower is called, by the type of the feature it stands on."""

PORTS = (*SIDES, *(f"{side}{half}" for side in SIDES for half in (1, 2)))
"""Whole edges N E S W, then their halves, both clockwise."""

SIDE_WORDS = ("north", "east", "south", "west")
_HALF_WORDS = (("west", "east"), ("north", "south"), ("east", "west"), ("south", "north"))
PORT_WORDS = (
    *(f"{side} side" for side in SIDE_WORDS),
    *(
        f"{half} half of the {side} side"
        for side, halves in zip(SIDE_WORDS, _HALF_WORDS, strict=True)
        for half in halves
    ),
)
TURNED = (
    " without turning it",
    ", turned a quarter to the right",
    ", turned half round",
    ", turned a quarter to the left",
)
"""How a tile lies, by rotation; what follows a place."""

MOST_SEGMENTS = 16
MOST_MARKETS = 4


def half_port(side: Side, half: int) -> Port:
    """The first (0) or second (1) half of an edge, going clockwise."""
    return 4 + 2 * side + half


def side_of(port: Port) -> Side:
    return port if port < 4 else (port - 4) // 2


def rotated(port: Port, quarters: Rotation) -> Port:
    """Where a port lies after some quarter turns clockwise."""
    if port < 4:
        return (port + quarters) % 4
    return 4 + (port - 4 + 2 * quarters) % 8


def clockwise_order(port: Port) -> tuple[int, int]:
    """Sorts ports as one meets them going round from the north."""
    return side_of(port), port


@frozen
class Segment:
    """A stretch of one type on one tile, and the ports it reaches."""

    type: Type
    ports: tuple[Port, ...]
    well: bool = False
    markets: int = 0
    inner_end: str = ""
    """Where a path with one edge stops on the tile: `square` or `building`."""

    def rotated(self, quarters: Rotation) -> Segment:
        ports = sorted([rotated(port, quarters) for port in self.ports], key=clockwise_order)
        return Segment(self.type, tuple(ports), self.well, self.markets, self.inner_end)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The edges this segment fills or runs through."""
        return tuple(port for port in self.ports if port < 4)

    @property
    def name(self) -> str:
        """What people call it on its tile: `house N`."""
        return f"{TYPES[self.type]} {PORTS[self.ports[0]]}"

    @property
    def in_words(self) -> str:
        """What it is, without its place: `path with a well`, `court with 2 markets`."""
        end = f" that ends at a {self.inner_end}" if self.inner_end else ""
        return TYPES[self.type] + end + extras_in_words(self.well, self.markets)

    @property
    def where(self) -> str:
        """Where it lies on its tile: `north and east sides`."""
        if not self.sides:
            return listed(PORT_WORDS[port] for port in self.ports)
        words = listed(SIDE_WORDS[side] for side in self.sides)
        return f"{words} side{'s' * (len(self.sides) > 1)}"

    @property
    def named_by(self) -> Port:
        """The first whole edge, or half of one where it has no other."""
        return self.sides[0] if self.sides else self.ports[0]


@frozen
class Tile:
    """One kind of castle tile, as printed."""

    id: str
    count: int
    segments: tuple[Segment, ...]
    provenance: str

    @property
    def in_words(self) -> str:
        """What it shows: `a path with a well, a house and 2 courts`."""
        shown: dict[str, int] = {}
        for segment in sorted(self.segments, key=lambda segment: segment.type):
            shown[segment.in_words] = shown.get(segment.in_words, 0) + 1
        return listed(_counted(words, count) for words, count in shown.items())

    def rotated(self, quarters: Rotation) -> tuple[Segment, ...]:
        if not quarters:
            return self.segments
        return tuple([segment.rotated(quarters) for segment in self.segments])


def extras_in_words(well: bool, markets: int) -> str:
    """Of a path its well, of a court its markets: ` with a well`."""
    if markets > 1:
        return f" with {markets} markets"
    return " with a well" if well else " with a market" if markets else ""


def _counted(words: str, count: int) -> str:
    """`a house`, `2 paths that end at a square`."""
    if count == 1:
        return with_article(words)
    noun, _, rest = words.partition(" ")
    return f"{count} {noun}s {rest.replace('ends', 'end')}".rstrip()


def edge_types(segments: tuple[Segment, ...]) -> tuple[Type, ...]:
    """What each edge shows: the type that fills it, the path that crosses it, or SPLIT."""
    shown = {side: segment.type for segment in segments for side in segment.sides}
    return tuple(shown.get(side, SPLIT) for side in range(4))


def read_tiles(root: Node) -> tuple[tuple[Tile, ...], Notes]:
    """All kinds in the order of the file, and where they come from; complaints name their line."""
    root.only("schema", "status", "total", "provenance", "conventions", "tiles")
    root["schema"].one_of(["carcassonne-castle/tiles/1"])
    by_name: dict[str, Tile] = {}
    for node in root["tiles"]:
        tile = _tile(node)
        if by_name.setdefault(tile.id.upper(), tile) is not tile:
            raise node.fail(f"the tile {tile.id} is in the list twice")
    if not by_name:
        raise root["tiles"].fail("a castle needs tiles")
    tiles = tuple(by_name.values())
    total, given = sum(tile.count for tile in tiles), root.get("total")
    if given is not None and given.int() != total:
        raise given.fail(f"the list holds {total} tiles, not {given.int()}")
    return tiles, _notes(root, tiles)


def _tile(node: Node) -> Tile:
    node.only("id", "count", "edges", "segments", "provenance")
    name = node["id"].str()
    if not (name.isascii() and name.isalnum() and name[0].isalpha() and len(name) <= 8):
        raise node["id"].fail(f"{name!r} is not a tile id: a letter, then letters or digits")
    segments = tuple(_segment(inner) for inner in node["segments"])
    if len(segments) > MOST_SEGMENTS:
        raise node["segments"].fail(f"more than {MOST_SEGMENTS} segments")
    _covered_once(node, segments)
    _edges_as_given(node, segments)
    provenance = node["provenance"].str() if "provenance" in node else "not given"
    return Tile(name, node["count"].int(1, 200), segments, provenance)


def _segment(node: Node) -> Segment:
    node.only("type", "ports", "well", "market", "inner_end")
    type_ = TYPES.index(node["type"].one_of(TYPES))
    ports = tuple(PORTS.index(port.one_of(PORTS)) for port in node["ports"])
    if not ports:
        raise node["ports"].fail("a segment reaches at least one edge")
    if type_ == PATH and any(port >= 4 for port in ports):
        raise node["ports"].fail("a path crosses an edge in its middle and reaches no half of it")
    well, markets = read_extras(node, type_)
    ports = tuple(sorted(ports, key=clockwise_order))
    return Segment(type_, ports, well, markets, _inner_end(node, type_, len(ports)))


def read_extras(node: Node, type_: Type) -> tuple[bool, int]:
    """Whether a path has a well, and how many markets a court has."""
    well, market = node.get("well"), node.get("market")
    if well is not None and type_ != PATH:
        raise well.fail("a well lies on a path")
    if market is not None and type_ != COURT:
        raise market.fail("a market lies in a court")
    if market is None or isinstance(market.value, bool):
        markets = int(market is not None and market.bool())
    else:
        markets = market.int(0, MOST_MARKETS)
    return well is not None and well.bool(), markets


def _inner_end(node: Node, type_: Type, edges: int) -> str:
    end = node.get("inner_end")
    stops = type_ == PATH and edges == 1
    if end is None:
        if stops:
            raise node.fail("a path with a single edge needs its inner_end: square or building")
        return ""
    if not stops:
        raise end.fail("only a path with a single edge ends on its tile")
    shown: str = end.one_of(("square", "building"))
    return shown


def _covered_once(node: Node, segments: tuple[Segment, ...]) -> None:
    """Every edge is filled once; a path leaves both halves of its edge to others."""
    owners: dict[Port, Segment] = {}
    for segment in segments:
        for port in segment.ports:
            if port in owners:
                raise node["segments"].fail(f"the port {PORTS[port]} belongs to two segments")
            owners[port] = segment
    for side in range(4):
        whole = owners.get(side)
        halves = [half_port(side, half) for half in (0, 1)]
        if whole is None and not any(port in owners for port in halves):
            raise node["segments"].fail(f"nothing fills the edge {SIDES[side]}")
        for port in halves:
            if whole is not None and whole.type != PATH:
                if port in owners:
                    filled = f"an edge that a {TYPES[whole.type]} fills"
                    raise node["segments"].fail(f"the port {PORTS[port]} lies in {filled}")
            elif port not in owners:
                lacks = "fills the half edge" if whole is None else "lies beside the path at"
                raise node["segments"].fail(f"nothing {lacks} {PORTS[port]}")


def _edges_as_given(node: Node, segments: tuple[Segment, ...]) -> None:
    edges = node["edges"].only(*SIDES)
    for side, type_ in zip(SIDES, edge_types(segments), strict=True):
        given, shown = edges[side].one_of(EDGES), EDGES[type_]
        if given != shown:
            but = f"its segments make it {shown}"
            raise edges[side].fail(f"the edge {side} is given as {given}, {but}")


def _notes(root: Node, tiles: tuple[Tile, ...]) -> Notes:
    notes: list[tuple[str, str]] = []
    if "provenance" in root:
        provenance = root["provenance"].only("known", "assumed")
        for fact in provenance.get("known") or ():
            fact.only("fact", "source")
            notes.append((fact["fact"].str(), fact["source"].str()))
        notes += [(fact.str(), "assumed") for fact in provenance.get("assumed") or ()]
    notes += [(f"tile {tile.id} (×{tile.count})", tile.provenance) for tile in tiles]
    return tuple(notes)
