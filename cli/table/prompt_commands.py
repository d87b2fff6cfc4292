"""The commands of the prompt and their help."""

from __future__ import annotations

HELP = (
    ("MOVE", "play a move; Tab completes it word by word, the arrow keys bring back old ones"),
    ("NUMBER", "play the move that ? shows with this number"),
    ("? [WORDS]", "the legal moves, numbered and explained; '? all', or only those with the words"),
    ("why MOVE", "what each rule says about a move"),
    ("look THING", "what stands at a place of the table, and which moves concern it"),
    ("rules [ID|WORD]", "a rule by its id, or all rules with a word"),
    ("hint", "what the strongest bot would play, and its estimate"),
    ("auto", "let the quick bot make your acts until this step is over"),
    ("undo [N]", "take back your last act, or your last N"),
    ("redo", "play again what was taken back"),
    ("goal", "what the game is about, what a turn is and what counts"),
    ("legend", "what the signs of the drawing mean"),
    ("score", "points or money so far, item by item"),
    ("log [N]", "what happened, all of it or the last N acts"),
    ("board", "draw all of the table again; if it is taller than the window, to scroll in"),
    ("save FILE", "write a copy of the match"),
    ("scenario FILE [NAME]", "keep what was played since the position, or last, as a scenario"),
    ("edit [KEY = VALUE]", "change the position of a table begun with --from"),
    ("help", "this list"),
    ("quit", "leave; the match is saved (Ctrl-D does the same)"),
)
COMMANDS = tuple(usage.split()[0] for usage, _ in HELP[2:])
ALIASES = {"moves": "?", "h": "help", "exit": "quit", "q": "quit"}


def split_command(line: str) -> tuple[str, str]:
    """The first word of a line, in its usual form if it is an alias, and what follows it."""
    head, _, tail = " ".join(line.split()).partition(" ")
    if head.startswith("?") and len(head) > 1:
        head, tail = "?", f"{head[1:]} {tail}".strip()
    return ALIASES.get(head.casefold(), head.casefold()), tail
