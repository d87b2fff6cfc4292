from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.core.data_files import DataFiles, Node, parse_documents, read_documents, read_yaml
from rulekeep.core.errors import DataError

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text("abc xyz é", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(plain)
def test_wrapping_and_unwrapping(value: Any) -> None:
    assert Node.of(value, "x").plain() == value


@given(plain)
def test_what_yaml_writes_is_read_back(value: Any) -> None:
    import yaml

    text = yaml.safe_dump(value, default_style='"' if isinstance(value, str) else None)
    try:
        (document,) = parse_documents(text, "f")
    except DataError as error:
        assert "ambiguous" in str(error)  # y, n and their like are refused on purpose
        return
    assert document.plain() == value


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a: 1\na: 2", "f:2: the key 'a' is here twice"),
        ("a: &x 1\nb: *x", "f:1: anchors and aliases"),
        ("a: !!python/object:os.system x", "f:1: the tag 'tag:yaml.org,2002:python"),
        ("a: !thing x", "f:1: the tag '!thing'"),
        ("a: no", "f:1: 'no' is ambiguous"),
        ("a: On", "f:1: 'On' is ambiguous"),
        ("a: True", "f:1: 'True' is ambiguous"),
        ("a: [1, 2", "f:2?: not YAML|f:1: not YAML"),
        ("a:\n\t- 1", "f:2: not YAML"),
        ("[" * 100, "f:1: nested deeper than 40"),
        ("? [1]\n: 2", "f:1: a key must be a word"),
        ("a: \x07", "not YAML"),
        ("%TAG ! x\n---\na: 1", "f: directives"),
        ('a: 1\nb: "Yo\\trk"', "f:2: 'Yo.*rk' cannot be printed"),
        ('"\\e[2J": 1', "f:1: .* cannot be printed"),
        ("- x\n- Yo\trk", "f:2: .* cannot be printed"),
        ('a: "Yo\\nrk"', "f:1: .* cannot be printed"),
        ("a: |\n  Yo\n  rk\tk", "f:1: .* cannot be printed"),
        ("1.5: 2", "f:1: a key must be a word or a whole number, found 1.5"),
    ],
)
def test_malice_and_slips_are_refused_with_their_line(text: str, what: str) -> None:
    with pytest.raises(DataError, match=what.replace("(", r"\(").replace("!", r"\!")):
        parse_documents(text, "f")


def test_keys_that_are_the_same_word() -> None:
    with pytest.raises(DataError, match="x: the key '1' is here twice"):
        Node.of({1: "a", "1": "b"}, "x")


def test_scalars() -> None:
    (node,) = parse_documents('{a: 1, b: -2, c: "3", d: 1.5, e: null, f: true, g: 007}', "f")
    assert node.plain() == {"a": 1, "b": -2, "c": "3", "d": 1.5, "e": None, "f": True, "g": "007"}


def test_a_node_is_asked_for_its_type() -> None:
    (node,) = parse_documents("word: hello\nnumber: 3\nlist: [1, 2]\nflag: true", "f")
    assert node["word"].str() == "hello"
    assert node["number"].int(0, 3) == 3
    assert [n.int() for n in node["list"].list(2)] == [1, 2]
    assert node["flag"].bool() is True
    assert node["word"].one_of(("hello", "bye")) == "hello"
    complaints: list[tuple[Callable[[], object], str]] = [
        (lambda: node["word"].int(), "f:1: expected a whole number, found 'hello'"),
        (lambda: node["flag"].int(), "f:4: expected a whole number, found True"),
        (lambda: node["number"].int(4), "f:2: number: 3 is less than 4"),
        (lambda: node["number"].int(0, 2), "f:2: number: 3 is more than 2"),
        (lambda: node["number"].str(), "f:2: expected a text, found 3"),
        (lambda: node["number"].bool(), "f:2: expected true or false"),
        (lambda: node["number"].list(), "f:2: expected a list, found 3"),
        (lambda: node["list"].list(3), "f:3: expected 3 entries, found 2"),
        (lambda: node["list"].mapping(), "f:3: expected keys and values, found a list"),
        (lambda: node["number"].one_of((1, True)), "f:2: 3 is not one of 1, True"),
        (lambda: node["nothing"], "f:1: the key 'nothing' is missing"),
        (lambda: node.only("word"), "f:2: unknown key 'number'; known are word"),
    ]
    for broken, what in complaints:
        with pytest.raises(DataError) as caught:
            broken()
        assert what in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    with pytest.raises(DataError, match=r"x\.yaml: cannot be read: No such file"):
        read_yaml(path)
    path.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(DataError, match=r"x\.yaml:2: not UTF-8"):
        read_yaml(path)
    path.write_bytes(b"a" * (1 << 20) + b"b")
    with pytest.raises(DataError, match="larger than 1024 KiB"):
        read_yaml(path)
    path.write_text("a: 1\n---\nb: 2\n")
    assert [d.plain() for d in read_documents(path)] == [{"a": 1}, {"b": 2}]
    with pytest.raises(DataError, match="expected one document, found 2"):
        read_yaml(path)


def test_an_owner_replaces_some_files(tmp_path: Path) -> None:
    shipped = DataFiles("lanterns", ("rules.yaml",))
    assert shipped.read("rules.yaml")["game"].str() == "lanterns"
    with pytest.raises(DataError, match=r"has none of rules\.yaml"):
        shipped.elsewhere(tmp_path)
    with pytest.raises(DataError, match="is not a directory"):
        shipped.elsewhere(tmp_path / "nowhere")
    (tmp_path / "rules.yaml").write_text("game: mine\n")
    mine = shipped.elsewhere(tmp_path)
    assert mine.read("rules.yaml")["game"].str() == "mine"
    assert mine.digest() != shipped.digest()
    (tmp_path / "rules.yaml").write_bytes(b"game: mine\r\n")
    assert mine.digest() == shipped.elsewhere(tmp_path).digest()


def test_a_name_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("name: |\n  two\n  lines\n")
    node = read_yaml(path)["name"]
    with pytest.raises(DataError, match=r"a\.yaml:1: .*one line of text, found several"):
        node.str()
    assert node.lines() == ["two", "lines"]
    assert node.prose() == "two lines"
