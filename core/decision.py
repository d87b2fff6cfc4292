"""The question that a game asks next."""

from __future__ import annotations

from attrs import frozen


@frozen
class Decision:
    """An open question: who must decide, what kind of thing, in words."""

    seat: int
    kind: str
    prompt: str
    sealed: bool = False
    """The answer stays hidden until everybody asked at the same time has answered."""
