"""Proofs about a turn, and what a position is worth.

A proof carries rows out from the stages they begin with, so that what begins alike is carried out
once. All programs are tried against an answer together, as a table. Of what is left those that do
least come first, and only of them all answers are looked at: that proves one, or gives the next
answer to try all others on.
"""
