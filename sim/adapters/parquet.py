"""Results as Parquet, written and read in groups of rows to save memory."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from rulekeep.core.data_files import open_regular, why_not
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.match.safe_files import begin_draft, draft_of

BATCH = 500
"""Rows kept as objects, which take much more memory than columns."""
GROUP = 20
"""Batches that are written together."""
DROPPED = ("course", "notes")
"""Keys of rows that are left out, because their shape differs from run to run."""


def need_pyarrow() -> None:
    try:
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    except ImportError:
        raise RulekeepError("Parquet files need pyarrow: pip install 'rulekeep[parquet]'") from None


def _schema() -> Any:
    import pyarrow as pa

    item = pa.struct([("label", pa.string()), ("points", pa.int64())])
    score = pa.struct([("total", pa.int64()), ("items", pa.list_(item))])
    return pa.schema(
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
            ("edition", pa.int64()),
            ("replaced", pa.list_(pa.int64())),
        ]
    )


class Draft:
    """A Parquet file that replaces another one when it is complete.

    Options differ from game to game and are written as JSON.
    """

    def __init__(self, path: Path) -> None:
        need_pyarrow()
        self.path = path
        self._schema = _schema()
        self._rows: list[dict[str, Any]] = []
        self._batches: list[Any] = []
        self._writer: Any = None
        self.empty = True

    def add(self, row: Mapping[str, Any]) -> None:
        self.empty = False
        flat = {key: value for key, value in row.items() if key not in DROPPED}
        self._rows.append(flat | {"options": json.dumps(row["options"], ensure_ascii=False)})
        if len(self._rows) == BATCH:
            self._pack()
        if len(self._batches) == GROUP:
            self._write()

    def _pack(self) -> None:
        import pyarrow as pa

        with self._errors():
            self._batches.append(pa.RecordBatch.from_pylist(self._rows, self._schema))
        self._rows.clear()

    def _write(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq  # type: ignore[import-untyped]

        with self._errors():
            if self._writer is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._draft, self._lock = begin_draft(draft_of(self.path))
                self._writer = pq.ParquetWriter(self._draft, self._schema)
            self._writer.write_table(pa.Table.from_batches(self._batches, self._schema))
        self._batches.clear()

    def finish(self) -> None:
        """Complete the file and replace the old one."""
        try:
            self._pack()
            self._write()
            with self._errors():
                self._writer.close()
                if sys.platform == "win32":  # pragma: no cover
                    self._lock.close()  # an open file cannot be renamed there
                os.replace(self._draft, self.path)
                self._lock.close()
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Remove the draft."""
        if self._writer is not None:
            with contextlib.suppress(OSError):
                self._writer.close()
            self._lock.close()
            self._draft.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """DataError for errors of the system and of pyarrow."""
        import pyarrow as pa

        try:
            yield
        except OSError as error:
            raise DataError(str(self.path), f"cannot be written: {why_not(error)}") from None
        except (pa.ArrowException, ValueError, OverflowError) as error:
            raise DataError(str(self.path), f"cannot hold these results: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        self.finish() if kind is None else self.drop()


def read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file. DataError."""
    need_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    open_regular(path).close()
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=BATCH):
                for row in batch.to_pylist():
                    yield row | {"options": json.loads(row["options"])}
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
        raise DataError(str(path), "is not a Parquet file of a run's results") from None
