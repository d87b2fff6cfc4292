"""The data files: what is shipped, what is refused with file and line, and other maps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import DataError
from rulekeep.games.kings_and_castles import GAME, KingsAndCastles, plugin
from rulekeep.testing.conformance import check_game

HOME = Path(plugin.__file__).parent
ISLES = HOME / "scenarios" / "isles"


def test_the_shipped_map() -> None:
    board = GAME.board
    assert len(board.regions) == 32
    assert [c.regions.bit_count() for c in board.countries] == [12, 4, 5, 5, 6]
    assert board.worth.of(board.everywhere) == 41
    assert sorted(board.values, reverse=True)[:9] == [3, 2, 2, 2, 2, 2, 2, 2, 1]
    assert [r.name for r in board.regions if r.country == 3 and r.anchor] == ["Dublin"]
    assert not board.flags & board.countries[0].regions
    assert all(board.flags & country.regions for country in board.countries[1:])
    assert board.regions[board.start].name == "Rouen"
    assert len(board.boxes) == 24
    assert board.boxes[0].bonus == 4
    assert {mix: sum(m.enemy_units) for mix, m in board.mixes.items()} == {
        "mix_18": 48,
        "mix_12": 48,
    }


def test_every_datum_has_a_source() -> None:
    rows = dict(GAME.provenance())
    assert len(rows) > 300
    assert rows["map London: value"].startswith("German rules")
    assert rows["map Calais: name"].startswith("reconstructed")
    assert rows["kings box 13: king"].startswith("German rules")
    assert all(source for source in rows.values())


def test_codes_are_unique_and_lead_to_their_region() -> None:
    for number, region in enumerate(GAME.board.regions):
        for name in (region.code, region.name, region.id, region.name.upper()):
            assert GAME.parse(f"place {name}") == GAME.parse(f"place {region.code}")
        assert GAME.board.by_name[region.code.lower()] == number


SPOILED = [
    ("map.yaml", r"borders: \[rouen\]", "borders: [rouen, angers]", "not the other way round"),
    ("map.yaml", r"borders: \[rouen\]", "borders: [ruin]", "'ruin' is not a region"),
    ("map.yaml", r"borders: \[rouen\]", "borders: [calais]", "borders other regions"),
    ("map.yaml", r"start_region: rouen ", "start_region: paris ", "not a region"),
    ("map.yaml", r"code: LON", "code: CAN", "twice"),
    ("map.yaml", r"code: LON", "code: London", "three capital letters"),
    ("map.yaml", r"id: england, name: England, regions: 12", "id: england, name: England, regions: 11", "has 12 regions"),
    ("map.yaml", r"value: 32", "value: 31", "32 regions below"),
    ("map.yaml", r"value: 3\n", "value: many\n", "whole number"),
    ("map.yaml", r"coastal: true\n    anchor: true", "coastal: false\n    anchor: true", "no coast"),
    ("map.yaml", r"name: Canterbury", "name: Canterbury-upon-Stour", "at most 10"),
    ("map.yaml", r"name: London", "name: Canterbury", "twice"),
    ("map.yaml", r"country: france", "country: spain", "not one of"),
    ("map.yaml", r"prov: \{name: R1, country: R5", "prov: {name: Z9, country: R5", "provenance codes"),
    ("map.yaml", r"flag: false", "flag: false\n    moat: true", "unknown key 'moat'"),
    ("map.yaml", r"at: \[60, 22\]", "at: [70, 22]", "more than"),
    ("map.yaml", r"format: kings_and_castles/map", "format: chess", "not one of"),
    ("map.yaml", r"name: London", "name: canter bury", "twice"),
    ("kings.yaml", r"country: wales, bonus: 2", "country: wales, bonus: 11", "more than 10"),
    ("kings.yaml", r"box: 3,", "box: 4,", "expected box 3"),
    ("kings.yaml", r"country: wales, bonus: 2", "country: wales, bonus: 5", "bonus of 5"),
    ("kings.yaml", r"\[9, 16\]", "[10, 16]", "begins with box 9"),
    ("kings.yaml", r"\[\[1, 6\], \[7, 12\], \[13, 18\], \[19, 24\]\]", "[[1, 6], [7, 12]]", "1 to 24"),
    ("kings.yaml", r"includes: \[\[12, 13\]\]", "includes: [[1, 13]]", "two consecutive"),
    ("counters.yaml", r"total_counters: \{value: 248", "total_counters: {value: 250", "adds up to 248"),
    ("counters.yaml", r"enemy_units: \{knight: 16, foot: 16, archer: 16", "enemy_units: {knight: 1, foot: 1, archer: 16", "31 enemies are needed"),
    ("counters.yaml", r"2p: 6, 3p: 8", "2p: 7, 3p: 8", "cannot fill 24 boxes"),
    ("counters.yaml", r"full: \{value: 3", "full: {value: 4", "tax track"),
    ("counters.yaml", r"full: \{knight: 4", "full: {knight: 5", "per colour"),
    ("counters.yaml", r"archer: 1, foot: 2, knight: 3", "archer: 3, foot: 2, knight: 1", "stronger"),
    ("counters.yaml", r"enemy: black", "enemy: blue", "twice"),
    ("counters.yaml", r"\[blue, green, pink, purple\]", "[blue, green, pink]", "4 houses"),
    ("counters.yaml", r"active_mix: mix_18", "active_mix: mix_19", "not one of"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "complaint"), SPOILED)
def test_damaged_files_are_refused_with_their_line(
    tmp_path: Path, name: str, old: str, new: str, complaint: str
) -> None:
    text = (HOME / name).read_text()
    spoiled, times = re.subn(old, new, text, count=1)
    assert times == 1
    (tmp_path / name).write_text(spoiled)
    with pytest.raises(DataError, match=re.escape(complaint)) as caught:
        GAME.with_data(tmp_path)
    assert re.match(r".*(map|kings|counters)\.yaml:\d+$", caught.value.where)


def test_countries_must_hang_together_and_be_open(tmp_path: Path) -> None:
    text = (HOME / "map.yaml").read_text()
    apart = text.replace(
        "borders: [edinburgh, glasgow, aberdeen, inverness]", "borders: [edinburgh, glasgow]"
    )
    apart = apart.replace("borders: [perth, inverness]", "borders: [inverness]")
    apart = apart.replace("borders: [aberdeen, perth, glasgow]", "borders: [aberdeen]")
    apart = apart.replace(
        "borders: [carlisle, edinburgh, perth, inverness]", "borders: [carlisle, edinburgh, perth]"
    )
    (tmp_path / "map.yaml").write_text(apart)
    with pytest.raises(DataError, match="Scotland is not connected"):
        GAME.with_data(tmp_path)
    head, dublin, tail = text.partition("  - id: dublin")
    (tmp_path / "map.yaml").write_text(
        head + dublin + tail.replace("anchor: true", "anchor: false", 1)
    )
    with pytest.raises(DataError, match="player colours cannot enter Ireland"):
        GAME.with_data(tmp_path)


def test_an_owner_may_correct_one_datum(tmp_path: Path) -> None:
    text = (HOME / "map.yaml").read_text()
    corrected = text.replace("    value: 3\n", "    value: 4\n")
    (tmp_path / "map.yaml").write_text(corrected)
    other = GAME.with_data(tmp_path)
    assert other.board.worth.of(other.board.everywhere) == 42
    assert other.data_digest != GAME.data_digest
    assert GAME.board.worth.of(GAME.board.everywhere) == 41


def test_a_region_may_be_called_after_a_colour(tmp_path: Path) -> None:
    text = (HOME / "map.yaml").read_text()
    text = text.replace("name: London", "name: Blue Hill").replace("code: LON", "code: RED")
    (tmp_path / "map.yaml").write_text(text)
    colours = (
        (HOME / "counters.yaml").read_text().replace("[blue, green, pink,", "[blue, red, pink,")
    )
    (tmp_path / "counters.yaml").write_text(colours)
    other = GAME.with_data(tmp_path)
    move = other.parse("attack Blue Hill blue 1k")
    assert other.notation(move) == "attack RED blue 1k"
    for said in ("attack RED red 2f 1m3", "attack RED blue 1k", "attack DUB red 1a"):
        assert other.notation(other.parse(said)) == said


@pytest.fixture(scope="module")
def isles() -> KingsAndCastles:
    return GAME.with_data(ISLES)


def test_another_map_plays(isles: KingsAndCastles) -> None:
    report = check_game(isles, probes=1, every=3, only_seats=3)
    assert report.ok, "\n".join(report.lines())


def test_another_map_is_drawn_country_by_country(isles: KingsAndCastles) -> None:
    state = isles.setup(2, {}, SeededChance(1)).state
    for width in (80, 120):
        text = isles.render(state, 0, Look(width=width)).text()
        for region in isles.board.regions:
            assert region.name in text
            assert region.code in text
        assert "MAINLAND" in text
        assert "ISLAND" in text
    assert isles.board.letters == ("R", "W", "G", "O", "x")


def test_the_last_section_may_be_a_single_box(tmp_path: Path) -> None:
    kings = (HOME / "kings.yaml").read_text()
    assert kings.count("[13, 18], [19, 24]]") == 1
    kings = kings.replace("[13, 18], [19, 24]]", "[13, 18], [19, 23], [24, 24]]")
    (tmp_path / "kings.yaml").write_text(kings)
    other = GAME.with_data(tmp_path)
    spent = {"blue": 8, "green": 8, "pink": 7}
    given = {"seats": 3, "box": 23, "active": "green", "phase": "succession", "spent": spent}
    state = other.from_dict({**given, "turn": 2})
    assert [other.notation(move) for move in other.legal_moves(state, 2)] == ["crown 24"]


def test_the_map_agrees_with_a_public_review() -> None:
    """32 regions, London worth 3, seven worth 2; 31 enemies on the board at the start."""
    values = [region.value for region in GAME.board.regions]
    assert (len(values), values.count(3), values.count(2), values.count(1)) == (32, 1, 7, 24)
    assert next(region.name for region in GAME.board.regions if region.value == 3) == "London"
    state = GAME.setup(4, {"enemy_setup": "random"}, SeededChance(1)).state
    assert state.held[4].bit_count() == 31
