"""Lessons, played and written: runs, players, authors, and what is wrong with a step."""
