"""HTML made from elements; text is escaped unless it is an element already."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


_VOID = {"img", "input", "link", "meta", "br"}


def el(tag: str, *inside: str, **attributes: str) -> Html:
    """`el("a", "KC-055", href="#KC-055")`; `class_` is written class, `data_x` data-x."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for name, value in attributes.items()
    )
    if tag in _VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(inside)}</{tag}>")


def joined(parts: Iterable[str]) -> Html:
    """Parts one after another, those that are plain text escaped."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))
