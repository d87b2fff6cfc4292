from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.primitives.graph import areas, reach, symmetric
from rulekeep.core.primitives.grid import EAST, NORTH, SIDES, SOUTH, WEST, Grid, opposite

cells = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=30)


@given(cells)
def test_neighbours_are_mutual_and_share_a_side(found: set[tuple[int, int]]) -> None:
    grid = Grid(sorted(found))
    assert symmetric(dict(enumerate(grid.neighbours))) is None
    for here, sides in enumerate(grid.across):
        for side, there in enumerate(sides):
            if there >= 0:
                assert grid.across[there][opposite(side)] == here
                (x, y), (u, v) = grid.cells[here], grid.cells[there]
                assert abs(x - u) + abs(y - v) == 1


@given(cells, st.data())
def test_areas_part_the_places(found: set[tuple[int, int]], data: st.DataObject) -> None:
    grid = Grid(sorted(found))
    members = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    parts = areas(sorted(members), grid.neighbours)
    assert sum(map(len, parts)) == len(members)
    assert set().union(*parts) == members
    for part in parts:
        for place in part:
            assert reach(place, grid.neighbours, members.__contains__) == part
            assert not set(grid.neighbours[place]) & (members - part)


def test_sides() -> None:
    grid = Grid([(1, 1), (1, 0), (2, 1), (1, 2), (0, 1)])
    assert grid.across[0] == (1, 2, 3, 4)
    assert [SIDES[s] for s in (NORTH, EAST, SOUTH, WEST)] == list("NESW")
    assert grid.across[1] == (-1, -1, 0, -1)


def test_one_way_connections_are_found() -> None:
    assert symmetric({"a": ["b"], "b": ["a"]}) is None
    assert symmetric({"a": ["b"], "b": []}) == ("a", "b")


def test_a_place_outside_reaches_nothing() -> None:
    assert reach(0, [[1], [0]], lambda place: place == 1) == set()
