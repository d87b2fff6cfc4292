"""The documentation as a site: nothing is missing in it, and nothing comes from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

for needed in ("sphinx", "myst_parser", "furo"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    words = ["-W", "--keep-going", "-q", "-b", "html", "-d", str(out / "trees"), str(DOCS)]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, str(out / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return out / "html"


def test_every_page_is_in_it(site: Path) -> None:
    for page in DOCS.glob("*.md"):
        assert (site / f"{page.stem}.html").is_file()


def test_nothing_comes_from_other_hosts(site: Path) -> None:
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|link|iframe)\b[^>]*?(?:src|href)=\"([^\"]+)\"", text)
        assert [source for source in loaded if "//" in source] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*['\"]?(?:https?:)?//", sheet.read_text("utf-8"))


def test_links_of_the_site_lead_somewhere(site: Path) -> None:
    pages = {page.name: page.read_text(encoding="utf-8") for page in site.glob("*.html")}
    ids = {name: set(re.findall(r"\bid=\"([^\"]+)\"", text)) for name, text in pages.items()}
    for name, text in pages.items():
        for link in re.findall(r"<a\b[^>]*?href=\"([^\"]+)\"", text):
            if re.match(r"[a-z]+:", link) or link.startswith("book/"):
                continue
            file, _, anchor = link.partition("#")
            target = file or name
            assert (site / target).is_file(), f"{name} links to {link}"
            if anchor and target in ids:
                assert anchor in ids[target], f"{name} links to {link}"
