"""The command line; it reaches games through the registry only."""
