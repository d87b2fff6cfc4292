"""Leaving the table."""

from __future__ import annotations


class LeaveTable(Exception):
    """Somebody wants to go; the match is saved."""
