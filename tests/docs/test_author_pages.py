"""The generated parts of the pages for game authors are up to date."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2]))
from tools.author_pages import FORM_EXAMPLES, PAGES, ROOT, SLOT_EXAMPLES, filled

from rulekeep import core


@pytest.mark.parametrize("page", PAGES)
def test_generated_parts_are_up_to_date(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert text == filled(text), "run `make author-pages`"


def test_every_form_and_slot_has_an_example() -> None:
    kinds = {name: getattr(core, name) for name in core.__all__}
    classes = {name: kind for name, kind in kinds.items() if isinstance(kind, type)}
    forms = {name for name, kind in classes.items() if issubclass(kind, core.Form)} - {"Form"}
    slots = {name for name in classes if name.endswith("Slot")}
    shown = {text.partition("(")[0] for text, *_ in (*FORM_EXAMPLES, *SLOT_EXAMPLES)}
    assert shown == forms | slots and "Whole" in forms and "NameSlot" in slots
