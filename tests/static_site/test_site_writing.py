"""Writing a site: what it needs, what it leaves alone, and what the archives leave out."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulekeep
from rulekeep.core.data_files import packaged, read_yaml
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.static_site import module_archives, runtime
from rulekeep.static_site.page_printer import ROOT, PrintedFile
from rulekeep.static_site.site_writer import MARK, need_replaceable

SOURCES = (Path(__file__).parents[2], Path(rulekeep.__file__).parent)


def test_without_npm_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(RulekeepError, match=r"npm, which is not installed.*--runtime DIR"):
        runtime.fetch(tmp_path)


def test_npm_without_a_network_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: "/no/such/npm")
    with pytest.raises(RulekeepError, match="npm could not fetch pyodide@"):
        runtime.fetch(tmp_path)


def test_files_of_another_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"pyodide\.asm\.mjs: cannot be read"):
        runtime.check(tmp_path)
    for name in runtime.DIGESTS:
        (tmp_path / name).write_text("another version")
    with pytest.raises(DataError, match=r"is not the file of pyodide \d.*; its digest differs"):
        runtime.fetch(tmp_path)


def test_only_a_site_is_replaced(tmp_path: Path) -> None:
    need_replaceable(tmp_path / "new")
    need_replaceable(tmp_path)
    (tmp_path / "mine.txt").touch()
    with pytest.raises(DataError, match="is not a site of rulekeep; it is left alone"):
        need_replaceable(tmp_path)
    (tmp_path / MARK).touch()
    need_replaceable(tmp_path)


def test_links_of_a_page_lead_upwards_from_where_it_is() -> None:
    page = PrintedFile(
        "learn/castle_keep/1/index.html", f'<a href="{ROOT}/">'.encode(), "text/html"
    )
    assert dict(page.on_host()) == {page.path: b'<a href="../../../">'}
    lobby = PrintedFile("index.html", f'<a href="{ROOT}/book">'.encode(), "text/html")
    assert dict(lobby.on_host()) == {"index.html": b'<a href="./book">'}
    book = dict(PrintedFile("book/pig/index.html", f"{ROOT}/".encode(), "text/html").on_host())
    assert book["book/pig.html"] == b"../" and b'href="../pig.html"' in book["book/pig/index.html"]


@pytest.mark.parametrize("script", ["example", "lesson", "share"])
def test_a_page_that_asks_the_application_waits_for_it_on_a_plain_host(script: str) -> None:
    text = (
        f'<html data-printed lang="en"><script type="module" src="{ROOT}/static/1/{script}.js">'
        f'</script><a href="{ROOT}/">'
    )
    page = PrintedFile("book/castle_keep/12/index.html", text.encode(), "text/html")
    shown = '<html data-printed="waits" lang="en"><a href="../../../">'
    assert dict(page.on_host()) == {page.path: shown.encode()}
    read = PrintedFile("docs/index.html", b"<html data-printed lang>", "text/html")
    assert dict(read.on_host()) == {read.path: read.content}


def test_examples_have_pages_on_a_plain_host_that_browsers_do_not_store(site: Path) -> None:
    page = (site / "book" / "castle_keep" / "1" / "index.html").read_text("utf-8")
    assert 'data-printed="waits"' in page and "Back to the rule" in page
    stored = (site / "sw.js").read_text("utf-8")
    assert '"book/castle_keep/index.html"' in stored
    assert '"book/castle_keep/1/index.html"' not in stored


class _Imports(ast.NodeVisitor):
    """The modules that a module imports, also those that it imports late; not those for types."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        inside = (
            node.orelse if "TYPE_CHECKING" in ast.unparse(node.test) else [*node.body, *node.orelse]
        )
        for one in inside:
            self.visit(one)

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {one.name for one in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        self.found |= {module, *(f"{module}.{one.name}" for one in node.names)}


def _left_out_imports() -> Iterator[str]:
    left_out = read_yaml(packaged("rulekeep.static_site", "left_out.yaml")).plain()
    parts = [*left_out["modules"], *left_out["standard_library"]]
    for name, content in module_archives.own_modules().items():
        if name.startswith("rulekeep/") and name.endswith(".py"):
            imports = _Imports()
            imports.visit(ast.parse(content))
            for module in sorted(imports.found):
                path = module.replace(".", "/")
                if any(f"{path}/".startswith(f"{part}/") for part in parts):
                    yield f"{name} imports {module}"


def test_nothing_is_left_out_that_the_application_imports() -> None:
    assert list(_left_out_imports()) == []


def test_what_is_left_out_exists() -> None:
    names = read_yaml(packaged("rulekeep.static_site", "left_out.yaml"))["modules"].plain()
    own = [name.removeprefix("rulekeep/") for name in names if name.startswith("rulekeep/")]
    assert own
    for name in own:
        found = ((place / name).exists() or (place / f"{name}.py").is_file() for place in SOURCES)
        assert any(found), name


def test_the_archive_has_what_the_application_needs() -> None:
    modules = module_archives.own_modules()
    for name in (
        "rulekeep/web/application.py",
        "rulekeep/web/pages/templates/lobby.html",
        "rulekeep/games/kilt_castle/rules.cache.json",
        "rulekeep/static_site/pyodide_bridge.py",
    ):
        assert name in modules
    assert any(name.endswith(".dist-info/entry_points.txt") for name in modules)
    assert not any(name.startswith("rulekeep/cli/") for name in modules)
    licences = module_archives.licences(modules).lower()
    metadata = {
        name.partition("/")[0]
        for name in module_archives.without_library_metadata(modules)
        if ".dist-info/" in name
    }
    assert [name.partition("-")[0] for name in metadata] == ["rulekeep"]
    assert all(library in licences for library in ("attrs", "jinja2", "starlette", "pyyaml"))


MOST = 8_000_000
"""Bytes that a browser downloads on the first visit."""
OTHER_BOOKS = 500_000
"""The rule books of the three games that the site of the tests leaves out."""


def test_the_download_is_small(site: Path) -> None:
    script = (site / "sw.js").read_text("utf-8")
    listed = script.partition("const FILES = ")[2].partition(";\n")[0]
    sizes = [size for _, _, size, is_late in json.loads(listed).values() if not is_late]
    assert len(sizes) > 100
    assert sum(sizes) < MOST - OTHER_BOOKS
