"""Helpers for sentences: plurals, lists, articles, folding, cutting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def plural(number: int, one: str, many: str = "") -> str:
    """`1 tile`, `3 tiles`, `2 mice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, final = tuple(words) or ("",)
    return f"{', '.join(most)} {last} {final}" if most else final


def with_article(noun: str) -> str:
    """The noun with its article: `a tower`, `an orange floor`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def upper_first(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def fit(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is too long."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"[: max(width, 0)]


def in_lines(items: Iterable[str], between: str, width: int, *, fold: bool = False) -> list[str]:
    """The items in as few lines as possible; long items may be folded."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(between) + len(item) <= width:
            lines[-1] += between + item
        else:
            lines += folded(item, width, "") if fold else [item]
    return lines


def folded(text: str, width: int, indent: str = "  ") -> list[str]:
    """The text in lines of at most this width, the later ones indented."""
    if width <= len(indent):
        indent = ""
    if text.isprintable() and 0 < len(text.strip()) == len(text) <= width:
        return [text]
    words = text.split(" ")
    if not text.isprintable() or not all(0 < len(word) <= width - len(indent) for word in words):
        import textwrap  # a large machine, for texts that are not plain words only

        return textwrap.wrap(text, max(width, 1), subsequent_indent=indent, break_on_hyphens=False)
    lines = words[:1]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines


def printable(text: str) -> str:
    """The text with control characters escaped, so that no file name moves the cursor."""
    if text.isprintable():
        return text
    return "".join(
        char if char == "\n" or char.isprintable() else ascii(char)[1:-1] for char in text
    )


def shortened(text: str, most: int = 120) -> str:
    """The text, with its middle cut out if it is too long."""
    return text if len(text) <= most else f"{text[: most * 2 // 3]}…{text[-most // 4 :]}"


def whole_number(text: str, low: int, high: int) -> int | None:
    """The whole number in a text, if it is one from `low` to `high`."""
    digits = text.lstrip("0") or "0"
    if not text.isdecimal() or len(digits) > len(str(high)):
        return None
    return int(digits) if low <= int(digits) <= high else None


def not_found(kind: str, name: str, known: Sequence[str]) -> str:
    """`No game called 'castel'. Did you mean castle_keep?`, or a list of what there is."""
    from difflib import SequenceMatcher  # only for mistakes

    def likeness(other: str) -> float:
        """Of the whole names, or of the beginning: names are often typed in part."""
        begun = SequenceMatcher(None, name[:40], other[: len(name)]).ratio()
        return max(begun, SequenceMatcher(None, name[:40], other).ratio())

    near = [other for other in known if likeness(other) >= 0.5]
    near.sort(key=likeness, reverse=True)
    there_are = f"There are: {', '.join(known) or 'none'}"
    hint = f"Did you mean {near[0]}?" if near else there_are
    return f"No {kind} called {shortened(name)!r}. {hint}"
