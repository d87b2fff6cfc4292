"""Limits of the server by name, as a host writes them: `connections=2000`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from rulekeep.core.errors import SetupError
from rulekeep.web.middleware import Limits, RequestRate
from rulekeep.web.tables.server_settings import ServerSettings

Setter = Callable[[Limits, ServerSettings, float], tuple[Limits, ServerSettings]]


def _of_limits(name: str) -> Setter:
    return lambda limits, settings, value: (evolve(limits, **{name: _whole(value)}), settings)


def _of_settings(name: str) -> Setter:
    return lambda limits, settings, value: (limits, evolve(settings, **{name: _whole(value)}))


def _rate(name: str) -> Setter:
    """A rate by its requests per second; the burst grows with it."""

    def change(
        limits: Limits, settings: ServerSettings, value: float
    ) -> tuple[Limits, ServerSettings]:
        usual: RequestRate = getattr(Limits(), name)
        rate: Any = RequestRate(max(1.0, usual.burst / usual.per_second * value), value)
        return evolve(limits, **{name: rate}), settings

    return change


def _whole(value: float) -> Any:
    return int(value) if value == int(value) else value


LIMITS: dict[str, Setter] = {
    "tables": _of_settings("max_open"),
    "idle-seconds": _of_settings("idle_seconds"),
    "bot-processes": _of_settings("bot_processes"),
    "connections": _of_limits("connections"),
    "connections-per-address": _of_limits("connections_of_address"),
    "request-seconds": _of_limits("request_seconds"),
    "requests-per-link": _rate("link"),
    "requests-per-address": _rate("address"),
    "wrong-links-per-address": _rate("misses"),
}
"""What `--limit` can set. Rates are per second."""
COUNTS = ("tables", "bot-processes", "connections", "connections-per-address")


def with_limits(
    texts: Iterable[str], limits: Limits, settings: ServerSettings
) -> tuple[Limits, ServerSettings]:
    """The limits and settings with those that `NAME=N` changes. SetupError."""
    for text in texts:
        name, _, number = text.partition("=")
        if name not in LIMITS:
            raise SetupError(f"--limit {text!r}: the limits are {', '.join(LIMITS)}")
        try:
            value = float(number)
        except ValueError:
            value = 0.0
        if not 0 < value < 1e9 or (name in COUNTS and value != int(value)):
            kind = "a whole number" if name in COUNTS else "a number"
            raise SetupError(f"--limit {text!r}: write {name}=N, where N is {kind} above 0")
        limits, settings = LIMITS[name](limits, settings, value)
    return limits, settings
