"""The examples of a page in files of their own, which it loads as they are opened."""

from __future__ import annotations

import re

from attrs import field, frozen

from rulekeep.cli.book_pages.markup import Html
from rulekeep.cli.book_pages.shared_pictures import SharedPictures, for_script

AT_A_TIME = 16
"""Examples in one file."""
_PICTURE = re.compile(r'data-picture="(\w+)"')


@frozen
class ExampleFiles:
    """What is inside the examples of one game, by their anchors."""

    tables: str = ""
    """Where a server opens an example at a table, relative to the page; empty: nowhere."""
    pictures: SharedPictures = field(factory=SharedPictures)
    _inside: dict[str, Html] = field(factory=dict)

    def add(self, anchor: str, inside: Html) -> str:
        """The number of the file that holds the example."""
        self._inside[anchor] = inside
        return str((len(self._inside) - 1) // AT_A_TIME + 1)

    def scripts(self, name: str) -> dict[str, str]:
        """The files by their names: what the pictures share, then some examples in each."""
        files = {f"{name}-parts.js": self.pictures.parts_script()}
        rows = list(self._inside.items())
        for number, start in enumerate(range(0, len(rows), AT_A_TIME), 1):
            some = dict(rows[start : start + AT_A_TIME])
            used = {found for text in some.values() for found in _PICTURE.findall(text)}
            files[f"{name}-{number}.js"] = (
                f"{self.pictures.pictures_script(used)}"
                f"Object.assign(EXAMPLES, {for_script(some)});\n"
            )
        return files
