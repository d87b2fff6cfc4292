"""Leaving the table."""

from __future__ import annotations


class Leave(Exception):
    """Somebody wants to go; the match is saved."""
