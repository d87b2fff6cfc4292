"""The pages of the table in a browser: HTML out of what the server hands over.

What the server calls, and with what; everything here is plain data, limited already to what the
viewer may know. A page shows nothing that is not in these data or in the API of its link.

- `lobby(tables, matches, bots, hints, boxes)`: the tables with links and the matches of the directory;
  each has `name` (of the match file), `game`, `title`, `names`, `acts`, `over`, `when`, `page`.
- `links(table, seats, spectators)`: the host's page of one table. A seat has `seat`, `name`,
  `player`, `link`, `qr` (address of an SVG); spectators have `link`, `qr`.
- `table(link, view)`: the page of a seat or spectator; `view` is what `/t/<link>/view` says.
- `replay(name, view)`: a kept match, act by act.
- `problem(status, sentence)`: what is shown instead of a page.
- `ROUTES`: `/static/…`, `/book/<game>`, `/learn/<game>…`; nothing secret is in them.

The script and the style are our own, as they stand in `static`: no build step, nothing inline,
nothing from other hosts.
"""

from rulekeep.web.pages.render import links, lobby, problem, replay, table
from rulekeep.web.routes.public import ROUTES

__all__ = ["ROUTES", "links", "lobby", "problem", "replay", "table"]
