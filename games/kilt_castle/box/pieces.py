"""The pieces in the box: cards, floors, roofs and money."""

from __future__ import annotations

from itertools import combinations

from rulekeep.core import Node, read_shipped

PACKAGE = "rulekeep.games.kilt_castle"

Colour = int  # an index of LETTERS
Crests = int
Floor = int  # a floor piece as a small number: 0 for none, else 1 + 3 * colour + crests
Tower = int
"""The floors of a cell in one number, FLOOR_BITS each: the top one in the lowest bits."""
Card = int
"""A building card, whichever way it lies: the single cards first, then the double ones."""
Lying = int  # a card and how it lies: twice its number, and 1 more if it is turned


def provenance_of(node: Node) -> tuple[tuple[str, str], ...]:
    return tuple((datum, source.str()) for datum, source in node.mapping().items())


def _money(node: Node) -> int:
    return sum(int(worth) * count.int(0) for worth, count in node.mapping().items())


def _by_seats(limit: str) -> dict[int, int]:
    return {int(seats): row[limit].int(1) for seats, row in _BOX["rows"].mapping().items()}


_COUNTED = ("floors", "roofs", "start_ducats", "coins", "bags", "rows")
_BOX = read_shipped(PACKAGE, "pieces.yaml").only("game", "colours", *_COUNTED, "provenance")
PROVENANCE = provenance_of(_BOX["provenance"])
LETTERS: tuple[str, ...] = tuple(_BOX["colours"].mapping())
COLOUR_NAMES: tuple[str, ...] = tuple(name.str() for name in _BOX["colours"].mapping().values())
COLOURS = range(len(LETTERS))
FLOORS: tuple[int, ...] = tuple(count.int(0) for count in _BOX["floors"])
"""How many floors there are of a colour, by number of crests."""
CRESTS = range(len(FLOORS))
ROOFS: int = _BOX["roofs"].int(1)
PURSE: int = _BOX["start_ducats"].int(0)
"""The ducats every player begins with."""
ALL_DUCATS = _money(_BOX["coins"]) + _money(_BOX["bags"])
ROW_SIZE, MOST_ROWS = _by_seats("cards"), _by_seats("rows")
"""By seats: the most cards in a row, the most rows."""
_SIDES = (*((colour,) for colour in COLOURS), *combinations(COLOURS, 2))
"""One single card per colour and one double card per pair of colours."""
CARDS = range(len(_SIDES))
FACES: tuple[tuple[Colour, ...], ...] = tuple(
    colours for straight in _SIDES for colours in (straight, straight[::-1])
)
"""Per lying card: the colour that faces the board, then the one that faces away."""
SHOWN: tuple[str, ...] = tuple("/".join(LETTERS[c] for c in colours) for colours in FACES)
"""Per lying card: its text, the colour facing the board first."""
TURNED: tuple[Lying, ...] = tuple(
    lying ^ (len(colours) == 2) for lying, colours in enumerate(FACES)
)
"""Per lying card: how it lies once it is turned; single cards have no orientation."""


def card_name(card: Card) -> str:
    """The letters of a card, whichever way it lies."""
    return SHOWN[2 * card]


DRAWN: tuple[str, ...] = tuple(
    "/".join(LETTERS[c] if c == colours[0] else LETTERS[c].lower() for c in _SIDES[lying >> 1])
    for lying, colours in enumerate(FACES)
)
"""Per lying card: how it is drawn, the capital letter for the colour that faces the board."""


def card_words(card: Card) -> str:
    """A card in words, however it lies: `red card`, `red and orange card`."""
    return f"{' and '.join(COLOUR_NAMES[colour] for colour in FACES[2 * card])} card"


def as_it_lies(lying: Lying) -> str:
    """A card in words and, where it has two colours, the one that builds first."""
    first, *other = FACES[lying]
    facing = f" ({COLOUR_NAMES[first]} faces the board)" if other else ""
    return f"the {card_words(lying >> 1)}{facing}"


_KINDS = tuple((colour, crests) for colour in COLOURS for crests in CRESTS)
FLOOR_COLOUR: tuple[Colour, ...] = (-1, *(colour for colour, _ in _KINDS))
FLOOR_CRESTS: tuple[Crests, ...] = (0, *(crests for _, crests in _KINDS))
FLOOR_TEXT: tuple[str, ...] = ("", *(f"{LETTERS[colour]}{crests}" for colour, crests in _KINDS))
FLOOR_BITS = (len(FLOOR_TEXT) - 1).bit_length()
FLOOR_MASK = (1 << FLOOR_BITS) - 1


def floor_of(colour: Colour, crests: Crests) -> Floor:
    return colour * len(CRESTS) + crests + 1


def floors_of(tower: Tower) -> list[Floor]:
    """The floors of a tower from the bottom to the top."""
    bits = range(0, tower.bit_length(), FLOOR_BITS)
    return [tower >> bit & FLOOR_MASK for bit in reversed(bits)]


def tower_of(floors: list[Floor]) -> Tower:
    """The tower with these floors, the bottom one first."""
    tower = 0
    for floor in floors:
        tower = tower << FLOOR_BITS | floor
    return tower
