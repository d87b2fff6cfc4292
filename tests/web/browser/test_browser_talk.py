"""People talk at a table, and need not listen."""

from __future__ import annotations

from tests.web.browser.people import Host, People, Served, drawn


def test_people_talk_mute_and_report(people: People, host: Host, served: Served) -> None:
    links = host.begun("kings_and_castles", "human", "human")
    ada, bo = (people.come(link) for link in links[:2])
    for page in (ada, bo):
        drawn(page)
    ada.locator("#talk summary").click()
    ada.get_by_role("button", name="Shall we make peace?").click()
    bo.get_by_text("(1 new)").wait_for()
    bo.locator("#talk summary").click()
    bo.locator("#said li", has_text="Ada: Shall we make peace?").wait_for()
    bo.locator("#unread:empty").wait_for(state="attached")
    number = drawn(bo)
    bo.locator("#words").fill("<img src=x> h u a")
    bo.keyboard.press("Enter")
    ada.locator("#said li", has_text="Bo: <img src=x> h u a").wait_for()
    assert ada.locator("#said img").count() == 0
    bo.locator("#words:placeholder-shown").wait_for()  # it is empty again
    assert drawn(bo) == number
    ada.locator("#said").get_by_role("button", name="Report").click()
    ada.locator("#said", has_text="Reported").wait_for()
    ada.locator("#said").get_by_role("button", name="Mute").click()
    ada.locator("#said", has_text="Bo is muted").wait_for()
    assert "<img" not in ada.inner_text("#said")
    ada.reload()
    ada.locator("#talk summary").click()
    ada.locator("#said", has_text="Bo is muted").wait_for()
    ada.get_by_role("button", name="Unmute").click()
    ada.locator("#said li", has_text="<img src=x>").wait_for()
    page = people.come(served.lobby)
    page.goto(f"{people.base}/tables/{host.last.stem}")
    page.locator(".reported li", has_text="Bo: <img src=x>").wait_for()
    page.get_by_role("button", name="Remove message").click()
    ada.locator("#said li", has_text="<img src=x>").wait_for(state="detached")
    page.get_by_label("Who may talk").select_option("off")
    ada.locator("#talk").wait_for(state="hidden")


def test_spectators_have_no_part_in_it_unless_the_host_allows_it(
    people: People, host: Host, served: Served
) -> None:
    links = host.begun("kilt_castle", "human", "human")
    spectator = people.come(links[-1])
    drawn(spectator)
    assert spectator.locator("#talk").is_hidden()
    page = people.come(served.lobby)
    page.goto(f"{people.base}/tables/{host.last.stem}")
    page.get_by_label("Who may talk").select_option("everyone")
    spectator.locator("#talk").wait_for()
    spectator.locator("#talk summary").click()
    spectator.get_by_role("button", name="Good luck!").click()
    spectator.locator("#said li", has_text="Spectator: Good luck!").wait_for()


def test_a_seat_is_left_to_a_bot_if_the_others_agree(people: People, host: Host) -> None:
    people.forgiven = "409|404"
    links = host.begun("kilt_castle", "human", "human")
    ada, bo = (people.come(link) for link in links[:2])
    for page in (ada, bo):
        drawn(page)
    ada.get_by_role("button", name="Hand over your seat").click()
    ada.get_by_role("button", name="To the Easy bot").click()
    ada.get_by_text("The others are asked").wait_for()
    bo.get_by_text("Ada would like the Easy bot to play on").wait_for()
    bo.get_by_role("button", name="Allow").click()
    bo.locator("#present li", has_text="Ada bot").wait_for()
    bo.get_by_role("button", name="Hand over your seat").click()
    bo.get_by_role("button", name="To another person").click()
    heir = people.come(bo.get_by_label("The new link").input_value())
    drawn(heir)
    heir.locator("#present li", has_text="Bo you").wait_for()
