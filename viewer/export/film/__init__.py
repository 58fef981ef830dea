"""Films: a turn, a game, a lesson, a pour or a travelling cut as GIF, MP4 or WebM.

`shots` says what a film is, `film_scenes` makes one of a lesson, a game or a position, `video`
draws its frames and encodes them while more are drawn.
"""
