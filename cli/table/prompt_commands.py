"""The commands of the prompt, in matches and in lessons, and their help."""

from __future__ import annotations

HELP = (
    ("MOVE", "play a move; Tab completes it, the arrow keys bring back earlier lines"),
    ("NUMBER", "play the move with this number in the list"),
    (
        "? [WORDS]",
        "list the legal moves; '? all' for all of them, '? WORDS' for those with the words",
    ),
    ("why MOVE", "show what each rule says about a move"),
    ("look THING", "show what is there, and the moves that affect it"),
    ("rules [ID|WORD]", "show a rule by its id, or all rules with a word"),
    ("hint", "show the best move a bot can find, and your chance to win"),
    ("auto", "let a bot play your moves until this step is over"),
    ("undo [N]", "undo your last move, or your last N moves"),
    ("redo", "redo what you undid"),
    ("goal", "show how to win, what a turn is and what scores"),
    ("legend", "explain the signs in the drawing"),
    ("score", "show the score so far, item by item"),
    ("log [N]", "show all moves, or the last N"),
    ("board", "draw the whole table again; scroll if it is taller than the window"),
    ("save FILE", "save a copy of the match"),
    ("scenario FILE [NAME]", "save the last moves as a scenario"),
    ("edit [KEY = VALUE]", "change the position of a match started with --from"),
    ("help", "show this list"),
    ("quit", "leave; the match is saved (or press Ctrl-D)"),
)
LESSON_HELP = (
    ("MOVE", "try a move; Tab completes it"),
    ("NUMBER", "try the move with this number in the list"),
    ("? [WORDS]", "list the legal moves; '? WORDS' for those with the words"),
    ("hint", "get a hint for this step"),
    ("answer", "show a move that solves this step"),
    ("task", "show again what this step is about"),
    *(row for row in HELP if row[0] in ("why MOVE", "rules [ID|WORD]", "goal", "score")),
    ("board", "draw the whole table again"),
    ("skip", "continue with the next lesson; this one stays open"),
    ("again", "start this lesson again"),
    ("help", "show this list"),
    ("quit", "leave; finished lessons stay finished (or press Ctrl-D)"),
)
LESSON_COMMANDS = tuple(usage.split()[0] for usage, _ in LESSON_HELP[2:])
COMMANDS = tuple(usage.split()[0] for usage, _ in HELP[2:])
ALIASES = {"moves": "?", "h": "help", "exit": "quit", "q": "quit"}


def split_command(line: str) -> tuple[str, str]:
    """The first word of a line, in its usual form if it is an alias, and what follows it."""
    head, _, tail = " ".join(line.split()).partition(" ")
    if head.startswith("?") and len(head) > 1:
        head, tail = "?", f"{head[1:]} {tail}".strip()
    return ALIASES.get(head.casefold(), head.casefold()), tail
