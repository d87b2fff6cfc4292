"""What a page links to is there: files, headings, pictures."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2]))
from tests.docs.pages import DOCS, PAGES, ROOT, prose

_LINK = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The headings as links name them."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    plain = [re.sub(r"[`*\\]", "", head).lower() for head in heads]
    return {re.sub(r"[^\w\- ]", "", head).strip().replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for found in _LINK.finditer(prose(page)):
        link = found[1] or found[2]
        if re.match(r"[a-z]+:", link) or link.startswith("book/"):  # the site has the books there
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{name(page)} links to {link}"
        assert not anchor or anchor in anchors(target), f"{name(page)} links to {link}"


def test_every_page_can_be_reached_from_the_first() -> None:
    reached = {DOCS / "index.md"}
    todo = list(reached)
    while todo:
        page = todo.pop()
        text = page.read_text(encoding="utf-8")
        linked = {
            (page.parent / file).resolve() for file in re.findall(r"\]\(([\w./-]+\.md)", text)
        }
        listed = {
            DOCS / f"{word}.md" for word in re.findall(r"^(?:.*<)?(\w+)>?$", text, re.MULTILINE)
        }
        found = {path for path in linked | listed if path.exists()} - reached
        reached |= found
        todo += found
    assert {page for page in PAGES if page.parent == DOCS} <= reached
