"""Parts that board games share: players, turn order, bank, bag, grid, graph, sealed choices."""
