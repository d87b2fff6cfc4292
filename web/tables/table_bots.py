"""Moves and hints of bots for the seats of a table."""

from __future__ import annotations

import logging
from typing import Any

from rulekeep.session.hints import QUICKEST, STRONGEST, bot_label, with_names
from rulekeep.web.bots.bot_pool import BotAnswer, BotService, BotTask, BotWorkerFailure
from rulekeep.web.http_errors import HttpError
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.managed_table import ManagedTable, TablePaused
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.server_settings import ServerSettings
from rulekeep.web.tables.thread_pools import ThreadPools

ATTEMPTS = 2
"""Attempts of a bot before the quick bot takes over."""

log = logging.getLogger("rulekeep.web")


class TableBots:
    """Asks the bots of a server about tables. What they answer is not played here."""

    def __init__(
        self,
        service: BotService,
        settings: ServerSettings,
        datasets: Datasets,
        threads: ThreadPools,
    ) -> None:
        self.service = service
        self.settings = settings
        self.datasets = datasets
        self.threads = threads
        self._hinting: set[tuple[str, int]] = set()
        """Tables and seats that wait for a hint."""

    async def move(self, managed: ManagedTable, seat: int) -> str:
        """The move of a bot; one that fails tries again, then the quick bot takes over."""
        table = managed.table
        session, name = table.session, table.match.name(seat)
        quick, on_autopilot = bot_label(QUICKEST), table.is_person(seat)
        bot = quick if on_autopilot else session.players[seat]
        budget = self.settings.think if on_autopilot else session.budget(seat)
        for attempt in range(ATTEMPTS):
            try:
                return (await self._ask(table, seat, bot, budget, "bot")).move
            except BotWorkerFailure as failure:
                log.warning("the bot %s %s", bot, failure)
                then = "Trying again" if attempt + 1 < ATTEMPTS else "The Easy bot plays this move"
                sentence = f"{name}'s bot {failure.summary}. {then}."
                managed.subscribers.notify("note", {"say": [sentence]})
        try:
            return (await self._ask(table, seat, quick, budget, "bot")).move
        except BotWorkerFailure as failure:
            log.warning("the bot %s %s", quick, failure)
        return await self.threads.read(table.quick_move, seat)

    async def _ask(
        self, table: OpenTable, seat: int, bot: str, budget: float | None, purpose: str
    ) -> BotAnswer:
        match, header = table.match, table.match.header
        position = match.game.to_dict(match.state)
        seed = f"{header.seed} {purpose} {table.number}"
        data = self.datasets.directory_of(header.game, header.data)
        directory = None if data is None else str(data)
        task = BotTask(header.game, position, seat, bot, seed, budget, directory)
        return await self.service.ask(task)

    async def hint(self, managed: ManagedTable, seat: int, number: int) -> dict[str, Any]:
        """What the strongest bot would play for a seat. HttpError."""
        table = managed.table
        if managed.settings.paused:
            raise TablePaused
        if not (self.settings.hints and managed.settings.hints):
            raise HttpError(403, "no_hints", "The host has turned hints off.")
        await self.threads.read(table.check_decision, seat, number)
        key, bot = (table.name, seat), bot_label(STRONGEST)
        if key in self._hinting:
            raise HttpError(429, "busy", "A hint is already on its way.")
        self._hinting.add(key)
        try:
            answer = await self._ask(table, seat, bot, self.settings.think, "hint")
        except BotWorkerFailure as failure:
            log.warning("the bot %s %s", bot, failure)
            sentence = f"No hint: the bot {failure.summary}."
            raise HttpError(503, "bot", sentence) from None
        finally:
            self._hinting.discard(key)
        advised = [answer.move, *(move for move, _ in answer.others)]
        [(sentence, words), *others] = await self.threads.read(
            table.in_words, seat, number, advised
        )
        return {
            "number": number,
            "bot": bot,
            "move": answer.move,
            "sentence": sentence,
            "words": words,
            "value": answer.value,
            "detail": with_names(table.match, answer.detail),
            "others": [
                {"move": move, "sentence": other, "value": value}
                for (move, value), (other, _) in zip(answer.others, others, strict=True)
            ],
        }
