"""The commands that show things: games, options, rules, matches, scenarios, the kit."""

from __future__ import annotations

import json
import re
import signal
from importlib import resources
from pathlib import Path

import pytest
from tests.cli.conftest import Open, Run

from rulekeep.cli.commands.positions import page
from rulekeep.core import registry
from rulekeep.match.match import Match
from rulekeep.match.share_link import position_link
from rulekeep.testing import read_scenarios, run_scenario

ROOT = Path(__file__).parents[2]


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """A match of the tiny game, kept as match.rkm: both have shown a lantern once."""
    match = Match.new("lanterns", 2, seed=3, names=("Ada", "Bo"), path=tmp_path / "match.rkm")
    match.play("show 1", 0)
    match.play(match.legal_moves(1)[0], 1)
    match.close()
    return match


def test_games(run: Run) -> None:
    done = run("games")
    assert done.returncode == 0
    for name in registry.names():
        assert f"{registry.load(name).title} ({name})" in done.stdout
    assert "2 to 4 players" in done.stdout and "presets" in done.stdout


def test_a_preset_that_changes_nothing_says_so_once(run: Run) -> None:
    said = " ".join(run("options", "kilt_castle").stdout.split())
    assert "changes no option. (rulebook) To the letter" in said and "Going round: Allowed" in said


def test_a_broken_plugin_is_named_and_does_not_stop_the_others(
    run: Run, tmp_path: Path, environment: dict[str, str]
) -> None:
    dist = tmp_path / "broken-1.dist-info"
    dist.mkdir()
    (dist / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (dist / "entry_points.txt").write_text("[rulekeep.games]\nbroken = nowhere:GAME\n")
    path = f"{tmp_path}:{environment['PYTHONPATH']}"
    done = run("games", PYTHONPATH=path)
    assert done.returncode == 0 and "Lanterns" in done.stdout
    assert "the plugin 'broken' (nowhere:GAME) is broken: ModuleNotFoundError" in done.stderr
    done = run("play", "broken", PYTHONPATH=path)
    assert done.returncode == 2 and "is broken" in done.stderr


def test_a_command_that_lacks_a_game_lists_the_games(run: Run) -> None:
    for name in ("rules", "options"):
        done = run(name)
        assert done.returncode == 0
        assert "lanterns            Lanterns" in done.stdout
        assert f"Choose one: rulekeep {name} GAME" in done.stdout
    assert "Kilt Castle" not in run("games", "castle_keep").stdout
    facts = json.loads(run("games", "lanterns", "--json").stdout)
    assert (facts["title"], facts["seats"]) == ("Lanterns", [2, 3, 4])
    assert run("games", "--json").returncode == 2


def test_rules_are_found_by_short_ids_and_by_the_beginnings_of_words(run: Run) -> None:
    def found(*words: str) -> list[str]:
        lines = run("rules", "carcassonne_castle", *words).stdout.splitlines()
        return [line.split()[0] for line in lines if line.startswith("  CC-")]

    for word in ("CC-020", "cc20", "cc-20", "Cc020"):
        assert found(word) == ["CC-020"]
    assert found("cc21", "CC-020") == ["CC-021", "CC-020"]
    assert found("cc20", "cc20") == ["CC-020"]
    wins = run("rules", "castle_keep", "win").stdout
    assert "CK-048" in wins and "Whoever draws" not in wins
    book = registry.load("castle_keep").book
    for line in wins.splitlines():
        if line.startswith("  CK-"):
            rule = book[line.split()[0]]
            said = f"{rule.id} {rule.chapter} {rule.text} {rule.reading} {rule.options}"
            assert re.search(r"\bwin", said, re.IGNORECASE), line
    assert run("rules", "castle_keep", "ck999").returncode == 2


def test_a_long_answer_is_paged_in_a_window(terminal: Open) -> None:
    window = terminal("rules", "lanterns", PAGER="sed s/^/PAGED:/")
    window.wait("PAGED:", "LA-011")
    assert window.end() == 0
    window = terminal("rules", "lanterns", "LA-001", PAGER="sed s/^/PAGED:/", rows=40)
    window.wait("LA-001")
    assert window.end() == 0 and "PAGED" not in window.said


def test_options(run: Run) -> None:
    done = run("options", "lanterns")
    for part in (
        "(ties)",
        "Nobody (nobody, standard); Next (next).",
        "LA-007",
        "Who takes the prize",
    ):
        assert part in done.stdout
    assert "After a tie for the highest number, the next number takes the prize." in done.stdout


def test_positions(run: Run) -> None:
    told = " ".join(run("positions", "lanterns").stdout.split())
    assert "taker write a seat, counted from 0, or null default null means who chooses" in told
    assert 'given: {"hands": ' in told
    page = run("positions", "lanterns", "--markdown").stdout
    assert "| `round` | a whole number, 0 to 6 | `1` |  |" in page
    assert run("positions", "chess").returncode == 2


def test_the_page_of_positions_is_what_the_games_declare() -> None:
    shipped = [registry.load(name) for name in registry.names() if name != "lanterns"]
    declared = [game for game in shipped if game.table is not None]
    assert (ROOT / "docs" / "positions.md").read_text(encoding="utf-8") == page(declared)


def test_rules_by_chapter_by_id_and_by_word(run: Run) -> None:
    whole = run("rules", "lanterns").stdout
    assert whole.index("Set-up") < whole.index("LA-001") < whole.index("The end")
    assert all(rule.id in whole for rule in registry.load("lanterns").book)
    one = run("rules", "lanterns", "la-007").stdout
    assert "LA-007" in one and "LA-006" not in one.replace("LA-006)", "")
    notes = " ".join(one.split())
    assert "source this project" in notes
    assert "reading The text is silent" in notes
    assert "(ties): Nobody (nobody, standard); Next (next)." in notes
    assert "done in turn.py:" not in notes
    assert "done in turn.py:" in " ".join(
        run("rules", "lanterns", "la-007", "--code").stdout.split()
    )
    assert "shown by scenarios/round.yaml:" in notes
    found = run("rules", "lanterns", "prize", "choice").stdout
    assert "LA-006" in found and "LA-001" not in found


def test_provenance_and_coverage(run: Run) -> None:
    assert "no data files" in run("rules", "lanterns", "--provenance").stdout
    covered = run("rules", "lanterns", "--coverage").stdout
    assert "testable rules seen at work" in covered and "untestable: LA-003" in covered


@pytest.mark.parametrize("game", [name for name in registry.names() if name != "lanterns"])
def test_every_game_can_be_looked_up(run: Run, game: str) -> None:
    for words in (("rules", game), ("rules", game, "--provenance"), ("options", game)):
        done = run(*words, "--plain", "--width", "80")
        assert done.returncode == 0, done.stderr
        assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_show(run: Run, match: Match) -> None:
    spectator = run("show", "match.rkm").stdout
    assert "Lanterns, after 2 moves" in spectator and "hand: None" in spectator
    assert "(--seat 1 shows the moves)" in spectator
    ada = run("show", "match.rkm", "--seat", "1").stdout
    assert "hand: [0, 0, 1, 2]" in ada and "2  Show 4" in ada
    first = run("show", "match.rkm", "--to", "0", "--seat", "1").stdout
    assert "after 0 moves" in first and "2  Show 4" in first


def test_show_looks_with_the_eyes_of_the_only_person(run: Run) -> None:
    run("play", "lanterns", "--seats", "greedy,Ada=human", "--file", "one.rkm", lines="1\n")
    assert "hand: [" in run("show", "one.rkm").stdout
    assert "hand: None" in run("show", "one.rkm", "--seat", "0").stdout


def test_show_opens_a_link(run: Run) -> None:
    match = Match.new("kilt_castle", 2, "1", names=("Ada", "Bo"))
    match.play(match.legal_moves()[0])
    shown = run("show", f"http://table.example/share#{position_link(match)}")
    assert shown.returncode == 0 and "Ada" in shown.stdout
    broken = run("show", "#p=abc")
    assert broken.returncode != 0
    assert broken.stderr.strip() == "rulekeep: the link: damaged, or not copied to its end"


def test_show_as_json(run: Run, match: Match) -> None:
    data = json.loads(run("show", "match.rkm", "--json", "--seat", "1").stdout)
    assert data["game"] == "lanterns" and data["moves"] == 2 and data["over"] is False
    assert data["legal_moves"] == {"0": ["show 3", "show 4"]}
    assert [decision["seat"] for decision in data["decisions"]] == [0, 1]
    assert data["observation"]["hand"] == [0, 0, 1, 2]
    assert data["standing"][0]["items"][0]["label"] == "prizes"
    hidden = json.loads(run("show", "match.rkm", "--json").stdout)
    assert hidden["legal_moves"] == {} and hidden["observation"]["hand"] is None


def test_replay_in_a_pipe(run: Run, match: Match) -> None:
    last = run("replay", "match.rkm").stdout
    assert "Lanterns, move 2 of 2: Bo" in last and "Lanterns shown" in last
    # A sealed choice is not told by whoever only watches.
    first = run("replay", "match.rkm", "--to", "1").stdout
    assert "move 1 of 2: Ada\n" in first and "Ada has chosen." in first and "show 1" not in first
    whole = run("replay", "match.rkm", "--auto", "--pause", "0").stdout
    assert [part in whole for part in ("set-up", "move 1 of 2", "move 2 of 2")] == [True] * 3


def test_a_position_becomes_a_scenario(run: Run, match: Match, tmp_path: Path) -> None:
    done = run("scenario", "match.rkm", "--at", "0", "--moves", "2", "--out", "bug.yaml")
    assert done.returncode == 0 and "Written to bug.yaml" in done.stdout
    (scenario,) = read_scenarios(tmp_path / "bug.yaml")
    assert run_scenario(scenario, registry.load("lanterns"))
    shown = run("scenario", "match.rkm", "--at", "0", "--name", "a bug").stdout
    assert shown.startswith("name: a bug\n")


def test_scenarios(run: Run) -> None:
    done = run("scenarios", "lanterns", "--rule-coverage", "--list")
    assert done.returncode == 0, done.stdout
    assert "passed, 0 failed" in done.stdout and "passed  round.yaml: " in done.stdout
    assert "missing" not in done.stdout


def test_the_kit(run: Run) -> None:
    done = run("check", "lanterns", "--seats", "2", "--probes", "1")
    assert done.returncode == 0, done.stdout
    assert "lanterns: " in done.stdout and "conforms" in done.stdout


def test_resume_lists_unfinished_matches_newest_first(run: Run, tmp_path: Path) -> None:
    for name in ("old", "new"):
        done = run("play", "lanterns", "--seats", f"{name}=human,greedy", lines="1\n")
        assert done.returncode == 0
    for number in range(25):
        (tmp_path / "home" / "matches" / f"junk{number}.rkm").write_text("junk")
    (tmp_path / "home" / "matches" / "lost.rkm").symlink_to("nowhere")
    listed = run("resume").stdout
    assert listed.index("new, Greedy") < listed.index("old, Greedy")
    assert "junk24.rkm" in listed and "… and 22 more files cannot be read." in listed


def test_a_match_on_other_data_files(run: Run, tmp_path: Path) -> None:
    package = resources.files("rulekeep.games.kilt_castle")
    (tmp_path / "board").mkdir()
    for name in ("board.yaml", "pieces.yaml"):
        text = (package / name).read_text(encoding="utf-8")
        (tmp_path / "board" / name).write_text(f"{text}\n# corrected\n", encoding="utf-8")
    words = ("play", "kilt_castle", "--data", "board", "--file", "other.rkm")
    done = run(*words, "--seats", "human,random", lines="1\n")
    assert done.returncode == 0, done.stderr
    assert "rulekeep resume other.rkm --data board" in done.stdout
    assert run("show", "other.rkm", "--data", "board").returncode == 0
    (tmp_path / "board" / "board.yaml").write_text("cells: [", encoding="utf-8")
    broken = run("show", "other.rkm", "--data", "board")
    assert broken.returncode == 2 and "board.yaml:" in broken.stderr
    assert "Traceback" not in broken.stderr


def test_the_kit_keeps_to_its_time(run: Run) -> None:
    done = run("check", "castle_keep", "--seconds", "0.05")
    assert done.returncode == 0, done.stderr
    assert "stopped early: no problem so far" in done.stdout and "conforms" not in done.stdout
    assert "Time is up after " in done.stderr and " matches" in done.stderr
    assert run("check", "lanterns", "--seconds", "0").returncode == 2


def test_the_kit_shows_how_far_it_is_and_sums_up_when_interrupted(terminal: Open) -> None:
    window = terminal("check", "lanterns", "--matches", "100000")
    window.wait("/900000", "seats=2 ")
    assert "{" not in window.text
    window.child.kill(signal.SIGINT)
    assert window.end() == 130
    assert "stopped early: no problem so far" in window.said
    assert "Interrupted after " in window.said and "Traceback" not in window.said
