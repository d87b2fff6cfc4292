"""Classes declared by their fields: to readers and type checkers those of attrs, but quick to make.

attrs writes and compiles the methods of a class when the class is made, which takes close to a
millisecond. A game has a hundred such classes and a match begins with a few of them, so here a
class is made with its slots alone and its methods are written when they are first called. Only what
this project uses of attrs is there; `attrs.evolve`, `attrs.asdict` and `attrs.fields` work on these
classes too, and a class made by attrs may have one of them as its base.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrs import Factory, asdict, define, evolve, field, fields, frozen, has
else:
    from rulekeep.core.values.declaring import (
        Factory,
        asdict,
        define,
        evolve,
        field,
        fields,
        frozen,
        has,
    )

__all__ = ["Factory", "asdict", "define", "evolve", "field", "fields", "frozen", "has"]
