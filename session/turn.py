"""One decision of one seat: its moves, what they do, and why another move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.decision import Decision
from rulekeep.core.drawing.canvas import Canvas
from rulekeep.core.errors import BadNotation, IllegalMove, RulekeepError
from rulekeep.core.game import Game, apply
from rulekeep.core.rulebook import Refusal
from rulekeep.core.text import listed as in_a_row
from rulekeep.core.text import shortened, whole_number
from rulekeep.match.match import Match
from rulekeep.match.view import touched
from rulekeep.session import move_list
from rulekeep.session.move_list import MoveGroup, NumberedMove, nearest

MAX_SEARCHED = 2000
"""Of more moves than this, typed words are compared with the notation only."""


class ActionRefused(RulekeepError):
    """A request that is refused, with a sentence, and the refusal of a rule if there is one."""

    def __init__(self, sentence: str, refusal: Refusal | None = None, move: str = "") -> None:
        super().__init__(sentence)
        self.refusal = refusal
        self.move = move
        """The move that the rule refuses."""


def look_at(
    match: Match, viewer: int | None, drawing: Canvas, thing: str, otherwise: str
) -> tuple[str, list[str]]:
    """The name of a thing as the drawing has it, and sentences about it. ActionRefused.

    `otherwise` ends the sentence that there is no such thing, where nothing else is like it.
    """
    names = list(dict.fromkeys(place.name for place in drawing.places))
    name = next((name for name in names if name.casefold() == thing.casefold()), thing)
    sentences = list(match.game.look_at(match.state, viewer, name)) or [
        place.what for place in drawing.places if place.name == name and place.what
    ]
    if name not in names and not sentences:
        near = nearest(thing, names, 1)
        hint = f"; did you mean '{near[0]}'?" if near else otherwise
        raise ActionRefused(f"There is nothing called '{shortened(thing)}' here{hint}")
    return name, list(dict.fromkeys(sentences))


class Turn:
    """An open decision. It only reads the match."""

    def __init__(self, match: Match, decision: Decision) -> None:
        self.match = match
        self.decision = decision
        self.seat = decision.seat
        self.name = match.name(decision.seat)
        self.state = match.state

    # -- the moves ----------------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[MoveGroup, ...]:
        """The legal moves grouped by their first word."""
        return move_list.grouped(self.match.game, self.state, self.seat)

    @cached_property
    def legal(self) -> list[NumberedMove]:
        """The legal moves in the order of their numbers."""
        return move_list.flat(self.groups)

    @cached_property
    def texts(self) -> list[str]:
        """The notation of the legal moves."""
        return [listed.text for listed in self.legal]

    @property
    def example(self) -> NumberedMove:
        """A move to show the notation."""
        return max(self.groups, key=lambda group: len(group.moves)).moves[0]

    def sentence(self, move: Any) -> str:
        """The move as an instruction in plain words."""
        return self.match.game.sentence(self.state, self.seat, move)

    def describe(self, move: Any) -> str:
        """What a move does, in a sentence of the game."""
        return self.match.game.describe(self.state, self.seat, move)

    def small_print(self, listed: NumberedMove) -> str:
        """The notation of a move; empty if its sentence says the same."""
        same = self.sentence(listed.move).casefold() == listed.text.casefold()
        return "" if same else listed.text

    @cached_property
    def _searchable(self) -> list[str]:
        """Notation, sentence and consequences of every legal move, in lower case.

        Of very many moves only the notation: the sentences would keep the player waiting.
        """
        if len(self.legal) > MAX_SEARCHED:
            return [text.casefold() for text in self.texts]
        return [
            f"{listed.text} {self.sentence(listed.move)} {self.describe(listed.move)}".casefold()
            for listed in self.legal
        ]

    def matching(self, words: str) -> list[NumberedMove]:
        """The moves whose notation has all of the words; if none has, the sentence or consequences.

        Those whose notation starts with them come first.
        """
        wanted = words.casefold().split()
        found = [
            listed
            for listed in self.legal
            if all(word in listed.text.casefold() for word in wanted)
        ] or [
            listed
            for listed, text in zip(self.legal, self._searchable, strict=True)
            if all(word in text for word in wanted)
        ]
        start = " ".join(wanted)
        return sorted(found, key=lambda listed: not listed.text.casefold().startswith(start))

    def groups_matching(self, words: str) -> tuple[MoveGroup, ...]:
        """The groups with only the moves that match the words."""
        numbers = {listed.number for listed in self.matching(words)}
        found = (
            MoveGroup(group.title, tuple(m for m in group.moves if m.number in numbers))
            for group in self.groups
        )
        return tuple(group for group in found if group.moves)

    @property
    def leaves_out(self) -> bool:
        """Whether there are equivalent moves that are allowed but not listed."""
        return type(self.match.game).listed_as is not Game.listed_as

    # -- places -------------------------------------------------------------------------------

    def touched(self, move: Any, canvas: Canvas) -> list[str]:
        """The places of a drawing that a move affects."""
        return list(touched(self.match.game, self.state, self.seat, move, canvas))

    def touching(self, place: str, canvas: Canvas) -> list[NumberedMove]:
        """The moves that affect a place of a drawing."""
        return [listed for listed in self.legal if place in self.touched(listed.move, canvas)]

    def expected_state(self, move: Any, seed: str = "preview") -> Any:
        """A state to which a legal move may lead, for pictures of it.

        Whatever the seat cannot see is dealt again first, so it says nothing about that.
        """
        game, chance = self.match.game, SeededChance(seed)
        dealt = game.determinize(self.state, self.seat, chance)
        return apply(game, dealt, self.seat, move, chance).state

    # -- reading moves ------------------------------------------------------------------------

    def legal_move(self, words: str) -> NumberedMove | None:
        """The legal move with exactly this notation."""
        folded = words.casefold()
        return next((listed for listed in self.legal if listed.text.casefold() == folded), None)

    def move_number(self, digits: str) -> NumberedMove:
        """The move with this number in the list. ActionRefused."""
        number = whole_number(digits, 1, len(self.legal))
        if number is None:
            raise ActionRefused(
                f"No move has the number {shortened(digits)}. The numbers go from 1 to "
                f"{len(self.legal)}."
            )
        return self.legal[number - 1]

    def parse_move(self, words: str, commands: Sequence[str] = ()) -> Any:
        """Read a move. ActionRefused, with the rule and what would be legal.

        `commands` are other words that may have been meant.
        """
        exact = self.legal_move(words)
        if exact is not None:
            return exact.move
        game = self.match.game
        try:
            move = game.read(self.state, self.seat, words)
        except BadNotation as error:
            raise ActionRefused(self.explain_typo(words, error, commands)) from None
        except IllegalMove as error:
            raise self._objection(words, error.refusal) from None
        refusal = game.check(self.state, self.seat, move)
        if refusal is not None:
            raise self._objection(game.notation(move), refusal)
        return move

    def _objection(self, text: str, refusal: Refusal) -> ActionRefused:
        return ActionRefused(f"{refusal.sentence(text)} {self._instead(text)}", refusal, text)

    def _instead(self, text: str) -> str:
        """What would be legal, most similar first."""
        if len(self.texts) <= 4:
            return f"You can play: {', '.join(self.texts)}."
        near = nearest(text, self.texts, 3, 0.0)
        return f"You can play: {', '.join(near)} … (? lists all {len(self.texts)} moves)."

    def explain_typo(self, words: str, error: BadNotation, commands: Sequence[str] = ()) -> str:
        """A sentence about words that are neither a move nor one of these commands."""
        near = nearest(words, self.texts)
        head = words.split(" ", 1)[0].casefold()
        if not near:
            near = nearest(head, commands, 1)
        if near:
            quoted = [f"'{text}'" for text in near]
            return f"'{words}' is not a move. Did you mean {in_a_row(quoted, 'or')}?"
        language = self.match.game.language
        if language is not None and head not in (verb.casefold() for verb in language.verbs):
            return f"{shortened(words)!r} is not a move. Moves look like this: {self._forms()}. ? lists the moves."
        return f"{error}".rstrip(".") + "; ? lists the moves."

    def _forms(self) -> str:
        """The forms of the moves that are legal now, one for each first word."""
        kinds = {group.title for group in self.groups}
        language = self.match.game.language
        forms = [form for form, _, _ in language.help()] if language is not None else []
        fitting = [form for form in forms if form.split(" ", 1)[0] in kinds]
        return ", ".join(fitting or sorted(kinds))
