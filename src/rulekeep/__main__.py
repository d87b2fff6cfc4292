"""`python -m rulekeep`: the same as the command `rulekeep`."""

from rulekeep.cli.main import main

main()
