"""What is in the box: markers (`pieces`), map and kings (`board`), and the files that say so (`loading`)."""
