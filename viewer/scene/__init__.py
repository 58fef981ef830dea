"""The scene: draws a `viewer.picture` value with VTK and turns mouse and keys into signals.

`factory` makes the widget the display can draw, `stage` shows pictures in a renderer with the
`props`, `input` is what a person can do, `offscreen` draws without a window. It knows pictures and
boards, no session, no commands, no game: what is to be seen is made in `viewer.picture`.
"""
