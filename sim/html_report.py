"""A run as one HTML page with plots, without external files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.sim.match_measures import CourseSummary
from rulekeep.sim.option_effects import Effect
from rulekeep.sim.stats import Spread, Summary, WinRate

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { text-align: left; padding: .2rem .8rem .2rem 0 }
td.n { font-variant-numeric: tabular-nums; text-align: right } .real { font-weight: 600 }
figure { margin: 1rem 0; overflow-x: auto } svg { max-width: 100%; height: auto }
"""


def need_plots() -> None:
    """RulekeepError unless the packages for plots are installed."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        raise RulekeepError(
            "reports need altair and vl-convert: pip install 'rulekeep[report]'"
        ) from None


def _page(title: str, parts: Sequence[str]) -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def _figure(chart: Any) -> str:
    """A plot as SVG."""
    import vl_convert

    return f"<figure>{vl_convert.vegalite_to_svg(chart.to_dict())}</figure>"


def _data(rows: list[dict[str, Any]]) -> Any:
    return {"values": rows}


# -- comparisons ------------------------------------------------------------------------------


def comparison_page(
    game: AnyGame, bots: Sequence[str], effects: Sequence[Effect], table: str
) -> str:
    """The page of `compare`."""
    title = f"{game.title}: what options do"
    parts = [f"<h1>{escape(title)}</h1>", f"<p>Seats: {escape(', '.join(bots))}.</p>"]
    parts.append(
        "<p>Pairs of matches from the same seeds. The bars are 95 % intervals of the differences, "
        "in standard errors, so that all fit one scale. Round points are still significant when "
        "all differences are judged together (Holm's method, 5 %).</p>"
    )
    for effect in effects:
        pairs = plural(effect.pairs, "pair")
        parts.append(f"<h2>{escape(effect.trial.in_words(game))}</h2>")
        parts.append(f"<p><code>{escape(str(effect.trial))}</code>, {pairs} of matches.</p>")
        if effect.measures:
            parts += [_figure(_differences(effect)), _rows(game, effect)]
    if table:
        parts.append(f"<h2>The table</h2><figure>{table}</figure>")
    return _page(title, parts)


def _differences(effect: Effect) -> Any:
    import altair

    rows = []
    for row in effect.measures:
        error = (row.high - row.low) / 4 or 1.0
        rows.append(
            {
                "measure": row.measure,
                "change": row.change / error,
                "low": row.low / error,
                "high": row.high / error,
                "verdict": "real" if row.real else "may be chance",
            }
        )
    base = altair.Chart(_data(rows)).encode(y=altair.Y("measure:N", sort=None, title=None))
    bars = base.mark_rule().encode(
        x=altair.X("low:Q", title="difference, in standard errors"), x2="high:Q"
    )
    shape = altair.Shape("verdict:N", scale=altair.Scale(domain=["real", "may be chance"]))
    points = base.mark_point(filled=True, size=70).encode(x="change:Q", shape=shape)
    return (bars + points).properties(width=480)


def _rows(game: AnyGame, effect: Effect) -> str:
    rows = [(row.measure, row) for row in effect.measures]
    rows += [(game.book[row.measure].summary, row) for row in effect.rules if row.real]
    cells = "".join(
        f'<tr class="{"real" if row.real else ""}"><td>{escape(label)}</td>'
        f'<td class="n">{row.base:.3g}</td><td class="n">{row.value:.3g}</td>'
        f'<td class="n">{row.change:+.3g}</td>'
        f'<td class="n">{row.low:+.3g} to {row.high:+.3g}</td>'
        f"<td>{'real' if row.real else 'may be chance'}</td></tr>"
        for label, row in rows
    )
    head = "<tr><th>measure or rule</th><th>before</th><th>after</th><th>difference</th>"
    return f"<table>{head}<th>95 % interval</th><th></th></tr>{cells}</table>"


# -- simulations ------------------------------------------------------------------------------


def simulation_page(game: AnyGame, bots: Sequence[str], summary: Summary) -> str:
    """The page of `simulate`."""
    title = f"{game.title}: {summary.matches} matches"
    about = (
        f"<p>Seats: {escape(', '.join(bots))}. Shared victories {summary.draws}, without a winner "
        f"{summary.without_winner}, crashes {summary.crashed}. How they ended: {escape(summary.endings)}.</p>"
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        about,
        "<h2>Who won</h2>",
        *(f"<p>{escape(rate.note)}</p>" for rate in summary.by_bot if rate.note),
        _figure(_rates([*summary.by_bot, *summary.by_seat])),
        "<h2>How long it took</h2>",
        _figure(_histogram("decisions", summary.length)),
        "<h2>Points</h2>",
    ]
    for spread in filter(lambda spread: spread.counts, summary.scores):
        parts.append(_figure(_histogram(f"points of {spread.label}", spread)))
    if summary.course is not None:
        parts += _course(summary.course)
    return _page(title, parts)


COURSE = (
    "<p>Luck is the part of all changes of the chances to win that draws made; decisions made the "
    "rest. The deal at the beginning is not counted. A stake is what the best move gains, compared "
    "with the mean of all legal moves. Chances are those of the game's own estimate, one move "
    "ahead.</p>"
)
QUARTERS = ("first quarter", "second quarter", "third quarter", "last quarter")


def _course(course: CourseSummary) -> list[str]:
    """How much was luck, how often the lead changed, and where decisions mattered."""
    rows = [
        ("Matches measured", f"{course.matches:,}"),
        ("Part of luck", f"{course.luck:.0%}"),
        ("Changes of the lead in a match", f"{course.lead_changes:.1f}"),
        ("Matches won from behind", f"{course.comebacks:.0%}"),
        *((f"Stake, {part}", f"{s:.1%}") for part, s in zip(QUARTERS, course.stakes, strict=True)),
        *(
            (f"Stake, kind of decision: {kind.replace('_', ' ')}", f"{stake:.1%}")
            for kind, stake in sorted(course.kinds.items(), key=lambda one: -one[1])
        ),
    ]
    cells = "".join(f'<tr><td>{escape(what)}</td><td class="n">{n}</td></tr>' for what, n in rows)
    return ["<h2>Luck, leads and decisions</h2>", COURSE, f"<table>{cells}</table>"]


def _rates(rates: Sequence[WinRate]) -> Any:
    import altair

    rows = [
        {"who": r.label, "share": r.rate, "low": r.interval[0], "high": r.interval[1]}
        for r in rates
    ]
    base = altair.Chart(_data(rows)).encode(y=altair.Y("who:N", sort=None, title=None))
    bars = base.mark_rule().encode(x=altair.X("low:Q", title="share of victories"), x2="high:Q")
    return (bars + base.mark_point(filled=True, size=70).encode(x="share:Q")).properties(width=480)


def _histogram(label: str, spread: Spread) -> Any:
    import altair

    rows = [{"value": value, "often": count} for value, count in spread.counts.items()]
    chart = altair.Chart(_data(rows)).mark_bar()
    axis = altair.X("value:Q", bin=altair.Bin(maxbins=40), title=label)
    return chart.encode(x=axis, y=altair.Y("sum(often):Q", title="matches")).properties(width=480)
