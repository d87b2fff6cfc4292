"""`python -m rulekeep.cli`: the same as the command `rulekeep`."""

from rulekeep.cli.main import main

main()
