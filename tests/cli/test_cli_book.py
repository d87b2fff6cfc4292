"""The book: every rule, its examples as they were played, and nothing half written."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import rulekeep
from rulekeep.cli.book.markup import el, joined
from rulekeep.cli.book.site import MARK, write_book


class Page(HTMLParser):
    """What a page holds: anchors, links, pictures, and whether its tags are closed."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.images: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if "id" in said:
            self.ids.append(said["id"])
        self.links |= {said[name] for name in ("href", "src") if name in said}
        if tag == "img":
            self.images.append((said["src"], said["alt"]))
        if tag not in ("meta", "link", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "site"
    games = rulekeep.games()
    write_book([games["kilt_castle"], games["lanterns"]], out, lambda _done, _words: None)
    return out


@pytest.mark.parametrize("name", ["kilt_castle", "lanterns"])
def test_every_rule_option_and_example_can_be_reached(book: Path, name: str) -> None:
    page, game = Page(book / f"{name}.html"), rulekeep.games()[name]
    assert not page.open and len(page.ids) == len(set(page.ids))
    assert {rule.id for rule in game.book} <= set(page.ids)
    assert {f"option-{option.name}" for option in game.options} <= set(page.ids)
    for link in page.links:
        assert "//" not in link, "nothing comes from elsewhere"
        file, _, anchor = link.partition("#")
        assert not file or (book / file).is_file(), link
        assert not anchor or anchor in page.ids, link
    shown = [anchor for anchor in page.ids if anchor.startswith("example-")]
    assert len(shown) > 10
    assert page.images and all(alt for _, alt in page.images)


def test_the_search_knows_rules_and_examples(book: Path) -> None:
    text = (book / "found.js").read_text(encoding="utf-8")
    found = json.loads(text.removeprefix("const FOUND = ").rstrip(";\n"))
    names = {entry["name"] for entry in found}
    assert {"KC-055", "LA-005"} <= names
    pages = {name: Page(book / f"{name}.html").ids for name in ("kilt_castle", "lanterns")}
    for entry in found:
        file, _, anchor = entry["page"].partition("#")
        assert anchor in pages[file.removesuffix(".html")], entry


def test_pictures_and_pages_speak_of_no_machine(book: Path) -> None:
    for path in book.glob("*.html"):
        assert not re.search(r"/(home|work|tmp|root)/", path.read_text(encoding="utf-8"))


def test_a_book_is_replaced_and_nothing_else(run: Run, tmp_path: Path) -> None:
    done = run("book", "lanterns", "--out", "mine")
    assert done.returncode == 0 and "Written to mine: 2 pages" in done.stdout, done.stderr
    (tmp_path / "mine" / "old.html").write_text("from before")
    assert run("book", "lanterns", "--out", "mine").returncode == 0
    assert not (tmp_path / "mine" / "old.html").exists()
    assert (tmp_path / "mine" / MARK).is_file()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear Ada")
    refused = run("book", "lanterns", "--out", "letters")
    assert refused.returncode == 2 and "letters: is not empty and no book" in refused.stderr
    assert (tmp_path / "letters" / "dear.txt").read_text() == "Dear Ada"
    unknown = run("book", "chess", "--out", "mine")
    assert unknown.returncode == 2 and "no game 'chess'" in unknown.stderr
    nowhere = run("book", "lanterns", "--out", "mine/index.html/below")
    assert nowhere.returncode == 2 and "cannot be written" in nowhere.stderr
    assert sorted(path.name for path in tmp_path.iterdir() if "book" in path.name) == []


def test_text_is_escaped_once() -> None:
    assert el("b", "a < b", class_='x"y') == '<b class="x&quot;y">a &lt; b</b>'
    assert joined([el("i", "&"), "&"]) == "<i>&amp;</i>&amp;"
