"""Pyramid (Simon Allmer, 2020), a game on terraces; `kind` is where it begins."""
