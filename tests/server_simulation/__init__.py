"""The server under a seeded scheduler, in one process: `python -m tests.server_simulation SEED`.

Clock, disk, connections and bots are simulated. Requests interleave, are repeated, delayed and cut; the
disk is slow, full, torn at a byte and loses what was not synced; the process is killed at any step and
started again; bots answer late or never; hosts change players and revoke links. After every step the
checks compare what clients were told with what would survive a power cut. One seed replays a run, and a
run that finds something is shortened to the actions that are needed for it.

    loop      an event loop with a virtual clock, whose threads are steps
    disk      real files, and which of their changes would survive
    clients   connections, requests and their answers
    players   what players and spectators do at a table
    hosts     what hosts and strangers do
    checks    what must hold, after every step and at the end
    simulation  a run: its plan, the server and its restarts; shortening
    planted   faults on purpose, which the tests must find
"""

from __future__ import annotations

# The tiny game is the fastest one that has secrets.
from tests.campaigns import tiny  # noqa: F401
