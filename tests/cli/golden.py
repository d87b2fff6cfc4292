"""Draw the golden screens again: `python -m tests.cli.golden`, or `make golden`.

Look at what has changed (git diff) before you keep it.
"""

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ["RULEKEEP_GOLDEN"] = "write"
    sys.exit(pytest.main(["-q", str(Path(__file__).with_name("test_cli_golden.py"))]))
