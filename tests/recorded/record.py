"""Record a set of matches with the program as it is: `python -m tests.recorded.record`.

Every game at every number of seats, every preset, every value of every option and mixtures of
them, on its own data files and on others, with acts taken back on the way. Each set is kept for
ever in a directory named for the version that made it; `test_recorded.py` replays them all.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekeep import __version__
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame
from rulekeep.match.match import Match

HERE = Path(__file__).parent
TESTS = HERE.parent
MIXTURES = 10
ACTS = 160
"""Longer matches are left off there; every fourth is played to its end."""

OTHER_DATA = {
    "carcassonne_castle": TESTS.parent
    / "games"
    / "carcassonne_castle"
    / "scenarios"
    / "small_board",
    "kilt_castle": TESTS / "kilt_castle" / "board_ring",
    "kings_and_castles": TESTS.parent / "games" / "kings_and_castles" / "scenarios" / "isles",
}


def settings(game: AnyGame) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """A name, seats and options for each match to record."""
    lot = SeededChance("settings", game.id)
    variants = [option for option in game.options if option.name == "variant"]
    bases: list[tuple[str, dict[str, Any]]] = [
        (f"{value}-" if value != option.default else "", {option.name: value})
        for option in variants
        for value in option.values
    ] or [("", {})]
    for base, variant in bases:
        for seats in game.seats:
            yield f"{base}plain-{seats}", seats, variant
            for name, preset in game.presets.items():
                yield f"{base}preset-{name}-{seats}", seats, variant | dict(preset)
        for option in game.options:
            values = option.values if option.kind != "integer" else (option.low, option.low + 60)
            for value in values:
                if value != option.default and option not in variants:
                    seats = game.seats[lot.below(len(game.seats))]
                    yield f"{base}{option.name}-{value}", seats, variant | {option.name: value}
    for number in range(MIXTURES):
        seats = game.seats[lot.below(len(game.seats))]
        mixed = {
            option.name: option.values[lot.below(len(option.values))]
            for option in game.options
            if option.values
        }
        yield f"mixture-{number}", seats, mixed


def play(match: Match, *seed: object, acts: int) -> None:
    """Random moves, and now and then some acts taken back."""
    lot = SeededChance(*seed)
    for _ in range(acts):
        if match.is_over:
            return
        asked = match.decisions
        seat = asked[lot.below(len(asked))].seat
        moves = match.legal_moves(seat)
        match.play(moves[lot.below(len(moves))], seat)
        if len(match.plies) > 4 and not lot.below(25):
            match.undo(1 + lot.below(4))


def event_mark(events: tuple[Event, ...]) -> str:
    """What happened, without the rules it cites: those may be put more exactly."""
    told = []
    for event in events:
        fields = event.to_dict()
        del fields["rules"]
        told.append(fields)
    text = json.dumps(told, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def expectation(match: Match) -> dict[str, Any]:
    """What a replay must come to."""
    outcome = match.outcome
    return {
        "acts": len(match.plies) - 1,
        "events": "".join(event_mark(ply.events) for ply in match.plies),
        "places": list(outcome.places) if outcome else None,
        "totals": [score.total for score in outcome.scores] if outcome else None,
        "reason": outcome.reason if outcome else None,
    }


def record(game: AnyGame, directory: Path) -> dict[str, Any]:
    """All matches of one game; what each must come to, by file name."""
    directory.mkdir(parents=True)
    expected: dict[str, Any] = {}
    keep_data(game, TESTS.parent / "games" / game.id, directory / "data")
    boards = [(game, settings(game))]
    if game.id in OTHER_DATA:
        keep_data(game, OTHER_DATA[game.id], directory / "other_data")
        plain = [(f"other-data-{n}", n, dict[str, Any]()) for n in game.seats]
        boards.append((game.with_data(directory / "other_data"), iter(plain)))
    number = 0
    for plugin, wanted in boards:
        for name, seats, options in wanted:
            try:
                match = Match.new(plugin, seats, seed=f"recorded {name}", options=options)
            except SetupError:
                continue  # not every option goes with every number of seats
            number += 1
            play(match, "recorded", game.id, name, acts=2000 if number % 4 == 1 else ACTS)
            match.save(directory / f"{name}.rkm")
            expected[name] = expectation(match)
    return expected


def keep_data(game: AnyGame, source: Path, target: Path) -> None:
    """The data files the matches are played on: the shipped ones may be corrected one day."""
    assert game.files is not None
    target.mkdir()
    for name in game.files.names:
        shutil.copy(source / name, target)


def main() -> None:
    home = HERE / f"v{__version__}"
    if home.exists():
        sys.exit(f"{home.name} is recorded already, and recorded matches are never made anew")
    for name in registry.names():
        game = registry.load(name)
        expected = record(game, home / name)
        target = home / name / "expected.json"
        target.write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {len(expected)} matches")


if __name__ == "__main__":
    main()
