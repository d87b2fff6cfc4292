"""Links that hold a position or a match: they round-trip, say no more than they may, and are bounded."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError
from rulekeep.match import share_link
from rulekeep.match.match import Match
from rulekeep.match.share_link import MAX_BYTES, WHERE, match_link, position_link, read_link

GAMES = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles", "lanterns")
SECRET = ("castle_keep", "lanterns")


def played(name: str, moves: int = 10_000) -> Match:
    match = Match.new(name, 2, "1")
    chance = SeededChance("sharing")
    while not match.is_over and len(match.plies) <= moves:
        seat = match.decisions[0].seat
        legal = match.game.legal_moves(match.state, seat)
        match.play(legal[chance.below(len(legal))], seat)
    return match


def opened(link: str) -> Match:
    return Match.replay(read_link(link), WHERE)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_round_trips_with_equal_digests(name: str) -> None:
    match = played(name)
    again = opened(f"http://table.example/share#{match_link(match)}")
    assert again.to_bytes() == match.to_bytes()
    end = opened(position_link(match))
    assert end.game.to_dict(end.state) == match.game.to_dict(match.state), "nothing is hidden now"


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_what_spectators_know(name: str) -> None:
    match = played(name, 12)
    game = match.game
    shared = opened(position_link(match))
    assert game.observation(shared.state, None) == game.observation(match.state, None)
    assert shared.header.seed != match.header.seed and len(shared.plies) == 1
    assert [d.seat for d in shared.decisions] == [d.seat for d in match.decisions]
    hands = [opened(position_link(match)).state for _ in range(8)]
    dealt = {str(game.to_dict(state)) for state in hands}
    assert (len(dealt) > 1) == (name in SECRET), "hidden hands are dealt again"


def test_a_game_that_cannot_deal_for_spectators_is_shared_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("kilt_castle", 5)
    monkeypatch.setattr(
        type(match.game), "determinize", lambda _game, state, seat, _chance: [state][seat]
    )
    with pytest.raises(DataError, match="when the match is over"):
        position_link(match)


def packed(text: bytes, kind: str = "m") -> str:
    return f"{kind}={urlsafe_b64encode(zlib.compress(text)).decode().rstrip('=')}"


def damaged() -> dict[str, tuple[str, str]]:
    good = position_link(played("kilt_castle", 3))
    return {
        "empty": ("", "neither a position nor a match"),
        "other": ("#move=25", "neither a position nor a match"),
        "cut": (good[:-20], "not copied to its end"),
        "changed": (good[:60] + "AAAA" + good[64:], "damaged"),
        "no text": (packed(b"\xff\xfe\n\n"), "not UTF-8"),
        "no match": (packed(b"hello\n"), "not a match file"),
        "too long": ("p=" + "A" * 9000, "longer than 8 kB"),
        "bomb": (packed(b"\0" * (64 * MAX_BYTES)), "larger than 256 kB"),
        "more behind": (packed(b"x") + "AAAAAAAA", "damaged"),
    }


@pytest.mark.parametrize("case", damaged())
def test_a_damaged_link_gets_a_sentence(case: str) -> None:
    link, sentence = damaged()[case]
    with pytest.raises(DataError, match=sentence):
        opened(link)


def test_what_is_too_long_for_a_link_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("kilt_castle", 1)
    monkeypatch.setitem(share_link.MAX_LENGTH, "p", 100)
    with pytest.raises(DataError, match="too long for a link"):
        position_link(match)
