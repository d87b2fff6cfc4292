"""Moves in plain words: the move as an instruction, what it leads to, and why the match is over."""

from __future__ import annotations

from rulekeep.core import NameOf, Seat, listed, plural, with_article
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.pieces import BLACK, NOBODY, TYPES, marker, tally
from rulekeep.games.kings_and_castles.legal.succession import crown_colour
from rulekeep.games.kings_and_castles.scoring import doubled, worth
from rulekeep.games.kings_and_castles.state import CONTESTED, ENEMY, LIBERATED, State
from rulekeep.games.kings_and_castles.terms import phases

# -- the move as an instruction -----------------------------------------------------------------


def sentence(state: State, seat: Seat, move: moves.Move) -> str:
    """The move as an instruction; it may be one that is not allowed now."""
    terms, board = state.terms, state.terms.board
    match move:
        case moves.Place(region):
            drawn = f" {marker(TYPES[state.drawn])}" if state.drawn >= 0 else ""
            return f"Put the enemy{drawn} on {terms.region(region)}"
        case moves.Bid():
            return f"Bid {_bid(state, move)}"
        case moves.Crown(box):
            return f"Put {_crown(state, seat, move)} on box {box}, {board.boxes[box - 1].title}"
        case moves.Take():
            return _take(state, seat, move)
        case moves.Rouen(unit):
            colour = f"{terms.colour(state.start_house)}-" if state.start_house >= 0 else ""
            return (
                f"Move {with_article(marker(colour + TYPES[unit]))} to {terms.region(board.start)}"
            )
        case moves.Attack(target):
            force = tally(board.named(move.force.markers))
            return f"Attack {terms.region(target)} with {force}"
        case moves.Castle(size, region):
            return f"Place {with_article(pieces.castle(size))} on {terms.region(region)}"
        case moves.Discard(kind):
            return f"Put {with_article(marker(board.kinds[kind]))} aside"
        case moves.EndCastles() if state.castle_mark >= 0:
            return "Place no more castles"
        case _:
            return _FIXED[type(move)]


_FIXED = {
    moves.Pass: "Pass",
    moves.EndAttacks: "End the attacks",
    moves.EndCastles: "Place no castle",
    moves.Tax: "Raise a tax",
    moves.NoTax: "Raise no tax",
}


def _bid(state: State, move: moves.Bid) -> str:
    """The units of a bid, with their colours where the bidder has two households."""
    colours = [f"{state.terms.colour(part[0])}-" if part[0] >= 0 else "" for part in move.parts]
    return tally(
        {
            colour + kind: n
            for colour, part in zip(colours, move.parts, strict=True)
            for kind, n in zip(TYPES, part[1:], strict=True)
            if n
        }
    )


def _crown(state: State, seat: Seat, move: moves.Crown) -> str:
    if move.colour == NOBODY and len(state.colours_to_place(seat)) != 1:
        return "a crown"
    return f"{with_article(state.terms.colour(crown_colour(state, seat, move)))} crown"


def _take(state: State, seat: Seat, move: moves.Take) -> str:
    number = state.asked_task(seat)
    household, area = "the household", ""
    if number >= 0:
        house, of_bonus, _ = state.choices.questions[number]
        household = f"{state.terms.colour(house)}'s household"
        area = " for the king's bonus" if of_bonus == phases.BONUS else " for the array"
    drawn = f" and draw {plural(move.draw, 'marker')}" if move.draw != moves.FILL else ""
    return f"Take {tally(pieces.named_units(move.packed))} from {household}{area}{drawn}"


# -- what it leads to ---------------------------------------------------------------------------


def describe(state: State, seat: Seat, move: moves.Move) -> str:
    terms, board = state.terms, state.terms.board
    match move:
        case moves.Place(region):
            there = board.regions[region]
            return f"in {terms.country(there.country)}, worth {there.value}"
        case moves.Bid():
            return f"worth {board.strength(state.bid_pool(seat, move))}"
        case moves.Crown(box):
            king = board.boxes[box - 1]
            return f"king in {terms.country(king.country)} with a bonus of {king.bonus}"
        case moves.Take(units, moves.FILL):
            places = state.choices.questions[state.asked_task(seat)][2]
            drawn = places - sum(units)
            return f"then draw {plural(drawn, 'marker')}" if drawn else "then draw nothing"
        case moves.Attack():
            return _attack(state, move)
        case moves.Castle(_, region):
            before, unit = state.defence[region], state.unit[region]
            after = board.defences[unit][move.size]
            defender = with_article(marker(board.kinds[unit]))
            return f"protects {defender}: defence {after} instead of {before}"
        case moves.Tax():
            return _tax(state)
        case moves.Discard(kind):
            return f"strength {board.strengths[kind]}"
        case _:
            return ""


def _attack(state: State, move: moves.Attack) -> str:
    board = state.terms.board
    strength, defence = board.strength(move.force.markers), state.defence[move.target]
    country = board.country_of[move.target]
    defender = with_article(marker(board.kinds[state.unit[move.target]]))
    words = [
        f"beats {defender} by {strength} to {defence}",
        f"the region is worth {board.values[move.target]}",
    ]
    if state.castle[move.target]:
        words.append("destroys a castle")
    before = state.status(country)
    black = state.held[BLACK] & board.country_masks[country]
    name = state.terms.country(country)
    if before == ENEMY or (before == LIBERATED and move.colour == BLACK):
        words.append(f"{name} becomes contested")
    elif before == CONTESTED and move.colour != BLACK and black == 1 << move.target:
        words.append(f"{name} is liberated")
    if country != state.king and state.further < 0:
        words.append(f"{name} becomes the further country of this turn")
    return "; ".join(words)


def _tax(state: State) -> str:
    terms = state.terms
    shares: list[str] = []
    for seat in range(terms.seats):
        houses = listed(terms.colour(house) for house in terms.houses_of[seat])
        own = worth(state, seat)
        shares.append(f"{houses} {own + doubled(state, seat, own)}")
    left = plural(state.tax[state.house] - 1, "TAX marker")
    return f"pays {', '.join(shares)}; {left} left"


# -- the end ------------------------------------------------------------------------------------


def explain_end(state: State, name: NameOf) -> str:
    if state.phase != phases.OVER:
        return ""
    king = state.terms.board.boxes[state.box - 1].title
    return f"{name(state.active_seat)} finished the turn of {king}, the last king"
