"""Kills, full disks and meddlers: files still load, and nothing that was shown is missing.

The program runs in a pipe or a pseudo-terminal and is killed at a random instant, or at one of its
steps to the disk. Or its file may grow no further, is renamed, replaced, cut or deleted under it,
its directory vanishes, a second program wants the same match, the clock is set back.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve, field, frozen
from tests.campaigns.crew import arguments, by_game, go_on, sum_up
from tests.campaigns.ledger import Done, Finding, Ledger, Unit
from tests.campaigns.program import GONE, PATIENCE, Ended, Running, start

from rulekeep.core.errors import RulekeepError
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.sim.single_match import Result

COUNT = 2000
SCRIPT = ("1", "1", "undo", "1", "save c{}", "1", "undo 2", "1", "1", "1")
GAMES = ("lanterns", "kilt_castle", "carcassonne_castle", "castle_keep")
SPAN = {"pipe": 0.4, "terminal": 1.2}
"""Seconds in which most of what matters happens, here; where a machine is slower, less of it."""

_PLAYS = re.compile(r"^Ada: (?:.+ \(([^()]+)\)|((?:Show|Take) \d+))\.$", re.MULTILINE)
"""A sentence with its notation, or one that is its notation but for the capital: Show 1."""
_TAKES_BACK = re.compile(r"^Ada undid (\d+) .+\.$", re.MULTILINE)
_COPY = re.compile(r"Saved a copy of the match in (\S+\.rkm)\.")
_SAVED = re.compile(r"The match is saved in (\S+\.rkm)\.")
_KEPT = "Every move is saved in"


@frozen
class Place:
    """A directory for one accident, and its lot."""

    path: Path
    lot: Random
    kills: Counter[bool] = field(factory=Counter)
    """How many programs were killed, and how many had ended before."""

    def words(self, file: str = "m.rkm") -> list[str]:
        game = GAMES[self.lot.randrange(len(GAMES))]
        seed = str(self.lot.randrange(10**6))
        # In lines whatever is shown is said once, so that it can be compared with what is kept.
        said = ["--lines", "--seed", seed, "--seats", "Ada=human,random", "--file", file]
        return ["play", game, *said]

    def lines(self, rounds: int = 6) -> str:
        said = [line.format(number) for number, line in enumerate(SCRIPT * rounds)]
        return "\n".join([*said, "quit", ""])

    def play(self, how: str, slowly: bool = False, **limits: Any) -> Running:
        terminal = how == "terminal"
        # Somebody who types slowly into a window of many lines takes half a minute.
        words, lines = self.words(), self.lines(2 if slowly else 6)
        return start(words, self.path, lines, terminal=terminal, slowly=slowly, **limits)

    def kill(self, running: Running, after: float) -> Ended:
        ended = running.killed_after(after)
        self.kills[ended.code == GONE] += 1
        return ended


# -- what must hold afterwards ------------------------------------------------------------------


def _acts(match: Match) -> list[str]:
    """What Ada did, in a match file's entries: those that were taken back stay there."""
    entries = [entry for entry in match._entries if entry.who in ("0", "undo")]
    return ["undo" if entry.who == "undo" else entry.what for entry in entries]


def _shown(ended: Ended) -> list[str]:
    """What the program said that Ada did."""
    found = [(one.start(), one[1] or one[2].lower()) for one in _PLAYS.finditer(ended.said)]
    found += [(one.start(), "undo") for one in _TAKES_BACK.finditer(ended.said)]
    return [what for _, what in sorted(found)]


def complaints(place: Path, ended: Ended, before: int = 0) -> Iterator[str]:
    """What is wrong with the files of a session; so many of Ada's acts were there before it."""
    if "Traceback" in ended.said:
        yield "a traceback"
    loaded: list[Match] = []
    for path in sorted(place.glob("*.rkm")):
        try:
            loaded.append(Match.load(path))
        except RulekeepError as error:
            if "harmed" not in path.name and not _was_harmed(path):
                yield f"does not load: {error}"
    shown = _shown(ended)
    kept = [_acts(match)[before:] for match in loaded]
    if shown and not any(acts[: len(shown)] == shown for acts in kept):
        yield f"shown {shown}, kept {kept}"
    if _KEPT in ended.said and not loaded and (place / "m.rkm").exists():
        yield "said to be kept, and nothing loads"
    for pattern in (_COPY, _SAVED):
        for one in pattern.finditer(ended.said):
            name = Path(one[1]).name
            # Copies lie where the program was started, perhaps beside the directory that is gone.
            if not any((where / name).exists() for where in (place, place.parent)):
                yield f"said to be in {name}, which is not there"


def _was_harmed(path: Path) -> bool:
    """Whether the accident was done to this very file."""
    return (path.parent / f"harmed {path.name}").exists()


def swept(place: Path) -> Iterator[str]:
    """Whoever begins the next file there takes away what the killed program left."""
    Match.new("lanterns", 2, 1, path=place / "next.rkm").close()
    for left in place.glob(".rulekeep-*"):
        yield f"{left.name} is left behind"


# -- accidents ----------------------------------------------------------------------------------


def _killed(place: Place, how: str) -> Iterator[str]:
    """At a random instant, or at a step to the disk."""
    step = _step(place.lot)
    running = place.play(how, die_at_step=step)
    ended = _kill(place, running, step, SPAN[how], _KEPT)
    yield from complaints(place.path, ended)
    yield from swept(place.path)


def _step(lot: Random) -> int:
    """One time in three a step to the disk, else 0."""
    return lot.randrange(1, 30) if not lot.randrange(3) else 0


def _kill(place: Place, running: Running, step: int, span: float, begun: str) -> Ended:
    """At its step, while it begins, or most often after that."""
    if step:
        return place.kill(running, 20.0)
    if place.lot.randrange(5):
        running.wait_for(begun)
    return place.kill(running, span * place.lot.random())


def kill_in_a_pipe(place: Place) -> Iterator[str]:
    yield from _killed(place, "pipe")


def kill_in_a_terminal(place: Place) -> Iterator[str]:
    yield from _killed(place, "terminal")


def kill_resumed(place: Place) -> Iterator[str]:
    """A match that was killed once is gone on with, and killed again."""
    first = place.play("pipe")
    first.wait_for(_KEPT)
    first.killed_after(0.1 * place.lot.random())
    if not (place.path / "m.rkm").exists():
        return
    match = Match.load(place.path / "m.rkm")
    words = ["resume", "m.rkm", "--lines"]
    terminal = bool(place.lot.getrandbits(1))
    step = _step(place.lot)
    lines = "".join(line if line[0] != "s" else f"save d{n}\n" for n, line in _numbered(place))
    running = start(words, place.path, lines, terminal=terminal, die_at_step=step)
    span = SPAN["terminal" if terminal else "pipe"]
    ended = _kill(place, running, step, span, ", after ")
    yield from complaints(place.path, ended, len(_acts(match)))
    yield from swept(place.path)


def _numbered(place: Place) -> Iterator[tuple[int, str]]:
    return iter(enumerate(place.lines().splitlines(keepends=True)))


def kill_simulation(place: Place) -> Iterator[str]:
    """Killed, gone on with and killed, then ended: every match once, and each as it must be."""
    from rulekeep.sim import result_files

    suffix = (".jsonl", ".csv")[place.lot.getrandbits(1)]
    wanted = place.lot.randrange(20, 120)
    words = ["simulate", "lanterns", "-s", "random,random", "-n", str(wanted), "--seed"]
    words += [str(place.lot.randrange(99)), "--quiet", "--out", f"r{suffix}"]
    more: list[str] = []
    for _ in range(2):
        step = place.lot.randrange(1, 8) if not place.lot.getrandbits(2) else 0
        running = start([*words, *more], place.path, "", die_at_step=step)
        ended = place.kill(running, 0.15 * place.lot.random() if not step else 20.0)
        if ended.code != GONE and ended.code != 0:
            yield f"exit code {ended.code}: {ended.said[-200:]}"
        file = place.path / f"r{suffix}"
        more = ["--continue"] if file.exists() else []
        rows = result_files.read(file) if file.exists() and file.stat().st_size else []
        if ended.code == 0 and len(rows) != wanted:
            yield f"ended with {len(rows)} rows of {wanted}"
    ended = start([*words, *more], place.path, "").ended()
    rows = result_files.read(place.path / f"r{suffix}")
    if ended.code != 0 or sorted(row.match for row in rows) != list(range(wanted)):
        yield f"gone on with, exit code {ended.code}, {len(rows)} rows: {ended.said[-200:]}"
    whole = start([*words[:-1], f"w{suffix}"], place.path, "").ended()
    if whole.code == 0 and _timeless(result_files.read(place.path / f"w{suffix}")) != _timeless(
        rows
    ):
        yield "the results are others than those of a run that was never killed"


def _timeless(rows: list[Result]) -> dict[int, Result]:
    return {row.match: evolve(row, seconds=0.0) for row in rows}


def fill_disk(place: Place) -> Iterator[str]:
    """The file can grow no further; the program says so, and stops."""
    running = place.play("pipe", most_bytes=place.lot.randrange(1, 3000))
    ended = running.ended()
    if ended.code not in (0, 2):
        yield f"exit code {ended.code}: {ended.said[-300:]}"
    yield from complaints(place.path, ended)


def fill_disk_of_results(place: Place) -> Iterator[str]:
    suffix = (".jsonl", ".csv")[place.lot.getrandbits(1)]
    words = ["simulate", "lanterns", "-n", "40", "--quiet", "--out", f"r{suffix}"]
    ended = start(words, place.path, "", most_bytes=place.lot.randrange(1, 9000)).ended()
    if ended.code not in (0, 2) or "Traceback" in ended.said:
        yield f"exit code {ended.code}: {ended.said[-300:]}"
    if (place.path / f"r{suffix}").exists():
        again = start([*words, "--continue"], place.path, "").ended()
        if again.code != 0:
            yield f"cannot be gone on with: {again.said[-300:]}"


def write_to_nothing(place: Place) -> Iterator[str]:
    """A device that is always full, directories that are not there or are files."""
    (place.path / "file").write_text("")
    for target in ("/dev/full", "no/where.rkm", "file/m.rkm", "/proc/m.rkm"):
        for words in (place.words(target), ["simulate", "lanterns", "-n", "3", "--out", target]):
            yield from _refused(words, place)


def _harm(place: Place, harm: Callable[[Path], None]) -> Iterator[str]:
    """Something is done to the file under a running match, which then goes on to its end."""
    terminal = bool(place.lot.getrandbits(1))
    running = place.play("terminal" if terminal else "pipe", slowly=True)
    running.wait_for(_KEPT)
    running.pause(0.15 * place.lot.random())
    file = place.path / "m.rkm"
    if file.exists():
        harm(file)
    # At a terminal the program may ask whether to try again, and wait for an answer.
    ended = running.ended(20.0 if terminal else PATIENCE)
    if ended.code not in (0, 2) and not (terminal and ended.code == GONE):
        yield f"exit code {ended.code}: {ended.said[-300:]}"
    yield from complaints(place.path, ended)


def rename_file(place: Place) -> Iterator[str]:
    yield from _harm(place, lambda file: _rename(file, file.with_name("renamed.rkm")))


def delete_file(place: Place) -> Iterator[str]:
    yield from _harm(place, Path.unlink)


def replace_file(place: Place) -> Iterator[str]:
    def replace(file: Path) -> None:
        (file.parent / f"harmed {file.name}").write_text("")
        draft = file.with_suffix(".new")
        draft.write_text("something else\n")
        draft.replace(file)

    yield from _harm(place, replace)


def cut_file(place: Place) -> Iterator[str]:
    def cut(file: Path) -> None:
        (file.parent / f"harmed {file.name}").write_text("")
        with file.open("r+b") as stream:
            stream.truncate(place.lot.randrange(file.stat().st_size))

    yield from _harm(place, cut)


def lose_directory(place: Place) -> Iterator[str]:
    """The directory is renamed: the match goes nowhere, and is not said to be saved."""
    inner = place.path / "d"
    inner.mkdir()
    running = start(place.words("d/m.rkm"), place.path, place.lines(), slowly=True)
    running.wait_for(_KEPT)
    running.pause(0.1 * place.lot.random())
    _rename(inner, place.path / "e")
    ended = running.ended()
    if ended.code not in (0, 2):
        yield f"exit code {ended.code}: {ended.said[-300:]}"
    if ended.code == 0 and "saved in" in ended.said and not inner.exists():
        yield "said to be saved in a directory that is gone"
    yield from complaints(place.path / "e", ended)


def _rename(one: Path, other: Path) -> None:
    one.rename(other)


def forbid_writing(place: Place) -> Iterator[str]:
    """A directory, then a file, that may only be read: nothing is begun there, nothing is lost."""
    inner = place.path / "d"
    inner.mkdir()
    words = place.words("d/m.rkm")
    running = start(words, place.path, place.lines(), slowly=True, obeys=True)
    running.wait_for(_KEPT)
    running.pause(0.1 * place.lot.random())
    inner.chmod(0o555)
    ended = running.ended()
    if ended.code not in (0, 2) or "Traceback" in ended.said:
        yield f"exit code {ended.code}: {ended.said[-300:]}"
    new = ["simulate", "lanterns", "-n", "3", "--out", "d/rows.jsonl"]
    for words in (place.words("d/other.rkm"), new):
        yield from _refused(words, place)
    inner.chmod(0o755)
    file = inner / "m.rkm"
    if file.exists():
        before = file.read_bytes()
        file.chmod(0o444)
        yield from _refused(["resume", "d/m.rkm"], place)
        if file.read_bytes() != before:
            yield "a file that may only be read was written to"
        file.chmod(0o644)
    yield from complaints(inner, ended)


def _refused(words: list[str], place: Place) -> Iterator[str]:
    ended = start(words, place.path, place.lines(), obeys=True).ended()
    if ended.code != 2 or "Traceback" in ended.said or "rulekeep: " not in ended.said:
        yield f"{' '.join(words)}: exit code {ended.code}: {ended.said[-200:]}"


def two_at_one_match(place: Place) -> Iterator[str]:
    """One goes on with it, the other is told so; nothing is mixed."""
    first = place.play("pipe")
    first.wait_for(_KEPT)
    first.killed_after(0.1 * place.lot.random())
    if not (place.path / "m.rkm").exists():
        return
    before = len(_acts(Match.load(place.path / "m.rkm")))
    lines = "1\n" * 9
    both = [start(["resume", "m.rkm"], place.path, lines, slowly=True) for _ in range(2)]
    ended = [one.ended() for one in both]
    for one in ended:
        if one.code not in (0, 2) or "Traceback" in one.said:
            yield f"exit code {one.code}: {one.said[-300:]}"
    played = [one for one in ended if _shown(one)]
    if len(played) == 2:
        # One after the other is fine too: then the second has seen what the first did.
        acts = _acts(Match.load(place.path / "m.rkm"))[before:]
        orders = [_shown(a) + _shown(b) for a, b in (played, played[::-1])]
        if acts not in orders:
            yield f"mixed: {acts}"
    elif played:
        yield from complaints(place.path, played[0], before)


def set_clock_back(place: Place) -> Iterator[str]:
    """Three matches begun in the same second of the past: three files, all found again."""
    for _ in range(3):
        words = place.words()[:-2]
        ended = start(words, place.path, "1\n", clock=place.lot.randrange(86_400, 10**9)).ended()
        if ended.code != 0 or "saved in" not in ended.said:
            yield f"exit code {ended.code}: {ended.said[-300:]}"
        place = Place(place.path, Random(str(place.path)))
    kept = list((place.path / "home" / "matches").glob("*.rkm"))
    if len(kept) != 3:
        yield f"{len(kept)} files of 3 matches"
    for path in kept:
        Match.load(path)
        match_file.read_header(path)
    listed = start(["resume"], place.path, "").ended()
    missing = [path.stem for path in kept if path.stem not in listed.said]
    over = [name for name in missing if Match.load(kept[0].parent / f"{name}.rkm").is_over]
    if set(missing) - set(over):
        yield f"not listed: {missing}"


ACCIDENTS: dict[str, tuple[Callable[[Place], Iterator[str]], int]] = {
    "kill play in a pipe": (kill_in_a_pipe, 30),
    "kill play in a terminal": (kill_in_a_terminal, 15),
    "kill resume": (kill_resumed, 20),
    "kill simulate": (kill_simulation, 15),
    "full disk": (fill_disk, 6),
    "full disk for results": (fill_disk_of_results, 3),
    "nowhere to write": (write_to_nothing, 1),
    "file renamed": (rename_file, 2),
    "file deleted": (delete_file, 2),
    "file replaced": (replace_file, 2),
    "file cut": (cut_file, 2),
    "directory gone": (lose_directory, 2),
    "only to be read": (forbid_writing, 2),
    "two at one match": (two_at_one_match, 2),
    "clock set back": (set_clock_back, 1),
}
"""What may happen, and how often out of about a hundred times."""


def work(unit: Unit) -> Done:
    accident, _ = ACCIDENTS[unit.series]
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    path = Path(tempfile.mkdtemp(prefix="crash-", dir=memory))
    place = Place(path, Random(str(unit)))
    try:
        found = list(accident(place))
    except Exception as error:  # noqa: BLE001 (any accident is what this looks for)
        found = [f"{type(error).__name__}: {error}"]
    files = {}
    if found:
        number = f"crash-{unit.series.replace(' ', '-')}-{unit.number}"
        said = [f"{name.relative_to(path)}:\n{_text(name)}" for name in _all_files(path)]
        files = {f"{number}.txt": "\n\n".join([*found, *said])}
    shutil.rmtree(path, ignore_errors=True)
    findings = tuple(Finding(f"{unit.series}: {what}", files) for what in found)
    figures = {f"{unit.series}/times": 1, f"{unit.series}/kills": place.kills[True]}
    return Done(unit, figures, findings)


def _all_files(path: Path) -> list[Path]:
    return sorted(name for name in path.rglob("*") if name.is_file())


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def units(ledger: Ledger) -> Iterator[Unit]:
    """The accidents by turns, each as often as it should."""
    left = {name: ledger.undone(name) for name in ACCIDENTS}
    done = {name: figures["times"] for name, figures in by_game(ledger).items()}
    while True:
        name = min(ACCIDENTS, key=lambda name: done.get(name, 0) / ACCIDENTS[name][1])
        done[name] = done.get(name, 0) + 1
        yield next(left[name])


def run(argv: list[str]) -> int:
    parser = arguments("crash", __doc__, COUNT, "kills")
    wanted = parser.parse_args(argv)
    ledger = Ledger.open(wanted.state / "crash.json", wanted.fresh)
    whole = go_on(ledger, units(ledger), work, kills, wanted)
    lines = [
        f"{name}: {figures['times']:,} times"
        + (f", {figures['kills']:,} kills" if figures["kills"] else "")
        for name, figures in by_game(ledger).items()
    ]
    return sum_up(ledger, "crash", [*lines, f"{kills(ledger):,} kills in all"], whole)


def kills(ledger: Ledger) -> int:
    return sum(figures["kills"] for figures in by_game(ledger).values())
