"""Errors in what a user hands in, all under `RulekeepError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekeep.core.rulebook import Refusal


class RulekeepError(Exception):
    """A mistake in the input, explained in one sentence."""

    def to_dict(self) -> dict[str, str]:
        """For programs: `error` is the class, `message` the sentence, and further keys say more."""
        return {"error": type(self).__name__, "message": str(self), **self._fields()}

    def _fields(self) -> dict[str, str]:
        return {}


class BadNotation(RulekeepError):
    """The text is not a move of this game at all."""


class IllegalMove(RulekeepError):
    """A move of the game, but not now; the refusal names the rule."""

    def __init__(self, refusal: Refusal, move: str = "") -> None:
        self.refusal = refusal
        self.move = move
        said = f"{move!r}: " if move else ""
        super().__init__(f"{said}{refusal.because} [{refusal.rule}]")

    def _fields(self) -> dict[str, str]:
        fields = {"rule": self.refusal.rule, "because": self.refusal.because}
        return fields | ({"move": self.move} if self.move else {})


class DataError(RulekeepError):
    """A file or mapping that cannot be accepted: where, and what is wrong."""

    def __init__(self, where: str, what: str) -> None:
        self.where = where
        self.what = what
        super().__init__(f"{where}: {what}" if where else what)

    def _fields(self) -> dict[str, str]:
        return {"where": self.where, "what": self.what}


class SetupError(RulekeepError):
    """No match can start like this: seats, options or their combination."""

    def __init__(self, because: str, rule: str = "") -> None:
        self.because = because
        self.rule = rule
        super().__init__(f"{because} [{rule}]" if rule else because)

    def _fields(self) -> dict[str, str]:
        return {"because": self.because} | ({"rule": self.rule} if self.rule else {})


class ChanceError(RulekeepError):
    """A recorded or scripted outcome that is impossible here."""


class UnknownGame(RulekeepError):
    """No plugin of that name, or one that could not be loaded."""


def in_words(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`. Even `str()` of a foreign error may fail."""
    try:
        said = str(error)
    except Exception:  # noqa: BLE001
        said = ""
    kind = type(error).__name__
    return f"{kind}: {said}" if said else kind
