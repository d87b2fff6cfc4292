"""Learned estimates: exact, fitting their game, and reproducible to train."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from rulekeep.bots import make_bot
from rulekeep.cli.commands.train import train, weights_text
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.linear_estimate import (
    UNIT,
    LinearEstimate,
    TrainingTable,
    Weights,
    read_weights,
    weights_from,
)
from rulekeep.games.kings_and_castles import evaluate as kings_estimate
from rulekeep.sim.training import Played, Training, duel, even_share, first_weights, fits, trained

LEARNED = [name for name in registry.names() if registry.load(name).learned_estimate()]


def test_some_games_have_learned_estimates() -> None:
    assert {"kilt_castle", "carcassonne_castle", "kings_and_castles"} <= set(LEARNED)


@pytest.mark.parametrize("name", LEARNED)
def test_the_weights_were_made_for_these_rules(name: str) -> None:
    game = registry.load(name)
    package = registry.package_of(name)
    folder = Path(str(__import__(package, fromlist=["x"]).__file__)).parent
    files = sorted(folder.glob("*weights.json"))
    assert sum(file.stat().st_size for file in files) < 100_000
    estimate = trained(game)
    played = {table.seats for table in estimate.tables}
    for file in files:
        learned = json.loads(file.read_text(encoding="utf-8"))["seats"]
        assert {int(seats) for seats in learned} <= played
        for one in learned.values():
            assert one["made"]["command"].startswith(f"rulekeep train {name} ")
            assert one["made"]["edition"] <= game.book.edition
        assert set(read_weights(package, estimate.names, file.name)) == set(map(int, learned))
    assert set(estimate.weights) == played
    assert estimate.weights == read_weights(package, estimate.names)


def test_the_short_game_has_weights_of_its_own() -> None:
    game = registry.load("kings_and_castles")
    usual, short = kings_estimate.estimate(), kings_estimate.short_estimate()
    for seats in (2, 3, 4):
        assert short.weights[seats] != usual.weights[seats]
        for variant, learned in (("full", usual), ("short", short)):
            state = game.setup(seats, {"variant": variant}, SeededChance("short")).state
            assert game.evaluate(state, 0) == learned.chance(state, 0)


@pytest.mark.parametrize("name", LEARNED)
def test_every_feature_differs_in_some_match(name: str) -> None:
    game = registry.load(name)
    estimate = trained(game)
    names = next(iter(estimate.weights.values())).names
    seen: set[int] = set()
    for table in estimate.tables:
        for seed in range(3):
            chance = SeededChance("features", seed)
            state = game.setup(table.seats, table.options, chance).state
            bot = make_bot("greedy" if seed else "random", seed)
            while open_now := game.decisions(state):
                seat = open_now[0].seat
                game.advance(state, seat, bot.choose(game, state, seat).move, chance)
                rows = estimate.features(state)
                assert {len(row) for row in rows} == {len(names)}
                seen |= {at for at in range(len(rows[0])) if len({row[at] for row in rows}) > 1}
                left, whole = estimate.left(state)
                assert 0 <= left <= whole
            assert sum(game.evaluate(state, one) for one in range(table.seats)) == pytest.approx(1)
    unused = [names[at] for at in range(len(rows[0])) if at not in seen]
    assert len(unused) <= len(rows[0]) // 5, unused


def test_weights_between_two_stages_are_mixed_exactly() -> None:
    weights = Weights(("points",), ((0,), (300,), (900,)), (1000, 2000, 3000))
    assert weights.at(0, 10) == ((0,), 1000)
    assert weights.at(5, 10) == ((300,), 2000)
    assert weights.at(10, 10) == ((900,), 3000)
    assert weights.at(1, 10) == ((60,), 1200)


def test_weights_survive_the_way_through_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = Weights(("points", "towers"), ((1000, -5), (900, 7)), (1000, 2000))
    package = tmp_path / "shipped_weights"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "weights.json").write_text(weights_text({2: (weights, {"command": "by hand"})}))
    monkeypatch.syspath_prepend(tmp_path)
    assert read_weights("shipped_weights", weights.names) == {2: weights}
    with pytest.raises(DataError, match="other features"):
        read_weights("shipped_weights", ("points", "walls"))


def test_the_same_seed_learns_the_same_resumed_or_not(tmp_path: Path) -> None:
    game = registry.load("kilt_castle")
    path = tmp_path / "w.json.progress"

    def training(file: Path | None) -> Training:
        return Training(game, 2, seed=5, matches=4, gate_matches=8, path=file)

    whole = training(None)
    reports = [whole.round(map) for _ in range(2)]
    first = training(path)
    first.round(map)
    second = training(path)
    assert second.rounds == reports[:1]
    second.round(map)
    assert second.rounds == reports and second.weights == whole.weights
    with pytest.raises(RulekeepError, match="other settings"):
        Training(game, 2, seed=6, matches=4, gate_matches=8, path=path)
    path.write_text("{")
    with pytest.raises(RulekeepError, match="not the record"):
        training(path)


def test_stages_that_no_match_came_to_keep_their_weights() -> None:
    first = Weights(("points",), ((1000,), (900,), (800,), (700,)), (4000, 4000, 4000, 4000))
    lefts = np.array([0.3, 0.2, 0.1])
    lead = np.array([[[2], [0]], [[4], [0]], [[6], [0]]], dtype=np.int32)
    played = [Played(lefts, lead, np.array([12.0, -12.0]), np.array([1.0, 0.0]))] * 50
    for found in fits(played, first):
        assert found.stages[2:] == first.stages[2:] and found.leads[2:] == first.leads[2:]
        assert found.stages[0] > first.stages[0] and found.stages[1] > first.stages[1]
        assert found.leads[0] < first.leads[0], "whoever leads has always won"


def test_a_weight_with_a_bound_keeps_to_it_and_the_others_make_the_best_of_that() -> None:
    first = Weights(("points", "walls"), ((1000, 0), (1000, 0)), (4000, 4000))
    lefts = np.array([0.6, 0.4, 0.2])
    numbers = np.random.default_rng(1)
    played = []
    for _ in range(200):
        rows = numbers.integers(0, 5, (3, 2, 2)).astype(np.int32)
        rows[:, :, 1] += rows[:, :, 0]
        lead = rows[-1, 0, 0] - rows[-1, 1, 0] - 0.5 * (rows[-1, 0, 1] - rows[-1, 1, 1])
        played.append(Played(lefts, rows, np.array([lead, -lead]), np.array([1.0, 0.0])))
    usual, bound = fits(played, first)[0], fits(played, first, {"walls": 0})[0]
    assert min(walls for _, walls in usual.stages) < 0
    assert [walls for _, walls in bound.stages] == [0, 0]
    assert bound.stages[0][0] < usual.stages[0][0], "points stand for the walls that they go with"
    assert fits(played, first, {"walls": -10 * UNIT}) == fits(played, first)


def test_only_tables_with_the_options_are_trained() -> None:
    game = registry.load("kings_and_castles")
    training = Training(game, 2, 1, 1, 1, options={"variant": "short"})
    assert [table.options["variant"] for table in training.tables] == ["short"]
    with pytest.raises(RulekeepError, match="nothing to train for 2 seats"):
        Training(game, 2, 1, 1, 1, options={"variant": "endless"})


def test_the_command_says_which_options_it_trained(tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    small = ["--seats", "2", "--matches", "1", "--gate", "2", "--rounds", "1", "--workers", "1"]
    words = ["kings_and_castles", *small, "--option", "variant=short", "--out", str(file)]
    train.main(words, standalone_mode=False)
    learned = json.loads(file.read_text(encoding="utf-8"))["seats"]
    assert learned["2"]["made"]["command"].endswith(" --option variant=short")
    with pytest.raises(RulekeepError, match="nothing to train"):
        words[-3:] = ["tie=map_value", "--out", str(tmp_path / "tie.json")]
        train.main(words, standalone_mode=False)


def test_learned_weights_beat_points_alone() -> None:
    game = registry.load("kilt_castle")
    learned = trained(game).weights[2]
    share = duel(
        game.id, learned, first_weights(trained(game)), [TrainingTable(2)], 12, "test", map
    )
    assert share > 0.8


def test_a_number_of_seats_without_weights_uses_the_nearest() -> None:
    few = Weights(("points",), ((1000,), (1000,)), (1000, 1000))
    many = Weights(("points",), ((1000,), (1000,)), (4000, 4000))

    def rows(seats: int) -> list[list[int]]:
        return [[4], *[[0]] * (seats - 1)]

    estimate = LinearEstimate({2: few, 5: many}, rows, lambda _: (1, 1), ())
    assert estimate.chance(3, 0) == pytest.approx(exp(4) / (exp(4) + 2))
    assert estimate.chance(4, 0) == pytest.approx(exp(1) / (exp(1) + 3))


def test_what_is_certain_needs_no_weights() -> None:
    weights = Weights(("points",), ((1000,), (1000,)), (1000, 1000))

    def certain(left: int, seat: int) -> float | None:
        return None if left else float(seat == 1)

    estimate = LinearEstimate(
        {2: weights}, lambda _: [[4], [0]], lambda left: (left, 1), (), certain=certain
    )
    for one in (estimate, estimate.with_weights({2: weights})):
        assert one.chance(0, 0) == 0 and one.chance(0, 1) == 1
        assert one.chance(1, 0) == pytest.approx(exp(4) / (exp(4) + 1))


def test_a_share_at_a_large_table_is_made_comparable() -> None:
    assert even_share(0.5, 2) == 0.5
    assert even_share(1 / 3, 3) == pytest.approx(0.5)


def test_a_game_without_a_learned_estimate_says_so() -> None:
    with pytest.raises(RulekeepError, match="Castle Keep has no learned estimate"):
        Training(registry.load("castle_keep"), 2, 1, 1, 1)


def test_a_number_of_seats_that_nobody_plays_is_refused() -> None:
    with pytest.raises(RulekeepError, match="nothing to train for 3 seats"):
        Training(registry.load("carcassonne_castle"), 3, 1, 1, 1)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"seats": {"2": {"features": {}, "leads": []}}}']
)
def test_a_file_that_has_no_weights_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="my_weights"):
        weights_from(text, ("points",), "my_weights")
