"""The table as people meet it: in a browser, at a desk, on a phone, by keys alone, by night."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from attrs import define, field
from tests.browsing import opened_browser

import rulekeep
from rulekeep.core.chance import SeededChance
from rulekeep.core.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import (
        APIRequestContext,
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
    )

uvicorn = pytest.importorskip("uvicorn", reason="the extra rulekeep[web] is not installed")
GAMES = ("castle_keep", "kilt_castle", "carcassonne_castle", "kings_and_castles")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
PHONE = 360


# -- the server -----------------------------------------------------------------------------------


class Served:
    """A server in a thread of its own; it can be stopped and started again at the same place."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = 0
        self.key = ""
        self.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def lobby(self) -> str:
        return f"{self.base}/?key={self.key}"

    def start(self) -> None:
        from rulekeep.web import server
        from rulekeep.web.guard import Limits, Rate
        from rulekeep.web.hall import Manners
        from rulekeep.web.links import Links

        links = Links(self.directory)
        bound = server.listen("127.0.0.1", self.port)
        self.port, self.key = bound.getsockname()[1], links.host_key
        manners = Manners(think=0.05, pace=0.0, thinkers=1)
        hasty = Rate(10_000, 10_000)
        app = server.make_app(
            self.directory,
            server.Place("127.0.0.1", self.port),
            manners,
            Limits(hasty, hasty, hasty),
            links,
        )
        config = uvicorn.Config(
            app, lifespan="on", log_config=None, ws="none", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        run = self._server.serve(sockets=[bound])
        self._thread = threading.Thread(target=asyncio.run, args=(run,), daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server has not come up"
            self._thread.join(0.02)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    from rulekeep.web.pages.sample import sample

    # Games that are first imported by several threads at once are too much for pytest's rewriting.
    for game in rulekeep.games():
        sample(game)
    served = Served(tmp_path_factory.mktemp("matches"))
    yield served
    served.stop()


# -- the browser ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as opened:
        yield opened


@define(slots=False, eq=False)
class People:
    """Everybody with a browser of their own; what a page complains about fails the test."""

    browser: Browser
    base: str
    complaints: list[str] = field(factory=list)
    contexts: list[BrowserContext] = field(factory=list)
    forgiven: str = r"^$"
    """What a test provokes on purpose."""

    def come(
        self,
        address: str,
        width: int = 1000,
        height: int = 700,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.set_default_timeout(30_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.on("request", self._asked)
        page.goto(address if address.startswith("http") else f"{self.base}{address}")
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not re.search(self.forgiven, said.text):
            self.complaints.append(said.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.complaints.append(f"asked for {request.url}")


@pytest.fixture
def people(served: Served, browser: Browser) -> Iterator[People]:
    people = People(browser, served.base)
    yield people
    for context in people.contexts:
        context.close()
    assert people.complaints == []


@define
class Host:
    """Whoever started the server; lays out tables without looking at the lobby."""

    ask: APIRequestContext
    served: Served
    last: Path = Path()
    """The file of the match that was begun last."""
    rest: Sequence[tuple[int, str]] = ()
    """How a late one went on: seat and move."""

    def links(self, what: Mapping[str, Any]) -> list[str]:
        """The link of every seat of a new table, None for bots, and that of those who look on."""
        answer = self.ask.post("/tables", data=dict(what))
        assert answer.ok, answer.text()
        links = self.ask.get(f"{answer.json()['page']}/links").json()
        return [seat["link"] for seat in (*links["seats"], links["spectators"])]

    def kept(self, match: Match) -> list[str]:
        """The links of a match that others have begun."""
        number = sum(1 for _ in self.served.directory.glob("*.rkm"))
        self.last = self.served.directory / f"{match.game.id}-{number}.rkm"
        match.save(self.last)
        return self.links({"match": self.last.stem})

    def begun(self, game: str, *players: str) -> list[str]:
        """A table whose lots are always the same."""
        return self.kept(new(game, *players))

    def late(self, game: str, left: int, **options: Any) -> list[str]:
        """A match of two people that was played by lot until so many acts were left."""
        whole = new(game, "human", "human", **options)
        play_by_lot(whole, lambda: whole.is_over)
        self.rest = [(ply.seat, ply.move) for ply in whole.plies[-left:]]
        match = new(game, "human", "human", **options)
        for ply in whole.plies[1:-left]:
            match.play(ply.move, ply.seat)
        return self.kept(match)


def new(game: str, *players: str, **options: Any) -> Match:
    names = NAMES[: len(players)]
    return Match.new(game, len(players), "tables", options, names=names, players=players)


def play_by_lot(match: Match, until: Callable[[], bool]) -> None:
    lot = SeededChance("by lot")
    while not until():
        seat = match.decisions[0].seat
        legal = match.legal_moves(seat)
        match.play(legal[lot.below(len(legal))], seat)


@pytest.fixture(scope="module")
def host(browser: Browser, served: Served) -> Host:
    context = browser.new_context(base_url=served.base)
    context.request.get(served.lobby)
    return Host(context.request, served)


# -- at the table ---------------------------------------------------------------------------------


def drawn(page: Page, beyond: int = -1) -> int:
    """Wait until a page shows what happened after a number; the number that it shows."""
    page.wait_for_function(
        """n => Number(document.body.dataset.number ?? -1) > n
          && document.querySelector('#picture').ariaBusy === 'false'""",
        arg=beyond,
    )
    return int(page.evaluate("Number(document.body.dataset.number)"))


def is_asked(page: Page) -> bool:
    return page.locator("#status", has_text="Your turn").count() == 1


def moves(page: Page) -> list[str]:
    """The moves that the list shows now."""
    return page.locator("#moves [role=option] .move").all_inner_texts()


PLACES = """(text) => {
  const words = ` ${text} `;
  const seen = new Set();
  const found = [];
  [...document.querySelectorAll("#picture .may")].forEach((place, n) => {
    const { legal, player, letter, ...names } = place.dataset;
    const said = Object.values(names).filter(name => words.includes(` ${name} `));
    if (said.length && !seen.has(said.join())) { seen.add(said.join()); found.push(n); }
  });
  return found;
}"""


def click_for(page: Page, move: str) -> int:
    """Click at the places that a move names until only it is left; how many were clicked."""
    clicked = 0
    for place in page.evaluate(PLACES, move):
        if page.inner_text("#play span") == f"Play {move}":
            break
        page.locator("#picture .may").nth(place).click()
        clicked += 1
    return clicked


def play(page: Page, move: str) -> int:
    """Play a move by clicks: on the picture, and in the list what the picture cannot say."""
    number = drawn(page)
    clicked = click_for(page, move)
    if move not in moves(page):
        page.keyboard.press("Escape")
    if page.inner_text("#play span") != f"Play {move}":
        page.locator("#moves [role=option]").filter(
            has=page.get_by_text(move, exact=True)
        ).first.click()
    page.click("#play")
    drawn(page, number)
    return clicked


def play_on(pages: Sequence[Page], acts: int, lot: SeededChance) -> int:
    """So many acts by whoever is asked, or until the match is over; how many clicks at pictures."""
    clicks = 0
    number = max(map(drawn, pages))
    for _ in range(acts):
        for page in pages:
            drawn(page, number - 1)
        if pages[0].locator("#result:visible").count():
            break
        page = next(page for page in pages if is_asked(page))
        legal = moves(page)
        clicks += play(page, legal[lot.below(len(legal))])
        number = drawn(page)
    return clicks


# -- whole matches --------------------------------------------------------------------------------


def test_a_whole_match_of_kilt_castle_by_clicks(people: People, host: Host) -> None:
    mine, *_, watching = host.begun("kilt_castle", "human", "greedy", "random", "random")
    ada = people.come(mine)
    lot = SeededChance("kilt castle")
    clicks = acts = 0
    while True:
        ada.wait_for_function(
            """() => document.querySelector("#status").textContent.startsWith("Your turn")
              || !document.querySelector("#result").hidden"""
        )
        if ada.locator("#result:visible").count():
            break
        drawn(ada)
        legal = moves(ada)
        clicks += play(ada, legal[lot.below(len(legal))])
        acts += 1
    assert clicks >= acts > 10
    outcome = Match.load(host.last).outcome
    assert outcome is not None
    shown = ada.inner_text("#places")
    for seat, name in enumerate(NAMES):
        assert f"{outcome.places[seat]}. {name} {outcome.scores[seat].total}" in shown
    watcher = people.come(watching)
    watcher.wait_for_selector("#result:visible")
    assert watcher.inner_text("#places") == shown


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_to_the_end(game: str, people: People, host: Host) -> None:
    options = {"variant": "short"} if game == "kings_and_castles" else {}
    links = host.late(game, 3, **options)
    pages = [people.come(link) for link in links[:2]]
    clicks = play_on(pages, 40, SeededChance(f"end {game}"))
    assert clicks
    said = [page.inner_text("#places") for page in pages]
    outcome = Match.load(host.last).outcome
    assert outcome is not None and said[0] == said[1] and outcome.rule in said[0]
    link = pages[0].locator("#places a", has_text=outcome.rule).first
    assert link.get_attribute("href") == f"/book/{game}#{outcome.rule}"


# -- one table ------------------------------------------------------------------------------------


def test_a_refusal_names_its_rule_and_leads_to_it(people: People, host: Host) -> None:
    people.forgiven = "422"
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
    book.wait_for_selector(f"[id='{rule}']:target")
    assert rulekeep.games()["castle_keep"].book[rule].text in book.inner_text(f"[id='{rule}']")
    assert drawn(ada) == number and ada.locator("#filter").input_value() == "place KB C"


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
    assert moves(ada) == with_red[-1:] and ada.locator("#picture .mark.preview").count() >= 2
    card.click()
    assert set(with_red[-1:]) < set(moves(ada)) < set(everything)
    ada.keyboard.press("Escape")
    assert moves(ada) == everything and ada.locator("#picture .mark").count() == 0
    ada.locator("#filter").fill("red c1")
    assert moves(ada) and all(" R" in move or "R/" in move for move in moves(ada))


def test_a_place_whose_moves_are_listed_under_another_can_be_clicked(
    people: People, host: Host
) -> None:
    """The first tile of a castle: all corners come to the same, and one of them is listed."""
    ada = people.come(host.begun("castle_keep", "human", "human")[0])
    number = drawn(ada)
    assert not any(move.endswith(" SE") for move in moves(ada))
    ada.locator("#picture [data-cell='SE'][data-player='1']").click()
    ada.wait_for_selector("#picks button")
    listed = moves(ada)
    assert listed and all(move.endswith(" SE") for move in listed)
    if len(listed) > 1:
        ada.locator("#moves [role=option]").first.click()
    ada.click("#play")
    drawn(ada, number)
    assert "places" in ada.locator("#news li").last.inner_text()


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
        assert page.inner_text("#play span") == f"Play bid {colour} {count}{key}"
    number = drawn(page)
    page.click("#play")
    drawn(page, number)


def test_what_the_picture_cannot_say_has_a_button(people: People, host: Host) -> None:
    match = new("kings_and_castles", "human", "human")
    play_by_lot(match, lambda: match.decisions[0].kind == "bid")
    page = people.come(host.kept(match)[match.decisions[0].seat])
    number = drawn(page)
    page.locator("#picture .may[data-key]").first.click()
    page.get_by_role("button", name="pass", exact=True).click()
    assert page.inner_text("#play span") == "Play pass"
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
    ada.get_by_role("button", name="Another match").click()
    for page in (bo, watcher):
        page.get_by_role("button", name="Go to the next match").click()
    for page in (ada, bo, watcher):
        page.wait_for_url(lambda url: url not in old)
        assert drawn(page) == 0
    number = drawn(ada)
    play(ada, moves(ada)[0])
    assert drawn(bo, number) == drawn(watcher, number)


def test_who_comes_by_an_old_link_is_told_so(people: People, host: Host) -> None:
    people.forgiven = "404|ERR_"
    page = people.come(host.begun("kilt_castle", "human", "human")[0])
    drawn(page)
    host.ask.post(f"/tables/{host.last.stem}/revoke", data={"seat": 0})
    page.get_by_text("This link leads nowhere").wait_for()


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
    assert "Ada would like to take back" in question.inner_text()
    ada.get_by_text("Waiting for Bo").wait_for()
    assert watcher.locator("#question button").count() == 0
    question.get_by_role("button", name="No, go on").click()
    ada.wait_for_selector("#question", state="hidden")
    before = drawn(ada)
    ada.click("[data-does=undo]")
    bo.get_by_role("button", name="All right").click()
    for page in (ada, bo, watcher):
        drawn(page, before)
        assert "taken back" in page.locator("#news li").last.inner_text()
    assert is_asked(ada) and drawn(ada) > number


def test_a_hint_is_chosen_and_one_key_plays_it(people: People, host: Host) -> None:
    ada = people.come(host.begun("carcassonne_castle", "human", "human")[0])
    number = drawn(ada)
    ada.keyboard.press("h")
    ada.get_by_text("Enter plays it").wait_for()
    advised = ada.inner_text("#note .move")
    assert ada.inner_text("#play span") == f"Play {advised}"
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
    assert ada.locator("#news li", has_text=f"Bo {told}").count() == 1
    assert bo.locator("#news li", has_text=f"Ada {told}").count() == 1
    assert watcher.locator("#news li", has_text=told).count() == 2
    assert watcher.locator("#choice:visible, #tools:visible").count() == 0


def test_after_a_restart_everything_goes_on_without_a_gap(
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


# -- by keys, on a phone, by night ----------------------------------------------------------------


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
    assert "search the moves" in page.inner_text("#sheet")
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


def test_the_lobby_lays_out_what_was_chosen(people: People, served: Served) -> None:
    page = people.come(served.lobby)
    page.locator("[name=game][value=castle_keep]").check(force=True)
    part = page.locator("section[data-game=castle_keep]")
    part.locator("[data-seats]").select_option("3")
    part.locator("[name=name]").nth(1).fill("<b>Béa</b>")
    part.locator("[name=player]").nth(1).select_option("human")
    part.locator("[name=player]").nth(2).select_option("random")
    part.locator("summary").click()
    part.locator("[data-option=build_cap]").select_option(index=1)
    assert "build_cap" in part.locator("[data-changed]").inner_text()
    page.get_by_role("button", name="Lay out the table").click()
    page.wait_for_url("**/tables/*")
    assert page.locator("h3").all_inner_texts()[1] == "<b>Béa</b>"
    assert page.locator("[data-link]").count() == 3
    page.wait_for_function("() => [...document.images].every(image => image.naturalWidth > 50)")
    old = page.locator("[data-link]").first.input_value()
    page.on("dialog", lambda asked: asked.accept())
    with page.expect_navigation():
        page.locator("[data-revoke]").first.click()
    assert page.locator("[data-link]").first.input_value() != old
    people.forgiven = "404"
    assert "leads nowhere" in people.come(old).inner_text("main")
    page.goto(people.base)
    row = page.locator("#matches + table tr", has_text="Béa").first
    row.get_by_role("link", name="Links").click()
    page.wait_for_url("**/tables/*")
    new("castle_keep", "human", "human").save(served.directory / "of the terminal.rkm")
    page.goto(people.base)
    page.locator("tr", has_text="Castle Keep").get_by_role("button", name="Go on").first.click()
    page.wait_for_url("**/tables/of%20the%20terminal")


def test_a_kept_match_is_stepped_through(people: People, host: Host, served: Served) -> None:
    host.late("castle_keep", 1)
    page = people.come(served.lobby)
    page.goto(f"{people.base}/replay/{host.last.stem}")
    last = int(page.get_attribute("#at", "max") or 0)
    page.get_by_text(f"After 0 of {last} acts").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(f"After 1 of {last} acts").wait_for()
    assert "Ada" in page.inner_text("#status")
    first = page.inner_html("#picture")
    page.keyboard.press("End")
    page.get_by_text(f"After {last} of {last} acts").wait_for()
    assert page.inner_html("#picture") != first
    page.keyboard.press("Home")
    page.get_by_text("The set-up").wait_for()


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
    from rulekeep.core.lessons import Exercise, lessons_of

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
    assert "not what is asked" in page.inner_text("#refusal")
    while True:
        right = next(exercise.right_moves())
        page.locator("#filter").fill(right.move)
        page.keyboard.press("Enter")
        page.get_by_text(f"Right: {right.move}").wait_for()
        exercise.play(right)
        if exercise.is_last:
            break
        exercise.next()
        page.get_by_text(exercise.step.task).wait_for()
    page.get_by_role("link", name="Next lesson").first.wait_for()
    page.goto(f"{people.base}/learn/kilt_castle")
    assert page.locator(".lessons .done").all_inner_texts() == [lesson.title]
