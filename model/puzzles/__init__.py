"""Puzzles: what is asked, the proof that it can be answered, solving, making new ones."""
