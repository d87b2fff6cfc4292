"""Scenarios as examples: what was on the table, what was done, what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekeep.cli.book_pages.markup import Html, el, joined
from rulekeep.cli.book_pages.shared_pictures import SharedPictures
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import RulekeepError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import PlayedScenario, ScenarioFailure, ScenarioStep
from rulekeep.testing import read_scenarios, scenario_files
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import play_scenario

NAMES = ("Ada", "Bo", "Cleo", "Dan")


@frozen
class Example:
    """A scenario that was played, and where it stands."""

    scenario: Scenario
    story: PlayedScenario
    anchor: str

    @property
    def title(self) -> str:
        return self.scenario.name[:1].upper() + self.scenario.name[1:]


def examples(game: AnyGame) -> Iterator[Example]:
    """The game's scenarios in their order; what fails is left out, as the tests tell it."""
    number = 0
    for path in scenario_files(game):
        for scenario in read_scenarios(path):
            try:
                story = play_scenario(scenario, game)
            except (ScenarioFailure, RulekeepError):
                continue
            number += 1
            yield Example(scenario, story, f"example-{number}")


def shown(example: Example, pictures: SharedPictures) -> Html:
    """The example as a section: picture, moves with what they did, picture."""
    story = example.story
    link = el("a", example.title, href=f"#{example.anchor}")
    parts: list[Html] = [el("h4", link)]
    if story.begin is None:
        refused = example.scenario.node["setup"]["refused"]["rule"].str()
        rule = el("a", refused, href=f"#{refused}", class_="id")
        parts.append(el("p", "✗ The set-up is refused by ", rule, ".", class_="refused"))
    else:
        figures = [_picture(story, story.begin, (), pictures, "Before")]
        played = [act for act in story.acts if act.refusal is None]
        if played:
            last = played[-1]
            after = _picture(story, last.state, last.events, pictures, "After")
            figures.append(after)
        parts.append(el("div", joined(figures), class_="pair" if played else "alone"))
        acts = joined(el("li", _act(story, act)) for act in story.acts)
        parts.append(el("ol", acts, class_="acts") if story.acts else Html(""))
    return el("section", joined(parts), class_="example", id=example.anchor)


def _viewer(story: PlayedScenario) -> int | None:
    """Whose eyes the example is seen with: those of the seat that acts first."""
    if story.acts:
        return story.acts[0].seat
    asked = story.game.decisions(story.begin)
    return asked[0].seat if asked else None


def _names(story: PlayedScenario) -> tuple[str, ...]:
    seats = story.game.seats_of(story.begin)
    return NAMES[:seats] if seats <= len(NAMES) else ()


def _picture(
    story: PlayedScenario,
    state: object,
    events: Sequence[Event],
    pictures: SharedPictures,
    caption: str,
) -> Html:
    viewer = _viewer(story)
    lately = tuple(
        (-1, event) for event in events if event.seen_by is None or viewer in event.seen_by
    )
    look = Look(names=_names(story), lately=lately)
    image = pictures.add(story.game.picture(state, viewer, look))
    return el("figure", image, el("figcaption", caption))


def _act(story: PlayedScenario, act: ScenarioStep) -> Html:
    look = Look(names=_names(story))
    name = look.name(act.seat)
    head = joined([el("b", name), " ", el("code", act.move)])
    if act.refusal is not None:
        rule = el("a", act.refusal.rule, href=f"#{act.refusal.rule}", class_="id")
        return joined([head, el("p", "✗ ", rule, f" {act.refusal.because}", class_="refused")])
    viewer = _viewer(story)
    told = [(event, event.tell_to(viewer, look.name)) for event in act.events]
    rows = [el("li", joined([sentence, *_cited(event)])) for event, sentence in told if sentence]
    return joined([head, el("ul", joined(rows)) if rows else Html("")])


def _cited(event: Event) -> Iterator[Html]:
    for rule in event.rules:
        yield joined([" ", el("a", rule, href=f"#{rule}", class_="id")])
