"""The prover notices what it should: on the tiny game, and on copies of it with something amiss."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import lanterns
import pytest

from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.changed_rules import changed_rules
from rulekeep.testing.prover.proof import MutantStatus, Proof, ProofStatus, Trials, run_trials
from rulekeep.testing.prover.proof_report import as_data, summary
from rulekeep.testing.prover.result_store import ResultStore
from rulekeep.testing.prover.targets import file_targets
from rulekeep.testing.prover.verdicts import MutantPlace, draft, read_verdicts

SOURCE = Path(lanterns.__file__).parent
Copy = Callable[..., AnyGame]
numbers = count(1)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """A copy of the tiny game under a name of its own, with some texts replaced in its files."""
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.syspath_prepend(str(tmp_path))
    made: list[str] = []

    def copy(**changes: tuple[str, str]) -> AnyGame:
        name = f"lanterns_{next(numbers)}"
        made.append(name)
        folder = tmp_path / name
        shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.rglob("*.*"):
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".py":
                text = text.replace("from lanterns", f"from {name}").replace(
                    'PACKAGE = "lanterns"', f'PACKAGE = "{name}"'
                )
            if path.stem in changes:
                old, new = changes[path.stem]
                assert old in text
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        game: AnyGame = importlib.import_module(name).GAME
        registry.add(game)
        return game

    yield copy
    for module in [m for m in sys.modules if m.split(".")[0] in made]:
        del sys.modules[module]


def prove(game: AnyGame, *rules: str, results: ResultStore | None = None) -> Proof:
    trials = Trials.plan(game, rules)
    results = results or ResultStore()
    run_trials(trials, trials.all, results, workers=2, min_cpu_seconds=0.3)
    return Proof(trials, results)


def test_the_tiny_game_is_proven() -> None:
    proof = prove(lanterns.GAME)
    assert [str(trial.mutant) for trial in proof.survivors] == []
    assert proof.targets(ProofStatus.PROVEN) == list(lanterns.GAME.book.testable)
    assert proof.count(MutantStatus.JUDGED) == 2 and proof.holds
    assert lanterns.GAME is registry.load("lanterns")
    assert "10 proven, 0 weak, 0 unlinked" in summary(proof)[0]


def test_an_expectation_that_was_emptied_is_noticed(copy: Copy) -> None:
    assert prove(copy(), "LA-006").status("LA-006") is ProofStatus.PROVEN
    proof = prove(copy(round=("stock: {1p: 5, 2p: 3, 3p: 2}, ", "")), "LA-006")
    assert proof.status("LA-006") is ProofStatus.WEAK and not proof.holds
    [survivor, *_] = proof.survivors
    assert (survivor.mutant.file, survivor.mutant.function) == ("turn.py", "end_round")
    assert survivor.mutant.before == "state.stock.extend(prize - 1 for prize in state.prizes)"
    data = as_data(proof)
    assert data["standing"] == {"proven": 0, "weak": 1, "unlinked": 0, "open": 0}
    assert data["survivors"][0]["after"] == "pass" and not data["holds"]


def test_a_rule_whose_code_lost_its_id_is_noticed(copy: Copy) -> None:
    proof = prove(copy(turn=("  # LA-010", "")), "LA-004", "LA-010")
    assert proof.status("LA-010") is ProofStatus.PROVEN, "scoring bears it too"
    game = copy(setup=("  # LA-002", ""))
    proof = prove(game, "LA-002", "LA-004")
    assert proof.targets(ProofStatus.UNLINKED) == ["LA-002"] and not proof.holds


def test_a_rule_that_no_scenario_cites_is_weak(copy: Copy) -> None:
    proof = prove(copy(round=("rules: [LA-001]", "rules: []")), "LA-001")
    assert proof.status("LA-001") is ProofStatus.WEAK
    assert proof.count(MutantStatus.SURVIVING) == len(proof.trials.all) > 0


def test_a_scenario_that_a_rule_keeps_out_of_counts_for_it_too(copy: Copy) -> None:
    trials = Trials.plan(copy(round=("rules: [LA-001]", "rules: [LA-001]\nwithout: [LA-007]")))
    counted = {c.name: {s.where for s in c.scenarios} for c in trials.targets}
    (added,) = counted["LA-001"] & counted["LA-007"]
    assert added.rpartition("/")[2].startswith("round.yaml:")
    before = Trials.plan(copy(), ["LA-007"]).targets[0].scenarios
    assert len(counted["LA-007"]) == len(before) + 1


def test_a_line_belongs_to_the_nearest_id(copy: Copy) -> None:
    game = copy(turn=("def highest(state: State) ->", "# LA-006\ndef highest(state: State) ->"))
    trials = Trials.plan(game, ["LA-006", "LA-007"])
    owners = {t.mutant.line: t.target for t in trials.all if t.mutant.function == "highest"}
    text = trials.program.texts["turn.py"].splitlines()
    assert {text[line - 1].strip() for line, rule in owners.items() if rule == "LA-007"} == {
        'if who and state.terms.options["ties"] == "nobody":  # LA-007',
        "return NOBODY, ()",
    }
    assert "LA-006" in owners.values()


def test_a_mutant_that_hangs_or_raises_is_killed(copy: Copy) -> None:
    loop = (
        "    done = False\n    while not done:  # LA-004\n        done = True\n    state.round += 1"
    )
    proof = prove(copy(turn=("    state.round += 1", loop)), "LA-004")
    noticed = {t.mutant.after: proof.results.get(t.key) or "" for t in proof.trials.all}
    assert noticed["done = False"].startswith("the clock")
    assert noticed[
        'drawn = [state.stock.draw(chance, "a prize") + 2 for _ in range(SHOWN_PRIZES)]'
    ].startswith("round.yaml")
    assert proof.count(MutantStatus.SURVIVING) == 2, (
        "a loop that is left out, or goes round once, is no fault"
    )


def test_faults_at_import_are_at_work_everywhere(copy: Copy) -> None:
    """`HAND` is taken over by another module, by its value."""
    proof = prove(copy(box=("HAND = 3", "HAND = 3  # LA-002")), "LA-002")
    tried = [t for t in proof.trials.all if t.mutant.file == "box.py"]
    assert [t.mutant.after for t in tried] == ["HAND = 4", "HAND = 2"]
    assert [proof.status_of(t) for t in tried] == [MutantStatus.KILLED, MutantStatus.KILLED]


def test_a_verdict_goes_stale_with_its_line(copy: Copy) -> None:
    assert prove(copy(), "LA-009").holds
    proof = prove(copy(checks=(".get(seat, 0) is None", ".get(seat, 7) is None")), "LA-009")
    assert len(proof.stale) == 2 and proof.count(MutantStatus.SURVIVING) == 2 and not proof.holds
    assert "get(seat, 0)" in str(proof.stale[0].place)
    assert proof.stale[0].where.endswith(":3")


def test_a_verdict_on_a_mutant_that_is_noticed_is_refuted(copy: Copy) -> None:
    old = 'becomes: "asked, kind = dict(state.choices).get(seat, 1) is None, \\"show\\""'
    new = 'becomes: "pass"'
    proof = prove(copy(proof=(old, new)), "LA-009")
    [(verdict, noticed)] = proof.refuted
    assert verdict.place.becomes == "pass" and noticed.startswith("round.yaml") and not proof.holds


def test_a_verdict_that_an_explanation_refutes(copy: Copy) -> None:
    """The second of two checks refuses no further move, but `why` reaches it all the same."""
    head = '@forbids("LA-006", Take)\ndef the_prize_is_not_there('
    twice = (
        '@forbids("LA-006", Take)\n'
        "def there_is_no_such_prize(state: State, seat: int, move: Take) -> str | None:\n"
        '    return None if move.prize in state.prizes else f"no prize worth {move.prize}"\n\n\n'
        + head
    )
    verdict = """
  - file: checks.py
    function: the_prize_is_not_there
    line: 'return f"no prize worth {move.prize} is shown"'
    becomes: pass
    because: it was refused before
"""
    game = copy(checks=(head, twice), proof=("equivalent:\n", f"equivalent:{verdict}"))
    [(refuted, noticed)] = prove(game, "LA-006").refuted
    assert refuted.because == "it was refused before" and ": why of 'take " in noticed
    also = ("refused: {rule: LA-006", "refused: {rule: LA-006, also: [LA-006]")
    survivors = prove(copy(checks=(head, twice), round=also), "LA-006").survivors
    assert "the_prize_is_not_there" not in {trial.mutant.function for trial in survivors}


def test_a_verdict_needs_a_reason(copy: Copy) -> None:
    game = copy(
        proof=(
            "because: a seat that is not asked gets any number; only whether it is None matters",
            'because: ""',
        )
    )
    with pytest.raises(DataError, match="needs a reason"):
        assert prove(game, "LA-009").verdicts


def test_survivors_are_drafted_as_verdicts(tmp_path: Path) -> None:
    mutants = [trial.mutant for trial in Trials.plan(lanterns.GAME, ["LA-009"]).all]
    text = draft(mutants)
    assert text.startswith(
        "equivalent:\n  - file: checks.py\n    function: the_player_is_not_asked"
    )
    path = tmp_path / "proof.yaml"
    path.write_text(text.replace("because:", "because: so it is"), encoding="utf-8")
    assert list(read_verdicts(path)) == list(map(MutantPlace.of, mutants))


def test_a_failing_scenario_proves_nothing(copy: Copy) -> None:
    game = copy(round=("because: 2 to 4", "because: 2 to 5"))
    with pytest.raises(RulekeepError, match="another reason"):
        prove(game, "LA-001")


def test_an_unknown_or_untestable_rule_is_refused() -> None:
    with pytest.raises(RulekeepError, match="no rule LA-099"):
        Trials.plan(lanterns.GAME, ["LA-099"])
    with pytest.raises(RulekeepError, match="LA-003 cannot be shown at work"):
        Trials.plan(lanterns.GAME, ["LA-003"])


def test_all_code_of_the_rule_modules_for_all_scenarios() -> None:
    trials = Trials.plan(lanterns.GAME, all_code=True)
    assert [claim.name for claim in trials.targets] == ["checks.py", "scoring.py", "turn.py"]
    assert len({claim.scenarios for claim in trials.targets}) == 1
    sample = trials.sample(12, "monday")
    assert len(sample) == 12 and sample == trials.sample(12, "monday")
    assert sample != trials.sample(12, "tuesday")
    results = ResultStore()
    run_trials(trials, sample, results)
    assert Proof(trials, results).count(MutantStatus.OPEN) == len(trials.all) - 12


def test_a_rule_module_may_be_a_package_with_an_empty_init() -> None:
    texts = {
        "turn/__init__.py": '"""A package."""\n',
        "turn/pay.py": "PRICE = 3\n",
        "box.py": "A = 1\n",
    }
    assert [claim.name for claim in file_targets(lanterns.GAME, texts, [])] == ["turn/pay.py"]
    with pytest.raises(RulekeepError, match="none of the modules"):
        file_targets(lanterns.GAME, {"box.py": "A = 1\n"}, [])


def test_results_are_kept_until_code_or_scenarios_change(copy: Copy, tmp_path: Path) -> None:
    path = tmp_path / "results" / "results.jsonl"
    told: list[str] = []

    def rerun(game: AnyGame, rules: list[str]) -> int:
        """How many trials were made."""
        trials = Trials.plan(game, rules)
        results = ResultStore(path)
        known = sum(results.get(trial.key) is not None for trial in trials.all)
        run_trials(
            trials, trials.all, results, on_result=lambda trial, _: told.append(trial.target)
        )
        results.close()
        return len(trials.all) - known

    rules = ["LA-002", "LA-011"]
    first = rerun(copy(), rules)
    assert first == len(told) > 0
    assert rerun(copy(), rules) == 0 and len(told) == 2 * first
    # The function of LA-011, then the scenario of LA-002.
    changed = copy(turn=("    left = list(state.prizes)", "    left = [*state.prizes]"))
    assert rerun(changed, rules) == len(Trials.plan(changed, ["LA-011"]).all)
    changed = copy(round=("name: a match begins with", "name: a match always begins with"))
    assert rerun(changed, rules) == len(Trials.plan(changed, ["LA-002"]).all)


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    trials = Trials.plan(lanterns.GAME, ["LA-001"])
    results = ResultStore(tmp_path / "results.jsonl")
    with pytest.raises(KeyboardInterrupt):
        run_trials(trials, trials.all, results, on_result=interrupt)
    results.close()
    begun = Proof(trials, ResultStore(tmp_path / "results.jsonl"))
    assert begun.status("LA-001") is ProofStatus.OPEN and begun.holds
    assert begun.count(MutantStatus.OPEN) == len(trials.all) - 1
    with closing(begun.results) as results:
        assert (
            prove(lanterns.GAME, "LA-001", results=results).status("LA-001") is ProofStatus.PROVEN
        )


def test_rules_that_changed_since_a_revision(copy: Copy, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    game = copy()
    targets = Trials.plan(game).targets
    git("init", "-q")
    with pytest.raises(RulekeepError, match="git failed"):
        changed_rules(game, targets, "HEAD")
    git("commit", "-q", "--allow-empty", "-m", "nothing yet")
    assert changed_rules(game, targets, "HEAD") == set(game.book.testable)
    git("add", ".")
    git("commit", "-q", "-m", "the game")
    assert changed_rules(game, targets, "HEAD") == set()
    folder = tmp_path / game.id
    for file, old, new in (
        ("setup.py", "range(HAND)", "range(HAND + 0)"),
        ("scenarios/round.yaml", "because: 2 to 4", "because: to 4"),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    assert changed_rules(game, Trials.plan(game).targets, "HEAD") == {"LA-001", "LA-002"}


def test_half_a_line_of_kept_results_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = ResultStore(path)
    results.add("a", "round.yaml:3")
    results.add("b", "")
    results.close()
    path.write_text(path.read_text(encoding="utf-8") + '["c", "rou', encoding="utf-8")
    again = ResultStore(path)
    assert (again.get("a"), again.get("b"), again.get("c")) == ("round.yaml:3", "", None)
    assert ResultStore(path, fresh=True).get("a") is None
