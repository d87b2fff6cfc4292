"""The book as a reader opens it: from a file, in a browser, at a desk, on a phone, by night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from tests.browsing import opened_browser

import rulekeep
from rulekeep.cli.book_pages.write_book import write_book

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "site"
    games = rulekeep.games()
    wanted = ("kilt_castle", "kings_and_castles", "lanterns")
    write_book([games[name] for name in wanted], out, lambda _done, _words: None)
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as opened:
        yield opened


@pytest.fixture
def reader(book: Path, browser: Browser) -> Iterator[Open]:
    """Opens a page; whatever a page complains about, or fetches from elsewhere, fails the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def heard(said: ConsoleMessage) -> None:
        if said.type == "error":
            complaints.append(said.text)

    def asked(request: Request) -> None:
        if not request.url.startswith(("file:", "blob:")):
            complaints.append(request.url)

    def open_page(name: str, width: int = 1280, scheme: Literal["light", "dark"] = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", heard)
        page.on("request", asked)
        page.goto(f"{book.as_uri()}/{name}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def in_view(page: Page, selector: str) -> bool:
    seen: bool = page.evaluate(
        """selector => {
          const box = document.querySelector(selector).getBoundingClientRect();
          return box.top >= 0 && box.top < innerHeight;
        }""",
        selector,
    )
    return seen


def test_searching_leads_to_a_rule(reader: Open) -> None:
    page = reader("index.html")
    page.keyboard.press("/")
    page.keyboard.type("overbuilding price FLOORS")
    hits = page.locator("#hits a")
    hits.first.wait_for()
    assert "KC-058" in hits.first.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/kilt_castle.html#KC-058")
    page.wait_for_function(
        "document.getElementById('KC-058').getBoundingClientRect().top < innerHeight"
    )
    assert page.locator("#search").input_value() == ""
    page.locator("#search").fill("no such words anywhere")
    page.locator("#hits", has_text="Nothing has all of these words").wait_for()


def test_the_page_at_hand_is_found_first(reader: Open) -> None:
    page = reader("lanterns.html")
    page.locator("#search").fill("player")
    page.locator("#hits a").first.wait_for()
    first = str(page.locator("#hits a").first.get_attribute("href"))
    assert first.startswith("lanterns.html#")


def test_from_a_rule_to_its_example_and_back(reader: Open) -> None:
    page = reader("kilt_castle.html#KC-059")
    link = page.locator("#KC-059 a[href^='#example-']").first
    title, anchor = link.inner_text(), link.get_attribute("href")
    link.click()
    assert page.url.endswith(str(anchor)) and in_view(page, str(anchor))
    example = page.locator(str(anchor))
    assert example.locator("h4").inner_text() == title
    image = example.locator("img").first
    page.wait_for_function(
        "selector => document.querySelector(selector).naturalWidth > 300", arg=f"{anchor} img"
    )
    assert image.get_attribute("alt")
    image.click()
    assert page.locator("dialog[open] img").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    example.locator("a.id", has_text="KC-059").first.click()
    assert page.url.endswith("#KC-059") and in_view(page, "#KC-059")
    page.go_back()
    assert page.url.endswith(str(anchor))


def test_the_contents_lead_to_chapters(reader: Open) -> None:
    page = reader("kilt_castle.html")
    page.locator("aside a", has_text="Ducat day").click()
    heading = page.locator("h2", has_text="Ducat day")
    assert in_view(page, f"#{heading.get_attribute('id')}")


@pytest.mark.parametrize(
    "name", ["index.html", "kilt_castle.html", "kings_and_castles.html", "lanterns.html"]
)
def test_a_phone_need_not_scroll_sideways(reader: Open, name: str) -> None:
    page = reader(name, width=390)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#search").fill("a")
    page.locator("#hits a").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def brightness(page: Page, selector: str, of: str) -> float:
    found: float = page.evaluate(
        """([selector, of]) => {
          const colour = getComputedStyle(document.querySelector(selector))[of];
          const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
          return (red + green + blue) / 765;
        }""",
        [selector, of],
    )
    return found


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_the_page_and_its_pictures_follow_the_surroundings(
    reader: Open, scheme: str, dark: bool
) -> None:
    page = reader("index.html", scheme=scheme)
    assert (brightness(page, "body", "backgroundColor") < 0.3) == dark
    assert (brightness(page, "body", "color") > 0.7) == dark
    page.wait_for_function("document.querySelector('.card img').naturalWidth > 300")
    corner = page.evaluate(
        """() => {
          const image = document.querySelector('.card img');
          const canvas = document.createElement('canvas');
          const pen = canvas.getContext('2d');
          pen.drawImage(image, 0, 0);
          return pen.getImageData(2, 2, 1, 1).data[0] / 255;
        }"""
    )
    assert (corner < 0.3) == dark


def test_with_print_in_the_address_no_picture_is_missing(reader: Open) -> None:
    page = reader("lanterns.html?print")
    page.wait_for_function(
        """() => [...document.querySelectorAll('details.example')].every(one => one.dataset.filled)
          && document.images.length > 10 && [...document.images].every(image => image.naturalWidth > 0)"""
    )


def test_examples_are_loaded_as_they_are_opened(reader: Open) -> None:
    page = reader("kilt_castle.html")
    scripts = "[...document.scripts].map(script => script.src.split('/').pop())"
    assert page.evaluate(scripts) == ["pictures.js", "search.js"]
    assert page.locator("img").count() == 0
    page.locator("#KC-058 details.example summary").first.click()
    page.locator("details.example[open] img").first.wait_for()
    one = page.locator("details.example[open]").get_attribute("data-file")
    loaded = {"kilt_castle-parts.js", f"kilt_castle-{one}.js"}
    assert set(page.evaluate(scripts)) == {"pictures.js", "search.js", *loaded}
    assert page.locator("details.example[open] img").count() <= 2
