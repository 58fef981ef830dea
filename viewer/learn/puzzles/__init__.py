"""Puzzles made: authors, checks, and what is said of them."""
