"""Films: a turn, a game, a lesson, a pour or a travelling cut as GIF, MP4 or WebM.

`shots` says what a film is, a file a scene makes one (`film_scenes` picks it), `drawing` draws its
frames, `video` and `gif` encode them while more are drawn.

What rests is drawn once, however long it is seen, and read at the same pace whatever the speed.
What moves is the window's own: the window follows it by a clock, a film by its frames. A film is
kept in memory until it is whole; an MP4 leaves room for its index in front, so that nothing is
written twice. A GIF has one palette, found from frames drawn beforehand, which also say how large
it will be: where it would pass its limit it begins with fewer frames and colours.
"""
