"""Scenarios as examples: what was on the table, what was done, what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from attrs import field, frozen

from rulekeep.cli.book.markup import Html, el, joined
from rulekeep.core.canvas import Look
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame, Event
from rulekeep.core.testing import read_scenarios, scenario_files
from rulekeep.core.testing.scenario import Act, Scenario, ScenarioFailure, Story, play_scenario

NAMES = ("Ada", "Bo", "Cleo", "Dan")


@frozen
class Pictures:
    """The pictures of a book by the name of their file; equal ones are one file."""

    files: dict[str, str] = field(factory=dict)

    def add(self, svg: str) -> str:
        name = f"{sha256(svg.encode()).hexdigest()[:16]}.svg"
        self.files[name] = svg
        return f"pictures/{name}"


@frozen
class Example:
    """A scenario that was played, and where it stands."""

    scenario: Scenario
    story: Story
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


def shown(example: Example, pictures: Pictures) -> Html:
    """The example as a section: picture, moves with what they did, picture."""
    story = example.story
    parts: list[Html] = [el("h4", example.title)]
    if story.begin is None:
        refused = example.scenario.node["setup"]["refused"]["rule"].str()
        parts.append(el("p", f"The set-up is refused by {refused}.", class_="refused"))
    else:
        parts.append(_picture(story, story.begin, (), pictures, "Before"))
        parts += [_act(story, act) for act in story.acts]
        played = [act for act in story.acts if act.refusal is None]
        if played:
            last = played[-1]
            parts.append(_picture(story, last.state, last.events, pictures, "After"))
    return el("section", joined(parts), class_="example", id=example.anchor)


def _viewer(story: Story) -> int | None:
    """Whose eyes the example is seen with: those of the seat that acts first."""
    if story.acts:
        return story.acts[0].seat
    asked = story.game.decisions(story.begin)
    return asked[0].seat if asked else None


def _names(story: Story) -> tuple[str, ...]:
    seats = story.game.seats_of(story.begin)
    return NAMES[:seats] if seats <= len(NAMES) else ()


def _picture(
    story: Story, state: object, events: Sequence[Event], pictures: Pictures, caption: str
) -> Html:
    viewer = _viewer(story)
    lately = tuple(
        (-1, event) for event in events if event.seen_by is None or viewer in event.seen_by
    )
    look = Look(names=_names(story), lately=lately)
    picture = story.game.picture(state, viewer, look)
    source = pictures.add(picture.svg())
    image = el("img", src=source, alt=picture.words or picture.title, loading="lazy")
    return el("figure", joined([image, el("figcaption", caption)]))


def _act(story: Story, act: Act) -> Html:
    look = Look(names=_names(story))
    name = look.name(act.seat)
    head = joined([el("b", name), ": ", el("code", act.move)])
    if act.refusal is not None:
        rule = act.refusal.rule
        because = joined([el("a", rule, href=f"#{rule}"), f": {act.refusal.because}"])
        return el("p", joined([head, " ", el("span", joined(["✗ ", because]), class_="refused")]))
    viewer = _viewer(story)
    told = [(event, event.tell_to(viewer, look.name)) for event in act.events]
    rows = [
        el("li", joined([sentence, " ", *_cited(event)])) for event, sentence in told if sentence
    ]
    return joined([el("p", head), el("ul", joined(rows)) if rows else el("p", "")])


def _cited(event: Event) -> Iterator[Html]:
    for rule in event.rules:
        yield el("a", rule, href=f"#{rule}", class_="cited")
