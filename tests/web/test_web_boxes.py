"""Tables on other data files: those that the host has named, and no others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.web.client import Host, until
from tests.web.running import Running

from rulekeep.core import registry
from rulekeep.core.data_files import read_text
from rulekeep.core.errors import SetupError
from rulekeep.match.match import Match
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.tables.datasets import Datasets

SEATS = [{"name": "Ada"}, {"name": "Bo", "player": "greedy"}]


@pytest.fixture
def my_box(tmp_path: Path) -> Path:
    """The shipped files with another word in a comment: other files, the same game."""
    box = tmp_path / "my-box"
    box.mkdir()
    files = registry.load("kilt_castle").files
    assert files is not None
    for name in files.names:
        (box / name).write_text(read_text(files.source(name)) + "\n# ours\n", encoding="utf-8")
    return box


def begin(host: Host, box: str | None) -> str:
    answer = host.post("/tables", game="kilt_castle", seats=SEATS, seed="1", box=box)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["page"])


def test_a_table_of_another_box_goes_on_after_a_restart(
    start: Callable[..., Running], my_box: Path
) -> None:
    datasets = Datasets([("kilt_castle", my_box)])
    server = start(datasets=datasets)
    host = server.host()
    game = next(g for g in host.get("/api/lobby").json()["games"] if g["game"] == "kilt_castle")
    assert game["boxes"] == ["my-box"]
    assert 'value="my-box"' in host.get("/").text
    page = begin(host, "my-box")
    ada = host.guests(page)[0]
    assert ada.view()["acts"] == 0
    while ada.view()["may"]["act"]:
        ada.act(ada.moves()[0])
    until(lambda: ada.view()["may"]["act"])  # the bot has played on the same files
    acts, link = ada.view()["acts"], ada.link
    server.stop()
    again = start(datasets=datasets).host()
    here = again.guest(link.replace(server.base, again.base))
    assert here.view()["acts"] == acts
    assert again.get(page.replace("/tables/", "/replay/") + "/act").json()["last"] == acts


def test_without_its_box_a_match_is_refused_with_a_sentence(
    start: Callable[..., Running], my_box: Path
) -> None:
    server = start(datasets=Datasets([("kilt_castle", my_box)]))
    page = begin(server.host(), "my-box")
    server.stop()
    host = start().host()
    assert host.get("/").status_code == 200
    answer = host.post("/tables", match=page.rpartition("/")[2])
    assert (answer.status_code, answer.json()["kind"]) == (409, "other_data")


@pytest.mark.parametrize("name", ["nothing", ".", "..", "/etc", "my-box/../my-box"])
def test_only_names_that_the_host_has_given_are_known(
    start: Callable[..., Running], my_box: Path, name: str
) -> None:
    host = start(datasets=Datasets([("kilt_castle", my_box)])).host()
    answer = host.post("/tables", game="kilt_castle", seats=SEATS, box=name)
    assert answer.status_code == 400 and "my-box" in answer.json()["say"]
    answer = host.post("/tables", game="kilt_castle", seats=SEATS, box=str(my_box))
    assert answer.status_code == 400


def test_two_boxes_of_one_name_are_refused(my_box: Path) -> None:
    with pytest.raises(SetupError, match="my-box"):
        Datasets([("kilt_castle", my_box), ("kilt_castle", my_box)])


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("kilt_castle", "GAME=DIR"),
        ("kilt_castle=", "GAME=DIR"),
        ("kilt_castle=nowhere", "nowhere"),
        ("no_such_game=.", "no_such_game"),
    ],
)
def test_what_is_no_box_is_named(tmp_path: Path, said: str, named: str) -> None:
    words = ["serve", "--no-browser", "--matches", str(tmp_path / "m"), "--data", said]
    done = subprocess.run(
        [sys.executable, "-m", "rulekeep", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2 and named in done.stderr and "Traceback" not in done.stderr


def test_a_match_of_another_box_is_reviewed_on_its_files(
    start: Callable[..., Running], my_box: Path, tmp_path: Path
) -> None:
    script = "import sys; open(sys.argv[1], 'w').write(' '.join(sys.argv[2:]))"
    reviews = ReviewMaker(tmp_path / "pages", (sys.executable, "-c", script))
    server = start(datasets=Datasets([("kilt_castle", my_box)]), reviews=reviews)
    match = Match.new("kilt_castle", 2, "box", data=my_box, names=["Ada", "Bo"])
    while not match.is_over:
        match.play(match.legal_moves()[0])
    match.save(server.directory / "box.rkm")
    host = server.host()
    page = host.post("/tables", match="box").json()["page"]
    guest = host.guests(page)[0]
    until(lambda: "refresh" not in guest.get("review").headers)
    said = guest.get("review").text
    assert said.startswith(f"--data {my_box}") and said.endswith("box.rkm")
