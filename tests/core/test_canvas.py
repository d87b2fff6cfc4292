import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.drawing.canvas import ASCII, Canvas, Look, to_ascii, within

words = st.text("abc─│● ", min_size=1, max_size=8)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 5), words), max_size=12))
def test_what_is_drawn_last_is_seen(drawn: list[tuple[int, int, str]]) -> None:
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


def test_texts_flow_into_rows() -> None:
    canvas = Canvas()
    canvas.fold("one two three", 9, " ", "dim")
    canvas.flow([("four", "red"), ("five", ""), ("six", "blue")], 9, gap=1)
    assert canvas.lines() == [" one two", "   three", "four five", "  six"]
    assert list(canvas.spans())[2] == [("four", "red"), (" five", "")]
    canvas.flow([("too long to fit", "")], 5)
    assert canvas.lines()[-1] == "too l"


def test_a_character_is_drawn_in_the_place_of_another() -> None:
    canvas = Canvas()
    canvas.line("a═b═", "bold")
    canvas.replace("═", "=")
    assert list(canvas.spans()) == [[("a=b=", "bold")]]


def test_styles_travel_with_the_characters() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "red", "red")
    canvas.put(3, 0, "blue", "blue")
    outer = Canvas()
    outer.line("head")
    outer.paste(1, 1, canvas)
    assert list(outer.spans()) == [[("head", "")], [(" ", ""), ("red", "red"), ("blue", "blue")]]
    assert (outer.width, outer.height) == (8, 2)


def test_every_stand_in_is_one_ascii_character() -> None:
    for char, plain in ASCII.items():
        assert len(char) == len(plain) == 1 and plain.isascii() and plain.isprintable()
    assert to_ascii("┌─┐ ☃") == "+-+ ?"


def test_lines_are_written_below() -> None:
    canvas = Canvas()
    canvas.put(3, 0, "a")
    canvas.write(["b", "", "c"], "bold")
    assert canvas.lines() == ["   a", "b", "", "c"]
    assert list(canvas.spans())[3] == [("c", "bold")]


def test_names_and_bounds() -> None:
    assert Look(names=("Ada",)).name(0) == "Ada"
    assert Look().name(1) == "Player 2"
    with pytest.raises(ValueError, match="begins at 0, 0"):
        Canvas().put(-1, 0, "x")
    for text in ("a\nb", "\x1b[2J"):
        with pytest.raises(ValueError, match="not printable"):
            Canvas().line(text)


def test_places_travel_with_what_is_drawn() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "ab", "red")
    canvas.put(0, 1, "cd")
    canvas.place("A", 0, 0, 2, 2, what="both rows")
    canvas.place("B", 1, 1, 1)
    outer = Canvas()
    outer.line("head")
    outer.paste(3, 1, canvas)
    assert [(place.name, place.x, place.y) for place in outer.places] == [("A", 3, 1), ("B", 4, 2)]
    on_top, below, nothing = outer.place_at(4, 2), outer.place_at(4, 1), outer.place_at(5, 1)
    assert on_top is not None and on_top.name == "B"
    assert below is not None and below.what == "both rows"
    assert nothing is None
    outer.mark(outer.places[0], "underline")
    assert list(outer.spans())[1:] == [
        [("   ", ""), ("ab", "red underline")],
        [("   ", ""), ("cd", "underline")],
    ]
    assert [(place.name, place.width) for place in within(outer, 4).places] == [("A", 1)]


def test_what_is_at_a_place_can_be_drawn_at_another() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "abc", "red")
    canvas.put(0, 1, "d")
    canvas.place("A", 1, 0, 2, 2)
    drawn = canvas.at_place(canvas.places[0])
    assert drawn == [(["b", "c"], ["red", "red"]), ([" ", " "], ["", ""])]
    other = Canvas()
    other.put(0, 0, "....")
    other.put(0, 1, "....")
    other.place("A", 2, 0, 2, 2)
    other.put_at_place(other.places[0], drawn)
    assert other.lines() == ["..bc", ".."]
