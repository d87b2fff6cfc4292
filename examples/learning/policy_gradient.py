"""Learn to play from the parts of moves, by policy gradient and with numpy alone.

python policy_gradient.py [GAME] [MATCHES]

Every word of every part of a move has a weight: `place`, `follower`, `tower`. The policy plays a
move more often, the larger the sum of its weights is. After each match the weights of what was
played rise if the match was won, and fall if it was lost.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

import rulekeep
from rulekeep.sim.adapters.encoding import MoveParts
from rulekeep.sim.adapters.gymnasium import RulekeepGym

RATE = 0.03
"""How far one match moves the weights."""


class Policy:
    """A weight for each word of each part."""

    def __init__(self, parts: MoveParts) -> None:
        self.parts = parts
        self.first = np.cumsum([0, *parts.sizes[:-1]])
        """Where the weights of each part begin."""
        self.weights = np.zeros(sum(parts.sizes))

    def probabilities(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """How likely each of some moves is; a move is a row of parts."""
        sums = self.weights[rows + self.first].sum(axis=1)
        likely = np.exp(sums - sums.max())
        return np.asarray(likely / likely.sum())

    def learn(self, rows: NDArray[np.int64], chosen: int, step: float) -> None:
        """Make the chosen row more likely, or less if `step` is negative."""
        change = -step * self.probabilities(rows)
        change[chosen] += step
        np.add.at(self.weights, rows + self.first, change[:, np.newaxis])
        self.weights[self.first] = 0  # what a move does not have weighs nothing

    def words(self) -> list[tuple[float, str]]:
        """Every word with its weight, the largest weight first."""
        found = [
            (float(self.weights[first + number]), f"{name} {word}")
            for first, name, words in zip(
                self.first, self.parts.names, self.parts.words, strict=True
            )
            for number, word in enumerate(words)
        ]
        return sorted(found, reverse=True)


class PolicyBot(rulekeep.Bot):
    """Plays by a policy."""

    name = "policy"

    def __init__(self, policy: Policy, seed: int | str = 0) -> None:
        super().__init__(seed=seed)
        self.policy = policy

    def think(self, view: rulekeep.View) -> rulekeep.Choice:
        rows = np.array([self.policy.parts.numbers(move) for move in view.moves])
        dice = np.random.default_rng(view.chance.below(1 << 62))
        chosen = dice.choice(len(rows), p=self.policy.probabilities(rows))
        return rulekeep.Choice(view.moves[chosen], 0.5, "drawn from the policy")


def train(game: str, matches: int, seed: int = 0) -> Policy:
    """A policy that has learned from some matches against `random`."""
    table = RulekeepGym(game, opponents=("random",))
    policy = Policy(table.parts)
    dice = np.random.default_rng(seed)
    table.reset(seed=seed)
    usual = 0.0
    for _ in range(matches):
        table.reset()
        ended, reward = False, 0.0
        played = []
        while not ended:
            rows = table.legal_parts()
            chosen = int(dice.choice(len(rows), p=policy.probabilities(rows)))
            played.append((rows, chosen))
            _, reward, ended, _, _ = table.step(table.legal_actions()[chosen])
        for rows, chosen in played:
            policy.learn(rows, chosen, RATE * (reward - usual))
        usual += (reward - usual) / 50
    return policy


def share_of_wins(policy: Policy, game: str, matches: int, seed: int = 1) -> float:
    """How often the policy wins against `random`; a shared first place is half a win."""

    def bot(seed: int | str) -> rulekeep.Bot:
        return PolicyBot(policy, seed)

    won = 0.0
    for result in rulekeep.simulate(game, seats=(bot, "random"), games=matches, seed=seed):
        if result.bots.index(0) in result.winners:
            won += 1 / len(result.winners)
    return won / matches


def main(game: str = "carcassonne_castle", matches: str = "1000") -> None:
    untrained = share_of_wins(train(game, 0), game, 400)
    print(f"{game}: the policy wins {untrained:.1%} of 400 matches before training")
    began = time.monotonic()
    policy = train(game, int(matches))
    print(f"trained with {matches} matches in {time.monotonic() - began:.0f} seconds")
    print(f"it wins {share_of_wins(policy, game, 400):.1%} of 400 matches after that")
    words = policy.words()
    print("it likes", ", ".join(word for _, word in words[:6]))
    print("it avoids", ", ".join(word for _, word in words[-6:]))


if __name__ == "__main__":
    main(*sys.argv[1:])
