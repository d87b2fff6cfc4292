"""What the viewer may name in his next move, and what changed in the last act."""

from __future__ import annotations

from typing import TypeVar

from attrs import Factory, frozen

from rulekeep.core import INK_NEWS, Event, Look, Picture, Seat, Value
from rulekeep.games.kings_and_castles import events, moves
from rulekeep.games.kings_and_castles.box.board import Spot, bits
from rulekeep.games.kings_and_castles.box.pieces import (
    CASTLE,
    COLOUR_SHIFT,
    MERCENARY,
    THREE,
    Colour,
    House,
    Kind,
    Pool,
    count,
    counts,
)
from rulekeep.games.kings_and_castles.legal import legal_moves
from rulekeep.games.kings_and_castles.legal.attacks import ways
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
    if state.phase == phases.CASTLES:
        return _of_castles(state)
    if state.phase == phases.OVERFLOW:
        return Names(area={(state.house, kind) for kind in _kinds(state.array[state.house])})
    if state.phase == phases.ROUEN:
        return _of_the_start(state)
    if state.phase == phases.TAX_STEP:
        return Names(tax=True)
    return _of_the_list(state, viewer)


def _kinds(pool: Pool) -> list[Kind]:
    return [kind for kind, number in enumerate(counts(pool)) if number]


def _of_attacks(state: State) -> Names:
    """Whatever is strong enough somewhere; mercenaries help any colour."""
    names = Names()
    area = state.area()
    for colour, _, _, beaten in ways(state, area):
        if beaten:
            own = range(3 * colour, 3 * colour + 3)
            kinds = [kind for kind in (*own, *range(MERCENARY, CASTLE)) if count(area, kind)]
            names.regions.update(bits(beaten))
            names.colours.add(colour)
            names.area.update((state.house, kind) for kind in kinds)
    return names


def _of_castles(state: State) -> Names:
    castles = [kind for kind in _kinds(state.area()) if kind >= CASTLE]
    free = state.terms.board.everywhere & ~state.castled
    return Names(regions=set(bits(free)), area={(state.house, kind) for kind in castles})


def _of_the_start(state: State) -> Names:
    house = state.start_house
    kinds = [3 * house + unit for unit in state.start_units()]
    if (state.array[house] + state.bonus) >> COLOUR_SHIFT[house] & THREE:
        return Names(area={(house, kind) for kind in kinds})
    return Names(home=set(kinds))


def _of_the_list(state: State, viewer: Seat) -> Names:
    names = Names()
    first = state.terms.houses_of[viewer][0]
    for move in legal_moves(state, viewer):
        match move:
            case moves.Place(region):
                names.regions.add(region)
            case moves.Crown(box, colour):
                names.boxes.add(box)
                if colour >= 0:
                    names.colours.add(colour)
            case moves.Bid(parts):
                for colour, *units in parts:
                    names.home.update(_units(first if colour < 0 else colour, units))
                    if colour >= 0:
                        names.colours.add(colour)
            case moves.Take(units):
                house = state.choices.questions[state.asked_task(viewer)][0]
                names.home.update(_units(house, units))
    return names


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
"""With one of these an act begins."""


@frozen
class News:
    """The sentences of the last act, by what they are about."""

    regions: dict[str, str] = Factory(dict)
    boxes: dict[int, str] = Factory(dict)
    houses: dict[House, str] = Factory(dict)
    countries: dict[str, str] = Factory(dict)


def last_act(look: Look) -> list[Event]:
    """The events of the newest act."""
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
    for event in last_act(look):
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
    """Who looks, what he may name, and what is new to him."""

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
