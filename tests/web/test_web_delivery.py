"""How pages travel: compressed where that tells nothing, and cached by what is in them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.web import patiently
from tests.web.client import Host
from tests.web.running import Running

from rulekeep.web.compression import SMALLEST, may_compress
from rulekeep.web.pages.template_engine import STATIC

GZIP = {"accept-encoding": "gzip"}
PLAIN = {"accept-encoding": "identity"}


def test_pages_pictures_and_views_are_compressed(server: Running, host: Host) -> None:
    ada = host.guests(host.begin("kings_and_castles", "Ada", "Bo"))[0]
    for what in ("", "/view", "/picture.svg", "/goal"):
        small, large = (patiently.get(f"{ada.link}{what}", headers=h) for h in (GZIP, PLAIN))
        assert small.headers.get("content-encoding") == "gzip", what
        assert "content-encoding" not in large.headers
        assert small.content == large.content and len(large.content) >= SMALLEST
        assert small.num_bytes_downloaded < large.num_bytes_downloaded / 2
        assert "accept-encoding" in small.headers["vary"]


def test_a_picture_that_the_browser_has_is_not_sent_again(server: Running, host: Host) -> None:
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
    first = patiently.get(f"{ada.link}/picture.svg", headers=GZIP)
    again = patiently.get(
        f"{ada.link}/picture.svg", headers={**GZIP, "if-none-match": first.headers["etag"]}
    )
    assert again.status_code == 304 and again.num_bytes_downloaded == 0


def test_what_has_links_or_repeats_a_request_is_not_compressed(server: Running, host: Host) -> None:
    page = host.begin("kings_and_castles", "Ada", "Bo")
    ada = host.guests(page)[0]
    host.client.headers.update(GZIP)
    for address in (page, f"{page}/links"):
        assert len(host.get(address).content) >= SMALLEST
        assert "content-encoding" not in host.get(address).headers
    why = ada.get("why", move=ada.moves()[0])
    assert len(why.content) >= SMALLEST and "content-encoding" not in why.headers
    with ada.listening() as heard:
        ada.act(ada.moves()[0])
        heard.wait_for_number(1)


@pytest.mark.parametrize(
    ("path", "listed"),
    [
        ("/", True),
        ("/static/0123/table.js", True),
        ("/book/kilt_castle", True),
        ("/t/LINK", True),
        ("/t/LINK/view", True),
        ("/t/LINK/events", False),
        ("/t/LINK/act", False),
        ("/t/LINK/look", False),
        ("/tables/NAME", False),
        ("/tables/NAME/links", False),
    ],
)
def test_which_addresses_are_compressed(path: str, listed: bool) -> None:
    assert may_compress(path, {"accept-encoding": "br, gzip;q=0.8"}) == listed
    assert not may_compress(path, {"accept-encoding": "br"})
    assert not may_compress(path, {})


def test_scripts_and_styles_are_cached_by_their_contents(server: Running) -> None:
    page = patiently.get(f"{server.base}/learn/kilt_castle").text
    found = re.findall(r'(?:src|href)="(/static/[0-9a-f]{16}/[\w.]+)"', page)
    assert len(found) == 3
    for address in found:
        answer = patiently.get(server.base + address, headers=GZIP)
        assert "immutable" in answer.headers["cache-control"], address
        name = address.rpartition("/")[2]
        assert answer.content == (STATIC / name).read_bytes()
        # A page from before an update still works, and asks again next time.
        old = patiently.get(f"{server.base}/static/0000000000000000/{name}")
        assert old.status_code == 200 and old.headers["cache-control"] == "no-cache"
    assert patiently.get(f"{server.base}/static/0000000000000000/no.js").status_code == 404


def test_a_book_is_compressed_and_leads_on(start: Callable[..., Running]) -> None:
    server = start()
    plain = patiently.get(f"{server.base}/book/kilt_castle", headers=GZIP)
    assert plain.headers["content-encoding"] == "gzip"
    assert 'href="/learn/kilt_castle"' in plain.text and "Lobby" not in plain.text
    assert "Lobby" in server.host().get("/book/kilt_castle").text
