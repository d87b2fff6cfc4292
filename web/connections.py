"""Connections: how many there may be, in all and per address."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Any

ABORT = "rulekeep.abort"
"""The key of a scope for the function that breaks the connection off."""
RESERVED_FILES = 640
"""Open files for matches and bots, beside connections."""
WARN_EVERY = 60.0
"""Seconds between two warnings of the same kind."""

log = logging.getLogger("rulekeep.web")
_last_warning: dict[str, float] = {}


class OpenConnections:
    """Counts the open connections, in all and per address."""

    def __init__(
        self, total: int, of_address: int, proxies: Callable[[str], bool] = lambda _address: False
    ) -> None:
        self._total = total
        self._of_address = of_address
        self._proxies = proxies
        self._open: Counter[str] = Counter()
        self.refused = 0

    @property
    def count(self) -> int:
        return self._open.total()

    def add(self, address: str) -> bool:
        """Count a connection, if there may be one more."""
        key = network_of(address)
        is_full = self._open[key] >= self._of_address and not self._proxies(address)
        if is_full or self.count >= self._total:
            self.refused += 1
            return False
        self._open[key] += 1
        return True

    def remove(self, address: str) -> None:
        key = network_of(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def network_of(address: str) -> str:
    """The address as limits count it: in IPv6 the network of 64 bits that one client has."""
    with contextlib.suppress(ValueError):
        number = ipaddress.ip_address(address)
        if number.version == 6:
            return str(ipaddress.ip_network((number, 64), strict=False))
    return address


def connection_limit(wanted: int, files: int) -> int:
    """How many connections there may be if the process may open so many files."""
    return max(16, min(wanted, files - RESERVED_FILES))


def raise_file_limit() -> int:
    """Let the process open as many files as the system allows; how many that is."""
    try:
        import resource
    except ImportError:  # pragma: no cover (Windows has no such limit)
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


def warn_rarely(sentence: str) -> None:
    """Log a warning, unless the same one was logged a moment ago."""
    now = monotonic()
    if now - _last_warning.get(sentence, -WARN_EVERY) >= WARN_EVERY:
        _last_warning[sentence] = now
        log.warning("%s", sentence)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the event loop; connections that cannot be accepted only now and then."""
    if "accept" in context["message"] and isinstance(context.get("exception"), OSError):
        warn_rarely(f"connections cannot be accepted: {context['exception'].strerror}")
    else:
        loop.default_exception_handler(context)
