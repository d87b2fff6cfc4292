"""What is answered to a request that cannot be carried out: a status and one sentence."""

from __future__ import annotations

from typing import Any

from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.text import upper_first
from rulekeep.match.match_file import Diverged
from rulekeep.session.serialize import error_data
from rulekeep.session.turn import ActionRefused


class HttpError(RulekeepError):
    """A request that is turned away, with what a program needs to know of it."""

    def __init__(self, status: int, kind: str, say: str, **more: Any) -> None:
        self.status = status
        self.kind = kind
        self.more = more
        super().__init__(say)

    def to_answer(self) -> dict[str, Any]:
        return {"kind": self.kind, "say": str(self), **self.more}


def unknown_link() -> HttpError:
    """The same for a link that never was, one that was replaced, and a table that is gone."""
    return HttpError(404, "unknown_link", "This link leads nowhere; ask the host for a new one.")


def stale(number: int) -> HttpError:
    said = "The table has changed since this page was drawn; look again and then decide."
    return HttpError(409, "stale", said, number=number)


def problem(error: RulekeepError) -> HttpError:
    """Any mistake as an answer. What a file is called on this machine is nobody's business."""
    if isinstance(error, HttpError):
        return error
    if isinstance(error, ActionRefused):
        return HttpError(422, "refused", str(error), **_rule(error))
    said = error_data(error)
    kind = said.pop("kind")
    if kind == "file":
        return _about_a_file(error)
    if kind == "bad_request":
        assert isinstance(error, DataError)
        where = f", at {said['key']}" if said["key"] else ""
        return HttpError(400, kind, f"The request is not understood{where}: {error.what}.", **said)
    status = 400 if kind in ("unknown_game", "setup") else 422
    sentence = str(error)
    if not sentence.endswith((".", "?", "!")):
        sentence += "."
    return HttpError(status, kind, upper_first(sentence), **said)


def _rule(error: ActionRefused) -> dict[str, Any]:
    if error.refusal is None:
        return {}
    return {"rule": error.refusal.rule, "because": error.refusal.because}


def _about_a_file(error: RulekeepError) -> HttpError:
    assert isinstance(error, DataError)
    if "another program" in error.what:
        said = "This match is open in another program on the host's machine; close it there first."
        return HttpError(423, "locked", said)
    if isinstance(error, Diverged):
        said = "The rules of today do not lead where this match led; the host can find out more."
        return HttpError(500, "diverged", said)
    if "cannot be written" in error.what:
        return HttpError(507, "not_kept", "The match cannot be written down now; nothing happened.")
    if "other data files" in error.what:
        said = "This match is played on data files that this server was not given (serve --data)."
        return HttpError(409, "other_data", said)
    said = "The file of this match cannot be read; the host's log says why."
    return HttpError(500, "damaged", said)
