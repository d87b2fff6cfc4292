"""Surfaces to draw on: characters (canvas) and SVG (picture). They know no terminal and no browser."""
