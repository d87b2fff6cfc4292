"""The server with its clock, disk, connections and bots under a seeded scheduler.

Each schedule interleaves requests, accidents of disk and network, and kills. See
`tests/server_simulation`, which repeats and shortens a schedule that has found something.
"""

from __future__ import annotations

from tests.campaigns.crew import arguments, go_on, round_robin, sum_up
from tests.campaigns.ledger import Done, Finding, Ledger, Unit
from tests.server_simulation.simulation import simulate

SERIES = "schedule"
COUNT = 100_000


def work(unit: Unit) -> Done:
    """Run the schedule of this number."""
    outcome = simulate(unit.number)
    figures = {"schedules": 1, "steps": outcome.steps}
    if not outcome.finding:
        return Done(unit, figures)
    command = f"python -m tests.server_simulation {unit.number}"
    return Done(unit, figures, (Finding(f"{outcome.finding} (again: {command})"),))


def run(argv: list[str]) -> int:
    wanted = arguments("simulate_server", __doc__, COUNT, "schedules").parse_args(argv)
    ledger = Ledger.open(wanted.state / "simulate_server.json", wanted.fresh)
    whole = go_on(ledger, round_robin(ledger, [SERIES]), work, schedules, wanted)
    lines = [f"{schedules(ledger):,} schedules, {ledger.figures['steps']:,} steps"]
    return sum_up(ledger, "simulate_server", lines, whole)


def schedules(ledger: Ledger) -> int:
    return ledger.figures["schedules"]
