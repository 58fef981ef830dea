"""Exercises: a puzzle solved, a lesson taken, mistakes retried, a line shown; as pure values.

`exercise` has the value, its events and its effects; `puzzle` has mistakes that are retried, too.
`viewer.learn` carries the effects out.
"""
