"""`python -m tests.campaigns soak --seconds 300`; without a name, what there is."""

from __future__ import annotations

import sys

from tests.campaigns import campaigns


def main(argv: list[str]) -> int:
    known = campaigns()
    if argv and argv[0] in known:
        return int(known[argv[0]].run(argv[1:]))
    print("python -m tests.campaigns CAMPAIGN [--help]\n")
    for name, module in known.items():
        print(f"  {name:<14}{(module.__doc__ or '').strip().splitlines()[0]}")
    return 0 if not argv or argv[0] in ("-h", "--help") else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
