"""The parts of a state given as data, one by one: colours, regions, numbers, pools."""

from __future__ import annotations

from rulekeep.core.data import Node
from rulekeep.games.kings_and_castles.pools import KINDS, MOST, NOBODY, pack
from rulekeep.games.kings_and_castles.table import Table


class Fields:
    """Reads values out of the data of a state at one table."""

    def __init__(self, root: Node, table: Table) -> None:
        self.root = root
        self.table = table
        self.board = table.board

    def colour(self, node: Node) -> int:
        names = [self.table.colour(house) for house in self.table.houses]
        return names.index(node.one_of(names))

    def colour_at(self, key: str, default: int) -> int:
        node = self.root.get(key)
        if node is None:
            return default
        return NOBODY if node.value is None else self.colour(node)

    def flag(self, key: str, default: bool) -> bool:
        node = self.root.get(key)
        return default if node is None else node.bool()

    def number(self, key: str, default: int, low: int, high: int) -> int:
        node = self.root.get(key)
        return default if node is None else node.int(low, high)

    def per_house(self, key: str, default: list[int], high: int) -> list[int]:
        node = self.root.get(key)
        found = list(default)
        if node is not None:
            for name, value in node.mapping().items():
                found[self.colour(Node(name, value.where))] = value.int(0, high)
        return found

    def pool(self, node: Node) -> int:
        numbers = [0] * KINDS
        for name, value in node.mapping().items():
            kind = self.board.kinds.index(Node(name, value.where).one_of(self.board.kinds))
            numbers[kind] = value.int(0, MOST)
        return pack(numbers)

    def region(self, node: Node) -> int:
        ids = [region.id for region in self.board.regions]
        return ids.index(node.one_of(ids))

    def mask(self, key: str) -> int:
        mask = 0
        for node in self.root.get(key) or ():
            mask |= 1 << self.region(node)
        return mask
