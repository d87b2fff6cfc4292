"""The documents of the project as pages: Markdown, in the frame of all other pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen
from markupsafe import Markup, escape

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.web.pages.template_engine import render_template

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DOCUMENTS = Path(__file__).resolve().parents[2] / "docs"
"""Beside the packages, in a checkout and in a wheel. A static site has the finished pages instead."""
FIRST = "index"
MISSING = "documents need a library that is not installed; install rulekeep[web]"
_INCLUDE = re.compile(r"```{include} (\S+)\n")
_CONTENTS = re.compile(r"^```{toctree}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(r"(?:(?P<title>.+) <)?(?P<name>[\w/-]+)>?")
_BOOK = re.compile(r'<a href="book/(\w+)\.html">(.*?)</a>')


@frozen
class DocumentGroup:
    """Documents that the first one lists under a caption: their names and titles."""

    caption: str
    documents: tuple[tuple[str, str], ...]


@cache
def documents() -> Mapping[str, Path]:
    """The files of the documents by their names; none in a browser."""
    return {_name(path): path for path in sorted(DOCUMENTS.rglob("*.md"))}


@cache
def document_pictures() -> Mapping[str, Path]:
    """The pictures that documents show, by their names."""
    return {path.name: path for path in sorted((DOCUMENTS / "pictures").glob("*.*g"))}


def address_of(name: str) -> str:
    """Where a document is served, below the root."""
    return "docs" if name == FIRST else f"docs/{name}"


@cache
def document_page(name: str, root: str, _by_host: bool) -> str:
    """The page of a document. KeyError, RulekeepError.

    Cached for each root path, for the host and for others.
    """
    path = documents()[name]
    return render_template(
        "document.html",
        title=_title(path),
        body=Markup(_Document(path, root).html()),
        groups=tuple(_groups(path)) if name == FIRST else (),
        address_of=address_of,
    )


def _name(path: Path) -> str:
    return path.relative_to(DOCUMENTS).with_suffix("").as_posix().replace("/", "-")


def _source(path: Path) -> Path:
    """The file that has the text: a document may consist of another file."""
    included = _INCLUDE.match(path.read_text("utf-8"))
    return path if included is None else (path.parent / included[1]).resolve()


def _title(path: Path) -> str:
    found = re.search(r"^# (.*)$", _source(path).read_text("utf-8"), re.MULTILINE)
    return path.stem if found is None else found[1].replace("`", "")


def _groups(path: Path) -> Iterator[DocumentGroup]:
    """The tables of contents of a document."""
    for found in _CONTENTS.finditer(path.read_text("utf-8")):
        caption = re.search(r"^:caption: (.*)$", found[1], re.MULTILINE)
        listed = []
        for line in found[1].splitlines():
            entry = None if line.startswith(":") else _ENTRY.fullmatch(line)
            if entry is not None:
                target = path.parent / f"{entry['name']}.md"
                listed.append((_name(target), entry["title"] or _title(target)))
        yield DocumentGroup("" if caption is None else caption[1], tuple(listed))


class _Document:
    """A document being rendered."""

    def __init__(self, path: Path, root: str) -> None:
        self._path = path
        self._source = _source(path)
        self._root = root
        self._ids: set[str] = set()

    def html(self) -> str:
        """The document. RulekeepError if a library is missing."""
        markdown = _markdown()
        tokens = markdown.parse(self._source.read_text("utf-8"))
        for before, token in zip([None, *tokens], tokens, strict=False):
            self._prepare(token, before)
        return _BOOK.sub(self._book, str(markdown.renderer.render(tokens, markdown.options, {})))

    def _prepare(self, token: Token, before: Token | None) -> None:
        if token.type == "fence" and token.info == "{toctree}":
            token.type, token.content = "html_block", self._contents(token.content)
        if before is not None and before.type == "heading_open":
            before.attrSet("id", self._id(token))
        alignment = token.attrs.pop("style", None)
        if alignment is not None:  # the policy of the pages allows no styles in attributes
            token.attrSet("class", str(alignment).rpartition(":")[2])
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", self._link(str(child.attrs["href"])))
            elif child.type == "image":
                picture = Path(str(child.attrs["src"])).name
                child.attrSet("src", f"{self._root}/docs/pictures/{picture}")
                child.attrSet("loading", "lazy")

    def _book(self, link: re.Match[str]) -> str:
        """A link to a rule book; only its words if that game is not installed."""
        names = registry.names()
        # Every book has links to all others.
        name = names[0] if link[1] == "index" else link[1]
        return f'<a href="{self._root}/book/{name}">{link[2]}</a>' if name in names else link[2]

    def _contents(self, text: str) -> str:
        """A table of contents, unless it is only for the list that every page has."""
        if ":hidden:" in text:
            return ""
        items = (
            f'<li><a href="{self._root}/{address_of(name)}">{escape(title)}</a></li>'
            for group in _groups(self._path)
            for name, title in group.documents
        )
        return f"<ul>{''.join(items)}</ul>\n"

    def _id(self, heading: Token) -> str:
        """The name of a heading in links; a heading that comes again gets a number."""
        words = "".join(
            child.content
            for child in heading.children or ()
            if child.type in ("text", "code_inline")
        )
        plain = re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")
        found, number = plain, 0
        while found in self._ids:
            number += 1
            found = f"{plain}-{number}"
        self._ids.add(found)
        return found

    def _link(self, link: str) -> str:
        """A link to another document, as a link to its page."""
        file, mark, heading = link.partition("#")
        if not file or re.match(r"[a-z]+:", link):
            return link
        return f"{self._root}/{address_of(_name((self._source.parent / file).resolve()))}{mark}{heading}"


def _markdown() -> MarkdownIt:
    try:
        from markdown_it import MarkdownIt
    except ModuleNotFoundError:
        raise RulekeepError(MISSING) from None
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.add_render_rule("table_open", lambda *_: '<div class="wide"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return markdown
