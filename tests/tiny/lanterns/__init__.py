"""Lanterns: a tiny complete game with hidden hands, two bags, chance and a sealed choice."""

from lanterns.plugin import GAME as GAME
