"""Points: what completed features pay, the final scoring, the standing."""
