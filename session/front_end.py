"""The session of a front end: requests and replies as JSON objects, for `rulekeep engine`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import asdict

from rulekeep.bots import make_bot
from rulekeep.bots import names as bot_names
from rulekeep.core import registry
from rulekeep.core.data_files import Node, kind_of
from rulekeep.core.drawing.picture import Theme
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import shortened
from rulekeep.match.match import Match
from rulekeep.session import serialize
from rulekeep.session.crash_origin import origin_of
from rulekeep.session.serialize import position_data

MAX_TABLES = 64
MAX_ID = 200
"""Characters of a request's id."""
MAX_SECONDS = 60
"""How long a hint may take."""

Reply = dict[str, Any]


class BadRequest(RulekeepError):
    """A request that cannot be carried out, with details for programs."""

    def __init__(self, kind: str, say: str, **more: Any) -> None:
        self.kind = kind
        self.more = more
        super().__init__(say)


class FrontEnd:
    """The tables of one front end."""

    def __init__(self) -> None:
        self._tables: dict[str, Match] = {}
        self._opened = 0
        self._requests: dict[str, tuple[Callable[[Node], Reply], tuple[str, ...]]] = {
            "games": (self._games, ()),
            "options": (self._options, ("game",)),
            "new": (
                self._new,
                ("game", "seats", "seed", "options", "preset", "names", "data", "file"),
            ),
            "load": (self._load, ("file", "resume", "data")),
            "view": (self._view, ("table", "seat")),
            "moves": (self._moves, ("table", "seat")),
            "check": (self._check, ("table", "seat", "move")),
            "why": (self._why, ("table", "seat", "move")),
            "play": (self._play, ("table", "seat", "move", "move_id")),
            "undo": (self._undo, ("table", "seat", "acts", "agreed")),
            "hint": (self._hint, ("table", "seat", "bot", "seconds")),
            "picture": (self._picture, ("table", "seat", "theme")),
            "events": (self._events, ("table", "seat", "since")),
            "save": (self._save, ("table", "file")),
            "close": (self._close, ("table",)),
        }

    def close(self) -> None:
        """Close every table and its file."""
        for match in self._tables.values():
            match.close()
        self._tables = {}

    # -- requests and replies -----------------------------------------------------------------

    def answer(self, line: bytes | None, number: int) -> Reply:
        """The reply to one line of input; None is a line that was too long."""
        reply: Reply = {"id": None}
        try:
            request = _read(line)
            reply["id"] = _id_of(request)
            return reply | {"ok": True, "result": self._carry_out(request)}
        except BadRequest as error:
            failure = {"kind": error.kind, "say": str(error), **error.more}
        except RulekeepError as error:
            failure = {**serialize.error_data(error), "say": str(error)}
        except (Exception, SystemExit) as error:  # noqa: BLE001
            # Games and bots are foreign code: report what they raise and continue.
            failure = {"kind": "failed", "say": origin_of(error)}
        return reply | {"ok": False, "error": failure | {"line": number}}

    def _carry_out(self, request: dict[str, Any]) -> Reply:
        node = Node.of(request, "request")
        do = request.get("do")
        if not isinstance(do, str) or do not in self._requests:
            known = ", ".join(self._requests)
            message = f"there is no request {kind_of(do)}; there are: {known}"
            raise BadRequest("unknown_request", message, key="do")
        carry_out, keys = self._requests[do]
        return carry_out(node.only("id", "do", *keys))

    def _table(self, request: Node) -> Match:
        name = request["table"].str()
        if name not in self._tables:
            known = ", ".join(self._tables) or "none"
            message = f"there is no table {shortened(name)!r}; open are: {known}"
            raise BadRequest("unknown_table", message, key="table")
        return self._tables[name]

    def _open(self, match: Match) -> Reply:
        self._opened += 1
        name = f"t{self._opened}"
        self._tables[name] = match
        return {"table": name, **_state_of(match)}

    def _need_room(self) -> None:
        if len(self._tables) >= MAX_TABLES:
            raise BadRequest("limit", f"no more than {MAX_TABLES} tables can be open; close one")

    # -- games --------------------------------------------------------------------------------

    def _games(self, _request: Node) -> Reply:
        games = [serialize.game_data(game) for game in registry.games().values()]
        return {"games": games, "broken": registry.problems(), "bots": bot_names()}

    def _options(self, request: Node) -> Reply:
        game = registry.load(request["game"].str())
        return {
            "options": [serialize.option_data(option) for option in game.options],
            "presets": {name: dict(preset) for name, preset in game.presets.items()},
        }

    # -- tables -------------------------------------------------------------------------------

    def _new(self, request: Node) -> Reply:
        self._need_room()
        game = registry.load(request["game"].str())
        chosen: dict[str, Any] = {}
        preset = request.get("preset")
        if preset is not None:
            chosen |= dict(game.presets[preset.one_of(game.presets)])
        options = request.get("options")
        if options is not None:
            chosen |= {name: node.plain() for name, node in options.mapping().items()}
        seed = request.get("seed")
        match = Match.new(
            game,
            request["seats"].int(),
            None if seed is None else seed.str(),
            chosen,
            names=tuple(node.str() for node in request.get("names") or ()),
            data=_optional_path(request, "data"),
            path=_optional_path(request, "file"),
        )
        return self._open(match)

    def _load(self, request: Node) -> Reply:
        self._need_room()
        match = Match.load(
            _path(request["file"]),
            data=_optional_path(request, "data"),
            resume=_flag(request, "resume"),
        )
        return self._open(match) | {"recovered": match.recovered}

    def _save(self, request: Node) -> Reply:
        match = self._table(request)
        path = _path(request["file"])
        match.save(path)
        return {"file": str(path)}

    def _close(self, request: Node) -> Reply:
        self._table(request).close()
        del self._tables[request["table"].str()]
        return {"tables": list(self._tables)}

    # -- views --------------------------------------------------------------------------------

    def _view(self, request: Node) -> Reply:
        match = self._table(request)
        seen = position_data(match, _viewer(request, match))
        del seen["players"]  # the front end decides for every seat
        return seen

    def _moves(self, request: Node) -> Reply:
        match = self._table(request)
        seat = _seat(request, match)
        decision = next((one for one in match.decisions if one.seat == seat), None)
        legal = match.game.choices(match.state, seat) if decision is not None else ()
        return {
            "kind": None if decision is None else decision.kind,
            "prompt": None if decision is None else decision.prompt,
            "moves": [
                {
                    "id": number,
                    "move": match.game.notation(move),
                    "sentence": match.game.sentence(match.state, seat, move),
                    "words": match.game.describe(match.state, seat, move),
                }
                for number, move in enumerate(legal)
            ],
        }

    def _picture(self, request: Node) -> Reply:
        match = self._table(request)
        theme = request.get("theme")
        chosen: Theme = "auto" if theme is None else theme.one_of(("auto", "light", "dark"))
        return {"svg": match.svg(_viewer(request, match), chosen)}

    def _events(self, request: Node) -> Reply:
        match = self._table(request)
        viewer = _viewer(request, match)
        since = request.get("since")
        first = 0 if since is None else since.int(0)
        return {
            "acts": [serialize.move_data(match, n, viewer) for n in range(first, len(match.plies))],
            "next": len(match.plies),
        }

    # -- moves --------------------------------------------------------------------------------

    def _check(self, request: Node) -> Reply:
        match = self._table(request)
        refusal = match.check(request["move"].str(), _seat(request, match))
        return {"legal": refusal is None, "refusal": None if refusal is None else asdict(refusal)}

    def _why(self, request: Node) -> Reply:
        match = self._table(request)
        answers = match.explain(request["move"].str(), _seat(request, match))
        return serialize.why_data(match, answers)

    def _play(self, request: Node) -> Reply:
        match = self._table(request)
        seat = _seat(request, match)
        chosen = request.get("move_id")
        if (chosen is None) == ("move" not in request):
            raise BadRequest("bad_request", "a play has either move or move_id", key="move")
        if chosen is None:
            match.play(request["move"].str(), seat)
        else:
            legal = match.game.choices(match.state, seat)
            match.play(legal[chosen.int(0, len(legal) - 1)], seat)
        number = len(match.plies) - 1
        return {"act": serialize.move_data(match, number, seat), **_state_of(match)}

    def _undo(self, request: Node) -> Reply:
        match = self._table(request)
        count = request.get("acts")
        moves = 1 if count is None else count.int(1)
        because = match.undo_consent(moves, _seat(request, match))
        if because is not None and not _flag(request, "agreed"):
            message = f"taking back {moves} needs everybody's consent (agreed: true): {because}"
            raise BadRequest("needs_consent", message, because=because)
        match.undo(moves)
        return _state_of(match)

    def _hint(self, request: Node) -> Reply:
        match = self._table(request)
        seat = _seat(request, match)
        named, seconds = request.get("bot"), request.get("seconds")
        name = "mcts" if named is None else named.one_of(bot_names())
        budget = 1 if seconds is None else seconds.int(1, MAX_SECONDS)
        bot = make_bot(name, f"{match.header.seed} hint")
        choice = bot.choose(match.game, match.state, seat, budget)
        return {
            "move": match.game.notation(choice.move),
            "sentence": match.game.sentence(match.state, seat, choice.move),
            "words": match.game.describe(match.state, seat, choice.move),
            "value": choice.value,
            "detail": choice.detail,
            "alternatives": [
                {"move": match.game.notation(other.move), "value": other.value}
                for other in choice.alternatives
            ],
        }


# -- reading requests -------------------------------------------------------------------------


def _read(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise BadRequest("too_long", "the line is too long for a request")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRequest("not_json", "the line is not JSON") from None
    if not isinstance(request, dict):
        raise BadRequest("bad_request", "a request is a JSON object")
    return request


def _id_of(request: dict[str, Any]) -> int | str | None:
    name = request.get("id")
    if isinstance(name, str) and len(name) <= MAX_ID:
        return name
    if name is None or (type(name) is int and abs(name) < 10**18):
        return name
    raise BadRequest("bad_request", "an id is a whole number or a short text", key="id")


def _viewer(request: Node, match: Match) -> int | None:
    """The seat whose view is wanted; nothing, or null, is a spectator."""
    seat = request.get("seat")
    if seat is None or seat.value is None:
        return None
    return seat.int(0, match.header.seats - 1)


def _seat(request: Node, match: Match) -> int:
    return request["seat"].int(0, match.header.seats - 1)


def _flag(request: Node, key: str) -> bool:
    found = request.get(key)
    return found is not None and found.bool()


def _optional_path(request: Node, key: str) -> Path | None:
    return _path(request[key]) if key in request else None


def _path(node: Node) -> Path:
    text = node.str()
    if not text or not text.isprintable():
        raise node.fail("expected the name of a file")
    return Path(text)


# -- replies ----------------------------------------------------------------------------------


def _state_of(match: Match) -> Reply:
    outcome = match.outcome
    return {
        "game": match.header.game,
        "seats": match.header.seats,
        "names": list(match.names),
        "acts": len(match.plies) - 1,
        "over": match.is_over,
        "decisions": [asdict(decision) for decision in match.decisions],
        "outcome": None if outcome is None else asdict(outcome),
        "file": None if match.path is None else str(match.path),
    }
