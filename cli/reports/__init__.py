"""Reports of tests and comparisons."""
