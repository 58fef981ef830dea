"""Commands of the Teach menu: marks, lessons, puzzles, presenting."""
