"""Poly-Y (Craige Schensted and Charles Titus, about 1970): rules, chains and costs, an engine.

`kind` is where it begins.
"""
