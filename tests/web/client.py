"""A small client: the host, guests behind their links, and listeners of a table."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from time import monotonic, sleep
from typing import Any

import httpx
from tests.json_schemas import validator
from tests.web.patiently import SECONDS, TRUSTED

SEED = "1"
"""With it the first seat begins."""


def until_it_answers(base: str) -> None:
    """Wait for a server that is being started."""
    until = monotonic() + SECONDS
    while True:
        try:
            httpx.get(f"{base}/health", verify=TRUSTED)
            return
        except httpx.HTTPError:
            assert monotonic() < until
            sleep(0.05)


def until(true: Callable[[], bool]) -> None:
    """Wait for something that comes by itself."""
    last = monotonic() + SECONDS
    while not true():
        assert monotonic() < last, "waited in vain"
        sleep(0.02)


class Contract:
    """What the server says of itself; every answer is held to it."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.seen: set[tuple[str, str]] = set()
        self._paths = {
            path: re.compile(
                "^"
                + re.sub(r"{\w+}", "[^/]+", re.escape(path).replace(r"\{", "{").replace(r"\}", "}"))
                + "$"
            )
            for path in document["paths"]
        }

    def check(self, response: httpx.Response) -> None:
        request = response.request
        raw = request.url.path
        path = next((path for path, form in self._paths.items() if form.match(raw)), None)
        assert path is not None, f"{raw} is not in the document"
        operation = self.document["paths"][path][request.method.lower()]
        self.seen.add((request.method, path))
        answers = operation["responses"]
        answer = answers.get(str(response.status_code), answers["default"])
        kind = response.headers["content-type"].partition(";")[0]
        assert any(fnmatch(kind, known) for known in answer["content"]), f"{raw} answered {kind}"
        if kind == "application/json":
            validator(answer["content"][kind]["schema"]).validate(response.json())

    def check_event(self, data: Mapping[str, Any]) -> None:
        validator(self.document["components"]["schemas"]["Event"]).validate(data)


class Guest:
    """Somebody with a link."""

    def __init__(self, link: str, contract: Contract | None = None) -> None:
        self.link = link
        self._contract = contract
        self._client = httpx.Client(timeout=SECONDS, verify=TRUSTED)

    def close(self) -> None:
        self._client.close()

    def get(self, what: str, **query: Any) -> httpx.Response:
        return self._checked(self._client.get(f"{self.link}/{what}", params=query))

    def post(self, what: str, **said: Any) -> httpx.Response:
        return self._checked(self._client.post(f"{self.link}/{what}", json=said))

    def _checked(self, response: httpx.Response) -> httpx.Response:
        if self._contract is not None:
            self._contract.check(response)
        return response

    def view(self) -> dict[str, Any]:
        response = self.get("view")
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def moves(self) -> list[str]:
        return [move["text"] for group in self.view()["moves"] for move in group["moves"]]

    def act(self, move: str, number: int | None = None) -> dict[str, Any]:
        at = self.view()["number"] if number is None else number
        response = self.post("act", number=at, move=move)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    @contextmanager
    def listening(self, since: int | None = None, last: int | None = None) -> Iterator[Listener]:
        listener = Listener(self.link, since, last)
        try:
            yield listener
        finally:
            listener.close()


class Listener:
    """Reads a stream of events in a thread of its own."""

    def __init__(self, link: str, since: int | None = None, last: int | None = None) -> None:
        query = {} if since is None else {"since": since}
        headers = {} if last is None else {"last-event-id": str(last)}
        self._client = httpx.Client(timeout=httpx.Timeout(SECONDS), verify=TRUSTED)
        self.events: list[tuple[int | None, str, dict[str, Any]]] = []
        """The id, the name and the data of each."""
        self.ended = False
        self._news = threading.Condition()
        self._stream = self._client.stream("GET", f"{link}/events", params=query, headers=headers)
        self._response = self._stream.__enter__()
        assert self._response.status_code == 200
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.wait(lambda: bool(self.events))

    def _read(self) -> None:
        event: dict[str, str] = {}
        try:
            for line in self._response.iter_lines():
                if line:
                    key, _, value = line.partition(": ")
                    event[key] = value
                elif "data" in event:
                    number = int(event["id"]) if "id" in event else None
                    with self._news:
                        self.events.append(
                            (number, event.get("event", ""), json.loads(event["data"]))
                        )
                        self._news.notify_all()
                    event = {}
                else:
                    event = {}
        except (httpx.HTTPError, RuntimeError):
            pass
        with self._news:
            self.ended = True
            self._news.notify_all()

    def wait(self, until: Any) -> None:
        with self._news:
            assert self._news.wait_for(until, SECONDS), f"waited in vain: {self.events}"

    def wait_for_number(self, number: int) -> None:
        self.wait(lambda: any(n is not None and n >= number for n, _, _ in self.events))

    def wait_for_event(self, name: str) -> dict[str, Any]:
        self.wait(lambda: any(event == name for _, event, _ in self.events))
        return next(data for _, event, data in self.events if event == name)

    def wait_for_end(self) -> None:
        self.wait(lambda: self.ended)

    @property
    def numbers(self) -> list[int]:
        return [number for number, _, _ in self.events if number is not None]

    def close(self) -> None:
        # What waits for bytes in the other thread is woken by the end of the connection.
        stream: Any = self._response.extensions.get("network_stream")
        sock = stream.get_extra_info("socket") if stream is not None else None
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(SECONDS)
        self._stream.__exit__(None, None, None)
        self._client.close()


class Host:
    """Whoever has the address of the lobby."""

    def __init__(self, base: str, key: str, contract: Contract | None = None) -> None:
        self.base = base
        self._contract = contract
        self.client = httpx.Client(base_url=base, timeout=SECONDS, verify=TRUSTED)
        self._guests: list[Guest] = []
        assert self.client.get("/", params={"key": key}).status_code == 303

    def close(self) -> None:
        """Go home, and the guests as well."""
        self.client.close()
        for guest in self._guests:
            guest.close()

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self._checked(self.client.get(path, params=query))

    def post(self, path: str, **said: Any) -> httpx.Response:
        return self._checked(self.client.post(path, json=said))

    def _checked(self, response: httpx.Response) -> httpx.Response:
        if self._contract is not None:
            self._contract.check(response)
        return response

    def begin(self, game: str, *players: str, seed: str = SEED, **options: Any) -> str:
        """The page of a new table."""
        seats = [_seat(player) for player in players]
        response = self.post("/tables", game=game, seats=seats, options=options, seed=seed)
        assert response.status_code == 200, response.text
        return str(response.json()["page"])

    def links(self, page: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"{page}/links").json()
        return found

    def guests(self, page: str) -> list[Guest]:
        """The people at the seats, then the spectators."""
        said = self.links(page)
        links = [seat["link"] for seat in (*said["seats"], said["spectators"])]
        return [self.guest(link) for link in links if link is not None]

    def guest(self, link: str) -> Guest:
        found = Guest(link, self._contract)
        self._guests.append(found)
        return found


def _seat(player: str) -> dict[str, str]:
    """`Ada` is a person, `Bo=greedy` a bot of that name."""
    name, equals, bot = player.partition("=")
    return {"name": name, "player": bot if equals else "human"}
