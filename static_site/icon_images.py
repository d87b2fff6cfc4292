"""The icon of the site as PNG images, which phones need: drawn from the one path of its SVG."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

from attrs import frozen

SUB_ROWS = 4
"""Rows of samples in a row of pixels; across, edges are exact."""
CURVE_STEPS = 24
_PART = re.compile(r"[a-zA-Z]|-?\d+")
_TAKES = {"M": 2, "H": 1, "h": 1, "V": 1, "v": 1, "c": 6, "z": 0}
Point = tuple[float, float]
Colour = tuple[int, int, int]


@frozen
class Icon:
    """A filled outline in a square."""

    outline: tuple[Point, ...]
    side: int
    colour: Colour

    @classmethod
    def of_svg(cls, svg: str) -> Icon:
        """The icon of an SVG that has one path, with the commands M H h V v c z only."""
        view = re.search(r'viewBox="0 0 (\d+) \1"', svg)
        path = re.search(r' d="([^"]+)"', svg)
        fill = re.search(r' fill="#(\w{6})"', svg)
        assert view and path and fill, "the icon has a square view, a path and a fill"
        red, green, blue = bytes.fromhex(fill[1])
        return cls(tuple(_outline(path[1])), int(view[1]), (red, green, blue))

    def png(self, size: int) -> bytes:
        """The icon, transparent around it."""
        rows = (
            b"".join(bytes((*self.colour, round(255 * covered))) for covered in row)
            for row in self._coverage(size, 1.0)
        )
        return _png(size, 6, rows)

    def inverted_png(self, size: int, scale: float) -> bytes:
        """The icon in white on its colour; phones cut corners off, so it is smaller."""
        rows = (
            b"".join(
                bytes(round(part + (255 - part) * covered) for part in self.colour)
                for covered in row
            )
            for row in self._coverage(size, scale)
        )
        return _png(size, 2, rows)

    def _coverage(self, size: int, scale: float) -> Iterator[list[float]]:
        """How much of each pixel is inside, row by row."""
        unit, middle = size * scale / self.side, self.side / 2
        points = [
            (size / 2 + (x - middle) * unit, size / 2 + (y - middle) * unit)
            for x, y in self.outline
        ]
        edges = list(zip(points, [*points[1:], points[0]], strict=True))
        for row in range(size):
            covered = [0.0] * size
            for part in range(SUB_ROWS):
                crossed = _crossed(edges, row + (part + 0.5) / SUB_ROWS)
                for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                    for x in range(int(left), min(int(right) + 1, size)):
                        covered[x] += (min(right, x + 1) - max(left, x)) / SUB_ROWS
            yield [min(one, 1.0) for one in covered]


def _crossed(edges: list[tuple[Point, Point]], y: float) -> list[float]:
    """Where a line from left to right meets the outline."""
    return sorted(
        x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in edges
        if (y0 <= y) != (y1 <= y)
    )


def _outline(path: str) -> Iterator[Point]:
    """The points of a path; curves become short lines."""
    words = iter(_PART.findall(path))
    x = y = 0.0
    for command in words:
        values = [float(next(words)) for _ in range(_TAKES[command])]
        match command, values:
            case "c", [a, b, c, d, e, f]:
                for step in range(1, CURVE_STEPS):
                    t = step / CURVE_STEPS
                    first, second, third = 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
                    yield (
                        x + a * first + c * second + e * third,
                        y + b * first + d * second + f * third,
                    )
                x, y = x + e, y + f
            case "M", [x, y]:
                pass
            case (("H" | "h"), [value]):
                x = value + (x if command == "h" else 0)
            case (("V" | "v"), [value]):
                y = value + (y if command == "v" else 0)
        if command != "z":
            yield x, y


def _png(size: int, colour_type: int, rows: Iterator[bytes]) -> bytes:
    head = struct.pack(">IIBBBBB", size, size, 8, colour_type, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
