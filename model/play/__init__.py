"""Somebody to play against: seats, levels, `matches`, `programs` that speak UGI; no Qt."""
