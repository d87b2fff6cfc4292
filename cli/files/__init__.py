"""Files the command line reads and writes."""
