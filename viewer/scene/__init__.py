"""The scene: draws a `viewer.picture` value with VTK and turns mouse and keys into signals.

`factory` makes the widget the display can draw, `stage` shows pictures in a renderer with the
`props`, `input` is what a person can do, `offscreen` draws without a window. It knows pictures and
boards, no session, no commands, no game: what is to be seen is made in `viewer.picture`.

A pane has what belongs to one picture: camera and flight, pointer, stage. What belongs to the
surface stays with the scene: when a frame is drawn and with how many pixels, one input, one hover.
A pane whose picture, size and fineness are those of the last frame is not drawn again. Hover,
cursor and preview are put into the picture as it is drawn; in a flight the View is at its end at
once, and only the drawing follows.

Pictures at rest are fine, at about twice the cost: light finds its way between balls, and shadows
have the exact share of the sky that a ball takes. None of it is noise, so refining shows no grain.
With the processor a fine frame is the mean of four passes, each seen through another part of the
pixel; inputs are heard between them.
"""
