"""The picture of the table: clicks that narrow it, the ghost of a move, sizes, keys and screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.browser.people import (
    GAMES,
    Host,
    People,
    chosen,
    drawn,
    moves,
    new,
    play_by_lot,
    shown,
)
from tests.web.client import until

import rulekeep
from rulekeep.core.drawing.canvas import Look
from rulekeep.match.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEATS = {"carcassonne_castle": 2}
ATTACKS = 3
"""Attacks to choose from, at the least."""


def played(game: str, wanted: Callable[[Match], bool], **options: Any) -> Match:
    """A match of as many people as possible, played at random until it is as wanted."""
    match = new(game, *["human"] * SEATS.get(game, 4), **options)
    play_by_lot(match, lambda: wanted(match))
    return match


def come(people: People, host: Host, match: Match, width: int = 1280, height: int = 800) -> Page:
    """The page of the seat that decides."""
    page = people.come(host.kept(match)[match.decisions[0].seat], width, height)
    drawn(page)
    return page


def legal(match: Match) -> list[str]:
    return match.legal_moves(match.decisions[0].seat)


def building(match: Match) -> bool:
    """In Castle Keep: several tiles can be placed, and the castle has some already."""
    places = {move.split()[1] for move in legal(match) if move.startswith("place ")}
    return len(match.plies) > 50 and len(places) > 1


# -- clicks ---------------------------------------------------------------------------------------


def test_after_a_pick_only_what_still_fits_is_lit(people: People, host: Host) -> None:
    match = played("castle_keep", building)
    page = come(people, host, match)
    tile = page.locator("#picture .may[data-letter]").first
    name = tile.get_attribute("data-tile")
    before = page.locator("#picture .mark.open").count()
    tile.click()
    page.wait_for_selector("#picks button")
    cells = page.locator("#picture .may[data-cell]").evaluate_all(
        "cells => cells.map(cell => cell.dataset.cell)"
    )
    assert set(cells) == {
        move.split()[2] for move in legal(match) if move.split()[:2] == ["place", name]
    }
    assert 0 < page.locator("#picture .mark.open").count() < before
    others = page.locator(f"#picture [data-legal][data-letter]:not([data-tile={name}])")
    assert others.count() and "dim" in (others.first.get_attribute("class") or "")


def test_a_click_that_does_not_fit_keeps_the_pick_and_names_the_rule(
    people: People, host: Host
) -> None:
    match = played("castle_keep", building)
    page = come(people, host, match)
    page.locator("#picture .may[data-letter]").first.click()
    listed = moves(page)
    page.locator("#picture [data-mine] [data-cell][data-tile]").first.click()
    page.wait_for_selector("#refusal:visible")
    assert "There is already" in page.inner_text("#refusal")
    assert page.locator("#refusal a").inner_text() == "CK-020"
    assert moves(page) == listed and page.locator("#picks button").count() == 1
    page.locator("#picture .may[data-cell]").first.click()
    assert page.locator("#refusal:visible").count() == 0 and chosen(page) in listed


@pytest.mark.parametrize(
    ("game", "wanted", "first", "then", "rule"),
    [
        ("kilt_castle", lambda m: m.decisions[0].kind == "relocate", "card", "position", "KC-"),
        (
            "kings_and_castles",
            lambda m: m.decisions[0].kind == "attack" and len(legal(m)) > ATTACKS,
            "region",
            "region",
            "KG-",
        ),
    ],
)
def test_every_game_says_why_a_place_does_not_fit(
    people: People,
    host: Host,
    game: str,
    wanted: Callable[[Match], bool],
    first: str,
    then: str,
    rule: str,
) -> None:
    page = come(people, host, played(game, wanted))
    page.locator(f"#picture .may[data-{first}]").first.click()
    listed = moves(page)
    page.locator(
        f"#picture [data-{then}]:not(.may):not([aria-pressed=true]):not(:has([aria-pressed=true]))"
    ).first.click(force=True)
    page.wait_for_selector("#refusal:visible")
    assert page.locator("#refusal a").first.inner_text().startswith(rule)
    assert moves(page) == listed


def test_a_pick_is_exchanged_for_another_of_its_kind(people: People, host: Host) -> None:
    match = played("castle_keep", building)
    page = come(people, host, match)
    tiles = dict.fromkeys(move.split()[1] for move in legal(match) if move.startswith("place "))
    for tile in list(tiles)[:2]:
        page.locator(f"#picture [data-letter][data-tile={tile}]").first.click()
        assert page.locator("#picks button").all_inner_texts() == [f"{tile} ✕"]


# -- the ghost ------------------------------------------------------------------------------------


def turning(match: Match) -> bool:
    """In Carcassonne: the tile fits somewhere in more than one rotation."""
    return match.decisions[0].kind == "place" and len(match.plies) > 20 and _turns(match) != []


def _turns(match: Match) -> list[str]:
    cells = [move.split()[1] for move in legal(match) if move.startswith("place ")]
    return [cell for cell in dict.fromkeys(cells) if cells.count(cell) > 1]


def test_a_ghost_shows_the_tile_in_its_rotation_and_another_click_turns_it(
    people: People, host: Host
) -> None:
    match = played("carcassonne_castle", turning)
    cell = _turns(match)[0]
    fitting = [move for move in legal(match) if move.startswith(f"place {cell} ")]
    page = come(people, host, match)
    place = page.locator(f"#picture [data-cell='{cell}'][data-legal]")
    ghost = page.locator(f"#picture .ghost [data-cell='{cell}']")
    place.click()
    ghost.wait_for(state="attached")
    assert chosen(page) == fitting[0] and page.inner_text("#leads")
    first = ghost.inner_html()
    place.click()
    assert chosen(page) == fitting[1]
    until(lambda: ghost.count() == 1 and ghost.inner_html() != first)
    page.keyboard.press("r")
    assert chosen(page) == fitting[2 % len(fitting)]
    page.click("#vary")
    assert chosen(page) == fitting[3 % len(fitting)]
    page.keyboard.press("Escape")
    ghost.wait_for(state="detached")


def test_every_game_shows_a_ghost(people: People, host: Host) -> None:
    wanted: dict[str, tuple[Callable[[Match], bool], str]] = {
        "castle_keep": (building, "place"),
        "kilt_castle": (lambda m: m.decisions[0].kind == "relocate", "move"),
        "kings_and_castles": (lambda m: m.decisions[0].kind == "crown", "crown"),
    }
    for game, (until_then, verb) in wanted.items():
        match = played(game, until_then)
        page = come(people, host, match)
        move = next(move for move in legal(match) if move.startswith(verb))
        row = page.locator("#moves [role=option]").filter(has_text=re.compile(rf"{move}\s*$"))
        row.first.click()
        page.wait_for_selector("#picture .ghost", state="attached")
        assert chosen(page) == move


def test_the_last_click_plays_if_that_is_set(people: People, host: Host) -> None:
    match = played("castle_keep", building)
    page = come(people, host, match)
    page.click("[data-does=settings]")
    page.locator("[data-setting=atOnce]").check()
    page.keyboard.press("Escape")
    number = drawn(page)
    tile, cell = next(
        move.split()[1:] for move in legal(match) if re.fullmatch(r"place \w+ \w+", move)
    )
    page.locator(f"#picture [data-letter][data-tile={tile}]").first.click()
    assert drawn(page) == number
    page.locator(f"#picture .may[data-cell={cell}]").first.click()
    drawn(page, number)
    page.evaluate("localStorage.clear()")


# -- what is loud, what fits ----------------------------------------------------------------------


def test_what_may_be_done_is_louder_than_what_happened(people: People, host: Host) -> None:
    page = come(people, host, played("kilt_castle", lambda m: len(m.plies) > 40))
    width: Callable[[str], float] = lambda selector: page.locator(selector).first.evaluate(
        "element => parseFloat(getComputedStyle(element).strokeWidth)"
        " * parseFloat(getComputedStyle(element).strokeOpacity)"
    )
    # An element of a picture that has just been drawn anew has no width.
    until(lambda: width("#picture .mark.open") > 1.5 * width("#picture .news"))


STAGES: dict[str, Callable[[Match], bool]] = {
    "early": lambda match: len(match.plies) > 1,
    "late": lambda match: len(match.plies) > 58,
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)])
def test_everything_needed_for_a_move_fits_on_the_screen(
    people: People, host: Host, game: str, stage: str, width: int, height: int
) -> None:
    page = come(people, host, played(game, STAGES[stage]), width, height)
    page.locator("#moves [role=option]").first.click()
    page.keyboard.press("w")
    page.wait_for_selector("#note:visible")
    seen = page.evaluate(
        """() => [...document.querySelectorAll("#picture svg, #status, #play, #note, #leads")].map(
          element => { const box = element.getBoundingClientRect(); return [element.id || "picture", box.top, box.bottom, box.left, box.right]; })"""
    )
    assert {name for name, *_ in seen} == {"picture", "status", "play", "note", "leads"}
    for name, top, bottom, left, right in seen:
        assert top >= 0 and bottom <= height and left >= 0 and right <= width, name
    covered = "([id]) => { const box = document.getElementById(id).getBoundingClientRect(); return !document.getElementById(id).contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"
    assert not any(page.evaluate(covered, [name]) for name in ("status", "play", "note"))
    assert page.locator("#picture.apart").count() == 0


# -- labels ---------------------------------------------------------------------------------------

CROWDED = """apart => {
  // The ink of a text: without the room above and below that its line has.
  const inkOf = text => {
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * matrix.d;
    const base = matrix.d * Number(text.getAttribute("y")) + matrix.f;
    const { left, right } = text.getBoundingClientRect();
    return { left, right, top: base - 0.74 * size, bottom: base + (/[gjpqy,;()…]/.test(text.textContent) ? 0.21 * size : 0) };
  };
  const meet = (one, other, gap) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > -gap && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > -gap;
  const texts = [...document.querySelectorAll("svg text:not(defs *)")].filter(text => text.textContent.trim()).map(text => ({ text, name: text.textContent, ink: inkOf(text) }));
  const found = [];
  texts.forEach(({ text, name, ink }, n) => {
    for (const other of texts.slice(n + 1)) if (meet(ink, other.ink, -0.5)) found.push(`${name} meets ${other.name}`);
    for (const piece of text.matches(apart) ? document.querySelectorAll("svg [data-of] > use") : []) {
      if (meet(ink, piece.getBoundingClientRect(), -0.5)) found.push(`${name} meets a piece of ${piece.parentElement.dataset.of}`);
    }
    for (const across of [0.02, 0.25, 0.5, 0.75, 0.98]) for (const down of [0.1, 0.5, 0.9]) {
      const top = document.elementFromPoint(ink.left + across * (ink.right - ink.left), ink.top + down * (ink.bottom - ink.top));
      const isLater = text.compareDocumentPosition(top) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isLater && !top.matches("text, [fill=none]")) found.push(`${name} is covered by ${top.outerHTML.slice(0, 80)}`);
    }
  });
  return found;
}"""
"""Texts that meet each other or are covered; those that match a selector meet no piece of a region."""


def crowded(browser: Browser, *svgs: str, apart: str = "no") -> list[str]:
    page = browser.new_page(viewport={"width": 1400, "height": 1300})
    found: list[str] = []
    for svg in svgs:
        page.set_content(
            f"<style>svg * {{ pointer-events: visiblePainted !important }}</style>{svg}"
        )
        found += page.evaluate(CROWDED, apart)
    page.close()
    return found


@pytest.mark.parametrize("first", [0, 8])
def test_names_castles_and_signs_of_a_full_map_do_not_overlap(browser: Browser, first: int) -> None:
    """A unit in every region, and every castle of the box."""
    game: Any = rulekeep.games()["kings_and_castles"]
    colours, units = ("blue", "green", "pink", "purple", "black"), ("knight", "foot", "archer")
    full = {
        region.id: f"{colours[n % 5]} {units[n % 3]}"
        + (f", castle {n % 3 + 1}" if first <= n < first + 24 else "")
        for n, region in enumerate(game.board.regions)
    }
    crowns = {str(box): colours[box % 4] for box in range(11, 17)}
    state = game.from_dict({"seats": 4, "box": 10, "regions": full, "crowns": crowns})
    look = Look(names=("Ada", "Bo", "Cleo", "Dan"))
    svg = game.picture(state, 0, look).svg("light")
    assert crowded(browser, svg, apart="[data-of] > text") == []


@pytest.mark.parametrize("game", GAMES)
def test_no_label_is_covered(browser: Browser, game: str) -> None:
    svgs: list[str] = []

    def is_over(match: Match) -> bool:
        if match.is_over or len(match.plies) % 40 == 0:
            seat = match.decisions[0].seat if match.decisions else 0
            svgs.append(match.svg(seat, "light"))
        return match.is_over

    played(game, is_over)
    # A roof lies on the letter of a floor, a score marker on a number of the wall.
    found = [fault for fault in crowded(browser, *svgs) if not re.match(r"(\w|\d+) ", fault)]
    assert found == []


# -- phones ---------------------------------------------------------------------------------------

MEASURED = """() => {
  const large = element => { const { width, height } = element.getBoundingClientRect(); return [width, height]; };
  const texts = [...document.querySelectorAll("#picture text")].filter(text => text.textContent.trim() && !text.closest("defs"));
  return {
    least: Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b))),
    targets: [...document.querySelectorAll("#picture [data-legal]")].map(large),
    buttons: [...document.querySelectorAll("main button, header button, header a, #moves [role=option]")].filter(one => one.offsetParent && !one.matches(".at, .small")).map(large),
  };
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_has_large_targets_and_text(
    people: People, host: Host, game: str, width: int, height: int
) -> None:
    page = come(people, host, played(game, lambda match: len(match.plies) > 8), width, height)
    found = page.evaluate(MEASURED)
    assert found["least"] >= 11 - 0.01
    assert found["targets"]
    for wide, high in found["targets"] + found["buttons"]:
        assert wide >= 32 - 0.1 and high >= 32 - 0.1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("#status", "#play"):
        box = page.locator(name).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


def test_panels_stand_outside_the_board_on_a_phone(people: People, host: Host) -> None:
    for game in ("kilt_castle", "kings_and_castles"):
        page = come(people, host, played(game, lambda match: len(match.plies) > 8), 390, 844)
        assert page.locator("#picture .part.board [data-part=seat]").count() == 0
        assert page.locator("#picture .part.seat").count() == 4
        first = page.locator("#picture .part.seat").first
        assert first.locator("[data-mine]").count() == 1


def test_two_fingers_zoom_and_one_drags(people: People, host: Host) -> None:
    page = come(people, host, played("kilt_castle", lambda match: len(match.plies) > 8), 390, 844)
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    width = page.locator("#picture svg").nth(1).bounding_box()
    touch("touchStart", (180, 200), (220, 200))
    touch("touchMove", (160, 200), (240, 200))
    touch("touchMove", (140, 200), (260, 200))
    touch("touchEnd")
    wider = page.locator("#picture svg").nth(1).bounding_box()
    assert width is not None and wider is not None and wider["width"] > 1.5 * width["width"]
    before = page.locator("#picture").evaluate("box => [box.scrollLeft, box.scrollTop]")
    page.mouse.move(200, 200)
    page.mouse.down()
    page.mouse.move(120, 140, steps=4)
    page.mouse.up()
    after = page.locator("#picture").evaluate("box => [box.scrollLeft, box.scrollTop]")
    assert after[0] > before[0] + 40 and after[1] > before[1] + 30
    assert page.locator("#picks button").count() == 0


# -- keys and screen readers ----------------------------------------------------------------------


def test_places_are_focused_named_and_chosen_by_keys(people: People, host: Host) -> None:
    match = played(
        "kings_and_castles", lambda m: m.decisions[0].kind == "attack" and len(legal(m)) > ATTACKS
    )
    page = come(people, host, match)
    region = page.get_by_role("button", name=re.compile(r"defence \d.*you may choose it")).first
    region.focus()
    said = page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('#picture [data-legal]') !== null")
    region.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#picks button")
    picked = page.evaluate("document.activeElement.ariaLabel")
    assert picked == said.replace("you may choose it", "picked")
    assert page.evaluate("document.activeElement.ariaPressed") == "true"
    assert shown(page).asked


def test_a_tab_leads_into_the_picture_once(people: People, host: Host) -> None:
    page = come(people, host, played("castle_keep", building))
    assert page.locator("#picture svg [tabindex='0']").count() == 1
