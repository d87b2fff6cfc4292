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


def sound_validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    """The same, for a schema that is itself judged first."""
    made = validator(schema)
    made.check_schema(schema)
    return made
