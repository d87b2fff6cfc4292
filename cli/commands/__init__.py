"""One module per command, found by its name."""
