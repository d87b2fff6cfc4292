"""The conformance kit: random matches of a game, and everything the contract promises of them."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field, frozen

from rulekeep.core import registry
from rulekeep.core.canvas import ASCII, Look
from rulekeep.core.chance import RecordedChance, RecordingChance, SeededChance
from rulekeep.core.errors import BadNotation, IllegalMove, RulekeepError, SetupError
from rulekeep.core.game import AnyGame, Event, Game, apply
from rulekeep.core.options import settle
from rulekeep.core.record import canonical_json
from rulekeep.core.testing.spoiling import faults_of_spoilt
from rulekeep.core.testing.stamps import Citations

Progress = Callable[[str], None]

MAX_DECISIONS = 50_000
MAX_PROBLEMS = 20
WIDTHS = (80, 120)
SPOILT = 6
"""Changed positions tried per probe, and how far those that are accepted are played."""
SPOILT_ACTS = 25


@define
class Report:
    """What the kit did, and what it has to complain about."""

    game: str
    matches: int = 0
    decisions: int = 0
    probes: int = 0
    moves_compared: int = 0
    settings: int = 0
    refused_settings: int = 0
    seats: set[int] = field(factory=set)
    problems: list[str] = field(factory=list)
    citations: Citations = field(factory=Citations)

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def stamps(self) -> list[str]:
        """Ids that were cited always and so show nothing; worth mending, no breach of contract."""
        return self.citations.stamps()

    def lines(self) -> list[str]:
        seats = ", ".join(map(str, sorted(self.seats)))
        played = f"{self.matches} matches at {seats} seats, {self.decisions} decisions"
        settings = f"{self.settings} option settings, {self.refused_settings} refused at set-up"
        compared = f"{self.moves_compared} moves compared between legal_moves and check"
        lines = [
            f"{self.game}: {played}",
            f"  {settings}",
            f"  {self.probes} positions probed, {compared}",
        ]
        lines += [f"  stamp: {stamp}" for stamp in self.stamps]
        lines += [f"  problem: {problem}" for problem in self.problems]
        lines.append("  conforms" if self.ok else f"  {len(self.problems)} problems")
        return lines


class _Enough(Exception):
    """So many complaints that further ones would not help."""


@frozen
class _Table:
    """One match being checked: how it was set up, for complaints."""

    game: AnyGame
    report: Report
    label: str

    def complain(self, what: str) -> None:
        self.report.problems.append(f"{self.label}: {what}")
        if len(self.report.problems) >= MAX_PROBLEMS:
            raise _Enough


def settings_of(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The defaults, every preset, and every value of every option by itself."""
    yield {}
    for preset in game.presets.values():
        yield dict(preset)
    for option in game.options:
        values = (option.low, option.high) if option.kind == "integer" else option.values
        for value in values:
            if value != option.default:
                yield {option.name: value}


def check_game(
    game: AnyGame | str,
    *,
    matches: int = 1,
    probes: int = 4,
    seed: int | str = 0,
    max_universe: int = 4000,
    only_seats: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play random matches at every seat count and option setting, and check the contract.

    `probes` positions of each match are examined closely; a universe larger than
    `max_universe` is compared on a sample of that many moves (and all the legal ones).
    """
    plugin = registry.load(game) if isinstance(game, str) else game
    report = Report(plugin.id)
    settings = list(settings_of(plugin))
    report.settings = len(settings)
    try:
        _check_book(plugin, report)
        _check_beginnings(plugin, report)
        for seats in plugin.seats:
            if only_seats not in (None, seats):
                continue
            playable = 0
            for number, options in enumerate(settings):
                for repeat in range(matches):
                    label = f"seats={seats} options={options} seed={seed}/{repeat}"
                    if progress is not None:
                        progress(label)
                    lot = SeededChance("kit", seed, seats, number, repeat)
                    table = _Table(plugin, report, label)
                    if _guarded(table, seats, options, lot, probes, max_universe):
                        playable += 1
                        report.seats.add(seats)
                    elif repeat == 0:
                        report.refused_settings += 1
            if not playable:
                report.problems.append(f"no option setting can be played at {seats} seats")
    except _Enough:
        report.problems.append("and so on; stopped here")
    return report


def conformance_test(game: AnyGame | str, **settings: Any) -> Callable[[], None]:
    """A pytest function for one game."""

    def test_conformance() -> None:
        report = check_game(game, **settings)
        assert report.ok, "\n".join(report.lines())

    return test_conformance


def _check_book(game: AnyGame, report: Report) -> None:
    """The options that rules depend on exist, with these values."""
    options = {option.name: option for option in game.options}
    for rule in game.book:
        for name, values in (*((name, ()) for name in rule.options), *rule.when):
            if name not in options:
                report.problems.append(f"{rule.id} depends on {name!r}, which is no option")
                continue
            for value in values:
                try:
                    options[name].validate(value)
                except SetupError as error:
                    report.problems.append(f"{rule.id}: {error}")


def _check_beginnings(game: AnyGame, report: Report) -> None:
    """What cannot be set up is refused with a SetupError, and the kit is given a universe."""
    wrong: list[tuple[int, dict[str, Any]]] = [(game.seats[0] - 1, {}), (game.seats[-1] + 1, {})]
    wrong.append((game.seats[0], {"no such option": 1}))
    for seats, options in wrong:
        said = f"{seats} seats with options {options}"
        try:
            game.setup(seats, options, SeededChance(0))
            report.problems.append(f"{said} are not refused with a SetupError")
        except SetupError:
            continue
        except Exception as error:  # noqa: BLE001
            report.problems.append(f"{said} raise {error!r}, not a SetupError")
    if getattr(type(game), "universe", None) is Game.universe:
        report.problems.append("the game gives no universe of moves to compare with check")


def _guarded(
    table: _Table,
    seats: int,
    options: Mapping[str, Any],
    lot: SeededChance,
    probes: int,
    max_universe: int,
) -> bool:
    """One match; an accident in the plugin is a complaint with its place, not the kit's end."""
    try:
        return _check_match(table, seats, options, lot, probes, max_universe)
    except _Enough:
        raise
    except Exception as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        table.complain(
            f"raised {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        )
        return True


def _check_match(
    table: _Table,
    seats: int,
    options: Mapping[str, Any],
    lot: SeededChance,
    probes: int,
    max_universe: int,
) -> bool:
    """One random match; False if this setting cannot be played."""
    game = table.game
    chance = RecordingChance(lot)
    try:
        step = game.setup(seats, options, chance)
    except SetupError as error:
        if error.rule and error.rule not in game.book:
            table.complain(f"set-up is refused with {error.rule}, which is not in the book")
        return False
    table.report.matches += 1
    setup_outcomes = tuple(chance.outcomes)
    settled = settle(game.options, options)
    _check_events(table, step.events, seats, settled)
    state = step.state
    start = canonical_json(game.to_dict(state))
    played: list[tuple[int, Any, tuple[str, ...]]] = []
    due = 0  # probe early positions densely, later ones at growing distances
    while decisions := game.decisions(state):
        table.report.decisions += 1
        if len(played) > MAX_DECISIONS:
            table.complain(f"no end after {MAX_DECISIONS} decisions")
            return True
        if game.outcome(state) is not None:
            table.complain("there is an outcome while decisions are open")
        if len({d.seat for d in decisions}) != len(decisions):
            table.complain("a seat is asked two things at a time")
        decision = decisions[lot.below(len(decisions))]
        seat = decision.seat
        if not decision.prompt:
            table.complain(f"seat {seat} is asked without words ({decision.kind})")
        moves = game.legal_moves(state, seat)
        if not moves:
            table.complain(f"seat {seat} must decide ({decision.kind}) and has no legal move")
            return True
        if len(played) >= due:
            _probe(table, state, lot, max_universe)
            due += 1 + lot.below(2 + 4 * due // probes)
        move = moves[lot.below(len(moves))]
        chance.outcomes = []
        refusal = game.check(state, seat, move)
        if refusal is not None:
            table.complain(f"legal move {game.notation(move)!r} is refused: {refusal}")
            return True
        events: list[Event] = []
        game.advance(state, seat, move, chance, events.append)
        _check_events(table, events, seats, settled)
        played.append((seat, move, tuple(chance.outcomes)))
        for complaint in game.audit(state):
            table.complain(f"after {game.notation(move)!r} (act {len(played)}): {complaint}")
    _check_end(table, state, seats, played[-1] if played else None)
    _check_replay(table, seats, settled, setup_outcomes, start, played, state)
    return True


def _check_events(
    table: _Table, events: Sequence[Event], seats: int, options: Mapping[str, Any]
) -> None:
    book = table.game.book
    table.report.citations.hear(events)
    for event in events:
        for rule in event.rules:
            if rule not in book:
                table.complain(f"{event.name} carries {rule}, which is not in the book")
            elif not book[rule].in_force(options):
                table.complain(f"{event.name} carries {rule}, which is not in force")
        if not event.rules:
            table.complain(f"{event.name} carries no rule")
        for viewer in (None, *range(seats)):
            text = event.tell_to(viewer, "Seat {}".format)
            if not isinstance(text, str) or "\n" in text:
                table.complain(f"{event.name} is not told in one line: {text!r}")
        try:
            json.dumps(event.to_dict(), allow_nan=False)
        except (TypeError, ValueError) as error:
            table.complain(f"{event.name} is not JSON-able: {error}")


def _probe(table: _Table, state: Any, lot: SeededChance, max_universe: int) -> None:
    """Examine one position closely."""
    table.report.probes += 1
    game = table.game
    before = canonical_json(game.to_dict(state))
    seats = game.seats_of(state)
    asked = {decision.seat for decision in game.decisions(state)}
    for decision in game.decisions(state):
        _check_legality(table, state, decision.seat, lot, max_universe)
        _check_apply(table, state, decision.seat, lot, before)
        _check_strange(table, state, decision.seat, lot)
        _check_rumours(table, state, decision.seat, lot)
    for seat in range(seats):
        if seat not in asked:
            _check_unasked(table, state, seat, asked)
        _check_hidden(table, state, seat, lot)
        value = game.evaluate(state, seat)
        if not 0.0 <= value <= 1.0:
            table.complain(f"evaluate gives {value} for seat {seat}")
    _check_data(table, state, before, lot)
    _check_render(table, state, seats)
    if canonical_json(game.to_dict(state)) != before:
        table.complain("looking at a state changed it")


def _check_legality(
    table: _Table, state: Any, seat: int, lot: SeededChance, max_universe: int
) -> None:
    """`legal_moves` and `check` agree over every expressible move."""
    game = table.game
    listed = list(game.legal_moves(state, seat))
    legal = set(listed)
    if len(legal) != len(listed):
        table.complain(f"legal_moves lists a move twice for seat {seat}")
    if list(game.legal_moves(state, seat)) != listed:
        table.complain("legal_moves gives another order the second time")
    universe = list(game.universe(state, seat))
    for move in legal.difference(universe):
        table.complain(f"the universe lacks the legal move {game.notation(move)!r}")
        break
    if len(universe) > max_universe:
        universe = [universe[lot.below(len(universe))] for _ in range(max_universe)]
    for move in {**dict.fromkeys(listed), **dict.fromkeys(universe)}:
        table.report.moves_compared += 1
        text = game.notation(move)
        if not text.isprintable():
            table.complain(f"the notation {text!r} is not printable")
        try:
            if game.parse(text) != move:
                table.complain(f"{text!r} is parsed as another move")
        except BadNotation as error:
            table.complain(f"the notation {text!r} is not understood: {error}")
        refusal = game.check(state, seat, move)
        if refusal is not None:
            if move in legal:
                table.complain(f"{text!r} is listed as legal but refused: {refusal}")
            if refusal.rule not in game.book:
                table.complain(f"{text!r} is refused with {refusal.rule}, not in the book")
            if not refusal.because:
                table.complain(f"{text!r} is refused without a reason")
            objections = [a for a in game.book.explain(state, seat, move) if a.objection]
            if not objections or objections[0].rule != refusal.rule:
                table.complain(f"{text!r}: explain does not begin with the refusal {refusal}")
        else:
            stands_for = game.listed_as(state, seat, move)
            if stands_for is not None and stands_for not in legal:
                table.complain(f"{text!r} passes check but is not among the legal moves")
    for move in listed:
        if not isinstance(game.describe(state, seat, move), str):
            table.complain(f"describe says nothing printable of {game.notation(move)!r}")


def _check_apply(table: _Table, state: Any, seat: int, lot: SeededChance, before: str) -> None:
    """`apply` leaves its argument alone and refuses what `check` refuses."""
    game = table.game
    moves = game.legal_moves(state, seat)
    move = moves[lot.below(len(moves))]
    copied = state.copy()
    if canonical_json(game.to_dict(copied)) != before:
        table.complain("a copy is not equal to its original")
    apply(game, state, seat, move, SeededChance("apply"))
    if canonical_json(game.to_dict(state)) != before:
        table.complain(f"apply of {game.notation(move)!r} changed its argument")
    game.advance(copied, seat, move, SeededChance("apply"), None)
    heard = state.copy()
    game.advance(heard, seat, move, SeededChance("apply"), lambda event: None)
    if game.to_dict(copied) != game.to_dict(heard):
        table.complain(f"{game.notation(move)!r} does something else when somebody listens")


def _check_strange(table: _Table, state: Any, seat: int, lot: SeededChance) -> None:
    """A move made by a program that names what does not exist is refused like any other."""
    game = table.game
    moves = game.legal_moves(state, seat)
    move = moves[lot.below(len(moves))]
    if game.language is None or not attrs.has(type(move)):
        return
    for attribute in attrs.fields(type(move)):
        for strange in (99_999, -99) if attribute.init else ():
            odd = attrs.evolve(move, **{attribute.name: strange})
            refusal = game.check(state, seat, odd)
            if refusal is None or refusal.rule not in game.book:
                table.complain(f"{odd} is not refused by a rule but answered with {refusal}")


def _check_rumours(table: _Table, state: Any, seat: int, lot: SeededChance) -> None:
    """The rumour of an event does not depend on what those who did not see it cannot know."""
    game = table.game
    moves = game.legal_moves(state, seat)
    move = moves[lot.below(len(moves))]
    heard: list[list[str]] = [[], []]
    for one, rumours in zip((state, game.determinize(state, seat, lot)), heard, strict=True):
        events: list[Event] = []
        game.advance(one.copy(), seat, move, SeededChance("rumour"), events.append)
        for event in events:
            if event.seen_by is not None and seat not in event.seen_by:
                rumours.append(event.rumour("Seat {}".format))
    for one_text, other_text in zip(*heard, strict=False):
        if one_text != other_text:
            table.complain(f"a rumour tells too much: {one_text!r} or {other_text!r}")
            break


def _check_unasked(table: _Table, state: Any, seat: int, asked: set[int]) -> None:
    """A seat that is not asked has no moves and is refused."""
    game = table.game
    if game.legal_moves(state, seat):
        table.complain(f"seat {seat} is not asked and has legal moves")
    move = game.legal_moves(state, min(asked))[0]
    refusal = game.check(state, seat, move)
    if refusal is None:
        table.complain(f"seat {seat} is not asked and {game.notation(move)!r} passes check")
    elif refusal.rule not in game.book:
        table.complain(f"seat {seat} is refused with {refusal.rule}, not in the book")


def _check_hidden(table: _Table, state: Any, seat: int, lot: SeededChance) -> None:
    """What a seat cannot see may change without its seeing, or a spectator's, changing."""
    game = table.game
    other = game.determinize(state, seat, lot)
    for complaint in game.audit(other):
        table.complain(f"determinize for seat {seat}: {complaint}")
    for viewer in (seat, None):
        who = "a spectator" if viewer is None else f"seat {viewer}"
        seen = _as_json(table, game.observation(state, viewer), f"the observation of {who}")
        if seen != _as_json(table, game.observation(other, viewer), "an observation"):
            table.complain(f"{who} observes what is hidden from seat {seat}")
        look = Look()
        if game.render(state, viewer, look).text() != game.render(other, viewer, look).text():
            table.complain(f"the drawing for {who} shows what is hidden from seat {seat}")
    moves = list(game.legal_moves(state, seat))
    if list(game.legal_moves(other, seat)) != moves:
        table.complain(f"determinize changes the legal moves of seat {seat}")
    if game.decisions(other) != game.decisions(state):
        table.complain(f"determinize for seat {seat} changes who must decide")
    if game.standing(other, seat) != game.standing(state, seat):
        table.complain(f"the standing for seat {seat} shows what is hidden from it")
    for move in moves[:40]:
        if game.describe(other, seat, move) != game.describe(state, seat, move):
            table.complain(f"describe tells seat {seat} what is hidden from it")
            break
    before = canonical_json(game.to_dict(state))
    if moves:
        game.advance(other, seat, moves[lot.below(len(moves))], lot)
        if canonical_json(game.to_dict(state)) != before:
            table.complain(f"determinize for seat {seat} shares parts with the true state")


def _as_json(table: _Table, data: Any, what: str) -> str:
    try:
        return canonical_json(data)
    except (TypeError, ValueError) as error:
        table.complain(f"{what} is not JSON-able: {error}")
        return ""


def _check_data(table: _Table, state: Any, before: str, lot: SeededChance) -> None:
    """States survive JSON, and damaged ones are refused without an accident."""
    game = table.game
    again = game.from_dict(json.loads(before))
    if canonical_json(game.to_dict(again)) != before:
        table.complain("a state read back from JSON is another state")
    if again != state:
        table.complain("a state read back from JSON is not equal to the first")
    if game.decisions(again) != game.decisions(state):
        table.complain("a state read back from JSON asks other decisions")
    for decision in game.decisions(state):
        if list(game.legal_moves(again, decision.seat)) != list(
            game.legal_moves(state, decision.seat)
        ):
            table.complain("a state read back from JSON has other legal moves")
    try:
        game.from_dict({**json.loads(before), "no such key": 1})
        table.complain("from_dict accepts a key that it does not know")
    except RulekeepError:
        pass
    junk: Any
    for junk in (None, -1, "x", [], {}, 10**9, [[]], True):
        broken = json.loads(before)
        where = _spoil(broken, junk, lot)
        try:
            game.from_dict(broken)
        except RulekeepError:
            continue
        except Exception as error:  # noqa: BLE001 (any accident is what this looks for)
            table.complain(f"from_dict stumbles over {where} = {junk!r}: {error!r}")
    if game.table is not None:
        data = json.loads(before)
        for fault in faults_of_spoilt(game, data, lot, tries=SPOILT, acts=SPOILT_ACTS):
            table.complain(fault)
    words = [w for d in game.decisions(state) for w in _half_moves(game, state, d.seat)]
    for text in ("", "x" * 500, "done done done", "\x00", "place", "0", "é ü", *words):
        try:
            game.parse(text)
        except BadNotation:
            continue
        except Exception as error:  # noqa: BLE001
            table.complain(f"parse stumbles over {text[:20]!r}: {error!r}")


def _half_moves(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """Moves with a word too few, too many or spoilt."""
    for move in game.legal_moves(state, seat)[:3]:
        words = game.notation(move).split(" ")
        for count in range(1, len(words)):
            yield " ".join(words[:count])
        yield " ".join([*words, "x"])
        for at in range(len(words)):
            yield " ".join([*words[:at], "?", *words[at + 1 :]])


def _spoil(data: Any, junk: Any, lot: SeededChance) -> str:
    """Replace some leaf or branch of JSON data; its path."""
    path = ""
    while True:
        if isinstance(data, dict) and data:
            keys = sorted(data)
            key: Any = keys[lot.below(len(keys))]
        elif isinstance(data, list) and data:
            key = lot.below(len(data))
        else:
            return path + " (left alone)"
        path += f".{key}"
        inner = data[key]
        if not isinstance(inner, dict | list) or not inner or lot.below(3) == 0:
            data[key] = junk
            return path
        data = inner


def _check_render(table: _Table, state: Any, seats: int) -> None:
    game = table.game
    names = tuple(f"Somebody {seat}" for seat in range(seats))
    for width in WIDTHS:
        for viewer in (None, 0):
            canvas = game.render(state, viewer, Look(width=width, names=names))
            for line in canvas.lines():
                if len(line) > width:
                    table.complain(f"a line of the drawing is {len(line)} wide, not {width}")
                    break
            for char in sorted(set(canvas.text()) - {"\n"}):
                if not char.isascii() and char not in ASCII:
                    table.complain(f"the drawing uses {char!r}, which has no ASCII stand-in")


def _check_end(
    table: _Table, state: Any, seats: int, last: tuple[int, Any, tuple[str, ...]] | None
) -> None:
    game = table.game
    outcome = game.outcome(state)
    if outcome is None:
        table.complain("there are no decisions left and no outcome")
        return
    table.report.citations.end(outcome)
    if len(outcome.places) != seats or not all(1 <= p <= max(2, seats) for p in outcome.places):
        table.complain(f"the places {outcome.places} do not fit {seats} seats")
    if seats > 1 and 1 not in outcome.places:
        table.complain("nobody has the first place")
    for rule in outcome.all_rules:
        if rule not in game.book:
            table.complain(f"the outcome cites {rule}, which is not in the book")
    for score in outcome.scores:
        if score.items and sum(item.total for item in score.items) != score.total:
            table.complain(f"the items of seat {score.seat} do not add up to {score.total}")
    if len(outcome.scores) != seats:
        table.complain(f"the outcome has {len(outcome.scores)} scores for {seats} seats")
    share = 1 / max(1, len(outcome.winners))
    for seat in range(seats):
        if game.legal_moves(state, seat):
            table.complain(f"seat {seat} can still move after the end")
        value = game.evaluate(state, seat)
        expected = (share, 1.0) if seat in outcome.winners else (0.0,)
        if not any(abs(value - v) < 1e-9 for v in expected):
            table.complain(f"evaluate gives {value} at the end to place {outcome.places[seat]}")
    if last is not None:
        seat, move, _ = last
        try:
            apply(game, state, seat, move, SeededChance(0))
            table.complain("a move is accepted after the end")
        except IllegalMove as error:
            if error.refusal.rule not in game.book:
                table.complain(f"after the end {error.refusal.rule} refuses, not in the book")
    before = canonical_json(game.to_dict(state))
    again = game.from_dict(json.loads(before))
    if canonical_json(game.to_dict(again)) != before or game.outcome(again) != outcome:
        table.complain("a finished state read back from JSON ends differently")
    _check_render(table, state, seats)


def _check_replay(
    table: _Table,
    seats: int,
    options: Mapping[str, Any],
    setup_outcomes: tuple[str, ...],
    start: str,
    played: list[tuple[int, Any, tuple[str, ...]]],
    end: Any,
) -> None:
    """The record alone leads to the same state."""
    game = table.game
    chance = RecordedChance(setup_outcomes)
    state = game.setup(seats, options, chance).state
    try:
        chance.finish()
        if canonical_json(game.to_dict(state)) != start:
            table.complain("the recorded set-up leads to another state")
        for seat, move, outcomes in played:
            chance = RecordedChance(outcomes)
            game.advance(state, seat, game.parse(game.notation(move)), chance)
            chance.finish()
    except RulekeepError as error:
        table.complain(f"the record does not replay: {error}")
        return
    if game.to_dict(state) != game.to_dict(end):
        table.complain("the record replays to another state")
