"""Mixes of programs, proofs about a turn, a simple player, what a position is worth."""
