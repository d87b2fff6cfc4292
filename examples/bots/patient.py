"""A bot for `rulekeep play kilt_castle --seats 'human,run:python3 examples/bots/patient.py'`.

It plays the move with the longest explanation, which is rarely wise, and shows the protocol whole.
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready"}
    elif message["type"] == "decide":
        best = max(message["moves"], key=lambda move: len(move["words"]))
        answer = {"id": best["id"]}
    else:
        break  # bye
    print(json.dumps(answer), flush=True)
