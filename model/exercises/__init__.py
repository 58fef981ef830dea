"""Exercises: a puzzle solved, a lesson taken, mistakes retried, a line shown; as pure values.

`exercise` has the value, its events and its effects; each kind of exercise has a module of its own.
`viewer.learn` carries the effects out.
"""
