"""Share a position or a match as a link: a match file, compressed, as the fragment of an address.

    #p=eNqdVV1v…    a position: a match that begins there and has no moves
    #m=eNqdVV1v…    a match

Fragments do not reach servers, so a page sends them. What a link holds is a stranger's file, and is
read as one.
"""

from __future__ import annotations

import binascii
import os
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame, Game
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import MatchFile

POSITION, MATCH = "p", "m"
MAX_LENGTH = {POSITION: 8 << 10, MATCH: 48 << 10}
"""Characters of a link, by what it holds."""
MAX_BYTES = 256 << 10
"""Bytes of the match file in a link."""
WHERE = Path("the link")
"""What errors call a link."""

_LINK = re.compile(r"(?:[^#]*#)?([pm])=([A-Za-z0-9_-]+)=*\Z")


def match_link(match: Match) -> str:
    """The fragment that holds a match. DataError if it is too long for a link."""
    return _pack(MATCH, match.to_bytes())


def position_link(match: Match, *, whole: bool = False) -> str:
    """The fragment that holds the position of a match now. DataError.

    While the match goes on it is what spectators know: everything hidden from them is dealt again.
    With `whole` there is nothing to hide, as in an example of the rule book.
    """
    game, state = match.game, match.state
    if not (match.is_over or whole):
        state = _as_spectators_know(game, state)
    # The seed of the match stays secret: from it all draws could be foretold.
    position = Match.from_position(game, game.to_dict(state), "shared", names=match.names)
    return _pack(POSITION, position.to_bytes())


def is_link(text: str) -> bool:
    """Whether a text is meant as a link: an address of the page that opens one, or its fragment."""
    return "/share#" in text or text.startswith(("#p=", "#m="))


def read_link(link: str) -> MatchFile:
    """The match file in a link: an address, or its fragment. DataError."""
    found = _LINK.match(link.strip())
    if found is None:
        raise DataError(str(WHERE), "damaged: neither a position nor a match")
    kind, packed = found.groups()
    if len(packed) > MAX_LENGTH[kind]:
        raise DataError(str(WHERE), f"longer than {MAX_LENGTH[kind] >> 10} kB")
    try:
        raw = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(raw, MAX_BYTES + 1)
    except (ValueError, binascii.Error, zlib.error):
        raise DataError(str(WHERE), "damaged, or not copied to its end") from None
    if len(text) > MAX_BYTES:
        raise DataError(str(WHERE), f"larger than {MAX_BYTES >> 10} kB when unpacked")
    if not unpacker.eof or unpacker.unused_data:
        raise DataError(str(WHERE), "damaged, or not copied to its end")
    return match_file.from_bytes(text, WHERE)


def _pack(kind: str, text: bytes) -> str:
    packed = urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")
    if len(text) > MAX_BYTES or len(packed) > MAX_LENGTH[kind]:
        what = "position" if kind == POSITION else "match"
        raise DataError(str(WHERE), f"cannot be made: this {what} is too long for a link")
    return f"{kind}={packed}"


def _as_spectators_know(game: AnyGame, state: Any) -> Any:
    """A state that looks the same to spectators; whatever they cannot see is dealt at random.

    DataError if a game cannot deal for spectators.
    """
    if type(game).determinize is Game.determinize:
        return state  # a game without secrets
    # With a seed that can be guessed, the true state could be found by trying.
    chance = SeededChance(os.urandom(16).hex())
    deal: Any = game.determinize  # the contract names seats only, but a spectator sees less
    try:
        dealt = game.from_dict(game.to_dict(deal(state, None, chance)))
    except (RulekeepError, TypeError, LookupError):
        dealt = None
    if dealt is None or game.observation(dealt, None) != game.observation(state, None):
        raise DataError(
            str(WHERE),
            "cannot be made: this position has hidden parts. Share it when the match is over",
        )
    return dealt
