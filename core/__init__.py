"""What a game is made of: the one import of a game author.

Every name here is public, typed and stays; the modules behind them may change. A name is loaded when
it is first used, so that a command loads no more of the core than it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekeep.core.chance import Chance as Chance
    from rulekeep.core.chance import NoChance as NoChance
    from rulekeep.core.chance import SeededChance as SeededChance
    from rulekeep.core.data_files import DataFiles as DataFiles
    from rulekeep.core.data_files import Node as Node
    from rulekeep.core.data_files import Plain as Plain
    from rulekeep.core.decision import Decision as Decision
    from rulekeep.core.drawing.canvas import LIGHT as LIGHT
    from rulekeep.core.drawing.canvas import Canvas as Canvas
    from rulekeep.core.drawing.canvas import Look as Look
    from rulekeep.core.drawing.canvas import draw_lines as draw_lines
    from rulekeep.core.drawing.canvas import first_that_fits as first_that_fits
    from rulekeep.core.drawing.canvas import frames as frames
    from rulekeep.core.drawing.canvas import within as within
    from rulekeep.core.drawing.picture import INK_FAINT as INK_FAINT
    from rulekeep.core.drawing.picture import INK_LINE as INK_LINE
    from rulekeep.core.drawing.picture import INK_NEWS as INK_NEWS
    from rulekeep.core.drawing.picture import INK_PAPER as INK_PAPER
    from rulekeep.core.drawing.picture import INK_TEXT as INK_TEXT
    from rulekeep.core.drawing.picture import Ink as Ink
    from rulekeep.core.drawing.picture import Picture as Picture
    from rulekeep.core.drawing.picture import Point as Point
    from rulekeep.core.drawing.picture import Shape as Shape
    from rulekeep.core.drawing.picture import Value as Value
    from rulekeep.core.drawing.picture import svg_number as svg_number
    from rulekeep.core.errors import BadNotation as BadNotation
    from rulekeep.core.errors import ChanceError as ChanceError
    from rulekeep.core.errors import DataError as DataError
    from rulekeep.core.errors import IllegalMove as IllegalMove
    from rulekeep.core.errors import RulekeepError as RulekeepError
    from rulekeep.core.errors import SetupError as SetupError
    from rulekeep.core.errors import UnknownGame as UnknownGame
    from rulekeep.core.events import Emit as Emit
    from rulekeep.core.events import Event as Event
    from rulekeep.core.events import NameOf as NameOf
    from rulekeep.core.events import SeatEvent as SeatEvent
    from rulekeep.core.events import SentenceEvent as SentenceEvent
    from rulekeep.core.events import because as because
    from rulekeep.core.frozen_values import frozen as frozen
    from rulekeep.core.game import AnyGame as AnyGame
    from rulekeep.core.game import Game as Game
    from rulekeep.core.game import Item as Item
    from rulekeep.core.game import Outcome as Outcome
    from rulekeep.core.game import Score as Score
    from rulekeep.core.game import Step as Step
    from rulekeep.core.game import apply as apply
    from rulekeep.core.game import places as places
    from rulekeep.core.lazy_dict import LazyDict as LazyDict
    from rulekeep.core.linear_estimate import LinearEstimate as LinearEstimate
    from rulekeep.core.linear_estimate import TrainingTable as TrainingTable
    from rulekeep.core.linear_estimate import Weights as Weights
    from rulekeep.core.linear_estimate import read_weights as read_weights
    from rulekeep.core.notation import ANY_WORDS as ANY_WORDS
    from rulekeep.core.notation import ChoiceSlot as ChoiceSlot
    from rulekeep.core.notation import Language as Language
    from rulekeep.core.notation import NameSlot as NameSlot
    from rulekeep.core.notation import NumberSlot as NumberSlot
    from rulekeep.core.notation import Phrase as Phrase
    from rulekeep.core.notation import WordReader as WordReader
    from rulekeep.core.notation import shortened_word as shortened_word
    from rulekeep.core.primitives.bag import Bag as Bag
    from rulekeep.core.primitives.bank import Bank as Bank
    from rulekeep.core.primitives.graph import areas as areas
    from rulekeep.core.primitives.graph import reach as reach
    from rulekeep.core.primitives.graph import symmetric as symmetric
    from rulekeep.core.primitives.grid import EAST as EAST
    from rulekeep.core.primitives.grid import NORTH as NORTH
    from rulekeep.core.primitives.grid import SIDES as SIDES
    from rulekeep.core.primitives.grid import SOUTH as SOUTH
    from rulekeep.core.primitives.grid import STEPS as STEPS
    from rulekeep.core.primitives.grid import WEST as WEST
    from rulekeep.core.primitives.grid import Grid as Grid
    from rulekeep.core.primitives.grid import opposite as opposite
    from rulekeep.core.primitives.players import Players as Players
    from rulekeep.core.primitives.players import Seat as Seat
    from rulekeep.core.primitives.players import need_seats as need_seats
    from rulekeep.core.primitives.sealed_choices import SealedChoices as SealedChoices
    from rulekeep.core.primitives.turn_order import clockwise as clockwise
    from rulekeep.core.primitives.turn_order import following as following
    from rulekeep.core.primitives.turn_order import left_of as left_of
    from rulekeep.core.primitives.turn_order import playing as playing
    from rulekeep.core.rule_options import Option as Option
    from rulekeep.core.rule_options import Preset as Preset
    from rulekeep.core.rule_options import TermsCache as TermsCache
    from rulekeep.core.rule_options import settle as settle
    from rulekeep.core.rulebook import Refusal as Refusal
    from rulekeep.core.rulebook import Rule as Rule
    from rulekeep.core.rulebook import Rulebook as Rulebook
    from rulekeep.core.rulebook import forbids as forbids
    from rulekeep.core.state.declaration import DeclaredState as DeclaredState
    from rulekeep.core.state.declaration import Repeats as Repeats
    from rulekeep.core.state.declaration import derived as derived
    from rulekeep.core.state.declaration import kept as kept
    from rulekeep.core.state.declaration import remembered as remembered
    from rulekeep.core.state.fields import TRUE_OR_FALSE as TRUE_OR_FALSE
    from rulekeep.core.state.fields import Counts as Counts
    from rulekeep.core.state.fields import Flag as Flag
    from rulekeep.core.state.fields import Form as Form
    from rulekeep.core.state.fields import Keyed as Keyed
    from rulekeep.core.state.fields import Listed as Listed
    from rulekeep.core.state.fields import Mask as Mask
    from rulekeep.core.state.fields import OrNone as OrNone
    from rulekeep.core.state.fields import Packed as Packed
    from rulekeep.core.state.fields import PerSeat as PerSeat
    from rulekeep.core.state.fields import Record as Record
    from rulekeep.core.state.fields import Schema as Schema
    from rulekeep.core.state.fields import SeatMask as SeatMask
    from rulekeep.core.state.fields import SeatNumber as SeatNumber
    from rulekeep.core.state.fields import Text as Text
    from rulekeep.core.state.fields import Whole as Whole
    from rulekeep.core.state.fields import Word as Word
    from rulekeep.core.state.fields import schema_array as schema_array
    from rulekeep.core.state.fields import schema_entries as schema_entries
    from rulekeep.core.state.fields import schema_one_of as schema_one_of
    from rulekeep.core.state.fields import schema_or_null as schema_or_null
    from rulekeep.core.state.fields import schema_record as schema_record
    from rulekeep.core.state.fields import schema_text as schema_text
    from rulekeep.core.state.fields import schema_whole as schema_whole
    from rulekeep.core.state.position_data import Fault as Fault
    from rulekeep.core.state.position_data import GivenKeys as GivenKeys
    from rulekeep.core.state.position_data import write_position as write_position
    from rulekeep.core.terms import Terms as Terms
    from rulekeep.core.text import fit as fit
    from rulekeep.core.text import folded as folded
    from rulekeep.core.text import in_lines as in_lines
    from rulekeep.core.text import listed as listed
    from rulekeep.core.text import plural as plural
    from rulekeep.core.text import upper_first as upper_first
    from rulekeep.core.text import whole_number as whole_number
    from rulekeep.core.text import with_article as with_article
    from rulekeep.core.yaml_cache import read_shipped as read_shipped

_MODULES = {
    # the contract
    "game": "AnyGame Game Item Outcome Score Step apply places",
    "decision": "Decision",
    "events": "Emit Event NameOf SeatEvent SentenceEvent because",
    # rules and options
    "rulebook": "Refusal Rule Rulebook forbids",
    "rule_options": "Option Preset TermsCache settle",
    "terms": "Terms",
    # notation
    "notation": "ANY_WORDS ChoiceSlot Language NameSlot NumberSlot Phrase WordReader shortened_word",
    # state
    "state.declaration": "DeclaredState Repeats derived kept remembered",
    "state.fields": "Counts Flag Form Keyed Listed Mask OrNone Packed PerSeat Record Schema SeatMask SeatNumber TRUE_OR_FALSE Text Whole Word schema_array schema_entries schema_one_of schema_or_null schema_record schema_text schema_whole",
    "state.position_data": "Fault GivenKeys write_position",
    # chance, data and errors
    "chance": "Chance NoChance SeededChance",
    "data_files": "DataFiles Node Plain",
    "yaml_cache": "read_shipped",
    "errors": "BadNotation ChanceError DataError IllegalMove RulekeepError SetupError UnknownGame",
    # primitives
    "primitives.bag": "Bag",
    "primitives.bank": "Bank",
    "primitives.graph": "areas reach symmetric",
    "primitives.grid": "EAST Grid NORTH SIDES SOUTH STEPS WEST opposite",
    "primitives.players": "Players Seat need_seats",
    "primitives.sealed_choices": "SealedChoices",
    "primitives.turn_order": "clockwise following left_of playing",
    # drawing
    "drawing.canvas": "Canvas LIGHT Look draw_lines first_that_fits frames within",
    "drawing.picture": "INK_FAINT INK_LINE INK_NEWS INK_PAPER INK_TEXT Ink Picture Point Shape Value svg_number",
    # text and values
    "text": "fit folded in_lines listed plural upper_first whole_number with_article",
    "lazy_dict": "LazyDict",
    # learned estimates
    "linear_estimate": "LinearEstimate TrainingTable Weights read_weights",
    "frozen_values": "frozen",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
