"""What bots choose, and what they may know when they do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from rulekeep.bots import Bot, Choice, View, make_bot, names
from rulekeep.bots.mcts import MctsBot
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names

AnyGame = Game[Any, Any]
SPECS = ("random", "greedy", "mcts:12")


def start(game: AnyGame, seats: int = 2, seed: int = 1) -> Any:
    return game.setup(seats, {}, SeededChance(seed)).state


# -- making bots --------------------------------------------------------------------------------


def test_bots_are_found_by_entry_point() -> None:
    assert {"greedy", "mcts", "random"} <= set(names())


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "greedy:30%", "mcts", "mcts:500", "mcts:2s", "mcts:0.5s@2"]
)
def test_a_spec_makes_a_bot_that_knows_its_spec(spec: str) -> None:
    assert make_bot(spec).spec == spec


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("greddy", "No bot called 'greddy'. Did you mean greedy?"),
        ("zzz", "No bot called 'zzz'. There are: random, easy, medium, hard, expert, greedy, mcts"),
        ("", "No bot called ''"),
        ("random:7", "the bot 'random' takes no argument, got '7'"),
        ("greedy:deep", "cannot play 'deep'; write 'greedy:30%'"),
        ("greedy:0%", "from 1% to 99%"),
        ("greedy:100%", "from 1% to 99%"),
        ("mcts:", "'mcts:' has nothing after the colon"),
        ("mcts:fast", "cannot think for 'fast'; write 'mcts:500'"),
        ("mcts:0", "cannot think for '0'"),
        ("mcts:0s", "cannot think for '0s'"),
        ("mcts:-1", "cannot think for '-1'"),
        ("mcts:1e3", "cannot think for '1e3'"),
        ("mcts:٣", "cannot think for"),
    ],
)
def test_a_bad_spec_is_reported_in_a_sentence(spec: str, said: str) -> None:
    with pytest.raises(RulekeepError) as caught:
        make_bot(spec)
    assert said in str(caught.value)


def install(directory: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third party's distribution with a bot in it."""
    info = directory / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rulekeep.bots]\nlast = their_bots:Last\n")
    (directory / "their_bots.py").write_text(code)
    monkeypatch.syspath_prepend(str(directory))
    monkeypatch.delitem(sys.modules, "their_bots", raising=False)


def test_third_parties_register_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "from rulekeep.bots import Bot, Choice\n"
        "class Last(Bot):\n"
        "    name = 'last'\n"
        "    def think(self, view):\n"
        "        return Choice(view.moves[-1], 0.5)\n"
    )
    install(tmp_path, code, monkeypatch)
    game = load("lanterns")
    state = start(game)
    assert "last" in names()
    assert make_bot("last").choose(game, state, 0).move == game.legal_moves(state, 0)[-1]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("Last = 3\n", "is broken: TypeError"),
        ("raise OSError('no disk')\n", "is broken: OSError: no disk"),
        ("raise SystemExit(3)\n", "is broken: SystemExit: 3"),
        ("raise KeyboardInterrupt\n", "is broken: it was interrupted while it was loaded"),
        ("def Last(argument, seed):\n    return object()\n", "is broken: lacks choose"),
    ],
)
def test_a_broken_bot_is_named(
    code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, code, monkeypatch)
    with pytest.raises(RulekeepError) as caught:
        make_bot("last")
    assert said in str(caught.value) and "their_bots:Last" in str(caught.value)


def test_greedy_plays_some_of_its_moves_at_random() -> None:
    game = load("kilt_castle")
    chance = SeededChance(1)
    state = start(game)
    details = []
    sometimes = make_bot("greedy:30%", 5)
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        if len(game.legal_moves(state, seat)) > 1:
            choice = sometimes.choose(game, state, seat)
            details.append(choice.detail == "a random legal move")
        move = game.legal_moves(state, seat)[0]
        game.advance(state, seat, move, chance)
    assert 0.2 < sum(details) / len(details) < 0.4 and len(details) > 50


# -- playing any game -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_bots_play_every_game_to_its_end(name: str) -> None:
    game = load(name)
    seats = 3 if 3 in game.seats else game.seats[-1]
    bots = [make_bot(("random", "greedy", "mcts:2")[seat % 3], seat) for seat in range(seats)]
    state = start(game, seats)
    chance = SeededChance(name)
    while open_now := game.decisions(state):
        seat = open_now[-1].seat
        before = game.to_dict(state)
        choice = bots[seat].choose(game, state, seat)
        assert game.to_dict(state) == before, "a bot must leave the table alone"
        assert choice.move in game.legal_moves(state, seat)
        assert 0 <= choice.value <= 1
        game.advance(state, seat, choice.move, chance)
    assert game.outcome(state) is not None


@pytest.mark.parametrize("spec", SPECS)
def test_who_is_not_asked_gets_no_answer(spec: str) -> None:
    game = load("lanterns")
    state = start(game)
    game.advance(state, 0, game.legal_moves(state, 0)[0], SeededChance(0))
    with pytest.raises(RulekeepError, match="seat 0 has nothing to decide now"):
        make_bot(spec).choose(game, state, 0)


# -- secrets ------------------------------------------------------------------------------------


def positions(game: AnyGame, seats: int, count: int) -> list[tuple[Any, int]]:
    """Positions spread over a random match, with a seat that must decide."""
    state = start(game, seats, 5)
    chance = SeededChance(game.id, "positions")
    found = []
    while open_now := game.decisions(state):
        for decision in open_now:
            found.append((state.copy(), decision.seat))
        seat = open_now[0].seat
        moves = game.legal_moves(state, seat)
        game.advance(state, seat, moves[chance.below(len(moves))], chance)
    step = max(1, len(found) // count)
    return found[::step]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", game_names())
def test_hidden_things_cannot_change_a_choice(name: str, spec: str) -> None:
    game = load(name)
    for number, (state, seat) in enumerate(positions(game, game.seats[-1], 8)):
        chosen = make_bot(spec, number).choose(game, state, seat)
        for other_deal in range(3):
            table = game.determinize(state, seat, SeededChance(number, other_deal))
            again = make_bot(spec, number).choose(game, table, seat)
            assert again == chosen, f"position {number}, seat {seat}, deal {other_deal}"


def test_the_tables_compared_do_differ() -> None:
    """The test above would prove nothing if all deals were alike."""
    game = load("lanterns")
    differ = [
        state != game.determinize(state, seat, SeededChance(deal))
        for state, seat in positions(game, 3, 10)
        for deal in range(3)
    ]
    assert sum(differ) > len(differ) / 2


def test_a_bot_is_never_handed_the_true_table() -> None:
    game = load("lanterns")
    state = start(game, 4)
    seen: list[View] = []

    class Spy(Bot):
        name = "spy"

        def think(self, view: View) -> Choice:
            seen.append(view)
            view.deal()
            return Choice(view.moves[0], 0.5)

    other_hands = set()
    for seed in range(6):
        Spy(seed=seed).choose(game, state, 1)
        view = seen[-1]
        assert view.state is not state
        assert view.state.hands[1] == state.hands[1]
        other_hands.add(str(view.state.hands))
        assert game.observation(view.state, 1) == game.observation(state, 1)
    assert len(other_hands) > 1


# -- what they choose -----------------------------------------------------------------------------


def choose(bot: Bot, game: AnyGame, seat: int = 0) -> Choice:
    return bot.choose(game, start(game), seat)


def test_random_plays_every_move(trap: AnyGame) -> None:
    assert {choose(make_bot("random", seed), trap).move for seed in range(20)} == {"bait", "sound"}


def test_greedy_looks_one_move_ahead_and_no_further(trap: AnyGame) -> None:
    choice = choose(make_bot("greedy"), trap)
    assert choice.move == "bait"
    assert [a.move for a in choice.alternatives] == ["bait", "sound"]


def test_greedy_takes_its_points_when_the_match_is_settled(settled: AnyGame) -> None:
    for seed in range(12):
        assert choose(make_bot("greedy", seed), settled).move == "large"


def test_greedy_averages_over_chance(gamble: AnyGame) -> None:
    sure = [choose(make_bot("greedy", seed), gamble).move == "sure" for seed in range(40)]
    assert sum(sure) >= 30


def test_greedy_takes_the_best_prize() -> None:
    game = load("lanterns")
    state = game.from_dict({"hands": [[1, 1, 0, 0]] * 2, "prizes": [1, 3], "taker": 0})
    choice = make_bot("greedy").choose(game, state, 0)
    assert game.notation(choice.move) == "take 3"


def test_mcts_sees_the_trap(trap: AnyGame) -> None:
    choice = choose(MctsBot("200"), trap)
    assert choice.move == "sound"
    assert choice.value == pytest.approx(0.6, abs=0.08)
    assert "playouts; then perhaps seat 2: one" in choice.detail


def test_mcts_sees_the_one_good_answer_among_many(crowd: AnyGame) -> None:
    """Moves that look good are considered first, not any moves."""
    chosen = [choose(MctsBot("16", seed), crowd).move for seed in range(8)]
    assert chosen == ["sound"] * 8


def test_mcts_averages_over_chance(gamble: AnyGame) -> None:
    choice = choose(MctsBot("400"), gamble)
    assert choice.move == "sure"
    lot = next(a for a in choice.alternatives if a.move == "lot")
    assert lot.value < choice.value == pytest.approx(0.6)


def test_each_of_three_seats_is_for_itself(three: AnyGame) -> None:
    choice = make_bot("mcts:300").choose(three, start(three), 0)
    assert choice.move == "right"


def test_secret_choices_are_not_read(pennies: AnyGame) -> None:
    """Whoever read the other's choice would always win; then seat 0 would have nothing."""
    state = start(pennies)
    assert make_bot("mcts:400").choose(pennies, state, 0).value > 0.2
    assert make_bot("mcts:400").choose(pennies, state, 1).value > 0.2
    pennies.advance(state, 0, "h", SeededChance(0))
    assert make_bot("mcts:400").choose(pennies, state, 1).value == pytest.approx(0.5, abs=0.15)


def test_a_turn_of_several_steps_keeps_what_was_found(steps: AnyGame) -> None:
    bot = MctsBot("50")
    state = start(steps)
    first = bot.choose(steps, state, 0)
    assert first.move == "on"
    found = next(a.visits for a in first.alternatives if a.move == "on")
    steps.advance(state, 0, first.move, SeededChance(0))
    second = bot.choose(steps, state, 0)
    assert second.move == "y"
    fresh = MctsBot("50").choose(steps, state, 0)
    tries = [sum(a.visits for a in choice.alternatives) for choice in (second, fresh)]
    assert tries[0] > found > 10
    assert tries[1] <= 50


# -- limits and determinism -----------------------------------------------------------------------


def test_the_same_seed_gives_the_same_choices() -> None:
    game = load("lanterns")
    for spec in SPECS:
        answers = [
            [make_bot(spec, seed).choose(game, start(game, 3, 2), 1) for seed in range(8)]
            for _ in range(2)
        ]
        assert answers[0] == answers[1]
        assert len({answer.move for answer in answers[0]}) > 1 or spec != "random"


def test_a_search_ends_when_nothing_can_change_the_answer(steps: AnyGame) -> None:
    choice = MctsBot("100000").choose(steps, start(steps), 0)
    tries = sorted(a.visits for a in choice.alternatives)
    assert choice.move == "on"
    assert 50_000 < sum(tries) < 100_000


def test_stop_makes_a_bot_answer_at_once(trap: AnyGame) -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 10

    choice = MctsBot("1000000").choose(trap, start(trap), 0, stop=stop)
    assert choice.move in ("bait", "sound")
    assert sum(a.visits for a in choice.alternatives) <= 10


def test_progress_goes_from_nothing_to_all(trap: AnyGame) -> None:
    told: list[float] = []
    MctsBot("30").choose(trap, start(trap), 0, progress=told.append)
    assert told == sorted(told)
    assert 0 <= told[0] < 0.1 and told[-1] == 1.0


def test_a_budget_in_seconds_overrides_the_iterations(trap: AnyGame) -> None:
    choice = MctsBot("100000000").choose(trap, start(trap), 0, budget=0.02)
    assert choice.move in ("bait", "sound")  # it ends; how far it gets depends on the machine


def test_the_only_move_needs_no_thought() -> None:
    game = load("lanterns")
    state = game.from_dict({"hands": [[1, 0, 0, 0], [1, 1, 0, 0]], "prizes": [1, 3]})
    choice = make_bot("mcts:1000000").choose(game, state, 0)
    assert choice.detail == "the only legal move"
