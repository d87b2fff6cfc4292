"""The pictures that the README shows, one of each game: `make pictures` draws them again."""

from pathlib import Path

import rulekeep
from rulekeep.session.sample_table import random_table

PLACE = Path(__file__).parents[2] / "docs" / "pictures"
GAMES = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")


def drawn(name: str) -> str:
    return random_table(rulekeep.games()[name]).svg()


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name in GAMES:
        (PLACE / f"{name}.svg").write_text(drawn(name), encoding="utf-8")
