"""The checks that refuse moves, chapter by chapter, in the order they run."""

CHAPTERS = tuple(f"{__name__}.{chapter}" for chapter in ("turn", "building", "attacking"))
