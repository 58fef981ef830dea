"""Films: a turn, a game, a lesson, a pour or a travelling cut as GIF, MP4 or WebM.

`shots` says what a film is, a file a scene makes one (`film_scenes` picks it), `drawing` draws its
frames, `video` and `gif` encode them while more are drawn.
"""
