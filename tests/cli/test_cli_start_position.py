"""`play --from`, and the words `edit` and `scenario` at such a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Open, Run

from rulekeep.cli.table.edit_position import changed, edit
from rulekeep.core import registry
from rulekeep.match.match import Match
from rulekeep.session.session import Session
from rulekeep.session.turn import ActionRefused
from rulekeep.testing import read_scenarios, run_scenario

POSITION = "game: lanterns\nhands: [[1, 1, 1, 0], [0, 0, 0, 3]]\nprizes: [1, 3]\n"
SCENARIOS = """\
game: lanterns
---
name: shown one
rules: []
given: {hands: [[1, 1, 1, 0], [0, 0, 0, 3]], prizes: [1, 3]}
then: {to_move: [0, 1]}
---
name: from the beginning
rules: []
setup: {seats: 3}
then: {to_move: [0, 1, 2]}
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "p.yaml").write_text(POSITION)
    (tmp_path / "s.yaml").write_text(SCENARIOS)
    with Match.new("lanterns", 2, 3, names=("Ada", "Bo"), path=tmp_path / "m.rkm") as match:
        match.play("show 1", 0)
        match.play(match.legal_moves(1)[0], 1)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("p.yaml",), "hand: [1, 1, 1, 0]"),
        (("s.yaml:shown one",), "hand: [1, 1, 1, 0]"),
        (("s.yaml:SHOWN",), "hand: [1, 1, 1, 0]"),
        (("s.yaml:beginning",), "Lanterns: Player 1, Player 2, Player 3"),
        (("m.rkm:1",), "Bo: Choose a lantern"),
        (("m.rkm:0", "--seats", "Cleo=human,greedy"), "Cleo: Choose a lantern"),
        (("p.yaml", "--option", "ties=next"), "'ties': 'next'"),
    ],
)
def test_a_table_begins_from_a_position(
    run: Run, place: Path, words: tuple[str, ...], told: str
) -> None:
    done = run("play", "--from", *words, "--file", "new.rkm")
    assert done.returncode == 0 and told in done.stdout, done.stdout + done.stderr
    assert "Started from a position" in done.stdout
    assert Match.load(place / "new.rkm").header.given is not None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("no.yaml",), "no.yaml: no file and no saved match"),
        (("m.rkm:9",), "m.rkm: has 2 moves; there is no position '9'"),
        (("m.rkm:x",), "m.rkm: has 2 moves; there is no position 'x'"),
        (("s.yaml",), "s.yaml: holds 2 scenarios; name one behind a colon: shown one; from the"),
        (("s.yaml:zebra",), "s.yaml: no scenario has 'zebra' in the name; there are: shown one"),
        (("s.yaml:o",), "s.yaml: 2 scenarios have 'o' in the name"),
        (("p.yaml", "--seats", "human"), "--seats names 1 player, but the position has 2 seats"),
        (("p.yaml", "--option", "tie=next"), "there is no option 'tie'"),
        (("bad.yaml",), "bad.yaml:3: prizes: 2 prizes are shown"),
        (("deep.yaml",), "deep.yaml:4: hands[1]"),
        (("key.yaml",), "key.yaml:2: prises"),
        (("over.yaml",), "The match is over in this position"),
        (("nogame.yaml",), "does not say its game"),
        (("list.yaml",), "expected keys and values, found a list"),
        (("broken.yaml",), "broken.yaml:2: not YAML"),
    ],
)
def test_what_is_no_position_is_reported_in_a_sentence(
    run: Run, place: Path, words: tuple[str, ...], told: str
) -> None:
    (place / "bad.yaml").write_text(POSITION.replace("[1, 3]", "[1]"))
    (place / "deep.yaml").write_text(
        "game: lanterns\nhands:\n  - [1, 1, 1, 0]\n  - [0, 0, 0, 9]\nprizes: [1, 3]\n"
    )
    (place / "key.yaml").write_text("game: lanterns\nprises: [1]\n")
    (place / "over.yaml").write_text("game: lanterns\nround: 0\n")
    (place / "nogame.yaml").write_text("prizes: [1, 3]\n")
    (place / "list.yaml").write_text("- prizes\n")
    (place / "broken.yaml").write_text("prizes: [1\n")
    done = run("play", "--from", *words)
    assert done.returncode == 2 and told in done.stderr, done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""
    assert not (place / "home").exists()


def test_a_position_of_another_game(run: Run, place: Path) -> None:
    done = run("play", "kilt_castle", "--from", "p.yaml")
    assert done.returncode == 2 and "a position of lanterns, not of kilt_castle" in done.stderr


def test_edit_changes_the_position_and_the_match_goes_on(run: Run, place: Path) -> None:
    lines = "edit\nedit prizes\nedit prizes = [2, 3]; stock =\nshow 1\n"
    done = run("play", "--from", "p.yaml", "--file", "m2.rkm", lines=lines)
    assert done.returncode == 0, done.stderr
    assert "prizes   a list" in done.stdout and "means    the prizes shown" in done.stdout
    assert "Changed the position: prizes, stock." in done.stdout
    loaded = Match.load(place / "m2.rkm")
    assert loaded.game.to_dict(loaded.state)["prizes"] == [2, 3] and len(loaded.plies) == 2
    went_on = run("resume", "m2.rkm", lines="edit round = 4\nlog\n")
    assert "The moves before are saved in m2.rkm" in went_on.stdout
    assert (
        Match.load(place / "m2-2.rkm").game.to_dict(Match.load(place / "m2-2.rkm").state)["round"]
        == 4
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("edit prizes = [1]", "The position is unchanged: prizes: 2 prizes are shown."),
        ("edit prises = [1]", "prises"),
        ("edit prizes", ""),
        ("edit prizes = [1", "is unchanged: prizes: not YAML"),
        ("edit = 3", "write KEY = VALUE"),
        ("edit round = 1; round = 2", "round: is changed twice"),
        ("edit seats = 3", "seats"),
        ("edit round = 0; hands =; prizes =", "nobody has anything to decide"),
        ("edit zebra", "has no key 'zebra'"),
        ("scenario", "Which file?"),
        ("scenario x", "There is no move yet"),
    ],
)
def test_what_cannot_be_edited_names_the_key(run: Run, place: Path, said: str, told: str) -> None:
    done = run("play", "--from", "p.yaml", "--file", "m2.rkm", lines=f"{said}\n")
    if told:
        assert done.returncode == 2 and "line 1: " in done.stderr and told in done.stderr
    else:
        assert done.returncode == 0
    assert len(Match.load(place / "m2.rkm").plies) == 1
    assert not (place / "x.yaml").exists()


@pytest.mark.parametrize("name", registry.names())
def test_an_edit_leaves_all_else_as_it_is(name: str) -> None:
    match = Match.new(name, 2, 4)
    for _ in range(12):
        match.play(match.legal_moves()[-1])
        data = match.game.to_dict(match.state)
        given = changed(match.game, data, {"seats": 2})
        assert match.game.to_dict(match.game.from_dict(given)) == data


def test_edit_does_not_show_hidden_hands(run: Run, place: Path) -> None:
    done = run("play", "--from", "p.yaml", "--seats", "human,greedy", lines="edit hands\n")
    assert "write " in done.stdout and "[0, 0, 0, 3]" not in done.stdout


def test_an_ordinary_table_is_not_edited(run: Run) -> None:
    done = run("play", "lanterns", "--seats", "human,human", lines="edit round = 2\n")
    assert done.returncode == 2 and "You can edit only a match started with" in done.stderr


def test_moves_are_kept_as_a_scenario_one_after_the_other(run: Run, place: Path) -> None:
    lines = "show 1\nscenario kept first\nshow 4\nscenario kept\nscenario kept\n"
    done = run("play", "--from", "p.yaml", lines=lines)
    assert done.returncode == 0, done.stderr
    kept = read_scenarios(place / "kept.yaml")
    assert [one.name for one in kept] == [
        "first",
        "Lanterns, after 2 moves",
        "Lanterns, after 2 moves (2)",
    ]
    for scenario in kept:
        run_scenario(scenario, registry.load("lanterns"))
    assert [len(one.node["when"].list()) for one in kept] == [1, 2, 2]
    twice = run("play", "--from", "p.yaml", lines="show 1\nscenario kept first\n")
    assert twice.returncode == 2 and "has a scenario of the name 'first' already" in twice.stderr
    other = run("play", "--from", "p.yaml", lines="show 1\nscenario p.yaml\n")
    assert other.returncode == 0 and (place / "p.yaml").read_text().startswith(POSITION)


def test_an_ordinary_table_keeps_its_last_act(run: Run, place: Path) -> None:
    lines = "1\n1\nscenario last\n"
    run("play", "lanterns", "--seats", "human,human", "--seed", "3", lines=lines)
    (scenario,) = read_scenarios(place / "last.yaml")
    assert len(scenario.node["when"].list()) == 1
    run_scenario(scenario, registry.load("lanterns"))


def test_what_is_expected_is_asked_one_by_one(run: Run, place: Path) -> None:
    words = ("scenario", "m.rkm", "--at", "1", "--name", "asked", "--confirm")
    done = run(*words, "--out", "a.yaml", lines="n\nn\n" + "y\n" * 20)
    assert done.returncode == 0 and "Does it show LA-005?" in done.stdout, done.stdout
    (scenario,) = read_scenarios(place / "a.yaml")
    assert "events" not in scenario.node["when"].list()[0]
    assert "to_move" not in scenario.node["then"]
    run_scenario(scenario, registry.load("lanterns"))
    assert run(*words, "--out", "b.yaml", lines="n\n").returncode == 130
    assert not (place / "b.yaml").exists()
    assert run(*words[:-1], "--append").returncode == 2


def test_a_refused_move_is_part_of_the_scenario_and_no_secret_is_asked_about(
    terminal: Open, place: Path
) -> None:
    window = terminal("play", "--from", "p.yaml", "--seats", "human,random", "--seed", "1")
    window.prompt("Player 1")
    window.line("show 4")
    window.wait("(LA-005)")
    window.prompt("Player 1")
    window.line("scenario refused no such lantern")
    window.wait("Saved as 'no such lantern'")
    assert "expected?" not in window.everything
    (scenario,) = read_scenarios(place / "refused.yaml")
    assert run_scenario(scenario, registry.load("lanterns")) == {"LA-005"}


CARAVAN = """\
game: kilt_castle
seats: 2
active: 1
front: 3
cards: {0: [R, O, L, D], 1: [D/O, O/L, D/R], 2: [R/O, L/D], 3: [R/L]}
"""


def test_where_nothing_is_hidden_the_table_asks_what_is_expected(
    terminal: Open, place: Path
) -> None:
    (place / "c.yaml").write_text(CARAVAN)
    window = terminal("play", "--from", "c.yaml", "--lines", rows=50)
    window.prompt("Player 2")
    window.line("move R/O 2 1")
    window.wait("(KC-030)")
    window.prompt("Player 2")
    window.line("scenario kept no way back")
    window.wait_last("cards move only clockwise: expected? [Y/n]")
    window.line()
    window.wait_last("then unchanged True: expected? [Y/n]")
    window.keys("n")
    window.wait_last("Does it show KC-030? [Y/n]")
    window.line()
    window.wait("Saved as 'no way back'")
    (scenario,) = read_scenarios(place / "kept.yaml")
    assert "then" not in scenario.node
    assert run_scenario(scenario, registry.load("kilt_castle")) == {"KC-030"}


def _refused(words: str, game: str = "castle_keep") -> str:
    """What is said to a change of a table at which the other hand is hidden."""
    begun = Match.new(game, 2, "7")
    given = begun.game.to_dict(begun.state)
    match = Match.from_position(game, given, names=("Ada", "Bo"), players=("human", "human"))
    with pytest.raises(ActionRefused) as refused:
        edit(Session(match, match.header.players), words)
    return str(refused.value)


def test_a_refused_edit_reveals_nothing_hidden() -> None:
    told = _refused("discard = [KR]")  # the sixth and last red knight is in a hand or a pile
    assert told == (
        "The position is unchanged: discard: does not go with the rest, of which some is hidden "
        "here."
    )


def test_a_malformed_edit_is_reported_even_with_secrets() -> None:
    assert "turn: expected a whole number, found 'x'" in _refused("turn = x")
    assert "'QQ'" in _refused("discard = [QQ]")
    assert "discard: not YAML" in _refused("discard = [")
