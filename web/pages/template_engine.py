"""The template engine; values are escaped unless they are markup."""

from __future__ import annotations

from contextvars import ContextVar
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


root_path: ContextVar[str] = ContextVar("root_path", default="")
"""The path below which the server is found, for the addresses in a page."""


def render_template(template: str, **data: Any) -> str:
    """Render a page; a variable that is missing is an error."""
    return _templates.get_template(template).render(data, root=root_path.get())
