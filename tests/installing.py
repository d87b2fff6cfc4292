"""Install packages for a test, without changing the environment that the tests run in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def install(target: Path, *packages: Path) -> None:
    """Install packages into a directory, without asking anybody on the net."""
    words = [
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
    ]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *words, "--target", target, *packages],
        check=True,
        capture_output=True,
        cwd=target.parent,
    )
