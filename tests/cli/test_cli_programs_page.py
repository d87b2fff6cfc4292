"""What docs/programs.md says of programs is true: its examples are run, its lists are complete."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from rulekeep.bots import View, line_protocol
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json
from rulekeep.core.game import Outcome, Score
from rulekeep.match.match import Match
from rulekeep.session import front_end, serialize
from rulekeep.session.front_end import FrontEnd

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")


def block(head: str) -> str:
    (found,) = re.findall(rf"^```{re.escape(head)}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


def exchange(head: str) -> tuple[list[str], list[str]]:
    """The lines that go one way, and those that go the other."""
    lines = block(head).splitlines()
    assert all(line.startswith(("> ", "< ")) for line in lines)
    return (
        [line[2:] for line in lines if line.startswith(">")],
        [line[2:] for line in lines if line.startswith("<")],
    )


def like(pattern: str, text: str) -> bool:
    """Whether a line is that of the page, `…` standing for anything."""
    return bool(re.fullmatch(".*?".join(map(re.escape, pattern.split("…"))), text))


def test_the_bot_answers_as_on_the_page(tmp_path: Path) -> None:
    match = Match.new("castle_keep", 2, "7", names=("Ada", "Bo"))
    game, state = match.game, match.state
    looks = canonical_json(match.observation(0))
    view = View(game, state, 0, game.legal_moves(state, 0), SeededChance(1), looks)
    scores = (Score(0, 9), Score(1, 7))
    said = [
        line_protocol.hello(game, 0, match.names, match.header.options, 2.0),
        line_protocol.decide(view, 1, ["Turn 1: Ada."], 2.0),
        line_protocol.bye(Outcome((1, 2), scores, "CK-044", "built")),
    ]
    to, from_ = exchange("text conversation")
    assert len(to) == len(said)
    for shown, line in zip(to, said, strict=True):
        assert like(shown, line), line
    script = tmp_path / "mybot.py"
    script.write_text(block("python file=mybot.py"))
    done = subprocess.run(
        [sys.executable, script], input="\n".join(said), capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == from_
    assert line_protocol.read_answer(from_[-1], view) == view.moves[3]


def test_the_engine_answers_as_on_the_page() -> None:
    asked, answered = exchange("text session")
    done = subprocess.run(
        [sys.executable, "-m", "rulekeep", "engine"],
        input="\n".join(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    replies = done.stdout.splitlines()
    assert len(replies) == len(answered)
    for shown, reply in zip(answered, replies, strict=True):
        assert like(shown, reply), reply


def test_every_request_with_all_that_it_takes_is_on_the_page() -> None:
    listed = PAGE.split("| request |")[1].splitlines()
    for request, (_, keys) in FrontEnd()._requests.items():
        (row,) = [line for line in listed if line.startswith(f"| `{request}` |")]
        takes = row.split("|")[2]
        assert set(re.findall(r"`(\w+)`", takes)) - {"auto", "light", "dark"} == set(keys), request


def test_every_kind_of_error_is_on_the_page() -> None:
    files = (front_end.__file__, serialize.__file__)
    source = "".join(Path(file).read_text(encoding="utf-8") for file in files)
    kinds = set(re.findall(r'(?:BadRequest\(|"kind": )"(\w+)"', source))
    listed = PAGE.split("| kind |")[1]
    assert kinds and kinds == {
        kind
        for line in listed.splitlines()
        if line.startswith("| `")
        for kind in re.findall(r"`(\w+)`", line.split("|")[1])
    }
