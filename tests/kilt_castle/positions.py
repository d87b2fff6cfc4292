"""Positions that several tests look at."""

from __future__ import annotations

from typing import Any

BUILDING: dict[str, Any] = {
    "front": 18,
    "phase": "build_1",
    "moved": "R",
    "seal": "ducats",
    "cards": {
        "15": ["O", "L", "D"],
        "16": ["R/O", "L/O", "D/O"],
        "17": ["D/L", "L/R"],
        "18": ["D/R", "R"],
    },
    "towers": {"A2": "L0", "B2": "R0", "D2": "O0 D0", "E1": "R0 O2", "E3": "O0 L0 L0 D2"},
    "roofs": ["E3"],
}

SECOND_BUILD: dict[str, Any] = {
    "front": 4,
    "phase": "build_2",
    "moved": "R/D",
    "first": "E3",
    "cards": {
        "0": ["R", "O", "L", "D"],
        "1": ["R/O", "L/O"],
        "2": ["L/R", "D/L"],
        "4": ["D/O", "R/D"],
    },
    "towers": {"E1": "R0 O2", "E2": "L0 D0", "E3": "L0 R0", "D3": "D1"},
    "roofs": ["E1"],
}

ROOF_TO_CHOOSE: dict[str, Any] = {
    **SECOND_BUILD,
    "phase": "roof",
    "second": "E3",
    "towers": {"E1": "R0 O2", "E2": "L0 D0", "E3": "L0 R0 D0"},
    "roofs": ["E1", "E2"],
}
