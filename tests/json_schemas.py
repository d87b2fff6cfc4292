"""JSON Schema for tests, imported when first used: with all it can check, that takes over a second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator


def validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    """What judges data by a schema."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema)


SOUND: set[str] = set()
"""Schemas that were judged: the same one is asked for again and again, and judging takes long."""


def sound_validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    """The same, for a schema that is itself judged first."""
    made = validator(schema)
    if (words := repr(schema)) not in SOUND:
        made.check_schema(schema)
        SOUND.add(words)
    return made
