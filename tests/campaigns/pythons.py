"""The Pythons of this machine, each with an environment in which rulekeep runs."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.campaigns.ledger import ROOT

NAMES = tuple(f"python3.{minor}" for minor in range(11, 15))
OLDEST = (3, 11)


def version_of(python: str) -> str:
    """`3.12`, or nothing if it does not run or is too old."""
    ask = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    numbers = [int(word) for word in done.stdout.split()] if done.returncode == 0 else []
    return ".".join(map(str, numbers)) if tuple(numbers) >= OLDEST else ""


def found(further: Iterable[str] = ()) -> dict[str, str]:
    """One Python for each version, the running one first, then what is named, then the PATH."""
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    pythons = {running: sys.executable}
    for name in (*further, *NAMES):
        path = shutil.which(name)
        version = version_of(path) if path else ""
        if path and version:
            pythons.setdefault(version, path)
    return pythons


def environment(version: str, python: str, home: Path) -> str:
    """A Python of that version that can import rulekeep; made in `home` unless it is this one."""
    if python == sys.executable:
        return python
    place = home / f"python-{version}"
    inside = place / "bin" / "python"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    ready = place / "ready"
    if not ready.exists() or ready.read_text() != wanted:
        print(f"making an environment for Python {version} …", file=sys.stderr, flush=True)
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([python, "-m", "venv", str(place)], check=True)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable"]
        subprocess.run([str(inside), *install, str(ROOT)], check=True)
        ready.write_text(wanted)
    return str(inside)
