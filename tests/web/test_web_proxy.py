"""Behind a proxy that speaks TLS, at an address of its own or below a path."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from attrs import evolve
from tests.web.client import Guest, Host
from tests.web.running import UNBOUNDED, Running

from rulekeep.web.application import ListenAddress
from rulekeep.web.middleware import RequestRate, TrustedProxies

TLS = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}


def behind_proxy(start: Callable[..., Running], path: str = "", **more: Any) -> Running:
    known_as = (f"https://games.example{path}",)
    return start(known_as=known_as, proxies=TrustedProxies.of(["127.0.0.1"]), **more)


def test_a_trusted_proxy_says_that_it_speaks_tls(start: Callable[..., Running]) -> None:
    server = behind_proxy(start)
    entered = httpx.get(server.lobby, headers=TLS)
    assert entered.status_code == 303 and entered.headers["location"] == "/"
    assert "Secure" in entered.headers["set-cookie"]
    assert "Secure" not in httpx.get(server.lobby).headers["set-cookie"]
    host = server.host()
    link = host.links(host.begin("kilt_castle", "Ada", "Bo"))["seats"][0]["link"]
    assert link.startswith("https://games.example/t/")
    path = link.removeprefix("https://games.example")
    headers = {"host": "games.example", **TLS}
    moved = httpx.get(f"{server.base}{path}/", headers=headers)
    assert moved.headers["location"] == link


def test_only_a_trusted_proxy_is_believed(start: Callable[..., Running]) -> None:
    server = start(proxies=TrustedProxies.of(["192.0.2.0/24"]))
    assert "Secure" not in httpx.get(server.lobby, headers=TLS).headers["set-cookie"]


def test_rates_count_the_clients_behind_a_proxy(start: Callable[..., Running]) -> None:
    limits = evolve(UNBOUNDED, address=RequestRate(2, 0.001))
    server = behind_proxy(start, limits=limits)

    def asks(client: str) -> int:
        headers = {"x-forwarded-for": f"198.51.100.1, {client}"}
        return httpx.get(f"{server.base}/health", headers=headers).status_code

    assert [asks("203.0.113.7") for _ in range(3)] == [200, 200, 429]
    assert asks("203.0.113.8") == 200


@pytest.mark.parametrize(
    ("header", "client"),
    [
        ("", "127.0.0.1"),
        ("203.0.113.7", "203.0.113.7"),
        ("1.2.3.4, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 127.0.0.1", "203.0.113.7"),
        ("127.0.0.1", "127.0.0.1"),
        ("nonsense", "127.0.0.1"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("203.0.113.7:5000", "203.0.113.7"),
    ],
)
def test_the_address_of_a_client(header: str, client: str) -> None:
    proxies = TrustedProxies.of(["127.0.0.1"])
    assert proxies.client("127.0.0.1", header) == client
    assert proxies.client("192.0.2.1", header) == "192.0.2.1"


def test_below_a_path(start: Callable[..., Running]) -> None:
    """The proxy may cut the path off or pass it on."""
    server = behind_proxy(start, "/castles/")
    entered = httpx.get(server.lobby, headers=TLS)
    assert entered.headers["location"] == "/castles/"
    assert "Path=/castles;" in entered.headers["set-cookie"] + ";"
    host = Host(f"{server.base}/castles", server.key)
    try:
        page = host.begin("kilt_castle", "Ada", "Bo")
        link = host.links(page)["seats"][0]["link"]
        assert link.startswith("https://games.example/castles/t/")
        for prefix in ("", "/castles"):
            token = link.rpartition("/")[2]
            guest = Guest(f"{server.base}{prefix}/t/{token}")
            assert guest.view()["viewer"] == 0
            assert_links_work(server, guest._client.get(guest.link).text)
            guest.close()
        cookie = {"cookie": f"rulekeep-host-{server.port}={server.key}"}
        for path in ("/castles", "/castles/", page, "/castles" + page):
            shown = httpx.get(f"{server.base}{path}", headers=cookie)
            assert shown.status_code == 200, path
            assert_links_work(server, shown.text)
        for path in ("/learn/kilt_castle", "/learn/kilt_castle/1", "/book/kilt_castle"):
            assert_links_work(server, httpx.get(f"{server.base}{path}").text)
        error = httpx.get(f"{server.base}/nothing", headers={"accept": "text/html"})
        assert_links_work(server, error.text)
    finally:
        host.close()


def assert_links_work(server: Running, html: str) -> None:
    """Every address of a page begins with the path."""
    found = re.findall(r'(?:href|src|data-next)="(/[^"]*)"', html)
    assert found and 'data-root="/castles"' in html
    for address in found:
        assert address.startswith("/castles/"), address


def test_the_path_of_an_address() -> None:
    assert ListenAddress("127.0.0.1", 1, ("https://games.example/castles/",)).path == "/castles"
    assert ListenAddress("127.0.0.1", 1, ("https://games.example",)).path == ""
    assert ListenAddress("127.0.0.1", 1, ("den",)).path == ""
