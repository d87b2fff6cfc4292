"""The metrics of a server, and who may read them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.web import patiently
from tests.web.running import Running

from rulekeep.web.middleware import TrustedProxies

SAMPLE = re.compile(r'^rulekeep_[a-z_]+(\{[a-z]+="[^"]+"\})? [0-9.]+$')


def samples(server: Running) -> dict[str, float]:
    text = patiently.get(f"{server.base}/metrics").text
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(map(SAMPLE.match, lines)), text
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_what_happens_is_counted(start: Callable[..., Running]) -> None:
    server = start()
    host = server.host()
    ada, _, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    with ada.listening(), spectator.listening():
        ada.act(ada.moves()[0])
        ada.post("act", number=1, move="dance")
        found = samples(server)
    assert found["rulekeep_tables"] == found["rulekeep_open_tables"] == 1
    assert found['rulekeep_viewers{who="seat"}'] == found['rulekeep_viewers{who="spectator"}'] == 1
    assert found["rulekeep_moves_total"] == 1
    assert found["rulekeep_move_seconds_count"] == 1
    assert found['rulekeep_requests_total{status="422"}'] == 1
    assert found['rulekeep_request_seconds_bucket{le="+Inf"}'] >= 5
    assert found["rulekeep_connections"] >= 3 and found["rulekeep_connections_refused_total"] == 0


def test_a_histogram_counts_up(start: Callable[..., Running]) -> None:
    server = start()
    patiently.get(f"{server.base}/health")
    found = samples(server)
    buckets = [value for name, value in found.items() if "request_seconds_bucket" in name]
    assert buckets == sorted(buckets) and len(buckets) == 11
    assert buckets[-1] == found["rulekeep_request_seconds_count"] == 1


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",)])
def test_only_this_machine_and_the_host_may_read_them(
    start: Callable[..., Running], header: str, trusted: tuple[str, ...]
) -> None:
    server = start(proxies=TrustedProxies.of(trusted))

    def status(**headers: str) -> int:
        return patiently.get(f"{server.base}/metrics", headers=headers).status_code

    assert status() == 200
    assert status(**{header: "203.0.113.7"}) == 403
    assert status(**{header: "203.0.113.7", "authorization": f"Bearer {server.key}"}) == 200
    assert status(**{header: "203.0.113.7", "authorization": "Bearer guess"}) == 403
    assert server.host().get("/metrics").headers["content-type"].startswith("text/plain")
