"""What the viewer may name in the next move, and what the last move changed."""

from __future__ import annotations

from typing import TypeVar

from attrs import Factory, frozen

from rulekeep.core import INK_NEWS, Event, Look, Picture, Seat, Value
from rulekeep.games.kings_and_castles import events, moves
from rulekeep.games.kings_and_castles.box.board import Spot, bits
from rulekeep.games.kings_and_castles.box.pieces import (
    CASTLE,
    CASTLE_KIND,
    MERCENARY,
    Colour,
    House,
    Kind,
    UnitType,
    count,
)
from rulekeep.games.kings_and_castles.legal.attacks import ways
from rulekeep.games.kings_and_castles.legal.choices import choices
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

T = TypeVar("T")

# -- what may be named --------------------------------------------------------------------------


@frozen
class Names:
    """What can be part of a legal move of the viewer."""

    regions: set[Spot] = Factory(set)
    boxes: set[int] = Factory(set)
    colours: set[Colour] = Factory(set)
    home: set[Kind] = Factory(set)
    """Units of households."""
    area: set[tuple[House, Kind]] = Factory(set)
    """Markers of arrays and of the bonus."""
    tax: bool = False


def legal(here: bool) -> str | None:
    """The attribute by which pages know what may be named."""
    return "yes" if here else None


def names_for(state: State, viewer: Seat | None) -> Names:
    if viewer is None or viewer not in {decision.seat for decision in state.open}:
        return Names()
    if state.phase == phases.ATTACK:
        return _of_attacks(state)
    names = Names(tax=state.phase == phases.TAX_STEP)
    for move in choices(state, viewer):
        match move:
            case moves.Place(region):
                names.regions.add(region)
            case moves.Crown(box, colour):
                names.boxes.add(box)
                names.colours.update([colour] if colour >= 0 else [])
            case moves.Bid(parts):
                _add_bid(names, state.terms.houses_of[viewer][0], parts)
            case moves.Take(units):
                house = state.choices.questions[state.asked_task(viewer)][0]
                names.home.update(_units(house, units))
            case moves.Rouen(unit):
                _add_start_unit(names, state, unit)
            case moves.Castle(size, region):
                names.regions.add(region)
                names.area.add((state.house, CASTLE_KIND[size]))
            case moves.Discard(kind):
                names.area.add((state.house, kind))
    return names


def _of_attacks(state: State) -> Names:
    """Whatever is strong enough somewhere; mercenaries help any colour."""
    names = Names()
    area = state.area()
    for colour, _, _, _, beaten in ways(state, area):
        if beaten:
            own = range(3 * colour, 3 * colour + 3)
            kinds = [kind for kind in (*own, *range(MERCENARY, CASTLE)) if count(area, kind)]
            names.regions.update(bits(beaten))
            names.colours.add(colour)
            names.area.update((state.house, kind) for kind in kinds)
    return names


def _add_bid(names: Names, first: House, parts: tuple[moves.Part, ...]) -> None:
    for colour, *units in parts:
        names.home.update(_units(first if colour < 0 else colour, units))
        names.colours.update([colour] if colour >= 0 else [])


def _add_start_unit(names: Names, state: State, unit: UnitType) -> None:
    house = state.start_house
    kind = 3 * house + unit
    if count(state.array[house] + state.bonus, kind):
        names.area.add((house, kind))
    else:
        names.home.add(kind)


def _units(house: House, numbers: list[int] | tuple[int, int, int]) -> list[Kind]:
    return [3 * house + unit for unit, number in enumerate(numbers) if number]


# -- what changed -------------------------------------------------------------------------------

_FILLING = (
    events.ChoiceSealed,
    events.HouseholdChosen,
    events.MarkersDrawn,
    events.BagRefilled,
    events.FillingStopped,
)
_OPENING = (
    events.TableLaid,
    events.EnemyPlaced,
    events.BidMade,
    events.BidderPassed,
    events.CrownPlaced,
    events.StartUnitMoved,
    events.RegionConquered,
    events.CastlePlaced,
    events.StepEnded,
    events.TaxRaised,
    events.MarkerDiscarded,
    *_FILLING,
)
"""With one of these the events of a move begin."""


@frozen
class News:
    """The sentences of the last move, by what they are about."""

    regions: dict[str, str] = Factory(dict)
    boxes: dict[int, str] = Factory(dict)
    houses: dict[House, str] = Factory(dict)
    countries: dict[str, str] = Factory(dict)


def last_events(look: Look) -> list[Event]:
    """The events of the last move."""
    happened = [event for _, event in look.lately]
    at = len(happened) - 1
    while at > 0 and not isinstance(happened[at], _OPENING):
        at -= 1
    # Choices that were sealed are opened, and all arrays filled, in one act.
    joined = (*_FILLING, events.StepSkipped)
    while at > 0 and isinstance(happened[at], joined) and isinstance(happened[at - 1], joined):
        at -= 1
    return happened[max(at, 0) :]


def news_of(state: State, look: Look) -> News:
    terms = state.terms
    news = News()
    for event in last_events(look):
        match event:
            case events.CrownPlaced(box=box) | events.CrownTaken(box=box):
                _add(news.boxes, box, event, look)
            case events.TurnBegan(box=box, country=country):
                _add(news.boxes, box, event, look)
                _add(news.countries, country, event, look)
            case (
                events.StatusChanged(country=country) | events.FurtherCountryFixed(country=country)
            ):
                _add(news.countries, country, event, look)
            case (
                events.EnemyPlaced(region=region)
                | events.StartUnitMoved(region=region)
                | events.RegionConquered(region=region)
                | events.CastlePlaced(region=region)
            ):
                _add(news.regions, region, event, look)
            case (
                events.ChoiceSealed(colour=colour)
                | events.HouseholdChosen(colour=colour)
                | events.MarkersDrawn(colour=colour)
                | events.BonusKept(colour=colour)
                | events.MarkerDiscarded(colour=colour)
                | events.TaxRaised(colour=colour)
            ):
                _add(news.houses, terms.board.colours.index(colour), event, look)
            case (
                events.BidMade(seat=seat)
                | events.BidderPassed(seat=seat)
                | events.StartPlayerFound(seat=seat)
                | events.TaxPaid(seat=seat)
                | events.FinalTaxPaid(seat=seat)
            ):
                for house in terms.houses_of[seat]:
                    _add(news.houses, house, event, look)
    return news


def _add(sentences: dict[T, str], about: T, event: Event, look: Look) -> None:
    sentences[about] = f"{sentences.get(about, '')} {event.tell(look.name)}".lstrip()


@frozen
class View:
    """Who looks, what this viewer may name, and what is new."""

    viewer: Seat | None
    look: Look
    names: Names
    news: News


def view_of(state: State, viewer: Seat | None, look: Look) -> View:
    return View(viewer, look, names_for(state, viewer), news_of(state, look))


def frame(
    picture: Picture, x: float, y: float, width: float, height: float, tip: str | None
) -> None:
    """The dashed outline of what changed, if it did."""
    if tip:
        picture.rect(x, y, width, height, rx=8, tip=tip, **NEWS_LINE)


NEWS_LINE: dict[str, Value] = {
    "fill": "none",
    "stroke": INK_NEWS,
    "stroke_width": 3,
    "stroke_dasharray": "8 5",
    "class_": "news",
}
