"""Examples of the rule book at a table; links to positions and matches; match files that travel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.browser.people import PHONE, Host, People, Served, drawn

import rulekeep
from rulekeep.cli.book_pages import game_page
from rulekeep.cli.book_pages.examples import Example
from rulekeep.cli.book_pages.write_book import write_book
from rulekeep.testing.scenario_format import scenarios_of
from rulekeep.testing.scenario_run import play_scenario
from rulekeep.web.pages.rule_books import edition

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "castle_keep"


def refused_then_played() -> tuple[int, str, str, str]:
    """An example that tries a move in vain and then plays another: number, rule and both moves."""
    for number, scenario in enumerate(scenarios_of(rulekeep.games()[GAME]), 1):
        steps = [s for s in scenario.node.get("when") or () if "legal" not in s]
        if len(steps) == 2 and "refused" in steps[0] and "refused" not in steps[1]:
            rule = steps[0]["refused"]["rule"].str()
            return number, rule, steps[0]["move"].str(), steps[1]["move"].str()
    raise AssertionError("there is such an example")


def type_move(page: Page, move: str) -> None:
    page.locator("#filter").fill(move)
    page.keyboard.press("Enter")


def test_an_example_of_the_book_is_tried(
    people: People, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rulekeep.games()[GAME]
    number, rule, wrong, right = refused_then_played()
    scenario = scenarios_of(game)[number - 1]
    # A book with one example is quickly made.
    only = [Example(scenario, play_scenario(scenario, game), number)]
    monkeypatch.setattr(game_page, "examples", lambda _game: only)
    served.books.mkdir()
    write_book([game], served.books / edition(), lambda _n, _t: None, tables=True)
    page = people.come(f"/book/{GAME}#example-{number}")
    page.locator(f"#example-{number} .try a").click()
    page.wait_for_url(f"**/book/{GAME}/{number}")
    page.locator("#moves [role=option]").first.wait_for()
    assert page.locator(".shows .next b").count() == 1

    page.get_by_role("button", name="Try it").click()
    page.get_by_text(f"Right: the rules refuse that, {rule}.").wait_for()
    type_move(page, wrong)
    page.wait_for_selector("#refusal:visible")
    assert page.locator("#refusal a").first.inner_text() == rule
    type_move(page, right)
    page.get_by_text("Right: that is the move of the example.").wait_for()
    page.get_by_text("That was the example.").wait_for()
    assert page.locator(".shows .done").count() == 2

    page.get_by_role("button", name="Again").click()
    page.locator(".shows .next").wait_for()
    assert not page.locator("#note").is_visible()
    page.get_by_role("link", name="Back to the rule").click()
    page.wait_for_url(f"**/book/{GAME}#{scenario.home}")
    assert page.locator(f"#{scenario.home}:target").count() == 1


def test_another_move_is_played_by_a_click_on_a_phone(people: People) -> None:
    number = refused_then_played()[0]
    page = people.come(f"/book/{GAME}/{number}", width=PHONE, height=740)
    page.locator("#moves [role=option]").last.click()
    page.locator("#play").click()
    page.locator("#note p").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def copied(page: Page, button: str) -> str:
    """What a button puts into the clipboard; a page without the focus may not read it back."""
    page.evaluate("navigator.clipboard.writeText = async text => { window.written = text }")
    page.locator(button).click()
    page.locator(button).get_by_text("Copied").wait_for()
    return str(page.evaluate("window.written"))


def test_a_position_is_copied_opened_and_played_on(
    people: People, host: Host, served: Served
) -> None:
    player = people.come(host.begun("kilt_castle", "human", "human")[0])
    drawn(player)
    link = copied(player, "#share-position")
    guest = people.come(link)
    guest.locator("#picture .part svg").first.wait_for()
    assert guest.get_by_text("The host of a server can play on from here.").is_visible()

    page = people.come(served.lobby)
    page.goto(link)
    page.locator("#seats select").nth(1).select_option("human")
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url("**/tables/*")
    people.forgiven = "400"
    page.goto(f"{people.base}/share#p=abc")
    page.get_by_text("The link is damaged, or not copied to its end.").wait_for()


def test_a_match_file_is_downloaded_and_imported(
    people: People, host: Host, served: Served, tmp_path: Path
) -> None:
    links = host.late("castle_keep", 1)
    seat, move = host.rest[0]
    number = host.ask.get(f"{links[seat]}/view").json()["number"]
    assert host.ask.post(f"{links[seat]}/act", data={"number": number, "move": move}).ok
    page = people.come(links[0])
    page.locator("#file").wait_for()
    with page.expect_download() as download:
        page.locator("#file").click()
    file = tmp_path / "match.rkm"
    download.value.save_as(file)
    link = copied(page, "#share-match")
    shared = people.come(link)
    shared.locator("#result .scores").wait_for()

    lobby = people.come(served.lobby)
    lobby.set_input_files("#import", file)
    lobby.wait_for_url("**/replay/*")
    name = lobby.url.rpartition("/")[2]
    assert (served.directory / f"{name}.rkm").read_bytes() == file.read_bytes()
    file.write_text(file.read_text().replace("\t0\t", "\t1\t", 1))
    lobby.goto(served.lobby)
    people.forgiven = "400"
    lobby.set_input_files("#import", file)
    lobby.get_by_text("match.rkm, line").wait_for()
