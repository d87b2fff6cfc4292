"""House rules: the options and data files of a group, in a file.

    name: The Thursday table
    game: kilt_castle
    comment: Nobody laps anybody, and roofs join no areas.
    options: {lapping: forbidden, roof_connects: false}
    data: our_board

Only `name` is required. `options` changes values of the `preset`; `data` is a directory next to the
file; house rules without `game` fit every game that has their options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field

from rulekeep.core.data_files import Node, read_yaml
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option, find, settle_only

MAX_NAME = 80
MAX_COMMENT = 2000
"""Characters; both are in the header of every match with these rules."""

KEYS = ("name", "game", "comment", "preset", "options", "data")


@frozen
class HouseRules:
    """House rules as read from a file."""

    name: str
    comment: str
    game: str
    """The game they are for; empty for every game that has their options."""
    data: Path | None
    node: Node = field(eq=False, repr=False)

    @property
    def header_data(self) -> dict[str, str]:
        """What the header of a match file says of it, besides the options."""
        return {"name": self.name, "comment": self.comment}

    def options(self, game: AnyGame) -> dict[str, Any]:
        """The values of the options; DataError names the line that the game does not allow."""
        if self.game and self.game != game.id:
            raise self.node["game"].fail(f"these are house rules of {self.game}, not of {game.id}")
        chosen: dict[str, Any] = {}
        preset = self.node.get("preset")
        if preset is not None:
            try:
                chosen = options_from_words(game.options, game.presets, (), preset.str())
            except SetupError as error:
                raise preset.fail(str(error)) from None
        options = self.node.get("options")
        for name, value in options.mapping().items() if options is not None else ():
            try:
                chosen |= settle_only(game.options, {name: value.plain()})
            except SetupError as error:
                raise DataError(value.key_where, str(error)) from None
        return chosen


def read_house(path: Path) -> HouseRules:
    """Read house rules from a file; DataError names the line that is wrong."""
    node = read_yaml(path).only(*KEYS)
    name = node["name"].str().strip()
    if not 1 <= len(name) <= MAX_NAME:
        raise node["name"].fail(f"a name has 1 to {MAX_NAME} characters")
    comment = node["comment"].prose() if "comment" in node else ""
    if len(comment) > MAX_COMMENT:
        raise node["comment"].fail(f"a comment has at most {MAX_COMMENT:,} characters")
    if "options" in node:
        node["options"].mapping()
    data = None
    if "data" in node:
        data = path.parent / node["data"].str()
        if not data.is_dir():
            raise node["data"].fail(f"{data} is not a directory")
    game = node["game"].str() if "game" in node else ""
    return HouseRules(name, comment, game, data, node)


@frozen
class AgreedRules:
    """The options of a match, and the data files if they are not the game's own."""

    options: Mapping[str, Any]
    data: Path | None
    house: HouseRules | None


def agree(
    game: AnyGame,
    words: Iterable[str] = (),
    preset: str | None = None,
    house: HouseRules | None = None,
    data: Path | None = None,
) -> AgreedRules:
    """Combine house rules, a preset and single options; the later ones take precedence.

    SetupError, or DataError for a file, if the game does not have an option.
    """
    settled = house.options(game) if house is not None else {}
    settled |= options_from_words(game.options, game.presets, words, preset)
    return AgreedRules(settled, data or (house.data if house is not None else None), house)


def in_edition(
    options: Sequence[Option], chosen: Mapping[str, Any], edition: int
) -> dict[str, Any]:
    """Every option's value, with the defaults of an edition of the rule book."""
    defaults = {option.name: option.default_in(edition) for option in options}
    return defaults | settle_only(options, chosen)


def options_from_words(
    options: Sequence[Option],
    presets: Mapping[str, Mapping[str, Any]],
    words: Iterable[str],
    preset: str | None = None,
) -> dict[str, Any]:
    """The options of `--preset P --option k=v …`, without those that have their default."""
    chosen: dict[str, Any] = {}
    if preset is not None:
        if preset not in presets:
            known = ", ".join(sorted(presets)) or "none"
            raise SetupError(f"there is no preset {preset!r}; the presets are: {known}")
        chosen.update(presets[preset])
    named: set[str] = set()
    for word in words:
        name, equals, text = word.partition("=")
        name = name.strip()
        if not equals:
            raise SetupError(f"{word!r} is not an option; write NAME=VALUE")
        if name in named:
            raise SetupError(f"option {name!r} is given twice")
        named.add(name)
        chosen[name] = find(options, name).parse(text)
    return settle_only(options, chosen)
