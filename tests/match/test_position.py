import lanterns
import pytest

import rulekeep
from rulekeep.core.errors import DataError, IllegalMove, RulekeepError


def test_a_table_is_set_up_asked_and_played_on() -> None:
    given = rulekeep.Match.new("lanterns", 2, 3).game.to_dict(
        rulekeep.Match.new("lanterns", 2, 3).state
    )
    before = rulekeep.position("lanterns", given)
    assert before.to_dict() == given and before.outcome is None
    move = before.legal_moves()[0]
    assert before.check(move) is None
    after = before.play(move)
    assert before.to_dict() == given, "the first position stays as it is"
    assert after.decisions[0].seat == 1
    assert rulekeep.position(lanterns.GAME, after.to_dict()).state == after.state
    refusal = after.check(move, 0)
    assert refusal is not None and refusal.rule == "LA-009"
    with pytest.raises(IllegalMove):
        after.play(move, 0)


def test_a_position_has_a_picture() -> None:
    match = rulekeep.Match.new("lanterns", 2, 3)
    table = rulekeep.position("lanterns", match.game.to_dict(match.state))
    assert table._repr_svg_() == table.svg(None)
    assert str(match.observation(1)["hand"]) in table.svg(1)


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(DataError):
        rulekeep.position("lanterns", {"hands": "none"})
    over = rulekeep.Match.new("lanterns", 2, 3)
    while not over.is_over:
        over.play(over.legal_moves()[0])
    end = rulekeep.position("lanterns", over.game.to_dict(over.state))
    assert end.legal_moves() == []
    with pytest.raises(RulekeepError, match="the match is over"):
        end.play("show 1")
