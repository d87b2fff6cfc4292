import pytest
from tests.cli.front_pictures import GAMES, PLACE, drawn


@pytest.mark.parametrize("name", GAMES)
def test_the_readme_shows_what_is_drawn_now(name: str) -> None:
    kept = (PLACE / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == drawn(name), "draw it anew with `make pictures`, and look at it"
    assert f"docs/pictures/{name}.svg" in (PLACE.parents[1] / "README.md").read_text()
