"""The documents as pages: all of them, with headings to link to, and nothing that the policy forbids."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest
from tests.docs.pages import DOCS
from tests.web import patiently
from tests.web.running import Running

from rulekeep.core.errors import RulekeepError
from rulekeep.web.pages.document_pages import address_of, document_page, documents

_LINK = re.compile(r'<a href="/games/([^"#]*)#?([^"]*)"')


def pages() -> dict[str, str]:
    return {address_of(name): document_page(name, "/games", True) for name in documents()}


def test_every_document_is_a_page() -> None:
    assert {path.stem for path in DOCS.glob("*.md")} <= documents().keys()
    for address, page in pages().items():
        assert page.count("<h1 ") == 1, address
        assert "{toctree}" not in page and "{include}" not in page, address
        assert not re.search(r"<[^>]* style=", page), address
    assert ">Changelog</h1>" in pages()["docs/changes"]


def test_links_between_documents_lead_to_headings() -> None:
    shown = pages()
    seen = 0
    for address, page in shown.items():
        for target, heading in _LINK.findall(page):
            if target.startswith("docs"):
                seen += 1
                assert target in shown, f"{address} links to {target}"
                assert not heading or f'id="{heading}"' in shown[target], f"{address}: {heading}"
    assert seen > 100
    assert 'href="/games/docs/decisions-0013-start-time"' in shown["docs/decisions-index"]
    assert 'href="/games/book/carcassonne_castle"' in shown["docs"]


def test_a_server_shows_documents_and_their_pictures(start: Callable[..., Running]) -> None:
    base = start().base
    first = patiently.get(f"{base}/docs")
    assert first.status_code == 200 and 'href="/docs/playing"' in first.text
    picture = re.findall(r'src="(/docs/pictures/[^"]+\.svg)"', first.text)[0]
    assert patiently.get(f"{base}{picture}").headers["content-type"].startswith("image/svg")
    assert "<table>" in patiently.get(f"{base}/docs/playing").text
    for missing in ("docs/nothing", "docs/..%2fREADME", "docs/conf.py", "docs/pictures/conf.py"):
        assert patiently.get(f"{base}/{missing}").status_code == 404


def test_a_missing_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(RulekeepError, match=r"install rulekeep\[web\]"):
        document_page("site", "/elsewhere", False)
