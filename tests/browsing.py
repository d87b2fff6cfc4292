"""A browser of this machine for the tests of pages; whoever imports this is skipped without one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
if not BROWSER:
    pytest.skip("there is no chromium here", allow_module_level=True)

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")


@contextmanager
def opened_browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=list(QUIET))
        yield opened
        opened.close()
