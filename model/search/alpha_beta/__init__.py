"""Alpha-beta: iterative deepening, kernels written once for all games, the transposition table."""
