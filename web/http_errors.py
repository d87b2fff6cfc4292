"""HTTP errors: a status, a kind for programs and one sentence for people."""

from __future__ import annotations

from typing import Any

from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.text import upper_first
from rulekeep.match.match_file import Diverged
from rulekeep.session.serialize import error_data
from rulekeep.session.turn import ActionRefused


class HttpError(RulekeepError):
    """A request that is refused, with what a program needs to know about it."""

    def __init__(self, status: int, kind: str, sentence: str, **more: Any) -> None:
        self.status = status
        self.kind = kind
        self.more = more
        super().__init__(sentence)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "say": str(self), **self.more}


def unknown_link() -> HttpError:
    """The same for a link that never existed, a revoked one, and a table that is gone."""
    return HttpError(
        404, "unknown_link", "This link is no longer valid. Ask the host for a new one."
    )


def unknown_match() -> HttpError:
    return HttpError(404, "unknown_match", "No match with that name.")


def spectator_error() -> HttpError:
    return HttpError(403, "spectator", "Spectators cannot make moves.")


def stale(number: int) -> HttpError:
    sentence = "The match has moved on since this page was loaded. Look again, then choose."
    return HttpError(409, "stale", sentence, number=number)


def server_error() -> HttpError:
    sentence = "Something went wrong on the server. The match is safe."
    return HttpError(500, "failed", sentence)


def stranger_error(error: RulekeepError, name: str) -> HttpError:
    """What is wrong with a file or a link that somebody has sent, by the name it has for them."""
    what = error.what if isinstance(error, DataError) else str(error)
    line = error.where.rpartition(":")[2] if isinstance(error, DataError) else ""
    where = f"{name}, line {line}" if line.isdecimal() else name
    return HttpError(400, "bad_file", f"{where}: {what.rstrip('.')}.")


def http_error(error: RulekeepError) -> HttpError:
    """Turn any error into an HTTP error. Paths of files on this machine are left out."""
    if isinstance(error, HttpError):
        return error
    if isinstance(error, ActionRefused):
        refusal = error.refusal
        rule = {} if refusal is None else {"rule": refusal.rule, "because": refusal.because}
        return HttpError(422, "refused", str(error), **rule)
    data = error_data(error)
    kind = data.pop("kind")
    if kind == "file":
        assert isinstance(error, DataError)
        return _file_error(error)
    if kind == "bad_request":
        assert isinstance(error, DataError)
        where = f", at {data['key']}" if data["key"] else ""
        return HttpError(400, kind, f"Invalid request{where}: {error.what}.", **data)
    status = 400 if kind in ("unknown_game", "setup") else 422
    sentence = upper_first(str(error))
    return HttpError(status, kind, sentence if sentence[-1:] in ".?!" else f"{sentence}.", **data)


def _file_error(error: DataError) -> HttpError:
    if isinstance(error, Diverged):
        sentence = "This match does not replay with the current rules. The host can find out more."
        return HttpError(500, "diverged", sentence)
    if "another program" in error.what:
        sentence = (
            "This match is open in another program on the host's machine. Close it there first."
        )
        return HttpError(423, "locked", sentence)
    if "cannot be written" in error.what:
        return HttpError(
            507, "not_kept", "The match cannot be saved now, so the move was not played."
        )
    if "other data files" in error.what:
        sentence = "This match needs data files that this server does not have (serve --data)."
        return HttpError(409, "other_data", sentence)
    return HttpError(
        500, "damaged", "The file of this match cannot be read. The server log says why."
    )
