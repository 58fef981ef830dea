"""Matches: openings, single games, round robins, their files, and what they say about strength."""
