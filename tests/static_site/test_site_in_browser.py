"""The site in a browser and under node, from a plain file server that is stopped after the first visit."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from attrs import frozen
from tests.browsing import opened_browser
from tests.patience import PATIENCE
from tests.static_site.site_visits import FULL, WIDTH, FileServer, FramedPage, late, patient
from tests.web.browser.people import GAMES, learn, new, play_by_lot, play_on
from tests.web.browser.test_browser_examples_and_links import refused_then_played, type_move

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.match import share_link
from rulekeep.match.exercise import Exercise
from rulekeep.match.lessons import FOLDER, PUZZLES, lessons_of
from rulekeep.match.match import Match
from rulekeep.match.match_file import state_digest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

WHOLE = os.environ.get("RULEKEEP_BROWSER") == "all"
LEFT = 4
"""Moves that are left of a match which is not played whole."""


def same_after_replay(text: str, place: Path) -> Match:
    """A match file of the site, replayed here; a position that differs is an error."""
    place.write_text(text, "utf-8", newline="")
    return Match.load(place)


def test_the_application_plays_under_node(site: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    script = Path(__file__).parent / "smoke.mjs"
    done = subprocess.run([node, script, site], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert set(told["pages"].values()) == {200}, told["pages"]
    assert "'done'?" in json.loads(told["refusal"])["say"], "a typing error is recognised"
    for game in GAMES:
        # Bots may have moved since the view was read.
        assert told[game]["picture"] and told[game]["again"] >= told[game]["acts"] >= 3
    for name, text in told["files"]:
        assert len(same_after_replay(text, tmp_path / name).plies) > 3


TOUCH = """if (self !== top)
  addEventListener("load", () => setTimeout(() => dispatchEvent(new Event("pointerdown"))))"""
"""Somebody touches a page as soon as it is there."""


@frozen
class BotTable:
    """A table at which only bots play: paths of the host's page and of the spectators."""

    page: str
    spectator: str


class Visit:
    """A browser that has visited the site once; then the server was stopped."""

    def __init__(self, context: BrowserContext, server: FileServer) -> None:
        self.context = patient(context)
        self.server = server
        self.complaints: list[str] = []
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("request", lambda request: self._asked(request.url))
        self.page = FramedPage(context.new_page())
        self.page.tab.goto(server.base)
        self.first = self.page.tab.inner_text("body")
        self.page.tab.locator("iframe#page").wait_for()
        self.page.wait_until_ready()
        server.stop()

    def _asked(self, url: str) -> None:
        if not url.startswith((self.server.base, "data:", "blob:", "about:")):
            self.complaints.append(f"asked for {url}")

    def at(self, path: str) -> str:
        return f"{self.server.base}{path}"

    def tab(self, address: str, width: int = 1000, height: int = 700) -> FramedPage:
        page = FramedPage(self.context.new_page())
        page.tab.set_viewport_size({"width": width, "height": height})
        page.visit(address)
        return page

    def data(self, path: str, said: Any = None) -> Any:
        status, text = self.page.ask(self.at(path), said)
        assert status == 200, text
        return json.loads(text)

    def links(self, said: Any) -> list[str]:
        page = self.data("tables", said)["page"]
        found = self.data(f"{page[1:]}/links")
        return [seat["link"] for seat in found["seats"]]

    def table(self, game: str, bot: str) -> BotTable:
        """A new table for two bots."""
        page = self.data("tables", {"game": game, "seats": [{"player": bot}] * 2})["page"][1:]
        link = self.data(f"{page}/links")["spectators"]["link"]
        return BotTable(page, link.removeprefix(self.server.base))

    def imported(self, match: Match) -> str:
        """The name of a match of ours after it was imported."""
        said = {"name": "match.rkm", "text": match.to_bytes().decode()}
        return str(self.data("matches", said)["page"]).removeprefix("/replay/")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def visit(site: Path, browser: Browser) -> Iterator[Visit]:
    visit = Visit(browser.new_context(reduced_motion="reduce"), FileServer(site))
    yield visit
    assert visit.complaints == []


def test_the_lobby_can_be_read_before_the_games_are_loaded(visit: Visit, site: Path) -> None:
    assert "Castle Keep" in visit.first and "Kings & Castles" in visit.first
    book = (site / "book" / "castle_keep.html").read_text("utf-8")
    assert "CK-001" in book and 'href="../' in book and "/@root@" not in book


def test_documents_can_be_read_without_scripts(browser: Browser, site: Path) -> None:
    server = FileServer(site)
    context = patient(browser.new_context(java_script_enabled=False))
    page = context.new_page()
    page.goto(server.base)
    page.get_by_role("link", name="Documents").click()
    page.locator("main").get_by_role("link", name="a site without a server").click()
    page.get_by_role("heading", name="A site that plays in the browser").wait_for()
    page.get_by_role("link", name="Lobby").click()
    page.get_by_role("heading", name="New match").wait_for()
    context.close()
    server.stop()


def test_documents_can_be_read_without_a_network(visit: Visit) -> None:
    page = visit.tab(visit.at("docs"), 390, 844)
    page.frame.get_by_role("link", name="in a browser", exact=True).click()
    page.frame.get_by_role("heading", name="The table in a browser").wait_for()
    assert page.frame.evaluate("document.scrollingElement.scrollWidth") <= 390
    page.visit(visit.at("docs/changes"))
    elsewhere = page.frame.locator("a[href^=https]").first
    assert elsewhere.get_attribute("target") == "_blank", "the frame shows this site only"
    page.tab.close()


def test_a_large_picture_of_a_document_is_stored_when_it_is_shown(visit: Visit) -> None:
    picture = visit.at("docs/pictures/web_lobby.png")
    visit.server.start()
    assert visit.page.tab.evaluate(WIDTH, picture) > 0
    visit.server.stop()
    assert visit.page.tab.evaluate(WIDTH, f"{picture}?again") > 0
    assert visit.page.tab.evaluate(WIDTH, picture.replace("lobby", "castle_keep")) == 0


def test_an_offer_to_show_saved_matches_goes_with_the_lobby(browser: Browser, site: Path) -> None:
    server = FileServer(site)
    context = patient(browser.new_context())
    context.add_init_script(TOUCH)
    page = FramedPage(context.new_page())
    page.tab.goto(server.base)
    offer = page.tab.get_by_text("Your saved matches are here.")
    offer.wait_for()
    page.tab.frame_locator("#page").get_by_role("link", name="Documents").click()
    offer.wait_for(state="hidden")
    context.close()
    server.stop()


def test_a_shared_link_opens_on_the_first_visit(browser: Browser, site: Path) -> None:
    server = FileServer(site)
    context = patient(browser.new_context())
    page = FramedPage(context.new_page())
    page.tab.goto(f"{server.base}share#{share_link.position_link(late('castle_keep', 6))}")
    assert "Opening the link" in page.tab.inner_text("main")
    page.tab.locator("iframe#page").wait_for()
    page.tab.frame_locator("#page").locator("#picture svg[role=group]").first.wait_for()
    assert page.tab.url.startswith(f"{server.base}share/")
    context.close()
    server.stop()


@pytest.mark.parametrize("content", [b"<p>Another page", gzip.compress(b"Another file", mtime=0)])
def test_a_damaged_download_is_not_stored(
    browser: Browser, site: Path, tmp_path: Path, content: bytes
) -> None:
    damaged = tmp_path / site.name
    shutil.copytree(site, damaged)
    worker = (damaged / "sw.js").read_text("utf-8")
    files = json.loads(re.findall("^const FILES = (.*);$", worker, re.MULTILINE)[0])
    (damaged / "files" / f"{files['site.css'][0]}.gz").write_bytes(content)
    server = FileServer(damaged)
    context = patient(browser.new_context())
    page = context.new_page()
    page.goto(server.base)
    page.get_by_text("The download was interrupted or damaged").wait_for()
    assert page.get_by_role("button", name="Try again").is_visible()
    context.close()
    server.stop()


POLICY = "async address => (await fetch(address)).headers.get('content-security-policy')"


def test_only_workers_may_run_webassembly_and_nothing_comes_from_elsewhere(visit: Visit) -> None:
    policies = {
        path: visit.page.tab.evaluate(POLICY, visit.at(path))
        for path in ("shell.html", "", "?live", "book/castle_keep", "docs", "engine.js", "bot.js")
    }
    for path, policy in policies.items():
        assert re.match("default-src '(self|none)'; ", policy), path
        assert ("'wasm-unsafe-eval'" in policy) == path.endswith(".js"), path
        assert "http" not in policy and "*" not in policy and "'unsafe-eval'" not in policy, path


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_finished_by_clicks_in_two_tabs_without_a_network(
    visit: Visit, game: str, tmp_path: Path
) -> None:
    name = visit.imported(late(game, 10_000 if WHOLE else LEFT))
    tabs = [visit.tab(link) for link in visit.links({"match": name})]
    assert not any(tab.tab.workers for tab in tabs), "the first tab runs the application"
    play_on([tab.as_page() for tab in tabs], SeededChance(f"site {game}"))
    for tab in tabs:
        assert tab.frame.locator("#result").is_visible()
    status, text = visit.page.ask(visit.at(f"replay/{name}/match.rkm"))
    played = same_after_replay(text, tmp_path / "match.rkm")
    assert status == 200 and played.is_over
    for tab in tabs:
        tab.tab.close()


def test_a_bot_answers_and_the_page_stays_quick(visit: Visit) -> None:
    link, _ = visit.links(
        {"game": "kilt_castle", "seats": [{"name": "Ada"}, {"player": "mcts:50"}]}
    )
    page = visit.tab(link)
    play_on([page.as_page()], SeededChance("bot"), acts=3)
    page.tab.close()


def test_a_search_in_its_own_worker_is_stopped_with_its_table(visit: Visit) -> None:
    started: list[str] = []
    visit.context.on("request", lambda request: started.append(request.url))
    bots = visit.table("kilt_castle", "mcts:1000000")
    while not visit.data(f"{bots.spectator}/view")["thinking"]:
        visit.page.tab.wait_for_timeout(100)
    searching = started.count(visit.at("bot.js"))
    visit.data(f"{bots.page}/delete", {})
    others = visit.table("castle_keep", "greedy")
    while not visit.data(f"{others.spectator}/view")["acts"]:
        visit.page.tab.wait_for_timeout(100)
    # The worker of the search has ended, so that another one is started; it is told a little later.
    deadline = time.monotonic() + PATIENCE
    while started.count(visit.at("bot.js")) <= searching:
        assert time.monotonic() < deadline, "no other worker was started"
        visit.page.tab.wait_for_timeout(100)
    visit.data(f"{others.page}/delete", {})


def test_a_match_file_comes_back_as_it_was(visit: Visit, tmp_path: Path) -> None:
    match = late("kilt_castle", 20)
    name = visit.imported(match)
    _, text = visit.page.ask(visit.at(f"replay/{name}/match.rkm"))
    assert text.encode() == match.to_bytes()
    again = same_after_replay(text, tmp_path / "match.rkm")
    digests = [state_digest(one.game.to_dict(one.state)) for one in (match, again)]
    assert digests[0] == digests[1]


def test_a_position_is_shared_as_a_link(visit: Visit) -> None:
    match = late("castle_keep", 6)
    name = visit.imported(match)
    shared = visit.data(f"replay/{name}/position")["link"]
    page = visit.tab(visit.at(f"share#{shared}"))
    page.frame.locator("#picture svg[role=group]").first.wait_for()
    assert page.tab.url.startswith(visit.at("share/"))
    page.tab.close()


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("p=garbage", "The link is damaged, or not copied to its end."),
        (f"m={'A' * 100_000}", "The link is too long for a position or a match."),
    ],
)
def test_a_bad_link_is_refused_and_a_better_one_opens_in_the_same_tab(
    visit: Visit, link: str, said: str
) -> None:
    page = visit.tab(visit.at(f"share#{link}"))
    page.frame.get_by_text(said).wait_for()
    page.tab.goto(visit.at(f"share#{share_link.position_link(late('castle_keep', 6))}"))
    page.frame.locator("#picture svg[role=group]").first.wait_for()
    page.tab.close()


def test_an_example_is_played_wrong_and_right_on_a_phone(visit: Visit) -> None:
    number, rule, wrong, right = refused_then_played()
    page = visit.tab(visit.at(f"book/castle_keep#example-{number}"), 390, 844)
    page.frame.locator(f"#example-{number} .try a").click()
    page.frame.locator("#moves [role=option]").first.wait_for()
    page.frame.get_by_role("button", name="Try it").click()
    page.frame.get_by_text(f"Right: the rules refuse that, {rule}.").wait_for()
    type_move(page.as_page(), wrong)
    page.frame.locator("#refusal:visible").wait_for()
    type_move(page.as_page(), right)
    page.frame.get_by_text("Right: that is the move of the example.").wait_for()
    assert page.frame.evaluate("document.scrollingElement.scrollWidth") <= 390
    page.frame.get_by_role("link", name="Back to the rule").click()
    page.tab.wait_for_url(re.compile(r"/book/castle_keep#CK-\d+$"))
    page.tab.close()


@pytest.mark.parametrize("kind", [FOLDER, PUZZLES])
def test_a_lesson_and_a_puzzle_are_solved_without_a_network(visit: Visit, kind: str) -> None:
    game = registry.load("castle_keep")
    lesson = lessons_of(game, kind)[0]
    number = 1 + (0 if kind == FOLDER else len(lessons_of(game)))
    page = visit.tab(visit.at(f"learn/castle_keep/{number}"), 390, 844)
    exercise = Exercise(lesson, game)
    page.frame.locator("#moves [role=option]").first.wait_for()
    learn(page.as_page(), exercise)
    page.frame.get_by_text("Well done.").wait_for()
    page.visit(visit.at("learn/castle_keep"))
    assert lesson.title in page.frame.locator(".lessons .done").all_inner_texts()
    page.tab.close()


def test_a_match_is_replayed_and_reviewed_without_a_network(visit: Visit) -> None:
    match = new("castle_keep", "human", "human")
    play_by_lot(match, lambda: match.is_over)
    name = visit.imported(match)
    page = visit.tab(visit.at(f"replay/{name}"))
    page.frame.locator("#picture svg[role=group]").first.wait_for()
    page.visit(visit.links({"match": name})[0])
    page.frame.get_by_role("link", name="Review: what decided it").click()
    page.frame.get_by_role("heading", name="is being made").wait_for()
    page.frame.get_by_text("Ada").first.wait_for()
    assert "Castle Keep" in page.frame.inner_text("h1")
    page.tab.close()


SAVE_WITHOUT_ROOM = """async address => {
  const { Store } = await import(address);
  const store = await Store.claim(() => {});
  IDBObjectStore.prototype.put = function () { this.transaction.abort(); };
  Object.defineProperty(IDBTransaction.prototype, "error", { get: () => new DOMException("", "QuotaExceededError") });
  return store.save([["much", new Uint8Array(8)]]).catch(error => error.message);
}"""


def test_a_full_store_says_so_and_a_store_that_was_taken_is_left_alone(visit: Visit) -> None:
    link, _ = visit.links({"game": "castle_keep", "seats": [{"name": "Ada"}, {"name": "Bo"}]})
    table = link.removeprefix(visit.server.base)
    view = visit.data(f"{table}/view")
    said = {"number": view["number"], "move": view["moves"][0]["moves"][0]["text"]}
    assert FULL in visit.page.tab.evaluate(SAVE_WITHOUT_ROOM, visit.at("store.js"))
    # The page has claimed the store: the application may not write any more, and starts again.
    assert visit.page.ask(visit.at(f"{table}/act"), said)[0] == 503
    assert visit.data(f"{table}/view")["acts"] == 0
    assert visit.data(f"{table}/act", said)["number"] > view["number"]


CLAIM_WITHOUT_DATABASE = """async address => {
  Object.defineProperty(globalThis, "indexedDB", { value: undefined });
  const { Store } = await import(address);
  return Store.claim(() => {}).catch(error => error.message);
}"""


def test_a_browser_without_a_database_is_told_why_nothing_starts(visit: Visit) -> None:
    page = visit.tab(visit.at("docs"))
    said = page.tab.evaluate(CLAIM_WITHOUT_DATABASE, visit.at("store.js"))
    assert said.startswith("this browser does not let the site save matches")
    page.tab.close()


def test_another_tab_goes_on_when_the_first_is_closed(visit: Visit) -> None:
    link, _ = visit.links({"game": "castle_keep", "seats": [{"name": "Ada"}, {"name": "Bo"}]})
    page = visit.tab(link)
    play_on([page.as_page()], SeededChance("first"), acts=1)
    visit.page.tab.close()
    visit.page = page
    view = visit.data(f"{link.removeprefix(visit.server.base)}/view")
    assert view["acts"] == 1
    if not page.tab.workers:  # the browser tells of it when it likes
        page.tab.wait_for_event("worker")


VERSION = "document.documentElement.dataset.version"
TELL_FORMER_VERSION = """() => {
  document.documentElement.dataset.version = "former";
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_new_version_is_offered_and_the_old_files_are_removed(
    visit: Visit, site: Path, tmp_path: Path
) -> None:
    newer = tmp_path / site.name
    shutil.copytree(site, newer)
    worker = (newer / "sw.js").read_text("utf-8")
    files = json.loads(re.findall("^const FILES = (.*);$", worker, re.MULTILINE)[0])
    style = (newer / "site.css").read_bytes() + b"/* newer */\n"
    former, digest = files["site.css"][0], sha256(style).hexdigest()[:20]
    (newer / "files" / f"{digest}.gz").write_bytes(gzip.compress(style))
    version = re.findall('^const VERSION = "(.*)";$', worker, re.MULTILINE)[0]
    worker = worker.replace(former, digest).replace(version, "newer")
    (newer / "sw.js").write_text(worker, "utf-8")
    link, _ = visit.links({"game": "castle_keep", "seats": [{"name": "Ada"}, {"name": "Bo"}]})
    # The stream of events of an open table is what a new version has to wait for.
    table = visit.tab(link)
    play_on([table.as_page()], SeededChance("newer"), acts=1)
    visit.server.directory = tmp_path
    visit.server.start()
    visit.page.visit(visit.at(""))
    offer = visit.page.tab.get_by_role("button", name="Use it now")
    offer.wait_for()
    shown, bar = (visit.page.tab.locator(one).bounding_box() for one in ("#page", "#bar"))
    assert shown and bar and shown["y"] + shown["height"] <= bar["y"], "nothing is covered"
    with (
        table.tab.expect_event("domcontentloaded"),
        visit.page.tab.expect_event("domcontentloaded"),
    ):
        offer.click()
    for page in (table, visit.page):
        assert page.tab.evaluate(VERSION) == "newer", "no tab goes on with the former version"
    visit.page.wait_until_ready()
    assert visit.data(f"{link.removeprefix(visit.server.base)}/view")["acts"] == 1
    stored = visit.page.tab.evaluate(
        "async () => (await (await caches.open('rulekeep-files')).keys()).map(one => one.url)"
    )
    assert any(digest in one for one in stored) and not any(former in one for one in stored)
    assert "newer" in visit.page.ask(visit.at("site.css"))[1]
    table.tab.close()
    visit.server.stop()


def test_a_tab_that_has_missed_a_new_version_is_loaded_again_when_it_is_seen(visit: Visit) -> None:
    with visit.page.tab.expect_event("domcontentloaded"):
        visit.page.tab.evaluate(TELL_FORMER_VERSION)
    visit.page.wait_until_ready()
