"""What `make bench` and `make bench-peers` run, from a checkout."""
