"""HTML pages, rendered from plain data that are limited to what the viewer may know.

Scripts and styles are in `static`: no build step, nothing inline, nothing from other hosts.
"""
