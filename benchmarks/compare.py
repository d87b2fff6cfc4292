"""Two runs side by side, through their ratios to the calibration loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table

CALLS = ("legal_moves", "advance", "copy", "check", "to_dict")


def comparison(before: Mapping[str, Any], now: Mapping[str, Any]) -> Table:
    """How many times as fast each thing is now; above 1 is better."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("times as fast as before")
    for name in ("seats", "decisions", *CALLS):
        table.add_column(name, justify="right")
    earlier = {(one["game"], one["seats"]): one for one in before["games"]}
    for one in now["games"]:
        old = earlier.get((one["game"], one["seats"]))
        if old is None:
            table.add_row(one["game"], str(one["seats"]), "new")
            continue
        cells = [one["speed"]["ratio"] / old["speed"]["ratio"]]
        for call in CALLS:
            cells.append(_loops(old, call) / _loops(one, call))
        table.add_row(one["game"], str(one["seats"]), *(f"{cell:.2f}" for cell in cells))
    return table


def _loops(one: Mapping[str, Any], call: str) -> float:
    """The cost of a call in calibration loops, which two machines have in common."""
    return float(one["costs"][call]) * float(one["calibration"])
