"""Templates filled: whatever is put in is text unless it says that it is markup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent

_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def filled(template: str, **data: Any) -> str:
    """A page; what a template wants and does not get is an error."""
    return _templates.get_template(template).render(data)
