"""The sale in characters and as a picture; whoever is to bid sees a button for every bid."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core import INK_LINE, INK_PAPER, Canvas, Ink, Look, Picture, listed, plural
from silent_sale.state import State

BUTTON, EDGE, ROW, CHEST, IN_A_ROW = 44, 20, 30, 62, 9
INK_CHEST = Ink("#efd9a7", "#6b5320")


def possible_bids(state: State, viewer: int | None) -> list[str]:
    """The bids that a viewer can make now."""
    if viewer is None or state.over() or viewer not in state.bids.open:
        return []
    return [str(coins) for coins in range(state.bank.purses[viewer] + 1)]


def rows(state: State, viewer: int | None, look: Look) -> list[str]:
    """What everybody sees, and the viewer's own bid."""
    sale = f"Sale {state.sales()} of {state.terms.options['sales']}"
    found = [f"{sale}: {in_words(state.for_sale)}" if state.for_sale else f"{sale} is over"]
    for seat, (coins, won) in enumerate(zip(state.bank.purses, state.won, strict=True)):
        bid = "" if seat in state.bids.open else ", has bid"
        if seat == viewer and bid:
            bid += f" {state.bids.answers[seat]}"
        found.append(f"{look.name(seat)}: {plural(coins, 'coin')}, {in_words(won)}{bid}")
    return found


def in_words(chests: Sequence[int]) -> str:
    """`no chest`, `chest 8`, `chests 2 and 8`."""
    numbers = listed(map(str, chests))
    return f"chest{'s' * (len(chests) > 1)} {numbers}" if chests else "no chest"


def render(state: State, viewer: int | None, look: Look) -> Canvas:
    canvas = Canvas()
    for row in rows(state, viewer, look):
        canvas.fold(row, look.width)
    bids = possible_bids(state, viewer)
    if bids:
        canvas.line()
        corners = canvas.flow([(f"[{bid}]", "bold") for bid in bids], look.width, gap=1)
        for bid, (x, y) in zip(bids, corners, strict=True):
            canvas.place(bid, x, y, len(bid) + 2, what=f"a bid of {plural(int(bid), 'coin')}")
    return canvas


def picture(state: State, viewer: int | None, look: Look) -> Picture:
    texts, bids = rows(state, viewer, look), possible_bids(state, viewer)
    top = EDGE + CHEST + ROW * len(texts)
    height = top + BUTTON * -(-max(len(bids), IN_A_ROW) // IN_A_ROW) + EDGE
    sheet = Picture(2 * EDGE + BUTTON * IN_A_ROW, height, "Silent Sale", ". ".join(texts))
    sheet.rect(0, 0, sheet.width, sheet.height, fill=INK_PAPER)
    for number, chest in enumerate(state.for_sale):
        with sheet.at(EDGE + number * CHEST, EDGE, tip=f"a chest worth {plural(chest, 'point')}"):
            sheet.rect(0, 0, CHEST - 8, CHEST - 16, rx=6, fill=INK_CHEST, stroke=INK_LINE)
            sheet.text(CHEST / 2 - 4, 34, str(chest), size=26, anchor="middle")
    for row, text in enumerate(texts):
        bold = None if row else "bold"
        sheet.text(EDGE, EDGE + CHEST + ROW * (row + 0.6), text, size=16, font_weight=bold)
    for number, bid in enumerate(bids):
        row, column = divmod(number, IN_A_ROW)
        x, y, middle = EDGE + column * BUTTON, top + row * BUTTON, BUTTON / 2
        tip = f"a bid of {plural(int(bid), 'coin')}"
        with sheet.at(x, y, tip=tip, data_coins=bid, data_legal="yes"):
            sheet.circle(middle, middle, 19, fill="none", stroke=INK_LINE, stroke_width=2)
            sheet.text(middle, middle + 6, bid, size=17, anchor="middle")
    return sheet
