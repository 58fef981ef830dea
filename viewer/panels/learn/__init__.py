"""The Learn dock: lessons and puzzles as a learner meets them."""
