"""The command `edit`: change the position of a table."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.data_files import Plain, parse_documents
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.match import Match
from rulekeep.session.position_format import keys
from rulekeep.session.secrecy import has_secrets
from rulekeep.session.session import Session
from rulekeep.session.turn import ActionRefused
from rulekeep.testing.scenario_writer import to_yaml


def edit(session: Session, words: str) -> str:
    """Change keys of the position; a sentence about it. ActionRefused."""
    match = session.match
    if match.header.given is None:
        raise ActionRefused(
            "You can edit only a match started with `rulekeep play --from POSITION`."
        )
    played = len(match.plies) > 1
    before = match.path
    changes: dict[str, Plain] = {}
    try:
        changes = changes_of(words)
        given = changed(match.game, match.game.to_dict(match.state), changes)
        if not match.game.decisions(match.game.from_dict(given)):
            raise ActionRefused(
                "The position is unchanged: the match would be over, nobody has anything to decide."
            )
        session.set_position(given)
    except ActionRefused:
        raise
    except RulekeepError as error:
        why = _why_not(match, changes, error).removeprefix("state.").removeprefix("state: ")
        raise ActionRefused(f"The position is unchanged: {why}.".replace("..", ".")) from None
    saved = f" The moves before are saved in {before}." if played and before else ""
    return f"Changed the position: {', '.join(changes)}.{saved}"


def _why_not(match: Match, changes: Mapping[str, Plain], error: RulekeepError) -> str:
    """What is wrong with a change.

    Where there are secrets, only what is wrong with it alone: more could reveal a hidden piece.
    """
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
    """Read `key = value; key = value`, each value in YAML; None where it is left empty."""
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
    """The position with other values; a key without a value gets its default.

    Keys that follow from the rest are left out, unless they are changed.
    """
    new = deepcopy(dict(given))
    for repeats in getattr(game.table, "REPEATS", ()):
        _remove(new, repeats.key)
    for key, value in changes.items():
        _remove(new, key)
        if value is not None:
            *above, last = key.split(".")
            at = new
            for part in above:
                at = at.setdefault(part, {})
                if not isinstance(at, dict):
                    raise DataError(key, f"{part!r} has no keys in it")
            at[last] = value
    return new


def _remove(data: dict[str, Any], key: str) -> None:
    """Remove a key, if it is there."""
    *above, last = key.split(".")
    at: Any = data
    for part in above:
        at = at.get(part) if isinstance(at, dict) else None
    if isinstance(at, dict):
        at.pop(last, None)


def explain_keys(screen: Screen, match: Match, words: str) -> None:
    """Print the keys of a position, or all about one of them. ActionRefused."""
    known = {key.name: key for key in keys(match.game)}
    if not words:
        screen.pairs((key.name, key.form) for key in known.values())
        screen.say(
            "Type 'edit KEY = VALUE', with ; between several; 'edit KEY' explains a key.", "dim"
        )
        return
    if words not in known:
        raise ActionRefused(f"The position has no key '{words}'; 'edit' lists them.")
    key = known[words]
    rows = key.rows
    if not has_secrets(match):  # a hand may stand there
        rows.append(("now", _at(match.game.to_dict(match.state), words)))
    screen.pairs(rows)


def _at(data: Any, key: str) -> str:
    for part in key.split("."):
        data = data.get(part) if isinstance(data, dict) else None
    return to_yaml({"value": data}).removeprefix("value:").strip()
