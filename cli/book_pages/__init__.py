"""The pages of the rule book."""
