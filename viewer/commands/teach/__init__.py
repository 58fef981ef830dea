"""Commands of the menus Learn and Create: marks, lessons, puzzles, presenting."""
