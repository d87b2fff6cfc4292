"""The rules whose code or scenarios have changed since a revision in git."""

from __future__ import annotations

import contextlib
import io
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.result_store import TrialKeys
from rulekeep.testing.prover.targets import Target, rule_targets
from rulekeep.testing.scenario_format import Scenario, read_scenarios


def changed_rules(game: AnyGame, now: Iterable[Target], revision: str) -> set[str]:
    """The rules among these targets whose trials differ from those of the revision."""
    folder = Path(str(resources.files(registry.package_of(game.id)))).resolve()
    with TemporaryDirectory() as directory:
        _unpack(folder, revision, Path(directory))
        before = _fingerprints(_targets(game, Path(directory)))
    today = _fingerprints(now)
    return {rule for rule, trials in today.items() if before.get(rule) != trials}


def _fingerprints(targets: Iterable[Target]) -> dict[str, set[str]]:
    key = TrialKeys()
    return {t.name: {key.of(mutant, t.scenarios) for mutant in t.mutants} for t in targets}


def _targets(game: AnyGame, folder: Path) -> Sequence[Target]:
    """The targets of today's rules in the game as it was."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.py")
        if "scenarios" not in path.parts
    }
    scenarios: list[Scenario] = []
    for path in sorted((folder / "scenarios").glob("*.yaml")):
        # A scenario that cannot be read any more has changed.
        with contextlib.suppress(DataError):
            scenarios += read_scenarios(path)
    return rule_targets(game, texts, scenarios)


def _unpack(folder: Path, revision: str, into: Path) -> None:
    name = _git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    try:
        packed = _git(folder, "archive", "--format=zip", name.decode().strip(), ".")
    except RulekeepError:
        # The game was not there yet: every rule of it is new.
        return
    # Python before 3.11.4 cannot keep a tar archive within its folder.
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(into)


def _git(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise RulekeepError(f"git cannot be run: {error.strerror}") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise RulekeepError(f"git failed: {lines[0] if lines else 'no message'}")
    return done.stdout
