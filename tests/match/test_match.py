import resource
import signal
from pathlib import Path
from typing import Any

import lanterns.plugin
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.data_files import parse_documents
from rulekeep.core.errors import BadNotation, DataError, IllegalMove, RulekeepError, SetupError
from rulekeep.core.rule_options import Option
from rulekeep.core.rulebook import Refusal, Rulebook
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import run_scenario

GAME = lanterns.GAME


def finish(match: Match) -> Match:
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    return match


@given(st.integers(2, 4), st.integers(), st.lists(st.integers(0, 9), max_size=60))
def test_the_same_seed_and_moves_give_the_same_match(
    seats: int, seed: int, choices: list[int]
) -> None:
    first, second = (Match.new(GAME, seats, seed=seed) for _ in range(2))
    for choice in choices:
        if first.is_over:
            break
        moves = first.legal_moves()
        move = moves[choice % len(moves)]
        assert first.play(move) == second.play(move)
        assert first.state == second.state


@given(st.integers(0, 50), st.data())
def test_undo_to_any_point_and_go_on_as_before(seed: int, data: st.DataObject) -> None:
    match = finish(Match.new(GAME, 3, seed=seed))
    plies = list(match.plies)
    back = data.draw(st.integers(0, len(plies) - 1))
    match.undo_to(back)
    assert match.state == plies[back].state
    for ply in plies[back + 1 :]:
        match.play(ply.move, ply.seat)
    assert match.plies == plies


def test_redo_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new(GAME, 3, seed=1)
    match.record_to(tmp_path / "match.rkm")
    for _ in range(4):
        match.play(match.legal_moves()[0])
    plies = list(match.plies)
    match.undo(3)
    with monkeypatch.context() as full:
        room_for_two = len(match.to_bytes()) + 100
        full.setattr(match_file, "MAX_BYTES", room_for_two)
        with pytest.raises(DataError, match="cannot be written"):
            match.redo()
    assert match.plies == plies[:2] and len(match.entries) == 6
    match.redo()
    assert match.plies == plies
    with pytest.raises(RulekeepError, match="nothing to redo"):
        match.redo()
    match.close()
    assert Match.load(tmp_path / "match.rkm").plies == plies


def test_a_pinned_match() -> None:
    """The draws of a seed must never change: seeds are how people share matches."""
    match = finish(Match.new(GAME, 2, seed=11))
    assert [ply.move for ply in match.plies] == PINNED_MOVES
    assert match.outcome is not None and match.outcome.places == PINNED_PLACES


PINNED_MOVES = [
    "",
    "show 4",
    "show 2",
    "take 2",
    "show 3",
    "show 3",
    "show 3",
    "show 2",
    "take 2",
    "show 2",
    "show 3",
    "show 3",
    "show 4",
    "take 2",
    "show 4",
    "show 4",
]
PINNED_PLACES = (1, 2)


def test_playing_out_of_turn_or_nonsense() -> None:
    match = Match.new(GAME, 2, seed=1)
    with pytest.raises(BadNotation, match="'dance' is not a move"):
        match.play("dance")
    with pytest.raises(IllegalMove, match=r"'take 1': now is the time to show \[LA-009\]"):
        match.play("take 1")
    with pytest.raises(RulekeepError, match="no seat 5"):
        match.play("show 1", seat=5)
    assert len(match.plies) == 1
    refusal = match.check("take 2")
    assert refusal is not None and refusal.rule == "LA-009"
    assert [asked.rule for asked in match.explain("take 2")] == ["LA-009"]


class Pointing(lanterns.plugin.Lanterns):
    """Lanterns whose players point at one of the hand: `show #1`, by kind."""

    def read(self, state: Any, seat: int, text: str) -> Any:
        if text == "show #1":
            raise IllegalMove(Refusal("LA-005", "there is nothing to point at"), text)
        return self.parse(text)


def test_a_text_refused_while_it_is_read_is_a_refusal() -> None:
    match = Match.new(Pointing(), 2, seed=1)
    assert match.check("show #1") == Refusal("LA-005", "there is nothing to point at")
    assert [asked.rule for asked in match.explain("show #1")] == ["LA-005"]
    with pytest.raises(IllegalMove, match="nothing to point at"):
        match.play("show #1")
    scenario = """
name: pointing at nothing
rules: [LA-005]
given: {hands: [[1, 1, 1, 0], [0, 0, 0, 3]], prizes: [1, 3]}
when: [{seat: 0, move: "show #1", refused: {rule: LA-005, because: point at}}]
"""
    (node,) = parse_documents(scenario, "text")
    assert run_scenario(Scenario("pointing", ("LA-005",), node, None), match.game) == {"LA-005"}


def test_what_needs_consent_to_be_taken_back() -> None:
    match = Match.new(GAME, 2, seed=1)
    match.play(match.legal_moves(0)[0], 0)
    assert match.undo_consent(1, 0) is None
    assert match.undo_consent(1, 1) == "Player 1 has moved since"
    match.play(match.legal_moves(1)[0], 1)
    assert match.undo_consent(2, 1) == "Player 1 has moved since"
    assert match.undo_consent(1, 1) in ("something was revealed since", "something was drawn since")
    assert match.undo_consent(0, 1) is None
    finish(match)
    drawn = next(i for i, ply in enumerate(match.plies[1:], 1) if ply.outcomes)
    match.undo_to(drawn)
    assert match.undo_consent(1, match.plies[-1].seat) == "something was drawn since"


@pytest.mark.parametrize("acts", [0, -1, 9])
def test_no_more_can_be_taken_back_than_was_done(acts: int) -> None:
    match = Match.new(GAME, 2, seed=1)
    match.play(match.legal_moves()[0])
    with pytest.raises(RulekeepError, match="cannot undo"):
        match.undo(acts)


def test_bad_beginnings() -> None:
    with pytest.raises(SetupError, match="2 to 4, not for 7"):
        Match.new(GAME, 7)
    with pytest.raises(SetupError, match="no option 'tie'; did you mean 'ties'"):
        Match.new(GAME, 2, options={"tie": "next"})
    with pytest.raises(SetupError, match="3 names do not fit 2 seats"):
        Match.new(GAME, 2, names=["A", "B", "C"])
    with pytest.raises(SetupError, match="same name"):
        Match.new(GAME, 2, names=["A", "A"])
    with pytest.raises(SetupError, match="must be printable"):
        Match.new(GAME, 2, seed="\udcff")
    with pytest.raises(SetupError, match="not for 2"):
        Match.new(GAME, 2.0)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="no data files to replace"):
        Match.new(GAME, 2, data=".")


def test_after_the_end_nothing_more() -> None:
    match = finish(Match.new(GAME, 2, seed=3))
    assert match.legal_moves() == []
    with pytest.raises(RulekeepError, match="the match is over"):
        match.play("show 1")


def test_an_earlier_position_is_a_match_of_its_own(tmp_path: Path) -> None:
    match = Match.new(GAME, 2, seed=3, path=tmp_path / "m.rkm")
    for _ in range(3):
        match.play(match.legal_moves()[0])
    entries = len(match.entries)
    past = match.at(1)
    assert past.state == match.plies[1].state and past.path is None
    past.play(past.legal_moves()[0])
    assert len(match.plies) == 4 and len(match.entries) == entries
    assert match.at(3).state == match.state
    with pytest.raises(RulekeepError, match="there is no"):
        match.at(4)
    match.close()


def test_saving_and_loading(tmp_path: Path) -> None:
    match = Match.new(GAME, 3, seed="a seed", options={"ties": "next"}, names=["A", "B", "C"])
    for _ in range(5):
        match.play(match.legal_moves()[0])
    match.undo(2)
    path = tmp_path / "m.rkm"
    match.save(path)
    again = Match.load(path)
    assert again.state == match.state
    assert [p.move for p in again.plies] == [p.move for p in match.plies]
    assert again.header == match.header and again.names == ("A", "B", "C")
    with pytest.raises(DataError, match="exists already"):
        match.save(path)
    with pytest.raises(DataError, match=r"/no/m\.rkm: cannot be written: No such file"):
        match.save(tmp_path / "no" / "m.rkm")
    finish(match).save(path, overwrite=True)
    assert Match.load(path).outcome == match.outcome
    assert [p.name for p in tmp_path.iterdir()] == ["m.rkm"]


def test_going_on_with_a_file(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    whole = finish(Match.new(GAME, 2, seed=5))
    with Match.new(GAME, 2, seed=5, path=path) as match:
        for ply in whole.plies[1:4]:
            match.play(ply.move, ply.seat)
    with Match.load(path, resume=True) as match:
        assert match.path == path
        finish(match)
    assert Match.load(path).state == whole.state
    whole.save(tmp_path / "whole.rkm")
    assert path.read_bytes() == (tmp_path / "whole.rkm").read_bytes()


def test_saving_onto_its_own_file_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with Match.new(GAME, 2, seed=5, path=path) as match:
        match.play(match.legal_moves()[0])
        match.save(path, overwrite=True)
        finish(match)
    assert Match.load(path).state == match.state


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with Match.new(GAME, 2, seed=5, path=path) as match:
        match.play(match.legal_moves()[0])
        size = path.stat().st_size
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, hard))
        try:
            with pytest.raises(DataError, match="cannot be written: File too large"):
                match.play(match.legal_moves()[0])
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
            with pytest.raises(DataError, match="cannot be written"):
                match.save(tmp_path / "copy.rkm")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, handler)
        assert path.stat().st_size == size and len(match.plies) == 2
        finish(match)
    assert Match.load(path).state == match.state
    assert [p.name for p in tmp_path.iterdir()] == ["m.rkm"]


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "m.rkm"
    with (
        Match.new(GAME, 2, seed=5, path=path),
        pytest.raises(DataError, match="open in another program"),
    ):
        Match.load(path, resume=True)
    with pytest.raises(DataError, match="exists already"):
        Match.new(GAME, 2, seed=5, path=path)
    with pytest.raises(DataError, match="cannot be written"):
        Match.new(GAME, 2, seed=5, path=tmp_path / "no" / "m.rkm")


def test_the_past_stays_valid() -> None:
    match = Match.new(GAME, 2, seed=9)
    kept = [(match.state, GAME.to_dict(match.state))]
    while not match.is_over:
        match.play(match.legal_moves()[0])
        kept.append((match.state, GAME.to_dict(match.state)))
    assert all(GAME.to_dict(state) == data for state, data in kept)


class Later(lanterns.plugin.Lanterns):
    """The same game years later: a default has changed, and there is one more thing to agree on."""

    book = Rulebook.load("lanterns", "lanterns.checks")
    book.edition = 2
    options = (
        *(evolve(o, default="next", formerly={1: "nobody"}) for o in GAME.options),
        evolve(Option.flag("fog", True, rules=("LA-004",), help="nobody sees"), since=2),
    )


def test_a_match_file_says_all_it_depends_on(tmp_path: Path) -> None:
    Match.new(GAME, 2, seed=1, path=tmp_path / "a.rkm").close()
    header = match_file.read(tmp_path / "a.rkm").header
    assert header.options == {"ties": "nobody"}
    assert (header.edition, header.form) == (1, 1)
    assert '"edition": 1' in (tmp_path / "a.rkm").read_text()


@pytest.mark.parametrize("said", [{}, {"ties": "nobody"}, {"ties": "next"}])
def test_what_an_old_file_does_not_say_means_what_it_meant(
    tmp_path: Path, said: dict[str, str]
) -> None:
    with Match.new(GAME, 3, seed=5, options=said, path=tmp_path / "new.rkm") as first:
        finish(first)
    entries = match_file.read(tmp_path / "new.rkm").entries
    match_file.write_new(tmp_path / "old.rkm", evolve(first.header, options=said), entries)
    for name in ("new.rkm", "old.rkm"):
        again = Match.load(tmp_path / name, game=Later())
        assert again.state.terms.options == {"ties": said.get("ties", "nobody"), "fog": True}
        assert again.outcome == first.outcome


def test_an_old_match_goes_on_in_its_own_words(tmp_path: Path) -> None:
    path = tmp_path / "a.rkm"
    Match.new(GAME, 2, seed=5, path=path).close()
    with Match.load(path, game=Later(), resume=True) as match:
        match.play(match.legal_moves()[0])
    assert Match.load(path, game=GAME).plies[1].move == match.plies[1].move
    assert Match.new(Later(), 2, seed=5).header.options == {"ties": "next", "fog": True}
