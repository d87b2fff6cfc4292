"""The table on the full screen: board, events, moves and prompt keep their places."""
