"""What every game promises: positions and moves as values, games, their kinds and their hooks."""
