"""A bot for `rulekeep play kilt_castle --seats 'human,run:python3 examples/bots/patient.py'`.

It plays the move with the longest explanation. That is rarely wise, but it shows the whole protocol.
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
