"""One table in the browser: what clicks and keys do, and what everybody sees."""

from __future__ import annotations

import re

from tests.web.browser.people import (
    Host,
    People,
    Served,
    chosen,
    drawn,
    is_asked,
    moves,
    new,
    play,
    play_by_lot,
)
from tests.web.client import until

import rulekeep
from rulekeep.cli.book_pages.write_book import write_book
from rulekeep.web.pages.rule_books import edition


def test_a_refusal_names_its_rule_and_leads_to_it_with_its_examples(
    people: People, host: Host, served: Served
) -> None:
    people.forgiven = "422"
    game = rulekeep.games()["castle_keep"]
    write_book([game], served.books / edition(), lambda _done, _words: None)
    ada = people.come(host.begun("castle_keep", "human", "human")[0])
    number = drawn(ada)
    ada.keyboard.press("/")
    ada.keyboard.type("place KB C")
    ada.keyboard.press("Enter")
    ada.wait_for_selector("#refusal:visible")
    rule = ada.locator("#refusal a").inner_text()
    with ada.expect_popup() as opened:
        ada.locator("#refusal a").click()
    book = opened.value
    told = book.locator(f"[id='{rule}']:target")
    assert game.book[rule].text in told.inner_text()
    picture = told.locator(".example img").first
    picture.scroll_into_view_if_needed()
    until(lambda: picture.evaluate("image => image.naturalWidth") > 100)
    assert drawn(ada) == number and ada.locator("#filter").input_value() == "place KB C"
    book.close()


def test_a_refusal_does_not_name_a_key_of_the_terminal(people: People, host: Host) -> None:
    people.forgiven = "422"
    ada = people.come(host.begun("castle_keep", "human", "human")[0])
    drawn(ada)
    ada.keyboard.press("/")
    ada.keyboard.type("xyzzy")
    ada.keyboard.press("Enter")
    refusal = ada.locator("#refusal")
    refusal.get_by_text("is not a move. Moves look like this").wait_for()
    assert "?" not in refusal.inner_text()


def test_the_picture_stays_when_a_phone_is_turned(people: People, host: Host) -> None:
    ada = people.come(host.begun("castle_keep", "human", "human")[0], 390, 844)
    drawn(ada)
    places = ada.locator("#picture [data-legal]")
    count = places.count()
    assert count > 5
    for width, height in ((844, 390), (1280, 800), (390, 844)):
        ada.evaluate("globalThis.former = document.querySelector('#picture > *')")
        ada.set_viewport_size({"width": width, "height": height})
        until(lambda: not ada.evaluate("globalThis.former.isConnected"))
        assert places.count() == count and places.first.is_visible()


def test_a_place_of_the_board_is_described(people: People, host: Host) -> None:
    ada = people.come(host.begun("kilt_castle", "human", "human")[0])
    drawn(ada)
    ada.hover("#picture [data-cell='C3']")
    ada.keyboard.press("x")
    ada.wait_for_selector("#sheet[open]")
    assert ada.inner_text("#sheet-title") == "C3" and "C3" in ada.inner_text("#sheet-body")
    ada.keyboard.press("Escape")
    ada.keyboard.press("/")
    ada.keyboard.type("look a1")
    ada.keyboard.press("Enter")
    ada.wait_for_selector("#sheet[open]")
    assert ada.inner_text("#sheet-title") == "A1"
    ada.keyboard.press("Escape")
    ada.reload()
    drawn(ada)
    ada.mouse.move(1, 1)
    ada.click("[data-does=look]")
    ada.fill("#sheet-body input", "4")
    ada.keyboard.press("Enter")
    ada.locator("#sheet-title", has_text=re.compile("^4$")).wait_for()
    move = ada.locator("#sheet-body [data-move]").first
    wanted = move.get_attribute("data-move")
    move.click()
    assert chosen(ada) == wanted


def test_what_happened_is_stepped_through_act_by_act(people: People, host: Host) -> None:
    match = new("castle_keep", "human", "human")
    play_by_lot(match, lambda: len(match.plies) == 9)
    seat = match.decisions[0].seat
    page = people.come(host.kept(match)[seat])
    drawn(page)
    now = page.inner_html("#picture")
    for acts in (7, 6, 5):
        page.keyboard.press("ArrowLeft")
        page.get_by_text(f"move {acts} of 8").wait_for()
        last = match.plies[acts]
        assert match.name(last.seat) in page.inner_text("#past")
    until(lambda: page.inner_html("#picture") != now)
    assert page.locator("#picture .may").count() == 0
    page.keyboard.press("ArrowRight")
    page.get_by_text("move 6 of 8").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector("#past", state="hidden")
    page.wait_for_selector("#picture .may")
    until(lambda: page.inner_html("#picture") == now)
    page.click("[data-does=earlier]")
    page.get_by_text("move 7 of 8").wait_for()
    page.locator("#moves [role=option]").first.click()
    assert page.locator("#play").is_disabled()
    page.get_by_role("button", name="Back to the match").click()
    page.wait_for_selector("#past", state="hidden")
    play(page, moves(page)[0])


def test_what_clicks_narrow_clicks_and_escape_widen(people: People, host: Host) -> None:
    ada = people.come(host.begun("kilt_castle", "human", "human")[0])
    drawn(ada)
    everything = moves(ada)
    card = ada.locator("#picture [data-card='R']").first
    card.click()
    with_red = moves(ada)
    assert 0 < len(with_red) < len(everything)
    assert all(" R " in f" {move} " for move in with_red)
    assert ada.locator("#picks").inner_text().startswith("R")
    target = with_red[-1].split()[-1]
    ada.locator(f"#picture [data-position='{target}'][data-legal]").first.click()
    assert moves(ada) == with_red[-1:] and ada.locator("#picture .mark.picked").count() >= 2
    card.click()
    assert set(with_red[-1:]) < set(moves(ada)) < set(everything)
    ada.keyboard.press("Escape")
    assert moves(ada) == everything
    assert ada.locator("#picture .mark.picked, #picture .mark.preview").count() == 0
    ada.locator("#filter").fill("red c1")
    assert moves(ada) and all(" R" in move or "R/" in move for move in moves(ada))


def test_a_click_narrows_the_list_to_the_moves_of_a_place(people: People, host: Host) -> None:
    """The first tile of a castle: every corner can be clicked."""
    ada = people.come(host.begun("castle_keep", "human", "human")[0])
    number = drawn(ada)
    ada.locator("#picture [data-cell='SE'][data-player='1']").click()
    ada.wait_for_selector("#picks button")
    listed = moves(ada)
    assert listed and all(move.endswith(" SE") for move in listed)
    if len(listed) > 1:
        ada.locator("#moves [role=option]").first.click()
    ada.click("#play")
    drawn(ada, number)
    assert "places" in ada.locator("#news li").last.inner_text()


def test_a_move_needs_one_view_and_one_picture(people: People, host: Host) -> None:
    fetched = """performance.getEntriesByType("resource").map(one => one.name.split("/").at(-1))"""
    ada = people.come(host.begun("kilt_castle", "human", "human")[0])
    until(lambda: ada.evaluate(fetched).count("view") == 2)  # the second one: the stream is open
    number = drawn(ada)
    ada.evaluate("performance.clearResourceTimings()")
    ada.locator("#moves [role=option]").first.click()
    ada.click("#play")
    drawn(ada, number)
    ada.locator("#news li[data-act='1']").first.wait_for()
    wanted = [name for name in ada.evaluate(fetched) if "preview=" not in name]
    assert sorted(wanted) == ["act", "picture.svg", "view"]


def test_pieces_are_counted_by_clicks(people: People, host: Host) -> None:
    match = new("kings_and_castles", "human", "human")
    play_by_lot(match, lambda: match.decisions[0].kind == "bid")
    seat = match.decisions[0].seat
    pairs = [re.fullmatch(r"bid (\w+) 2([kfa])", move) for move in match.legal_moves(seat)]
    colour, key = next(filter(None, pairs)).groups()
    page = people.come(host.kept(match)[seat])
    drawn(page)
    unit = page.locator(f"#picture .may[data-colour={colour}][data-key={key}]").first
    for count in (1, 2):
        unit.click()
        assert chosen(page) == f"bid {colour} {count}{key}"
    number = drawn(page)
    page.click("#play")
    drawn(page, number)


def test_what_the_picture_cannot_say_has_a_button(people: People, host: Host) -> None:
    match = new("kings_and_castles", "human", "human")
    play_by_lot(match, lambda: match.decisions[0].kind == "bid")
    page = people.come(host.kept(match)[match.decisions[0].seat])
    number = drawn(page)
    page.locator("#picture .may[data-key]").first.click()
    page.get_by_role("button", name="Pass", exact=True).click()
    assert chosen(page) == "pass"
    page.keyboard.press("Escape")
    page.locator("#beside button").click()
    page.click("#play")
    drawn(page, number)


def test_after_the_end_everybody_finds_the_next_match(people: People, host: Host) -> None:
    ada, bo, watcher = map(people.come, host.late("castle_keep", 1))
    [(seat, last)] = host.rest
    play((ada, bo)[seat], last)
    for page in (ada, bo, watcher):
        page.wait_for_selector("#result:visible")
    assert watcher.locator("#again:visible").count() == 0
    old = {page.url for page in (ada, bo, watcher)}
    ada.get_by_role("button", name="Play again").click()
    for page in (bo, watcher):
        page.get_by_role("button", name="Go to the next match").click()
    for page in (ada, bo, watcher):
        page.wait_for_url(lambda url: url not in old)
        assert drawn(page) == 0
    number = drawn(ada)
    play(ada, moves(ada)[0])
    assert drawn(bo, number) == drawn(watcher, number)


def test_an_old_link_says_that_it_was_replaced(people: People, host: Host) -> None:
    people.forgiven = "404|ERR_"
    page = people.come(host.begun("kilt_castle", "human", "human")[0])
    drawn(page)
    host.ask.post(f"/tables/{host.last.stem}/revoke", data={"seat": 0})
    # The talk of the table says the same, but nobody sees it while it is closed.
    page.locator("#refusal", has_text="This link is no longer valid").wait_for()


def test_what_is_taken_back_the_others_agree_to(people: People, host: Host) -> None:
    ada, bo, watcher = map(people.come, host.begun("kilt_castle", "human", "human"))
    number = drawn(ada)
    play(ada, moves(ada)[0])
    while is_asked(ada):
        play(ada, moves(ada)[0])
    after = drawn(bo, drawn(ada) - 1)
    play(bo, moves(bo)[0])
    drawn(ada, after)
    ada.click("[data-does=undo]")
    question = bo.locator("#question")
    question.wait_for()
    assert "Ada would like to undo" in question.inner_text()
    ada.get_by_text("Waiting for Bo").wait_for()
    assert watcher.locator("#question button").count() == 0
    question.get_by_role("button", name="Decline").click()
    ada.wait_for_selector("#question", state="hidden")
    before = drawn(ada)
    ada.click("[data-does=undo]")
    bo.get_by_role("button", name="Allow").click()
    for page in (ada, bo, watcher):
        drawn(page, before)
        assert "undone" in page.locator("#news li").last.inner_text()
    assert is_asked(ada) and drawn(ada) > number


def test_a_hint_is_chosen_and_one_key_plays_it(people: People, host: Host) -> None:
    ada = people.come(host.begun("carcassonne_castle", "human", "human")[0])
    number = drawn(ada)
    ada.keyboard.press("h")
    ada.get_by_text("Press Enter to play it").wait_for()
    advised = ada.locator("#note .move").first.inner_text()
    assert chosen(ada) == advised
    ada.keyboard.press("Enter")
    drawn(ada, number)
    ada.keyboard.press("l")
    ada.wait_for_selector("#sheet[open]")
    assert advised in ada.inner_text("#sheet-body")


def test_nobody_sees_another_hand(people: People, host: Host) -> None:
    ada, bo, watcher = map(people.come, host.begun("castle_keep", "human", "human"))
    for page in (ada, bo, watcher):
        drawn(page)
    hand = ada.locator("#picture [data-letter]")
    assert hand.count() == 6 and watcher.locator("#picture [data-letter]").count() == 0
    told = "is dealt 4 tiles"
    until(lambda: ada.locator("#news li", has_text=f"Bo {told}").count() == 1)
    until(lambda: bo.locator("#news li", has_text=f"Ada {told}").count() == 1)
    until(lambda: watcher.locator("#news li", has_text=told).count() == 2)
    assert watcher.locator("#choice:visible, #tools:visible").count() == 0


def test_after_a_restart_everything_continues_without_a_gap(
    people: People, host: Host, served: Served
) -> None:
    people.forgiven = "ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load"
    links = host.begun("kilt_castle", "human", "human")
    ada, bo = map(people.come, links[:2])
    drawn(ada)
    play(ada, moves(ada)[0])
    drawn(bo, drawn(ada) - 1)
    served.stop()
    for page in (ada, bo):
        page.wait_for_selector("#connection:visible")
    served.start()
    for page in (ada, bo):
        page.wait_for_selector("#connection", state="hidden")
    number = drawn(ada)
    play(ada, moves(ada)[0])
    drawn(bo, number)
    told = [page.locator("#news li").all_inner_texts() for page in (ada, bo)]
    assert told[0] == told[1] and len(told[0]) == len(set(told[0]))
