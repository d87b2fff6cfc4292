"""The review of a match in a browser, and its decisions tried again at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.browser.people import PHONE, Host, People, Served, moves, new, play_by_lot
from tests.web.reviewed import write_review

if TYPE_CHECKING:
    from playwright.sync_api import Page


def attempt(page: Page, move: str) -> None:
    page.locator("#filter").fill(move)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("width", [1000, PHONE])
def test_mistakes_are_tried_again_one_after_another(
    people: People, host: Host, served: Served, width: int
) -> None:
    match = new("castle_keep", "human", "human")
    play_by_lot(match, lambda: match.is_over)
    table = host.kept(match)[0]
    _, judged = write_review(served.reviews, host.last)
    first, second = [one for one in judged if one.seat == 0]
    page = people.come(f"{table}/review", width=width)
    page.locator(f"#move-{first.number}").get_by_role("link", name="Try this decision").click()
    page.get_by_text("Your task: Find a better move.").wait_for()
    page.locator("#moves [role=option]").first.wait_for()
    assert first.move in moves(page) and "You played: " in page.inner_text("#about")
    attempt(page, first.move)
    page.get_by_text("That is the move you played.").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_text(f"The answer: {first.best}").wait_for()
    attempt(page, first.good[1])
    page.get_by_text("That is nearly as good as the best move.").wait_for()
    page.get_by_role("link", name="Next mistake").first.click()
    page.wait_for_url(f"**/review/{second.number}")
    page.locator("#moves [role=option]").first.wait_for()
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(wide)
    attempt(page, second.best)
    page.get_by_text("No better move was found.").wait_for()
    page.locator("#note").get_by_role("link", name="Back to the review").click()
    page.get_by_role("heading", name="Moves that could have been better").wait_for()
    assert page.evaluate(wide)
    # What was tried again is no lesson of the game.
    assert page.evaluate("Object.keys(localStorage).filter(key => key.includes('lessons'))") == []
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("#result:visible")
