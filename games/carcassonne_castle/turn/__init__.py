"""A turn: draw a tile and lay it, place a follower or none, score what is complete.

Whoever has the majority in a completed path, tower or house scores it and moves a marker round
the wall; stopping on a corner tower takes its wall tile. Followers of scored features go home.
Turns alternate, but for wall tile 1. When the last tile is laid, the keep, the courts and the
wall tiles are scored.
"""
