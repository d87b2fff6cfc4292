"""Small things of every sentence: numbers with their nouns, lists, articles, folding."""

from __future__ import annotations

from collections.abc import Iterable


def plural(number: int, one: str, many: str = "") -> str:
    """`1 tile`, `3 tiles`, `2 mice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, final = tuple(words) or ("",)
    return f"{', '.join(most)} {last} {final}" if most else final


def a(noun: str) -> str:
    """The noun with its article: `a tower`, `an orange floor`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def fit(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is too long."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"[: max(width, 0)]


def in_lines(items: Iterable[str], between: str, width: int) -> list[str]:
    """The items one after the other, in as few lines as it takes."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(between) + len(item) <= width:
            lines[-1] += between + item
        else:
            lines.append(item)
    return lines


def folded(text: str, width: int, indent: str = "  ") -> list[str]:
    """The text in lines of at most this width, the later ones indented."""
    if width <= len(indent):
        indent = ""
    import textwrap  # seldom wanted, and a large machine

    return textwrap.wrap(text, max(width, 1), subsequent_indent=indent, break_on_hyphens=False)
