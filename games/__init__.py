"""The games shipped with rulekeep, one plugin package each.

The name is also a function: `rulekeep.games()` gives all games by id, third-party ones included.
"""

from __future__ import annotations

import sys
from types import ModuleType

from rulekeep.core.registry import Games, games


class _CallablePackage(ModuleType):
    def __call__(self) -> Games:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
