"""Look for known vulnerabilities in the libraries: those installed, and the lowest ones allowed.

pip-audit knows the vulnerabilities. It reports success even if it could not reach its data, so this
program counts what was checked.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def lowest(project: Mapping[str, Any]) -> list[str]:
    """The lowest allowed version of every library that the project names."""
    extras = project["optional-dependencies"].values()
    named = [*project["dependencies"], *(name for extra in extras for name in extra)]
    return sorted({name.replace(">=", "==") for name in named if re.match(r"[\w.-]+>=", name)})


def audit(what: str, *arguments: str) -> bool:
    """Run pip-audit and print what it found; True if no vulnerability is known."""
    done = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--format=json", "--progress-spinner=off", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return report(what, done.stdout)


def report(what: str, output: str) -> bool:
    """Print the result of pip-audit; True if no vulnerability is known."""
    libraries = json.loads(output)["dependencies"] if output.startswith("{") else []
    checked = [library for library in libraries if "vulns" in library]
    if not checked:
        print(f"audit: {what} libraries skipped: the data of pip-audit cannot be reached from here")
        return True
    print(f"audit: {len(checked)} of {len(libraries)} {what} libraries checked")
    found = [(library, vulnerability) for library in checked for vulnerability in library["vulns"]]
    for library, vulnerability in found:
        fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
        print(f"  {library['name']} {library['version']}: {vulnerability['id']}, fixed in {fixed}")
    return not found


def main(site_packages: str) -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    with tempfile.TemporaryDirectory() as directory:
        listed = Path(directory, "lowest.txt")
        listed.write_text("\n".join(lowest(project)), "utf-8")
        good = [
            audit("installed", "--path", site_packages),
            audit("lowest", "--disable-pip", "--no-deps", "--requirement", str(listed)),
        ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
