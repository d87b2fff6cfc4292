"""Every example of the rule books opens at a table, and its moves come out as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Host
from tests.web.running import Running

import rulekeep
from rulekeep.match.match import Match
from rulekeep.match.share_link import WHERE, read_link
from rulekeep.testing.scenario_format import scenarios_of
from rulekeep.web.pages import example_pages
from rulekeep.web.pages.example_table import ExampleTable

GAMES = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")


@pytest.mark.parametrize("name", GAMES)
def test_every_example_opens_and_its_moves_are_right(name: str) -> None:
    game = rulekeep.games()[name]
    kinds: set[str] = set()
    for number, scenario in enumerate(scenarios_of(game), 1):
        page = example_pages.example_page(name, number)
        assert f'href="/book/{name}#{scenario.home or f"example-{number}"}"' in page
        started = example_pages.started_example(name, number)
        if started.state is None:
            assert 'id="picture"' not in page and "cannot be set up" in page
            kinds.add("set-up refused")
            continue
        table = ExampleTable(started)
        for at, step in enumerate(started.steps):
            if "legal" in step:
                continue
            assert f'data-step="{at}"' in page
            tried = table.attempt(step["seat"].int(0), step["move"].str())
            assert tried.step == at, scenario.where
            assert (tried.refusal is not None) == ("refused" in step)
            kinds.add("played" if tried.refusal is None else "refused")
        assert table.is_done, scenario.where
        kinds.add("steps" if len(started.steps) > 1 else "one step" if started.steps else "none")
    assert kinds >= {"played", "refused", "steps", "one step", "none", "set-up refused"}


def number_of(name: str, *, has: Callable[[Any], bool]) -> int:
    """The first example that a test can use."""
    scenarios = scenarios_of(rulekeep.games()[name])
    return next(n for n, scenario in enumerate(scenarios, 1) if has(scenario.node))


def refused_first(node: Any) -> bool:
    return "given" in node and "refused" in next(iter(node.get("when") or [{}]))


def one_move(node: Any) -> bool:
    steps = list(node.get("when") or ())
    return len(steps) == 1 and "refused" not in steps[0] and "legal" not in steps[0]


@pytest.fixture
def host(server: Running) -> Host:
    return server.host()


def test_an_example_is_played_wrong_and_right(host: Host, server: Running) -> None:
    number = number_of("castle_keep", has=refused_first)
    base = f"/book/castle_keep/{number}"
    step = scenarios_of(rulekeep.games()["castle_keep"])[number - 1].node["when"].list()[0]
    seat, rule = step["seat"].int(0), step["refused"]["rule"].str()

    view = host.get(f"{base}/view").json()
    assert view["next"] == 0 and not view["done"]
    answer = host.post(f"{base}/try", moves=[], seat=seat, move="fly to the moon").json()
    assert answer["kind"] == "not_a_move"
    answer = host.post(f"{base}/try", moves=[], seat=seat, move=step["move"].str()).json()
    assert answer["kind"] == "right"
    assert answer["say"][0] == f"Right: the rules refuse that, {rule}."
    tried = [{"seat": seat, "move": answer["move"]}]
    moved_on = host.get(f"{base}/view", moves=json.dumps(tried)).json()
    assert moved_on["next"] != 0 and moved_on["moves"] == view["moves"], "nothing was played"
    other = view["moves"][0]["moves"][0]["text"]
    answer = host.post(f"{base}/try", moves=tried, seat=view["seat"], move=other).json()
    assert answer["kind"] in ("right", "other") and len(answer["say"]) > 1
    assert not list(server.directory.glob("*.rkm")), "nothing is saved"
    assert host.get("/api/lobby").json()["tables"] == []


def test_another_move_leaves_the_example(host: Host) -> None:
    number = number_of("kilt_castle", has=one_move)
    base = f"/book/kilt_castle/{number}"
    view = host.get(f"{base}/view").json()
    answers = [
        host.post(f"{base}/try", moves=[], seat=view["seat"], move=move["text"]).json()
        for group in view["moves"]
        for move in group["moves"]
    ]
    other = next(answer for answer in answers if answer["kind"] == "other")
    assert other["say"][0] == "This is legal, but not the move of the example."
    tried = json.dumps([{"seat": view["seat"], "move": other["move"]}])
    assert host.get(f"{base}/view", moves=tried).json()["next"] is None
    assert host.get(f"{base}/picture.svg", moves=tried).text.startswith("<svg")


@pytest.mark.parametrize(
    ("path", "moves", "status"),
    [
        ("kilt_castle/0", "[]", 404),
        ("kilt_castle/9999", "[]", 404),
        ("kilt_castle/first", "[]", 404),
        ("no_such_game/1", "[]", 404),
        ("kilt_castle/1", "[1]", 400),
        ("kilt_castle/1", '[{"seat": 900, "move": "pass"}]', 400),
        ("kilt_castle/1", '[{"seat": 0, "move": "nonsense"}]', 400),
    ],
)
def test_what_is_no_example_gets_a_sentence(host: Host, path: str, moves: str, status: int) -> None:
    answer = host.get(f"/book/{path}/view", moves=moves)
    assert answer.status_code == status and re.search(r"[.?!]$", answer.json()["say"])


def test_one_plays_on_from_an_example(host: Host) -> None:
    number = number_of("castle_keep", has=refused_first)
    started = example_pages.started_example("castle_keep", number)
    link = host.get(f"/book/castle_keep/{number}/position").json()["link"]
    shared = Match.replay(read_link(link), WHERE)
    assert shared.game.to_dict(shared.state) == started.game.to_dict(started.state)


def test_the_rules_link_to_their_examples_before_the_book_is_made(host: Host) -> None:
    page = host.get("/book/kilt_castle").text
    count = len(scenarios_of(rulekeep.games()["kilt_castle"]))
    linked = {int(n) for n in re.findall(r'href="/book/kilt_castle/(\d+)"', page)}
    assert linked == set(range(1, count + 1))


def test_a_refused_set_up_has_no_table(host: Host) -> None:
    number = number_of("castle_keep", has=lambda n: "setup" in n and "refused" in n["setup"])
    assert "cannot be set up" in host.get(f"/book/castle_keep/{number}").text
    assert host.get(f"/book/castle_keep/{number}/view").status_code == 409


def test_the_served_book_links_to_the_tables(tmp_path: Path) -> None:
    from rulekeep.cli.book_pages.write_book import write_book

    write_book([rulekeep.games()["lanterns"]], tmp_path / "book", lambda _n, _t: None, tables=True)
    html = (tmp_path / "book" / "lanterns.html").read_text("utf-8")
    links = re.findall(r'<a href="lanterns/(\d+)">Try it at a table</a>', html)
    assert links and [f'id="example-{n}"' in html for n in links] == [True] * len(links)
