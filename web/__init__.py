"""The table in a browser: people play over the network, each behind a secret link of their own.

It stands on `session` as the command line does and holds no rules. `server` starts it, `api` says
what can be asked for, `table` keeps one match and what goes on round it, `desk` is what one viewer
may see and do there, `links` knows who a secret link belongs to, `thinkers` are the processes in
which bots think, `guard` turns away what must not come in. The match file is the only store of a
match.
"""
