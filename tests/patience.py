"""How long tests wait for what must come: only a failure takes so long, never a busy machine."""

PATIENCE = 300.0
"""Seconds."""
