"""Keystone, a game for Pyramidion that is written in an evening.

Two players stack balls into a pyramid. A ball goes on the base, or on four balls. Whoever puts a
ball on four of which at least three are his own has won. A full pyramid without that is a draw.
"""
