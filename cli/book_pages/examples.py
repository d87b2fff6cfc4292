"""Scenarios as examples: the table before, the moves, the table after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekeep.cli.book_pages.example_files import ExampleFiles
from rulekeep.cli.book_pages.markup import Html, el, joined
from rulekeep.cli.book_pages.shared_pictures import SharedPictures
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import RulekeepError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import PlayedScenario, ScenarioFailure, ScenarioStep
from rulekeep.session.sample_table import NAMES
from rulekeep.testing.scenario_format import Scenario, scenarios_of
from rulekeep.testing.scenario_run import play_scenario


@frozen
class Example:
    """A scenario that was played, and its number."""

    scenario: Scenario
    played: PlayedScenario
    number: int

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return f"example-{self.number}"

    @property
    def title(self) -> str:
        return self.scenario.title


def examples(game: AnyGame) -> Iterator[Example]:
    """The game's scenarios in their order; failing ones are left out."""
    for number, scenario in enumerate(scenarios_of(game), 1):
        try:
            played = play_scenario(scenario, game)
        except (ScenarioFailure, RulekeepError):
            continue
        yield Example(scenario, played, number)


def show_example(example: Example, files: ExampleFiles) -> Html:
    """The title of the example; the rest is loaded when it is opened."""
    number = files.add(example.anchor, _inside(example, files.pictures))
    at_table = el("a", "Try it at a table", href=f"{files.tables}/{example.number}")
    return el(
        "details",
        el("summary", el("h4", example.title)),
        el("div", class_="played"),
        el("p", at_table, class_="try") if files.tables else Html(""),
        class_="example",
        id=example.anchor,
        data_file=number,
    )


def _inside(example: Example, pictures: SharedPictures) -> Html:
    """Picture, moves with what they did, picture."""
    played = example.played
    parts: list[Html] = []
    if played.start is None:
        refused = example.scenario.node["setup"]["refused"]["rule"].str()
        rule = el("a", refused, href=f"#{refused}", class_="id")
        parts.append(el("p", "✗ The set-up is refused by ", rule, ".", class_="refused"))
    else:
        figures = [_picture(played, played.start, (), pictures, "Before")]
        allowed = [act for act in played.steps if act.refusal is None]
        if allowed:
            last = allowed[-1]
            figures.append(_picture(played, last.state, last.events, pictures, "After"))
        parts.append(el("div", joined(figures), class_="pair" if allowed else "alone"))
        acts = joined(el("li", _act(played, act)) for act in played.steps)
        parts.append(el("ol", acts, class_="acts") if played.steps else Html(""))
    return joined(parts)


def _viewer(played: PlayedScenario) -> int | None:
    """The seat whose view is shown: the one that moves first."""
    if played.steps:
        return played.steps[0].seat
    asked = played.game.decisions(played.start)
    return asked[0].seat if asked else None


def _names(played: PlayedScenario) -> tuple[str, ...]:
    seats = played.game.seats_of(played.start)
    return NAMES[:seats] if seats <= len(NAMES) else ()


def _picture(
    played: PlayedScenario,
    state: object,
    events: Sequence[Event],
    pictures: SharedPictures,
    caption: str,
) -> Html:
    viewer = _viewer(played)
    lately = tuple(
        (-1, event) for event in events if event.seen_by is None or viewer in event.seen_by
    )
    look = Look(names=_names(played), lately=lately)
    image = pictures.add(played.game.picture(state, viewer, look))
    return el("figure", image, el("figcaption", caption))


def _act(played: PlayedScenario, act: ScenarioStep) -> Html:
    look = Look(names=_names(played))
    name = look.name(act.seat)
    head = joined([el("b", name), " ", el("code", act.move)])
    if act.refusal is not None:
        rule = el("a", act.refusal.rule, href=f"#{act.refusal.rule}", class_="id")
        return joined([head, el("p", "✗ ", rule, f" {act.refusal.because}", class_="refused")])
    viewer = _viewer(played)
    sentences = [(event, event.tell_to(viewer, look.name)) for event in act.events]
    rows = [el("li", joined([text, *_cited(event)])) for event, text in sentences if text]
    return joined([head, el("ul", joined(rows)) if rows else Html("")])


def _cited(event: Event) -> Iterator[Html]:
    for rule in event.rules:
        yield joined([" ", el("a", rule, href=f"#{rule}", class_="id")])
