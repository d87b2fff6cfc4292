"""The table drawn: `text` is the entry, `map` the map in characters."""
