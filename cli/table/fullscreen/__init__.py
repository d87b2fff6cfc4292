"""The table that stays on the screen: board, news, moves and prompt each in a place of its own."""
