"""Files of results: JSON lines, CSV or Parquet; appended to, and read to continue a run."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, Self

from attrs import asdict, evolve, fields

from rulekeep.core.data_files import at_once, open_regular, why_not
from rulekeep.core.errors import DataError, RulekeepError, SetupError
from rulekeep.match.house_rules import in_edition
from rulekeep.match.safe_files import append, lock, make_directory, replacing
from rulekeep.sim.adapters.parquet import Draft, need_pyarrow, read_parquet
from rulekeep.sim.match_measures import MatchMeasures
from rulekeep.sim.ranges import NumberRanges
from rulekeep.sim.single_match import Result, RunPlan, SeatScore

KINDS = (".jsonl", ".csv", ".parquet")
MAX_LINE = 1 << 20
MAX_INTEGER = 1 << 63
"""The limit of Parquet and most tools."""
MAX_SECONDS = 1e9
"""More than any match takes, and few enough to be added up."""
ROW = tuple(f.name for f in fields(Result) if f.name not in ("crash", "course", "notes"))
"""What every row has, in this order."""
BROKEN = (KeyError, TypeError, ValueError, OverflowError, RecursionError, AttributeError)
"""Exceptions of `from_row` for a damaged row."""


def to_row(result: Result) -> dict[str, Any]:
    """A result as JSON-able data."""
    row: dict[str, Any] = {name: getattr(result, name) for name in ROW}
    row |= {name: list(row[name]) for name in ("seats", "bots", "places", "replaced")}
    row["options"], row["seconds"] = dict(result.options), round(result.seconds, 6)
    row["scores"] = [
        {
            "total": score.total,
            "items": [{"label": label, "points": points} for label, points in score.items],
        }
        for score in result.scores
    ]
    if result.course is not None:
        row["course"] = asdict(result.course)
    if result.notes:
        row["notes"] = list(result.notes)
    return row


def from_row(row: Mapping[str, Any]) -> Result:
    """The result of a row; one of `BROKEN` if it is damaged."""
    result = Result(
        match=_integer(row["match"]),
        game=str(row["game"]),
        options=dict(row["options"]),
        seed=str(row["seed"]),
        seats=tuple(map(str, row["seats"])),
        bots=tuple(map(_integer, row["bots"])),
        places=tuple(map(_integer, row["places"])),
        scores=tuple(
            SeatScore(
                _integer(score["total"]),
                tuple((str(item["label"]), _integer(item["points"])) for item in score["items"]),
            )
            for score in row["scores"]
        ),
        decisions=_integer(row["decisions"]),
        reason=str(row["reason"]),
        rule=str(row["rule"]),
        seconds=float(row["seconds"]),
        error=str(row["error"]),
        record=str(row["record"]),
        edition=_integer(row.get("edition", 1)),
        course=_measures(row.get("course")),
        notes=tuple(map(str, row.get("notes", ()))),
        replaced=tuple(map(_integer, row.get("replaced") or ())),
    )
    seats = len(result.seats)
    fits = (
        result.match >= 0
        and sorted(result.bots) == list(range(seats))
        and len(result.places) in (0, seats)
        and len(result.scores) in (0, seats)
        and len(result.replaced) in (0, seats)
        and min(result.replaced, default=0) >= 0
        and 0 <= result.seconds <= MAX_SECONDS
    )
    if not fits:
        raise ValueError("these do not belong together")
    return result


def _measures(row: Mapping[str, Any] | None) -> MatchMeasures | None:
    if row is None:
        return None
    cited = {str(rule): _integer(count) for rule, count in row["cited"].items()}
    return MatchMeasures(
        float(row["branching"]),
        row["comeback"] is True,
        cited,
        _integer(row.get("lead_changes", 0)),
        float(row.get("luck", 0)),
        tuple(map(float, row.get("stakes", ()))),
        {str(kind): float(stake) for kind, stake in row.get("kinds", {}).items()},
    )


def _integer(value: Any) -> int:
    if type(value) is not int and (isinstance(value, bool) or int(value) != value):
        raise ValueError("it is not a whole number")
    if not -MAX_INTEGER < value < MAX_INTEGER:
        raise ValueError("no file can hold so large a number")
    return int(value)


# -- CSV: one column per seat and thing, for spreadsheets -------------------------------------

_PLAIN = ("match", "game", "seed", "decisions", "reason", "rule", "seconds", "error", "record")


def csv_columns(seats: int) -> list[str]:
    """The columns; those of earlier versions end with `record`, or with `edition`."""
    each = [
        f"{what}_{seat}"
        for what in ("seat", "bot", "place", "score", "items")
        for seat in range(seats)
    ]
    replaced = [f"replaced_{seat}" for seat in range(seats)]
    return ["match", "game", "options", "seed", *each, *_PLAIN[3:], "edition", *replaced]


def _to_csv(row: Mapping[str, Any]) -> dict[str, Any]:
    flat = {name: row[name] for name in (*_PLAIN, "edition")}
    flat["options"] = json.dumps(row["options"], ensure_ascii=False)
    for seat, bot in enumerate(row["seats"]):
        flat[f"seat_{seat}"] = bot
        flat[f"bot_{seat}"] = row["bots"][seat]
    for seat, place in enumerate(row["places"]):
        flat[f"place_{seat}"] = place
    for seat, decisions in enumerate(row["replaced"]):
        flat[f"replaced_{seat}"] = decisions
    for seat, score in enumerate(row["scores"]):
        flat[f"score_{seat}"] = score["total"]
        flat[f"items_{seat}"] = json.dumps(score["items"], ensure_ascii=False)
    return flat


def _from_csv(flat: Mapping[str, str], seats: int) -> dict[str, Any]:
    row: dict[str, Any] = {name: flat[name] for name in _PLAIN}
    row["match"] = int(flat["match"])
    row["decisions"] = int(flat["decisions"])
    row["options"] = json.loads(flat["options"])
    row["edition"] = int(flat.get("edition", "1"))
    row["seats"] = [flat[f"seat_{seat}"] for seat in range(seats)]
    row["bots"] = [int(flat[f"bot_{seat}"]) for seat in range(seats)]
    row["replaced"] = [
        int(flat[f"replaced_{seat}"]) for seat in range(seats) if flat.get(f"replaced_{seat}")
    ]
    ended = bool(flat["place_0"])
    row["places"] = [int(flat[f"place_{seat}"]) for seat in range(seats)] if ended else []
    row["scores"] = [
        {"total": int(flat[f"score_{seat}"]), "items": json.loads(flat[f"items_{seat}"])}
        for seat in range(seats)
        if flat[f"score_{seat}"]
    ]
    return row


def _csv_line(cells: Mapping[str, Any], columns: list[str]) -> str:
    # Not every Python quotes a cell because of a carriage return.
    odd = any("\r" in str(cell) for cell in cells.values())
    text = io.StringIO()
    csv.DictWriter(
        text, columns, lineterminator="\n", quoting=csv.QUOTE_ALL if odd else csv.QUOTE_MINIMAL
    ).writerow(cells)
    return text.getvalue()


# -- writing ----------------------------------------------------------------------------------


class ResultFile:
    """The file of a run, written by one program at a time.

    Rows are appended at once. Parquet, which cannot be appended to, is made at the end from a
    `.part` file next to it. To resume, the file is read row by row, and `on_result` gets every
    match once.
    """

    def __init__(
        self,
        path: Path,
        plan: RunPlan,
        resume: bool = False,
        on_result: Callable[[Result], object] = lambda _: None,
    ) -> None:
        self.path = path
        self.seats = len(plan.bots)
        self.kind = path.suffix
        if self.kind not in KINDS:
            raise RulekeepError(f"{path}: results are written to {', '.join(KINDS)} files only")
        if self.kind == ".parquet":
            need_pyarrow()
        self._lines = path.with_name(path.name + ".part") if self.kind == ".parquet" else path
        self.crashes = path.with_name(path.stem + "-crashes")
        self.done = NumberRanges()
        """The matches that were in the file."""
        self.torn = False
        """Whether an incomplete last row was dropped."""
        self.duplicates = 0
        """How many duplicate rows were dropped."""
        self._unpacked = False
        self._stream = self._open(resume)
        try:
            if resume:
                self._read_back(plan, on_result)
            if self.kind == ".csv" and not self._stream.seek(0, os.SEEK_END):
                self._write(self._head())
        except BaseException:
            if self._unpacked:
                self._lines.unlink()
            self._stream.close()
            raise

    def _open(self, resume: bool) -> FileIO:
        """Open and lock the file. DataError."""
        try:
            if not resume and self.path.exists():
                raise FileExistsError
            stream = FileIO(self._lines, "a+" if resume else "x+", opener=at_once)
        except FileExistsError:
            existing = self.path if self.path.exists() else self._lines
            raise DataError(
                str(existing), "exists already; use --continue to continue it"
            ) from None
        except (OSError, ValueError) as error:
            raise DataError(str(self._lines), f"cannot be written: {why_not(error)}") from None
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            stream.close()
            raise DataError(str(self._lines), "is not a regular file")
        lock(stream, self._lines)
        if not self._is_there(stream):
            # Another program has just finished, and replaced the file.
            stream.close()
            raise DataError(str(self._lines), "is open in another program")
        return stream

    def _is_there(self, stream: FileIO) -> bool:
        try:
            return os.path.samestat(os.fstat(stream.fileno()), os.stat(self._lines))
        except OSError:
            return False

    def add(self, result: Result) -> Result:
        """Write a result, and the match file of a crash; return the result with that path."""
        if result.crash is not None:
            result = evolve(result, record=str(write_crash(result, self.crashes)))
        self._write(self._text(result))
        return result

    def _head(self) -> str:
        return ",".join(csv_columns(self.seats)) + "\n" if self.kind == ".csv" else ""

    def _text(self, result: Result) -> str:
        row = to_row(result)
        if self.kind == ".csv":
            return _csv_line(_to_csv(row), csv_columns(self.seats))
        return json.dumps(row, ensure_ascii=False) + "\n"

    def _write(self, text: str) -> None:
        append(self._stream, text.encode("utf-8", "backslashreplace"), self._lines)

    def close(self) -> None:
        if self._stream.closed:
            return
        try:
            if self.kind == ".parquet":
                with open_regular(self._lines) as lines, Draft(self.path) as draft:
                    for line in lines:
                        draft.add(json.loads(line))
                self._lines.unlink()
        finally:
            # The lock is released last, so that no other program resumes an unfinished file.
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # -- resuming -----------------------------------------------------------------------------

    def _read_back(self, plan: RunPlan, on_result: Callable[[Result], object]) -> None:
        if self.kind == ".parquet" and not self._stream.seek(0, os.SEEK_END):
            self._unpack()
        for line, result in _rows(self._lines, self.kind):
            if not _belongs(result, plan):
                where = f"{self._lines}:{line}"
                raise DataError(where, "belongs to a run with another game, seats, options or seed")
            if self.done.add(result.match):
                on_result(result)
            else:
                self.duplicates += 1
        self._cut_torn_line()
        if self.duplicates or self._has_former_columns():
            self._rewrite()

    def _has_former_columns(self) -> bool:
        """Whether a CSV file has the columns of an earlier version."""
        if self.kind != ".csv":
            return False
        self._stream.seek(0)
        head = self._stream.read(MAX_LINE).partition(b"\n")[0].decode()
        return bool(head) and head + "\n" != self._head()

    def _unpack(self) -> None:
        """Copy the rows of a finished Parquet file to the `.part` file."""
        if self.path.exists():
            self._unpacked = True
            for row in read_parquet(self.path):
                self._write(json.dumps(row, ensure_ascii=False) + "\n")

    def _cut_torn_line(self) -> None:
        """Remove an incomplete last line."""
        size = self._stream.seek(0, os.SEEK_END)
        self._stream.seek(max(0, size - MAX_LINE))
        tail = self._stream.read()
        torn = tail[tail.rfind(b"\n") + 1 :]
        if not torn:
            return
        head = self._head().encode() or b'{"match": '
        if not self.done and len(torn) == size and not torn.startswith(head[: len(torn)]):
            raise DataError(f"{self._lines}:1", "is not the result of a match")
        self.torn = True
        self._stream.truncate(size - len(torn))

    def _rewrite(self) -> None:
        """Replace the file by one with every match once."""
        old = self._stream
        try:
            with replacing(self._lines) as self._stream:
                self._write(self._head())
                written = NumberRanges()
                for _, result in _rows(self._lines, self.kind):
                    if written.add(result.match):
                        self._write(self._text(result))
        finally:
            old.close()
        if self._stream.closed:  # pragma: no cover
            self._stream = self._open(resume=True)


def _belongs(result: Result, plan: RunPlan) -> bool:
    """Whether a result belongs to this run."""
    plugin = plan.plugin()
    try:
        options = in_edition(plugin.options, result.options, result.edition)
    except SetupError:
        return False
    return (
        result.seed == plan.match_seed(result.match)
        and result.bots == plan.seating(result.match)
        and result.seats == tuple(plan.bots[bot] for bot in result.bots)
        and result.game == plugin.id
        and options == plan.options
    )


def write_crash(result: Result, directory: Path) -> Path:
    """Write the match file of a crash and, beside it, the traceback. DataError."""
    assert result.crash is not None
    make_directory(directory)
    try:
        path = directory / f"match-{result.match}.rkm"
        path.write_text(result.crash.match_file, encoding="utf-8")
        path.with_suffix(".txt").write_text(
            f"{result.error}\n\n{result.crash.trace}", encoding="utf-8", errors="backslashreplace"
        )
    except OSError as error:
        raise DataError(str(directory), f"cannot be written: {error.strerror}") from None
    return path


def read(path: Path, kind: str | None = None) -> list[Result]:
    """Read the results of a file. DataError with the line for a damaged row."""
    return [result for _, result in _rows(path, kind or path.suffix)]


def _rows(path: Path, kind: str) -> Iterator[tuple[int, Result]]:
    """The results in the complete rows of a file, each with its line."""
    if kind == ".parquet" and path.suffix == ".parquet":
        yield from _results(enumerate(read_parquet(path), 1), path)
        return
    with open_regular(path) as stream:
        lines = _complete_lines(stream, path)
        yield from _results(_csv_rows(lines, path) if kind == ".csv" else _json_rows(lines), path)


def _complete_lines(stream: BinaryIO, path: Path) -> Iterator[str]:
    """The complete lines of a file, one by one."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise DataError(f"{path}:{number}", "the line is too long for a result")
        if not line.endswith(b"\n"):
            return
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise DataError(f"{path}:{number}", "not UTF-8 text") from None


def _json_rows(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, 1):
        try:
            yield number, json.loads(line)
        except BROKEN:
            yield number, None


def _csv_rows(lines: Iterator[str], path: Path) -> Iterator[tuple[int, Any]]:
    reader = csv.DictReader(lines)
    try:
        columns = list(reader.fieldnames or [])
        seats = sum(name.startswith("seat_") for name in columns)
        known = csv_columns(seats)
        if columns and columns not in (known, known[:-seats], known[: -seats - 1]):
            raise DataError(f"{path}:1", "these are not the columns of a run's results")
        for flat in reader:
            yield reader.line_num, _from_csv_safely(flat, seats)
    except csv.Error:
        yield reader.reader.line_num, None


def _from_csv_safely(flat: Mapping[str, str], seats: int) -> Any:
    try:
        return _from_csv(flat, seats)
    except BROKEN:
        return None


def _results(rows: Iterable[tuple[int, Any]], path: Path) -> Iterator[tuple[int, Result]]:
    for line, row in rows:
        try:
            yield line, from_row(row)
        except BROKEN:
            raise DataError(f"{path}:{line}", "is not the result of a match") from None
