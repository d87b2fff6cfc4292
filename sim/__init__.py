"""Many matches: local processes or a cluster, results and statistics."""
