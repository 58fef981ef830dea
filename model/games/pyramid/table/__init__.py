"""Tables of Pyramid's endings: states and their numbers, retrograde analysis, files, figures.

Moves that take stones are followed forwards, into states that are solved already, all others
backwards. Of every other position the table says *unknown*, and a search answers.
"""
