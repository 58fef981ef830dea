"""Somebody to play against: seats, levels, matches, and the UGI program; no Qt."""
