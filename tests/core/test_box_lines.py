"""Lines that meet in a drawing."""

from rulekeep.core.drawing.canvas import Canvas, draw_lines, frames


def test_lines_join_where_they_meet() -> None:
    canvas = Canvas()
    draw_lines(canvas, frames([(1, 1), (4, 1), (1, 3)], 2, 1))
    assert canvas.lines() == ["┌──┬──┐", "│  │  │", "├──┼──┘", "│  │", "└──┘"]


def test_signs_and_style_may_be_others() -> None:
    canvas = Canvas()
    draw_lines(canvas, frames([(2, 1)], 1, 2), signs="0123456789abcdef", style="bold")
    assert canvas.lines() == [" 6ac", " 5 5", " 5 5", " 3a9"]
    assert [row[-1][1] for row in canvas.spans()] == ["bold"] * 4
