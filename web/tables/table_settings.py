"""The settings of a table, which the host can change while it is played."""

from __future__ import annotations

from typing import Any, Literal

from attrs import asdict, field, frozen, validators

from rulekeep.core.data_files import Node

Talk = Literal["off", "seats", "everyone"]
MAX_MINUTES = 24 * 60
TALK: tuple[Talk, ...] = ("off", "seats", "everyone")


@frozen
class TableSettings:
    """What the people at a table may do; the defaults are not written to disk."""

    hints: bool = True
    undo: bool = True
    talk: Talk = field(default="seats", validator=validators.in_(TALK))
    """Who may talk: nobody, the seats, or spectators as well."""
    paused: bool = False
    """Nobody can change anything, and bots wait."""
    clock: bool = False
    """Pages show how long the table has waited for each seat."""
    takeover: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MINUTES)])
    """Minutes without a move after which the quick bot plays one for a person; 0: never."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def changes(self) -> dict[str, Any]:
        """The settings that are not the default."""
        usual = DEFAULT.to_dict()
        return {name: value for name, value in self.to_dict().items() if value != usual[name]}

    @classmethod
    def read(cls, node: Node) -> TableSettings:
        """Settings as `changes` writes them. DataError."""
        node.only(*DEFAULT.to_dict())
        found = {name: inner.plain() for name, inner in node.mapping().items()}
        for name, value in found.items():
            if type(value) is not type(getattr(DEFAULT, name)):
                raise node[name].fail("not a value of this setting")
        try:
            return cls(**found)
        except ValueError:
            raise node.fail("has a value that no setting has") from None


DEFAULT = TableSettings()
