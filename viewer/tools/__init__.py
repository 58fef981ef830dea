"""What a click on a site does: it plays, or a tool that is chosen takes it.

`play_tool` carries out what a click means for the move being built; `annotation_tool` marks,
`setup_tool` sets pieces up, and `laid_over` is what lies over the scene meanwhile.
Lessons and puzzles bring tools of their own (`viewer.learn`). The widgets that show a tool are not
here but in the window and its panels.
"""
