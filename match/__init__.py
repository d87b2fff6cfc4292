"""One match and its file."""
