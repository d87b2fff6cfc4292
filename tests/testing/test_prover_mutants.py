"""Each kind of fault, from a small source."""

from textwrap import dedent

import pytest

from rulekeep.testing.prover.mutants import mutants_of


def made(body: str, kind: str, head: str = "def f(state, seat, other, n):") -> list[str]:
    """What the one line of a function becomes by faults of a kind."""
    source = f"{head}\n    {body}\n"
    return [mutant.after for mutant in mutants_of("turn.py", source) if mutant.kind == kind]


@pytest.mark.parametrize(
    ("kind", "line", "becomes"),
    [
        ("comparison", "return n == 3", ["return n != 3"]),
        ("comparison", "return n not in state", ["return n in state"]),
        ("comparison", "return n is None", ["return n is not None"]),
        ("comparison", "return (n + 1) < state.n", ["return (n + 1) >= state.n"]),
        ("boundary", "return n < state.n", ["return n <= state.n", "return n < state.n - 1"]),
        ("boundary", "return n >= state.n", ["return n > state.n", "return n >= state.n - 1"]),
        ("boundary", "return n < 3", []),
        ("constant", "return n < 3", ["return n < 4", "return n < 2"]),
        ("constant", "return -1", ["return 0", "return -2"]),
        ("constant", "return True", ["return False"]),
        ("constant", "return n == 'red'", ["return n == 'red_'"]),
        ("constant", "return state.say('a prize', 'prize', state['key'])", []),
        ("condition", "if n: state.go()", ["if True: state.go()"]),
        ("condition", "while n: n -= state.step()", []),
        (
            "condition",
            "return n and (seat or other)",
            [
                "return (seat or other)",
                "return n",
                "return n or (seat or other)",
                "return n and (other)",
                "return n and (seat)",
                "return n and (seat and other)",
            ],
        ),
        ("condition", "return not (n == seat)", ["return (n == seat)"]),
        (
            "condition",
            "return [x for x in state if x]",
            ["return [x for x in state if True]", "return [x for x in state if False]"],
        ),
        ("condition", "if emit: emit(n)", []),
        (
            "condition",
            "if emit and n: emit(n)",
            ["if True: emit(n)", "if emit: emit(n)", "if emit or n: emit(n)"],
        ),
        ("branch", "if n: state.go()", ["if not n: state.go()"]),
        ("branch", "return 1 if n or state.n else 2", ["return 1 if not (n or state.n) else 2"]),
        ("arithmetic", "n += 1", ["n -= 1"]),
        ("arithmetic", "return n * 2", ["return n + 2"]),
        ("arithmetic", "return 'so ' + n", []),
        ("range", "return range(n)", ["return range(n + 1)", "return range(n - 1)"]),
        ("range", "return state[n:]", ["return state[n + 1:]"]),
        ("word", "return max(state)", ["return min(state)"]),
        ("word", "return any(state)", ["return all(state)"]),
        ("swap", "state.pay(seat, other, n)", ["state.pay(other, seat, n)"]),
        ("swap", "return state.board[n][seat]", ["return state.board[seat][n]"]),
        (
            "swap",
            "return state.board[2, n], state.at(3, 4)",
            ["return state.board[2, n], state.at(4, 3)"],
        ),
        ("seat", "state.points[seat] = n", ["state.points[other] = n"]),
        ("statement", "state.n = n", ["pass"]),
        ("statement", "state.pay(n)", ["pass"]),
        ("statement", "return n", ["pass"]),
        ("statement", "m = n", []),
        ("statement", "assert n", []),
        ("statement", "'only a sentence'", []),
    ],
)
def test_a_line_and_its_faults(kind: str, line: str, becomes: list[str]) -> None:
    assert made(line, kind) == becomes


def test_without_another_seat_it_is_the_one_before() -> None:
    head = "def f(state, seat):"
    assert made("state.points[seat] = 1", "seat", head) == ["state.points[(seat - 1)] = 1"]


def test_arguments_of_one_annotation_are_swapped() -> None:
    head = "def f(state: State, near: Cell, far: Cell):"
    assert made("state.link(near, far, state)", "swap", head) == ["state.link(far, near, state)"]


def test_a_mutant_knows_its_place_and_is_a_source() -> None:
    source = dedent(
        """
        class Turn:
            def pay(self, naïve):  # X-1
                '''Not touched.'''
                self.money = (  # X-2
                    naïve + 1
                )
        """
    )
    mutant = next(m for m in mutants_of("turn.py", source) if m.kind == "arithmetic")
    assert (mutant.line, mutant.function, mutant.when_called) == (6, "Turn.pay", True)
    assert (mutant.before, mutant.after) == ("naïve + 1", "naïve - 1")
    assert mutant.of(source) == source.replace("naïve + 1", "naïve - 1")
    removed = next(m for m in mutants_of("turn.py", source) if m.kind == "statement")
    assert removed.before == "self.money = ( naïve + 1 )"


def test_only_the_lines_asked_for() -> None:
    source = "A = 1\nB = 2\n"
    assert [m.after for m in mutants_of("box.py", source, {2})] == ["B = 3", "B = 1"]
    assert not any(m.when_called for m in mutants_of("box.py", source))


def test_what_compiles_to_the_same_or_not_at_all_is_not_made() -> None:
    source = "def f(n):\n    if n:\n        return 1\n    return None\n"
    removed = [m.line for m in mutants_of("turn.py", source) if m.kind == "statement"]
    assert removed == [3]
    source = "def f(n):\n    if n == 1:\n        n.a()\n    elif n == 2:\n        n.b()\n"
    assert "elif False:" in [m.after for m in mutants_of("turn.py", source)]
    for mutant in mutants_of("turn.py", source):
        compile(mutant.of(source), "turn.py", "exec")
