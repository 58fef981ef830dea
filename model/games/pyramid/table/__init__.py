"""Tables of Pyramid's endings: states and their numbers, retrograde analysis, files, figures."""
