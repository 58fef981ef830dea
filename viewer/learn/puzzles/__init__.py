"""Puzzles, solved and made: runs, players, judges and authors."""
