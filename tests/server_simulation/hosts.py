"""What hosts and strangers do, and how often all people do what."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tests.server_simulation import players
from tests.server_simulation.checks import NAMES, KnownTable
from tests.server_simulation.clients import (
    UNANSWERED,
    Connection,
    ask,
    at_table,
    changing,
    look,
    pick,
    request,
    share,
)
from tests.server_simulation.players import play, watch_once

if TYPE_CHECKING:
    from tests.server_simulation.simulation import World

PLAYERS = ("human", "human", "human", "random")
SETTINGS: dict[str, tuple[Any, ...]] = {
    "hints": (True, False),
    "undo": (True, False),
    "talk": ("off", "seats", "everyone"),
    "clock": (True, False),
    "takeover": (0, 1),
}
"""Settings that a host changes, and their values."""


async def begin(world: World, rng: Random) -> None:
    """Start a match, and ask for its links."""
    bots = [rng.choice(PLAYERS) for _ in range(rng.choice((2, 2, 3)))]
    seats = [{"name": NAMES[n], "player": player} for n, player in enumerate(bots)]
    data = {"game": world.game, "seats": seats, "seed": str(rng.randrange(1000))}
    answer = await ask(world, rng, "POST", "/tables", data)
    if answer is None or answer.status != 200 or world.manager is None:
        return
    name = answer.data["page"].rpartition("/")[2]
    table = world.add_table(world.manager.links.find_table(f"{name}.rkm") or "", tuple(bots))
    if table is not None:
        world.checks.file(table, "a new table")
        await share(world, rng, table)


async def reseat(world: World, rng: Random) -> None:
    """Give seats to bots or people."""
    found = pick(world, rng)
    if found is None:
        return
    table, _ = found
    seated = tuple(rng.choice(PLAYERS) for _ in range(table.seats))
    table.helped |= {seat for seat, player in enumerate(seated) if player != "human"}
    if rng.random() < 0.5:
        world.background.append(world.loop.create_task(play(world, rng)))
        await asyncio.sleep(rng.random() / 4)
    async with changing(table) as answers:
        table.players = None
        changes, name = table.changes, world.name_of(table)
        data = {"match": name, "players": list(seated)}
        answers.append(await ask(world, rng, "POST", "/tables", data))
        is_alone = table.changing == 1 and table.changes == changes and name == world.name_of(table)
    if answers[0] is not None and answers[0].status == 200 and is_alone:
        table.players = seated
    await share(world, rng, table)


async def revoke(world: World, rng: Random) -> None:
    """Make a new link for a seat: the old one leads nowhere from then on."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    old = table.links.pop(seat, None)
    if old is not None and rng.random() < 0.5:
        watching = watch_once(world, rng, table, seat, None, 40.0, link=old)
        world.background.append(world.loop.create_task(watching))
        await asyncio.sleep(rng.random())
    async with changing(table) as answers:
        name = world.name_of(table)
        answers.append(await ask(world, rng, "POST", f"/tables/{name}/revoke", {"seat": seat}))
        table.links.pop(seat, None)  # somebody may have fetched it meanwhile
    is_sure = answers[0] is not None and answers[0].status == 200 and name == world.name_of(table)
    if is_sure and old is not None and not table.is_removed:
        world.revoked.add(old)
        match = world.match_of(table)
        for connection, (link, check) in world.streams.items():
            if link == old and match is not None and not connection.gone:
                check.number_at_revoke = len(match.entries) - 1
        tried = await request(world, Connection(world, rng, b""), "GET", f"/t/{old}/view")
        if tried is not None and tried.status not in (404, 429):
            world.found(f"a revoked link was answered {tried.status}")
    await share(world, rng, table)
    await play(world, rng)


async def set_up(world: World, rng: Random) -> None:
    """Change a setting or two, and perhaps another at the same time."""
    found = pick(world, rng)
    if found is None:
        return
    table, _ = found
    names = rng.sample([*SETTINGS], 2)
    first, second = ({name: rng.choice(SETTINGS[name])} for name in names)
    if rng.random() < 0.5:
        await change_settings(world, rng, table, first | second)
    else:
        changes = (change_settings(world, rng, table, one) for one in (first, second))
        await asyncio.gather(*changes)
    await share(world, rng, table)
    await players.play_at(world, rng, table, 0)
    view = await look(world, rng, table, 0)
    if view is not None:
        # Whatever the view allows: the settings decide.
        await at_table(world, rng, table, 0, "undo", {"number": view["number"], "acts": 1})


async def pause(world: World, rng: Random) -> None:
    """Pause a table: nothing happens there until it goes on."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    if table.is_pausing:
        return
    table.is_pausing = True
    await change_settings(world, rng, table, {"paused": True})
    certain, match = table.certain_settings(), world.match_of(table)
    number = -1 if match is None else len(match.entries)
    await players.play_at(world, rng, table, seat)
    await asyncio.sleep(rng.choice((0.0, 1.0, 20.0)))
    is_paused = table.still_certain(certain).get("paused", False)
    if is_paused and match is not None and len(match.entries) != number:
        world.found("a paused table has changed")
    while table.settings.get("paused", True) and not world.is_over:
        await change_settings(world, rng, table, {"paused": False})
        if table.is_removed:
            return
        await asyncio.sleep(1)
    table.is_pausing = False
    await players.play_at(world, rng, table, seat)


async def change_settings(
    world: World, rng: Random, table: KnownTable, changes: dict[str, Any]
) -> None:
    """Change settings. Without an answer, or beside another change, nobody knows what they are."""
    if changes.get("takeover"):
        table.helped |= set(range(table.seats))
    table.spectators_talk |= changes.get("talk") == "everyone"
    table.settings_changing.update(changes.keys())
    table.setting_changes.update(changes.keys())
    before = Counter(table.setting_changes)
    path = f"/tables/{world.name_of(table)}/settings"
    answer = await ask(world, rng, "POST", path, changes)
    if answer is None:
        await asyncio.sleep(UNANSWERED)
    for name, value in changes.items():
        is_alone = table.settings_changing[name] == 1
        is_alone &= table.setting_changes[name] == before[name]
        if is_alone and answer is not None and answer.status == 200:
            table.settings[name] = value
        else:
            table.settings.pop(name, None)
        table.settings_changing[name] -= 1
        table.setting_changes[name] += 1


async def remove(world: World, rng: Random) -> None:
    """Archive or delete a match: its links lead nowhere from then on."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    how = rng.choice(("archive", "delete"))
    if rng.random() < 0.5:
        beside = rng.choice((players.play_at, players.say, players.read_talk))
        world.background.append(world.loop.create_task(beside(world, rng, table, seat)))
        await asyncio.sleep(rng.random() / 4)
    if table not in world.tables:
        return  # removed meanwhile
    world.tables.remove(table)
    world.removed.append(table)
    table.is_removed = True
    name = world.name_of(table)
    answer = await ask(world, rng, "POST", f"/tables/{name}/{how}", {})
    # On a bad disk the match may have gone on in another file meanwhile, which is the one removed.
    if answer is not None and answer.status == 200 and not world.disk_failed:
        world.checks.removed(table, how, "a removed match")
        world.removals[table] = how
        for link in tuple(table.links.values()):
            world.revoked.add(link)
            tried = await request(world, Connection(world, rng, b""), "GET", f"/t/{link}/view")
            if tried is not None and tried.status not in (404, 429):
                world.found(f"a link of a removed match was answered {tried.status}")
    if rng.random() < 0.7:
        await begin(world, rng)


async def moderate(world: World, rng: Random) -> None:
    """Remove a message."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    await players.say(world, rng, table, seat)
    if not table.messages:
        return
    data = {"number": rng.choice([*table.messages][-3:])}
    path = f"/tables/{world.name_of(table)}/talk/remove"
    answer = await ask(world, rng, "POST", path, data)
    if answer is not None and answer.status == 200:
        table.removed_messages.add(data["number"])
        world.checks.talk_file(table, "a removed message")


async def guess(world: World, rng: Random) -> None:
    """A stranger at the address of the players tries links."""
    for number in range(30):
        link = f"{number:04}{'x' * 28}"
        answer = await request(world, Connection(world, rng, b""), "GET", f"/t/{link}/view")
        if answer is not None and answer.status not in (404, 429):
            world.found(f"a guessed link was answered {answer.status}")
    await play(world, rng)


Action = Callable[["World", Random], Awaitable[Any]]
PEOPLE: dict[str, tuple[Action, int]] = {
    "play": (play, 40),
    "watch": (players.watch, 12),
    "back and forth": (players.back_and_forth, 6),
    "get help": (players.get_help, 5),
    "talk": (players.talk, 5),
    "hand over": (players.hand_over, 3),
    "rematch": (players.rematch, 1),
    "begin": (begin, 3),
    "reseat": (reseat, 4),
    "revoke": (revoke, 4),
    "set up": (set_up, 4),
    "pause": (pause, 3),
    "remove": (remove, 3),
    "moderate": (moderate, 2),
    "crowd": (players.crowd, 1),
    "guess": (guess, 1),
}
"""What people do, and how often."""
