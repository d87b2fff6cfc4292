"""Writing a site: what it needs, what it leaves alone, and what the archives leave out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekeep.core.data_files import packaged, read_yaml
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.static_site import module_archives, runtime
from rulekeep.static_site.page_printer import ROOT, PrintedFile
from rulekeep.static_site.site_writer import MARK, need_replaceable

SOURCES = Path(__file__).parents[2]


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


def test_what_is_left_out_exists() -> None:
    names = read_yaml(packaged("rulekeep.static_site", "left_out.yaml"))["modules"].plain()
    own = [name.removeprefix("rulekeep/") for name in names if name.startswith("rulekeep/")]
    assert own
    for name in own:
        assert (SOURCES / name).exists() or (SOURCES / f"{name}.py").is_file(), name


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
