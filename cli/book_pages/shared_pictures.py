"""The pictures of a book: what thousands of them have in common is written once.

The tables of a game's examples are nearly alike: a thousand pictures are some five thousand
elements in ever new order. So a game has one script with its elements, and others with the numbers
of those that each picture is made of; the page puts a picture together when it is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from hashlib import sha256

from attrs import field, frozen

from rulekeep.cli.book_pages.markup import Html, el
from rulekeep.core.drawing.picture import Picture, svg_number

_UNSEEN = re.compile(r'<title>[^<]*</title>|<desc>[^<]*</desc>\n?| (?:data-[\w-]+|role)="[^"]*"')
"""What an image of a page never shows: tips, words (the page has them), names for clicking."""
_ELEMENT = re.compile(r"<[^>]*>[^<]*")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@frozen
class SharedPictures:
    """The pictures of one game's page; equal ones are one."""

    parts: dict[str, int] = field(factory=dict)
    """Elements by number."""
    made_of: dict[str, str] = field(factory=dict)
    """By the name of the picture: the numbers of its elements, to the base of 36."""

    def add(self, picture: Picture) -> Html:
        """An image that shows the picture, once it has been put together."""
        svg = _UNSEEN.sub("", picture.svg())
        name = sha256(svg.encode()).hexdigest()[:12]
        if name not in self.made_of:
            self.made_of[name] = " ".join(
                _base36(self.parts.setdefault(part, len(self.parts)))
                for part in _ELEMENT.findall(svg)
            )
        return el(
            "img",
            data_picture=name,
            alt=picture.words or picture.title,
            loading="lazy",
            width=svg_number(picture.width),
            height=svg_number(picture.height),
        )

    def parts_script(self) -> str:
        """The script that adds the elements."""
        return f"PARTS.push(...{for_script(list(self.parts))});\n"

    def pictures_script(self, names: Collection[str]) -> str:
        """The script that adds some of the pictures."""
        some = {name: made for name, made in self.made_of.items() if name in names}
        return f"Object.assign(PICTURES, {for_script(some)});\n"


def _base36(value: int) -> str:
    digits = ""
    while value or not digits:
        value, last = divmod(value, 36)
        digits = DIGITS[last] + digits
    return digits


def for_script(data: object) -> str:
    """Data as a script says them."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
