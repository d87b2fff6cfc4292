"""Moves as verb and parts, beside the flat actions: for every game and in every adapter."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names
from rulekeep.sim.adapters.encoding import (
    EXTRA_WORDS,
    Learned,
    MoveParts,
    learned_parts,
    random_decisions,
)

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium", reason="not run: gymnasium is not installed")


def environment(kind: str, name: str) -> Any:
    """An environment at its first decision, for most seats."""
    seats = load(name).seats[-1]
    if kind == "gymnasium":
        from rulekeep.sim.adapters.gymnasium import RulekeepGym

        made: Any = RulekeepGym(name, ("random",) * (seats - 1))
    else:
        from rulekeep.sim.adapters.pettingzoo import env

        made = env(name, seats).unwrapped
    made.reset(seed=2)
    return made


@pytest.mark.parametrize("kind", ["gymnasium", "pettingzoo"])
@pytest.mark.parametrize("name", game_names())
def test_actions_have_parts_and_parts_have_actions(kind: str, name: str) -> None:
    env = environment(kind, name)
    dice = SeededChance(name)
    for _ in range(60):
        actions, rows = env.legal_actions(), env.legal_parts()
        if not len(actions):
            assert rows.shape == (0, len(env.parts.names))
            break
        assert len({tuple(row) for row in rows}) == len(rows) == len(actions)
        for action, row in [*zip(actions, rows, strict=True)][:20]:
            assert row in env.part_space
            assert (env.action_parts(action) == row).all()
            assert env.parts_action(row) == action
        env.step(int(actions[dice.below(len(actions))]))


@pytest.mark.parametrize("name", game_names())
def test_the_words_of_the_numbers_are_those_of_the_notation(name: str) -> None:
    game = load(name)
    parts = learned_parts(game, game.seats[-1], ())
    assert parts.names[0] == "verb" and len(set(parts.names)) == len(parts.names)
    for count, (_, _, moves) in enumerate(random_decisions(game, game.seats[-1], ())):
        for move in moves[:: max(1, len(moves) // 5)]:
            said = parts.said(move)
            numbers = dict(zip(parts.names, parts.numbers(move), strict=True))
            assert {at for at, number in numbers.items() if number} == set(said)
            for column, (name_, words) in enumerate(zip(parts.names, parts.words, strict=True)):
                assert numbers[name_] < parts.sizes[column]
                if name_ in said:
                    assert words[numbers[name_]] == said[name_]
                    assert said[name_].split()[0] in game.notation(move)
        if count > 400:
            break


def test_parts_say_what_a_move_is() -> None:
    game = load("kilt_castle")
    parts = learned_parts(game, 2, ())
    assert parts.names == ("verb", "card", "origin", "to", "cell", "colour", "crests")
    build = game.parse("build C3 crest2")
    assert parts.said(build) == {"verb": "build", "cell": "C3", "crests": "2"}
    numbers = dict(zip(parts.names, parts.numbers(build), strict=True))
    assert parts.words[0][numbers["verb"]] == "build"
    assert parts.words[4][numbers["cell"]] == "C3"
    assert numbers["card"] == numbers["colour"] == 0
    kings = load("kings_and_castles")
    attack = kings.parse("attack CHE pink 1a 1m1")
    assert learned_parts(kings, 2, ()).said(attack) == {
        "verb": "attack",
        "target": "CHE",
        "colour": "pink",
        "counts 1": "1a",
        "counts 2": "1m1",
    }


@frozen
class Word:
    text: str


class Wordy:
    """A game without a language: moves are any words."""

    language = None

    @staticmethod
    def notation(move: Word) -> str:
        return move.text


def parts_of_words(*words: str, columns: int = 2) -> MoveParts:
    learned = {"verb": Learned(("say",), 1), "rest": Learned(words, columns)}
    return MoveParts(Wordy(), {"verb": (), "rest": ()}, learned)  # type: ignore[arg-type]


def test_a_game_without_a_language_has_words() -> None:
    parts = parts_of_words("a", "b")
    assert parts.names == ("verb", "rest 1", "rest 2")
    assert parts.numbers(Word("say b a")) == (1, 2, 1)
    assert parts.numbers(Word("say")) == (1, 0, 0)
    assert parts.said(Word("say a b b")) == {"verb": "say", "rest 1": "a", "rest 2": "b b"}


def test_words_that_were_not_learned_have_numbers_too() -> None:
    parts = parts_of_words("a", columns=1)
    assert parts.sizes == (2 + EXTRA_WORDS, 2 + EXTRA_WORDS)
    strange = [Word(f"say {n}") for n in range(EXTRA_WORDS)]
    legal = dict(enumerate([Word("say a"), *strange]))
    rows = parts.rows(legal)
    assert [parts.action(legal, row) for row in rows.values()] == list(legal)
    assert sorted(number for _, number in rows.values()) == [1, *range(2, 2 + EXTRA_WORDS)]
    with pytest.raises(RulekeepError, match="'say more' has no numbers of its own"):
        parts.rows(legal | {-1: Word("say more")})


def test_parts_that_are_not_legal_are_refused() -> None:
    env = environment("gymnasium", "lanterns")
    with pytest.raises(ValueError, match=r"parts \(0, 0, 0\) are not a legal action now"):
        env.parts_action([0] * len(env.parts.names))
    illegal = next(n for n in range(4096) if n not in env.legal_actions())
    with pytest.raises(ValueError, match="is not legal now"):
        env.action_parts(illegal)
