"""How a benchmark tells what one seat won."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import fsum

import click

from rulekeep.sim.stats import wilson


def tell_wins(shares: Sequence[float], who: str, what: str, even: float, as_json: bool) -> None:
    """Say what share of the wins a seat had, with its 95 % interval and a line about what was played."""
    won, played = fsum(shares), len(shares)
    low, high = wilson(won, played)
    if as_json:
        click.echo(json.dumps({"won": won, "played": played, "low": low, "high": high}))
        return
    share = won / played if played else 0.0
    click.echo(what)
    click.echo(
        f"{who} wins {won:.4g} of {played}, {share:.1%}, {low:.1%} to {high:.1%};"
        f" an even share is {even:.1%}"
    )
