"""`pytest --rulekeep DIR`: collect scenarios outside any package as tests.

Pytest loads this module by its entry point in every project of an environment that has rulekeep, so it
imports nothing and collects nothing without the option.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

_ROOTS: pytest.StashKey[list[Path]] = pytest.StashKey()
_PACKAGES = "rulekeep.testing.pytest_plugin"
"""The plugin for projects that hold games; it alone collects scenarios beside a game."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rulekeep",
        action="append",
        default=[],
        metavar="FILE|DIR",
        help="collect the rulekeep scenarios of this file or folder too; may be repeated",
    )


def pytest_configure(config: pytest.Config) -> None:
    roots = config.stash[_ROOTS] = []
    for word in config.getoption("--rulekeep"):
        path = Path(config.invocation_params.dir, word).resolve()
        if not path.exists():
            raise pytest.UsageError(f"--rulekeep {word}: there is no such file or folder")
        roots.append(path)
        config.args.append(str(path))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    config = parent.config
    roots = config.stash[_ROOTS]
    if not roots or file_path.suffix not in (".yaml", ".yml"):
        return None
    if not any(root == file_path or root in file_path.parents for root in roots):
        return None
    if file_path.parent.name == "scenarios" and config.pluginmanager.has_plugin(_PACKAGES):
        return None
    from rulekeep.testing.suite import holds_scenarios

    if file_path in roots or holds_scenarios(file_path):
        return SuiteFile.from_parent(parent, path=file_path)
    return None


class SuiteFile(pytest.File):
    """A scenario file; its game is named at its head or by a directory above."""

    def collect(self) -> Iterable[pytest.Item]:
        from rulekeep.core.errors import RulekeepError
        from rulekeep.testing.pytest_plugin import MalformedItem, ScenarioItem
        from rulekeep.testing.suite import cases_of

        for case in cases_of(str(self.path), self.path):
            if case.scenario is None:
                yield MalformedItem.of(self, RulekeepError(case.error))
                continue
            item: Any = ScenarioItem
            yield item.from_parent(self, name=case.name, scenario=case.scenario, game=case.game)
