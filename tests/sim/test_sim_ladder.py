"""Ratings of bots: the fit, the schedule, and rulekeep ladder as it is typed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from math import log10
from pathlib import Path

import pytest

from rulekeep.bots import Bot, Choice, View
from rulekeep.core.errors import RulekeepError
from rulekeep.sim.bot_ladder import Ladder
from rulekeep.sim.ratings import Standings
from rulekeep.sim.single_match import Result

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def result(*places: int, number: int = 0, replaced: tuple[int, ...] = ()) -> Result:
    """A match whose bots sit in order."""
    seats = tuple(str(seat) for seat in range(len(places)))
    bots = tuple(range(len(places)))
    return Result(number, "lanterns", {}, "0", seats, bots, places, replaced=replaced)


def standings(
    *bots: str, won: dict[tuple[int, ...], tuple[int, int]], anchor: int = 0
) -> Standings:
    """After so many wins of the first and of the second bot of each table."""
    found = Standings(bots, anchor)
    for table, (first, second) in won.items():
        for _ in range(first):
            found.add(table, result(1, 2))
        for _ in range(second):
            found.add(table, result(2, 1))
    found.fit()
    return found


def by_bot(found: Standings) -> dict[str, float]:
    return {one.bot: one.rating for one in found.ratings()}


def test_three_wins_in_four_are_odds_of_three_to_one() -> None:
    found = standings("easy", "hard", won={(0, 1): (500, 1500)})
    assert by_bot(found)["easy"] == 1000
    assert by_bot(found)["hard"] == pytest.approx(1000 + 400 * log10(3), abs=0.5)
    # The standard error of the odds is sqrt(1 / (n p (1 - p))).
    assert found.margin(1) == pytest.approx(1.96 * 173.72 / (2000 * 3 / 16) ** 0.5, rel=0.01)
    assert found.margin(0) == 0


def test_a_bot_that_never_met_the_first_is_rated_through_others() -> None:
    found = standings("a", "b", "c", won={(0, 1): (100, 300), (1, 2): (100, 300)})
    assert by_bot(found)["c"] == pytest.approx(1000 + 800 * log10(3), abs=5)
    assert found.margin(2) > found.margin(1)


def test_a_bot_that_won_everything_has_a_finite_rating() -> None:
    found = standings("a", "b", won={(0, 1): (0, 60)})
    assert 1500 < by_bot(found)["b"] < 2500


def test_a_shared_place_is_half_and_a_failed_program_gets_nothing() -> None:
    found = Standings(("a", "b"))
    found.add((0, 1), result(1, 1))
    found.fit()
    assert by_bot(found)["b"] == pytest.approx(1000)
    found.add((0, 1), result(2, 1, replaced=(0, 3)))
    found.fit()
    assert by_bot(found)["b"] < 1000


def test_with_three_seats_every_pair_counts_two_thirds() -> None:
    pairs, tables = Standings(("a", "b", "c")), Standings(("a", "b", "c"))
    for _ in range(60):
        tables.add((0, 1, 2), result(1, 2, 3))
        tables.add((0, 1, 2), result(3, 2, 1))
    for table in ((0, 1), (0, 2), (1, 2)):
        for _ in range(40):
            pairs.add(table, result(1, 2))
            pairs.add(table, result(2, 1))
    tables.fit()
    pairs.fit()
    assert tables.margin(1) == pytest.approx(pairs.margin(1))


def test_the_next_match_is_between_equals_not_between_far_apart() -> None:
    found = standings("weak", "good", "better", won={(0, 1): (1, 99), (1, 2): (10, 12)}, anchor=1)
    assert found.next_table(2, wanted=2) == (1, 2)
    # Each of two bots twice at a table of four.
    assert {len(set(table)) for table in Standings(("a", "b")).tables(4)} == {2}


def test_bots_without_an_equal_are_named() -> None:
    found = standings("weak", "good", "better", won={(0, 1): (1, 99), (1, 2): (10, 12)}, anchor=1)
    assert found.far_from_all(300) == ["weak"] and found.far_from_all(1000) == []


def test_a_ladder_stops_when_ratings_are_known() -> None:
    ladder = Ladder("lanterns", ("random", "greedy"), seed=3)
    played = list(ladder.play(400, within=150))
    assert len(played) == ladder.total < 400
    assert ladder.is_known(150) and not ladder.is_known(20)
    again = Ladder("lanterns", ("random", "greedy"), seed=3)
    assert list(again.play(400, within=150)) == played


def test_a_ladder_finds_out_who_is_as_strong_as_the_rated_bot() -> None:
    ladder = Ladder("lanterns", ("random", "greedy:50%", "easy"), rated=0)
    met = []
    for _ in range(12):
        table, _, numbers = ladder.next_matches(1000)
        met.append(table)
        for number in numbers:
            # Each wins three in four against the next weaker one, and always against the weakest.
            ladder.add(table, result(1, 2) if number % 4 == 0 and table != (0, 2) else result(2, 1))
        ladder.standings.fit()
    assert met.count((0, 1)) > 1 and met.count((1, 2)) > 1


def test_a_ladder_refuses_what_it_cannot_rate() -> None:
    with pytest.raises(RulekeepError, match="at least two bots"):
        Ladder("lanterns", ("random",))
    with pytest.raises(RulekeepError, match="'random' is named twice"):
        Ladder("lanterns", ("random", "greedy", "random"))


def test_the_command_rates_a_bot_and_goes_on(run: Run, tmp_path: Path) -> None:
    words = ("ladder", "lanterns", "--bots", "random,easy", "--out", "rated", "--within", "1")
    first = run(*words, "--games", "20", "--json")
    assert first.returncode == 0, first.stderr
    data = json.loads(first.stdout)
    assert data["matches"] == 20 and data["unknown"] == ["random"]
    assert {one["bot"]: one["matches"] for one in data["ratings"]} == {"easy": 20, "random": 20}
    assert (tmp_path / "rated" / "random-easy.jsonl").exists()
    refused = run(*words, "--games", "30")
    assert refused.returncode == 2 and "use --continue" in refused.stderr
    more = run(*words, "--games", "40", "--continue", "--rate", "mcts:5")
    assert more.returncode == 0, more.stderr
    assert "40 matches in all" in more.stdout and "mcts:5" in more.stdout


def test_the_command_asks_for_bots_in_between(run: Run) -> None:
    far = run("ladder", "kilt_castle", "--bots", "random,easy", "--games", "10")
    assert "No other bot is about as strong as random" in " ".join(far.stdout.split())
    near = run("ladder", "lanterns", "--bots", "random,greedy:50%,easy", "--games", "10")
    assert near.returncode == 0 and "No other bot" not in near.stdout


def test_a_ladder_whose_matches_all_crash_stops() -> None:
    class Broken(Bot):
        name = "broken"

        def think(self, view: View) -> Choice:
            raise ZeroDivisionError("a bug in a bot")

    with pytest.raises(RulekeepError, match="every match of random, broken crashed"):
        list(Ladder("lanterns", ("random", Broken())).play(100, within=25))


def test_a_damaged_file_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rated").mkdir()
    (tmp_path / "rated" / "random-easy.jsonl").write_text("{}\n")
    words = ("ladder", "lanterns", "--bots", "random,easy", "--out", "rated", "--continue")
    spoiled = run(*words)
    assert spoiled.returncode == 2 and "random-easy.jsonl:1" in spoiled.stderr
    assert "Traceback" not in spoiled.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lantern"], "Did you mean lanterns?"),
        (["lanterns", "--bots", "easy"], "at least two bots"),
        (["lanterns", "--bots", "easy,esy"], "Did you mean easy?"),
        (["lanterns", "--bots", "easy,easy"], "named twice"),
        (["lanterns", "--players", "9"], "not for 9"),
        (["lanterns", "--within", "0"], "0"),
        (["lanterns", "--rate", "run:"], "run:"),
        (["lanterns", "--continue"], "--out DIR"),
        (["lanterns", "--option", "x=1"], "x"),
        (["lanterns", "--cluster", "nowhere"], "no scheduler"),
    ],
)
def test_mistakes_get_a_sentence(run: Run, words: list[str], said: str) -> None:
    done = run("ladder", *words, "--games", "4")
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
