"""The table for people's eyes."""
