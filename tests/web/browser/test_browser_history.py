"""The moves so far, movement, alerts, the legend and why: what happens around the choice of a move."""

from __future__ import annotations

import re
from math import dist
from typing import TYPE_CHECKING, Literal

import pytest
from tests.web.browser.people import (
    GAMES,
    Host,
    People,
    chosen,
    drawn,
    is_asked,
    moves,
    new,
    play,
    play_by_lot,
    shown,
)
from tests.web.client import until

from rulekeep.games.kilt_castle.view.picture.inks import CLOTH
from rulekeep.games.kings_and_castles.view.picture.tokens import STRONG
from rulekeep.match.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLIES = 13


def late(game: str = "castle_keep", *players: str) -> Match:
    match = new(game, *(players or ("human", "human")))
    play_by_lot(match, lambda: len(match.plies) == PLIES)
    return match


def come(people: People, host: Host, match: Match) -> Page:
    page = people.come(host.kept(match)[match.decisions[0].seat], 1280, 800)
    drawn(page)
    return page


def looked_at(page: Page) -> str:
    """Which move is looked at, as the page says it."""
    found = re.search(r"move \d+ of \d+", page.inner_text("#past"))
    return found[0] if found else ""


RECORD = """() => {
  window.seen = [];
  const past = document.querySelector("#past");
  const note = () => { const found = past.innerText.match(/move \\d+ of \\d+/); if (found) window.seen.push(found[0]); };
  new MutationObserver(note).observe(past, { subtree: true, childList: true, characterData: true });
}"""
"""Every move that the page looks at is noted, however quickly the next one comes."""


# -- the moves so far -----------------------------------------------------------------------------


def test_every_move_is_listed_and_shows_its_position(people: People, host: Host) -> None:
    match = late()
    page = come(people, host, match)
    last = len(match.plies) - 1
    numbers = [str(number) for number in range(last + 1)]
    until(lambda: page.locator("#news .at").all_inner_texts() == numbers)
    now = page.locator("#picture").inner_html()
    page.get_by_role("button", name="Show move 5", exact=True).click()
    page.get_by_text(f"move 5 of {last}").wait_for()
    until(lambda: page.locator("#picture").inner_html() != now)
    assert page.url.endswith("#move=5")
    assert page.locator("#news li.shown").count() and page.locator("#play").is_disabled()
    page.keyboard.press("Enter")
    assert page.locator("#past:visible").count() == 1


def test_the_first_step_back_shows_the_previous_position(people: People, host: Host) -> None:
    match = late()
    page = come(people, host, match)
    last = len(match.plies) - 1
    page.keyboard.press("ArrowLeft")
    page.get_by_text(f"move {last - 1} of {last}").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#past", state="hidden")
    assert "#" not in page.url
    assert page.locator("#moves [role=option]").count() and is_asked(page)


def test_a_link_leads_to_a_move(people: People, host: Host) -> None:
    match = late()
    links = host.kept(match)
    for link in (links[0], links[-1]):
        page = people.come(f"{link}#move=3")
        drawn(page)
        page.get_by_text(f"move 3 of {PLIES - 1}").wait_for()


def test_moves_are_played_one_after_another(people: People, host: Host) -> None:
    page = come(people, host, late())
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.get_by_text(f"move {PLIES - 4} of").wait_for()
    page.evaluate(RECORD)
    page.get_by_role("button", name="Play the moves one after another").click()
    until(lambda: page.locator("#past:visible").count() == 0)
    seen = page.evaluate("window.seen")
    assert {f"move {PLIES - 3} of", f"move {PLIES - 2} of"} <= {
        text[: text.index("of") + 2] for text in seen
    }
    page.wait_for_selector("#picture .may")
    assert is_asked(page)


# -- movement and alerts --------------------------------------------------------------------------

WATCH = """() => {
  window.travelled = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...what) { window.travelled.push(what[1].duration); return animate.apply(this, what); };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_travel_unless_motion_is_reduced(browser: Browser, host: Host, motion: str) -> None:
    match = late()
    context = browser.new_context(
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
        viewport={"width": 1280, "height": 800},
    )
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    page.goto(host.kept(match)[match.decisions[0].seat])
    number = drawn(page)
    wanted = next((move for move in moves(page) if move.startswith("place")), moves(page)[0])
    play(page, wanted)
    drawn(page, number)
    if motion == "reduce":
        assert page.evaluate("window.travelled") == []
    elif wanted.startswith("place"):
        until(lambda: page.evaluate("window.travelled.length") > 0)
        assert all(200 <= time <= 300 for time in page.evaluate("window.travelled"))
    context.close()


def test_moves_of_bots_are_shown_one_after_another_and_can_be_skipped(
    browser: Browser, host: Host
) -> None:
    links = host.begun("castle_keep", "human", "random", "random", "random")
    context = browser.new_context(reduced_motion="no-preference")
    page = context.new_page()
    drawings: list[str] = []
    page.on(
        "request",
        lambda asked: drawings.append(asked.url) if "picture.svg?at=" in asked.url else None,
    )
    page.goto(links[0])
    for _ in range(6):
        number = shown(page, -1, "Your turn").number
        if drawings:
            break
        play(page, moves(page)[-1])
        drawn(page, number)
    assert shown(page, -1, "Your turn").asked
    before = drawn(page)
    play(page, moves(page)[-1])
    while drawn(page) == before or not shown(page).asked:
        page.keyboard.press("Escape")
        page.wait_for_timeout(20)
    assert drawings
    context.close()


def test_the_title_and_a_sound_tell_whose_turn_it_is(people: People, host: Host) -> None:
    ada, bo = map(people.come, host.begun("kilt_castle", "human", "human")[:2])
    drawn(ada)
    drawn(bo)
    assert ada.title().startswith("●") and "your turn" not in bo.title()
    bo.evaluate(
        """() => { window.heard = 0; window.AudioContext = class extends AudioContext {
          constructor() { super(); window.heard += 1; } }; }"""
    )
    bo.click("[data-does=settings]")
    sounds = bo.locator("[data-setting=sounds]")
    assert not sounds.is_checked()
    sounds.check()
    bo.keyboard.press("Escape")
    while not is_asked(bo):
        number = drawn(ada)
        play(ada, moves(ada)[0])
        drawn(bo, number)
    assert "your turn" in bo.title() and bo.evaluate("window.heard") == 1
    bo.evaluate("localStorage.clear()")


NOTICE = """() => {
  window.shown = [];
  window.Notification = class { constructor(title, { body }) { window.shown.push([title, body]); } static permission = "granted"; static requestPermission() {} };
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
}"""
"""A page that nobody looks at, in a browser that allows notifications."""


def test_a_notification_tells_whose_turn_it_is_if_that_is_set(people: People, host: Host) -> None:
    links = host.begun("kilt_castle", "human", "human")
    ada, bo = map(people.come, links[:2])
    for page in (ada, bo):
        drawn(page)
    bo.click("[data-does=settings]")
    notify = bo.locator("[data-setting=notify]")
    assert not notify.is_checked()
    bo.evaluate(NOTICE)
    while not is_asked(bo):
        number = drawn(ada)
        play(ada, moves(ada)[0])
        drawn(bo, number)
    assert bo.evaluate("window.shown") == []
    notify.check()
    bo.keyboard.press("Escape")
    while is_asked(bo):
        number = drawn(bo)
        play(bo, moves(bo)[0])
        drawn(ada, number)
    assert bo.evaluate("window.shown") == []
    while not is_asked(bo):
        number = drawn(ada)
        play(ada, moves(ada)[0])
        drawn(bo, number)
    [(title, body)] = bo.evaluate("window.shown")
    assert title == "Your turn" and body in bo.inner_text("#status")
    assert bo.title().startswith("●") and "your turn" in bo.title()
    bo.evaluate("localStorage.clear()")


SEAT_COLOURS = {"kilt_castle": CLOTH, "kings_and_castles": STRONG[:4]}
"""The inks of the players' pieces, by seat."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", SEAT_COLOURS)
def test_the_moves_of_a_player_have_the_colour_of_the_pieces(
    people: People, host: Host, game: str, scheme: Literal["light", "dark"]
) -> None:
    page = people.come(host.begun(game, *["human"] * 4)[0], scheme=scheme)
    drawn(page)
    shown_colours = page.evaluate(
        """() => [1, 2, 3, 4].map(seat => { const row = document.createElement("li");
          row.className = `seat-${seat}`; document.querySelector("#news").append(row);
          return getComputedStyle(row).borderLeftColor.match(/[0-9]+/g).map(Number); })"""
    )
    inks = [
        [int(getattr(ink, scheme)[at : at + 2], 16) for at in (1, 3, 5)]
        for ink in SEAT_COLOURS[game]
    ]
    for seat, colour in enumerate(shown_colours):
        assert min(inks, key=lambda ink: dist(ink, colour)) == inks[seat], (seat, colour)


# -- legend and why -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", GAMES)
def test_the_legend_explains_the_signs_of_the_picture(
    people: People, host: Host, game: str, width: int
) -> None:
    match = late(game)
    page = people.come(host.kept(match)[match.decisions[0].seat], width, 800)
    drawn(page)
    page.keyboard.press("s")
    page.wait_for_selector("#sheet[open] :is(.legend, dl + p)")
    assert "you may choose it" in page.inner_text("#sheet-body")
    assert page.locator("#sheet .sign").count() == 4
    seen = page.locator("#sheet .legend svg text, #sheet dl ~ p").evaluate_all(
        """texts => { const body = document.querySelector("#sheet-body").getBoundingClientRect();
          const isSeen = text => { const sheet = (text.ownerSVGElement ?? text).getBoundingClientRect(), { left, right, top, bottom } = text.getBoundingClientRect();
            return Math.max(sheet.left, body.left) <= left && right <= Math.min(sheet.right, body.right) && top >= sheet.top - 4 && bottom <= sheet.bottom + 4; };
          const words = set => [...new Set(set.map(text => text.textContent))].sort();
          return [words(texts), words(texts.filter(isSeen))]; }"""
    )
    assert len(seen[0]) >= 3 and seen[0] == seen[1]


def test_why_says_in_a_line_that_a_move_is_legal_and_what_it_does(
    people: People, host: Host
) -> None:
    page = come(people, host, late("kilt_castle"))
    page.locator("#moves [role=option]").first.click()
    assert chosen(page)
    words = page.inner_text("#leads")
    page.keyboard.press("w")
    page.wait_for_selector("#note:visible")
    line = page.inner_text("#note")
    assert line.startswith("Legal. ") and words in line
    assert page.locator("#sheet[open]").count() == 0
    page.get_by_role("button", name="All rules").click()
    page.wait_for_selector("#sheet[open] li")
