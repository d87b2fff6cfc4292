"""The generated parts of the pages for game authors are up to date."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2]))
from tools.author_pages import PAGES, ROOT, filled


@pytest.mark.parametrize("page", PAGES)
def test_generated_parts_are_up_to_date(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text == filled(text), "run `make author-pages`"
