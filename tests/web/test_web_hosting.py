"""The examples for hosts work: behind proxies, several servers, backups, units and containers."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.web import patiently
from tests.web.client import Guest, Host, until
from tests.web.running import Running

from rulekeep.cli.commands.serve import serve
from rulekeep.web.middleware import TrustedProxies

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "hosting"


class Router(BaseHTTPRequestHandler):
    """A small proxy: the first part of the path names the server."""

    protocol_version = "HTTP/1.1"
    servers: dict[str, str]

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        base = self.servers.get(self.path.split("/")[1])
        if base is None:
            self.send_error(404)
            return
        headers = {name: value for name, value in self.headers.items() if name != "Connection"}
        headers |= {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}
        answer = patiently.request(self.command, base + self.path, headers=headers, content=body)
        self.send_response(answer.status_code)
        for name in ("content-type", "location", "set-cookie"):
            if name in answer.headers:
                self.send_header(name, answer.headers[name])
        self.send_header("content-length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    do_GET = do_POST = _pass_on

    def log_message(self, *_: Any) -> None:
        """Links are secret."""


@contextmanager
def routing(servers: dict[str, Running]) -> Iterator[str]:
    bases = {name: server.base for name, server in servers.items()}
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), type("TestRouter", (Router,), {"servers": bases}))
    thread = threading.Thread(target=proxy.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}"
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


def test_two_servers_behind_one_proxy(start: Callable[..., Running], tmp_path: Path) -> None:
    """The link says which server it belongs to; keys and links of one are nothing to the other."""
    servers = {
        name: start(
            tmp_path / name,
            known_as=(f"https://games.example/{name}",),
            proxies=TrustedProxies.of(["127.0.0.1"]),
        )
        for name in "ab"
    }
    guests: list[Guest] = []
    with routing(servers) as outside:
        for name, server in servers.items():
            host = Host(f"{outside}/{name}", server.key)
            link = host.links(host.begin("kilt_castle", "Ada", "Bo"))["seats"][0]["link"]
            assert link.startswith(f"https://games.example/{name}/t/")
            guests.append(Guest(link.replace("https://games.example", outside)))
            guests[-1].act(guests[-1].moves()[0])
            host.close()
        assert [len(list(server.directory.glob("*.rkm"))) for server in servers.values()] == [1, 1]
        other = guests[0].link.replace("/a/t/", "/b/t/")
        assert patiently.get(f"{other}/view").json()["kind"] == "unknown_link"
        assert patiently.get(f"{outside}/b/", params={"key": servers["a"].key}).status_code == 403
        assert patiently.get(f"{outside}/a/metrics").status_code == 403
        for guest in guests:
            assert guest.view()["acts"] == 1
            guest.close()


def test_a_backup_of_a_running_server_has_the_same_links(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    """Taken by the command of the page while moves are made."""
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada=random", "Bo=random")
    spectator = host.guests(page)[-1]
    until(lambda: spectator.view()["acts"] >= 3)
    text = (ROOT / "docs" / "hosting.md").read_text()
    [command] = re.findall(r"^(tar .*)$", text, re.MULTILINE)
    command = command.replace("$(date +%F)", "today")
    words = shlex.split(command.replace("/var/lib/rulekeep", str(server.directory.parent)))
    subprocess.run(words, check=True, cwd=tmp_path)
    assert spectator.view()["acts"] >= 3
    server.stop()
    (tmp_path / "restored").mkdir()
    restore = ["tar", "-xzf", "rulekeep-today.tar.gz", "-C", "restored"]
    subprocess.run(restore, check=True, cwd=tmp_path)
    again = start(tmp_path / "restored" / server.directory.name)
    assert again.key == server.key
    token = spectator.link.rpartition("/")[2]
    restored = again.host().guest(f"{again.base}/t/{token}")
    assert restored.view()["acts"] >= 3


def commands() -> dict[str, list[str]]:
    """The options of `rulekeep serve` in every example."""
    unit = (EXAMPLES / "rulekeep.service").read_text()
    container = (EXAMPLES / "Containerfile").read_text()
    compose = yaml.safe_load((EXAMPLES / "compose.yaml").read_text())
    [started] = re.findall(r"^ExecStart=\S+ serve (.*)$", unit, re.MULTILINE)
    [entry] = re.findall(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)
    inside = json.loads(entry)
    assert inside[:2] == ["rulekeep", "serve"]
    return {
        "systemd": shlex.split(started),
        "compose": [*inside[2:], *compose["services"]["rulekeep"]["command"]],
    }


@pytest.mark.parametrize("example", ["systemd", "compose"])
def test_examples_use_options_that_exist(example: str) -> None:
    parsed = serve.make_context("serve", commands()[example]).params
    assert parsed["port"] == 8000 and parsed["no_browser"]
    assert parsed["known_as"][0].startswith("https://") and parsed["trusted_proxy"]
    TrustedProxies.of(parsed["trusted_proxy"])


def test_the_compose_file_belongs_to_its_other_files() -> None:
    compose = yaml.safe_load((EXAMPLES / "compose.yaml").read_text())
    services = compose["services"]
    build = services["rulekeep"]["build"]
    assert (EXAMPLES / build["context"] / build["dockerfile"]).resolve().is_file()
    assert (EXAMPLES / build["context"]).resolve() == ROOT
    [site, _] = services["caddy"]["volumes"]
    assert (EXAMPLES / site.partition(":")[0]).is_file()
    assert services["caddy"]["environment"]["RULEKEEP"] == "rulekeep:8000"
    [network] = compose["networks"]["default"]["ipam"]["config"]
    assert network["subnet"] in services["rulekeep"]["command"]


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = (EXAMPLES / "rulekeep.service").read_text()
    program = shutil.which("rulekeep", path=str(Path(sys.executable).parent))
    assert program
    (tmp_path / "rulekeep.service").write_text(unit.replace("/opt/rulekeep/bin/rulekeep", program))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "rulekeep.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in found.stderr.splitlines() if "rulekeep.service" in line]
    assert found.returncode == 0 and ours == [], found.stderr


# -- proxies ------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    directory = tmp_path_factory.mktemp("tls")
    certificate, key = directory / "certificate.pem", directory / "key.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    target = ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(["openssl", *words.split(), *names, *target], check=True, capture_output=True)
    return certificate, key


@contextmanager
def program(words: list[str], port: int) -> Iterator[None]:
    """A proxy, as soon as it accepts connections."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def is_up() -> bool:
        assert process.poll() is None, process.stdout and process.stdout.read().decode()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(is_up)
        yield
    finally:
        process.terminate()
        process.communicate()


def nginx(text: str, directory: Path, tls: tuple[Path, Path], port: int) -> list[str]:
    """The command that starts nginx with a site of the examples."""
    path = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if path is None:
        pytest.skip("nginx is not installed")
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    text = text.replace("games.example;", "localhost;")
    text = re.sub(r"(ssl_certificate) .*;", rf"\1 {tls[0]};", text)
    text = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {tls[1]};", text)
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    scratch = "".join(f"{part}_temp_path {directory}/{part};" for part in parts)
    around = f"daemon off; pid {directory}/pid; error_log {directory}/error.log; events {{}}"
    (directory / "nginx.conf").write_text(f"{around} http {{ {scratch}\n{text} }}")
    return [path, "-p", str(directory), "-c", str(directory / "nginx.conf"), "-e", "stderr"]


def caddy(directory: Path, tls: tuple[Path, Path], port: int) -> list[str]:
    """The command that starts Caddy with the site of the examples."""
    path = shutil.which("caddy")
    if path is None:
        pytest.skip("caddy is not installed")
    text = (EXAMPLES / "Caddyfile").read_text()
    assert "games.example {" in text
    own = f"https://localhost:{port} {{\n\ttls {tls[0]} {tls[1]}"
    options = f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {directory}\n}}\n"
    (directory / "Caddyfile").write_text(options + text.replace("games.example {", own))
    return [path, "run", "--config", str(directory / "Caddyfile"), "--adapter", "caddyfile"]


def play_behind(base: str, key: str, trust: Path) -> None:
    """A move is seen at once by somebody who listens, over TLS and through the proxy."""
    patiently.TRUSTED.load_verify_locations(trust)
    entered = patiently.get(f"{base}/", params={"key": key})
    assert entered.status_code == 303 and "Secure" in entered.headers["set-cookie"]
    assert patiently.get(f"{base}/metrics").status_code == 404
    host = Host(base, key)
    try:
        page = host.begin("kilt_castle", "Ada", "Bo")
        ada, _, spectator = host.guests(page)
        assert ada.link.startswith(f"{base}/t/")
        with spectator.listening() as heard:
            ada.act(ada.moves()[0])
            heard.wait_for_number(1)
        moved = patiently.get(f"{ada.link}/")
        assert moved.headers["location"] == ada.link
    finally:
        host.close()


def test_behind_nginx_below_a_path(
    start: Callable[..., Running], tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    port = free_port()
    known_as = (f"https://localhost:{port}/castles",)
    server = start(known_as=known_as, proxies=TrustedProxies.of(["127.0.0.1"]))
    text = (EXAMPLES / "nginx.conf").read_text().replace("127.0.0.1:8000", server.base[7:])
    with program(nginx(text, tmp_path, certificate, port), port):
        play_behind(known_as[0], server.key, certificate[0])
    assert "/t/" not in (tmp_path / "error.log").read_text()


def test_two_servers_behind_nginx(
    start: Callable[..., Running], tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    port = free_port()
    text = (EXAMPLES / "nginx-several.conf").read_text()
    servers = {}
    for name, example in (("a", "127.0.0.1:8001"), ("b", "127.0.0.1:8002")):
        known_as = (f"https://localhost:{port}/{name}",)
        directory, proxies = tmp_path / name, TrustedProxies.of(["127.0.0.1"])
        servers[known_as[0]] = start(directory, known_as=known_as, proxies=proxies)
        text = text.replace(example, servers[known_as[0]].base[7:])
    with program(nginx(text, tmp_path, certificate, port), port):
        for base, server in servers.items():
            play_behind(base, server.key, certificate[0])
            assert len(list(server.directory.glob("*.rkm"))) == 1


def test_behind_caddy(
    start: Callable[..., Running],
    tmp_path: Path,
    certificate: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port()
    known_as = (f"https://localhost:{port}",)
    server = start(known_as=known_as, proxies=TrustedProxies.of(["127.0.0.1"]))
    monkeypatch.setenv("RULEKEEP", server.base[7:])
    with program(caddy(tmp_path, certificate, port), port):
        play_behind(known_as[0], server.key, certificate[0])
