"""What is in the box: the tiles and their kinds, the castle they build, its symmetries."""
