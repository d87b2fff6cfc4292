"""What is in the box: the wall, the castle tiles, the wall tiles, and tables made of them."""
