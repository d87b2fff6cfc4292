"""Moves as text: one form each, forgiving about case and spaces, strict otherwise."""

from __future__ import annotations

import pytest

from rulekeep.core.errors import BadNotation
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.moves import Attack, Bid, Crown, Take, language


@pytest.mark.parametrize(
    "text",
    [
        *language(GAME.board).examples,
        *("place LON", "bid blue 1k pink 2a", "crown 7 pink", "take nothing"),
        *("attack DUB blue 1k 1a 2m3", "castle 3 LON"),
        *("take 1k draw 2", "take nothing draw 0", "aside blue knight"),
    ],
)
def test_every_form_is_its_own_notation(text: str) -> None:
    assert GAME.notation(GAME.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  ATTACK  dublin   Blue 1K 1a ", "attack DUB blue 1k 1a"),
        ("attack St Davids pink 2f1m3", "attack DAV pink 2f 1m3"),
        ("attack st_asaph black 1 k", "attack ASA black 1k"),
        ("bid 2a 1k", "bid 1k 2a"),
        ("bid pink 2a blue 1k", "bid blue 1k pink 2a"),
        ("Crown 7 Pink", "crown 7 pink"),
        ("start knight", "rouen knight"),
        ("End Attacks", "end attacks"),
    ],
)
def test_other_spellings(text: str, plain: str) -> None:
    assert GAME.notation(GAME.parse(text)) == plain


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "say a move"),
        ("atack DUB blue 1k", "did you mean 'attack'"),
        ("attack DUB 1k", "names a colour"),
        ("attack DUB blue", "counted like"),
        ("attack DUB blue 1x", "counted like"),
        ("attack DUB blue 0k", "counted like"),
        ("attack DUB blue 1k 1k", "once"),
        ("attack DUB blue 256k", "at most 255"),
        ("attack Dubln blue 1k", "did you mean DUB"),
        ("attack blue 1k", "which region"),
        ("place", "which region"),
        ("place Atlantis", "is not a region"),
        ("bid", "names units"),
        ("bid 1m3", "mercenaries cannot"),
        ("bid blue 1k blue 1f", "each colour once"),
        ("bid black 1k", "is one of the colours"),
        ("crown", "the box is missing"),
        ("crown 0", "there is no box 0"),
        ("crown 7 black", "there is no colour 'black'"),
        ("take", "counted like"),
        ("take 1m1", "no mercenaries"),
        ("take 1k draw two", "'two' is no number"),
        ("rouen merc3", "there is no unit 'merc3'"),
        ("castle 4 LON", "from 1 to 3"),
        ("castle 1", "which region"),
        ("end", "end attacks"),
        ("no", "no tax"),
        ("tax now", "something left over"),
        ("pass 1", "something left over"),
        ("aside knight", "which marker"),
    ],
)
def test_what_is_not_a_move_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(BadNotation, match=hint):
        GAME.parse(text)


def test_moves_compare_by_what_they_say() -> None:
    dublin = GAME.board.by_name["dub"]
    assert GAME.parse("attack DUB blue 1k 2m3") == Attack(dublin, 0, (1, 0, 0, 2, 0, 0))
    assert GAME.parse("bid 1k") == Bid(((-1, 1, 0, 0),))
    assert GAME.parse("take 1f") == Take((0, 1, 0))
    assert GAME.parse("crown 3") != Crown(3, 0)
