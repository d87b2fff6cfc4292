"""Every door through which something comes in from outside, with good visitors to begin with.

A door is knocked at with a head, which says where (a game, a file name), and a body of bytes. It
may refuse with a documented error; whatever it lets in is used a little, and must hold.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from attrs import field, frozen
from tests.campaigns.tables import random_table

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import BadNotation, DataError, IllegalMove, RulekeepError
from rulekeep.core.game import AnyGame, apply
from rulekeep.core.rule_options import settle, spell
from rulekeep.match import match_file
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.house_rules import options_from_words, read_house
from rulekeep.match.match import Match
from rulekeep.testing.scenario_format import read_scenarios, scenario_files
from rulekeep.testing.scenario_run import run_scenario

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "recorded" / "v0.1.0"
SHORT = 12
"""Acts of a match; a long one is refused no better."""

Visitor = tuple[str, bytes]


@frozen
class Door:
    """One way in."""

    name: str
    visitors: Callable[[], list[Visitor]]
    """Good inputs."""
    knock: Callable[[str, bytes], None]
    share: float
    """Its part of all inputs: dear doors are knocked at less often."""
    batch: int
    """Inputs that take a second or so."""
    is_json: bool = False
    seconds: float = 1.0
    """The longest an input may take."""
    documented: tuple[type[BaseException], ...] = field(default=(RulekeepError,))


@cache
def games() -> dict[str, AnyGame]:
    return {name: registry.load(name) for name in registry.names()}


def _played(game: AnyGame, number: int, acts: int) -> Match:
    """A random match, this many moves long or to its end."""
    seats, options = random_table(game, "fuzz", game.id, number)
    match = Match.new(game, seats, f"fuzz {number}", options)
    lot = SeededChance("fuzz", game.id, number)
    for _ in range(acts):
        if match.is_over:
            break
        asked = match.decisions
        seat = asked[lot.below(len(asked))].seat
        moves = game.legal_moves(match.state, seat)
        match.play(moves[lot.below(len(moves))], seat)
    return match


@cache
def _matches(game: str) -> tuple[Match, ...]:
    return tuple(_played(games()[game], number, number * 7) for number in range(8))


@contextmanager
def _file(name: str, body: bytes) -> Iterator[Path]:
    """A file with that in it, in memory where the system has a place for it."""
    path = _room() / name
    path.write_bytes(body)
    yield path


_rooms: dict[int, Path] = {}


def _room() -> Path:
    """A directory of this process."""
    if os.getpid() not in _rooms:
        memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
        _rooms[os.getpid()] = Path(tempfile.mkdtemp(prefix="knocking-", dir=memory))
    return _rooms[os.getpid()]


def leave() -> None:
    """Take away what knocking has left."""
    room = _rooms.pop(os.getpid(), None)
    if room is not None:
        shutil.rmtree(room, ignore_errors=True)


# -- a move in notation -------------------------------------------------------------------------


def _moves() -> list[Visitor]:
    found: list[Visitor] = []
    for name, game in games().items():
        for number, match in enumerate(_matches(name)):
            if match.is_over:
                continue
            lot = SeededChance(name, number)
            legal = match.legal_moves()
            some = {legal[lot.below(len(legal))] for _ in range(12)}
            forms = game.language.forms if game.language is not None else ()
            found += [(f"{name} {number}", text.encode()) for text in (*sorted(some), *forms)]
    return found


def _say(head: str, body: bytes) -> None:
    name, number = head.split()
    match = _matches(name)[int(number)]
    game, state, seat = match.game, match.state, match.decisions[0].seat
    text = body.decode("utf-8", "surrogateescape")
    try:
        said = game.parse(text)
    except BadNotation:
        pass
    else:
        assert game.parse(game.notation(said)) == said, "the notation means another move"
    try:
        move = game.read(state, seat, text)
    except (BadNotation, IllegalMove):
        return
    if game.check(state, seat, move) is None:
        apply(game, state, seat, move, SeededChance(0))


# -- match files --------------------------------------------------------------------------------


def _match_files() -> list[Visitor]:
    found: list[Visitor] = []
    for name in games():
        for number in range(1, 5):
            with _file("good.rkm", b"") as path:
                path.unlink()
                _played(games()[name], number, SHORT * (number % 3)).save(path)
                found.append(("", path.read_bytes()))
                path.unlink()
                table = _played(games()[name], number, SHORT)
                given = table.game.to_dict(table.state)
                Match.from_position(name, given, number, path=path).close()
                found.append(("", path.read_bytes()))
                path.unlink()
    return found


def _load(_head: str, body: bytes) -> None:
    with _file("m.rkm", body) as path:
        with suppress(DataError):
            match_file.read_header(path)
        _look_at(Match.load(path))


def _look_at(match: Match) -> None:
    match.legal_moves()
    match.game.render(match.state, None, Look(names=match.names))


def _open_files() -> list[Visitor]:
    """Match files without their digests, and of a form whose states are not compared."""
    found: list[Visitor] = []
    for _, body in _match_files():
        _, header, *entries = body.decode().splitlines()
        fields = json.loads(header) | {"form": 0}
        lines = [json.dumps(fields), *(line.rpartition("\t")[0] for line in entries)]
        found.append(("", "\n".join(lines).encode()))
    return found


def _load_sealed(_head: str, body: bytes) -> None:
    """With digests that fit, so that what they protect is looked at."""
    header, *entries = body.decode("utf-8", "replace").split("\n")
    head = f"{match_file.MAGIC} {match_file.VERSION}\n{header}"
    chain, lines = match_file._chain("", head), [head]
    for line in entries:
        chain = match_file._chain(chain, f"{line}\t00000000")
        lines.append(f"{line}\t{chain}.00000000")
    _load("", ("\n".join(lines) + "\n").encode())


# -- scenarios and board data -------------------------------------------------------------------


def _scenarios() -> list[Visitor]:
    found: list[Visitor] = []
    for name in games():
        for path in scenario_files(name):
            documents = path.read_text(encoding="utf-8").split("\n---\n")
            # A few at a time: whole files take seconds.
            some = [documents[(7 * number) % len(documents)] for number in range(4)]
            found += [(name, text.encode()) for text in some if "\ndata:" not in text]
    return found


def _run_scenarios(head: str, body: bytes) -> None:
    with _file("s.yaml", body) as path:
        for scenario in read_scenarios(path)[:3]:
            run_scenario(scenario, games()[head])


def _houses() -> list[Visitor]:
    from rulekeep.cli.commands.house import new_house_rules

    found = [(name, new_house_rules(game).encode()) for name, game in games().items()]
    return [*found, ("lanterns", b"name: Ours\ncomment: Why not?\npreset: generous\n")]


def _go_by_house(head: str, body: bytes) -> None:
    with _file("h.yaml", body) as path:
        house = read_house(path)
        options = house.options(games()[head])
        match = Match.new(head, games()[head].seats[-1], 1, options, house=house)
        with _file("housed.rkm", b"") as kept:
            match.save(kept, overwrite=True)
            assert Match.load(kept).header == match.header


def _beginnings() -> list[Visitor]:
    found = [
        (name, f'{{"game": "{name}", "given": {body.decode()}}}') for name, body in _positions()
    ]
    return [(name, text.encode()) for name, text in found]


def _begin_from(head: str, body: bytes) -> None:
    from rulekeep.cli.table.start_position import read_position

    with _file("p.yaml", body) as path:
        start = read_position(str(path), head)
        if start.count_seats():
            _use(start.game, start.match(seed=1).state, acts=2)


def _boards() -> list[Visitor]:
    found: list[Visitor] = []
    for name in games():
        for directory in ("data", "other_data"):
            for path in sorted((RECORDED / name / directory).glob("*.yaml")):
                if path.name != "pieces.yaml":
                    found.append((f"{name} {path.name}", path.read_bytes()))
    return found


def _set_up_on(head: str, body: bytes) -> None:
    name, file = head.split()
    directory = _room() / name
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    (directory / file).write_bytes(body)
    game = games()[name].with_data(directory)
    list(game.provenance())
    for seats in (game.seats[0], game.seats[-1]):
        _use(game, game.setup(seats, {}, SeededChance(1)).state)


def _use(game: AnyGame, state: Any, acts: int = 3) -> None:
    """A table that was let in: it can be looked at and played at."""
    seats = game.seats_of(state)
    lot = SeededChance("use")
    for viewer in (None, *range(seats)):
        game.render(state, viewer, Look(width=100))
        game.observation(state, viewer)
        game.standing(state, viewer)
    for _ in range(acts):
        for fault in game.audit(state):
            raise AssertionError(f"was let in, and is impossible: {fault}")
        asked = game.decisions(state)
        if not asked:
            assert game.outcome(state) is not None, "nobody must decide, and there is no result"
            return
        moves = game.legal_moves(state, asked[0].seat)
        assert moves, "somebody is asked who has no legal move"
        move = moves[lot.below(len(moves))]
        game.describe(state, asked[0].seat, move)
        state = apply(game, state, asked[0].seat, move, lot).state


# -- positions, options, seats ------------------------------------------------------------------


def _positions() -> list[Visitor]:
    return [
        (name, json.dumps(match.game.to_dict(match.state)).encode())
        for name in games()
        for match in _matches(name)
    ]


def _read_position(head: str, body: bytes) -> None:
    game = games()[head]
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return  # whoever calls `from_dict` has read JSON, YAML or something else before
    _use(game, game.from_dict(data), acts=2)


def _options() -> list[Visitor]:
    found: list[Visitor] = []
    for name, game in games().items():
        for preset in (None, *game.presets):
            chosen = settle(game.options, game.presets[preset] if preset else {})
            words = [f"{option}={spell(value)}" for option, value in chosen.items()]
            found.append((name, json.dumps([preset, *words]).encode()))
            found.append((name, json.dumps(chosen).encode()))
            found.append((name, json.dumps([preset, *words[:2]]).encode()))
    return found


def _choose_options(head: str, body: bytes) -> None:
    game = games()[head]
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        # Words of a command line are texts, whatever they hold.
        said = [None, *body.decode("utf-8", "surrogateescape").split("\n")]
    if isinstance(said, list):
        preset, *words = said or [None]
        wanted = None if preset is None else str(preset)
        options = options_from_words(game.options, game.presets, map(str, words), wanted)
    else:
        options = settle(game.options, said)
    game.setup(game.seats[-1], options, SeededChance(0))


def _seatings() -> list[Visitor]:
    texts = (
        *("human", "Ada=human,Bo=human,greedy", "human,mcts:500", "human,mcts:2s", "random,random"),
        *("Zoë=mcts:1.5s,human", "greedy,greedy,greedy,greedy", "A B=random , C=human"),
    )
    return [("", text.encode()) for text in texts]


def _sit_down(_head: str, body: bytes) -> None:
    from rulekeep.cli.table.seating import parse_seats

    seating = parse_seats(body.decode("utf-8", "surrogateescape"))
    for name, game in games().items():
        if len(seating.players) in game.seats and name == "lanterns":
            Match.new(game, len(seating.players), 1, names=seating.names, players=seating.players)


# -- results of simulations ---------------------------------------------------------------------


def _results() -> list[Visitor]:
    from rulekeep.sim.result_files import ResultFile
    from rulekeep.sim.run import make_plan, run_plan

    found: list[Visitor] = []
    for suffix in (".jsonl", ".csv"):
        plan = make_plan("kilt_castle", ["greedy", "random"], "3", {"max_turns": 1}, None)
        path = _room() / f"good{suffix}"
        path.unlink(missing_ok=True)
        with ResultFile(path, plan) as store:
            for result in run_plan(plan, range(3), 1, None, print):
                store.add(result)
        found.append((suffix, path.read_bytes()))
    return found


def _read_results(head: str, body: bytes) -> None:
    from rulekeep.sim.result_files import read

    with _file(f"r{head}", body) as path:
        read(path)


# -- the command line ---------------------------------------------------------------------------

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("options", "kilt_castle"),
    ("rules", "castle_keep", "attack"),
    ("rules", "KC-030"),
    ("rules", "kings_and_castles", "--provenance"),
    ("positions", "carcassonne_castle"),
    ("show", "m.rkm", "--to", "3", "--seat", "1", "--json"),
    ("show", "m.rkm", "--ascii", "--width", "60"),
    ("replay", "m.rkm", "--plain"),
    ("export", "m.rkm", "--seat", "1"),
    ("scenario", "m.rkm", "--at", "3"),
    ("resume", "m.rkm", "--seats", "Ada=human,random"),
    ("resume",),
    ("play", "lanterns", "--seed", "3", "--seats", "Ada=human,greedy", "--file", "new.rkm"),
    ("play", "kilt_castle", "--option", "lapping=allowed", "--preset", "literal", "--think", "0.1"),
    ("play", "carcassonne_castle", "--data", "boards", "--seats", "human,human"),
    ("simulate", "kilt_castle", "-s", "greedy,random", "-n", "5", "--seed", "x", "--out", "r.csv"),
    ("simulate", "lanterns", "--out", "r.jsonl", "--continue", "-w", "2", "--quiet"),
    ("check", "lanterns", "--seconds", "1"),
    ("bench", "lanterns"),
    ("prove", "lanterns", "--sample", "3"),
    ("scenarios", "lanterns", "--rule-coverage"),
    ("play", "--from", "m.rkm:2", "--seats", "human,human"),
    ("play", "--from", "p.yaml", "--house", "h.yaml", "--option", "ties=next"),
    ("house", "h.yaml"),
    ("house", "--new", "lanterns"),
    ("options", "lanterns", "--house", "h.yaml"),
    ("diff", "m.rkm", "m.rkm"),
)
LINES = (
    "",
    "1\n1\n2\n",
    "help\n?\nlog\nscore\nwhy show 1\nundo\n",
    "save copy\nquit\n",
    "show 1\n",
    "edit\nedit round = 2; points = [1, 0]\n1\nscenario kept\n",
)
SLOW = ("check", "bench", "prove", "scenarios", "verify", "diff")
"""Their arguments are read, their work is not done."""


def _command_lines() -> list[Visitor]:
    found: list[Visitor] = []
    for number, words in enumerate(COMMANDS):
        for lines in {LINES[number % len(LINES)], LINES[(number + 2) % len(LINES)]}:
            found.append(("", json.dumps([*words, lines]).encode()))
    return found


def _run(_head: str, body: bytes) -> None:
    """The program itself, in this process: a sentence and exit code 2 for what is wrong."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = body.decode("utf-8", "surrogateescape").split("\n")
    listed = said if isinstance(said, list) and said else [""]
    texts = [text if isinstance(text, str) else json.dumps(text) for text in listed]
    # The system hands over no NUL; thinking takes the time it is given; no program is started.
    *words, lines = [text.replace("\0", "")[: 1 << 16] for text in texts]
    if any("mcts" in word or "run:" in word for word in words):
        return
    if "-w" in words or "--workers" in words:
        return
    with _program(words, lines) as run:
        code, out, err = run()
    assert code in (0, 2), f"exit code {code}: {err[-300:]}"
    assert code == 0 or err.strip(), "exit code 2 without a sentence"
    assert "Traceback" not in err, err[-300:]
    for stream in (out, err):
        strange = {char for char in stream if not char.isprintable()} - {"\n", "\xa0"}
        assert not strange, f"printed raw: {strange}"


def _nobody_plays() -> Generator[Any]:
    yield from ()


@contextmanager
def _program(words: list[str], lines: str) -> Iterator[Callable[[], tuple[int, str, str]]]:
    """The program in a directory with some files, its streams in memory."""
    import rulekeep.cli.main as program
    from rulekeep.sim import run as running

    before = os.getcwd(), sys.argv, sys.stdin, sys.stdout, sys.stderr, running.run_plan
    here = _room() / "here"
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    for name, body in _things().items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_bytes(body)

    def run() -> tuple[int, str, str]:
        sys.argv = ["rulekeep", *words]
        sys.stdin = io.TextIOWrapper(io.BytesIO(lines.encode("utf-8", "surrogatepass")), "utf-8")
        out, err = io.BytesIO(), io.BytesIO()
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(stream, "utf-8", "backslashreplace") for stream in (out, err)
        )
        try:
            program.main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
        sys.stdout.flush()
        sys.stderr.flush()
        return code, out.getvalue().decode(), err.getvalue().decode()

    try:
        os.chdir(here)
        running.run_plan = lambda *_: _nobody_plays()
        with patch.dict(os.environ, RULEKEEP_HOME=str(here / "home")), ExitStack() as stack:
            for name in SLOW:
                command = program.cli.get_command(None, name)  # type: ignore[arg-type]
                stack.enter_context(patch.object(command, "callback", lambda **_: None))
            yield run
    finally:
        os.chdir(before[0])
        sys.argv, sys.stdin, sys.stdout, sys.stderr, running.run_plan = before[1:]


@cache
def _things() -> dict[str, bytes]:
    """What lies about where the program is run."""
    files = {f"boards/{head.split()[1]}": body for head, body in _boards() if "carc" in head}
    matches = [body for _, body in _match_files() if b'"kilt_castle"' in body]
    files |= {"h.yaml": b"name: Ours\noptions: {ties: next}\n"}
    files |= {"p.yaml": b"game: lanterns\nhands: [[1, 1, 1, 0], [0, 0, 0, 3]]\nprizes: [1, 3]\n"}
    return files | {"m.rkm": matches[0]} | {f"r{suffix}": body for suffix, body in _results()}


DOORS: dict[str, Door] = {
    door.name: door
    for door in (
        Door("notation", _moves, _say, 0.62, 10_000),
        Door("seats", _seatings, _sit_down, 0.14, 10_000),
        Door("options", _options, _choose_options, 0.14, 4_000, is_json=True),
        Door("positions", _positions, _read_position, 0.03, 500, is_json=True),
        Door("matches", _match_files, _load, 0.04, 1_000),
        Door("sealed", _open_files, _load_sealed, 0.008, 200),
        Door(
            "scenarios",
            _scenarios,
            _run_scenarios,
            0.008,
            200,
            documented=(RulekeepError, ScenarioFailure),
        ),
        Door("houses", _houses, _go_by_house, 0.01, 300),
        Door("beginnings", _beginnings, _begin_from, 0.008, 100),
        Door("boards", _boards, _set_up_on, 0.003, 50),
        Door("results", _results, _read_results, 0.009, 1_000),
        Door("commands", _command_lines, _run, 0.002, 50, is_json=True, seconds=20.0),
    )
}
