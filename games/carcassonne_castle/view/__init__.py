"""The table drawn."""
