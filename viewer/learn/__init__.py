"""Lessons and puzzles: playing them and writing them; no widgets of a dock."""
