"""Inputs from outside, good ones distorted: each is used, or refused with a documented error.

At every door (notation, match files, scenarios, board data, positions, options, seats, results,
the command line) the inputs are numbered, and a number is the same input for ever. An input up to
a megabyte may take a second and 200 MB; a process that hangs or dies is found too. What is found
is cut down as far as it still shows the same.
"""

from __future__ import annotations

import json
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen
from tests.campaigns.confined import Desk, confined, peak
from tests.campaigns.crew import arguments, by_game, go_on, sum_up
from tests.campaigns.distorting import distorted, spoilt_json
from tests.campaigns.doors import DOORS, Door, Visitor, leave
from tests.campaigns.ledger import Done, Finding, Ledger, Unit

COUNT = 10_000_000
MEMORY = 200 << 20
CUTS = 400
"""So many attempts to make a finding smaller."""


@frozen
class Accident:
    """What an input did that it must not, and where."""

    what: str
    place: str

    @property
    def alike(self) -> str:
        """Two accidents of the same kind at the same place are one finding."""
        return f"{self.what.partition(':')[0]} at {self.place}"


@cache
def visitors(door: str) -> list[Visitor]:
    return DOORS[door].visitors()


@cache
def bodies(door: str) -> dict[str, list[bytes]]:
    """The good bodies by the game or file they are for."""
    found: dict[str, list[bytes]] = {}
    for head, body in visitors(door):
        found.setdefault(head.split(" ")[0], []).append(body)
    return found


def visitor(door: Door, number: int) -> Visitor:
    """The input of that number."""
    lot = Random(f"{door.name} {number}")
    head, body = visitors(door.name)[lot.randrange(len(visitors(door.name)))]
    if door.is_json and lot.randrange(4):
        return head, spoilt_json(body, lot)
    return head, distorted(body, lot, bodies(door.name)[head.split(" ")[0]])


def knock(door: Door, head: str, body: bytes) -> Accident | None:
    """Try one input."""
    began = time.process_time()
    try:
        door.knock(head, body)
    except door.documented:
        pass
    except BaseException as error:  # noqa: BLE001 (any accident is what this looks for)
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "campaigns" not in frame.filename] or frames
        said = str(error)[:300] if not isinstance(error, RecursionError) else "too deep"
        place = f"{Path(own[-1].filename).name}:{own[-1].name}"
        return Accident(f"{type(error).__name__}: {said}", place)
    took = time.process_time() - began
    if took > door.seconds:
        return Accident(f"took {took:.1f} seconds for {len(body):,} bytes", door.name)
    return None


def smallest(door: Door, head: str, body: bytes, accident: Accident) -> bytes:
    """The shortest body found that has the same accident."""
    size, tries = len(body) // 2, 0
    while size and tries < CUTS:
        start = 0
        while start < len(body) and tries < CUTS:
            shorter = body[:start] + body[start + size :]
            tries += 1
            again = knock(door, head, shorter)
            if again is not None and again.alike == accident.alike:
                body = shorter
            else:
                start += size
        size //= 2
    return body


def batch(door: Door, first: int, count: int, desk: Desk) -> dict[str, Any]:
    """So many inputs in a row: how many, and the accidents, one of each kind."""
    visitors(door.name)
    before = peak()
    found: dict[str, tuple[Accident, str, bytes]] = {}
    slowest = 0.0
    done = 0
    for number in range(first, first + count):
        head, body = visitor(door, number)
        desk.lay(written(door.name, head, body))
        began = time.process_time()
        accident = knock(door, head, body)
        slowest = max(slowest, time.process_time() - began)
        done += 1
        if peak() - before > MEMORY:
            accident = Accident(f"took more than {MEMORY >> 20} MB", door.name)
        if accident is not None and accident.alike not in found:
            found[accident.alike] = accident, head, body
        if peak() - before > MEMORY:
            break  # the peak does not come down again
    told = []
    for accident, head, body in found.values():
        desk.lay(b"")
        if "took" not in accident.what:
            body = smallest(door, head, body, accident)
        told.append(
            [f"{accident.what} ({accident.place})", written(door.name, head, body).decode()]
        )
    leave()
    return {"done": done, "slowest": int(slowest * 1e6), "found": told}


def written(door: str, head: str, body: bytes) -> bytes:
    """An input as it stands in a file."""
    return json.dumps([door, head, body.decode("latin-1")]).encode()


def work(unit: Unit) -> Done:
    """One batch at one door, in a process of its own."""
    door = DOORS[unit.series]
    visitors(door.name)
    ended = confined(lambda desk: batch(door, unit.number * door.batch, door.batch, desk))
    leave()
    file = f"fuzz-{unit.series}-{unit.number}"
    if ended.value is None:
        finding = Finding(f"{door.name}: {ended.trouble}", {f"{file}.json": ended.last.decode()})
        return Done(unit, {f"{door.name}/inputs": door.batch}, (finding,))
    findings = tuple(
        Finding(f"{door.name}: {what}", {f"{file}-{number}.json": text})
        for number, (what, text) in enumerate(ended.value["found"])
    )
    return Done(unit, {f"{door.name}/inputs": ended.value["done"]}, findings)


def units(ledger: Ledger, doors: list[str]) -> Iterator[Unit]:
    """Batches of the doors by turns, so that each keeps its share."""
    left = {name: ledger.undone(name) for name in doors}
    sent: Counter[str] = Counter()
    for name, figures in by_game(ledger).items():
        sent[name] = figures["inputs"]
    while True:
        name = min(doors, key=lambda name: sent[name] / DOORS[name].share)
        sent[name] += DOORS[name].batch
        yield next(left[name])


def inputs(ledger: Ledger) -> int:
    return sum(ledger.figures.values())


def again(path: Path) -> int:
    """Try an input that was found."""
    name, head, body = json.loads(path.read_text(encoding="utf-8"))
    accident = knock(DOORS[name], head, body.encode("latin-1"))
    leave()
    print(accident.alike + "\n" + accident.what if accident else "Nothing happens any more.")
    return accident is not None


def run(argv: list[str]) -> int:
    parser = arguments("fuzz", __doc__, COUNT, "inputs")
    parser.add_argument("--door", choices=list(DOORS), action="append", help="only this one")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try an input that was found")
    wanted = parser.parse_args(argv)
    if wanted.again is not None:
        return again(wanted.again)
    ledger = Ledger.open(wanted.state / "fuzz.json", wanted.fresh)
    doors = wanted.door or list(DOORS)
    whole = go_on(ledger, units(ledger, doors), work, inputs, wanted)
    lines = [f"{name}: {figures['inputs']:,} inputs" for name, figures in by_game(ledger).items()]
    pace = inputs(ledger) / ledger.seconds if ledger.seconds else 0
    lines.append(f"{inputs(ledger):,} inputs in all, {pace:,.0f} a second")
    return sum_up(ledger, "fuzz", lines, whole)
