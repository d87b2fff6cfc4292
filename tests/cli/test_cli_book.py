"""The book: every rule, its examples as they were played, and nothing half written."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Install, Run

import rulekeep
from rulekeep.cli.book_pages.markup import el, joined
from rulekeep.cli.book_pages.write_book import MARK, write_book
from rulekeep.cli.main import cli


class Page(HTMLParser):
    """What a page holds: anchors, links, pictures, and whether its tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.images: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if "id" in said:
            self.ids.append(said["id"])
        self.links |= {said[name] for name in ("href", "src") if name in said}
        if tag == "img":
            self.images.append((said["data-picture"], said["alt"]))
        if tag not in ("meta", "link", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(book: Path, name: str) -> Page:
    """The page of a game with all its examples open."""
    html = (book / f"{name}.html").read_text(encoding="utf-8")
    inside = [text for some in added(book, name, "EXAMPLES") for text in some.values()]
    return Page(html + "".join(inside))


def added(book: Path, name: str, what: str) -> list[dict[str, str]]:
    """What each file of a game's examples adds."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(book.glob(f"{name}-[0-9]*.js"))]
    form = re.compile(rf"^Object\.assign\({what}, (.*)\);$", re.MULTILINE)
    return [json.loads(found) for text in texts for found in form.findall(text)]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "site"
    games = rulekeep.games()
    write_book([games["kilt_castle"], games["lanterns"]], out, lambda _done, _words: None)
    return out


@pytest.mark.parametrize("name", ["kilt_castle", "lanterns"])
def test_every_rule_option_and_example_can_be_reached(book: Path, name: str) -> None:
    page, game = page_of(book, name), rulekeep.games()[name]
    assert not page.open and len(page.ids) == len(set(page.ids))
    assert {rule.id for rule in game.book} <= set(page.ids)
    assert {f"option-{option.name}" for option in game.options} <= set(page.ids)
    for link in page.links:
        assert "//" not in link, "nothing comes from elsewhere"
        file, _, anchor = link.partition("#")
        assert not file or file == "?print" or (book / file).is_file(), link
        assert not anchor or anchor in page.ids, link
    shown = [anchor for anchor in page.ids if anchor.startswith("example-")]
    assert len(shown) > 10
    assert page.images and all(alt for _, alt in page.images)
    loaded = [anchor for some in added(book, name, "EXAMPLES") for anchor in some]
    assert sorted(loaded) == sorted(shown)


def test_a_page_is_small_until_an_example_is_opened(book: Path) -> None:
    page = Page((book / "kilt_castle.html").read_text(encoding="utf-8"))
    assert page.images == []
    loaded = {"style.css", "pictures.js", "search.js"}
    assert {link for link in page.links if link.endswith((".js", ".css"))} == loaded
    at_once = sum((book / name).stat().st_size for name in {"kilt_castle.html", *loaded})
    whole = sum(path.stat().st_size for path in book.glob("kilt_castle*"))
    assert at_once < whole / 8


def test_every_picture_can_be_put_together_and_is_written_once(book: Path) -> None:
    page = page_of(book, "kilt_castle")
    script = (book / "kilt_castle-parts.js").read_text(encoding="utf-8")
    said = re.fullmatch(r"PARTS\.push\(\.\.\.(.*)\);\n", script)
    assert said is not None
    parts = json.loads(said[1])
    pictures = {
        name: made for some in added(book, "kilt_castle", "PICTURES") for name, made in some.items()
    }
    assert {name for name, _ in page.images} == set(pictures)
    assert len(parts) == len(set(parts))
    whole = ["".join(parts[int(part, 36)] for part in made.split()) for made in pictures.values()]
    for svg in whole:
        assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert len(script) + sum(map(len, pictures.values())) < sum(map(len, whole)) / 8, (
        "what pictures share is written once"
    )


def test_the_search_knows_rules_and_examples(book: Path) -> None:
    text = (book / "found.js").read_text(encoding="utf-8")
    found = json.loads(text.removeprefix("const FOUND = ").rstrip(";\n"))
    names = {entry["name"] for entry in found}
    assert {"KC-055", "LA-005"} <= names
    pages = {name: page_of(book, name).ids for name in ("kilt_castle", "lanterns")}
    for entry in found:
        file, _, anchor = entry["page"].partition("#")
        assert anchor in pages[file.removesuffix(".html")], entry


def test_pictures_and_pages_speak_of_no_machine(book: Path) -> None:
    for path in book.glob("*.html"):
        assert not re.search(r"/(home|work|tmp|root)/", path.read_text(encoding="utf-8"))


def litter(directory: Path) -> list[str]:
    """Drafts that were left behind."""
    return [path.name for path in directory.rglob(".rulekeep-book*")]


def test_a_book_is_replaced_and_nothing_else(run: Run, tmp_path: Path) -> None:
    done = run("book", "lanterns", "--out", "mine")
    assert done.returncode == 0 and "Written to mine: 2 pages" in done.stdout, done.stderr
    (tmp_path / "mine" / "old.html").write_text("from before")
    (tmp_path / "link").symlink_to("mine")
    assert run("book", "lanterns", "--out", "link").returncode == 0
    assert (tmp_path / "link").is_symlink() and (tmp_path / "mine" / MARK).is_file()
    assert not (tmp_path / "mine" / "old.html").exists()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear Ada")
    refused = run("book", "lanterns", "--out", "letters")
    assert refused.returncode == 2 and "letters: is not empty and no book" in refused.stderr
    assert (tmp_path / "letters" / "dear.txt").read_text() == "Dear Ada"
    assert litter(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess", "--out", "mine"), "No game called 'chess'"),
        (("lanterns", "--out", "mine/index.html/below"), "cannot be"),
        (("lanterns", "--out", "mine/index.html"), "is a file"),
        (("lanterns", "--out", "/proc/book"), "/proc/book: cannot be written"),
        (("lanterns", "--out", "x" * 300), "cannot be"),
        (("lanterns",), "Missing option '--out'"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(
    run: Run, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    assert run("book", "lanterns", "--out", "mine").returncode == 0
    before = {path: path.read_bytes() for path in (tmp_path / "mine").iterdir()}
    refused = run("book", *words)
    assert refused.returncode == 2 and complaint in refused.stderr, refused.stderr
    assert "Traceback" not in refused.stderr and litter(tmp_path) == []
    assert {path: path.read_bytes() for path in (tmp_path / "mine").iterdir()} == before


FAILS = """
import lanterns
from lanterns.plugin import Lanterns

class Faint(Lanterns):
    id = "faint"
    def picture(self, state, viewer, look):
        raise ZeroDivisionError("no light")

GAME = Faint()
"""


def test_a_game_that_fails_leaves_the_old_book(run: Run, tmp_path: Path, install: Install) -> None:
    path = install("faint", FAILS)
    assert run("book", "lanterns", "--out", "mine").returncode == 0
    before = (tmp_path / "mine" / "index.html").read_bytes()
    failed = run("book", "lanterns", "faint", "--out", "mine", PYTHONPATH=path)
    assert failed.returncode != 0
    assert "the game 'faint' failed in picture" in failed.stderr, failed.stderr
    assert "Traceback" not in failed.stderr
    assert (tmp_path / "mine" / "index.html").read_bytes() == before and litter(tmp_path) == []


def test_a_plugin_that_cannot_be_loaded_is_refused_by_name(run: Run, install: Install) -> None:
    path = install("broken", "raise RuntimeError('not today')")
    refused = run("book", "broken", "--out", "mine", PYTHONPATH=path)
    assert refused.returncode == 2 and "is broken" in refused.stderr


def test_the_book_of_all_games_is_made_without_a_broken_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [rulekeep.games()["lanterns"]], {"broken": "the plugin 'broken' is broken"}
    monkeypatch.setattr("rulekeep.session.game_list.load_all", lambda: found)
    out = tmp_path / "mine"
    done = CliRunner().invoke(cli, ["book", "--out", str(out)])
    assert done.exit_code == 0 and "'broken' is broken; the book is made without" in done.output
    assert (out / "lanterns.html").is_file()


def test_text_is_escaped_once() -> None:
    assert el("b", "a < b", class_='x"y') == '<b class="x&quot;y">a &lt; b</b>'
    assert joined([el("i", "&"), "&"]) == "<i>&amp;</i>&amp;"
