"""Collect every sentence that people read in one file: `make sentences` writes build/sentences.txt.

Random matches cover every value of every option. The file has a section per game and kind of text,
each text once.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from rulekeep.bots.levels import LEVELS
from rulekeep.cli.main import COMMANDS, cli
from rulekeep.cli.table.prompt_commands import HELP
from rulekeep.core import AnyGame, registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.events import Event
from rulekeep.core.game import Score
from rulekeep.core.rule_options import Option
from rulekeep.match.guide import guide_chapters
from rulekeep.match.lessons import PUZZLES, lessons_of
from rulekeep.match.match import Match, Ply
from rulekeep.match.result_text import result_sentences
from rulekeep.match.seat_events import event_sentences, move_sentences

FILE = Path(__file__).parents[2] / "build" / "sentences.txt"
SHIPPED = [name for name in registry.names() if registry.is_shipped(name)]
NAMES = ("Ada", "Bo", "Cleo", "Dan")
COMMAND_LINE = "command line"
"""Where texts come from that belong to no game."""


class Text(NamedTuple):
    """A text for people: the game or part of the program, its kind, and the words."""

    where: str
    kind: str
    words: str


class Table(NamedTuple):
    """Seats and options of a match to be played."""

    seats: int
    options: dict[str, Any]


def covering_tables(game: AnyGame, times: int = 1) -> list[Table]:
    """Tables at which every number of seats and every value of every option occurs."""
    chance = SeededChance("tables", game.id)
    missing = {(option.name, value) for option in game.options for value in _values(option, times)}
    missing |= {("seats", seats) for seats in game.seats}
    tables: list[Table] = [Table(game.usual_seats or game.seats[0], {})]
    for _ in range(4000):
        if not missing:
            break
        chosen = {}
        for option in game.options:
            values = _values(option, times)
            wanted = [value for value in values if (option.name, value) in missing]
            some = wanted if wanted and chance.below(2) else values
            chosen[option.name] = some[chance.below(len(some))]
        seats = game.seats[chance.below(len(game.seats))]
        try:
            game.setup(seats, chosen, SeededChance(1))
        except SetupError:
            continue
        found = {("seats", seats), *chosen.items()} & missing
        if found:
            missing -= found
            tables.append(Table(seats, chosen))
    assert not missing, f"no table of {game.id} has {missing}"
    return tables * times


def _values(option: Option, times: int) -> Sequence[Any]:
    """The values of an option; of very many, such as orders of colours, a few."""
    if option.kind == "integer":
        return (option.default, max(option.low, min(option.high, option.default // 20)))
    return option.values if len(option.values) <= 6 * times else option.values[:3]


def match_texts(game: AnyGame, table: Table, seed: int) -> Iterator[Text]:
    """Every text of a random match in which all kinds of moves are likely."""
    chance = SeededChance("sentences", seed)
    step = game.setup(table.seats, table.options, chance)
    state, name, viewers = step.state, NAMES.__getitem__, (None, *range(table.seats))
    for viewer in viewers:
        for words in event_sentences(step.events, viewer, name):
            yield Text(game.id, "event", words)
    while decisions := game.decisions(state):
        decision = decisions[chance.below(len(decisions))]
        yield Text(game.id, "prompt", decision.prompt)
        moves = game.choices(state, decision.seat)
        yield from _move_texts(game, state, decision.seat, moves, chance)
        yield from _refusals(game, state, decision.seat, table.seats, chance)
        yield from _things(game, state, moves[chance.below(len(moves))])
        seat, events = decision.seat, list[Event]()
        move = _choose(game, state, seat, chance)
        sentence = game.sentence(state, seat, move)
        game.advance(state, seat, move, chance, events.append)
        for viewer in viewers:
            for words in move_sentences(decisions, seat, sentence, events, viewer, name):
                yield Text(game.id, "event", words)
    yield Text(game.id, "end", game.explain_end(state, name))
    yield from _score_texts(game, game.standing(state, None))
    yield from _results(game, table, state)


def _move_texts(
    game: AnyGame, state: Any, seat: int, moves: Sequence[Any], chance: SeededChance
) -> Iterator[Text]:
    """Sentences and effects of at most a dozen moves."""
    start = chance.below(len(moves))
    for move in moves[start : start + 12]:
        yield Text(game.id, "move", game.sentence(state, seat, move))
        yield Text(game.id, "effect", game.describe(state, seat, move))


def _refusals(
    game: AnyGame, state: Any, decider: int, seats: int, chance: SeededChance
) -> Iterator[Text]:
    every = list(game.universe(state, decider))
    for _ in range(10):
        move, seat = every[chance.below(len(every))], chance.below(seats)
        refusal = game.check(state, seat, move)
        if refusal is not None:
            yield Text(game.id, "move", game.sentence(state, seat, move))
            yield Text(game.id, "refusal", refusal.because)


def _things(game: AnyGame, state: Any, move: Any) -> Iterator[Text]:
    for thing in game.notation(move).split()[1:]:
        yield from (Text(game.id, "look", line) for line in game.look_at(state, 0, thing))


def _choose(game: AnyGame, state: Any, seat: int, chance: SeededChance) -> Any:
    """Any move, a move of any kind, the last one, or the best of a few."""
    moves = game.legal_moves(state, seat)
    way = chance.below(4)
    if way == 0:
        return moves[-1]
    if way == 1:
        kinds: dict[str, list[Any]] = {}
        for move in moves:
            kinds.setdefault(game.notation(move).split()[0], []).append(move)
        moves = [*kinds.values()][chance.below(len(kinds))]
    some = [moves[chance.below(len(moves))] for _ in range(4 if way == 2 else 1)]
    return max(some, key=lambda move: _value(game, state, seat, move)) if way == 2 else some[0]


def _value(game: AnyGame, state: Any, seat: int, move: Any) -> float:
    after = state.copy()
    game.advance(after, seat, move, SeededChance("what if"))
    return game.evaluate(after, seat)


def _score_texts(game: AnyGame, scores: Iterable[Score]) -> Iterator[Text]:
    for score in scores:
        yield from (Text(game.id, "score label", item.label) for item in score.items)


def _results(game: AnyGame, table: Table, state: Any) -> Iterator[Text]:
    match = Match.new(game, table.seats, 1, table.options, names=NAMES[: table.seats])
    match.plies.append(Ply(0, "", (), (), state))
    yield from (Text(game.id, "result", sentence) for sentence in result_sentences(match))


def book_texts(game: AnyGame) -> Iterator[Text]:
    """Rules, readings, options, presets, guide and lessons of a game."""
    yield Text(game.id, "help", game.blurb)
    for option in game.options:
        yield Text(game.id, "label", option.label)
        yield Text(game.id, "help", option.help)
        yield from (Text(game.id, "label", option.label_of(value)) for value in option.values)
    for preset in game.book.presets.values():
        yield Text(game.id, "label", preset.label)
        yield Text(game.id, "help", preset.text)
    for rule in game.book:
        yield Text(game.id, "rule", rule.text)
        yield Text(game.id, "reading", rule.reading)
    for title, paragraphs in guide_chapters(game):
        yield Text(game.id, "title", title)
        # What has several lines is a drawing.
        yield from (Text(game.id, "guide", words) for words in paragraphs if "\n" not in words)
    for lesson in (*lessons_of(game), *lessons_of(game, PUZZLES)):
        yield Text(game.id, "title", lesson.title)
        for step in lesson.steps:
            says = [*(answer.say for answer in step.answers), *(wrong.say for wrong in step.wrong)]
            for words in (step.about, step.task, step.hint, *says, step.otherwise, step.after):
                yield Text(game.id, "lesson", words)


def command_texts() -> Iterator[Text]:
    """The help of every command, of its options, of the prompt and of the bots."""
    for name, summary in COMMANDS.items():
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        yield Text(COMMAND_LINE, "help", summary)
        for paragraph in (command.help or "").split("\n\n"):
            if "\b" not in paragraph:  # examples
                yield Text(COMMAND_LINE, "help", " ".join(paragraph.split()))
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                yield Text(COMMAND_LINE, "help", parameter.help or "")
    yield from (Text(COMMAND_LINE, "prompt help", words) for _, words in HELP)
    for level in LEVELS:
        yield Text(COMMAND_LINE, "label", level.name)
        yield Text(COMMAND_LINE, "help", level.text)


def collect(times: int = 1) -> list[Text]:
    """Every text once, in the order of games and kinds; more matches with more `times`."""
    found = dict.fromkeys(command_texts())
    for game_id in SHIPPED:
        game = registry.load(game_id)
        found |= dict.fromkeys(book_texts(game))
        for seed, table in enumerate(covering_tables(game, times)):
            found |= dict.fromkeys(match_texts(game, table, seed))
    return [text for text in found if text.words]


def write(texts: Iterable[Text], path: Path = FILE) -> None:
    """Write the texts by game and kind, for reading."""
    sections: dict[tuple[str, str], list[str]] = {}
    for text in texts:
        sections.setdefault((text.where, text.kind), []).append(text.words)
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        "\n".join(
            f"== {where}: {kind} ({len(words)})\n" + "".join(f"{line}\n" for line in words)
            for (where, kind), words in sorted(sections.items())
        ),
        encoding="utf-8",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often every table is played")
    texts = collect(parser.parse_args().times)
    write(texts)
    print(f"{FILE}: {len(texts)} texts")
