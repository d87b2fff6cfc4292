"""The map: regions with their towns, pieces and signs, countries, and the water round them."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_LINE, INK_PAPER, Ink, Picture, listed, plural
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Land, Spot
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.view.looking import enemies_in, role
from rulekeep.games.kings_and_castles.view.picture import tokens
from rulekeep.games.kings_and_castles.view.picture.chart import WIDTH, Chart, chart_of
from rulekeep.games.kings_and_castles.view.picture.marks import NEWS_LINE, View, legal

SEA = Ink("#d9e7ee", "#16232c")
SHALLOWS = Ink("#c2d9e5", "#20394a")
"""The rim of the sea along the coasts."""
ELSEWHERE = Ink("#f1eee6", "#232429")
HALO = Ink("#fbfaf6", "#1d1e22")


def draw_map(picture: Picture, state: State, view: View) -> None:
    """The map with its left upper corner at the origin."""
    board = state.terms.board
    chart = chart_of(board)
    _water(picture, chart)
    for spot, outline in enumerate(chart.regions):
        picture.add(
            "polygon",
            tip=region_words(state, spot),
            points=outline,
            fill=tokens.ground(picture, state.holder(spot)),
            stroke=INK_LINE if spot in view.names.regions else INK_FAINT,
            stroke_width=3 if spot in view.names.regions else 1.2,
            stroke_linejoin="round",
            data_region=board.regions[spot].code,
            data_legal=legal(spot in view.names.regions),
        )
    for land, outline in enumerate(chart.countries):
        _frontier(picture, state, land, outline)
    for x, y in chart.hills:
        tokens.hills(picture, x, y)
    for spot, region in enumerate(board.regions):
        if region.name in view.news.regions:
            picture.add(
                "polygon",
                tip=view.news.regions[region.name],
                text="",
                points=chart.regions[spot],
                **NEWS_LINE,
            )
    for spot, (x, y) in enumerate(chart.centres):
        with picture.at(x, y, pointer_events="none", data_of=board.regions[spot].code):
            _region(picture, state, spot)
    for land in range(len(board.countries)):
        _country(picture, state, chart, land, view)


def _water(picture: Picture, chart: Chart) -> None:
    picture.rect(0, 0, WIDTH, chart.height, rx=10, fill=SEA)
    for outline in (*chart.countries, *chart.abroad):
        _line_along(picture, outline, SHALLOWS, 16)
    for outline in chart.abroad:
        picture.add(
            "polygon",
            points=outline,
            fill=ELSEWHERE,
            stroke=INK_FAINT,
            stroke_width=1,
            class_="abroad",
        )
    for start, bend, end in chart.roads:
        picture.path(
            *("M", *start, "Q", *bend, *end),
            fill="none",
            stroke=INK_LINE,
            stroke_width=3,
            class_="border",
        )
    # Whatever reaches beyond the edge is covered.
    picture.rect(
        -7, -7, WIDTH + 14, chart.height + 14, rx=16, fill="none", stroke=INK_PAPER, stroke_width=14
    )
    for name, (x, y) in chart.waters:
        picture.text(x, y, name, size=17, fill=INK_FAINT, font_style="italic")


def _frontier(picture: Picture, state: State, land: Land, outline: str) -> None:
    """Round a country; in gold round the king's, in broken gold round the further one."""
    if role(state, land):
        dashes = None if land == state.king else "14 9"
        _line_along(picture, outline, tokens.GOLD, 7, dashes)
    _line_along(picture, outline, INK_LINE, 2.2)


def _line_along(
    picture: Picture, outline: str, ink: Ink, width: float, dashes: str | None = None
) -> None:
    """A line along an outline, which is written into the file only once."""
    if outline:
        picture.stamp(
            outline,
            lambda sheet: sheet.add("polygon", points=outline, fill="none"),
            0,
            0,
            stroke=ink,
            stroke_width=width,
            stroke_linejoin="round",
            stroke_dasharray=dashes,
        )


# -- one region ---------------------------------------------------------------------------------


def _region(picture: Picture, state: State, spot: Spot) -> None:
    """Round the origin: the town and its signs, below them value and unit in its castle."""
    board = state.terms.board
    region = board.regions[spot]
    kind, castle = state.unit[spot], state.castle[spot]
    signs = [
        draw
        for has, draw in (
            (region.anchor, tokens.anchor),
            (region.portcullis, tokens.portcullis),
            (region.flag, tokens.flag),
        )
        if has
    ]
    picture.text(
        -10.5 * len(signs),
        -15,
        region.name,
        size=17,
        anchor="middle",
        paint_order="stroke",
        stroke=HALO,
        stroke_width=3,
        stroke_opacity=0.6,
    )
    wall = 20 if castle else 0
    for index, draw in enumerate(signs):
        draw(picture, 4.9 * len(region.name) + 3 + 21 * (index - len(signs) / 2 + 0.5), -22)
    x = -(26 + tokens.PIECE_WIDTH + wall) / 2
    tokens.coin(picture, x + 12, 10, region.value)
    x += 26
    if castle:
        tokens.tower(picture, x + tokens.PIECE_WIDTH + 3, 10, castle)
    if kind >= 0:
        tokens.piece(picture, board, kind, x, -5)
    else:
        tokens.free_place(picture, x, -5)


def region_words(state: State, spot: Spot) -> str:
    """`London (LON), England, value 3: blue knight, castle of strength 2, defence 5; borders …`."""
    board = state.terms.board
    region = board.regions[spot]
    signs = [sign for sign in ("anchor", "portcullis", "flag") if getattr(region, sign)]
    what = [board.countries[region.country].name, f"value {region.value}", *signs]
    near = listed(board.regions[other].name for other in region.borders)
    coast = " and the sea" if region.coastal else ""
    head = f"{region.name} ({region.code}), {', '.join(what)}"
    return f"{head}: {garrison(state, spot)}; borders {near}{coast}"


def garrison(state: State, spot: Spot) -> str:
    kind, castle = state.unit[spot], state.castle[spot]
    if kind < 0:
        return "empty"
    unit = pieces.marker(state.terms.board.kinds[kind])
    wall = f", {pieces.castle(castle)}" if castle else ""
    return f"{unit}{wall}, defence {state.defence[spot]}"


# -- countries ----------------------------------------------------------------------------------


def _country(picture: Picture, state: State, chart: Chart, land: Land, view: View) -> None:
    name = state.terms.country(land)
    x, y = chart.names[land]
    part = role(state, land)
    with picture.at(x, y, tip=f"{name}: {status(state, land)}{part and ', '}{part}"):
        title = name.upper()
        picture.text(0, 0, title, size=18, font_weight="bold", letter_spacing=1.5)
        if part and land == state.king:
            tokens.small_crown(picture, 14.6 * len(title) + 22, -6)
        elif part:
            picture.text(14.6 * len(title) + 12, 0, "+", size=20, font_weight="bold")
        picture.text(0, 21, status(state, land), size=16)
        tip = view.news.countries.get(name)
        if tip:
            picture.add("path", tip=tip, text="", d="M0 28H150", **NEWS_LINE)


def status(state: State, land: Land) -> str:
    """`contested, 3 enemies`."""
    enemies = plural(enemies_in(state, land), "enemy", "enemies")
    if not state.box:
        return enemies
    return ("all enemies", f"contested, {enemies}", "liberated")[state.status(land)]
