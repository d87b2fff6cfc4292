"""What is refused, chapter by chapter, in the order it is asked."""

CHAPTERS = tuple(
    f"{__name__}.{chapter}" for chapter in ("steps", "succession", "markers", "attack")
)
