"""Nothing is a dead end: from every page there is a way on and a way back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.web.browser.people import Host, People, Served, drawn, shown

import rulekeep
from rulekeep.match.exercise import Exercise
from rulekeep.match.lessons import lessons_of

if TYPE_CHECKING:
    from playwright.sync_api import Page


def leads_to(page: Page) -> set[str]:
    """The addresses that a page leads to, without the server's."""
    found: list[str] = page.evaluate("[...document.links].map(link => new URL(link.href).pathname)")
    return set(found)


def finished(host: Host) -> list[str]:
    """The links of a match that was played to its end."""
    links = host.late("castle_keep", 1)
    seat, move = host.rest[0]
    answer = host.ask.get(f"{links[seat]}/view").json()
    assert host.ask.post(f"{links[seat]}/act", data={"number": answer["number"], "move": move}).ok
    return links


def test_the_end_of_a_match_leads_to_its_replay_and_back(people: People, host: Host) -> None:
    link = finished(host)[0]
    page = people.come(link)
    assert shown(page).over
    assert page.locator("#result .scores").count() == 1
    page.get_by_role("link", name="Replay this match").click()
    page.wait_for_url("**/replay")
    page.get_by_text("Move 0 of").wait_for()
    page.keyboard.press("End")
    page.locator("#result .scores").wait_for()
    page.get_by_role("link", name="Table").click()
    page.wait_for_url(link)
    drawn(page)


def test_a_match_that_goes_on_has_no_replay(people: People, host: Host) -> None:
    people.forgiven = "409"
    link = host.begun("castle_keep", "human", "human")[0]
    page = people.come(f"{link}/replay")
    assert "not over yet" in page.inner_text("main")


def test_a_replay_plays_by_itself(people: People, host: Host) -> None:
    page = people.come(f"{finished(host)[-1]}/replay")
    last = int(page.get_attribute("#at", "max") or 0)
    page.get_by_text(f"Move 0 of {last}").wait_for()
    page.locator("#pace").select_option("600")
    page.get_by_role("button", name="Play automatically").click()
    page.get_by_text(f"Move 3 of {last}", exact=True).wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play automatically").wait_for()
    page.locator("#at").fill(str(last - 1))
    page.keyboard.press("Space")
    page.get_by_text(f"Move {last} of {last}", exact=True).wait_for()
    page.get_by_role("button", name="Play automatically").wait_for()


def test_the_host_finds_the_lobby_from_everywhere(
    people: People, host: Host, served: Served
) -> None:
    links = host.begun("kilt_castle", "human", "human")
    page = people.come(served.lobby)
    for address in ("/book/kilt_castle", "/learn/kilt_castle", "/learn/kilt_castle/1", links[0]):
        page.goto(address if address.startswith("http") else people.base + address)
        assert "/" in leads_to(page), address
    assert f"/tables/{host.last.stem}" in leads_to(page)
    guest = people.come(links[0])
    assert "/" not in leads_to(guest)
    assert {"/book/kilt_castle", "/learn/kilt_castle"} <= leads_to(guest)


def test_an_error_leads_on(people: People, served: Served) -> None:
    people.forgiven = "40[34]"
    for address in ("/nothing", "/tables/nothing"):
        assert {"/learn/kilt_castle", "/book/kilt_castle"} <= leads_to(people.come(address))
    page = people.come(served.lobby)
    page.goto(f"{people.base}/tables/nothing")
    page.get_by_role("link", name="Lobby").click()
    page.get_by_role("heading", name="New match").wait_for()


def learn_the_last_lesson(page: Page, base: str) -> None:
    game = rulekeep.games()["kilt_castle"]
    lessons = lessons_of(game)
    page.goto(f"{base}/learn/kilt_castle/{len(lessons)}")
    exercise = Exercise(lessons[-1], game)
    while True:
        page.get_by_text(exercise.step.task).wait_for()
        page.locator("#moves [role=option]").first.wait_for()
        right = next(exercise.right_moves())
        page.locator("#filter").fill(right.move)
        page.keyboard.press("Enter")
        page.get_by_text(f"Right: {right.move}").wait_for()
        exercise.play(right)
        if exercise.is_last:
            return
        exercise.next()


def test_the_last_lesson_offers_a_match(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    learn_the_last_lesson(page, people.base)
    page.get_by_role("link", name="Play a match").click()
    page.wait_for_url(re.compile(r"\?game=kilt_castle"))
    assert page.locator("[name=game]:checked").get_attribute("value") == "kilt_castle"
    guest = people.come("/learn/kilt_castle")
    learn_the_last_lesson(guest, people.base)
    assert guest.get_by_role("link", name="Play a match").count() == 0
    guest.locator("#note").get_by_role("link", name="All lessons").wait_for()


def test_the_links_say_whether_others_can_reach_them(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url("**/tables/*")
    assert "rulekeep serve --host 0.0.0.0" in page.inner_text("#reach")


def test_a_host_pauses_a_table_and_removes_it(people: People, host: Host, served: Served) -> None:
    link = host.begun("castle_keep", "human", "human")[0]
    guest = people.come(link)
    assert shown(guest).asked
    page = people.come(served.lobby)
    page.goto(f"{people.base}/tables/{host.last.stem}")
    page.get_by_label("Pause").check()
    guest.get_by_text("The host has paused this table").wait_for()
    page.get_by_label("Pause").uncheck()
    guest.locator("#status", has_text="Your turn").wait_for()
    page.on("dialog", lambda asked: asked.accept())
    people.forgiven = "404"
    page.get_by_role("button", name="Archive match").click()
    page.get_by_role("heading", name="New match").wait_for()
    guest.get_by_text("no longer valid").wait_for()


def test_a_refusal_goes_when_it_no_longer_holds(people: People, host: Host, served: Served) -> None:
    people.forgiven = "422|ERR_|Failed to load"
    ada = host.begun("kilt_castle", "human", "human")[0]
    page = people.come(ada)
    number = drawn(page)
    page.locator("#filter").fill("dance")
    page.keyboard.press("Enter")
    page.locator("#refusal:visible").wait_for()
    view = host.ask.get(f"{ada}/view").json()
    move = view["moves"][0]["moves"][0]["text"]
    host.ask.post(f"{ada}/act", data={"number": number, "move": move})
    drawn(page, number)
    page.locator("#refusal").wait_for(state="hidden")
    served.stop()
    page.get_by_text("Connection lost").wait_for()
    page.get_by_role("button", name="How to win").click()
    page.get_by_text("The server does not answer").wait_for()
    served.start()
    page.locator("#connection").wait_for(state="hidden")
    page.locator("#refusal").wait_for(state="hidden")


def test_a_page_shows_who_is_here_and_who_left(people: People, host: Host) -> None:
    links = host.begun("kilt_castle", "human", "human", "greedy")
    ada = people.come(links[0])
    drawn(ada)
    present = ada.locator("#present li")
    present.nth(1).filter(has_text="away").wait_for()
    assert present.all_inner_texts() == ["Ada you", "Bo away", "Cleo bot"]
    bo, spectator = people.come(links[1]), people.come(links[-1])
    present.nth(1).filter(has_text="here").wait_for()
    present.filter(has_text="1 spectator").wait_for()
    bo.goto("about:blank")
    spectator.goto("about:blank")
    present.nth(1).filter(has_text="away").wait_for()
    present.filter(has_text="1 spectator").wait_for(state="detached")


def test_enemies_are_placed_at_random_from_the_first_screen(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    page.locator("[name=game][value=kings_and_castles]").check(force=True)
    part = page.locator("section[data-game=kings_and_castles]")
    part.locator("[data-preset]").select_option(label="Quick start")
    part.get_by_text("The enemies are placed at random").wait_for()
    part.get_by_role("button", name="Play against").click()
    page.wait_for_url("**/t/*")
    drawn(page)
    assert "Placing the enemies: At random" in page.inner_text(".side")


def test_the_rest_of_a_manual_setup_is_one_button(people: People, host: Host) -> None:
    page = people.come(host.begun("kings_and_castles", "human", "greedy")[0])
    drawn(page)
    page.get_by_text("Auto lets the Easy bot play the rest of this step").wait_for()
    page.get_by_role("button", name="Auto").click()
    page.locator("#status", has_text="Bid household units").wait_for()
