"""A program that plays, and misbehaves as its first argument says; the second names a file."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

how = sys.argv[1]
file = Path(sys.argv[2]) if len(sys.argv) > 2 else None
turns = 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(message: dict[str, Any]) -> bool:
    """Whether an answer has been given, or something like it."""
    moves = message["moves"]
    if how == "dies":
        sys.exit(3)
    elif how == "dies-once" and file and not file.exists():
        file.write_text("died")
        os.kill(os.getpid(), 9)
    elif how == "complains":
        print("a secret: my hand is good\x1b[2J", file=sys.stderr)
        sys.exit(4)
    elif how == "hangs":
        time.sleep(1000)
    elif how in ("leaves-children", "leaves-daemons") and file:
        child = subprocess.Popen(["sleep", "1000"], start_new_session=how == "leaves-daemons")
        file.write_text(str(child.pid))
        time.sleep(1000)
    elif how == "eats":
        hoard = bytearray(3 << 30)
        hoard[::4096] = b"x" * len(hoard[::4096])
    elif how in ANSWERS:
        say(ANSWERS[how].replace("COUNT", str(len(moves))))
        return True
    elif how == "floods":
        while True:
            sys.stdout.write("x" * 65536)
    elif how == "floods-lines":
        while True:
            sys.stdout.write("\n" * 65536)
    elif how == "floods-errors":
        sys.stderr.write("y" * (3 << 20))
        sys.stderr.flush()
    elif how == "speaks-twice":
        say('{"id": 0}\n{"id": 0}')
        time.sleep(0.2)
        return True
    return False


ANSWERS = {
    "garbage": "hello?",
    "bytes": "\\udcff".encode("utf-8", "surrogatepass").decode("latin-1"),
    "list": "[0]",
    "deep": "[" * 50_000,
    "empty": "{}",
    "high-id": '{"id": COUNT}',
    "low-id": '{"id": -1}',
    "true-id": '{"id": true}',
    "float-id": '{"id": 0.0}',
    "huge-id": '{"id": ' + "9" * 5000 + "}",
    "no-move": '{"move": "fly to the moon"}',
    "long-move": json.dumps({"move": "take 1 " * 1000}),
    "not-now": '{"move": "take 1"}',
    "number-move": '{"move": 7}',
}

for line in sys.stdin:
    message = json.loads(line)
    if file and how == "records":
        with file.open("a") as stream:
            stream.write(line)
    if message["type"] == "hello":
        if how == "sulks":
            say('{"type": "no"}')
        say('{"type": "ready"}')
    elif message["type"] == "decide":
        if not misbehave(message):
            say(json.dumps({"move": message["moves"][-1]["move"]}))
    else:
        break
