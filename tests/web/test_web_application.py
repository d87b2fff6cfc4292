"""The application without a server: it needs neither a socket nor native code."""

from __future__ import annotations

import subprocess
import sys

BLOCKED = """
import sys

sys.modules["uvicorn"] = sys.modules["httptools"] = None
import rulekeep.web.application
"""


def test_the_application_is_imported_without_the_libraries_of_the_server() -> None:
    command = [sys.executable, "-c", BLOCKED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
