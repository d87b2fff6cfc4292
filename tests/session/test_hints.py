"""Hints: what a bot expects is said with the names of those who move."""

from __future__ import annotations

import re

from rulekeep.bots import make_bot
from rulekeep.match.match import Match
from rulekeep.session.hints import hint_from


def test_a_line_of_play_names_who_moves_and_is_a_guess() -> None:
    match = Match.new("kilt_castle", 2, "7", names=("Ada", "Bo"))
    seat = match.decisions[0].seat
    choice = make_bot("mcts:400", "hint").choose(match.game, match.state, seat)
    detail = hint_from(match, seat, "mcts", choice).detail
    found = re.fullmatch(r"[\d,]+ playouts; then perhaps (.+)", detail)
    assert found is not None, detail
    assert all(re.match(r"(you|Ada|Bo): \S", part) for part in found[1].split(", "))
