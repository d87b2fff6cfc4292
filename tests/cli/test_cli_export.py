"""What is handed out for one seat: all that it may know, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lanterns
import pytest
from tests.cli.conftest import Run

from rulekeep.cli.commands.export import as_known
from rulekeep.core.chance import SeededChance
from rulekeep.core.game import apply
from rulekeep.match.match import Match, Ply, _set_up
from rulekeep.match.recorded_chance import RecordingChance

SEED = "a-seed-nobody-knows"
KEYS = {
    "rulekeep-export",
    "game",
    "title",
    "seats",
    "names",
    "options",
    "viewer",
    "acts",
    "over",
    "outcome",
    "observation",
}


@pytest.fixture
def kept(tmp_path: Path) -> Match:
    """Ada and Bo have shown a lantern, Ada has chosen the next one."""
    match = Match.new("lanterns", 2, SEED, names=("Ada", "Bo"), path=tmp_path / "m.rkm")
    match.play(match.legal_moves(0)[0], 0)
    match.play(match.legal_moves(1)[-1], 1)
    while len(match.decisions) < 2:
        match.play(match.legal_moves()[0])
    match.play(match.legal_moves(0)[-1], 0)
    match.close()
    return match


def test_the_command(run: Run, kept: Match, tmp_path: Path) -> None:
    done = run("export", "m.rkm", "--seat", "2")
    assert done.returncode == 0, done.stderr
    known = json.loads(done.stdout)
    assert known == json.loads(json.dumps(as_known(kept, 1)))
    assert known.keys() == KEYS and known["viewer"] == 1 and known["names"] == ["Ada", "Bo"]
    assert known["observation"] == json.loads(json.dumps(kept.observation(1)))
    written = run("export", "m.rkm", "--seat", "2", "--out", "bo.json")
    assert written.returncode == 0 and "Written to bo.json" in written.stdout
    assert (tmp_path / "bo.json").read_text() == done.stdout
    again = run("export", "m.rkm", "--seat", "2", "--out", "bo.json")
    assert again.returncode == 2 and "exists already" in again.stderr
    watched = json.loads(run("export", "m.rkm", "--spectator").stdout)
    assert watched["viewer"] is None and watched["observation"]["hand"] is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "--seat N or --spectator"),
        (("--seat", "1", "--spectator"), "--seat N or --spectator"),
        (("--seat", "3"), "the match has seats 1 to 2, not 3"),
        (("--seat", "0"), "0 is not in the range"),
    ],
)
def test_a_viewer_must_be_named(run: Run, kept: Match, words: tuple[str, ...], told: str) -> None:
    done = run("export", "m.rkm", *words)
    assert done.returncode == 2 and told in done.stderr and done.stdout == ""


def test_a_seat_knows_its_own_moves_and_what_was_said(kept: Match) -> None:
    acts = as_known(kept, 0)["acts"]
    assert acts[0]["seat"] is None and "move" not in acts[0]
    assert [act["number"] for act in acts] == list(range(len(kept.plies)))
    for act, ply in zip(acts[1:], kept.plies[1:], strict=True):
        assert act["seat"] == ply.seat
        if ply.seat == 0:
            assert act["move"] == ply.move
    assert any("Lanterns shown: Ada" in line for line in acts[2]["told"])
    assert sum("Ada draws lantern" in line for line in acts[0]["told"]) == 3
    assert not any("Bo draws lantern" in line for act in acts for line in act["told"])


def test_a_sealed_answer_is_withheld_until_it_is_revealed(kept: Match) -> None:
    for viewer in (1, None):
        last = as_known(kept, viewer)["acts"][-1]
        assert last["seat"] == 0 and "move" not in last and last["told"] == ["Ada has chosen."]
    assert as_known(kept, 0)["acts"][-1]["move"] == kept.plies[-1].move


def test_neither_seed_nor_chance_nor_digest_is_handed_out(kept: Match, tmp_path: Path) -> None:
    written = (tmp_path / "m.rkm").read_text()
    digests = {line.rsplit("\t", 1)[1] for line in written.splitlines()[2:]}
    for viewer in (0, 1, None):
        text = json.dumps(as_known(kept, viewer))
        assert SEED not in text and "outcomes" not in text and "seed" not in text
        assert not any(half in text for digest in digests for half in digest.split("."))


def with_set_up(match: Match, outcomes: list[str]) -> Match:
    """The same table with other random draws at set-up."""
    return Match(match.game, match.header, _set_up(match.game, match.header, outcomes))


def test_other_hands_of_the_others_change_nothing() -> None:
    match = Match.new(lanterns.GAME, 2, SEED)
    dealt = list(match.plies[0].outcomes)
    # Three lanterns for each seat, then two prizes.
    others = [*dealt[:3], *reversed(dealt[3:6]), *dealt[6:]]
    swapped = [*dealt[:3], "1", "2", "3", *dealt[6:]]
    for outcomes in (others, swapped):
        assert as_known(with_set_up(match, outcomes), 0) == as_known(match, 0)
        assert as_known(with_set_up(match, outcomes), None) == as_known(match, None)


def views(match: Match, seat: int | None) -> tuple[Any, Any]:
    """What somebody sees and hears of the last act."""
    told = [event.tell_to(seat, match.name) for event in match.plies[-1].events]
    return match.observation(seat), told


def instead(match: Match, limit: int) -> Iterator[Match]:
    """The match with each other move that could have been its last one."""
    before, last = match.plies[-2], match.plies[-1]
    moves = match.game.legal_moves(before.state, last.seat)
    for move in moves[:: max(1, len(moves) // limit)]:
        chance = RecordingChance(SeededChance(match.header.seed, len(match.plies) - 1))
        step = apply(match.game, before.state, last.seat, move, chance)
        other = Match(match.game, match.header, match.plies[0])
        text = match.game.notation(move)
        ply = Ply(last.seat, text, tuple(chance.outcomes), step.events, step.state)
        other.plies = [*match.plies[:-1], ply]
        yield other


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("lanterns", 3, {}),
        ("castle_keep", 3, {}),
        ("kings_and_castles", 3, {}),
        ("kings_and_castles", 2, {}),
    ],
)
def test_moves_that_look_the_same_are_exported_the_same(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    """Whoever cannot tell two moves apart at the table cannot do so by what is handed out."""
    lot = SeededChance("export", game)
    match = Match.new(game, seats, SEED, options)
    compared = 0
    while not match.is_over and len(match.plies) < 60:
        decision = match.decisions[lot.below(len(match.decisions))]
        moves = match.game.legal_moves(match.state, decision.seat)
        match.play(moves[lot.below(len(moves))], decision.seat)
        seen = {viewer: views(match, viewer) for viewer in (None, *range(seats))}
        for other in instead(match, 12):
            for viewer, view in seen.items():
                if viewer != decision.seat and views(other, viewer) == view:
                    assert as_known(other, viewer) == as_known(match, viewer)
                    compared += other.plies[-1].move != match.plies[-1].move
    # In Castle Keep every move is seen by everybody.
    assert compared or game == "castle_keep"


def test_the_end_is_shown_to_everybody() -> None:
    match = Match.new(lanterns.GAME, 2, SEED)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    for viewer in (0, 1, None):
        known = as_known(match, viewer)
        assert known["over"] and known["outcome"]["places"] == match.outcome.places  # type: ignore[union-attr]
