"""The template engine; values are escaped unless they are markup."""

from __future__ import annotations

from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

HERE = Path(__file__).parent
STATIC = HERE / "static"

_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _digest() -> str:
    """A digest of all scripts and styles: one address for each edition of them."""
    digest = sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


STATIC_DIGEST = _digest()

root_path: ContextVar[str] = ContextVar("root_path", default="")
"""The path below which the server is found, for the addresses in a page."""
by_host: ContextVar[bool] = ContextVar("by_host", default=False)
"""Whether the host has made the request: only they can open the lobby."""


def render_template(template: str, **data: Any) -> str:
    """Render a page; a variable that is missing is an error."""
    root = root_path.get()
    static = f"{root}/static/{STATIC_DIGEST}"
    page = _templates.get_template(template)
    return page.render(data, root=root, static=static, by_host=by_host.get())
