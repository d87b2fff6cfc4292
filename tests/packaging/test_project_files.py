"""The files that other programs read: workflows, hooks, metadata."""

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
HOOKS: dict[str, Any] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))


def commands() -> list[str]:
    """Every command of the workflow and the hooks."""
    steps = (step for job in WORKFLOW["jobs"].values() for step in job["steps"])
    hooks = (hook for repo in HOOKS["repos"] for hook in repo["hooks"])
    return [step["run"] for step in steps if "run" in step] + [hook["entry"] for hook in hooks]


def test_the_workflow_has_every_job() -> None:
    assert set(WORKFLOW["jobs"]) == {"lint", "checks", "tests", "packages", "compiled", "docs"}
    for job in WORKFLOW["jobs"].values():
        assert job["runs-on"] and all("uses" in step or "run" in step for step in job["steps"])
        assert job.get("needs", "lint") in WORKFLOW["jobs"]


def test_commands_name_what_exists() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for command in commands():
        if command.startswith("make "):
            assert command.removeprefix("make ") in targets
        for path in re.findall(r"(?:^| )((?:tests|games|\.ci)\S*)", command):
            assert (ROOT / path).exists(), path


def test_the_workflow_tests_every_python_that_is_supported() -> None:
    tested = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert f">={tested[0]}" == PROJECT["project"]["requires-python"]
    named = [name.rpartition(" ")[2] for name in PROJECT["project"]["classifiers"]]
    assert {name for name in named if name.startswith("3.")} <= set(tested)
    minors = ",".join(version.removeprefix("3.") for version in tested)
    assert PROJECT["tool"]["cibuildwheel"]["build"] == f"cp3{{{minors}}}-*"


def test_the_wheel_has_every_package_that_the_links_name() -> None:
    links = {path.name for path in (ROOT / "src" / "rulekeep").iterdir() if path.is_symlink()}
    sources = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"]
    assert links == set(sources) - {"src/rulekeep"}
    assert links <= set(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"])


def test_files_with_which_the_tests_begin_exist() -> None:
    named = re.findall(r'"(tests/\S+\.py)"', (ROOT / "conftest.py").read_text(encoding="utf-8"))
    assert len(named) > 10 and all((ROOT / name).is_file() for name in named)
