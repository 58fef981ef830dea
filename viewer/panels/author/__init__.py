"""What authors of lessons and puzzles fill in."""
