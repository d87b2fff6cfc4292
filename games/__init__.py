"""The games shipped with rulekeep, one plugin package each."""
