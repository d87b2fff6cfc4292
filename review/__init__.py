"""Reviews: what decided a match, move by move."""
