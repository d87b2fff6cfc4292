"""A browser of this machine for the tests of pages; without one they are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
OFF = (
    # A browser without a window has no use for what drops down from its address bar: two more
    # pages for every context, and a fifth of all that the browser computes.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    # Nor for a process that is started in case another page is opened.
    "SpareRendererForSitePerProcess",
    # Only the last list counts, so that ours holds what Playwright switches off as well.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
"""Features of the browser."""
ON = (
    "NetworkServiceInProcess2",
    # Only the last list counts here as well.
    "CDPScreenshotNewSurface",
    "SkipListAccountsWithoutGaiaCookies",
)
# Starting processes and talking between them is a fifth of what the browser computes: pages of one
# context share a process, and what serves all pages lives in that of the browser.
FEW_PROCESSES = (
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--in-process-gpu",
    f"--enable-features={','.join(ON)}",
)
QUIET = (
    *FEW_PROCESSES,
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(OFF)}",
)


@contextmanager
def installed_browser() -> Iterator[BrowserType]:
    """What launches browsers. It keeps the loop of this thread, so no test may outlive it."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not BROWSER:
        pytest.skip("there is no chromium here")
    with sync_api.sync_playwright() as playwright:
        yield playwright.chromium


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """A browser without a window."""
    with installed_browser() as kind:
        opened = kind.launch(executable_path=BROWSER, args=list(QUIET))
        yield opened
        opened.close()
