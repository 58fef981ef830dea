"""Games, puzzles and lessons as values, and the files that hold them."""
