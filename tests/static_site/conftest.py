"""The site that the tests visit, written once; without npm or a registry they are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.sharing import made_once

from rulekeep.cli.book_pages.write_book import write_book
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.static_site import runtime
from rulekeep.static_site.site_writer import write_site

BUILD = Path(__file__).parents[2] / "build" / "site-parts"
"""What was fetched and compiled stays there for the next run."""


@pytest.fixture(scope="session")
def python_files() -> Path:
    directory = BUILD / f"{runtime.PACKAGE}-{runtime.VERSION}"
    try:
        runtime.fetch(directory)
    except RulekeepError as error:
        pytest.skip(f"no Python for browsers: {error}")
    return directory


@pytest.fixture(scope="session")
def site(python_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whoever wants to change it copies it."""

    def write(draft: Path, out: Path) -> None:
        book = draft / "book"
        write_book([registry.load("castle_keep")], book, lambda _done, _title: None, tables=True)
        write_site(out, python_files, book, BUILD / "compiled", lambda _done, _part: None)

    return made_once(tmp_path_factory, "site", write)
