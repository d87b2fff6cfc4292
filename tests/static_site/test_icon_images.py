"""The icons: what the SVG shows, as PNG."""

from __future__ import annotations

import struct
import zlib

from rulekeep.static_site.icon_images import Icon
from rulekeep.static_site.site_writer import SAFE
from rulekeep.web.pages.template_engine import STATIC

SVG = (STATIC / "icon.svg").read_text("utf-8")
BLUE, WHITE = (27, 79, 156), (255, 255, 255)


def pixels(png: bytes, channels: int) -> list[list[tuple[int, ...]]]:
    size = struct.unpack(">I", png[16:20])[0]
    begin = png.index(b"IDAT") + 4
    length = struct.unpack(">I", png[begin - 8 : begin - 4])[0]
    raw = zlib.decompress(png[begin : begin + length])
    rows = [raw[n * (size * channels + 1) + 1 :][: size * channels] for n in range(size)]
    return [[tuple(row[x : x + channels]) for x in range(0, len(row), channels)] for row in rows]


def test_the_castle_has_a_gate_and_battlements() -> None:
    image = pixels(Icon.of_svg(SVG).png(64), 4)
    assert len(image) == len(image[0]) == 64
    seen = {place: image[place[1]][place[0]] for place in [(10, 18), (22, 18), (32, 50), (20, 40)]}
    assert seen == {
        (10, 18): (*BLUE, 255),  # a battlement
        (22, 18): (*BLUE, 0),  # beside it
        (32, 50): (*BLUE, 0),  # in the gate
        (20, 40): (*BLUE, 255),  # the wall
    }


def test_a_mask_leaves_the_castle_whole() -> None:
    size = 64
    image = pixels(Icon.of_svg(SVG).inverted_png(size, SAFE), 3)
    assert image[0][0] == image[63][63] == BLUE and image[40][20] == WHITE
    for y, row in enumerate(image):
        for x, colour in enumerate(row):
            if colour != BLUE:
                assert (x - 31.5) ** 2 + (y - 31.5) ** 2 <= (0.4 * size + 1) ** 2
