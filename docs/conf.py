"""The documentation as a site: `make docs` writes it to `site/`."""

from rulekeep import __version__

project = "rulekeep"
author = "the rulekeep contributors"
release = version = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown"}
exclude_patterns = ["pictures"]
nitpicky = True

html_theme = "furo"
html_title = "rulekeep"
html_show_sourcelink = False
html_copy_source = False
html_static_path: list[str] = []
# Signs of tables and maps are drawn with characters of one width.
pygments_style = "friendly"
pygments_dark_style = "monokai"
highlight_language = "none"
