"""Many matches: the same results wherever they are played, none lost, none doubled."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import partial
from itertools import permutations
from math import factorial
from pathlib import Path

import pytest

import rulekeep
from rulekeep.bots import Bot, BotLike, Choice, View, make_bot
from rulekeep.bots.greedy import GreedyBot
from rulekeep.bots.mcts import MctsBot
from rulekeep.bots.random import RandomBot
from rulekeep.core.errors import RulekeepError, SetupError, UnknownGame
from rulekeep.core.game import AnyGame
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names
from rulekeep.match.match import Match
from rulekeep.sim import single_match
from rulekeep.sim.run import Result, make_plan, simulate


def results(*args: object, **more: object) -> list[Result]:
    return list(simulate(*args, **more))  # type: ignore[arg-type]


def test_results_are_the_same_whatever_the_number_of_workers() -> None:
    alone = results("lanterns", ("mcts:3", "greedy", "random"), 25, 7)
    assert [result.match for result in alone] == list(range(25))
    for workers in (2, 3):
        assert results("lanterns", ("mcts:3", "greedy", "random"), 25, 7, workers=workers) == alone


def test_results_do_not_depend_on_the_hash_seed(odd_environment: dict[str, str]) -> None:
    code = (
        "from rulekeep.sim.run import simulate\n"
        "for game in ('lanterns', 'castle_keep'):\n"
        "    for r in simulate(game, ('mcts:8', 'greedy'), 2):\n"
        "        print(r.places, r.scores, r.decisions)\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=odd_environment | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1 and said != {""}


def test_the_seed_matters() -> None:
    one, other = (results("lanterns", ("random", "random"), 5, seed) for seed in (1, 2))
    assert [r.scores for r in one] != [r.scores for r in other]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_order_of_the_bots_comes_up_once(count: int) -> None:
    plan = single_match.RunPlan("lanterns", ("random",) * count, "0")
    orders = [plan.seating(number) for number in range(factorial(count))]
    assert sorted(orders) == sorted(permutations(range(count)))
    for first in range(0, len(orders), count):
        for chair in zip(*orders[first : first + count], strict=True):
            assert sorted(chair) == list(range(count))  # in each round everybody sits everywhere
    assert plan.seating(len(orders)) == orders[0]


def test_the_library_offers_simulation() -> None:
    assert rulekeep.simulate is simulate


def test_bots_take_every_seat_equally_often() -> None:
    found = results("lanterns", ("random", "greedy", "mcts:1"), 9)
    for seat in range(3):
        assert Counter(result.seats[seat] for result in found) == {
            "random": 3,
            "greedy": 3,
            "mcts:1": 3,
        }
    assert all(
        found[n].seats[s] == ("random", "greedy", "mcts:1")[found[n].bots[s]]
        for n in range(9)
        for s in range(3)
    )


def test_a_row_says_how_the_match_went() -> None:
    result = results("lanterns", ("greedy", "random"), 1, 3, options={"ties": "next"})[0]
    assert result.seed == "3/0"
    assert result.options == {"ties": "next"}
    assert sorted(result.places) in ([1, 1], [1, 2])
    assert result.reason == "most points" and result.rule == "LA-010"
    for score in result.scores:
        assert score.total == sum(points for _, points in score.items)
    assert result.decisions > 6 and result.seconds > 0 and not result.error


@pytest.mark.parametrize("name", game_names())
def test_a_match_can_be_played_again_from_its_seed(name: str) -> None:
    """`Match.new` with a row's seed deals and draws what the simulation did."""
    game = load(name)
    seats = game.seats[-1]
    specs = ("random",) * (seats - 1) + ("greedy",)
    result = results(name, specs, 2, 11)[1]
    match = Match.new(name, seats, result.seed)
    bots = [
        make_bot(spec, f"{result.seed}/{bot}")
        for spec, bot in zip(result.seats, result.bots, strict=True)
    ]
    while match.decisions:
        seat = match.decisions[0].seat
        match.play(bots[seat].choose(game, match.state, seat).move, seat)
    assert match.outcome is not None
    assert match.outcome.places == result.places
    assert len(match.plies) - 1 == result.decisions


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (("kilt_castel", ("random", "random")), UnknownGame, "Did you mean kilt_castle?"),
        (("lanterns", ("random",)), SetupError, "has seats for 2 to 4, not for 1"),
        (("lanterns", ("random", "rnadom")), RulekeepError, "Did you mean random?"),
        (("lanterns", ("random", "random"), 0), RulekeepError, "0 games cannot be played"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    arguments: tuple[object, ...], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as caught:
        simulate(*arguments)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_bad_options_and_workers_are_refused() -> None:
    with pytest.raises(SetupError, match="option 'ties' cannot be 'all'"):
        simulate("lanterns", ("random", "random"), options={"ties": "all"})
    with pytest.raises(RulekeepError, match="0 workers cannot play"):
        simulate("lanterns", ("random", "random"), workers=0)


def test_skipped_matches_are_left_out() -> None:
    whole = results("lanterns", ("random", "greedy"), 8)
    assert results("lanterns", ("random", "greedy"), 8, skip={0, 3, 4}) == [
        whole[n] for n in (1, 2, 5, 6, 7)
    ]


# -- bots of your own ---------------------------------------------------------------------------


class Last(Bot):
    """Plays the last legal move, and counts."""

    def __init__(self, step: int = 1, seed: int | str = 0) -> None:
        self.step, self.turns = step, 0
        self.seed = seed

    def think(self, view: View) -> Choice:
        self.turns += 1
        return Choice(view.moves[-self.step % len(view.moves)], 0.5)


class Plain:
    """A bot that is not made from the base class."""

    def choose(self, game: AnyGame, state: object, seat: int) -> Choice:
        return Choice(game.legal_moves(state, seat)[0], 0.5)


def test_a_bot_plays_as_its_spec_does() -> None:
    named = results("lanterns", ("greedy", "random", "mcts:5"), 6, 3)
    given = (GreedyBot(), RandomBot, lambda seed: MctsBot("5", seed))
    assert results("lanterns", given, 6, 3) == named
    assert named[0].seats == ("greedy", "random", "mcts:5")


@pytest.mark.parametrize("bot", [Last(2), partial(Last, 2)])
def test_bots_of_your_own_play_the_same_on_any_number_of_workers(bot: BotLike) -> None:
    alone = results("lanterns", (bot, "random"), 12, 5)
    assert {seat for result in alone for seat in result.seats} == {"Last", "random"}
    assert not any(result.error for result in alone)
    assert results("lanterns", (bot, "random"), 12, 5, workers=2) == alone
    assert results("lanterns", (Last(1), "random"), 12, 5) != alone


def test_every_match_has_its_own_copy_of_a_bot() -> None:
    bot = Last()
    first = results("lanterns", (bot, "random"), 4)
    assert bot.turns == 0 and results("lanterns", (bot, "random"), 4) == first
    results("lanterns", (lambda seed: bot, "random"), 4)
    assert bot.turns > 4


def test_a_bot_needs_no_base_class() -> None:
    (result,) = results("lanterns", (Plain(), "random"), 1)
    assert (result.error, result.seats) == ("", ("Plain", "random"))


def test_a_bot_that_cannot_be_sent_needs_one_worker() -> None:
    def mine(seed: int | str) -> Bot:
        return Last(2, seed)

    assert len(results("lanterns", (mine, "random"), 4)) == 4
    with pytest.raises(RulekeepError, match=r"'Last' cannot be sent to .* with workers=1"):
        results("lanterns", (mine, "random"), 4, workers=2)


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (7, "7 is not a bot, the name of one or a function to make one"),
        (lambda seed: 7, "the bot <lambda> is broken: lacks choose"),
        (lambda seed: 1 // 0, "the bot <lambda> is broken: ZeroDivisionError"),
        (Last(open(__file__)), "the bot Last cannot be copied .* give a function"),  # type: ignore[arg-type]  # noqa: SIM115
    ],
)
def test_what_is_no_bot_is_refused_in_a_sentence(bot: object, said: str) -> None:
    with pytest.raises(RulekeepError, match=said):
        simulate("lanterns", (bot, "random"))  # type: ignore[arg-type]


NOTEBOOK = """
import rulekeep
from rulekeep.bots import Bot, Choice

class Mine(Bot):
    def think(self, view):
        return Choice(view.moves[0], 0.5)

print([r.seats for r in rulekeep.simulate("castle_keep", (Mine(), "random"), 2)])
try:
    rulekeep.simulate("castle_keep", (Mine(), "random"), 2, workers=2)
except rulekeep.RulekeepError as error:
    print(error)
"""


def test_a_bot_in_a_notebook_needs_no_package(odd_environment: dict[str, str]) -> None:
    """A notebook, like a prompt, is a program that no worker can load."""
    done = subprocess.run(
        [sys.executable],
        input=NOTEBOOK,
        env=odd_environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    played, refused = done.stdout.splitlines()
    assert played == "[('Mine', 'random'), ('random', 'Mine')]"
    assert "defined in a notebook or at a prompt" in refused


# -- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.usefixtures("odd_bots")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_that_raises_is_recorded(workers: int, tmp_path: Path) -> None:
    found = results("lanterns", ("faulty", "first"), 14, workers=workers)
    assert [bool(result.error) for result in found] == [n in (3, 13) for n in range(14)]
    crashed = found[3]
    assert "ZeroDivisionError: a bug in a bot" in crashed.error
    assert crashed.crash is not None and "in act" in crashed.crash.trace
    path = tmp_path / "crash.rkm"
    path.write_text(crashed.crash.match_file)
    match = Match.load(path)
    assert len(match.plies) - 1 == crashed.decisions > 0
    assert match.header.players == crashed.seats
    assert not match.is_over


def test_a_match_that_never_ends_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_match, "MAX_DECISIONS", 5)
    result = results("lanterns", ("random", "random"), 1)[0]
    assert "did not end within 5 decisions" in result.error


@pytest.mark.usefixtures("odd_bots")
def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    found = results("lanterns", (f"deadly:{mark}", "first"), 30, workers=2)
    assert mark.exists()
    quiet = results("lanterns", (f"deadly:{mark}", "first"), 30)
    assert found == quiet
    assert not any(result.error for result in found)


@pytest.mark.usefixtures("odd_bots")
def test_a_match_that_kills_every_worker_is_recorded() -> None:
    found = results("lanterns", ("deadly:always", "first"), 12, workers=2)
    assert [result.match for result in found] == list(range(12))
    assert [result.match for result in found if result.error] == [5]
    assert "died twice" in found[5].error


def test_workers_that_cannot_start_end_the_run(odd_environment: dict[str, str]) -> None:
    """A program read from a pipe cannot be loaded again by a worker."""
    code = (
        "from rulekeep.core.errors import RulekeepError\n"
        "from rulekeep.sim.run import simulate\n"
        "try:\n"
        "    list(simulate('lanterns', ('random', 'random'), 50, workers=2))\n"
        "except RulekeepError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable],
        input=code,
        env=odd_environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "worker processes cannot be started" in done.stdout


def test_a_generator_that_is_left_leaves_no_processes() -> None:
    import multiprocessing

    matches = simulate("lanterns", ("random", "random"), 10_000, workers=2)
    next(matches)
    matches.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_a_game_that_is_not_installed_travels_with_the_plan() -> None:
    game = load("lanterns")
    plan = make_plan(game, ("random", "random"))
    assert plan.game is game


LEAVING = """
import os, signal
from rulekeep.sim.process_pool import _work

class Closed:
    def send(self, batch): pass
    def recv(self): raise EOFError

_work(None, Closed())
os.kill(os.getpid(), signal.SIGTERM)
print("gone quietly")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="workers are ended by signal")
def test_a_worker_on_its_way_out_is_dismissed_without_a_word() -> None:
    command = [sys.executable, "-c", LEAVING]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("gone quietly\n", "")


class _SlowRandomBot(RandomBot):
    """Plays as its parent does, but is not known to the quick loop of random bots."""


@pytest.mark.parametrize("game", ("castle_keep", "kilt_castle", "carcassonne_castle"))
def test_random_bots_play_the_same_matches_in_the_quick_loop(game: str) -> None:
    def course(result: Result) -> object:
        return result.places, result.scores, result.decisions, result.reason, result.rule

    quick = results(game, ("random", "random"), 4, 9)
    slow = results(game, (_SlowRandomBot, _SlowRandomBot), 4, 9)
    assert [course(result) for result in quick] == [course(result) for result in slow]
    assert all(result.decisions > 10 and not result.error for result in quick)
