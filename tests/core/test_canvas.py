import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.canvas import ASCII, Canvas, Look, to_ascii

words = st.text("abc─│● ", min_size=1, max_size=8)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 5), words), max_size=12))
def test_what_is_drawn_last_stands(drawn: list[tuple[int, int, str]]) -> None:
    canvas = Canvas()
    shadow: dict[tuple[int, int], str] = {}
    for x, y, text in drawn:
        assert canvas.put(x, y, text, "bold") == x + len(text)
        for offset, char in enumerate(text):
            shadow[x + offset, y] = char
    for y, line in enumerate(canvas.lines()):
        padded = line.ljust(40)
        assert padded == "".join(shadow.get((x, y), " ") for x in range(40))
    assert ["".join(t for t, _ in row).rstrip() for row in canvas.spans()] == canvas.lines()
    assert canvas.text(ascii=True).isascii()
    assert [len(a) for a in canvas.lines(ascii=True)] == [len(b) for b in canvas.lines()]


def test_styles_travel_with_the_characters() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "red", "red")
    canvas.put(3, 0, "blue", "blue")
    outer = Canvas()
    outer.line("head")
    outer.paste(1, 1, canvas)
    outer.restyle(1, 1, 2, "bold")
    assert list(outer.spans()) == [
        [("head", "")],
        [(" ", ""), ("re", "bold"), ("d", "red"), ("blue", "blue")],
    ]
    assert (outer.width, outer.height) == (8, 2)


def test_every_stand_in_is_one_ascii_character() -> None:
    for char, plain in ASCII.items():
        assert len(char) == len(plain) == 1 and plain.isascii() and plain.isprintable()
    assert to_ascii("┌─┐ ☃") == "+-+ ?"


def test_names_and_bounds() -> None:
    assert Look(names=("Ada",)).name(0) == "Ada"
    assert Look().name(1) == "Player 2"
    with pytest.raises(ValueError, match="begins at 0, 0"):
        Canvas().put(-1, 0, "x")
    for text in ("a\nb", "\x1b[2J"):
        with pytest.raises(ValueError, match="not printable"):
            Canvas().line(text)
