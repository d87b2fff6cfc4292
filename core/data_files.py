"""Read YAML files and mappings as data, with errors that name the file and line.

The reader builds plain values from YAML events. It refuses tags, anchors, aliases, duplicate keys,
the old yes/no booleans, deep nesting and large files. It never constructs or executes anything.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeAlias

from rulekeep.core.errors import DataError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import yaml


def canonical_json(data: Any) -> str:
    """One text per value: sorted keys, no spaces, no NaN."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


MAX_BYTES = 1 << 20
MAX_DEPTH = 40
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"[-+]?[0-9]{1,17}\.[0-9]{1,17}\Z")
_OLD_BOOLEANS = frozenset(("y", "n", "yes", "no", "on", "off"))

Plain = Any
"""None, bool, int, float, str, or lists and string-keyed dicts of them."""


def why_not(error: OSError | ValueError) -> str:
    """The system's message about a file; a ValueError is about its name."""
    return getattr(error, "strerror", None) or str(error)


def at_once(name: str, flags: int) -> int:
    """Open a file without waiting for a writer, in case it is a pipe."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading. Pipes and devices are refused: they may never end."""
    try:
        stream = open(path, "rb", opener=at_once)  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise DataError(str(path), f"cannot be read: {why_not(error)}") from None
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise DataError(str(path), "is not a regular file")
    return stream


class Readable(Protocol):
    """A path on disk or inside a package."""

    @property
    def name(self) -> str: ...
    def read_bytes(self) -> bytes: ...


Text: TypeAlias = str
Lines: TypeAlias = list[str]
"""Inside Node, `str` and `list` are methods."""


class Node:
    """A value and where it is written. Ask for it as the type it should have."""

    __slots__ = ("key", "key_where", "value", "where")

    def __init__(self, value: Any, where: str) -> None:
        self.value: Any = value  # a scalar, a list of nodes or a dict of nodes
        self.where = where
        self.key = ""  # the key it is under, where `where` is a line
        self.key_where = where  # the place of the key, where the value begins further down

    @classmethod
    def of(cls, plain: Plain, where: str, depth: int = 0) -> Node:
        """Wrap plain data, so that errors name the key: `state.board.C3: …`."""
        if depth > MAX_DEPTH:
            raise DataError(where, f"nested deeper than {MAX_DEPTH} levels")
        if isinstance(plain, Mapping):
            inner: dict[str, Node] = {}
            for key, value in plain.items():
                key = str(key)
                if key in inner:
                    raise DataError(where, f"the key {key!r} is here twice")
                shown = key if key.isprintable() else repr(key)[1:-1]
                inner[key] = cls.of(value, f"{where}.{shown}", depth + 1)
            return cls(inner, where)
        if isinstance(plain, list | tuple):
            items = [cls.of(v, f"{where}[{i}]", depth + 1) for i, v in enumerate(plain)]
            return cls(items, where)
        return cls(plain, where)

    def fail(self, what: str) -> DataError:
        return DataError(self.where, what)

    def plain(self) -> Plain:
        """The value without its places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    # -- mappings ---------------------------------------------------------------------------

    def mapping(self) -> dict[str, Node]:
        if not isinstance(self.value, dict):
            raise self.fail(f"expected keys and values, found {kind_of(self.value)}")
        return self.value

    def only(self, *keys: str) -> Node:
        """Refuse unknown keys."""
        for key, node in self.mapping().items():
            if key not in keys:
                raise DataError(node.key_where, f"unknown key {key!r}; known are {', '.join(keys)}")
        return self

    def get(self, key: str) -> Node | None:
        return self.mapping().get(key)

    def __getitem__(self, key: str) -> Node:
        found = self.mapping().get(key)
        if found is None:
            raise self.fail(f"the key {key!r} is missing")
        return found

    def __contains__(self, key: str) -> bool:
        return key in self.mapping()

    # -- sequences --------------------------------------------------------------------------

    def list(self, length: int | None = None) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.fail(f"expected a list, found {kind_of(self.value)}")
        if length is not None and len(self.value) != length:
            raise self.fail(f"expected {length} entries, found {len(self.value)}")
        return self.value

    def __iter__(self) -> Iterator[Node]:
        return iter(self.list())

    # -- scalars ----------------------------------------------------------------------------

    def str(self) -> str:
        text = self._text()
        if "\n" in text.rstrip("\n"):
            raise self.fail("expected one line of text, found several")
        return text

    def lines(self) -> Lines:
        """A block of text, line by line."""
        return self._text().splitlines()

    def prose(self) -> Text:
        """Sentences as one line, wherever they are broken in the file."""
        return " ".join(self._text().split())

    def _text(self) -> Text:
        if not isinstance(self.value, str):
            raise self.fail(f"expected a text, found {kind_of(self.value)}")
        return self.value

    def int(self, low: int | None = None, high: int | None = None) -> int:
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail(f"expected a whole number, found {kind_of(value)}")
        if low is not None and value < low:
            raise self.fail(f"{self._named(value)} is less than {low}")
        if high is not None and value > high:
            raise self.fail(f"{self._named(value)} is more than {high}")
        return value

    def _named(self, value: Any) -> Text:
        return f"{self.key}: {kind_of(value)}" if self.key else kind_of(value)

    def bool(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.fail(f"expected true or false, found {kind_of(self.value)}")
        return self.value

    def one_of(self, allowed: Iterable[Any]) -> Any:
        """The value, if it is among those allowed (compared by type too)."""
        choices = tuple(allowed)
        for choice in choices:
            if type(choice) is type(self.value) and choice == self.value:
                return choice
        listed = ", ".join(map(repr, choices[:12])) + (", …" if len(choices) > 12 else "")
        raise self.fail(f"{kind_of(self.value)} is not one of {listed}")


def kind_of(value: Any) -> str:
    """Any value in a few words, for error messages."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "keys and values"
    if isinstance(value, list):
        return "a list"
    try:
        text = repr(value)
    except ValueError:
        return "a number of too many digits"
    return text if len(text) <= 60 else text[:57] + "…"


def _scalar(event: yaml.ScalarEvent, where: str) -> Any:
    text: str = event.value
    # What is in a file is shown to people sooner or later. A block may draw with several lines.
    shown = text.replace("\n", "") if event.style in ("|", ">") else text
    if not shown.isprintable():
        raise DataError(where, f"{kind_of(text)} cannot be printed: control characters are refused")
    if not event.implicit[0]:
        return text
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if _INT.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    if text.lower() in _OLD_BOOLEANS or text.lower() in ("true", "false"):
        raise DataError(where, f"{text!r} is ambiguous: write true or false, or put it in quotes")
    return text


class _Documents:
    """The nodes of a YAML text, built event by event."""

    def __init__(self) -> None:
        self.done: list[Node] = []
        # Each open collection: its node and, in a mapping, the key that waits for its value.
        self._open: list[tuple[Node, list[tuple[str, str]]]] = []

    def begin(self, collection: Node) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise collection.fail(f"nested deeper than {MAX_DEPTH} levels")
        self._open.append((collection, []))

    def end(self) -> None:
        self.add(self._open.pop()[0])

    def add(self, node: Node) -> None:
        if not self._open:
            self.done.append(node)
            return
        parent, waiting = self._open[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif waiting:
            node.key, node.key_where = waiting.pop()
            parent.value[node.key] = node
        else:
            waiting.append((_key(node, parent), node.where))


def _key(node: Node, parent: Node) -> str:
    key = node.value
    if isinstance(key, bool) or not isinstance(key, (str, int)):
        raise node.fail(f"a key must be a word or a whole number, found {kind_of(key)}")
    if str(key) in parent.value:
        raise node.fail(f"the key {str(key)!r} is here twice")
    return str(key)


def parse_documents(text: str, name: str) -> list[Node]:
    """All YAML documents of a text as nodes with `name:line` places."""
    import yaml

    if text.startswith("%") or "\n%" in text:
        raise DataError(name, "directives (lines beginning with %) are not allowed")
    documents = _Documents()
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            mark = event.start_mark
            where = f"{name}:{mark.line + 1 if mark is not None else 1}"
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise DataError(where, "anchors and aliases are not allowed")
            if tag := getattr(event, "tag", None):
                raise DataError(where, f"the tag {tag!r} is not allowed")
            if isinstance(event, yaml.ScalarEvent):
                documents.add(Node(_scalar(event, where), where))
            elif isinstance(event, yaml.MappingStartEvent):
                documents.begin(Node({}, where))
            elif isinstance(event, yaml.SequenceStartEvent):
                documents.begin(Node([], where))
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                documents.end()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise DataError(f"{name}{line}", f"not YAML: {problem}") from None
    except (RecursionError, ValueError, OverflowError):
        # What the slower, pure-Python scanner raises where the C one has a YAMLError.
        raise DataError(name, "not YAML that can be read") from None
    return documents.done


def source_name(source: Readable) -> str:
    """The path of a file on disk, or the name of one inside a package."""
    return str(source) if isinstance(source, Path) else source.name


def read_text(source: Readable, limit: int = MAX_BYTES) -> str:
    """The text of a file, bounded in size and required to be UTF-8."""
    name = source_name(source)
    try:
        if isinstance(source, Path):
            with open_regular(source) as stream:
                raw = stream.read(limit + 1)
        else:
            raw = source.read_bytes()
    except OSError as error:
        raise DataError(name, f"cannot be read: {error.strerror or error}") from None
    if len(raw) > limit:
        raise DataError(name, f"larger than {limit // 1024} KiB")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(f"{name}:{line}", "not UTF-8 text") from None


def read_documents(source: Readable) -> list[Node]:
    """All documents of a YAML file."""
    return parse_documents(read_text(source), source_name(source))


def read_yaml(source: Readable) -> Node:
    """The one document of a YAML file."""
    documents = read_documents(source)
    if len(documents) != 1:
        raise DataError(source_name(source), f"expected one document, found {len(documents)}")
    return documents[0]


def packaged(package: str, name: str) -> Traversable:
    """A file of an installed package, which may not exist."""
    where = getattr(import_module(package), "__file__", None)
    if where is not None and (path := Path(where).parent / name).is_file():
        return path
    # Only packages in archives need this, and loading it is slow.
    from importlib import resources

    return resources.files(package) / name


class DataFiles:
    """The data files of a game: those shipped with it, or corrected ones in a directory."""

    def __init__(self, package: str, names: tuple[str, ...], directory: Path | None = None) -> None:
        self.package = package
        self.names = names
        self.directory = directory

    def _corrected(self, name: str) -> Path | None:
        """The corrected file, if the directory has one."""
        if self.directory is not None and (self.directory / name).is_file():
            return self.directory / name
        return None

    def source(self, name: str) -> Readable:
        """The corrected file, else the shipped one."""
        return self._corrected(name) or packaged(self.package, name)

    def read(self, name: str) -> Node:
        from rulekeep.core.yaml_cache import read_shipped

        corrected = self._corrected(name)
        return read_yaml(corrected) if corrected is not None else read_shipped(self.package, name)

    def elsewhere(self, directory: Path) -> DataFiles:
        """The same files from a directory; at least one must be there."""
        if not directory.is_dir():
            raise DataError(str(directory), "is not a directory")
        if not any((directory / name).is_file() for name in self.names):
            raise DataError(str(directory), f"has none of {', '.join(self.names)}")
        return DataFiles(self.package, self.names, directory)

    def digest(self, head_ends: str = "") -> str:
        """A digest of the files' contents, independent of line ends.

        Text above the line `head_ends`, such as notes about sources, does not count.
        """
        total = sha256()
        for name in self.names:
            text = read_text(self.source(name)).replace("\r\n", "\n")
            if head_ends:
                text = text.rpartition(head_ends)[2]
            total.update(f"{name}\0{text}\0".encode())
        return total.hexdigest()[:16]
