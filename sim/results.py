"""Results in files: JSON lines, CSV or Parquet; written as they come, read back to go on."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from attrs import evolve

from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.sim.play import Plan, Result, SeatScore

KINDS = (".jsonl", ".csv", ".parquet")


def to_row(result: Result) -> dict[str, Any]:
    """A result as JSON-able data."""
    return {
        "match": result.match,
        "game": result.game,
        "options": dict(result.options),
        "seed": result.seed,
        "seats": list(result.seats),
        "bots": list(result.bots),
        "places": list(result.places),
        "scores": [
            {
                "total": score.total,
                "items": [{"label": label, "points": points} for label, points in score.items],
            }
            for score in result.scores
        ],
        "decisions": result.decisions,
        "reason": result.reason,
        "rule": result.rule,
        "seconds": round(result.seconds, 6),
        "error": result.error,
        "record": result.record,
    }


def from_row(row: Mapping[str, Any]) -> Result:
    """The result a row tells of; KeyError, TypeError or ValueError if it tells of none."""
    return Result(
        match=_whole(row["match"]),
        game=str(row["game"]),
        options=dict(row["options"]),
        seed=str(row["seed"]),
        seats=tuple(map(str, row["seats"])),
        bots=tuple(map(_whole, row["bots"])),
        places=tuple(map(_whole, row["places"])),
        scores=tuple(
            SeatScore(
                _whole(score["total"]),
                tuple((str(item["label"]), _whole(item["points"])) for item in score["items"]),
            )
            for score in row["scores"]
        ),
        decisions=_whole(row["decisions"]),
        reason=str(row["reason"]),
        rule=str(row["rule"]),
        seconds=float(row["seconds"]),
        error=str(row["error"]),
        record=str(row["record"]),
    )


def _whole(value: Any) -> int:
    if isinstance(value, bool) or int(value) != value:
        raise ValueError(f"{value!r} is not a whole number")
    return int(value)


# -- CSV: one column per seat and thing, for spreadsheets ---------------------------------------

_PLAIN = ("match", "game", "seed", "decisions", "reason", "rule", "seconds", "error", "record")


def csv_columns(seats: int) -> list[str]:
    each = [
        f"{what}_{seat}"
        for what in ("seat", "bot", "place", "score", "items")
        for seat in range(seats)
    ]
    return ["match", "game", "options", "seed", *each, *_PLAIN[3:]]


def _to_csv(row: Mapping[str, Any]) -> dict[str, Any]:
    flat = {name: row[name] for name in _PLAIN}
    flat["options"] = json.dumps(row["options"], ensure_ascii=False)
    for seat, bot in enumerate(row["seats"]):
        flat[f"seat_{seat}"] = bot
        flat[f"bot_{seat}"] = row["bots"][seat]
    for seat, place in enumerate(row["places"]):
        flat[f"place_{seat}"] = place
    for seat, score in enumerate(row["scores"]):
        flat[f"score_{seat}"] = score["total"]
        flat[f"items_{seat}"] = json.dumps(score["items"], ensure_ascii=False)
    return flat


def _from_csv(flat: Mapping[str, str], seats: int) -> dict[str, Any]:
    row: dict[str, Any] = {name: flat[name] for name in _PLAIN}
    row["match"] = int(flat["match"])
    row["decisions"] = int(flat["decisions"])
    row["options"] = json.loads(flat["options"])
    row["seats"] = [flat[f"seat_{seat}"] for seat in range(seats)]
    row["bots"] = [int(flat[f"bot_{seat}"]) for seat in range(seats)]
    ended = bool(flat["place_0"])
    row["places"] = [int(flat[f"place_{seat}"]) for seat in range(seats)] if ended else []
    row["scores"] = [
        {"total": int(flat[f"score_{seat}"]), "items": json.loads(flat[f"items_{seat}"])}
        for seat in range(seats)
        if flat[f"score_{seat}"]
    ]
    return row


def _csv_line(cells: Mapping[str, Any], columns: list[str]) -> str:
    text = io.StringIO()
    csv.DictWriter(text, columns, lineterminator="\n").writerow(cells)
    return text.getvalue()


# -- writing ------------------------------------------------------------------------------------


class Store:
    """The file of a run. Rows are appended and flushed; Parquet, which cannot be appended to, is
    made at the end out of a `.part` file next to it."""

    def __init__(self, path: Path, plan: Plan, resume: bool = False) -> None:
        self.path = path
        self.seats = len(plan.bots)
        self.kind = path.suffix
        if self.kind not in KINDS:
            raise RulekeepError(f"{path}: results are written to {', '.join(KINDS)} files only")
        if self.kind == ".parquet":
            need_pyarrow()
        self._lines = path.with_name(path.name + ".part") if self.kind == ".parquet" else path
        self.done: list[Result] = []
        """What an earlier run has left."""
        self.torn = False
        """Its last row was not written to its end and is dropped."""
        if resume:
            self._read_back(plan)
        elif path.exists() or self._lines.exists():
            shown = path if path.exists() else self._lines
            raise DataError(str(shown), "exists already; --continue goes on with it")
        self.crashes = path.with_name(path.stem + "-crashes")
        try:
            self._stream = self._lines.open("a", encoding="utf-8", newline="")
        except OSError as error:
            raise DataError(str(self._lines), f"cannot be written: {error.strerror}") from None
        if self.kind == ".csv" and not self._stream.tell():
            self._stream.write(",".join(csv_columns(self.seats)) + "\n")

    def add(self, result: Result) -> Result:
        """Keep a result, and the match file of a crash; the result with that file's place."""
        if result.crash is not None:
            result = evolve(result, record=str(write_crash(result, self.crashes)))
        row = to_row(result)
        if self.kind == ".csv":
            text = _csv_line(_to_csv(row), csv_columns(self.seats))
        else:
            text = json.dumps(row, ensure_ascii=False) + "\n"
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as error:
            raise DataError(str(self._lines), f"cannot be written: {error.strerror}") from None
        return result

    def close(self) -> None:
        if self._stream.closed:
            return
        self._stream.close()
        if self.kind == ".parquet":
            with self._lines.open(encoding="utf-8") as lines:
                rows = [json.loads(line) for line in lines]
            write_parquet(self.path, rows)
            self._lines.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- going on -------------------------------------------------------------------------------

    def _read_back(self, plan: Plan) -> None:
        if self.kind == ".parquet" and not self._lines.exists() and self.path.exists():
            rows = read_parquet(self.path)
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            self._lines.write_text(text, encoding="utf-8")
        if not self._lines.exists():
            return
        self._cut_torn_line()
        self.done = read(self._lines, self.kind)
        seen: set[int] = set()
        for line, result in enumerate(self.done, 2 if self.kind == ".csv" else 1):
            where = f"{self._lines}:{line}"
            if result.match in seen:
                raise DataError(where, f"match {result.match} is there twice")
            seen.add(result.match)
            same = (
                result.seed == plan.match_seed(result.match)
                and result.bots == plan.seated(result.match)
                and result.seats == tuple(plan.bots[bot] for bot in result.bots)
                and result.game == plan.plugin().id
                and dict(result.options) == dict(plan.options)
            )
            if not same:
                raise DataError(where, "belongs to a run with another game, seats, options or seed")

    def _cut_torn_line(self) -> None:
        """What was being written when the run was killed."""
        raw = self._lines.read_bytes()
        intact = raw.rfind(b"\n") + 1
        if intact < len(raw):
            self.torn = True
            os.truncate(self._lines, intact)


def write_crash(result: Result, directory: Path) -> Path:
    """The match file of a crash and, beside it, the traceback."""
    assert result.crash is not None
    try:
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / f"match-{result.match}.rkm"
        path.write_text(result.crash.match_file, encoding="utf-8")
        path.with_suffix(".txt").write_text(
            f"{result.error}\n\n{result.crash.trace}", encoding="utf-8"
        )
    except OSError as error:
        raise DataError(str(directory), f"cannot be written: {error.strerror}") from None
    return path


def read(path: Path, kind: str | None = None) -> list[Result]:
    """The results in a file; a row that is none is refused with its line."""
    kind = kind or path.suffix
    if kind == ".parquet" and path.suffix == ".parquet":
        return list(_results(read_parquet(path), path, 1))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), f"cannot be read: {error}") from None
    if kind == ".csv":
        reader = csv.DictReader(io.StringIO(text, newline=""))
        columns = reader.fieldnames or []
        seats = sum(name.startswith("seat_") for name in columns)
        if columns != csv_columns(seats):
            raise DataError(f"{path}:1", "these are not the columns of a run's results")
        return list(_results((_from_csv_safely(row, seats) for row in reader), path, 2))
    return list(_results(map(_from_json_safely, text.splitlines()), path, 1))


def _from_csv_safely(flat: Mapping[str, str], seats: int) -> dict[str, Any]:
    try:
        return _from_csv(flat, seats)
    except (ValueError, KeyError, TypeError):
        return {}


def _from_json_safely(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {}


def _results(rows: Iterable[Any], path: Path, first: int) -> Iterable[Result]:
    for line, row in enumerate(rows, first):
        try:
            yield from_row(row)
        except (KeyError, TypeError, ValueError):
            raise DataError(f"{path}:{line}", "is not the result of a match") from None


# -- Parquet ------------------------------------------------------------------------------------


def need_pyarrow() -> None:
    try:
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    except ImportError:
        raise RulekeepError("Parquet files need pyarrow: pip install 'rulekeep[parquet]'") from None


def write_parquet(path: Path, rows: list[dict[str, Any]]) -> None:
    """Rows as they are, but for the options, which differ from game to game, as JSON."""
    import pyarrow as pa
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    item = pa.struct([("label", pa.string()), ("points", pa.int64())])
    score = pa.struct([("total", pa.int64()), ("items", pa.list_(item))])
    schema = pa.schema(
        [
            ("match", pa.int64()),
            ("game", pa.string()),
            ("options", pa.string()),
            ("seed", pa.string()),
            ("seats", pa.list_(pa.string())),
            ("bots", pa.list_(pa.int64())),
            ("places", pa.list_(pa.int64())),
            ("scores", pa.list_(score)),
            ("decisions", pa.int64()),
            ("reason", pa.string()),
            ("rule", pa.string()),
            ("seconds", pa.float64()),
            ("error", pa.string()),
            ("record", pa.string()),
        ]
    )
    flat = [{**row, "options": json.dumps(row["options"], ensure_ascii=False)} for row in rows]
    part = path.with_name(path.name + ".new")
    try:
        pq.write_table(pa.Table.from_pylist(flat, schema), part)
        os.replace(part, path)
    except OSError as error:
        raise DataError(str(path), f"cannot be written: {error.strerror}") from None


def read_parquet(path: Path) -> list[dict[str, Any]]:
    need_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(path).to_pylist()
        for row in rows:
            row["options"] = json.loads(row["options"])
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
        raise DataError(str(path), "is not a Parquet file of a run's results") from None
    return list(rows)
