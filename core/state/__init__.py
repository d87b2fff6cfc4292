"""Declaring the state of a game once: its fields, and positions read and written from them."""
