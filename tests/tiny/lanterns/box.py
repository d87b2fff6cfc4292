"""What is in the box."""

from __future__ import annotations

PACKAGE = "lanterns"
LANTERNS = ("1", "2", "3", "4")
COPIES = 5
"""Of each lantern."""
PRIZES = ("1p", "2p", "3p")
PRIZE_COPIES = (6, 4, 3)
HAND = 3
ROUNDS = 6
SHOWN_PRIZES = 2
