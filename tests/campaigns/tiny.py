"""The tiny game of the tests, known to the campaigns too."""

from __future__ import annotations

import sys
from pathlib import Path

from rulekeep.core import registry

sys.path.append(str(Path(__file__).parents[1] / "tiny"))

import lanterns

registry.add(lanterns.GAME)
