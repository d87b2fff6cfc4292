"""What players and spectators do at a table."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

from tests.server_simulation.checks import KnownTable, StreamCheck, Viewer
from tests.server_simulation.clients import (
    HOME,
    Connection,
    at_table,
    changing,
    look,
    pick,
    request,
    share,
)

from rulekeep.session.hints import QUICKEST

if TYPE_CHECKING:
    from tests.server_simulation.simulation import World

MOVES_TO_THE_END = 30
"""Moves that people play at most to end a match."""


async def play(world: World, rng: Random) -> bool:
    """Look at the table and play a move, perhaps twice or again; whether it was answered."""
    found = pick(world, rng)
    if found is None:
        return False
    return await play_at(world, rng, *found)


async def play_at(world: World, rng: Random, table: KnownTable, seat: int) -> bool:
    """Play a move for whoever's turn it is."""
    for turn in range(table.seats):
        view = await look(world, rng, table, (seat + turn) % table.seats)
        if view is not None and view["moves"]:
            return await move_at(world, rng, table, (seat + turn) % table.seats, view)
    return False


async def move_at(
    world: World, rng: Random, table: KnownTable, seat: int, view: dict[str, Any]
) -> bool:
    group = view["moves"][0]["moves"]
    base, move = view["number"], group[rng.randrange(len(group))]["text"]
    table.sent.add((seat, base, move))

    async def send() -> bool:
        answer = await at_table(world, rng, table, seat, "act", {"number": base, "move": move})
        if answer is not None:
            world.checks.move(table, seat, base, move, answer.data["number"])
        return answer is not None

    if rng.random() < 0.2:
        both = await asyncio.gather(send(), send())
        return any(both)
    for _ in range(3):
        if await send():
            return True
        await asyncio.sleep(rng.random())
    return False


async def watch(world: World, rng: Random) -> None:
    """Read the events of a table for a while, from the last one seen on or from now on."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    viewer = None if rng.random() < 0.3 else seat
    for _ in range(rng.randint(1, 3)):
        since = table.seen.get(viewer) if rng.random() < 0.7 else None
        await watch_once(world, rng, table, viewer, since, rng.choice((0.5, 3.0, 40.0)))


async def watch_once(
    world: World,
    rng: Random,
    table: KnownTable,
    viewer: Viewer,
    since: int | None,
    seconds: float,
    address: str = HOME,
    link: str | None = None,
) -> int:
    """The status of the stream; 0 if there was no answer."""
    link, changes = link or table.links.get(viewer), table.changes
    if link is None:
        return 0
    check = StreamCheck(world, table, viewer, since)
    connection = Connection(world, rng, b"", on_data=check.take, address=address)
    connection.seconds_to_read = rng.choice((0.0, 0.0, 4.0))
    world.streams[connection] = link, check
    query = "" if since is None else f"?since={since}"
    answer = await request(world, connection, "GET", f"/t/{link}/events{query}", seconds)
    world.streams.pop(connection, None)
    if answer is not None and answer.status != 200:
        world.checks.status("GET events", answer.status, answer.data)
        is_sure = table.changes == changes and not table.changing
        if answer.status in (404, 429) and is_sure and not table.is_removed:
            world.found(f"the link of viewer {viewer} was answered {answer.status}")
    return connection.status


async def crowd(world: World, rng: Random) -> None:
    """A spectator opens many streams; a player still gets one."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    others = [
        world.loop.create_task(
            watch_once(world, rng, table, None, None, 20.0, f"198.51.100.{number + 10}")
        )
        for number in range(6)
    ]
    await asyncio.sleep(5)
    if seat in table.links and not [s for s in world.streams.values() if s[0] == table.links[seat]]:
        link = table.links[seat]
        status = await watch_once(world, rng, table, seat, None, 5.0)
        is_sure = table.links.get(seat) == link and not table.is_removed
        if status == 503 and is_sure and world.has_room:
            world.found("spectators have taken the streams of a player")
    await asyncio.gather(*others)


async def back_and_forth(world: World, rng: Random) -> None:
    """Undo and redo again and again."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    for _ in range(rng.choice((1, 2, 24))):
        view = await look(world, rng, table, seat)
        if view is None:
            return
        if view["may"]["undo"]:
            kind, data = "undo", {"number": view["number"], "acts": 1}
        elif view["may"]["redo"]:
            kind, data = "redo", {"number": view["number"]}
            table.helped |= set(range(table.seats))
        else:
            return
        answer = await at_table(world, rng, table, seat, kind, data)
        if answer is None:
            continue
        world.checks.told(table, seat, answer.data["number"])
        if answer.data["asked"]:
            await _consent(world, rng, table, seat)
        elif kind == "undo" and rng.random() < 0.9:
            table.helped |= set(range(table.seats))
            await at_table(world, rng, table, seat, "redo", {"number": answer.data["number"]})


async def _consent(world: World, rng: Random, table: KnownTable, asker: int) -> None:
    table.helped |= set(range(table.seats))
    for seat in range(table.seats):
        view = await look(world, rng, table, seat) if seat != asker else None
        if view is not None and view["question"] is not None:
            data = {"number": view["question"]["number"], "agree": rng.random() < 0.9}
            await at_table(world, rng, table, seat, "consent", data)


async def get_help(world: World, rng: Random) -> None:
    """A hint, the autopilot, the log."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    view = await look(world, rng, table, seat)
    if view is None:
        return
    what = rng.choice(("hint", "auto", "log", "why"))
    if what == "log":
        answer = await at_table(world, rng, table, seat, "log")
        if answer is not None:
            world.checks.log_of_moves(table, seat, answer.data)
    elif what == "why" or not view["may"][what]:
        move = "show+1" if world.game == "lanterns" else "done"
        await at_table(world, rng, table, seat, f"why?move={move}")
    else:
        if what == "auto":
            table.helped.add(seat)
        await at_table(world, rng, table, seat, what, {"number": view["number"]})


# -- talk ---------------------------------------------------------------------------------------


async def talk(world: World, rng: Random) -> None:
    """Say something, and read what was said."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    viewer = None if rng.random() < 0.2 else seat
    for _ in range(rng.randint(1, 3)):
        await say(world, rng, table, viewer)
    await read_talk(world, rng, table, viewer)


async def say(world: World, rng: Random, table: KnownTable, viewer: Viewer) -> None:
    """Say something that nobody has said before."""
    text = f"message {len(table.texts)}"
    table.texts.add(text)
    answer = await at_table(world, rng, table, viewer, "talk", {"text": text})
    if answer is not None:
        world.checks.message(table, viewer, answer.data["number"], text)


async def read_talk(world: World, rng: Random, table: KnownTable, viewer: Viewer) -> None:
    """Read the messages; those that were answered before are there."""
    needed, removed = set(table.messages), set(table.removed_messages)
    answer = await at_table(world, rng, table, viewer, "talk")
    if answer is not None:
        messages = answer.data["messages"]
        world.checks.talk(table, messages, "the talk", needed, removed)
        if messages and rng.random() < 0.2:
            number = {"number": messages[0]["number"]}
            await at_table(world, rng, table, viewer, "talk/report", number)


# -- seats and matches --------------------------------------------------------------------------


async def hand_over(world: World, rng: Random) -> None:
    """Leave a seat to another person or to a bot."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    if rng.random() < 0.5:
        await _hand_to_person(world, rng, table, seat)
    else:
        await _hand_to_bot(world, rng, table, seat)
    await share(world, rng, table)


async def _hand_to_person(world: World, rng: Random, table: KnownTable, seat: int) -> None:
    old = table.links.get(seat)
    async with changing(table) as answers:
        answer = await at_table(world, rng, table, seat, "handover", {"to": "person"})
        answers.append(answer)
        table.links.pop(seat, None)
    if old is None or answer is None:
        return
    new = answer.data["link"].rpartition("/")[2]
    world.secrets.add(new)
    world.revoked.add(old)
    tried = await request(world, Connection(world, rng, b""), "GET", f"/t/{old}/view")
    if tried is not None and tried.status not in (404, 429):
        world.found(f"the link of a seat that was handed over was answered {tried.status}")


async def _hand_to_bot(world: World, rng: Random, table: KnownTable, seat: int) -> None:
    """Ask the others; the bot has the seat once all have agreed, and only then."""
    table.helped.add(seat)
    async with changing(table) as answers:
        before, changes = table.players, table.changes
        table.players = None
        answer = await at_table(world, rng, table, seat, "handover", {"to": "bot"})
        others = [other for other in table.links if other not in (None, seat)]
        is_sure, asked = answer is not None, 0
        agreed = answer is not None and not answer.data["asked"]
        for other in others if answer is not None and answer.data["asked"] else ():
            agree = rng.random() < 0.9
            answer = await at_table(world, rng, table, other, "handover/answer", {"agree": agree})
            is_sure, asked = is_sure and answer is not None, asked + 1
            if not agree or answer is None:
                break
            agreed = not answer.data["asked"]
            if agreed:
                break
        answers.append(answer)
        is_alone = table.changing == 1 and table.changes == changes
    if is_sure and is_alone and before is not None:
        people = [n for n, player in enumerate(before) if player == "human" and n != seat]
        if agreed and asked < len(people):
            world.found("a bot took a seat before all had agreed")
        bots = tuple(QUICKEST if n == seat else player for n, player in enumerate(before))
        table.players = bots if agreed else before


async def rematch(world: World, rng: Random) -> None:
    """Play a match to its end; all ask for the next, and get the same one."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    view: dict[str, Any] | None = None
    for _ in range(MOVES_TO_THE_END):
        view = await look(world, rng, table, seat)
        if view is None or view["over"]:
            break
        if not await play_at(world, rng, table, seat):
            await asyncio.sleep(1)
    if view is None or not view["over"]:
        return
    number, players = view["number"], table.players

    async def ask_for(viewer: Viewer) -> None:
        answer = await at_table(world, rng, table, viewer, "rematch", {"number": number})
        target = None if answer is None else world.target(answer.data["page"].rpartition("/")[2])
        if target is None:
            return
        if target.seat != viewer:
            world.found(f"viewer {viewer} was given the link of {target.seat}")
        is_removed = any(one.id == table.next for one in world.removed)
        if table.next and table.next != target.table and not is_removed:
            world.found("a match has two next matches")
        table.next = target.table
        if all(one.id != target.table for one in (*world.tables, *world.removed)):
            world.add_table(target.table, players)

    await asyncio.gather(*(ask_for(viewer) for viewer in table.links))
    for one in world.tables:
        if one.id == table.next:
            await share(world, rng, one)
