"""The web server: people play over the network, each with a secret link.

It uses `session`, as the command line does, and contains no rules. `application` is the
whole of it as one ASGI application and needs no socket; `server` listens for it; `middleware`
refuses what may not reach it; `endpoints` declares routes, which are in `routes`;
`tables` has the open tables, what a viewer may see of them, and the links; `bots` are processes
beside the server; `pages` renders HTML. The match file is the only store of a match.
"""
