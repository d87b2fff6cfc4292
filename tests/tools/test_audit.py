"""The audit says what was checked, and fails only for a known vulnerability."""

import json

import pytest
from tools.audit import lowest, report

SAFE = {"name": "attrs", "version": "24.2", "vulns": []}
UNKNOWN = {"name": "click", "skip_reason": "not found"}
UNSAFE = {"name": "old", "version": "1.0", "vulns": [{"id": "V-1", "fix_versions": ["1.1"]}]}


@pytest.mark.parametrize(
    ("libraries", "good", "printed"),
    [
        ([], True, "skipped"),
        ([UNKNOWN], True, "skipped"),
        ([SAFE, UNKNOWN], True, "1 of 2 installed libraries checked"),
        ([SAFE, UNSAFE], False, "old 1.0: V-1, fixed in 1.1"),
    ],
)
def test_report(
    libraries: list[object], good: bool, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report("installed", json.dumps({"dependencies": libraries})) is good
    assert printed in capsys.readouterr().out


def test_no_output_is_no_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("lowest", "")
    assert "skipped" in capsys.readouterr().out


def test_lowest_versions() -> None:
    project = {
        "dependencies": ["attrs>=24.2"],
        "optional-dependencies": {
            "web": ["attrs>=24.2", "jinja2>=3.1.6"],
            "dev": ["rulekeep[web]"],
        },
    }
    assert lowest(project) == ["attrs==24.2", "jinja2==3.1.6"]
