"""A turn: draw and place a tile, place a follower or none, score what is complete."""
