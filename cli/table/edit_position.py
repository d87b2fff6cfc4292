"""The words for arbiters at the table: `edit` changes the position, `scenario` keeps it as a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from rulekeep.cli.files.output_files import replace_file, write_new
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.data_files import Plain, parse_documents, read_text
from rulekeep.core.errors import DataError, IllegalMove, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.match.match import Match, Tried
from rulekeep.session.position_format import keys
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.session import Session
from rulekeep.session.turn import ActionRefused
from rulekeep.testing.scenario_writer import added, scenario_of, written

# -- edit ----------------------------------------------------------------------------------------


def edit(session: Session, words: str) -> str:
    """Change keys of the position, and say so; the table is then asked anew. Refused."""
    match = session.match
    if match.header.given is None:
        raise ActionRefused("Only a table begun with `rulekeep play --from POSITION` is edited.")
    played = len(match.plies) > 1
    before = match.path
    changes: dict[str, Plain] = {}
    try:
        changes = changes_of(words)
        given = changed(match.game, match.game.to_dict(match.state), changes)
        if not match.game.decisions(match.game.from_dict(given)):
            raise ActionRefused(
                "The position stays as it is: the match would be over, nobody has anything to decide."
            )
        session.set_position(given)
    except ActionRefused:
        raise
    except RulekeepError as error:
        said = _why_not(match, changes, error).removeprefix("state.").removeprefix("state: ")
        raise ActionRefused(f"The position stays as it is: {said}.".replace("..", ".")) from None
    kept = f" What was played before is kept in {before}." if played and before else ""
    return f"The position is changed: {', '.join(changes)}.{kept}"


def _why_not(match: Match, changes: Mapping[str, Plain], error: RulekeepError) -> str:
    """What is wrong with a change. Where there are secrets, only what is wrong with it by itself:
    anything else might tell where a hidden piece is."""
    if not changes or not has_secrets(match):
        return str(error)
    game, now = match.game, match.game.to_dict(match.state)
    known: dict[str, Any] = {key: now[key] for key in ("seats", "options") if key in now}
    try:
        game.from_dict(changed(game, known, changes))
    except RulekeepError as alone:
        if str(alone) == str(error):
            return str(error)
    return f"{', '.join(changes)}: does not go with the rest, of which some is hidden here"


def changes_of(words: str) -> dict[str, Plain]:
    """What `key = value; key = value` says, each value in YAML; None where it is left empty."""
    changes: dict[str, Plain] = {}
    for part in filter(str.strip, words.split(";")):
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals or not key:
            raise DataError(part.strip(), "write KEY = VALUE, and ; between several of them")
        if key in changes:
            raise DataError(key, "is changed twice")
        try:
            documents = parse_documents(value.strip(), key)
        except DataError as error:  # it is one line: which one says nothing
            raise DataError(key, error.what) from None
        changes[key] = documents[0].plain() if documents else None
    return changes


def changed(
    game: AnyGame, given: Mapping[str, Any], changes: Mapping[str, Plain]
) -> dict[str, Any]:
    """The position with other values; a key without a value is left to its default.

    Keys that only repeat what follows from the rest are left out, unless they are changed.
    """
    new = deepcopy(dict(given))
    for repeats in getattr(game.table, "REPEATS", ()):
        _take(new, repeats.key)
    for key, value in changes.items():
        _take(new, key)
        if value is not None:
            *above, last = key.split(".")
            at = new
            for part in above:
                at = at.setdefault(part, {})
                if not isinstance(at, dict):
                    raise DataError(key, f"{part!r} has no keys in it")
            at[last] = value
    return new


def _take(data: dict[str, Any], key: str) -> None:
    """Leave out a key, if it is there."""
    *above, last = key.split(".")
    at: Any = data
    for part in above:
        at = at.get(part) if isinstance(at, dict) else None
    if isinstance(at, dict):
        at.pop(last, None)


def explain_keys(screen: Screen, match: Match, words: str) -> None:
    """The keys there are, or all about one of them. Refused."""
    known = {key.name: key for key in keys(match.game)}
    if not words:
        screen.pairs((key.name, key.form) for key in known.values())
        screen.say(
            "Write 'edit KEY = VALUE', with ; between several; 'edit KEY' tells more.", "dim"
        )
        return
    if words not in known:
        raise ActionRefused(f"The position has no key '{words}'; 'edit' lists them.")
    key = known[words]
    rows = [("write", key.form), ("default", key.default)]
    if key.help:
        rows.append(("means", key.help))
    if not has_secrets(match):  # a hand may stand there
        rows.append(("now", _at(match.game.to_dict(match.state), words)))
    screen.pairs(rows)


def _at(data: Any, key: str) -> str:
    for part in key.split("."):
        data = data.get(part) if isinstance(data, dict) else None
    return written({"value": data}).removeprefix("value:").strip()


# -- scenario ------------------------------------------------------------------------------------


Confirm = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Asks what of all that happened shall be expected from now on."""


def keep_scenario(session: Session, words: str, confirm: Confirm | None = None) -> str:
    """Keep position and moves as a scenario, in a new file or behind those of an old one.

    What was done, in a sentence. Refused.
    """
    file, _, name = words.partition(" ")
    if not file:
        raise ActionRefused("In which file? Write 'scenario FILE', and the scenario's name behind.")
    match = session.match
    acts = len(match.plies) - 1
    at = 0 if match.header.given is not None else max(0, acts - 1)
    tried = [one for one in session.tried if _still_refused(match, one)]
    if not acts and not tried:
        raise ActionRefused("Nothing was played or refused yet that a scenario could tell.")
    path = Path(file) if Path(file).suffix else Path(file).with_suffix(".yaml")
    try:
        called = name or _unused_name(match, path)
        document = scenario_of(match, at, acts - at, called, tried)
        # A sealed answer or a hand is in the file, but nobody is shown it here.
        if confirm is not None and not has_secrets(match):
            document = confirm(document)
        add_scenario(written(document), path)
    except RulekeepError as error:
        raise ActionRefused(f"{error}") from None
    return f"Kept as {document['name']!r}; run it: rulekeep scenarios {path}"


def _still_refused(match: Match, tried: Tried) -> bool:
    """Whether a move was refused in what stands of the match; some of it may be taken back."""
    if tried.acts >= len(match.plies):
        return False
    state = match.plies[tried.acts].state
    try:
        move = match.game.read(state, tried.seat, tried.move)
        return match.game.check(state, tried.seat, move) == tried.refusal
    except IllegalMove as error:
        return error.refusal == tried.refusal
    except RulekeepError:
        return False


def _unused_name(match: Match, path: Path) -> str:
    """A name for somebody who has given none."""
    stem = f"{match.game.title}, after {plural(len(match.plies) - 1, 'act')}"
    try:
        taken = {str(d.plain().get("name")) for d in parse_documents(read_text(path), str(path))}
    except (DataError, AttributeError):
        return stem
    number, name = 2, stem
    while name in taken:
        number, name = number + 1, f"{stem} ({number})"
    return name


def add_scenario(text: str, path: Path) -> None:
    """Put a scenario into a new file, or behind those of a file that is there."""
    if path.exists():
        replace_file(path, added(read_text(path), text, str(path)))
    else:
        write_new(text.encode(), path)
