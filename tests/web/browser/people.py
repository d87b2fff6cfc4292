"""People at tables in a browser: how they come, what their pages show, how they play."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, field, frozen
from tests.web.patiently import SECONDS
from tests.web.running import Running

from rulekeep.core.chance import SeededChance
from rulekeep.match.exercise import Exercise
from rulekeep.match.match import Match
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.pages.rule_books import Books

if TYPE_CHECKING:
    from playwright.sync_api import (
        APIRequestContext,
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
    )

GAMES = ("castle_keep", "kilt_castle", "carcassonne_castle", "kings_and_castles")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
PHONE = 360
PATIENCE = 10
"""Seconds after which a button is clicked again."""


class Served:
    """A server that can be stopped and started again at the same place."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.books = directory.parent / "books"
        """Where rule books are served from that a test has put there; else there are none."""
        nobody = (sys.executable, "-c", "raise SystemExit('nobody makes reviews here')")
        self.reviews = ReviewMaker(directory.parent / "reviews", nobody)
        """Has the reviews that a test has put there; else there are none."""
        self._running = self._begun(0)
        self.base, self.lobby = self._running.base, self._running.lobby

    def _begun(self, port: int) -> Running:
        nobody = (sys.executable, "-c", "raise SystemExit('nobody writes books here')")
        books = Books(self.books, nobody)
        return Running(self.directory, port=port, books=books, reviews=self.reviews)

    def start(self) -> None:
        self._running = self._begun(self._running.port)

    def stop(self) -> None:
        self._running.stop()


@define(slots=False, eq=False)
class People:
    """Everybody with a browser of their own; what a page complains about fails the test.

    A page that nobody looks at any more is taken by the next who comes: opening one takes longer
    than most tests.
    """

    browser: Browser
    base: str
    complaints: list[str] = field(factory=list)
    forgiven: str = r"^$"
    """What a test provokes on purpose."""
    _free: list[Page] = field(factory=list)
    _taken: list[Page] = field(factory=list)
    _hosts: list[BrowserContext] = field(factory=list)

    def come(
        self,
        address: str,
        width: int = 1000,
        height: int = 700,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        if "?key=" in address:  # the host's key stays with the page that it was brought to
            page = self._opened()
            self._hosts.append(page.context)
        else:
            page = self._free.pop() if self._free else self._opened()
            self._taken.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.goto(address if address.startswith("http") else f"{self.base}{address}")
        return page

    def leave(self) -> None:
        """Whoever is there goes."""
        for page in self._taken:
            page.goto("about:blank")
        self._free += self._taken
        self._taken.clear()
        for context in self._hosts:
            context.close()
        self._hosts.clear()

    def _opened(self) -> Page:
        context = self.browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(1000 * SECONDS)
        context.add_init_script(WATCH_SHIFTS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.on("request", self._asked)
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not re.search(self.forgiven, said.text):
            self.complaints.append(said.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.base, "data:", "blob:", "about:")):
            self.complaints.append(f"asked for {request.url}")


@define
class Host:
    """Whoever started the server; lays out tables without looking at the lobby."""

    ask: APIRequestContext
    directory: Path
    """Where the server has its match files."""
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
        number = sum(1 for _ in self.directory.glob("*.rkm"))
        self.last = self.directory / f"{match.game.id}-{number}.rkm"
        match.save(self.last)
        return self.links({"match": self.last.stem})

    def begun(self, game: str, *players: str, **options: Any) -> list[str]:
        """A table whose random draws are always the same."""
        return self.kept(new(game, *players, **options))

    def late(self, game: str, left: int, *bots: str, **options: Any) -> list[str]:
        """A match of two people and bots that was played at random until this many moves were left."""
        whole = new(game, "human", "human", *bots, **options)
        play_by_lot(whole, lambda: whole.is_over)
        self.rest = [(ply.seat, ply.move) for ply in whole.plies[-left:]]
        match = new(game, "human", "human", *bots, **options)
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


# -- what a page shows ----------------------------------------------------------------------------


@frozen
class Shown:
    """What a page shows of the table."""

    number: int
    asked: bool
    over: bool
    status: str
    moves: Sequence[str]
    """Those that the list shows now."""


SHOWN = """async ([beyond, words, seconds]) => {
  const last = performance.now() + 1000 * seconds;
  const status = () => document.querySelector("#status").textContent;
  const over = () => !document.querySelector("#result").hidden;
  const isDrawn = () => Number(document.body.dataset.number ?? -1) > beyond
    && document.querySelector("#picture").ariaBusy === "false"
    && (!words.length || over() || words.some(word => status().includes(word)));
  while (!isDrawn()) {
    if (performance.now() > last) throw new Error(`still waiting: ${status()}`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  return {
    number: Number(document.body.dataset.number),
    asked: status().startsWith("Your turn"),
    over: over(),
    status: status(),
    moves: [...document.querySelectorAll("#moves [role=option] .move")].map(move => move.textContent),
  };
}"""


def shown(page: Page, beyond: int = -1, *words: str) -> Shown:
    """Wait until a page shows what happened after a number, and one of these words, or the end."""
    return Shown(**page.evaluate(SHOWN, [beyond, words, SECONDS]))


def drawn(page: Page, beyond: int = -1) -> int:
    """Wait until a page shows what happened after a number; the number that it shows."""
    return shown(page, beyond).number


def is_asked(page: Page) -> bool:
    return shown(page).asked


WATCH_SHIFTS = """(() => {
  window.shifts = [];
  // From an input until its answer is shown, which takes a busy machine more than the half second that browsers allow.
  const own = [];
  const inputs = ["pointerdown", "touchstart", "keydown"];
  for (const name of inputs) addEventListener(name, () => own.push([performance.now(), Infinity]), { capture: true });
  // The frame that shows it may come late on a busy machine: the second frame from now begins after it.
  const until = open => { for (const one of open) one[1] = Math.min(one[1], performance.now() + 100); };
  const answered = () => {
    const open = own.filter(([, to]) => to === Infinity);
    requestAnimationFrame(() => requestAnimationFrame(() => until(open)));
  };
  addEventListener("DOMContentLoaded", () => new MutationObserver(answered).observe(document.body, { attributeFilter: ["data-number"] }));
  const named = ({ node }) => node ? `${node.nodeName.toLowerCase()}#${node.id ?? ""}.${node.className ?? ""}` : "?";
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput || own.some(([from, to]) => from <= entry.startTime && entry.startTime <= to)) continue;
      window.shifts.push([entry.value, entry.sources.map(named).join(" ")]);
    }
  }).observe({ type: "layout-shift", buffered: true });
})()"""


def shifts(page: Page) -> list[tuple[float, str]]:
    """The layout shifts since the page was loaded, and of what; not those that an input causes."""
    found: list[tuple[float, str]] = page.evaluate("window.shifts")
    return found


def moves(page: Page) -> list[str]:
    """The moves that the list shows now."""
    return page.locator("#moves [role=option] .move").all_inner_texts()


def chosen(page: Page) -> str | None:
    """The notation of the move that the button plays now."""
    return page.get_attribute("#play", "data-move")


# -- playing --------------------------------------------------------------------------------------


def click(page: Page, x: float, y: float) -> None:
    page.mouse.click(x, y)


def tap(page: Page, x: float, y: float) -> None:
    """Touch a point with a finger."""
    client = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    client.detach()


NEXT_CLICK = """([move, tried]) => {
  // The point of an element that a click meets, brought into view; none if something covers it.
  const meets = (element, x, y) => element.contains(document.elementFromPoint(x, y));
  const pointOf = element => {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    for (const share of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      for (const other of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const at = [x + share * width, y + other * height];
        if (meets(element, ...at)) return at;
      }
    }
    return null;
  };
  const button = document.querySelector("#play");
  if (button.dataset.move === move) return { what: "play", at: pointOf(button) };
  const listed = [...document.querySelectorAll("#moves [role=option]")].find(row => row.querySelector(".move").textContent === move);
  if (!listed) return { what: "back", at: null };
  const words = ` ${move} `;
  for (const place of tried === null ? [] : document.querySelectorAll("#picture .may")) {
    const { legal, player, letter, ...names } = place.dataset;
    const said = Object.values(names).filter(name => words.includes(` ${name} `)).join();
    if (!said || tried.includes(said)) continue;
    const at = pointOf(place);
    if (at) return { what: said, at };
  }
  return { what: "list", at: pointOf(listed) };
}"""


def is_played(page: Page, press: Callable[[], object]) -> bool:
    """Press what plays the selected move, and wait until the page shows it; whether it was sent.

    The number of the table alone does not tell: others may move meanwhile.
    """
    from playwright.sync_api import TimeoutError as Late

    try:
        with page.expect_response(
            lambda one: one.url.endswith("/act"), timeout=1000 * PATIENCE
        ) as got:
            press()
    except Late:
        return False
    if got.value.ok:
        drawn(page, got.value.json()["number"] - 1)
    return got.value.ok


def play(page: Page, move: str, press: Callable[[Page, float, float], None] = click) -> int:
    """Play a move by clicks: on the picture, and in the list what the picture cannot say.

    How many clicks the picture got.
    """
    drawn(page)
    tried: list[str] | None = []
    clicks = misses = 0
    while True:
        step = page.evaluate(NEXT_CLICK, [move, tried])
        if step["what"] == "back":
            for _ in range(2):  # the choice, then the clicks
                page.keyboard.press("Escape")
            assert tried is not None, f"{move} is not listed"
            tried = None
            continue
        assert step["at"] is not None, f"{step['what']} cannot be clicked for {move}"
        x, y = step["at"]
        if step["what"] == "play":
            if is_played(page, partial(press, page, x, y)):
                return clicks
            misses += 1  # what is shown may have moved under the pointer: one clicks again
            assert misses * PATIENCE < SECONDS, f"{move} is not played"
            continue
        press(page, x, y)
        if step["what"] == "list":
            continue
        assert tried is not None
        tried.append(step["what"])
        clicks += 1


def play_by_touch(page: Page, move: str) -> int:
    return play(page, move, tap)


def play_by_keys(page: Page, move: str) -> int:
    """Play a move with the arrows and Enter."""
    now = shown(page)
    for _ in range(now.moves.index(move) + 1):
        page.keyboard.press("ArrowDown")
    assert is_played(page, lambda: page.keyboard.press("Enter"))
    return 0


Play = Callable[["Page", str], int]


def play_on(
    pages: Sequence[Page],
    lot: SeededChance,
    acts: int = 1000,
    how: Sequence[Play] = (play, play),
    number: int = -1,
) -> tuple[int, int]:
    """So many acts by whoever is asked, or until the match is over; how many, and clicks at pictures.

    The pages are those of Ada and Bo; others at the table are bots.
    """
    done = clicks = 0
    while done < acts:
        now = [shown(page, number - 1, "Your turn", "Ada", "Bo") for page in pages]
        number = max(one.number for one in now)
        if all(one.over for one in now):
            break
        asked = next((n for n, one in enumerate(now) if one.asked and one.number == number), None)
        if asked is None:
            continue
        legal = now[asked].moves
        clicks += how[asked](pages[asked], legal[lot.below(len(legal))])
        done += 1
    return done, clicks


def learn(page: Page, exercise: Exercise) -> None:
    """Make the right moves of a lesson until it is finished."""
    while True:
        right = next(exercise.right_moves())
        page.locator("#filter").fill(right.move)
        page.keyboard.press("Enter")
        page.get_by_text(f"Right: {right.move}").wait_for()
        exercise.play(right)
        if exercise.is_last:
            return
        exercise.next()
        page.get_by_text(exercise.step.task).wait_for()
