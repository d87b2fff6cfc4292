"""Whole matches in a browser, from the first question to the last: two people, each at a page of
their own, and bots where the game has room for them.

Ada clicks; how Bo plays and where he sits is different in every game. With RULEKEEP_BROWSER=all
the long matches are played whole as well; else people come to them late.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import pytest
from attrs import field, frozen
from tests.web.browser.people import (
    GAMES,
    NAMES,
    PHONE,
    Host,
    People,
    Play,
    Served,
    play,
    play_by_keys,
    play_by_touch,
    play_on,
    shifts,
)

from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match
from rulekeep.match.result_text import result_sentences

if TYPE_CHECKING:
    from playwright.sync_api import Page

ALL = os.environ.get("RULEKEEP_BROWSER") == "all"


LEFT = 10
"""Acts that are left of a match to which people come late."""
MOST_SHIFT = 0.05
"""The layout shift of a page over a whole match, at most."""
BEFORE = 6
"""Acts that people make before something happens to their connection."""


@frozen
class Evening:
    """A match and how the second of two people takes part in it."""

    game: str
    bots: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(factory=dict)
    bo_plays: Play = play
    width: int = 1000
    scheme: Literal["light", "dark"] = "light"
    long: bool = False

    @property
    def is_whole(self) -> bool:
        return ALL or not self.long

    def begun(self, host: Host) -> list[str]:
        if self.is_whole:
            return host.begun(self.game, "human", "human", *self.bots, **self.options)
        return host.late(self.game, LEFT, *self.bots, **self.options)


EVENINGS = (
    Evening("castle_keep", ("greedy",), width=PHONE),
    Evening("kilt_castle", ("greedy", "random"), scheme="dark"),
    Evening("carcassonne_castle", long=True),
    Evening("kings_and_castles", ("greedy",), {"variant": "short"}, play_by_keys, long=True),
)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_two_people_play_to_the_end(
    evening: Evening, people: People, host: Host, served: Served
) -> None:
    people.forgiven = "ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load"
    links = evening.begun(host)
    before = len(Match.load(host.last).plies)
    ada = people.come(links[0])
    bo = people.come(links[1], width=evening.width, scheme=evening.scheme)
    lot = SeededChance(f"whole {evening.game}")
    how = (play, evening.bo_plays)
    first, clicks = play_on([ada, bo], lot, BEFORE, how)
    bo.reload()
    if evening.scheme == "dark":  # once is enough: each restart takes a second or two
        restart(served, ada, bo)
    rest, more = play_on([ada, bo], lot, how=how)
    match = Match.load(host.last)
    assert match.outcome is not None
    assert (before == 1) == evening.is_whole
    assert first + rest == sum(ply.seat in (0, 1) for ply in match.plies[before:])
    assert clicks + more > (first + rest) / 4
    said = ada.inner_text("#places")
    assert said == bo.inner_text("#places")
    assert said.startswith(result_sentences(match)[0])
    totals = [str(score.total) for score in match.outcome.scores]
    assert ada.locator("#places thead th").all_inner_texts() == list(NAMES[: match.seats])
    assert ada.locator("#places tfoot td").all_inner_texts() == totals
    link = ada.locator("#places a", has_text=match.outcome.rule).first
    assert link.get_attribute("href") == f"/book/{evening.game}#{match.outcome.rule}"
    for page in (ada, bo):
        found = sorted(shifts(page), reverse=True)
        assert sum(value for value, _ in found) < MOST_SHIFT, found[:8]
    watcher = people.come(links[-1])
    watcher.wait_for_selector("#result:visible")
    assert watcher.inner_text("#places") == said


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_finished_by_keys_and_by_touch(people: People, host: Host, game: str) -> None:
    options = {"variant": "short"} if game == "kings_and_castles" else {}
    if ALL:
        links = host.begun(game, "human", "human", **options)
    else:
        links = host.late(game, LEFT // 2, **options)
    pages = [people.come(links[0]), people.come(links[1], 390, 844)]
    lot = SeededChance(f"keys and touch {game}")
    play_on(pages, lot, how=(play_by_keys, play_by_touch))
    assert Match.load(host.last).outcome is not None
    for page in pages:
        page.get_by_role("button", name="Play again").wait_for()


def restart(served: Served, *pages: Page) -> None:
    """The server goes and comes back; every page takes its connection up again by itself."""
    served.stop()
    for page in pages:
        page.wait_for_selector("#connection:visible")
    served.start()
    for page in pages:
        page.wait_for_selector("#connection", state="hidden")
