"""Build steps; not part of the package."""
