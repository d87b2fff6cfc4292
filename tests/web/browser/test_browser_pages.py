"""Pages by keys alone, on a phone, by night; the lobby, replays, lessons and what is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest
from tests.web.browser.people import (
    GAMES,
    PHONE,
    Host,
    People,
    Served,
    drawn,
    is_asked,
    learn,
    moves,
    new,
)

import rulekeep

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def test_keys_alone_suffice_from_the_lobby_to_a_move(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    for _ in range(20):
        if page.evaluate("document.activeElement.name") == "game":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.value")
    assert page.evaluate("getComputedStyle(document.activeElement.closest('label')).outlineStyle")
    for _ in range(40):
        if page.evaluate("document.activeElement.type") == "submit":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    page.goto(page.locator("[data-link]").first.input_value())
    number = drawn(page)
    assert page.evaluate("document.body.dataset.game") == chosen
    page.keyboard.press("?")
    assert "search moves" in page.inner_text("#sheet")
    page.keyboard.press("Escape")
    assert page.locator("#sheet[open]").count() == 0
    everything = moves(page)
    page.keyboard.press("/")
    page.keyboard.type(everything[-1])
    assert moves(page)[0] == everything[-1]
    page.keyboard.press("Escape")
    assert moves(page) == everything
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator("#moves [aria-selected=true] .move").inner_text()
    assert second == everything[1]
    page.locator("#filter").blur()
    page.keyboard.press("Enter")
    drawn(page, number)


@contextmanager
def fits(page: Page) -> Iterator[None]:
    yield
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE, page.url


def test_a_phone_need_not_scroll_sideways(people: People, host: Host, served: Served) -> None:
    phone = people.come(served.lobby, width=PHONE, height=740)
    with fits(phone):
        phone.locator("summary").first.click()
    for game in GAMES:
        links = host.begun(game, "human", "human")
        with fits(phone):
            phone.goto(links[0])
            drawn(phone)
        number = drawn(phone)
        with fits(phone):
            phone.locator("#moves [role=option]").first.click()
            phone.click("#play")
            drawn(phone, number)
        with fits(phone):
            phone.click("#closer")
        for address in (f"/book/{game}", f"/learn/{game}/1"):
            with fits(phone):
                phone.goto(f"{people.base}{address}")


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_page_and_picture_follow_the_surroundings(
    scheme: Literal["light", "dark"], dark: bool, people: People, host: Host
) -> None:
    page = people.come(host.begun("kilt_castle", "human", "human")[0], scheme=scheme)
    drawn(page)
    tone: Callable[[str, str], float] = lambda selector, of: page.evaluate(
        """([selector, of]) => {
          const tone = getComputedStyle(document.querySelector(selector))[of];
          return tone.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 765;
        }""",
        [selector, of],
    )
    assert (tone("body", "backgroundColor") < 0.3) == dark
    assert (tone("#picture [data-cell] rect", "fill") < 0.4) == dark
    assert (tone("#picture text", "fill") > 0.7) == dark


@pytest.mark.parametrize("width", [1000, PHONE])
def test_the_picture_keeps_its_box(width: int, people: People, host: Host) -> None:
    page = people.come(host.begun("castle_keep", "human", "human")[0], width=width)
    box = page.locator("#picture").bounding_box()
    number = drawn(page)
    assert page.locator("#picture").bounding_box() == box
    while is_asked(page):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        number = drawn(page, number)
        assert page.locator("#picture").bounding_box() == box


# -- other pages ----------------------------------------------------------------------------------


def test_a_match_against_a_bot_starts_at_once(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    page.locator("[name=game][value=castle_keep]").check(force=True)
    page.get_by_role("button", name="Play against a bot").click()
    page.wait_for_url("**/t/*")
    drawn(page)
    assert page.locator("#scores thead th").all_inner_texts() == ["Player 1", "Easy bot"]


def test_the_lobby_starts_the_match_that_was_chosen(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    page.locator("[name=game][value=castle_keep]").check(force=True)
    part = page.locator("section[data-game=castle_keep]")
    part.locator("[data-seats]").select_option("3")
    part.locator("[name=name]").nth(1).fill("<b>Béa</b>")
    part.locator("[name=player]").nth(1).select_option("human")
    part.locator("[name=player]").nth(2).select_option("random")
    part.locator("summary").click()
    part.locator("[data-option=build_cap]").select_option(index=1)
    assert "Building limit" in part.locator("[data-changed]").inner_text()
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url("**/tables/*")
    assert page.locator(".links h2").all_inner_texts()[1] == "<b>Béa</b>"
    assert page.locator("[data-link]").count() == 3
    page.wait_for_function("() => [...document.images].every(image => image.naturalWidth > 50)")
    old = page.locator("[data-link]").first.input_value()
    page.on("dialog", lambda asked: asked.accept())
    with page.expect_navigation():
        page.locator("[data-revoke]").first.click()
    assert page.locator("[data-link]").first.input_value() != old
    people.forgiven = "404"
    assert "no longer valid" in people.come(old).inner_text("main")
    page.goto(people.base)
    row = page.locator("#matches + table tr", has_text="Béa").first
    row.get_by_role("link", name="Links").click()
    page.wait_for_url("**/tables/*")
    new("castle_keep", "human", "human").save(served.directory / "of the terminal.rkm")
    page.goto(people.base)
    page.locator("tr", has_text="Castle Keep").get_by_role("button", name="Resume").first.click()
    page.wait_for_url("**/tables/of%20the%20terminal")


def test_a_click_before_the_script_has_come_is_not_lost(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    start = page.get_by_role("button", name="Start match")
    held: list[Route] = []
    page.route("**/lobby.js", lambda route: held.append(route))
    with page.expect_request("**/lobby.js"):
        page.goto(people.base, wait_until="commit")
    start.wait_for()
    assert start.is_disabled()
    held.pop().continue_()
    start.click()
    page.wait_for_url("**/tables/*")


def test_enter_in_a_setting_saves_it(people: People, host: Host, served: Served) -> None:
    host.begun("castle_keep", "human", "human")
    page = people.come(served.lobby)
    page.goto(f"{people.base}/tables/{host.last.stem}")
    page.locator("[name=takeover]").fill("7")
    page.keyboard.press("Enter")
    page.get_by_text("Saved. The players see it at once.").wait_for()
    assert "?" not in page.url
    page.reload()
    assert page.locator("[name=takeover]").input_value() == "7"


def test_a_kept_match_is_stepped_through(people: People, host: Host, served: Served) -> None:
    host.late("castle_keep", 1)
    page = people.come(served.lobby)
    page.goto(f"{people.base}/replay/{host.last.stem}")
    last = int(page.get_attribute("#at", "max") or 0)
    page.get_by_text(f"Move 0 of {last}").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(f"Move 1 of {last}").wait_for()
    assert "Ada" in page.inner_text("#status")
    first = page.inner_html("#picture")
    page.keyboard.press("End")
    page.get_by_text(f"Move {last} of {last}").wait_for()
    assert page.inner_html("#picture") != first
    page.keyboard.press("Home")
    page.get_by_text("Set-up").wait_for()


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/book/no_such_game", 404),
        ("/learn/no_such_game", 404),
        ("/learn/kilt_castle/99", 404),
        ("/learn/kilt_castle/first", 404),
        ("/learn/kilt_castle/1/step?moves=[[]]", 400),
        ("/learn/kilt_castle/1/step?moves=nonsense", 400),
        ("/learn/kilt_castle/1/picture.svg?moves=[%22pass%22]", 400),
        ("/static/../making.py", 404),
        ("/static/pictures/no_such_game.svg", 404),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(host: Host, address: str, status: int) -> None:
    answer = host.ask.get(address)
    assert answer.status == status
    assert answer.text().strip() and "Traceback" not in answer.text()


def test_a_lesson_is_learnt_and_remembered(people: People) -> None:
    from rulekeep.match.exercise import Exercise
    from rulekeep.match.lessons import lessons_of

    game = rulekeep.games()["kilt_castle"]
    lesson = lessons_of(game)[0]
    page = people.come("/learn/kilt_castle/1")
    exercise = Exercise(lesson, game)
    page.locator("#moves [role=option]").first.wait_for()
    wrong = next(
        move for move in moves(page) if move not in {r.move for r in exercise.right_moves()}
    )
    page.locator("#filter").fill(wrong)
    page.keyboard.press("Enter")
    page.wait_for_selector("#refusal:visible")
    assert "not what this step asks for" in page.inner_text("#refusal")
    learn(page, exercise)
    page.get_by_role("link", name="Next lesson").first.wait_for()
    page.goto(f"{people.base}/learn/kilt_castle")
    assert page.locator(".lessons .done").all_inner_texts() == [lesson.title]
